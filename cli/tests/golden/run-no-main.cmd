run
--
java
-version
