#!/bin/sh
# make bench-rivals: installs the servers that weft is measured beside, from Debian, and builds the small programs for
# those that are libraries. What cannot be had is said and left out; the bench then skips it.
set -u
cd "$(dirname "$0")" || exit 1
out=../../build/bench/rivals
mkdir -p "$out"
packages="nginx-light h2o lighttpd golang-go nodejs sbcl cl-hunchentoot python3-tornado libmicrohttpd-dev"
sudo=
[ "$(id -u)" = 0 ] || sudo="sudo -n"

missing=
for package in $packages; do
    dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
done
if [ -n "$missing" ]; then
    echo "installing:$missing"
    $sudo apt-get update -qq
    for package in $missing; do
        DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "$package" >/dev/null ||
            echo "$package could not be installed: measured without it"
    done
fi

# build NAME SOURCE COMMAND...: unless the program is newer than its source.
build() {
    name=$1 source=$2
    shift 2
    command -v "$1" >/dev/null 2>&1 || { echo "$name: no $1"; return; }
    [ "$out/$name" -nt "$source" ] && return
    echo "building $name"
    "$@" || echo "$name could not be built: measured without it"
}
build mhd mhd.c "${CC:-gcc}" -O2 -o "$out/mhd" mhd.c -lmicrohttpd
build go server.go go build -o "$out/go" server.go
build hunchentoot server.lisp sbcl --script server.lisp "$out/hunchentoot"
