cost
run.stat
