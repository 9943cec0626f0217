//! Limits of the analyses, each with its reason.

/// How many rows of a list a report has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// A list of at most so many rows is complete.
    pub complete: usize,
    /// Number of rows of a longer list.
    pub most: usize,
}

impl Listed {
    /// All rows, however many there are.
    pub const ALL: Self = Self::at_most(usize::MAX);

    /// Returns the limit that cuts every list with more rows than this number.
    #[must_use]
    pub const fn at_most(rows: usize) -> Self {
        Self { complete: rows, most: rows }
    }

    /// Returns how many of so many rows are listed.
    #[must_use]
    pub const fn of(self, rows: usize) -> usize {
        if rows <= self.complete { rows } else { self.most }
    }
}

/// Number of region levels that one window of the engine measures: four vectors of 16 lanes of 32 bits, less two lanes.
/// These hold the tag and the thread's depth without induction chains. A pass is only as wide as the levels that are
/// open; most of its cost is to follow the paths.
pub const LEVELS_PER_WINDOW: u32 = 62;

/// Greatest number of windows per thread. Every node costs once per open window, so a nest of `n` levels costs `n / 62`
/// passes. Regions deeper than `MAX_WINDOWS * LEVELS_PER_WINDOW` levels are counted, but their critical path is not
/// measured; the report says how many there were. The time of a recursion grows with the square of its depth up to there.
pub const MAX_WINDOWS: u32 = 128;

/// Bytes of frame cells that all windows of a thread may have together. Each has 256 bytes for each cell of the stack, so only
/// stacks of more than 12,000 cells have fewer windows.
pub const FRAME_BYTES: u64 = 3 << 27;

/// Number of cells of the stack's frames, in one block of a window, that are packed together. Tests have small stacks.
pub const FRAME_PIECE: u32 = if cfg!(test) { 32 } else { 1 << 16 };

/// Number of such pieces below the running frame that are not packed, 64 MB in all blocks of a window: no ordinary program has a
/// stack that needs more, and packing takes longer than to write the cells.
pub const PLAIN_FRAME_PIECES: u32 = 4;

/// Bytes of cells in one window above which pages that are no longer written are packed. Tests have few cells, and pack
/// always.
pub const PLAIN_CELLS: usize = if cfg!(test) { 1 } else { 1 << 26 };

/// Greatest number of threads that an analysis starts side by side: more than any has work for.
pub const THREADS: usize = 64;

/// Greatest number of chunks that wait for one worker.
pub const CHUNKS_IN_FLIGHT: usize = 4;

/// Number of threads that the passes of one thread of the program keep busy while it is replayed: replay, depths, units, dependences,
/// and communication.
pub const THREADS_AT_ONCE: usize = 5;

/// Number of recorded values up to which a thread of the program is analysed without workers: to start these takes longer than to
/// follow so few, and a program may have many such threads.
pub const EVENTS_WITHOUT_WORKERS: u64 = 1 << 10;

/// Ordinal of region entries at which a window renumbers its tags.
pub const RENUMBER_AT: u32 = u32::MAX - (1 << 20);

/// Greatest number of calling contexts that are told apart; later ones are told apart by method only. Recursion makes a
/// context of every depth, so without a limit memory would grow with the number of activations.
pub const MAX_CONTEXTS: usize = 1 << 22;

/// Greatest number of lists of producers that are kept for later activations: more than are open in an ordinary program. A deep
/// recursion that has returned needs as few as before.
pub const SPARE_PRODUCERS: usize = 1 << 10;

/// Greatest number of pairs of calling contexts that are told apart, for the same reason.
pub const MAX_CONTEXT_FLOWS: usize = 1 << 23;

/// Default number of edges between activations, and between call paths, that a report lists: enough to see by, in a
/// file that can be opened.
pub const LISTED_FLOWS: usize = 1000;

/// Default bytes of the names of all call paths that a report lists, each as often as it is written. The names of a deep program
/// would be most of its report.
pub const PATH_BYTES: usize = 1 << 19;

/// Greatest number of methods in the name of a call path: more are no name.
pub const PATH_METHODS: usize = 64;

/// Number of methods that are always in the name of a call path.
pub const LEAST_PATH_METHODS: usize = 2;

/// Greatest number of untraced methods of unknown effect that a report lists.
pub const LISTED_BLIND: usize = 20;

/// How many candidates for parallel execution a report lists, and how many blockers each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedAdvice {
    /// Number of candidates, at most.
    pub candidates: usize,
    /// Number of blockers of a candidate, at most.
    pub blockers: usize,
}

impl ListedAdvice {
    /// All of them.
    pub const ALL: Self = Self { candidates: usize::MAX, blockers: usize::MAX };
}

/// Those that a report lists if not all are asked for.
pub const LISTED_ADVICE: ListedAdvice = ListedAdvice { candidates: 100, blockers: TOLD_BLOCKERS };

