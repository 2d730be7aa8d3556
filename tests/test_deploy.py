"""The files to run it in a container or as a service: they name only what is there."""

import configparser
import re
import shlex
from pathlib import Path

import pytest

from web.printing.pdf.libraries import PACKAGES
from web.serving.environment import SETTINGS, read_settings

ROOT = Path(__file__).resolve().parent.parent
NAMES = {setting.name for setting in SETTINGS}


def instructions(file: str = "Dockerfile") -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, each with what follows it on one line."""
    text = re.sub(r"\\\n\s*", "", (ROOT / file).read_text(encoding="utf-8"))
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [tuple(line.split(" ", 1)) for line in lines]  # type: ignore[misc]


def copied_into_the_image() -> list[str]:
    """The files and folders of the project that the image is made of."""
    stages = [n for n, (what, _) in enumerate(instructions()) if what == "FROM"]
    return [
        source
        for what, text in instructions()[stages[-1] :]
        if what == "COPY" and not text.startswith("--from")
        for source in text.split()[:-1]
    ]


class TestDockerfile:
    def test_copies_only_what_is_there(self):
        copied = [
            source
            for what, text in instructions()
            if what == "COPY" and not text.startswith("--from")
            for source in text.split()[:-1]
        ]
        assert "requirements.txt" in copied
        assert [path for path in copied if not (ROOT / path).exists()] == []

    def test_may_copy_all_that_it_copies(self):
        text = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        let_in = {line[1:] for line in text if line.startswith("!")}
        assert "*" in text
        assert let_in == {*copied_into_the_image(), "requirements.txt"}

    def test_knows_its_instructions(self):
        known = "ARG FROM WORKDIR COPY RUN USER ENV VOLUME EXPOSE HEALTHCHECK STOPSIGNAL CMD"
        assert {what for what, _ in instructions()} <= set(known.split())

    def test_installs_what_printing_needs(self):
        runs = [text for what, text in instructions() if what == "RUN"]
        assert any(PACKAGES in " ".join(run.split()) for run in runs)

    def test_does_not_run_as_root(self):
        assert ("USER", "10001") in instructions()

    def test_is_made_from_a_full_version(self):
        base = dict(instructions())["ARG"]
        assert re.fullmatch(r"PYTHON=3\.\d+\.\d+-slim-bookworm(@sha256:[0-9a-f]{64})?", base)

    def test_sets_what_are_settings(self):
        env = next(text for what, text in instructions() if what == "ENV")
        settings = dict(pair.split("=", 1) for pair in shlex.split(env))
        settings.pop("PYTHONDONTWRITEBYTECODE")
        assert settings.keys() <= NAMES
        assert read_settings(settings)["PORT"] == int(dict(instructions())["EXPOSE"])

    def test_asks_for_a_health_that_there_is(self):
        check = dict(instructions())["HEALTHCHECK"]
        assert "/healthz" in check
        command = re.search(r'CMD \["\.venv/bin/python", "-c", "(.+)"\]', check)
        assert command
        compile(command[1], "Dockerfile", "exec")


class TestCompose:
    def test_sets_what_are_settings(self):
        text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
        app = text.partition("  app:")[2].partition("  caddy:")[0]
        environment = app.partition("environment:\n")[2].partition("    ports:")[0]
        settings = {line.split(":")[0].strip() for line in environment.splitlines() if line.strip()}
        assert settings <= NAMES
        assert "TRUSTED_HOSTS" in settings

    def test_mounts_what_is_there(self):
        text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
        mounted = re.findall(r"- \./([^:]+):", text)
        assert mounted
        assert all((ROOT / path).is_file() for path in mounted)

    def test_is_written_in_yaml(self):
        yaml = pytest.importorskip("yaml")
        settings = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
        assert settings["services"].keys() == {"app", "caddy"}
        assert settings["services"]["app"]["volumes"] == ["data:/data"]
        assert settings["volumes"].keys() == {"data", "certificates"}

    def test_limits_memory_processes_and_temporary_files(self):
        yaml = pytest.importorskip("yaml")
        settings = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
        for service in settings["services"].values():
            assert service["mem_limit"]
            assert service["pids_limit"]
        assert settings["services"]["app"]["tmpfs"] == ["/tmp:size=512m"]

    def test_names_full_versions(self):
        text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
        assert re.findall(r"image: (.+)", text)[0] == "ten-piles"
        for image in re.findall(r"image: (.+)", text)[1:]:
            assert re.fullmatch(r"\w+:\d+\.\d+\.\d+(@sha256:[0-9a-f]{64})?", image)


class TestCaddyfile:
    def test_has_deadlines_for_slow_visitors(self):
        text = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
        assert re.search(r"timeouts \{\s+read_header \d+s\s+read_body \d+m\s+idle \d+m\s+\}", text)
        assert text.count("{") == text.count("}")


class TestService:
    @pytest.fixture
    def service(self):
        reader = configparser.RawConfigParser(strict=False, allow_no_value=True)
        reader.optionxform = str  # type: ignore[assignment,method-assign]
        reader.read(ROOT / "deploy" / "ten-piles.service", encoding="utf-8")
        return reader["Service"]

    def test_starts_what_make_serve_starts(self, service):
        assert service["ExecStart"].endswith("/.venv/bin/python -m web.serving.service")
        assert "$(PY) -m web.serving.service" in (ROOT / "Makefile").read_text(encoding="utf-8")

    def test_sets_what_are_settings(self):
        text = (ROOT / "deploy" / "ten-piles.service").read_text(encoding="utf-8")
        lines = re.findall(r"^Environment=(.+)$", text, re.MULTILINE)
        settings = dict(pair.split("=", 1) for line in lines for pair in line.split())
        settings.pop("PYTHONDONTWRITEBYTECODE")
        assert settings.keys() <= NAMES
        assert read_settings(settings)["PROXIES"] == 1

    def test_is_no_administrator_and_stops_gently(self, service):
        assert service["User"] == "ten-piles"
        assert service["NoNewPrivileges"] == "yes"
        assert service["KillMode"] == "mixed"
        assert service["RestartPreventExitStatus"] == "2"

    def test_has_an_end_to_its_memory_and_processes(self, service):
        assert re.fullmatch(r"\d+G", service["MemoryMax"])
        assert int(service["TasksMax"]) <= 256
        assert service["OOMPolicy"] == "continue"
