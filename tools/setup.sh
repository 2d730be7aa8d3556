#!/bin/sh
# Makes .venv and puts in it what the app needs to run; with "dev", also what the tests need.
# A second run finds the stamps of the first and does nothing.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

system=$(uname -s)
dev=${1:-}
case "$dev" in
    "" | dev) ;;
    *) fail "Usage: tools/setup.sh [dev]" ;;
esac

# --- Packages of the system -----------------------------------------------------------------

if [ "$system" = Darwin ]; then manager=brew
elif command -v apt-get >/dev/null 2>&1; then manager=apt
else manager=none; fi

can_install() { [ "$manager" = apt ] && [ "$(id -u)" = 0 ]; }

# The lists of packages may be missing or old: fetch them if the first try fails.
apt_install() {
    export DEBIAN_FRONTEND=noninteractive
    set -- -qq -y -o DPkg::Lock::Timeout=120 --no-install-recommends "$@"
    { apt-get install "$@" || { apt-get -qq update && apt-get install "$@"; }; } \
        </dev/null >/dev/null 2>&1
}

# What to type to have these packages.
line_to_type() {
    case "$manager" in
        brew) say "type: brew install $*" ;;
        apt)
            if [ "$(id -u)" = 0 ]; then say "type: apt-get install $*"
            elif command -v sudo >/dev/null 2>&1; then say "type: sudo apt-get install $*"
            else say "type as root: apt-get install $*"; fi ;;
    esac
}

print_packages="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"

# Ubuntu has Chromium as a snap only; playwright brings one that runs there.
is_ubuntu() { grep -qx 'ID=ubuntu' /etc/os-release 2>/dev/null; }

# Releases from Debian 13 on have another name for it; older ones only know of the name.
webkit_driver() {
    if [ -n "$(apt-cache show webkitgtk-webdriver 2>/dev/null)" ]; then say "webkitgtk-webdriver"
    else say "webkit2gtk-driver"; fi
}

# The packages of a part that is missing: packages_of python|print|browser|driver|poppler|webkit|firefox
packages_of() {
    case "$manager:$1" in
        apt:python) say "python3 python3-venv" ;;
        apt:print) say "$print_packages" ;;
        # The browser without windows, with which the tests take half the time.
        apt:browser) is_ubuntu || say "chromium-headless-shell" ;;
        apt:driver) say "libatomic1" ;;
        apt:poppler) say "poppler-utils" ;;
        apt:webkit) say "$(webkit_driver) gir1.2-webkit2-4.1 python3-gi xvfb" ;;
        # Ubuntu has Firefox as a snap only, which playwright cannot start.
        apt:firefox) is_ubuntu || say "firefox-esr" ;;
        brew:python) say "python" ;;
        brew:print) say "pango" ;;
        brew:browser) say "chromium" ;;
        brew:poppler) say "poppler" ;;
    esac
}

# The packages of several parts, on one line.
all_packages_of() { for part in "$@"; do packages_of "$part"; done | xargs; }

# --- Python ---------------------------------------------------------------------------------

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
has_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

# python3.40 down to python3.11: the newest of those that are there comes first.
numbered_pythons() {
    minor=40
    while [ "$minor" -ge 11 ]; do say "python3.$minor"; minor=$((minor - 1)); done
}

# Prints the first Python that can make a venv, or else the first that is new enough.
find_python() {
    second_best=""
    for candidate in "${PYTHON:-}" python3 $(numbered_pythons) python; do
        if [ -n "$candidate" ] && new_enough "$candidate"; then
            if has_venv "$candidate"; then say "$candidate"; return; fi
            second_best=${second_best:-$candidate}
        fi
    done
    say "$second_best"
}

# Stops with one line that names these packages and all others that may be missing as well:
# those that are there already do no harm.
stop_without() {
    reason=$1 packages=$2
    if [ "$manager" = none ]; then fail "$reason See https://www.python.org/downloads/"; fi
    more=$(all_packages_of print ${dev:+browser driver poppler webkit firefox})
    fail "$reason To install what is missing, $(line_to_type "$packages $more")"
}

make_venv() {
    python=$(find_python)
    if [ -z "$python" ] && can_install; then
        say "Installing Python ..."
        # shellcheck disable=SC2046  # two packages, two words
        apt_install $(packages_of python) || true
        python=$(find_python)
    fi
    if [ -z "$python" ]; then
        stop_without "Ten Piles needs Python 3.11 or newer and found none." "$(packages_of python)"
    fi
    if ! has_venv "$python"; then
        package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        if can_install; then
            say "Installing $package ..."
            apt_install "$package" || true
        fi
        has_venv "$python" || stop_without "This Python cannot make a venv." "$package"
    fi
    say "Making .venv with $("$python" --version) ..."
    rm -rf .venv
    "$python" -m venv .venv || fail "Making .venv failed; the lines above say why."
    touch .venv/made
}

