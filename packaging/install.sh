#!/bin/sh
# Installs Refrain into an empty folder: the service, its pages and a Node of its own. Nothing writes there afterwards.
# The Dockerfile, docs/installing.md and journeys/opening/packaged.test.ts run it.
#
#   sh packaging/install.sh FOLDER
set -eu

fail() {
  echo "$1" >&2
  exit 1
}

[ $# -eq 1 ] || fail 'Name a folder: sh packaging/install.sh FOLDER'
case $1 in
  /*) target=$1 ;;
  *) target=$PWD/$1 ;;
esac
cd "$(dirname "$0")/.."
[ -z "$(ls -A "$target" 2>/dev/null)" ] || fail "$target is not empty: name another folder."
mkdir -p "$target" 2>/dev/null && [ -w "$target" ] || fail "This account may not write to $target: run this as one that may, or name another folder."
command -v npm >/dev/null || fail 'Install Node with npm first: see README.md.'

# Other accounts read the program, and none but this one may change it.
umask 022
node scripts/package.mjs "$target"
chmod -R a+rX,go-w "$target"

# Fails here, and not at the first start, if this system lacks what Node needs.
"$target/bin/node" "$target/apps/server/dist/serve.js" --help >/dev/null || fail "The service does not start in $target."
echo "Installed in $target. Start it there with: bin/node scripts/start.mjs"
