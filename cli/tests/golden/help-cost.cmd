cost
--help
