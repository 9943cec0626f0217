simulate
trace
--loop
NamedThreads.java:1
