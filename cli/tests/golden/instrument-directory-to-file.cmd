instrument
empty
-o
text.jar
