//! What a replay drives: something that executes paths.

use paratrace_traceformat::paths::Path;

use crate::base::error::Halt;
use crate::events::Events;
use crate::program::Arrival;

/// A path of the map, with what following it means.
#[derive(Debug, Clone)]
pub struct PathInfo {
    /// Number of this path within one replay.
    pub index: u32,
    /// Number of the path in the map (a silent one: of its start).
    pub id: u32,
    /// The method that it belongs to.
    pub method: u32,
    /// The start it begins at.
    pub start: u32,
    /// Its blocks.
    pub path: Box<Path>,
    /// The last block on it.
    pub last: Option<u32>,
    /// How it ends.
    pub end: End,
    /// The path begins behind a call.
    pub behind_call: bool,
    /// Region levels left within the path.
    pub left: u32,
    /// What the arrival at its end does.
    pub arrival: Arrival,
    /// Sites of calls inside the path that are not cut and whose receiver's class is not recorded.
    pub leaves: Box<[u32]>,
    /// Instructions executed.
    pub nodes: u32,
}

/// How a path ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of a variant names its fields")]
pub enum End {
    /// Arrives at a block that is a start.
    Arrive { block: u32, start: u32 },
    /// A call; the block and start after it.
    Call { insn: u32, site: u32, start: u32 },
    /// Leaves the method.
    Return,
    /// An instruction threw.
    Throws { insn: u32 },
    /// The call before the path's start threw.
    CallThrew { insn: u32 },
}

/// Classes recorded at the calls of one path.
#[derive(Debug, Default)]
pub struct Classes {
    /// Calls inside the path: site, class.
    pub leaves: Vec<(u32, u32)>,
    /// The call at its end.
    pub call: Option<u32>,
}

/// What became of the call at the end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The path does not end with a call.
    NoCall,
    /// Traced code is entered directly.
    Direct,
    /// Untraced code runs.
    Opaque,
    /// Nothing runs: the receiver was null, or the stack was full.
    Failed,
}

/// Why a method is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// At the bottom of the stack, by untraced code.
    Bottom,
    /// By the call its caller waits for.
    Direct,
    /// By untraced code that a traced activation called.
    CallBack,
    /// A class initialiser.
    Initialiser,
    /// Where the map expects no entry.
    Unexpected,
}

/// Executes what a replay finds out.
pub trait Machine {
    /// A method is entered: its activation and the loops around its first block open.
    fn enter(&mut self, method: u32, entry: Entry) -> Result<(), Halt>;

    /// A path of the current activation: takes its data and executes it up to a call at its end. `direct`: the path
    /// begins after a call that entered traced code directly.
    fn begin(
        &mut self,
        path: &PathInfo,
        direct: bool,
        events: &mut Events<'_>,
        classes: &mut Classes,
    ) -> Result<(), Halt>;

    /// The rest of the path just begun: the call, the arrival at its end.
    fn finish(&mut self, path: &PathInfo, outcome: Outcome) -> Result<(), Halt>;

    /// This path will be executed soon: brings near what that needs.
    fn expect(&self, _path: u32) {}

    /// The same very soon: what [`Self::expect`] brought near is there.
    fn expect_now(&self, _path: u32) {}

    /// The current activation catches an exception in this block.
    fn catch(&mut self, block: u32);

    /// The current activation ends.
    fn leave(&mut self);
}
