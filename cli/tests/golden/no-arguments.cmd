# Without arguments: the help.
