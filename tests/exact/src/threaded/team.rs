//! Teams: some threads that go through the same steps.

use super::lines::Lines;
use super::member::Member;
use super::starts::STARTS;
use super::sums::{KINDS, Kind};
use crate::grammar::Expander;

/// Operators of [`KINDS`].
const OPERATORS: [&str; 3] = ["add", "xor", "max"];

/// A number that all change.
#[derive(Debug, Clone)]
pub(super) struct Sum {
    pub(super) name: String,
    kind: usize,
    operator: &'static str,
}

/// What a team has.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) threads: u32,
    pub(super) sums: Vec<Sum>,
    pub(super) arrays: Vec<String>,
    pub(super) cells: Vec<String>,
    pub(super) turns: u32,
    pub(super) meetings: u32,
    /// Methods of the program that start threads.
    pub(super) parallel: u32,
    /// Declarations of what single steps need.
    pub(super) fields: Vec<String>,
}

/// Writes one team.
#[derive(Debug)]
pub(super) struct Team<'e, 'g> {
    expander: &'e mut Expander<'g>,
    name: String,
    shared: Shared,
}

impl Sum {
    fn kind(&self) -> &'static Kind {
        &KINDS[self.kind]
    }

    fn fill(&self, text: &str) -> String {
        text.replace("$s", &self.name).replace("$o", self.operator)
    }

    /// The statement that changes it by a value.
    pub(super) fn update(&self, value: &str, number: u32) -> String {
        self.fill(self.kind().update).replace("$v", value).replace("$n", &number.to_string())
    }

    /// The expression that reads it.
    pub(super) fn read(&self) -> String {
        self.fill(self.kind().read)
    }
}

impl<'e, 'g> Team<'e, 'g> {
    pub(super) fn new(expander: &'e mut Expander<'g>, number: u32, parallel: u32) -> Self {
        let threads = expander.between(2, 6);
        let sum = |at: u32, expander: &mut Expander<'_>| Sum {
            name: format!("s{number}{at}"),
            kind: expander.below(KINDS.len() as u32) as usize,
            operator: OPERATORS[expander.below(3) as usize],
        };
        let sums = (0..expander.between(2, 5)).map(|at| sum(at, expander)).collect();
        let names = |prefix: &str, count: u32| (0..count).map(|at| format!("{prefix}{at}")).collect();
        let (arrays, cells) = (names("a", expander.between(2, 3)), names("k", expander.between(2, 3)));
        let (turns, meetings) = (expander.between(1, 2), expander.between(1, 2));
        let shared = Shared { threads, sums, arrays, cells, turns, meetings, parallel, fields: Vec::new() };
        Self { expander, name: format!("Team{number}"), shared }
    }

    pub(super) fn write(mut self, lines: &mut Lines) {
        lines.open(&format!("static final class {}", self.name));
        let member = Member::new(self.expander, &mut self.shared, lines.number()).steps();
        self.fields(lines);
        lines.open("void member(int me)");
        // A thread of a pool may have been another member.
        lines.line("LOCAL.remove();");
        lines.line("Own c = own[me]; int x = me * 7 + 1, y = me ^ 3;");
        let tickets: Vec<String> = (0..self.shared.turns).map(|at| format!("n{at} = me")).collect();
        lines.line(&format!("int {};", tickets.join(", ")));
        lines.line("try {");
        member.lines().for_each(|line| lines.line(line));
        lines.line("} catch (Exception e) { e.printStackTrace(); System.exit(3); }");
        lines.line("results[me] = x * 31 + y;");
        lines.close();
        self.start(lines);
        self.run(lines);
        lines.close();
    }

    fn fields(&mut self, lines: &mut Lines) {
        let Shared { threads, sums, arrays, cells, turns, meetings, fields, .. } = &self.shared;
        lines.line(&format!("final Own[] own = new Own[{threads}]; final int[] results = new int[{threads}];"));
        for sum in sums {
            lines.line(&sum.fill(sum.kind().declaration).replace("TEAM", &self.name));
        }
        for array in arrays {
            let modifiers = if self.expander.chance(50) { "static" } else { "final" };
            lines.line(&format!("{modifiers} int[] {array} = new int[{}];", threads * self.expander.between(1, 4)));
        }
        cells.iter().for_each(|cell| lines.line(&format!("final Cell {cell} = new Cell();")));
        for (name, kind, count) in [("t", "Turns", *turns), ("meeting", "Meeting", *meetings)] {
            for at in 0..count {
                let of = self.expander.below(8);
                lines.line(&format!("final {kind} {name}{at} = {kind}.of({of}, {threads});"));
            }
        }
        fields.iter().for_each(|field| lines.line(field));
    }

    /// The method that starts the threads and waits for them.
    fn start(&mut self, lines: &mut Lines) {
        lines.open("void start() throws Exception");
        let body = STARTS[self.expander.below(STARTS.len() as u32) as usize];
        body.lines().for_each(|line| lines.line(&line.trim().replace("$t", &self.shared.threads.to_string())));
        lines.close();
    }

    /// The method that runs the team and gathers what became of everything that it shares.
    fn run(&mut self, lines: &mut Lines) {
        let Shared { threads, sums, arrays, cells, .. } = &self.shared;
        lines.open("int run(Own c, int x) throws Exception");
        lines.line(&format!("for (int i = 0; i < {threads}; i++) own[i] = new Own(x + i);"));
        lines.line(&format!("for (int i = 0; i < {}.length; i++) {0}[i] = x + i;", arrays[0]));
        lines.line("start();");
        lines.line("int sum = 0;");
        lines.line(&format!("for (int i = 0; i < {threads}; i++) sum = sum * 31 + (results[i] ^ own[i].sum());"));
        arrays.iter().for_each(|array| lines.line(&format!("for (int v : {array}) sum = sum * 31 + v;")));
        cells.iter().for_each(|cell| lines.line(&format!("sum = sum * 31 + {cell}.take(c);")));
        sums.iter().for_each(|sum| lines.line(&format!("sum = sum * 31 + ({});", sum.read())));
        lines.line("return sum;");
        lines.close();
    }
}
