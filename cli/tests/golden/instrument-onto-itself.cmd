instrument
text.jar
-o
text.jar
