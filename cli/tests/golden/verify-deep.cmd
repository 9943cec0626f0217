verify
--deep
trace
