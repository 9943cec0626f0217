verify
trace