/// Default number of static edges that a report lists. Large programs have millions, at some 500 bytes of JSON each, in a file
/// that is to have a few million bytes: of those, the edges that matter do. The others are counted; an option lifts the limit.
pub const LISTED_EDGES: Listed = Listed { complete: 8000, most: 2500 };

/// Number of edges of each construct that a report lists before the others of any construct.
pub const FIRST_EDGES: usize = 16;

/// Greatest number of elements of one copied array that a listing of nodes shows one by one. The analysis has no such
/// limit.
pub const LISTED_ELEMENTS: u32 = 1 << 16;

/// Number of recorded values from which on the operations of a thread are kept for the simulation of gains: to replay fewer takes
/// little time.
pub const EVENTS_TO_KEEP: u64 = 1 << 20;

/// Greatest number of threads whose operations are kept: each has a file open.
pub const KEPT_STREAMS: usize = 32;

/// Number of threads of a running program that are analysed with workers of their own; others, of which there may be thousands, are
/// analysed by one thread each.
pub const LIVE_THREADS_WITH_WORKERS: usize = 16;

/// Greatest number of locations whose last writes a simulation remembers, at 16 bytes each. If there are more, the candidates that
/// run are given up.
pub const SIMULATED_WRITES: usize = 1 << 26;

/// Greatest number of locations and calls that the simulation of one candidate remembers besides, at 32 and 8 bytes each. A
/// candidate with more is given up.
pub const SIMULATED_LOCATIONS: usize = 1 << 25;

/// Greatest number of candidates simulated at once, because sets of them are the bits of a number.
pub const SIMULATED_CANDIDATES: usize = 64;

/// Greatest number of candidates whose gain an analysis simulates: all of a summary, and time for more would be felt.
pub const GAINING_CANDIDATES: usize = 24;

/// Greatest number of stopped candidates for which an analysis simulates what would unblock them.
pub const UNBLOCKED_CANDIDATES: usize = 6;

/// Greatest number of blockers that are removed together to unblock a candidate. More are another program.
pub const UNBLOCKING_STEPS: usize = 3;

/// Tasks are chunks so large that the creation takes at most one part in so many of their time, where there is work for it.
pub const CHUNK_COSTS: u64 = 20;

/// Cost of waking the threads that share a loop and of waiting for them, in creations of a task. `docs/performance.md` tells how it
/// was measured.
pub const REGION_TASKS: u64 = 30;

/// Instructions of vector code that run in the time of another one. `docs/performance.md` tells how it was measured.
pub const VECTOR_SPEED: u64 = 20;

/// Number of chunks of a loop for each core: as many as a parallel stream makes.
pub const CHUNKS_PER_CORE: u32 = 4;

/// Least share of the run that makes a change worthwhile.
pub const LEAST_SHARE: f64 = 0.01;

/// Greatest number of steps of a ladder. The rungs of one pass are the bits of a number, and more steps help nobody.
pub const LADDER_STEPS: u32 = 16;

/// Greatest count of different numbers of cores that are simulated side by side.
pub const SIMULATED_MACHINES: usize = 16;

/// Greatest number of cores that is simulated.
pub const SIMULATED_CORES: u32 = 1 << 16;

/// Greatest cost of creating a task, so that sums stay within 64 bits.
pub const TASK_COST: u64 = 1 << 30;

/// Greatest number of blockers that a candidate lists if not all are asked for.
pub const TOLD_BLOCKERS: usize = 12;

/// Greatest number of places that a candidate names from which its calls start.
pub const LISTED_SITES: usize = 100;

/// Greatest number of static dependences that a simulation names per rung.
pub const LISTED_STALLS: usize = 5;

/// Greatest number of strands, at some 150 bytes each. Further task instances run in the strand that called them.
pub const TASK_INSTANCES: usize = 1 << 20;

/// Default number of shared arrays that a result lists for a task, the most accessed ones; the others are counted.
pub const LISTED_ARRAYS: usize = 1000;

/// Greatest number of index ranges that a result lists for one array.
pub const LISTED_RANGES: usize = 1000;

/// Greatest number of branches of the sets of those who have read a location, at some 60 bytes each. A set of 1,000 takes some 10,000 to
/// build, one by one; many locations are read by the same. Further reads are counted, and not kept.
pub const READER_SETS: usize = 1 << 20;

/// Number of pairs of such a set and of who overwrites, at some 30 bytes each, from which on the members are counted.
pub const OVERWRITTEN_SETS: usize = 1 << 18;

/// Greatest number of threads whose writes to four neighbouring locations are told apart: to find one takes a look at each of the others.
/// Lines with more are counted, and left out.
pub const THREADS_OF_UNIT: u32 = 64;

/// Default cost of creating a task, in nodes. `docs/performance.md` tells how it was measured.
pub const DEFAULT_TASK_COST: u64 = 320;

