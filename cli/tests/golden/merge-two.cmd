merge
trace
trace
--cores
8
