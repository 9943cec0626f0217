//! Random Java programs with threads that do the same in every run, whatever the scheduler decides. Teams of threads go through the same
//! steps; what they share is, between two meetings of all, used in one way that no order changes (`ways.rs`). Methods start threads and
//! tasks of their own, and wait for them (`grammar.txt`). The ways of waiting are in `java/`, which all programs have in common.

mod check;
mod handing;
mod lines;
mod member;
mod starts;
mod sums;
mod team;
mod ways;

pub use check::{Threaded, Totals};

use crate::grammar::{Expander, Grammar};
use lines::Lines;
use team::Team;

/// Sources that all programs have in common: names and texts.
pub(crate) const COMMON: [(&str, &str); 6] = [
    ("Box", include_str!("java/Box.java")),
    ("Cell", include_str!("java/Cell.java")),
    ("Meeting", include_str!("java/Meeting.java")),
    ("Own", include_str!("java/Own.java")),
    ("Shared", include_str!("java/Shared.java")),
    ("Turns", include_str!("java/Turns.java")),
];

const IMPORTS: &str = "import java.lang.invoke.*;\nimport java.util.*;\nimport java.util.concurrent.*;\n\
    import java.util.concurrent.atomic.*;\nimport java.util.concurrent.locks.*;\nimport java.util.stream.*;\n";

const COLOR: &str = "enum Color { RED { int weight(int x) { return x / ordinal(); } }, BLUE; int weight(int x) { return x + name().length(); } }";

/// The source of the program of a seed, for release 17. Its class has this name, and a `main`.
#[must_use]
pub fn program(name: &str, seed: u64) -> String {
    let grammar = Grammar::parse(include_str!("grammar.txt"));
    let mut expander = Expander::new(&grammar, seed);
    let mut lines = Lines::default();
    lines.line(IMPORTS);
    lines.open(&format!("public class {name} extends Shared"));
    lines.line("static final AtomicInteger COUNT = new AtomicInteger();");
    lines.line(COLOR);
    (0..3).for_each(|number| initialised(&mut lines, &mut expander, number));
    (0..4).for_each(|number| method(&mut lines, &mut expander, number));
    let parallel = expander.between(1, 4);
    (0..parallel).for_each(|number| starting_method(&mut lines, &mut expander, number));
    let teams = expander.between(1, 3);
    for number in 0..teams {
        Team::new(&mut expander, number, parallel).write(&mut lines);
    }
    main(&mut lines, &mut expander, name, (teams, parallel));
    lines.close();
    lines.text
}

/// A class that threads may race to initialise.
fn initialised(lines: &mut Lines, expander: &mut Expander<'_>, number: u32) {
    lines.open(&format!("static class Lazy{number}"));
    lines.line("static int value = 1; static int[] data = {3, 1, 4, 1};");
    lines.open("static");
    lines.line(&format!("Own c = new Own({number});"));
    for _ in 0..expander.between(1, 5) {
        lines.line(&expander.expand("initial"));
    }
    if expander.chance(10) {
        lines.line("if (data != null) throw new Oops(value);");
    }
    lines.close();
    lines.line("static int get(int x) { return value / (x & 3); }");
    lines.close();
}

/// A method that works on what is its thread's own.
fn method(lines: &mut Lines, expander: &mut Expander<'_>, number: u32) {
    let modifiers = if expander.chance(10) { "static synchronized" } else { "static" };
    lines.open(&format!("{modifiers} int m{number}(Own c, int x, int y)"));
    lines.line("if (!c.tick()) return x;");
    for _ in 0..expander.between(1, 4) {
        lines.line(&expander.expand("private"));
    }
    lines.line(&format!("y = {};", expander.expand("int")));
    lines.line(&format!("return {};", expander.expand("int")));
    lines.close();
}

/// A method that has threads and tasks of its own.
fn starting_method(lines: &mut Lines, expander: &mut Expander<'_>, number: u32) {
    lines.open(&format!("static int p{number}(Own c, int x, int y) throws Exception"));
    lines.line("int r = x;");
    for _ in 0..expander.between(1, 3) {
        lines.line(&expander.expand("parallel"));
    }
    lines.line("return r;");
    lines.close();
}

fn main(lines: &mut Lines, expander: &mut Expander<'_>, name: &str, (teams, parallel): (u32, u32)) {
    lines.open("public static void main(String[] args) throws Exception");
    lines.line(&format!("Own c = new Own({}); int x = 3, y = 5;", expander.between(0, 9)));
    for number in 0..teams {
        if expander.chance(40) {
            lines.guarded(&format!("x ^= p{}(c, x, y);", expander.below(parallel)));
        }
        if expander.chance(60) {
            lines.guarded(&format!("{} y = {};", expander.expand("private"), expander.expand("int")));
        }
        lines.line("c.fuel = 30;");
        lines.line(&format!("x = x * 31 + new Team{number}().run(c, x);"));
    }
    lines.line(&format!("System.out.println(\"{name} \" + x + \" \" + y + \" \" + c.sum());"));
    lines.line("System.err.println(Own.handovers());");
    lines.close();
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn programs_are_told_by_their_seeds() {
        assert_eq!(program("T", 7), program("T", 7));
        assert_ne!(program("T", 7), program("T", 8));
    }
}
