info
text.jar
