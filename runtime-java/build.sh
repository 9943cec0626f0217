#!/bin/sh
# Compiles the runtime to class files for Java 8, and its module descriptor for Java 9. Usage: build.sh OUTDIR. Needs javac only (JAVAC names another one).
# The same sources and compiler give the same bytes: no debug information but source file and lines, no annotation processing.
set -eu
[ $# -eq 1 ] || { echo "usage: build.sh OUTDIR" >&2; exit 2; }
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$1"
out=$(CDPATH= cd -- "$1" && pwd)
compile() {
    # From JDK 21 on javac warns that Java 8 will go away; -Xlint:-options keeps the build quiet.
    "${JAVAC:-javac}" -g:source,lines -proc:none -encoding UTF-8 -Xlint:all,-options -Werror -cp "$out:$stubs" "$@"
}
# What is compiled against and is no part of the runtime.
stubs=$(mktemp -d)
trap 'rm -rf "$stubs"' EXIT
compile --release 8 -d "$stubs" "$here"/src/stubs/jdk/internal/vm/annotation/*.java
# With the library of the compiling JDK: what Java 8 lacks.
compile -source 8 -target 8 -d "$out" "$here"/src/java9/paratrace/rt/*.java
cd "$here/src/main/java"
compile --release 8 -d "$out" paratrace/rt/*.java
compile --release 9 -d "$out" "$here/src/module/module-info.java"
