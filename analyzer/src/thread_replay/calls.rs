//! What calls of untraced code do to the order of threads, by their names.

use paratrace_jvm::library::{self, MethodFact};
use paratrace_traceformat::map::{InstructionId, ProgramMap, Site};

/// What a call of untraced code does with an object of `java.util.concurrent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    /// It enters or leaves the lock.
    Lock,
    Unlock,
    /// It updates, reads or writes a value.
    Updates,
    Reads,
    Writes,
    /// It adds an element, for which who removes one has to wait.
    Puts,
    Takes,
    /// It meets all others that call it.
    Meets,
    /// It gives tasks to other threads.
    Gives,
    /// It waits for results of tasks.
    Gets,
    /// It may wait, but for what is not known.
    Unknown,
}

pub(super) const CONCURRENT: &str = "java/util/concurrent/";

impl Call {
    /// Returns what a call does; `None` if it orders nothing by itself.
    pub(super) fn of(map: &ProgramMap, insn: InstructionId) -> Option<Self> {
        let site = map.call_at(insn)?;
        if site.class.starts_with("java/util/stream/") {
            return Some(Self::Gets);
        }
        if library::method_is(&site.class, &site.name, &site.desc, MethodFact::Forks) {
            return Some(Self::Gives);
        }
        let class = site.class.strip_prefix(CONCURRENT)?;
        if let Some(atomic) = class.strip_prefix("atomic/") {
            return Self::of_atomic(atomic, &site.name);
        }
        if let Some(lock) = class.strip_prefix("locks/") {
            return Self::of_lock(lock, &site.name);
        }
        Self::of_others(class, site)
    }

    fn of_atomic(class: &str, name: &str) -> Option<Self> {
        if class.contains("Array") || class.ends_with("FieldUpdater") {
            return None;
        }
        Some(match name {
            "get" | "sum" | "getPlain" | "getAcquire" | "getOpaque" | "intValue" | "longValue" => Self::Reads,
            "set" | "lazySet" | "setPlain" | "setRelease" | "setOpaque" => Self::Writes,
            "<init>" | "toString" => return None,
            _ => Self::Updates,
        })
    }

    fn of_lock(class: &str, name: &str) -> Option<Self> {
        match name {
            _ if class.contains("ReadLock") || class.starts_with("Stamped") => Some(Self::Unknown),
            "lock" | "lockInterruptibly" => Some(Self::Lock),
            "unlock" => Some(Self::Unlock),
            "tryLock" => Some(Self::Unknown),
            _ => None,
        }
    }

    fn of_others(class: &str, site: &Site) -> Option<Self> {
        let is_queue = class.ends_with("Queue") || class.ends_with("Deque");
        Some(match (&*site.name, class) {
            ("countDown", _) => Self::Updates,
            ("await", "CountDownLatch") => Self::Reads,
            ("await", "CyclicBarrier") | ("arriveAndAwaitAdvance", _) => Self::Meets,
            ("acquire" | "tryAcquire" | "acquireUninterruptibly", "Semaphore") | ("exchange", "Exchanger") => {
                Self::Unknown
            }
            ("awaitAdvance" | "tryTransfer", _) => Self::Unknown,
            ("put" | "offer" | "add" | "transfer" | "putFirst" | "putLast", _) if is_queue => Self::Puts,
            ("take" | "takeFirst" | "takeLast", _) if is_queue => Self::Takes,
            ("submit" | "execute" | "schedule" | "fork" | "supplyAsync" | "runAsync", _) => Self::Gives,
            ("get" | "join" | "awaitTermination" | "close" | "take" | "invokeAll" | "invokeAny" | "invoke", _)
                if !class.ends_with("Map") && !is_queue =>
            {
                Self::Gets
            }
            _ => return None,
        })
    }
}
