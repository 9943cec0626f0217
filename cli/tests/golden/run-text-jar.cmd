run
--
java
-jar
text.jar
