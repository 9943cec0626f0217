explain
xyzzy
