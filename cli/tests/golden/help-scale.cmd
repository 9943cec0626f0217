scale
--help
