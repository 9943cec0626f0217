//! The steps that each thread of a team takes.

use super::lines::Lines;
use super::team::{Shared, Sum};
use super::ways::{Way, Ways};
use crate::grammar::Expander;

/// Writes the steps of a team.
#[derive(Debug)]
pub(super) struct Member<'e, 'g> {
    pub(super) expander: &'e mut Expander<'g>,
    pub(super) shared: &'e mut Shared,
    ways: Ways,
    pub(super) lines: Lines,
    in_loop: bool,
}

impl<'e, 'g> Member<'e, 'g> {
    pub(super) fn new(expander: &'e mut Expander<'g>, shared: &'e mut Shared, names: u32) -> Self {
        let lines = Lines::from_number(names * 1000);
        Self { expander, shared, ways: Ways::default(), lines, in_loop: false }
    }

    /// The code of all steps.
    pub(super) fn steps(mut self) -> String {
        for _ in 0..self.expander.between(4, 10) {
            self.step();
        }
        self.lines.text
    }

    fn step(&mut self) {
        match self.expander.below(20) {
            0 | 1 => self.own(),
            2..=4 => self.update(),
            5 => self.read(),
            6 => self.read_array(),
            7 | 8 => self.slice(),
            9 | 10 => self.ordered(),
            11 | 12 => self.ring(),
            13 => self.exchange(),
            14 => self.common_queue(),
            15 if !self.in_loop => self.broadcast(),
            16 if !self.in_loop => self.created_once(),
            17 => self.local(),
            18 => self.alone(),
            19 if !self.in_loop => self.repeated(),
            _ => self.update(),
        }
    }

