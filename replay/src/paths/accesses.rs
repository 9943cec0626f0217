//! What a path reads and writes, instruction by instruction: the part of a compiled path that analyses of dependences
//! need, beside the micro-operations over depths.
//!
//! Only locations that carry dependences or communication (docs/metrics.md) occur: locals (a parameter is written by the call),
//! fields, statics, elements, and operand-stack entries as far as they hold a value that traced code returned.

use std::ops::Range;

use paratrace_traceformat::map::{NONE, ProgramMap};

use crate::program::is_reducible;
use crate::replay::{End, PathInfo};

/// A location of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// A local: a cell of the activation's frame, or of the callee's behind it.
    Local(u32),
    /// A parameter of the callee: a cell of the frame that it is about to get.
    Parameter(u32),
    /// A frame cell that holds an operand-stack entry; cell 0 takes what the activation returns.
    Entry(u32),
    /// The n-th slot that the replay resolved for this path.
    Resolved(u32),
    /// A static field: a slot known when the path is compiled.
    Static(u32),
}

/// What happens at an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// It reads a location.
    Read(Place),
    /// It writes a location; its reads come before.
    Write(Place),
    /// Untraced code that it calls may change the state of an object.
    Touch(Place),
    /// It copies elements: the path's next group of copies.
    Copy,
    /// It is the predicate of a conditional, which begins here.
    Predicate {
        /// Its block.
        block: u32,
    },
    /// Before it, control arrives at a block, having left so many region levels.
    Arrive {
        /// The block.
        block: u32,
        /// Region levels.
        left: u32,
    },
    /// The path ends; a value that a call returned is found at another cell from now on.
    Moved {
        /// Cell it was in.
        from: u32,
        /// Cell it is in.
        to: u32,
    },
    /// The path ends; this cell holds a value that no call returned.
    Cleared {
        /// The cell.
        cell: u32,
    },
}

/// One entry of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// Nodes of the path before it.
    pub node: u32,
    /// Instruction of the map.
    pub insn: u32,
    /// What happens.
    pub what: What,
}

/// What the end of a path does to the conditionals that began in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ending {
    /// It leaves them open: a call, an exception.
    #[default]
    Open,
    /// Control arrives at a block within the same iteration.
    Arrives(u32),
    /// The iteration or activation ends.
    Leaves,
}

/// Everything that a path does to locations, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// The method of the path.
    pub method: u32,
    /// The path begins an iteration or an activation.
    pub fresh: bool,
    /// Its reads and writes, in the order of execution.
    pub events: Vec<Event>,
    /// The instructions executed, as ranges of instructions of the map.
    executed: Vec<Range<u32>>,
    /// How the path ends.
    pub ending: Ending,
}

impl Script {
    /// The instruction of each node.
    pub fn insns(&self) -> impl Iterator<Item = u32> + '_ {
        self.executed.iter().cloned().flatten()
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.executed.iter().map(ExactSizeIterator::len).sum()
    }
}

/// Where an operand-stack entry came from, as far as scripts care.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Origin {
    /// Not from a call of traced code.
    #[default]
    Plain,
    /// It was in this cell when the path began; the cell knows whether a call returned it.
    Cell(u32),
}

/// Writes a script while a path is executed symbolically.
#[derive(Debug, Default)]
pub struct Recorder {
    script: Script,
    node: u32,
    insn: u32,
}

impl Recorder {
    /// The next events belong to this node; without an instruction, to what comes before it.
    pub fn at(&mut self, node: u32, insn: u32) {
        (self.node, self.insn) = (node, insn);
        match self.script.executed.last_mut() {
            _ if insn == NONE => {}
            Some(range) if range.end == insn => range.end += 1,
            _ => self.script.executed.push(insn..insn + 1),
        }
    }

    /// Appends an event of the present node.
    pub fn add(&mut self, what: What) {
        self.script.events.push(Event { node: self.node, insn: self.insn, what });
    }

    /// An operand-stack entry is read.
    pub fn popped(&mut self, origin: Origin) {
        if let Origin::Cell(cell) = origin {
            self.add(What::Read(Place::Entry(cell)));
        }
    }

    /// An operand-stack entry lives on in a cell behind the path.
    pub fn lives_on(&mut self, origin: Origin, cell: u32) {
        match origin {
            Origin::Plain => self.add(What::Cleared { cell }),
            Origin::Cell(from) if from != cell => self.add(What::Moved { from, to: cell }),
            Origin::Cell(_) => {}
        }
    }

    /// The script of the path.
    pub fn finish(self, map: &ProgramMap, info: &PathInfo) -> Script {
        Script { method: info.method, fresh: is_fresh(map, info), ending: ending(info), ..self.script }
    }
}

/// Does a path begin an activation, or an iteration that control can only have entered at the loop's header?
fn is_fresh(map: &ProgramMap, info: &PathInfo) -> bool {
    let block = map.starts[info.start as usize].block;
    if map.methods[info.method as usize].blocks.start == block {
        return true;
    }
    let looped = map.blocks[block as usize].loop_;
    looped != NONE && map.loops[looped as usize].header == block && is_reducible(map, looped)
}

fn ending(info: &PathInfo) -> Ending {
    match info.end {
        End::Return => Ending::Leaves,
        End::Arrive { .. } if info.arrival.next || info.arrival.left > 0 => Ending::Leaves,
        End::Arrive { block, .. } => Ending::Arrives(block),
        End::Call { .. } | End::Throws { .. } | End::CallThrew { .. } => Ending::Open,
    }
}
