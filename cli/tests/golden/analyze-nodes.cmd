analyze
trace
--nodes
--limit
12
