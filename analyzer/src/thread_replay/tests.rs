//! Tests of the machine.
