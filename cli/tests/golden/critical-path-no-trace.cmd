# No trace there.
critical-path
empty
