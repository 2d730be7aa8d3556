#!/bin/sh
# Makes .venv and puts in it what the app needs to run; with "dev", also what the tests need.
# A second run finds the stamps of the first and does nothing.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

system=$(uname -s)
if [ "$(id -u)" = 0 ]; then sudo=""; else sudo="sudo "; fi

can_install() { [ -z "$sudo" ] && command -v apt-get >/dev/null 2>&1; }

# The lists of packages may be missing or old: fetch them if the first try fails.
apt_install() {
    export DEBIAN_FRONTEND=noninteractive
    set -- -qq -y -o DPkg::Lock::Timeout=120 --no-install-recommends "$@"
    { apt-get install "$@" || { apt-get -qq update && apt-get install "$@"; }; } \
        </dev/null >/dev/null 2>&1
}

# --- Python ---------------------------------------------------------------------------------

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
has_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

# Prints the first Python that can make a venv, or else the first that is new enough.
find_python() {
    second_best=""
    for candidate in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
        if [ -n "$candidate" ] && new_enough "$candidate"; then
            if has_venv "$candidate"; then say "$candidate"; return; fi
            second_best=${second_best:-$candidate}
        fi
    done
    say "$second_best"
}

make_venv() {
    python=$(find_python)
    if [ -z "$python" ]; then
        if [ "$system" = Darwin ]; then hint="brew install python@3.13"
        elif command -v apt-get >/dev/null 2>&1; then hint="${sudo}apt-get install python3 python3-venv"
        else hint="see https://www.python.org/downloads/"; fi
        fail "Ten Piles needs Python 3.11 or newer and found none. To install it: $hint"
    fi
    if ! has_venv "$python"; then
        package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        if can_install; then
            say "Installing $package ..."
            apt_install "$package" || true
        fi
        has_venv "$python" ||
            fail "This Python cannot make a venv. To mend that: ${sudo}apt-get install $package"
    fi
    say "Making .venv with $("$python" --version) ..."
    rm -rf .venv
    "$python" -m venv .venv || fail "Making .venv failed; the lines above say why."
    touch .venv/made
}

# --- Packages -------------------------------------------------------------------------------

# The stamp is a copy of the requirements, written only after all of them were installed.
installed() { cmp -s "$1" ".venv/installed-$1"; }

install() {
    say "Installing the packages of $1 ..."
    rm -f ".venv/installed-$1"
    .venv/bin/python -m pip --disable-pip-version-check --no-input install --quiet \
        --require-hashes -r "$1" ||
        fail "Installing the packages failed; the lines above say why. To try again: make setup"
    cp "$1" ".venv/installed-$1"
}

# --- Print libraries ------------------------------------------------------------------------

# Homebrew's folder on newer Macs is not one that Python searches by itself.
can_print() {
    DYLD_FALLBACK_LIBRARY_PATH=/opt/homebrew/lib:/usr/local/lib:/usr/lib \
        .venv/bin/python - >/dev/null 2>&1 <<'PYTHON'
import ctypes, sys

if sys.platform == "darwin":
    names = "libpango-1.0.dylib", "libpangoft2-1.0.dylib", "libharfbuzz-subset.0.dylib"
else:
    names = "libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"
for name in names:
    ctypes.CDLL(name)
PYTHON
}

print_packages="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"

install_print_libraries() {
    say "Installing the libraries that printing needs ..."
    # shellcheck disable=SC2086  # three packages, three words
    apt_install $print_packages || true
}

explain_printing() {
    if [ "$system" = Darwin ]; then hint="brew install pango"
    elif command -v apt-get >/dev/null 2>&1; then hint="${sudo}apt-get install $print_packages"
    else hint="install Pango and HarfBuzz with your package manager"; fi
    say "Printing is off, everything else works. To turn it on: $hint"
}

# --- Browser for the tests ------------------------------------------------------------------

# Playwright brings a program of its own, which needs a library that small systems lack.
can_drive() { .venv/bin/python -m playwright --version >/dev/null 2>&1; }

has_chromium() {
    for candidate in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1; then return 0; fi
    done
    .venv/bin/python - >/dev/null 2>&1 <<'PYTHON'
import pathlib, sys
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    sys.exit(not pathlib.Path(playwright.chromium.executable_path).exists())
PYTHON
}

install_chromium() {
    say "Installing Chromium for the browser tests ..."
    if can_install && apt_install chromium libatomic1; then return; fi
    .venv/bin/python -m playwright install chromium </dev/null >/dev/null 2>&1 || true
}

# Debian has the same browser without windows, with which the tests take half the time.
install_quick_chromium() {
    if can_install && ! command -v chromium-headless-shell >/dev/null 2>&1; then
        apt_install chromium-headless-shell || true
    fi
}

explain_chromium() {
    if [ "$system" = Darwin ]; then hint="brew install --cask chromium"
    elif command -v apt-get >/dev/null 2>&1; then hint="${sudo}apt-get install chromium"
    else hint=".venv/bin/python -m playwright install chromium"; fi
    say "Browser tests are skipped: no Chromium was found. To install it: $hint"
}

explain_driver() {
    if [ "$system" = Linux ] && command -v apt-get >/dev/null 2>&1; then
        hint="${sudo}apt-get install libatomic1"
    else hint="see what .venv/bin/python -m playwright --version says"; fi
    say "Browser tests are skipped: playwright does not start. To mend that: $hint"
}

explain_browser() {
    if ! has_chromium; then explain_chromium
    elif ! can_drive; then explain_driver; fi
}

# --- Reading printed pages back in the tests -------------------------------------------------

has_poppler() { command -v pdftoppm >/dev/null 2>&1 && command -v pdftotext >/dev/null 2>&1; }

install_poppler() {
    if can_install && ! has_poppler; then apt_install poppler-utils || true; fi
}

explain_poppler() {
    if [ "$system" = Darwin ]; then hint="brew install poppler"
    elif command -v apt-get >/dev/null 2>&1; then hint="${sudo}apt-get install poppler-utils"
    else hint="install Poppler with your package manager"; fi
    say "Some tests of printing are skipped: Poppler was not found. To install it: $hint"
}

# --- All together ---------------------------------------------------------------------------

case "${1:-}" in
    "" | dev) ;;
    *) fail "Usage: tools/setup.sh [dev]" ;;
esac

# A venv without its mark was interrupted; one whose Python is gone is of no use.
if ! [ -e .venv/made ] || ! new_enough .venv/bin/python; then make_venv; fi

if installed requirements.txt; then
    can_print || explain_printing
else
    if ! can_print && can_install; then install_print_libraries; fi
    install requirements.txt
    can_print || explain_printing
fi

if [ "${1:-}" = dev ]; then
    if installed requirements-dev.txt; then
        explain_browser
        has_poppler || explain_poppler
    else
        install requirements-dev.txt
        if ! has_chromium; then install_chromium; fi
        install_quick_chromium
        install_poppler
        explain_browser
        has_poppler || explain_poppler
    fi
fi
