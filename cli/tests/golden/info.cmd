info
trace
