cost
right.stat
--mode
burst
