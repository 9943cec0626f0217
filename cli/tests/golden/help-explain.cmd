explain
--help
