//! Every limit of the replay and its reason.

/// Shadow locations of one thread. Slots are 32-bit numbers; slot 0 belongs to "no object".
pub const MAX_SLOTS: u32 = u32::MAX - 64;

/// Cells of all frames of one thread's stack: recursion to a million frames of a thousand cells.
pub const MAX_FRAME_CELLS: u32 = 1 << 30;

/// Words of an operation chunk after which it is handed to the engines.
pub const CHUNK_WORDS: usize = 1 << 16;

/// Bytes of the (compressed) operation stream that a backward pass keeps in memory; the rest goes to a temporary file.
pub const SPOOL_IN_MEMORY: usize = 64 << 20;

/// Depths are 32-bit numbers. A thread whose critical path passes this is reported as saturated.
pub const SATURATED: u32 = u32::MAX - (1 << 26);

/// Steps without an event that a replay may take for every start and activation before it is called a cycle.
pub const SILENT_STEPS_FLOOR: u64 = 1 << 16;

/// Liveness of locals is kept as one bit per local and block; methods that would need more words than this are
/// treated as if every local were live everywhere, which is correct and a little slower.
pub const MAX_LIVENESS_WORDS: usize = 1 << 22;

/// Cells between a caller and code that runs where it is not expected, so that arguments already written stay.
pub const UNEXPECTED_GAP: u32 = 257;
