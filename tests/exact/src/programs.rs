//! Programs of `tests/programs` whose runs cannot be compared like the others.

/// Programs that end without an end of trace: their trace is incomplete, and says so.
pub const ABRUPT: [&str; 1] = ["Halt"];

/// The scheduler decides which thread executes what: all threads together are compared.
pub const SHARED_WORK: [&str; 2] = ["Pools", "Streams"];

/// No two runs execute the same: threads poll or wait for one another, or run until the end; a full stack has room for
/// more or fewer frames; the program looks at synthetic members.
pub const NEVER_ALIKE: [&str; 7] =
    ["DaemonThreads", "DeepStacks", "StackOverflow", "Handover", "Locks", "Threads", "Reflection"];

/// The same where the instructions of the JDK count, too: members are reflected in the JVM's order, also by proxies and serialization; the
/// tracing runtime has a hook for the end, and has used reflection before; threads poll or wait for one another within the JDK.
pub const NEVER_ALIKE_WITH_JDK: [&str; 12] = [
    "ReflectedFields",
    "HandlesAndReflection",
    "Proxies",
    "ObjectMethods",
    "Serialization",
    "LambdaValues",
    "ExitInTheMiddle",
    "FalseSharing",
    "GeneratedInThreads",
    "Enums",
    "NamedThreads",
    "SparseThreads",
];
