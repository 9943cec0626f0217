verify
text.jar
