analyze
trace
--cores
8
--json
cut.json
--edges
5
