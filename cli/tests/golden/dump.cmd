dump
trace/segment-00000.trace
