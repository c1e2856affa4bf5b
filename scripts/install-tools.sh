#!/usr/bin/env bash
# PostgreSQL for the tests, from the packages of Debian or Ubuntu. Nothing of it needs to run: the tests start their own.
set -euo pipefail

installed() {
  local path
  for path in /usr/lib/postgresql/*/bin/; do
    if [[ -x "$path/initdb" && -x "$path/postgres" ]]; then
      "$path/postgres" --version
      return 0
    fi
  done
  return 1
}

if installed; then exit 0; fi
if ! command -v apt-get > /dev/null; then
  echo 'There is no apt-get here: install PostgreSQL 13 or later by hand, or name one by TEST_DATABASE_URL.' >&2
  exit 1
fi
as_root=()
if [[ $(id -u) -ne 0 ]]; then as_root=(sudo); fi
"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql
installed
