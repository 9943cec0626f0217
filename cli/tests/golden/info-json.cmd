info
trace
--json
-
