# The directory is empty: there is no such method.
estimate
empty
--task
a.B.run
