diff
--help
