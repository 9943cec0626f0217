analyze
text.jar
