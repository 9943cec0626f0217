communication
trace
--cores
8
--dot
-
