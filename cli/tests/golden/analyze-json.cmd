analyze
trace
--cores
8
--json
-
