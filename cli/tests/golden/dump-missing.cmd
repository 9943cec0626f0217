dump
none
