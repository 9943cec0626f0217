cost
alone.stat
