cost
missing.stat
