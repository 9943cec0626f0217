dump
text.jar
