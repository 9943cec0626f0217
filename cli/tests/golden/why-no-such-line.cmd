why
trace
NamedThreads.java:1
