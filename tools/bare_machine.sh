#!/bin/sh
# Tries `make run` and `make test` on a bare Debian or Ubuntu, as root or as an ordinary user:
#
#     tools/bare_machine.sh trixie
#     tools/bare_machine.sh trixie user
#     MIRROR=http://archive.ubuntu.com/ubuntu tools/bare_machine.sh noble
#
# The system is made with debootstrap in a temporary folder and has nothing but git and make. It
# gets what is committed here, and this machine's way to the internet: proxies, certificates, and
# settings of apt and pip. Needs root and debootstrap. What is not committed is not tried.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

release=${1:-} who=${2:-root}
case "$#:$who" in
    [12]:root | [12]:user) ;;
    *) fail "Usage: tools/bare_machine.sh RELEASE [root|user], e.g. tools/bare_machine.sh trixie" ;;
esac

# --- A place that goes away -------------------------------------------------------------------

# Everything happens in namespaces of its own: its mounts are not seen out here, so that removing
# the folder cannot touch /dev, and its processes end with it, however it ends.
if [ -z "${BARE_MACHINE:-}" ]; then
    [ "$(id -u)" = 0 ] || fail "Only root can make a bare machine."
    command -v debootstrap >/dev/null 2>&1 || fail "To install what is missing: apt-get install debootstrap"
    BARE_MACHINE=$(mktemp -d)
    export BARE_MACHINE
    namespaces=""
    # shellcheck disable=SC2329  # called by the trap
    clean_up() {
        if [ -n "$namespaces" ]; then
            kill -KILL "$namespaces" 2>/dev/null || true
            wait "$namespaces" 2>/dev/null || true
        fi
        rm -rf --one-file-system "$BARE_MACHINE" ||
            { sleep 2; rm -rf --one-file-system "$BARE_MACHINE"; }
    }
    trap clean_up EXIT
    trap 'exit 130' INT TERM HUP
    unshare --mount --pid --fork --kill-child --mount-proc "$0" "$@" &
    namespaces=$!
    code=0
    wait "$namespaces" || code=$?
    namespaces=""
    exit "$code"
fi

root=$BARE_MACHINE/root
seconds() { echo $(($(date +%s) - $1)); }

# --- The machine ------------------------------------------------------------------------------

# The first apt source of this machine that has the release.
find_mirror() {
    # shellcheck disable=SC2016  # apt fills in $(SITE)
    for site in ${MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | sort -u)}; do
        if wget -q -O "$BARE_MACHINE/InRelease" "${site%/}/dists/$release/InRelease"; then
            say "${site%/}"
            return
        fi
    done
}

make_machine() {
    mirror=$(find_mirror)
    [ -n "$mirror" ] || fail "No apt source of this machine has $release. Name one that has: MIRROR=http://…"
    # Ubuntu has Python's venv in universe, which is switched on wherever Ubuntu is installed.
    case "$(sed -n 's/^Origin: //p' "$BARE_MACHINE/InRelease")" in
        Ubuntu) like=gutsy components=main,universe ;;
        *) like=sid components=main ;;
    esac
    debootstrap --variant=minbase --components="$components" --include=git,make \
        "$release" "$root" "$mirror" "/usr/share/debootstrap/scripts/$like" >"$BARE_MACHINE/log" 2>&1 ||
        { tail -n 30 "$BARE_MACHINE/log" >&2; fail "debootstrap failed."; }
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    chroot "$root" useradd --create-home --shell /bin/sh user
}

copy() { if [ -e "$1" ]; then mkdir -p "$(dirname "$root$2")"; cp -RL "$1" "$root$2"; fi; }

bring_network() {
    copy /etc/resolv.conf /etc/resolv.conf
    copy /etc/hosts /etc/hosts
    copy /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
    copy /usr/local/share/ca-certificates /usr/local/share/ca-certificates
    copy /etc/pip.conf /etc/pip.conf
    copy "$HOME/.config/pip/pip.conf" /etc/xdg/pip/pip.conf
    # Folders of packages on this machine are not on that one.
    for file in "$root/etc/pip.conf" "$root/etc/xdg/pip/pip.conf"; do
        if [ -e "$file" ]; then sed -i '/find-links\|file:/d' "$file"; fi
    done
    apt-config dump Acquire >"$root/etc/apt/apt.conf.d/90host"
    export -p | grep -E '^export (PIP_|SSL_CERT_|REQUESTS_CA_BUNDLE|[a-zA-Z]+_(proxy|PROXY)=)' |
        grep -v PIP_FIND_LINKS >"$root/etc/host-environment" || true
}