    pub(super) fn int(&mut self) -> String {
        self.expander.expand("int")
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.expander.below(of.len() as u32) as usize].clone()
    }

    fn meet(&mut self) {
        let meeting = self.expander.below(self.shared.meetings);
        self.lines.line(&format!("meeting{meeting}.meet(me);"));
        self.ways.met();
    }

    /// Before something is used in a way.
    pub(super) fn take(&mut self, name: &str, way: Way) {
        if !self.ways.take(name, way) {
            self.meet();
            let _free = self.ways.take(name, way);
        }
    }

    pub(super) fn guarded(&mut self, body: &str) {
        self.lines.guarded(body);
    }

    pub(super) fn sum(&mut self) -> Sum {
        let sums = self.shared.sums.clone();
        self.pick(&sums)
    }

    fn array(&mut self) -> String {
        let arrays = self.shared.arrays.clone();
        self.pick(&arrays)
    }

    fn own(&mut self) {
        self.lines.line("c.fuel = 12;");
        let body =
            format!("{} {} x = {};", self.expander.expand("private"), self.expander.expand("private"), self.int());
        self.guarded(&body);
    }

    fn update(&mut self) {
        let (sum, number) = (self.sum(), self.lines.number());
        self.take(&sum.name, Way::Updated);
        let update = sum.update(&self.int(), number);
        let body = match self.expander.below(3) {
            0 => format!(
                "for (int i{number} = 0; i{number} < {}; i{number}++) {{ {update} }}",
                self.expander.between(2, 3)
            ),
            _ => update,
        };
        self.guarded(&body);
    }

    fn read(&mut self) {
        let sum = self.sum();
        self.take(&sum.name, Way::Read);
        self.lines.line(&format!("x = x * 31 + ({});", sum.read()));
    }

    fn read_array(&mut self) {
        let (array, number) = (self.array(), self.lines.number());
        self.take(&array, Way::Read);
        self.lines.line(&match self.expander.below(3) {
            0 => format!("for (int v{number} : {array}) x = x * 31 + v{number};"),
            1 => format!("x += Arrays.hashCode({array}) ^ {array}[me];"),
            _ => format!("c.data = {array}.clone(); y ^= c.data[me];"),
        });
    }

    /// Each thread writes its part of an array, and reads another array anywhere.
    fn slice(&mut self) {
        let (to, from, number) = (self.array(), self.array(), self.lines.number());
        // Two ways to divide an array give an element to two threads.
        let way = self.expander.below(2);
        self.take(&to, Way::Sliced(way));
        let (i, int) = (format!("i{number}"), self.int());
        let value = if from == to {
            format!("{to}[{i}] * 3 + {int}")
        } else {
            self.take(&from, Way::Read);
            // The threads may have met meanwhile.
            self.take(&to, Way::Sliced(way));
            format!("{from}[({i} * 5 + 1) % {from}.length] ^ {int}")
        };
        let threads = self.shared.threads;
        if from != to && way == 1 && self.expander.chance(20) {
            let part = format!("{to}.length / {0}, {to}.length / {0}", self.shared.threads);
            let body = format!("System.arraycopy({from}, 0, {to}, me * {part});");
            return self.guarded(&body);
        }
        let part = match way {
            0 => format!("for (int {i} = me; {i} < {to}.length; {i} += {threads})"),
            _ => format!(
                "for (int {i} = me * ({to}.length / {threads}); {i} < (me + 1) * ({to}.length / {threads}); {i}++)"
            ),
        };
        self.guarded(&format!("{part} {to}[{i}] = {value};"));
    }

    /// One thread after another does something with what all share.
    fn ordered(&mut self) {
        let (turns, number) = (self.expander.below(self.shared.turns), self.lines.number());
        let cells = self.shared.cells.clone();
        let (from, to, array) = (self.pick(&cells), self.pick(&cells), self.array());
        let way = Way::Ordered(turns);
        for name in [&from, &to, &array, &from, &to] {
            self.take(name, way);
        }
        let (value, index) = (self.int(), self.expander.below(self.shared.threads));
        self.lines.line(&format!("t{turns}.await(n{turns});"));
        self.lines.open("try");
        let body = match self.expander.below(5) {
            0 => format!("x += {from}.take(c); {to}.give(c, x ^ {value});"),
            1 => format!("{to}.copy({from}, (x & 1) == 0); x += {to}.take(c);"),
            2 => format!(
                "System.arraycopy({array}, 0, {array}, 1, {index} + 1); c.data[1] = {array}[0]; {array}[0] = {value};"
            ),
            3 => format!("{array}[{index}] += {value}; x ^= {array}[{index}]; {to}.give(c, {from}.take(c) + 1);"),
            _ => format!(
                "for (int i{number} = 0; i{number} < {array}.length; i{number}++) {array}[i{number}] = {array}[i{number}] * 3 + x; y = {from}.take(c); {to}.give(c, {value});"
            ),
        };
        self.guarded(&body);
        self.lines.close();
        let threads = self.shared.threads;
        self.lines.line(&format!("finally {{ t{turns}.pass(n{turns} + 1); n{turns} += {threads}; }}"));
    }

    /// What each thread has of a thread-local variable.
    fn local(&mut self) {
        let value = self.int();
        self.guarded(&format!("Own l = LOCAL.get(); l.f = l.f * 31 + {value}; y ^= l.f; if (x > y) LOCAL.remove();"));
    }

    /// One thread does something by itself, perhaps with threads of its own.
    fn alone(&mut self) {
        let (who, array) = (self.expander.below(self.shared.threads), self.array());
        self.take(&array, Way::Only(who));
        let (parallel, number) = (self.expander.below(self.shared.parallel), self.lines.number());
        let body = match self.expander.below(4) {
            0 => format!("x += p{parallel}(c, x, y);"),
            2 => format!("Arrays.sort({array}); Arrays.fill({array}, 0, 1, x);"),
            1 => format!(
                "for (int i{number} = 0; i{number} < {array}.length; i{number}++) {array}[i{number}] ^= x + i{number};"
            ),
            _ => format!("Arrays.parallelSetAll({array}, i -> safe(() -> m1(new Own(i), {array}[i], i)));"),
        };
        self.lines.open(&format!("if (me == {who})"));
        self.guarded(&body);
        self.lines.close();
    }

    /// Steps that are taken several times.
    fn repeated(&mut self) {
        let number = self.lines.number();
        self.in_loop = true;
        self.lines.open(&format!("for (int i{number} = 0; i{number} < {}; i{number}++)", self.expander.between(2, 3)));
        self.meet();
        for _ in 0..self.expander.between(1, 3) {
            self.step();
        }
        self.meet();
        self.lines.close();
        self.in_loop = false;
    }
}
