why
trace
NamedThreads.java:37
