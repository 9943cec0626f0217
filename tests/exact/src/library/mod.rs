//! Random Java programs that use the library: collections, streams, strings, boxes, exceptions. A grammar says what they do
//! (`grammar.txt`), and a frame what they have in common (`Frame.java`).

use crate::grammar::{Expander, Grammar};
use rand::RngExt;
use std::fmt::Write;

/// The source of the program of a seed, for release 17. Its class has this name, and a static method `run()`.
#[must_use]
pub fn program(name: &str, seed: u64) -> String {
    let grammar = Grammar::parse(include_str!("grammar.txt"));
    let mut expander = Expander::new(&grammar, seed);
    let (mut methods, mut calls) = (String::new(), String::new());
    for method in 0..expander.rng.random_range(4..9) {
        let _ = writeln!(methods, "    static void m{method}() {{");
        for _ in 0..expander.rng.random_range(3..8) {
            let _ = writeln!(methods, "        {}", expander.expand("statement"));
        }
        let _ = writeln!(methods, "    }}\n");
        let _ = writeln!(calls, "try {{ m{method}(); }} catch (RuntimeException e) {{ note(code(e)); }}");
    }
    let fuel = expander.rng.random_range(50..300).to_string();
    let frame = include_str!("Frame.java").replace("NAME", name).replace("FUEL", &fuel);
    frame.replace("    METHODS\n", &methods).replace("CALLS", &calls)
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn programs_are_told_by_their_seeds() {
        assert_eq!(program("L", 7), program("L", 7));
        assert_ne!(program("L", 7), program("L", 8));
    }
}
