run
--
java
@args
Main
