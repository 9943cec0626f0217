diff
trace
trace
--cores
8
