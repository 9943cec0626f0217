cost
right.stat
--mode
trace
