instrument
none.jar
-o
out.jar
