//! The interface of what a replay drives: a machine that executes paths.

use paratrace_traceformat::handle;
use paratrace_traceformat::map::{BlockId, InstructionId, MethodId, PathId};
use paratrace_traceformat::paths::Path;

use crate::base::error::Halt;
use crate::events::Events;
use crate::program::{Arrival, ClassNames};

handle! {
    /// Number of a path among those that occurred in one replay, in the order in which they occurred first.
    pub struct PathRow;
}

/// A path of the map, with the facts that follow from it.
#[derive(Debug, Clone)]
pub struct PathInfo {
    /// Its number within one replay.
    pub index: PathRow,
    /// Number of the path in the map; for a silent path, that of its start.
    pub id: PathId,
    /// Whether it is the path that its start takes without an event.
    pub is_silent: bool,
    /// The method that it belongs to.
    pub method: MethodId,
    /// The start at which it begins.
    pub start: u32,
    /// The blocks on it.
    pub path: Box<Path>,
    /// The last block on it.
    pub last: Option<BlockId>,
    /// The end of the path.
    pub end: End,
    /// Whether a class that the map does not know answers the call of a traced virtual method at its end.
    pub outside: bool,
    /// Whether the path begins behind a call.
    pub behind_call: bool,
    /// Number of region levels left within the path.
    pub left: u32,
    /// The arrival at its end.
    pub arrival: Arrival,
    /// Sites of the calls inside the path whose receiver's class is not recorded; calls that end a path are not among
    /// them.
    pub leaves: Box<[u32]>,
    /// Number of instructions executed.
    pub nodes: u32,
}

/// The end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of a variant names its fields")]
pub enum End {
    /// It arrives at a block that is a start.
    Arrive { block: BlockId, start: u32 },
    /// It ends with a call; `start` is the start behind the call.
    Call { insn: InstructionId, site: u32, start: u32 },
    /// It leaves the method.
    Return,
    /// An instruction throws.
    Throws { insn: InstructionId },
    /// The call before the path's start threw.
    CallThrew { insn: InstructionId },
}

/// Classes recorded at the calls of one path.
pub struct Classes<'n> {
    /// What the trace calls the numbers of classes and fields.
    pub names: &'n ClassNames<'n>,
    /// Calls inside the path: site and class of the receiver.
    pub leaves: Vec<(u32, u32)>,
    /// Class recorded at the call that ends the path.
    pub call: Option<u32>,
}

impl<'n> Classes<'n> {
    pub(super) fn new(names: &'n ClassNames<'n>) -> Self {
        Self { names, leaves: Vec::new(), call: None }
    }
}

/// The outcome of the call at the end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The path does not end with a call.
    NoCall,
    /// Traced code is entered directly.
    Direct,
    /// This method is entered directly, by a lambda that runs it: what the lambda has captured comes first, then the arguments.
    Lambda(MethodId),
    /// Untraced code runs.
    Opaque,
    /// Nothing runs: the receiver was null, or the stack was full.
    Failed,
}

/// The reason why a method is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// The thread enters it at the bottom of the stack.
    Bottom,
    /// The caller's last path ended with the call.
    Direct,
    /// Untraced code that a traced activation called has called back.
    CallBack,
    /// A class initialiser runs.
    Initialiser,
    /// The map expects no entry here.
    Unexpected,
}

/// A machine that executes the paths of a thread, as the replay finds them.
pub trait Machine {
    /// Enters a method: its activation opens, and with it the loops around its first block.
    fn enter(&mut self, method: MethodId, entry: Entry) -> Result<(), Halt>;

    /// Begins a path of the current activation: takes its data, and executes it up to a call at its end. `direct` says
    /// that the path begins behind a call that entered traced code directly.
    fn begin(
        &mut self,
        path: &PathInfo,
        direct: bool,
        events: &mut Events<'_>,
        classes: &mut Classes<'_>,
    ) -> Result<(), Halt>;

    /// Executes the rest of the path just begun: the call or the arrival at its end.
    fn finish(&mut self, path: &PathInfo, outcome: Outcome) -> Result<(), Halt>;

    /// Code that the machine is not shown has executed nodes.
    fn work(&mut self, _nodes: u64) {}

    /// The call at the end of the last path is only counted: it has executed so many nodes, one after the other.
    fn counted(&mut self, nodes: u64) {
        self.work(nodes);
    }

    /// Prefetches what executing this path needs first; it will be executed soon.
    fn expect(&self, _path: PathRow) {}

    /// Prefetches the rest, given that what [`Self::expect`] prefetched is there; the path will be executed very soon.
    fn expect_now(&self, _path: PathRow) {}

    /// Lets the current activation catch an exception in this block.
    fn catch(&mut self, block: BlockId);

    /// Ends the current activation.
    fn leave(&mut self);
}
