//! Stacks for other tools.
