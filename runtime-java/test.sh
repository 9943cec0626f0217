#!/bin/sh
# Builds the runtime and runs all its tests, or those named. Exit code 0 if all pass. JAVA_HOME names another JDK.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
java=java javac=${JAVAC:-javac}
[ -z "${JAVA_HOME:-}" ] || { java=$JAVA_HOME/bin/java javac=$JAVA_HOME/bin/javac; }
work=$(mktemp -d "${TMPDIR:-/tmp}/paratrace-rt.XXXXXX")
trap 'rm -rf "$work"' EXIT
JAVAC=$javac "$here/build.sh" "$work/main"
mkdir "$work/test"
"$javac" --release 8 -Xlint:-options -proc:none -encoding UTF-8 -cp "$work/main" -d "$work/test" \
    "$here"/src/test/java/paratrace/rt/*.java
unset PARATRACE_DIR
"$java" -cp "$work/main:$work/test" paratrace.rt.Tests "$work/run" "$@"
