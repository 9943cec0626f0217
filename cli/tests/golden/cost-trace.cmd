cost
trace
