#!/bin/sh
# Installs newsletter: the executable and its completions, below ~/.local, or below /usr/local for root.
# Run it with --help for its options. It needs curl or wget, tar, gzip, and a program that computes SHA-256.
set -eu

# The release's own copy of this file says where its downloads are.
default_url='@DOWNLOAD_URL@'

usage() {
  cat <<'TEXT'
Usage: install.sh [--prefix <folder>] [--url <url>]

Install newsletter: bin/newsletter and shell completions.

Options:
  --prefix <folder>  where to install (default ~/.local; for root /usr/local)
  --url <url>        folder of the downloads (default: the release of this file)
  -h, --help         show help

The variables PREFIX and NEWSLETTER_DOWNLOAD_URL mean the same.
TEXT
}

fail() {
  printf 'error: %s\n' "$1" >&2
  [ $# -lt 2 ] || printf 'hint: %s\n' "$2" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# Prints the system and processor as the downloads are named.
system() {
  other='with Node.js 20.19 or newer, install the npm package instead'
  case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) fail "no download for $(uname -s)" "$other" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "no download for $(uname -m) processors" "$other" ;;
  esac
  # A shell that runs translated on an Apple processor takes it for an Intel one.
  if [ "$os" = darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || :)" = 1 ]; then processor=arm64; fi
  printf '%s-%s\n' "$os" "$processor"
}

# download <url> <file>
download() {
  if has curl; then
    curl --fail --silent --show-error --location --retry 2 --connect-timeout 30 --proto-redir '=https' --output "$2" "$1" ||
      fail "cannot download $1" 'check the URL and your connection, then run this again'
  else
    # -S prints where it was sent on to: wget has no option that forbids this.
    wget -q -S -O "$2" "$1" 2>"$2.headers" ||
      fail "cannot download $1" 'check the URL and your connection, then run this again'
    case $1 in
      https:*) ! grep -qi '^ *location: *http:' "$2.headers" || fail "$1 leads to an address without TLS" ;;
    esac
  fi
}

# Prints the SHA-256 of a file.
checksum() {
  if has sha256sum; then
    sha256sum <"$1"
  elif has shasum; then
    shasum -a 256 <"$1"
  else
    openssl dgst -sha256 -r <"$1"
  fi | cut -c 1-64
}

# verify <file> <name> <sums>
verify() {
  expected=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$2\$/\1/p" "$3")
  [ -n "$expected" ] || fail "SHA256SUMS names no $2" 'there is no download for this system in that release'
  actual=$(checksum "$1")
  [ "$actual" = "$expected" ] ||
    fail "$2 is damaged or not the file that was released; nothing was installed" \
      "its SHA-256 is $actual, expected $expected"
}

# stage <file> <target> <mode>: copies a file beside its target. A link there is not followed.
stage() {
  [ ! -d "$2" ] || fail "$2 is a folder" 'choose another place: --prefix <folder>'
  { mkdir -p "$(dirname "$2")" && rm -f "$2.new" && cp "$1" "$2.new" && chmod "$3" "$2.new"; } || {
    rm -f "$2.new" "$program.new"
    fail "cannot write $2" 'choose a folder that you may write to: --prefix <folder>'
  }
}

# install_tree <folder> <prefix>: each file is replaced in one step, so that a running program is not disturbed.
install_tree() {
  program=$2/bin/newsletter
  stage "$1/bin/newsletter" "$program" 755
  version=$("$program.new" --version) || {
    rm -f "$program.new"
    fail 'the program does not run on this system; nothing was installed' \
      'it needs glibc 2.28 and libstdc++; elsewhere, install the npm package with Node.js 20.19 or newer'
  }
  (cd "$1" && find share -type f) >"$1.files"
  while IFS= read -r file; do
    stage "$1/$file" "$2/$file" 644
    mv -f "$2/$file.new" "$2/$file"
  done <"$1.files"
  mv -f "$program.new" "$program"
}

# Says what the user's shell has to know.
report() {
  bin=$1/bin
  printf 'Installed newsletter %s in %s\n' "$2" "$bin/newsletter"
  printf 'Completions for bash, zsh and fish are in %s\n' "$1/share"
  case :$PATH: in
    *:"$bin":*)
      found=$(command -v newsletter || :)
      [ "$found" = "$bin/newsletter" ] ||
        printf 'warning: another newsletter comes first in your PATH: %s\n' "$found" >&2
      ;;
    *)
      printf 'warning: %s is not in your PATH\n' "$bin" >&2
      # shellcheck disable=SC2016 # The user's shell is to expand it.
      printf 'hint: add this line to ~/.profile, then open a new terminal: export PATH="%s:$PATH"\n' "$bin" >&2
      ;;
  esac
}

main() {
  prefix=${PREFIX:-}
  url=${NEWSLETTER_DOWNLOAD_URL:-$default_url}
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix) [ $# -gt 1 ] || fail '--prefix needs a folder'; prefix=$2; shift ;;
      --prefix=*) prefix=${1#*=} ;;
      --url) [ $# -gt 1 ] || fail '--url needs a URL'; url=$2; shift ;;
      --url=*) url=${1#*=} ;;
      -h | --help) usage; exit 0 ;;
      *) fail "unknown option $1" 'run install.sh --help' ;;
    esac
    shift
  done
  if [ -z "$prefix" ]; then
    if [ "$(id -u)" = 0 ]; then
      prefix=/usr/local
    else
      [ -n "${HOME:-}" ] || fail 'HOME is not set' 'name a folder: --prefix <folder>'
      prefix=$HOME/.local
    fi
  fi
  case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
  host=${url#*://}
  case $url in
    https://* | http://127.0.0.1:*)
      case ${host%%/*} in *@*) fail "$url has a user name in it" 'leave out what stands before the @' ;; esac
      ;;
    @*) fail 'this copy of install.sh does not say where the downloads are' 'use the copy in a release, or --url <url>' ;;
    *) fail "$url is not an https URL" ;;
  esac
  has curl || has wget || fail 'curl or wget is needed to download' 'install one of them, then run this again'
  for program in tar gzip; do
    has "$program" || fail "$program is needed to unpack" "install $program, then run this again"
  done
  has sha256sum || has shasum || has openssl || fail 'sha256sum, shasum or openssl is needed to check the download'

  name=newsletter-$(system)
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP
  printf 'Downloading %s\n' "$url/$name.tar.gz"
  download "$url/SHA256SUMS" "$work/SHA256SUMS"
  download "$url/$name.tar.gz" "$work/$name.tar.gz"
  verify "$work/$name.tar.gz" "$name.tar.gz" "$work/SHA256SUMS"
  tar -xzo -f "$work/$name.tar.gz" -C "$work" || fail "cannot unpack $name.tar.gz" 'is the disk full?'
  install_tree "$work/$name" "$prefix"
  report "$prefix" "$version"
}

# In one line at the end, so that a script that was cut off does nothing.
main "$@"
