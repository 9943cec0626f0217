# Each line is one argument; readme.out has the exit status, standard output and standard error.
# The working directory is a copy of files/, with a trace `trace` (analyzer/tests/versions/1.1) and a directory `empty`.
verify
none
