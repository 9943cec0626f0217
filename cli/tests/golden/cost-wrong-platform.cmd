cost
trace
--platform
wrong.toml
