shared
--help
