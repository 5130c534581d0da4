#!/bin/sh
# Installs the site from this folder on a Linux machine: deploy/install.sh HOST
#
# As root: an account `seventy`, the program in /opt/seventy, settings in /etc/seventy, data in /var/lib/seventy, and
# units for systemd. As anybody else the same without account and units, in folders that PREFIX, CONFIG and DATA name.
#
# Run it again for a new version: settings and data stay. The units that run are stopped meanwhile and started again;
# the program's folder is replaced whole, and the one before stays beside it (/opt/seventy.before). Where the new
# program or its upgrade of the database fails, the one before is put back and started.
set -eu
umask 022

host=${1:?"say the host name that people type: deploy/install.sh td.example.org"}
PREFIX=${PREFIX:-/opt/seventy}
CONFIG=${CONFIG:-/etc/seventy}
DATA=${DATA:-/var/lib/seventy}
UNITS=${UNITS:-/etc/systemd/system}
ACCOUNT=${ACCOUNT:-seventy}
DATABASE_URL=${DATABASE_URL:-postgres://seventy@localhost/seventy}
source=$(cd "$(dirname "$0")/.." && pwd)
settings="$CONFIG/seventy.env"
fresh="$PREFIX.new"
before="$PREFIX.before"
stopped=""

say() { echo "install: $*"; }
fail() { echo "install: $*" >&2; exit 1; }
root() { test "$(id -u)" = 0; }
as_account() { if root; then runuser -u "$ACCOUNT" -- "$@"; else "$@"; fi; }
manage() {
    as_account env "SEVENTY=$settings" sh -ac '. "$SEVENTY"; exec "$@"' manage \
        "$PREFIX/.venv/bin/python" "$PREFIX/manage.py" "$@"
}
start_again() { if test -n "$stopped"; then say "starting again: $stopped" && systemctl start $stopped; fi; }

for folder in "$CONFIG" "$DATA"; do
    case "$folder/" in "$PREFIX"/*) fail "$folder lies in $PREFIX, which is replaced with every version" ;; esac
done
if root && ! id "$ACCOUNT" >/dev/null 2>&1; then
    say "making the account $ACCOUNT"
    useradd --system --home-dir "$DATA" --shell /usr/sbin/nologin "$ACCOUNT"
fi
mkdir -p "$CONFIG" "$DATA"
chmod 700 "$DATA"
if root; then chown "$ACCOUNT" "$DATA"; fi

# A run that was killed midway left the program, or what was made in its folder, beside its place.
if test -d "$before" && ! test -e "$PREFIX"; then mv "$before" "$PREFIX"; fi
if test -d "$before/var" && ! test -e "$PREFIX/var"; then mv "$before/var" "$PREFIX/var"; fi

say "copying the program to $fresh"
rm -rf "$fresh"
mkdir -p "$fresh"
tar -C "$source" --exclude=./.venv --exclude=./var --exclude=./.git -cf - . | tar -C "$fresh" -xf -
if test -d "$PREFIX/.venv"; then cp -a "$PREFIX/.venv" "$fresh/.venv"; fi

if root && command -v systemctl >/dev/null; then
    stopped=$(systemctl list-units --plain --no-legend --state=active --state=activating seventy.target 'seventy-*' |
        sed -e 's/ .*//' -e '/^seventy-backup[.]service$/d' | tr '\n' ' ')
    if test -n "$stopped"; then
        say "stopping: $stopped"
        systemctl stop $stopped
    fi
fi
put_back() {
    if test -d "$before"; then
        rm -rf "$fresh"
        mv "$PREFIX" "$fresh"
        mv "$before" "$PREFIX"
        if test -d "$fresh/var"; then mv "$fresh/var" "$PREFIX/var"; fi
        say "the program before is in $PREFIX again; the one that failed is $fresh"
    fi
    start_again
    fail "$1"
}
rm -rf "$before"
if test -d "$PREFIX"; then mv "$PREFIX" "$before"; fi
mv "$fresh" "$PREFIX"
if test -d "$before/var"; then mv "$before/var" "$PREFIX/var"; fi
"$PREFIX/td" manage version >/dev/null || put_back "the packages of the new version were not installed"

if ! test -s "$settings"; then
    say "writing $settings"
    HOST="$host" DATA="$DATA" DATABASE_URL="$DATABASE_URL" "$PREFIX/.venv/bin/python" \
        "$PREFIX/deploy/fill_settings.py" "$PREFIX/deploy/seventy.env" "$settings" || put_back "no settings were written"
    if root; then chown "$ACCOUNT" "$settings"; fi
fi

say "database, style sheets, solver (half a minute)"
manage upgrade || put_back "the upgrade failed; the database is as it was"
{ manage collectstatic --noinput --verbosity 0 && manage db_worker --warm-only && manage check --deploy; } ||
    fail "the database is upgraded and the site is stopped: mend what is said above and run this again"

if root && test -d "$UNITS"; then
    say "units of systemd"
    for unit in "$source"/deploy/systemd/seventy*; do
        sed -e "s|/opt/seventy|$PREFIX|g" -e "s|/etc/seventy|$CONFIG|g" -e "s|/var/lib/seventy|$DATA|g" \
            -e "s|^User=.*|User=$ACCOUNT|" "$unit" >"$UNITS/$(basename "$unit")"
    done
    if test -n "$stopped"; then
        systemctl daemon-reload
        start_again
    else
        say "start it: systemctl daemon-reload && systemctl enable --now seventy.target"
    fi
fi
say "the first administrator: $PREFIX/td manage first_address, with the settings of $settings"
say "done; the proxy: deploy/Caddyfile"
