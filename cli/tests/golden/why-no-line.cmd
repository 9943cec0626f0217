# Neither a file nor a line.
why
empty
Main.java
