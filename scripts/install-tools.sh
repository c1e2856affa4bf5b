#!/usr/bin/env bash
# Installs what the app does not need, from the packages of Debian or Ubuntu.
#   (no word)  for tests: PostgreSQL, nginx and OpenStack Swift (S3), which the tests start themselves, and xmlsec1,
#              which checks Samsung's signatures
#   ares       also LG's own tool, from npm and beside the project, which reads the package for LG's sets
#   failover   only what "npm run test:failover" starts: PostgreSQL, Patroni, etcd and HAProxy
#   release    only what "npm run release" makes packages with, and what "npm run test:release" tries them with
#   ocr        only what reads picture subtitles as text: tesseract with its data for Korean, Japanese and English
#   media      only what turns an operator's own videos into clips: ffmpeg, ffprobe, and fpcalc, which finds openings
set -euo pipefail

# Installs packages of Debian or Ubuntu; $1 says what to do where there is no apt-get.
install_packages() {
  local by_hand=$1
  shift
  if ! command -v apt-get > /dev/null; then
    echo "There is no apt-get here: install $by_hand by hand." >&2
    exit 1
  fi
  local as_root=()
  if [[ $(id -u) -ne 0 ]]; then as_root=(sudo); fi
  "${as_root[@]}" apt-get update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

if [[ "${1:-}" == media ]]; then
  packages=()
  if ! command -v ffmpeg > /dev/null || ! command -v ffprobe > /dev/null; then packages+=(ffmpeg); fi
  command -v fpcalc > /dev/null || packages+=(libchromaprint-tools)
  if [[ ${#packages[@]} -gt 0 ]]; then install_packages 'ffmpeg (with ffprobe) and fpcalc of chromaprint' "${packages[@]}"; fi
  ffmpeg -hide_banner -version | sed -n 1p
  fpcalc -version
  exit 0
fi

if [[ "${1:-}" == ocr ]]; then
  packages=()
  command -v tesseract > /dev/null || packages+=(tesseract-ocr)
  for data in kor jpn eng; do
    tesseract --list-langs 2> /dev/null | grep -qx "$data" || packages+=("tesseract-ocr-$data")
  done
  if [[ ${#packages[@]} -gt 0 ]]; then install_packages 'tesseract with its data for Korean, Japanese and English' "${packages[@]}"; fi
  tesseract --version | sed -n 1p
  tesseract --list-langs
  exit 0
fi

if [[ "${1:-}" == release ]]; then
  packages=()
  for tool in zstd mmdebstrap buildah; do command -v "$tool" > /dev/null || packages+=("$tool"); done
  command -v dpkg-deb > /dev/null || packages+=(dpkg)
  if [[ ${#packages[@]} -gt 0 ]]; then install_packages "${packages[*]}" "${packages[@]}"; fi
  zstd --version
  mmdebstrap --version
  buildah --version
  exit 0
fi

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

tools="${XDG_CACHE_HOME:-$HOME/.cache}/bora-tools"

if [[ "${1:-}" == failover ]]; then
  # As they are installed, HAProxy listens nowhere and Patroni does not start. etcd would listen on port 2379.
  packages=()
  postgres > /dev/null || packages+=(postgresql)
  command -v patroni > /dev/null || packages+=(patroni)
  # Patroni's way to etcd, which its package does not always bring along.
  /usr/bin/python3 -c 'import etcd' 2> /dev/null || packages+=(python3-etcd)
  command -v haproxy > /dev/null || [[ -x /usr/sbin/haproxy ]] || packages+=(haproxy)
  if [[ ${#packages[@]} -gt 0 ]]; then install_packages "${packages[*]} and etcd" "${packages[@]}"; fi
  if ! command -v etcd > /dev/null && [[ ! -x "$tools/etcd/usr/bin/etcd" ]]; then
    folder=$(mktemp -d)
    (cd "$folder" && apt-get download etcd-server)
    mkdir -p "$tools/etcd"
    dpkg-deb --extract "$folder"/etcd-server_*.deb "$tools/etcd"
    rm -rf "$folder"
  fi
  postgres
  patroni --version
  PATH="$PATH:/usr/sbin" haproxy -v | sed -n 1p
  PATH="$PATH:$tools/etcd/usr/bin" etcd --version | sed -n 1p
  exit 0
fi

packages=()
postgres > /dev/null || packages+=(postgresql)
command -v xmlsec1 > /dev/null || packages+=(xmlsec1)
[[ -x /usr/bin/python3 ]] || packages+=(python3)

if [[ ${#packages[@]} -gt 0 ]]; then
  install_packages "${packages[*]} (PostgreSQL 13 or later, or name one by TEST_DATABASE_URL)" "${packages[@]}"
fi
postgres
xmlsec1 --version

# Unpacked beside the project: installing the package would start a web server on port 80 of this machine.
unpacked="$tools/nginx/usr/sbin/nginx"
if ! command -v nginx > /dev/null && [[ ! -x /usr/sbin/nginx && ! -x "$unpacked" ]]; then
  folder=$(mktemp -d)
  # Older releases have the program in nginx-core.
  for package in nginx nginx-core; do
    if [[ -x "$unpacked" ]]; then break; fi
    (cd "$folder" && apt-get download "$package")
    mkdir -p "$tools/nginx"
    dpkg-deb --extract "$folder/$package"_*.deb "$tools/nginx"
  done
  rm -rf "$folder"
fi
if [[ -x "$unpacked" ]]; then "$unpacked" -v; else PATH="$PATH:/usr/sbin" nginx -v; fi

# A server of S3, unpacked with the packages of Python that it needs and that this machine has not: 6 MB.
if [[ ! -d /usr/lib/python3/dist-packages/swift && ! -d "$tools/swift" ]]; then
  folder=$(mktemp -d)
  needed=$(apt-get install --simulate --no-install-recommends python3-swift | sed -nE 's/^Inst ((python3-|lib)[^ ]+) .*/\1/p')
  # shellcheck disable=SC2086
  (cd "$folder" && apt-get download -qq $needed)
  mkdir -p "$tools"
  for package in "$folder"/*.deb; do dpkg-deb --extract "$package" "$folder/swift"; done
  mv "$folder/swift" "$tools/swift"
  rm -rf "$folder"
fi
echo "OpenStack Swift: $(ls -d /usr/lib/python3/dist-packages/swift "$tools"/swift/usr/lib/python3/dist-packages/swift 2> /dev/null | sed -n 1p)"

# Asked for by name, as it is 95 MB for one test. Nothing in it needs a script of its own to be installed. Versions from
# 3.2.6 on also warn about a package without access control groups; ARES_VERSION names one where the registry has it.
ares="${ARES_VERSION:-3.2.1}"
if [[ "${1:-}" == ares && $("$tools/node_modules/.bin/ares-package" --version 2> /dev/null) != *"$ares"* ]]; then
  npm install --prefix "$tools" --ignore-scripts --no-audit --no-fund --loglevel error "@webos-tools/cli@$ares"
fi
