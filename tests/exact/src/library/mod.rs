//! Random Java programs that use the library: collections, streams, strings, boxes, exceptions. A grammar says what they do
//! (`grammar.txt`), and a frame what they have in common (`Frame.java`).

use crate::grammar::{Expander, Grammar};
use rand::RngExt;
use std::fmt::Write;

/// The first release that has records.
const RECORDS: u32 = 16;
const RECORD: &str = "record Point(int x, int y) {}";
/// A class like that record.
const CLASS: &str = "static final class Point {
        final int x, y;
        Point(int x, int y) { this.x = x; this.y = y; }
        public int hashCode() { return 31 * x + y; }
        public String toString() { return x + \",\" + y; }
    }";

/// The source of the program of a seed for a release, 8 or newer. Its class has this name, and a static method `run()`.
#[must_use]
pub fn program(name: &str, seed: u64, release: u32) -> String {
    let grammar = Grammar::of_release(include_str!("grammar.txt"), release);
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
    let frame = frame.replace("POINT", if release >= RECORDS { RECORD } else { CLASS });
    frame.replace("    METHODS\n", &methods).replace("CALLS", &calls)
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn programs_are_told_by_their_seeds() {
        assert_eq!(program("L", 7, 17), program("L", 7, 17));
        assert_ne!(program("L", 7, 17), program("L", 8, 17));
    }

    #[test]
    fn old_releases_get_nothing_new() {
        let all: String = (0..50).map(|seed| program("L", seed, 8)).collect();
        assert!(!["List.of(", "record ", ".isBlank", "[9]"].iter().any(|new| all.contains(new)));
    }
}
