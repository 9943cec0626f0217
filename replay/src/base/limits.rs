//! Limits of the replay, each with its reason.

/// Greatest number of locations of one thread. Slots are 32-bit numbers, and slot 0 belongs to no object.
pub const MAX_SLOTS: u32 = u32::MAX - 64;

/// Greatest number of cells of one thread's stack: recursion to a million frames of a thousand cells.
pub const MAX_FRAME_CELLS: u32 = 1 << 30;

/// Number of words at which a chunk of the operation stream is handed over.
pub const CHUNK_WORDS: usize = 1 << 16;

/// Bytes of the compressed operation stream that a backward pass keeps in memory; the rest goes to a temporary file.
pub const SPOOL_IN_MEMORY: usize = 64 << 20;

/// Depth from which on a critical path is reported as saturated, because depths are 32-bit numbers.
pub const SATURATED: u32 = u32::MAX - (1 << 26);

/// Number of steps without an event that a replay may take per activation before it is called a cycle.
pub const SILENT_STEPS_FLOOR: u64 = 1 << 16;

/// Greatest number of words for the liveness of locals, one bit per local and block. In methods that would need more,
/// every local counts as live everywhere, which is correct and a little slower.
pub const MAX_LIVENESS_WORDS: usize = 1 << 22;

/// Number of parts of objects, such as elements of arrays, that are listed for calls of untraced code however few paths there are.
pub const PARTS_AT_ONCE: u64 = 1 << 22;

/// Number of further parts for each path: a search in a large array, made again and again, must not take the time of
/// listing all its elements.
pub const PARTS_PER_PATH: u64 = 32;

/// Number of cells between a caller and code that runs where it is not expected, so that arguments already written
/// stay.
pub const UNEXPECTED_GAP: u32 = 257;

/// How often a path is executed before the replay learns what follows it, as most paths of a short thread never recur.
pub const EXECUTIONS_BEFORE_LEG: u64 = 2;

/// Number of acts at which a leg ends: a recursion may return a million times between two events.
pub const ACTS_OF_LEG: usize = 64;

/// Greatest number of acts that the replay of a thread keeps: some 40 MB.
pub const ACTS_OF_LEGS: usize = 1 << 20;
