merge
trace
--cores
8
