shared
empty
