critical-path
--help
