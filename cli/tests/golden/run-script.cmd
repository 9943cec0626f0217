run
--
./start.sh
