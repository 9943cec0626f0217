//! Accesses: the reads and writes of a path, instruction by instruction.
//!
//! A compiled path has this script for analyses of dependences, beside the micro-operations over depths. Only locations
//! that carry dependences or communication occur in it (docs/metrics.md): locals (the call writes the parameters),
//! fields, statics and elements. Operand-stack entries occur as far as they hold a value that traced code returned.

use std::ops::Range;

use paratrace_traceformat::map::{BlockId, ClassId, InstructionId, MethodId, ProgramMap, StartKind};

use crate::program::{End, PathInfo, is_reducible};

/// A location of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// A local: a cell of the activation's frame, or of the callee's frame behind it.
    Local(u32),
    /// A parameter of the callee: a cell of the frame that the callee is about to get.
    Parameter(u32),
    /// A frame cell that holds an operand-stack entry; cell 0 takes the value that the activation returns.
    Entry(u32),
    /// The n-th slot that the replay resolved for this path.
    Resolved(u32),
    /// A static field: a slot known when the path is compiled.
    Static(u32),
}

impl Place {
    /// Returns the number of the slot, if the replay resolves it.
    #[inline]
    pub fn resolved(self) -> Option<u32> {
        if let Self::Resolved(slot) = self { Some(slot) } else { None }
    }
}

/// What threads meet at when they synchronise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Through {
    /// A volatile field or one that is accessed as if it were, a monitor, or the state of an object by which untraced code orders threads.
    Place(Place),
    /// The thread with this state, which starts it and wakes it up.
    Thread(Place),
    /// The running thread, as [`Self::Thread`] of its own state.
    Own,
    /// The end of the thread with this state.
    EndOf(Place),
    /// The initialisation of a class.
    Class(ClassId),
    /// Something that is not known: it may be any volatile location.
    Unknown,
    /// Fences: that of any other thread.
    Fences,
    /// Whatever untraced code is given to run in other threads.
    Tasks,
    /// What other threads have done with [`Self::Tasks`].
    Results,
}

/// An event of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// It reads a location.
    Read(Place),
    /// It writes a location; its reads come before.
    Write(Place),
    /// It calls untraced code, which may use or change the state of an object that it passes.
    Touch {
        /// The state.
        place: Place,
        /// Argument that is the object; 0 is the receiver, if there is one.
        argument: u8,
    },
    /// Untraced code has initialised a new object.
    Made {
        /// Its state.
        place: Place,
    },
    /// It enters a monitor, which the thread holds from now on, once more if it held it before. Only in scripts that follow
    /// synchronisation; an activation of a `synchronized` method enters one before its first instruction. This acquires. While a thread is in
    /// `Object.wait` it does not hold the monitor that it waits for: the call releases it, and awaits it.
    Enter {
        /// The monitor: a location of its own of the object or class.
        place: Place,
    },
    /// It leaves a monitor, as often as it was entered. An activation that ends leaves what it still holds: in a path of its own,
    /// without instructions. This releases.
    Leave {
        /// The monitor, as [`What::Enter`] has it; slot 0 if the activation has not entered it.
        place: Place,
    },
    /// What other threads did before they released this comes before what this thread does from here on. Only in scripts that follow
    /// synchronisation, as the three below; always at the beginning of a path.
    Acquires {
        /// What the threads meet at.
        through: Through,
    },
    /// What this thread has done up to here, this instruction included, comes before what others do that acquire this later.
    Releases {
        /// What the threads meet at.
        through: Through,
    },
    /// The call, the last instruction of the path, acquires this when it returns or throws.
    Awaits {
        /// What the threads meet at.
        through: Through,
    },
    /// It calls a method of a lock of `java.util.concurrent.locks`, or of a condition, traced or not; its name says which. Only in scripts
    /// that follow synchronisation.
    Lock {
        /// The state of the lock.
        place: Place,
        /// Whether the call throws within the path.
        throws: bool,
    },
    /// The thread begins.
    Begins {
        /// The state of its `java.lang.Thread`; slot 0 if that is not known.
        place: Place,
    },
    /// It copies elements: the next group of copies of the path.
    Copy,
    /// It is the predicate of a conditional, which begins here.
    Predicate {
        /// The predicate's block.
        block: BlockId,
    },
    /// Before it, control arrives at a block.
    Arrive {
        /// The block.
        block: BlockId,
        /// Number of region levels left on the way.
        left: u32,
    },
    /// The path ends, and a value that a call returned moves to another cell.
    Moved {
        /// Cell it was in.
        from: u32,
        /// Cell it is in.
        to: u32,
    },
    /// The path ends, and this cell holds a value that no call returned.
    Cleared {
        /// The cell.
        cell: u32,
    },
}

/// One entry of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// Number of nodes of the path before it.
    pub node: u32,
    /// Instruction of the map.
    pub insn: InstructionId,
    /// The event.
    pub what: What,
}

