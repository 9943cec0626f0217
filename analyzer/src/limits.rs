//! Every limit of the analysis and its reason.

/// Region levels that one window of the engine measures: four vectors of 16 lanes of 32 bits, but for the tag and the thread's
/// depth without induction chains. A pass is only as wide as the levels that are open; most of what it costs is to follow
/// the paths.
pub const LEVELS_PER_WINDOW: u32 = 62;

/// Windows per thread. Every node costs once per open window, so a nest of `n` levels costs `n / 62` passes; regions
/// deeper than `MAX_WINDOWS * LEVELS_PER_WINDOW` levels are counted but their critical path is not measured, and the
/// report says how many there were. Time and memory of a recursion grow with the square of its depth.
pub const MAX_WINDOWS: u32 = 128;

/// Bytes of cells in one window of region levels above which those that nobody writes are packed; in tests, which have few, always.
pub const PLAIN_CELLS: usize = if cfg!(test) { 1 } else { 1 << 28 };

/// Chunks that may wait for one worker.
pub const CHUNKS_IN_FLIGHT: usize = 4;

/// Ordinal of region entries at which a window renumbers its tags.
pub const RENUMBER_AT: u32 = u32::MAX - (1 << 20);

/// Calling contexts that are told apart: what is called when there are so many is told apart by method only. Recursion makes
/// a context of every depth, so without a limit memory would be that of all activations.
pub const MAX_CONTEXTS: usize = 1 << 22;

/// Pairs of calling contexts that are told apart, for the same reason.
pub const MAX_CONTEXT_FLOWS: usize = 1 << 23;

/// Edges between activations, and between call paths, that a report lists unless more are asked for: enough to see by, and
/// a file that can be opened.
pub const LISTED_FLOWS: usize = 1000;

/// Candidates for parallel execution that a report lists.
pub const LISTED_CANDIDATES: usize = 100;

/// Static edges that a report lists: large programs have millions, at some 700 bytes of JSON each. What is left out is
/// counted; an option lifts the limit.
pub const LISTED_EDGES: usize = 100_000;

/// Elements of one copied array that a listing of nodes tells one by one; the analysis itself has no such limit.
pub const LISTED_ELEMENTS: u32 = 1 << 16;

/// Locations that the simulation of one candidate remembers, at some 48 bytes each; a candidate with more is given up.
pub const SIMULATED_LOCATIONS: usize = 1 << 25;

/// Candidates simulated at once: sets of them are kept as the bits of a number.
pub const SIMULATED_CANDIDATES: usize = 64;

/// Rungs that one pass simulates are kept as the bits of a number; more steps of a ladder than this help nobody.
pub const LADDER_STEPS: u32 = 16;

/// Numbers of cores that are simulated side by side.
pub const SIMULATED_MACHINES: usize = 16;

/// Greatest number of cores that is simulated.
pub const SIMULATED_CORES: u32 = 1 << 16;

/// Greatest cost of creating a task: sums stay within 64 bits.
pub const TASK_COST: u64 = 1 << 30;

/// Static dependences that a simulation names per rung.
pub const LISTED_STALLS: usize = 5;

/// Instances of tasks that are told one by one, at some 150 bytes each. Further ones run in whatever called them.
pub const TASK_INSTANCES: usize = 1 << 20;

/// Shared arrays of a task that a result lists, the most accessed ones: what is left out is counted.
pub const LISTED_ARRAYS: usize = 1000;

/// Ranges of indices that a result lists of one array.
pub const LISTED_RANGES: usize = 1000;
