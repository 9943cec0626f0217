# Counters of which task?
instrument
--counters
text.jar
-o
out/
