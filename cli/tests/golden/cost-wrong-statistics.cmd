cost
wrong.stat
