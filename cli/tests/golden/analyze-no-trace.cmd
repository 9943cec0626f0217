analyze
empty
