#!/bin/sh
# Makes the secrets of deploy/compose.three-nodes.yaml in deploy/secrets, once: what is there already stays. Needs openssl.
# The folder is its owner's alone; the files in it may be read by others, since containers read them as a user of their own.
set -eu
umask 077
folder="$(dirname "$0")/secrets"
mkdir -p "$folder"
cd "$folder"

secret() {
  [ -s "$1" ] || printf '%s\n' "$2" > "$1"
  chmod 0644 "$1"
}

secret master-key "$(openssl rand -hex 32)"
secret postgres-password "$(openssl rand -hex 24)"
secret redis-password "$(openssl rand -hex 24)"
secret database-url "postgres://waystation:$(cat postgres-password)@postgres:5432/waystation"
secret redis-url "redis://:$(cat redis-password)@redis:6379/0"
echo "The secrets are in $folder. Keep a copy of master-key: without it nobody can open what is encrypted in the database."
