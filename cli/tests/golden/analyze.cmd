analyze
trace
--cores
8
