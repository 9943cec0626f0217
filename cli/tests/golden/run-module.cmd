run
--
java
-p
mods
-m
a/b.C