/// Most different tokens of a thread of which units are made: 16 to 80 bytes each. Large programs have some 100,000.
pub const TOKENS: usize = 1 << 20;

/// Most paths of a unit. Longer ones are met more rarely (measured: up to 200 paths bring nothing).
pub const PATHS_OF_UNIT: usize = 64;

/// Most units of a thread. Their plans take 2 to 5 kB each (measured: 19,000 units of ecj, 8,000 of h2).
pub const UNITS: u32 = 1 << 15;

/// Number of times that two sequences of paths must follow each other to become one: planning a unit takes some 45 µs (measured with ecj),
/// several times as long as executing its paths one by one.
pub const TIMES_OF_UNIT: u32 = 64;

/// Most pairs of sequences that are counted; if there are more, counting begins anew.
pub const PAIRS_OF_UNITS: usize = 1 << 20;

/// Threads of which races are told: each has a clock of all others.
pub const RACING_THREADS: usize = 2_048;

/// Greatest number of objects that threads lock, at some 100 bytes each. With more, nothing is told of locks.
pub const LOCK_OBJECTS: usize = 1 << 20;

/// Greatest number of sets of several locks, or of several threads, that accesses tell apart, and of their members, at some 100 and 4 bytes.
/// With more, it is not told what locks protect.
pub const LOCK_SETS: usize = 1 << 18;
/// The same of the members of all these sets.
pub const LOCK_SET_MEMBERS: usize = 1 << 22;

/// Greatest number of locations that the sections of locks access, counted for each lock, at some 30 bytes each. With more, it is not told
/// which sections are independent.
pub const LOCKED_LOCATIONS: usize = 1 << 22;

/// Fields and places that are listed of what a lock protects, or does not: the most accessed ones. More are a page of their own.
pub const LISTED_OF_LOCK: usize = 20;

/// Greatest number of steps of threads that are replayed, and of releases among them: 16 bytes each.
pub const REPLAYED_STEPS: usize = 1 << 24;

/// Share of the work that moving contended lines has to be able to take for a second pass that tells when they move. Less limits nothing.
pub const NEGLIGIBLE_MOVEMENT: f64 = 0.002;

/// Steps that take as much memory as a strand without any.
pub const STEPS_OF_STRAND: usize = 8;

/// Locations that several strands update at the same time, at some 100 bytes each. Updates of others count as writes.
pub const UPDATED_LOCATIONS: usize = 1 << 20;

/// Strands whose updates of one location are kept. If there are more, one stands for them: who reads the location looks at each.
pub const UPDATING_STRANDS: usize = 32;

/// Locations that a thread reads while it has a monitor, of which it is known then that it updates them.
pub const LOCATIONS_OF_SECTION: usize = 1 << 16;

/// Cost of nodes between a volatile read and an update of the same location that belongs to it: as many as `LinkedBlockingQueue.put` has,
/// which looks whether there is room, takes a lock, and counts.
pub const NODES_UNTIL_UPDATE: u64 = 256;

/// Slices of time of a replay, on one core. Time slices of operating systems are some milliseconds, and programs run for seconds.
pub const SLICES: u64 = 10_000;

/// How often a replay begins anew, with more monitors in the recorded order or with more workers, if its threads wait for one another for ever.
pub const ATTEMPTS: usize = 16;

/// Instructions of an activation from which on a timeline may show it: shorter ones are not seen in a run of millions.
pub const SHOWN_ACTIVATION: u64 = 256;

/// Greatest number of activations that are kept for a timeline, at 32 bytes each.
pub const SHOWN_ACTIVATIONS: usize = 1 << 20;

/// A timeline leaves out what takes less than one part in so many of its time: a screen has fewer points.
pub const SEEN_IN_TIMELINE: u64 = 1 << 20;

/// Greatest number of slices and instants of a timeline. Viewers take some 100 bytes of a file for each, and become slow beyond.
pub const TIMELINE_EVENTS: usize = 1 << 20;

/// Rows of what threads wait for.
pub const REPLAYED_WAITS: usize = 100;

/// Least share of the work of a thread of which it is told that it never works beside another one.
pub const WORK_THAT_COUNTS: f64 = 0.05;

/// Share of the work of a method that is nearly all of it, and of the time of a call that waits for its tasks.
pub const NEARLY_ALL: f64 = 0.95;

/// Loops, methods and calls that are told to hand out work.
pub const HANDING_REGIONS: usize = 64;

/// Least share of the time that advice about one thread alone is for.
pub const SERIAL_THAT_COUNTS: f64 = 0.2;

/// Least share of the time that advice about waiting for a lock is for.
pub const WAITING_THAT_COUNTS: f64 = 0.05;

/// Least share of the work that advice about imbalance is for.
pub const IMBALANCE_THAT_COUNTS: f64 = 0.1;