# Runs a line of shell on the machine: inside root|user LINE
inside() {
    home=$(awk -F: -v name="$1" '$1 == name { print $6 }' "$root/etc/passwd")
    chroot --userspec="$1:$1" "$root" /usr/bin/env -i HOME="$home" LANG=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        sh -c ". /etc/host-environment; cd; $2"
}

# --- The tries --------------------------------------------------------------------------------

# An ordinary user is told what to type; root types it, until nothing is missing any more.
install_what_the_user_is_told() {
    for round in 1 2 3 4 5; do
        inside user 'cd ten-piles && tools/setup.sh dev' >"$BARE_MACHINE/log" 2>&1 || true
        cat "$BARE_MACHINE/log"
        line=$(sed -n 's/.*\(apt-get install .*\)/\1/p' "$BARE_MACHINE/log" | tail -n 1)
        if [ -z "$line" ]; then say "Rounds until nothing was missing: $((round - 1))"; return; fi
        inside root "export DEBIAN_FRONTEND=noninteractive; apt-get -qq update; $line -qq -y </dev/null >/dev/null"
    done
    fail "Still something is missing after $round rounds."
}

free_port() {
    port=$(shuf -i 5800-6799 -n 1)
    while wget -q --no-proxy -T 2 -t 1 -O /dev/null "http://127.0.0.1:$port/"; do port=$((port + 1)); done
    say "$port"
}

fetch() { wget -q --no-proxy -t 1 -T 120 -O "$BARE_MACHINE/answer" "http://127.0.0.1:$port$1"; }

# A busy machine takes its time: wait_for ADDRESS MINUTES
wait_for() {
    since=$(date +%s)
    until fetch "$1"; do
        kill -0 "$make" 2>/dev/null || fail "make run ended instead of answering."
        [ "$(seconds "$since")" -lt $((60 * $2)) ] || fail "make run did not answer $1 for $2 minutes."
        sleep 1
    done
}

try_run() {
    port=$(free_port) begun=$(date +%s)
    inside "$who" "echo \$\$ >/tmp/make.pid; cd ten-piles; HOST=127.0.0.1 PORT=$port exec make run" &
    make=$!
    wait_for / 20
    took=$(seconds "$begun")
    grep -q 'Ten Piles' "$BARE_MACHINE/answer" || fail "make run answers, but not with the page of Ten Piles."
    wait_for /other-prosperity.pdf 5
    kill -TERM "$(cat "$root/tmp/make.pid")"
    wait "$make" || true
    ! fetch / || fail "make run still answers after it was told to stop."
    run_result="answered after $took s, printed, stopped"
}

try_test() {
    begun=$(date +%s) code=0
    inside "$who" "cd ten-piles && make test TESTS='${TESTS:-}'; echo \$? >/tmp/code" 2>&1 | tee "$BARE_MACHINE/log"
    code=$(cat "$root/tmp/code")
    counts=$(sed -n 's/^=* *\(.*[0-9] [a-z]* in [0-9.]*s.*[^ =]\) *=*$/\1/p' "$BARE_MACHINE/log" | tail -n 1)
    test_result="exit code $code after $(seconds "$begun") s: ${counts:-no counts}"
}

begun=$(date +%s)
make_machine
bring_network
made=$(seconds "$begun")
git bundle create --quiet "$root/ten-piles.bundle" HEAD
inside "$who" 'git -c init.defaultBranch=main -c advice.detachedHead=false clone --quiet /ten-piles.bundle ten-piles'
if [ "$who" = user ]; then install_what_the_user_is_told; fi
try_run
if [ "${TESTS:-}" = none ]; then code=0 test_result="not tried"; else try_test; fi

say ""
say "$release as $who, $(inside "$who" 'ten-piles/.venv/bin/python --version'), commit $(inside "$who" 'git -C ten-piles rev-parse --short HEAD'):"
say "  the system   made in $made s"
say "  make run     $run_result"
say "  make test    $test_result"
exit "$code"
