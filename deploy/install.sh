#!/bin/sh
# Installs the site from this folder on a Linux machine: deploy/install.sh HOST
#
# As root: an account `seventy`, the program in /opt/seventy, settings in /etc/seventy, data in /var/lib/seventy, and
# units for systemd. As anybody else the same without account and units, in folders that PREFIX, CONFIG and DATA name.
# Run it again for a new version: settings and data stay.
set -eu

host=${1:?"say the host name that people type: deploy/install.sh td.example.org"}
PREFIX=${PREFIX:-/opt/seventy}
CONFIG=${CONFIG:-/etc/seventy}
DATA=${DATA:-/var/lib/seventy}
UNITS=${UNITS:-/etc/systemd/system}
ACCOUNT=${ACCOUNT:-seventy}
DATABASE_URL=${DATABASE_URL:-postgres://seventy@localhost/seventy}
source=$(cd "$(dirname "$0")/.." && pwd)

say() { echo "install: $*"; }
root() { test "$(id -u)" = 0; }
as_account() { if root; then runuser -u "$ACCOUNT" -- "$@"; else "$@"; fi; }

if root && ! id "$ACCOUNT" >/dev/null 2>&1; then
    say "making the account $ACCOUNT"
    useradd --system --home-dir "$DATA" --shell /usr/sbin/nologin "$ACCOUNT"
fi

say "copying the program to $PREFIX"
mkdir -p "$PREFIX" "$CONFIG" "$DATA"
chmod 700 "$DATA"
if root; then chown "$ACCOUNT" "$DATA"; fi
tar -C "$source" --exclude=./.venv --exclude=./var --exclude=./.git -cf - . | tar -C "$PREFIX" -xf -
"$PREFIX/td" manage version >/dev/null

settings="$CONFIG/seventy.env"
if ! test -e "$settings"; then
    say "writing $settings"
    secret=$("$PREFIX/.venv/bin/python" -c "import secrets; print(secrets.token_urlsafe(50))")
    (umask 077 && sed -e "s|^TD_SECRET_KEY=.*|TD_SECRET_KEY=$secret|" -e "s|td.example.org|$host|" \
        -e "s|^DATABASE_URL=.*|DATABASE_URL=$DATABASE_URL|" -e "s|/var/lib/seventy|$DATA|" \
        "$source/deploy/seventy.env" >"$settings")
    if root; then chown "$ACCOUNT" "$settings"; fi
fi

manage() {
    as_account env "SEVENTY=$settings" sh -ac '. "$SEVENTY"; exec "$@"' manage \
        "$PREFIX/.venv/bin/python" "$PREFIX/manage.py" "$@"
}
say "database, style sheets, solver (half a minute)"
manage upgrade
manage collectstatic --noinput --verbosity 0
manage db_worker --warm-only
manage check --deploy

if root && test -d "$UNITS"; then
    say "units of systemd"
    for unit in "$source"/deploy/systemd/seventy*; do
        sed -e "s|/opt/seventy|$PREFIX|g" -e "s|/etc/seventy|$CONFIG|g" -e "s|/var/lib/seventy|$DATA|g" \
            -e "s|^User=.*|User=$ACCOUNT|" "$unit" >"$UNITS/$(basename "$unit")"
    done
    say "start it: systemctl daemon-reload && systemctl enable --now seventy.target"
fi
say "the first administrator: $PREFIX/td manage first_address, with the settings of $settings"
say "done; the proxy: deploy/Caddyfile"
