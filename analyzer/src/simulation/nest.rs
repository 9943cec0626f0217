//! What is open around a node: activations, loops and iterations, and where each of them began.

use paratrace_traceformat::map::InstructionId;

/// How a level began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beginning {
    /// An instruction of the level around it has called a method; none if it is not known.
    Call(InstructionId),
    /// A loop, with the first instruction of its header.
    Loop(InstructionId),
    Iteration,
}

/// An open level.
#[derive(Debug, Clone, Copy)]
struct Level {
    number: u64,
    beginning: Beginning,
    /// Serial time at which it began.
    begin: u64,
    /// The last instruction that ran in the level itself.
    last: InstructionId,
}

/// A place in the code, and when it was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reached {
    /// The first instruction behind the place.
    pub(super) insn: InstructionId,
    pub(super) serial: u64,
    /// What began before this number, began before the place was reached.
    pub(super) number: u64,
}

/// The open levels of a thread. Each level that begins has the next number.
#[derive(Debug, Default)]
pub(super) struct Nest {
    levels: Vec<Level>,
    begun: u64,
}

impl Nest {
    /// Returns the number that the next level will have.
    pub(super) fn next(&self) -> u64 {
        self.begun
    }

    /// The innermost level has run an instruction.
    #[inline]
    pub(super) fn run(&mut self, insn: InstructionId) {
        if let Some(level) = self.levels.last_mut() {
            level.last = insn;
        }
    }

    /// A method begins, which the last instruction has called.
    pub(super) fn enter(&mut self, serial: u64) {
        let call = self.levels.last().map_or(InstructionId::NONE, |level| level.last);
        self.push(Beginning::Call(call), serial);
    }

    /// A loop begins, and its first iteration.
    pub(super) fn open_loop(&mut self, header: InstructionId, serial: u64) {
        self.push(Beginning::Loop(header), serial);
        self.push(Beginning::Iteration, serial);
    }

    pub(super) fn next_iteration(&mut self, serial: u64) {
        self.levels.pop();
        self.push(Beginning::Iteration, serial);
    }

    pub(super) fn exit(&mut self) {
        self.levels.pop();
    }

    fn push(&mut self, beginning: Beginning, serial: u64) {
        self.levels.push(Level { number: self.begun, beginning, begin: serial, last: InstructionId::NONE });
        self.begun += 1;
    }

    /// Returns where what began with a number has to be waited for, if an instruction needs it at a serial time: in the innermost
    /// activation, and iteration, that is around both, before the call or loop that leads to the instruction.
    pub(super) fn place(&self, began: u64, insn: InstructionId, serial: u64) -> Reached {
        let here = Reached { insn, serial, number: self.begun };
        let first = self.levels.partition_point(|level| level.number < began);
        let inner = self.levels[first..].iter().find(|level| level.beginning != Beginning::Iteration);
        let Some(level) = inner else { return here };
        match level.beginning {
            Beginning::Call(insn) | Beginning::Loop(insn) if !insn.is_none() => {
                Reached { insn, serial: level.begin, number: level.number }
            }
            _ => here,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insn(number: u32) -> InstructionId {
        InstructionId::new(number)
    }

    #[test]
    fn what_a_loop_behind_it_reads_is_waited_for_before_that_loop() {
        let mut nest = Nest::default();
        nest.enter(0);
        nest.open_loop(insn(10), 1);
        nest.run(insn(11));
        let began = nest.next();
        nest.enter(2);
        nest.exit();
        assert_eq!(nest.place(began, insn(12), 5).insn, insn(12));
        (0..2).for_each(|_| nest.exit());
        nest.open_loop(insn(20), 6);
        nest.next_iteration(7);
        nest.run(insn(21));
        nest.enter(8);
        let place = nest.place(began, insn(30), 9);
        assert_eq!((place.insn, place.serial), (insn(20), 6));
    }

    #[test]
    fn what_the_next_iteration_calls_is_waited_for_before_that_call() {
        let mut nest = Nest::default();
        nest.enter(0);
        nest.open_loop(insn(10), 1);
        nest.run(insn(11));
        let began = nest.next();
        nest.enter(2);
        nest.exit();
        nest.next_iteration(3);
        nest.run(insn(12));
        nest.enter(4);
        nest.open_loop(insn(40), 5);
        assert_eq!(nest.place(began, insn(41), 6), Reached { insn: insn(12), serial: 4, number: 5 });
    }
}