# --- Packages of Python ---------------------------------------------------------------------

# The stamp is a copy of the requirements, written only after all of them were installed.
installed() { cmp -s "$1" ".venv/installed-$1"; }

# The files name every package. Pip need not look for more, over which pip 23 trips ("coverage[toml]").
install() {
    say "Installing the packages of $1 ..."
    rm -f ".venv/installed-$1"
    .venv/bin/python -m pip --disable-pip-version-check --no-input install --quiet \
        --no-deps --require-hashes -r "$1" ||
        fail "Installing the packages failed; the lines above say why. To try again: make setup"
    cp "$1" ".venv/installed-$1"
}

# --- What else may be missing ---------------------------------------------------------------

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

# Playwright brings a program of its own, which needs a library that small systems lack.
has_driver() { .venv/bin/python -m playwright --version >/dev/null 2>&1; }

has_browser() {
    for candidate in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1; then return 0; fi
    done
    # Playwright's own is of use only if the libraries are there that it needs.
    .venv/bin/python - >/dev/null 2>&1 <<'PYTHON'
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    playwright.chromium.launch().close()
PYTHON
}

# For reading printed pages back.
has_poppler() { command -v pdftoppm >/dev/null 2>&1 && command -v pdftotext >/dev/null 2>&1; }

# Only Linux has this WebKit; its window runs in the system's Python.
has_webkit() {
    [ "$system" != Linux ] || {
        command -v WebKitWebDriver >/dev/null 2>&1 && command -v Xvfb >/dev/null 2>&1 &&
            /usr/bin/python3 -c 'import gi; gi.require_version("WebKit2", "4.1")' >/dev/null 2>&1
    }
}
has_firefox() { [ "$system" != Linux ] || command -v firefox-esr >/dev/null 2>&1; }

# Sets $missing to the parts that are not there.
find_missing() {
    missing=""
    can_print || missing="print"
    if [ -n "$dev" ]; then
        has_driver || missing="$missing driver"
        has_browser || missing="$missing browser"
        has_poppler || missing="$missing poppler"
        has_webkit || missing="$missing webkit"
        has_firefox || missing="$missing firefox"
    fi
}

install_part() {
    packages=$(packages_of "$1")
    if can_install && [ -n "$packages" ]; then
        say "Installing $packages ..."
        # shellcheck disable=SC2086  # several packages, several words
        apt_install $packages || true
    elif [ "$1" = browser ]; then
        say "Installing Chromium for the tests in a browser ..."
        # shellcheck disable=SC2046  # an option or none
        .venv/bin/python -m playwright install $(if can_install; then say --with-deps; fi) chromium \
            </dev/null >/dev/null 2>&1 || true
    fi
}

explain_missing() {
    for part in $missing; do
        case "$part" in
            print) say "Printing is off, everything else works: Pango is missing." ;;
            driver) say "Tests in a browser are skipped: playwright does not start." ;;
            browser) say "Tests in a browser are skipped: there is no Chromium that starts." ;;
            poppler) say "Some tests of printing are skipped: Poppler is missing." ;;
            webkit) say "Tests in WebKit are skipped: its driver or its window is missing." ;;
            firefox) say "Tests in Firefox are skipped: firefox-esr is missing." ;;
        esac
    done
    # shellcheck disable=SC2086  # several parts, several words
    packages=$(all_packages_of $missing)
    if [ -n "$packages" ]; then say "To install what is missing, $(line_to_type "$packages")"
    elif [ "$manager" = none ]; then say "Your package manager has what is missing."; fi
    case "$manager $missing" in
        *browser*)
            if [ "$manager" = none ] || is_ubuntu; then
                say "To install Chromium, type: .venv/bin/python -m playwright install --with-deps chromium"
            fi ;;
    esac
}

# --- All together ---------------------------------------------------------------------------

# A venv without its mark was interrupted; one whose Python is gone is of no use.
if ! [ -e .venv/made ] || ! new_enough .venv/bin/python; then make_venv; fi

first_time=""
for file in requirements.txt ${dev:+requirements-dev.txt}; do
    if ! installed "$file"; then install "$file"; first_time=yes; fi
done

find_missing
if [ -n "$missing" ] && [ -n "$first_time" ]; then
    for part in $missing; do install_part "$part"; done
    find_missing
fi
if [ -n "$missing" ]; then explain_missing; fi
