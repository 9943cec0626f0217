simulate
trace
--cores
2,8
