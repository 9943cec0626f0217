explain
critical
path
