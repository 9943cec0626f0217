verify
empty
