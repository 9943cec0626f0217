communication
--help
