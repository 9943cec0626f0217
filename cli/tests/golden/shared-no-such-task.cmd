shared
trace
--task
nobody
