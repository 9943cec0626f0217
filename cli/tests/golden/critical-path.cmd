critical-path
trace
