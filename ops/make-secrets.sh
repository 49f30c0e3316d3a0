#!/bin/sh
# Writes an .env with new secrets for compose.production.yaml: sh ops/make-secrets.sh payroll.example.com [file]
set -eu
[ $# -eq 1 ] || [ $# -eq 2 ] || { echo "Usage: sh ops/make-secrets.sh <host name> [file]" >&2; exit 2; }
file=${2:-.env}
# Without the old encryption keys, the data cannot be read again.
[ ! -e "$file" ] || { echo "$file exists: it may hold the only copy of your encryption keys. Move it first." >&2; exit 1; }
umask 077
set -C
hex() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
{
  echo "PUBLIC_HOST=$1"
  echo "POSTGRES_PASSWORD=$(hex 24)"
  echo "COOKIE_SECRET=$(hex 32)"
  echo "ENCRYPTION_KEYS=main:$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
} > "$file"
echo "Wrote $file. Keep a copy where the backups are not." >&2
