why
--help
