# The commands of Ten Piles; `make` alone lists them.

PY := .venv/bin/python

# Homebrew's folder on newer Macs is not one that Python searches by itself (for printing).
ifeq ($(shell uname -s),Darwin)
PY := DYLD_FALLBACK_LIBRARY_PATH=/opt/homebrew/lib:/usr/local/lib:/usr/lib $(PY)
endif

LOCK := $(PY) -m uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(LOCK_FLAGS)

.PHONY: help setup setup-dev run serve box test check format docs words bench backup restore lock licences audit bare clean

# What is compiled is kept: tests start many processes that would compile it again.
unexport PYTHONDONTWRITEBYTECODE

help: ## list the commands (the default)
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s%s\n", $$1, $$2 }' Makefile

run: setup ## start Ten Piles; HOST=127.0.0.1 keeps it to this machine, PORT=8080 picks the port
	@$(PY) -m web.serving.local

serve: setup ## serve as a service; docs/running.md lists the settings, e.g. PROCESSES=2
	@$(PY) -m web.serving.service

box: setup ## check the file of a box and add it: make box FILE=harvest_moon.toml
	@$(PY) -m tools.box "$(FILE)"

setup: ## make .venv with the packages of requirements.txt
	@tools/setup.sh

setup-dev:
	@tools/setup.sh dev

test: setup-dev ## run all tests; TESTS=tests/web runs some of them
	@$(PY) -m pytest -n 2 --dist worksteal $(TESTS)

check: setup-dev ## everything a change must pass: format, lint, types, docs, benchmarks, tests, coverage
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	$(PY) -m mypy
	$(PY) -m tools.rules_page --check
	$(PY) -m tools.words --check
	$(PY) -m tools.settings_page --check
	$(PY) -m tools.architecture_page --check
	QUICK=1 $(MAKE) --no-print-directory bench
	THOROUGH=1 $(PY) -m pytest -n 2 --dist loadfile --cov --cov-report=
	$(PY) -m coverage report --include='setup_rules/*' --fail-under=98
	$(PY) -m coverage report --include='web/*' --fail-under=90

format: setup-dev ## format the code and fix what the linter can fix
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

docs: setup ## write docs/rules.md, the settings of docs/running.md, the picture of docs/architecture.md
	$(PY) -m tools.rules_page
	$(PY) -m tools.settings_page
	$(PY) -m tools.architecture_page

words: setup ## bring translations/messages.pot and every translations/*.po up to date
	$(PY) -m tools.words

bench: setup-dev ## run the benchmarks, in turn with BASE=a commit or PEER=an environment; QUICK=1 only checks them
	@for file in bench/bench_*.py; do echo "== $$file"; PYTHONPATH=. $(PY) "$$file" || exit 1; done

backup: setup ## copy the database, also while Ten Piles runs; TO=folder, KEEP=30 copies
	@$(PY) -m tools.backup backup

restore: setup ## restore a copy: make restore FILE=instance/backups/…; Ten Piles must not run
	@$(PY) -m tools.backup restore "$(FILE)"

lock: setup-dev ## pin requirements*.in with hashes; LOCK_FLAGS=--upgrade takes newer versions
	$(LOCK) requirements.in --output-file requirements.txt
	$(LOCK) requirements-dev.in --output-file requirements-dev.txt

licences: setup-dev ## write docs/licences.md again from the packages
	$(PY) -m tools.licences

audit: setup-dev ## check the packages for known vulnerabilities; needs a network
	$(PY) -m uv tool run pip-audit --strict --disable-pip --require-hashes -r requirements.txt -r requirements-dev.txt

bare: ## test make run and make test on a bare system; as root: RELEASE=trixie, WHO=user
	@tools/bare_machine.sh $(RELEASE) $(WHO)

clean: ## remove .venv and everything that was built, but not the database in instance/
	rm -rf .venv .coverage htmlcov .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
