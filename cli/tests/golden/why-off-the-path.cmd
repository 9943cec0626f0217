why
trace
NamedThreads.java:14
