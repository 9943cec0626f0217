instrument
text.jar
-o
out.jar
