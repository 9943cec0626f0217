run
--
java
Main.java
