# Ten Piles in a container; docs/running.md tells how to use it.

ARG PYTHON=3.11.15-slim-bookworm

FROM python:${PYTHON} AS packages
WORKDIR /app
COPY requirements.txt ./
RUN python -m venv .venv \
    && .venv/bin/python -m pip install --no-cache-dir --no-deps --require-hashes -r requirements.txt

FROM python:${PYTHON}
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin piles \
    && install --directory --owner piles --group piles --mode 700 /data
WORKDIR /app
COPY --from=packages /app/.venv .venv/
COPY app.py LICENSE ./
COPY data data/
COPY setup_rules setup_rules/
COPY static static/
COPY templates templates/
COPY tools tools/
COPY translations translations/
COPY web web/
RUN .venv/bin/python -m compileall -q app.py setup_rules tools web

USER 10001
ENV HOST=0.0.0.0 PORT=5000 DATABASE=/data/ten_piles.db ACCESS_LOG=yes PYTHONDONTWRITEBYTECODE=1
VOLUME /data
EXPOSE 5000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD [".venv/bin/python", "-c", "import os; from urllib.request import urlopen; urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
CMD [".venv/bin/python", "-m", "web.serving.service"]
