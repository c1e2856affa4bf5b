#!/usr/bin/env bash
# What some tests need and the app does not. From the packages of Debian or Ubuntu: PostgreSQL, of which nothing needs to
# run, for the tests start their own; and xmlsec1, which checks the signatures of the package for Samsung's sets. With
# `ares`, from npm and beside the project: LG's own tool, which reads the package for LG's sets.
set -euo pipefail

postgres() {
  local path
  for path in /usr/lib/postgresql/*/bin/; do
    if [[ -x "$path/initdb" && -x "$path/postgres" ]]; then
      "$path/postgres" --version
      return 0
    fi
  done
  return 1
}

packages=()
postgres > /dev/null || packages+=(postgresql)
command -v xmlsec1 > /dev/null || packages+=(xmlsec1)

if [[ ${#packages[@]} -gt 0 ]]; then
  if ! command -v apt-get > /dev/null; then
    echo "There is no apt-get here: install ${packages[*]} by hand (PostgreSQL 13 or later, or name one by TEST_DATABASE_URL)." >&2
    exit 1
  fi
  as_root=()
  if [[ $(id -u) -ne 0 ]]; then as_root=(sudo); fi
  "${as_root[@]}" apt-get update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"
fi
postgres
xmlsec1 --version

# Asked for by name, as it is 95 MB for one test. Nothing in it needs a script of its own to be installed.
tools="${XDG_CACHE_HOME:-$HOME/.cache}/bora-tools"
ares=3.2.1
if [[ "${1:-}" == ares && $("$tools/node_modules/.bin/ares-package" --version 2> /dev/null) != *"$ares"* ]]; then
  npm install --prefix "$tools" --ignore-scripts --no-audit --no-fund --loglevel error "@webos-tools/cli@$ares"
fi
