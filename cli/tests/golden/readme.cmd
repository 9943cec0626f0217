# Each line is one argument; the answer is in readme.out. The test's own comment says what the working directory holds.
verify
none
