# Neither a trace nor a report.
diff
text.jar
empty
