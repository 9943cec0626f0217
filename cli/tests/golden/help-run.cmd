run
--help
