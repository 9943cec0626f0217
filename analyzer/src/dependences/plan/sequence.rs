//! The events of a unit: those of its paths, and the beginnings and ends of regions in between.

use std::ops::Range;

use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Ending, Place, What};
use paratrace_replay::program::RegionId;
use paratrace_replay::stream::Operation;
use paratrace_traceformat::map::{Accessed, BlockId, InstructionId, MethodId, ProgramMap};

/// An event of a unit.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// An access of a path, or what else its script tells. Cells are relative to the frame of the first path of the unit.
    Of(What),
    /// A path begins. It is `fresh` if it begins an activation or an iteration.
    Path {
        method: MethodId,
        frame: u32,
        fresh: bool,
    },
    Enter {
        region: RegionId,
        frame: u32,
    },
    Loop {
        region: RegionId,
    },
    Next,
    Exit {
        levels: u32,
    },
    /// Control arrives at a block at which conditionals may end.
    Join {
        block: BlockId,
    },
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Event {
    /// Number of nodes of the unit before it.
    pub(super) node: u32,
    pub(super) insn: InstructionId,
    pub(super) step: Step,
}

/// The events of a path or a unit.
#[derive(Debug, Default)]
pub(crate) struct Sequence {
    pub(super) events: Vec<Event>,
    pub(super) nodes: u32,
    pub(super) slots: u32,
    pub(super) copies: u32,
    pub(super) paths: u32,
    /// The end of the last path.
    pub(super) ending: Ending,
    pub(super) raised: Vec<InstructionId>,
    pub(super) handlers: Vec<BlockId>,
    pub(super) ran: Vec<Range<u32>>,
}

impl Sequence {
    /// Lists the events of a single path.
    pub(crate) fn of_path(program: &Program) -> Self {
        let mut sequence = Self::default();
        sequence.add_path(program, 0);
        sequence
    }

    /// Lists the events of operations; frames are relative to that of the first path. `program` returns a program by its number.
    pub(crate) fn of_unit<'p>(words: &[u32], program: impl Fn(u32) -> &'p Program) -> Self {
        let mut sequence = Self::default();
        let mut at = 0;
        while at < words.len() {
            match Operation::read(words, &mut at) {
                Operation::Path { program: number, frame, .. } => sequence.add_path(program(number), frame),
                Operation::Enter { region, frame, .. } => sequence.add(Step::Enter { region, frame }),
                Operation::Loop { region, .. } => sequence.add(Step::Loop { region }),
                Operation::Next => sequence.add(Step::Next),
                Operation::Exit { levels } => sequence.add(Step::Exit { levels }),
                Operation::Arrive { block } => sequence.add(Step::Join { block }),
                Operation::Spread { .. } | Operation::Join { .. } => {}
                Operation::Callback { .. }
                | Operation::Work { .. }
                | Operation::Counted { .. }
                | Operation::Deepened { .. } => {}
            }
        }
        sequence
    }

    /// Returns whether a call of it may access a field by reflection, also a static one that other instructions name.
    pub(super) fn reflects(&self, map: &ProgramMap) -> bool {
        self.events.iter().any(|event| reflects(map, event.insn))
    }

    fn add(&mut self, step: Step) {
        self.events.push(Event { node: self.nodes, insn: InstructionId::NONE, step });
    }

    fn add_path(&mut self, program: &Program, frame: u32) {
        let script = &program.script;
        self.add(Step::Path { method: script.method, frame, fresh: script.fresh });
        for event in &script.events {
            let what = self.moved(event.what, frame);
            self.copies += u32::from(what == What::Copy);
            self.events.push(Event { node: self.nodes + event.node, insn: event.insn, step: Step::Of(what) });
        }
        self.nodes += program.nodes;
        self.slots += program.slots;
        self.paths += 1;
        self.ending = script.ending;
        self.raised.extend(script.raised);
        self.handlers.extend(script.handler);
        self.ran.extend_from_slice(script.ranges());
    }

    /// Returns an event of a path, with its slots and cells counted as those of the unit.
    fn moved(&self, what: What, frame: u32) -> What {
        let cell = |cell: u32| cell.wrapping_add(frame);
        let moved = |place| match place {
            Place::Local(at) => Place::Local(cell(at)),
            Place::Parameter(at) => Place::Parameter(cell(at)),
            Place::Entry(at) => Place::Entry(cell(at)),
            Place::Resolved(slot) => Place::Resolved(slot + self.slots),
            Place::Static(slot) => Place::Static(slot),
        };
        match what {
            What::Read(place) => What::Read(moved(place)),
            What::Write(place) => What::Write(moved(place)),
            What::Touch { place, argument } => What::Touch { place: moved(place), argument },
            What::Made { place } => What::Made { place: moved(place) },
            What::Enter { place } => What::Enter { place: moved(place) },
            What::Leave { place } => What::Leave { place: moved(place) },
            What::Lock { place, throws } => What::Lock { place: moved(place), throws },
            What::Moved { from, to } => What::Moved { from: cell(from), to: cell(to) },
            What::Cleared { cell: at } => What::Cleared { cell: cell(at) },
            What::Begins { place } => What::Begins { place: moved(place) },
            // Units follow what one thread does: their streams tell nothing of this.
            What::Acquires { .. } | What::Releases { .. } | What::Awaits { .. } => what,
            What::Copy | What::Predicate { .. } | What::Arrive { .. } => what,
        }
    }
}

/// Returns whether an instruction is a call that accesses a field by reflection.
pub(crate) fn reflects(map: &ProgramMap, insn: InstructionId) -> bool {
    map.call_at(insn).is_some_and(|site| site.accessed() == Some(Accessed::Reflected))
}
