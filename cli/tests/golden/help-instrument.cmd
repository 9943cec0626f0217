instrument
--help
