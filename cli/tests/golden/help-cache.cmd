cache
--help
