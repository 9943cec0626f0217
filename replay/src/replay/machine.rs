//! The interface of what a replay drives: a machine that executes paths.

use paratrace_traceformat::map::{BlockId, MethodId};

use crate::base::error::Halt;
use crate::events::Events;
use crate::program::{ClassNames, PathInfo, PathRow};

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
