#!/bin/sh
# Finds the programs that the tests drive and installs what is missing where it may (root on a Debian system).
#
#     scripts/provide.sh chromium postgres node curl
#
# Where it may not, it says what to install and goes on: the tests that need the program are then skipped with that
# reason, and with CI=true a skipped test fails the run (tests/conftest.py).
set -u

updated=

found() {
    case $1 in
    chromium)
        [ -n "${CHROMIUM:-}" ] || command -v chromium || command -v chromium-browser || command -v google-chrome \
            || command -v google-chrome-stable || [ -x "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ]
        ;;
    postgres) command -v initdb || ls /usr/lib/postgresql/*/bin/initdb ;;
    node) command -v node && command -v npm ;;
    *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

install() {
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        return 1
    fi
    echo "Installing $*"
    if [ -z "$updated" ]; then
        apt-get update -qq || return 1
        updated=yes
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

for program in "$@"; do
    found "$program" && continue
    case $program in
    chromium) packages="chromium fonts-dejavu-core" hint="install Chromium or Chrome, or set CHROMIUM to its path" ;;
    postgres) packages="postgresql" hint="install PostgreSQL's server programs (initdb, pg_ctl)" ;;
    node) packages="nodejs npm" hint="install Node.js and npm" ;;
    *) packages=$program hint="install $program" ;;
    esac
    # shellcheck disable=SC2086 -- a list of packages
    install $packages && found "$program" || echo "$program is missing: $hint" >&2
done