/// The effect of a path's end on the conditionals that began in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ending {
    /// They stay open: the path ends with a call or an exception.
    #[default]
    Open,
    /// Control arrives at a block within the same iteration.
    Arrives(BlockId),
    /// The iteration or activation ends, and they with it.
    Leaves,
}

/// The script of a path: everything that it does to locations, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// The method of the path.
    pub method: MethodId,
    /// Whether the path begins an iteration or an activation.
    pub fresh: bool,
    /// Its reads and writes, in the order of execution.
    pub events: Vec<Event>,
    /// The executed instructions, as ranges of instructions of the map.
    executed: Vec<Range<u32>>,
    /// The end of the path.
    pub ending: Ending,
    /// The instruction that threw at the end of the path, or that called what threw.
    pub raised: Option<InstructionId>,
    /// The first block of the handler that caught an exception, if the path begins there.
    pub handler: Option<BlockId>,
}

impl Script {
    /// Lists the instruction of each node.
    pub fn insns(&self) -> impl Iterator<Item = InstructionId> + '_ {
        self.executed.iter().cloned().flatten().map(InstructionId::new)
    }

    /// Returns the executed instructions as ranges of instructions of the map.
    pub fn ranges(&self) -> &[Range<u32>] {
        &self.executed
    }

    /// Returns the script of a path without instructions, in which only this happens.
    pub(super) fn without_instructions(method: MethodId, what: What) -> Self {
        Self { method, events: vec![Event { node: 0, insn: InstructionId::NONE, what }], ..Self::default() }
    }

    /// Lists the slots that the last node may change, by their numbers among those that the replay resolves for the path.
    pub fn changed_last(&self) -> impl Iterator<Item = u32> + '_ {
        let nodes = self.nodes() as u32;
        let last = self.events.iter().filter(move |event| event.node + 1 == nodes);
        last.filter_map(|event| match event.what {
            What::Write(place) | What::Touch { place, .. } => place.resolved(),
            _ => None,
        })
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.executed.iter().map(ExactSizeIterator::len).sum()
    }
}

/// The origin of an operand-stack entry, as far as scripts need it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Origin {
    /// It does not come from a call of traced code.
    #[default]
    Plain,
    /// It was in this cell when the path began; whether a call returned it is known of the cell.
    Cell(u32),
}

/// Recorder of a script, used while a path is executed symbolically.
#[derive(Debug, Default)]
pub struct Recorder {
    script: Script,
    node: u32,
    insn: InstructionId,
}

impl Recorder {
    /// Sets the node that the next events belong to. Without an instruction, they belong before it.
    pub fn at(&mut self, node: u32, insn: InstructionId) {
        (self.node, self.insn) = (node, insn);
        match self.script.executed.last_mut() {
            _ if insn.is_none() => {}
            Some(range) if range.end == insn.number() => range.end += 1,
            _ => self.script.executed.push(insn.number()..insn.number() + 1),
        }
    }

    /// Appends an event of the current node.
    pub fn add(&mut self, what: What) {
        self.script.events.push(Event { node: self.node, insn: self.insn, what });
    }

    /// Records that an operand-stack entry is read.
    pub fn popped(&mut self, origin: Origin) {
        if let Origin::Cell(cell) = origin {
            self.add(What::Read(Place::Entry(cell)));
        }
    }

    /// Records that an operand-stack entry is kept in a cell behind the path.
    pub fn lives_on(&mut self, origin: Origin, cell: u32) {
        match origin {
            Origin::Plain => self.add(What::Cleared { cell }),
            Origin::Cell(from) if from != cell => self.add(What::Moved { from, to: cell }),
            Origin::Cell(_) => {}
        }
    }

    /// Returns the script of the path.
    pub fn finish(self, map: &ProgramMap, info: &PathInfo) -> Script {
        let start = &map.starts[info.start as usize];
        Script {
            method: info.method,
            fresh: is_fresh(map, info),
            ending: ending(info),
            raised: match info.end {
                End::Throws { insn } | End::CallThrew { insn } => Some(insn),
                _ => None,
            },
            handler: (start.kind == StartKind::Handler).then_some(start.block),
            ..self.script
        }
    }
}

/// Returns whether a path begins an activation, or an iteration of a loop that control can only enter at its header.
fn is_fresh(map: &ProgramMap, info: &PathInfo) -> bool {
    let block = map.starts[info.start as usize].block;
    if map.methods[info.method.index()].blocks.start == block.number() {
        return true;
    }
    let looped = map.blocks[block.index()].loop_;
    !looped.is_none() && map.loops[looped.index()].header == block && is_reducible(map, looped)
}

fn ending(info: &PathInfo) -> Ending {
    match info.end {
        End::Return => Ending::Leaves,
        End::Arrive { .. } if info.arrival.next || info.arrival.left > 0 => Ending::Leaves,
        End::Arrive { block, .. } => Ending::Arrives(block),
        End::Call { .. } | End::Throws { .. } | End::CallThrew { .. } => Ending::Open,
    }
}
