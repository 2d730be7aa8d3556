"""tools/setup.sh on machines that lack something: what it installs, and what it says to type."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web.printing.pdf.libraries import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = ("sh", "cat", "cmp", "cp", "dirname", "echo", "rm", "touch", "xargs")
WEBKIT = "webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb"
OTHER_ENGINES = f"{WEBKIT} firefox-esr"
FOR_THE_TESTS = f"chromium-headless-shell libatomic1 poppler-utils {OTHER_ENGINES}"


class Machine:
    """A bare Debian, whose apt-get only notes what it was asked for."""

    def __init__(self, folder: Path, *, root: bool = False) -> None:
        self.bin, self.checkout, self._asked = folder / "bin", folder / "app", folder / "asked"
        self.bin.mkdir()
        (self.checkout / "tools").mkdir(parents=True)
        for name in ("tools/setup.sh", "requirements.txt", "requirements-dev.txt"):
            shutil.copy(ROOT / name, self.checkout / name)
        for name in COMMANDS:
            (self.bin / name).symlink_to(str(shutil.which(name)))
        self.add("uname", "echo Linux")
        self.add("grep", "exit 1")  # looks whether it is Ubuntu
        self.add("id", f"echo {0 if root else 1000}")
        self.add("apt-get", f'echo "$*" >>{self._asked}')

    def add(self, name: str, script: str) -> None:
        """One more command."""
        self._write(self.bin / name, script)

    def add_python(self, name: str) -> None:
        """A Python that answers what is asked of it, but makes no venv."""
        self.add(name, f'[ "$1" != -m ] && exec {sys.executable} "$@"')

    def add_venv(self) -> None:
        """What an earlier run has left; printing and playwright do not work."""
        python = self.checkout / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        self._write(python, f'[ "$1" = -c ] && exec {sys.executable} "$@"')
        (self.checkout / ".venv" / "made").touch()
        for name in ("requirements.txt", "requirements-dev.txt"):
            shutil.copy(ROOT / name, self.checkout / ".venv" / f"installed-{name}")

    def set_up(self, *args: str, **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.bin / "sh", "tools/setup.sh", *args],
            cwd=self.checkout,
            env={"PATH": str(self.bin), **environ},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def installed(self) -> str:
        """What apt-get was asked for."""
        return self._asked.read_text() if self._asked.exists() else ""

    @staticmethod
    def _write(file: Path, script: str) -> None:
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.fixture
def roots_machine(tmp_path):
    return Machine(tmp_path, root=True)


class TestWithoutPython:
    def test_one_line_names_all_that_is_missing(self, machine):
        ended = machine.set_up()
        assert ended.returncode == 1
        assert ended.stderr == (
            "Ten Piles needs Python 3.11 or newer and found none. To install what is missing, "
            f"type as root: apt-get install python3 python3-venv {PACKAGES}\n"
        )
        assert machine.installed == ""

    def test_and_what_the_tests_need_where_they_are_to_run(self, machine):
        line = machine.set_up("dev").stderr
        assert line.endswith(f" apt-get install python3 python3-venv {PACKAGES} {FOR_THE_TESTS}\n")

    def test_the_driver_of_webkit_has_the_name_of_the_release(self, machine):
        machine.add("apt-cache", "exit 0")  # known, but not to be had
        assert " webkit2gtk-driver gir1.2-webkit2-4.1 " in machine.set_up("dev").stderr
        machine.add("apt-cache", "echo Package: webkitgtk-webdriver")
        assert " webkitgtk-webdriver gir1.2-webkit2-4.1 " in machine.set_up("dev").stderr

    def test_sudo_is_named_where_it_is_there(self, machine):
        machine.add("sudo", "exit 1")
        assert "missing, type: sudo apt-get install python3 " in machine.set_up().stderr

    def test_root_has_it_installed(self, roots_machine):
        roots_machine.add_python("python-to-come")
        coming = f"cp {roots_machine.bin}/python-to-come {roots_machine.bin}/python3"
        roots_machine.add("apt-get", f'case "$*" in *" python3 python3-venv") {coming} ;; esac')
        ended = roots_machine.set_up()
        assert ended.stdout.startswith("Installing Python ...\nMaking .venv with Python 3.")

    def test_root_is_told_what_to_type_if_that_fails(self, roots_machine):
        ended = roots_machine.set_up()
        assert "missing, type: apt-get install python3 python3-venv " in ended.stderr
        assert "install -qq -y" in roots_machine.installed


class TestPython:
    @pytest.mark.parametrize("name", ["python3", "python3.11", "python3.14", "python3.20"])
    def test_is_found_under_any_name(self, name, machine):
        machine.add_python(name)
        assert machine.set_up().stdout.startswith("Making .venv with Python 3.")

    def test_of_the_system_comes_before_others(self, machine):
        machine.add_python("python3")
        machine.add("python3.20", "echo Python 3.20")
        assert "Python 3.20" not in machine.set_up().stdout

    def test_that_was_named_comes_first(self, machine):
        machine.add_python("python3")
        machine.add("my python", "echo Python of mine")
        ended = machine.set_up(PYTHON="my python")
        assert ended.stdout.startswith("Making .venv with Python of mine")


class TestWhatElseIsMissing:
    def test_is_off_and_one_line_names_it_all(self, machine):
        machine.add_venv()
        ended = machine.set_up("dev")
        assert ended.returncode == 0
        assert ended.stdout == (
            "Printing is off, everything else works: Pango is missing.\n"
            "Tests in a browser are skipped: playwright does not start.\n"
            "Tests in a browser are skipped: there is no Chromium that starts.\n"
            "Some tests of printing are skipped: Poppler is missing.\n"
            "Tests in WebKit are skipped: its driver or its window is missing.\n"
            "Tests in Firefox are skipped: firefox-esr is missing.\n"
            "To install what is missing, type as root: apt-get install "
            f"{PACKAGES} libatomic1 chromium-headless-shell poppler-utils {OTHER_ENGINES}\n"
        )

    def test_is_not_named_where_it_is_there(self, machine):
        machine.add_venv()
        for name in ("pdftoppm", "pdftotext", "chromium", "firefox-esr"):
            machine.add(name, "exit 0")
        line = f"apt-get install {PACKAGES} libatomic1 {WEBKIT}\n"
        assert machine.set_up("dev").stdout.endswith(line)

    def test_what_only_the_tests_need_is_not_asked_for_by_make_run(self, machine):
        machine.add_venv()
        assert machine.set_up().stdout.endswith(f"apt-get install {PACKAGES}\n")

    def test_on_ubuntu_chromium_comes_from_playwright(self, machine):
        machine.add("grep", "exit 0")
        machine.add_venv()
        *_, packages, browser = machine.set_up("dev").stdout.splitlines()
        assert packages.endswith(f"apt-get install {PACKAGES} libatomic1 poppler-utils {WEBKIT}")
        assert browser == (
            "To install Chromium, type: .venv/bin/python -m playwright install --with-deps chromium"
        )

    def test_on_a_mac_homebrew_has_it(self, machine):
        machine.add("uname", "echo Darwin")
        machine.add_venv()
        assert machine.set_up("dev").stdout.endswith("type: brew install pango chromium poppler\n")

    def test_elsewhere_it_is_left_to_the_package_manager(self, machine):
        (machine.bin / "apt-get").unlink()
        machine.add_venv()
        *_, line = machine.set_up().stdout.splitlines()
        assert line == "Your package manager has what is missing."
