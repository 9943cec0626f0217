shared
trace
