cost
text.jar
