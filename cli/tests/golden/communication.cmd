communication
trace
--cores
8
