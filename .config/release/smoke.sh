#!/usr/bin/env bash
# Whether an executable works on this system: smoke.sh <executable>. It needs no Node and no network.
set -euo pipefail
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export NEWSLETTER_CONFIG_DIR=$folder/settings NEWSLETTER_CREDENTIAL_STORE=file

# says <pattern> <arguments…>: what it prints has that in it, whatever its exit status.
says() {
  local pattern=$1 said
  shift
  said=$("$program" "$@" 2>&1) || true
  if ! grep -Eq "$pattern" <<<"$said"; then
    printf 'error: %s does not say %s, but:\n%s\n' "$*" "$pattern" "$said" >&2
    exit 1
  fi
}

says '^[0-9]+\.[0-9]+\.[0-9]+' --version
says '^Usage: newsletter' --help
says '^===== Node.js =====' __licenses
says '"active"' sandbox exec "$program" account get --json=status
printf 'email\nann@a-house.org\nnobody\n' >people.csv
says 'Imported 1 subscriber' sandbox exec "$program" import people.csv
grep -q nobody people.csv.rejects.csv
# The library of the keychain is loaded: it answers, or says what the system lacks.
printf '{"do":"get","account":"smoke"}' >request.json
says '"(done|error)":' __keychain <request.json
if grep -Eiq 'dlopen|cannot|constructor' <<<"$("$program" __keychain <request.json)"; then exit 1; fi
"$program" --version
