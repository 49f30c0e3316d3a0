#!/bin/sh
# Prints an .env with new secrets for compose.production.yaml: sh ops/make-secrets.sh payroll.example.com > .env
set -eu
[ $# -eq 1 ] || { echo "Usage: sh ops/make-secrets.sh <host name>" >&2; exit 2; }
hex() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
echo "PUBLIC_HOST=$1"
echo "POSTGRES_PASSWORD=$(hex 24)"
echo "COOKIE_SECRET=$(hex 32)"
echo "ENCRYPTION_KEYS=main:$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
