instrument
empty
-o
out
