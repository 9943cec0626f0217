# The size of a sample depends on the shares that are to be told.
communication
empty
--error
0.05
