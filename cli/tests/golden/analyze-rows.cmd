analyze
trace
--cores
8
--include
NamedThreads.main
--exclude
NamedThreads.mian
