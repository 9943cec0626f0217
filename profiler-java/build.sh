#!/bin/sh
# Compiles the profiler to class files for Java 8. Usage: build.sh OUTDIR. Needs javac only (JAVAC names another one).
set -eu
[ $# -eq 1 ] || { echo "usage: build.sh OUTDIR" >&2; exit 2; }
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$1"
out=$(CDPATH= cd -- "$1" && pwd)
cd "$here/src/main/java"
# From JDK 21 on javac warns that --release 8 will go away; -Xlint:-options keeps the build quiet.
exec "${JAVAC:-javac}" --release 8 -g:source,lines -proc:none -encoding UTF-8 -Xlint:all,-options -Werror \
    -d "$out" paratrace/profiler/*.java
