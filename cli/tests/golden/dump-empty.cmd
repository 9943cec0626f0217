dump
empty
