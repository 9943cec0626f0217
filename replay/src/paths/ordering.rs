//! What calls order among threads, and which of them are of locks, by the names of the methods called.
//!
//! Of methods that access memory, the name says the access mode (the documentation of `VarHandle` and of `Unsafe`). Of other untraced
//! code, what the Java Memory Model (JLS §17.4.4) and the documentation of `java.util.concurrent` promise: nothing else orders threads.

use paratrace_jvm::library::{self, ClassFact, MethodFact, Nature};
use paratrace_traceformat::map::{Accessed, Effect, InstructionId, Site};

use super::accesses::{self, Through, What};
use super::builder::Builder;
use super::calls::States;
use super::program::Step;
use crate::program::End;

/// The memory order of an access.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Mode {
    acquires: bool,
    releases: bool,
}

const BOTH: Mode = Mode { acquires: true, releases: true };
const ACQUIRE: Mode = Mode { acquires: true, releases: false };
const RELEASE: Mode = Mode { acquires: false, releases: true };

/// Returns the memory order of a method that accesses memory.
fn mode(place: Accessed, class: &str, name: &str) -> Mode {
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    let (reads, updates) = (name.starts_with("get"), name.contains("compareAnd") || name.contains("getAnd"));
    // A field of a reflection or an updater may be, or is, volatile.
    let is_volatile = place == Accessed::Reflected || class.ends_with("FieldUpdater");
    match () {
        () if ends(&["Plain"]) => Mode::default(),
        () if updates || name.contains("CompareAnd") => {
            Mode { acquires: !ends(&["Release"]), releases: !ends(&["Acquire"]) }
        }
        () if name.starts_with("lazySet") || name.starts_with("putOrdered") => RELEASE,
        () if is_volatile && name.ends_with("AndGet") => BOTH,
        // Opaque accesses order threads together with fences.
        () if reads && (is_volatile || ends(&["Volatile", "Acquire", "Opaque"])) => ACQUIRE,
        () if !reads && (is_volatile || ends(&["Volatile", "Release", "Opaque"])) => RELEASE,
        () => Mode::default(),
    }
}

/// What a call of a method that is not traced does to the threads' order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Orders {
    /// It starts the thread that is the argument of this number, or wakes it up.
    Wakes(u8),
    /// It waits until it is woken up, or interrupted.
    Parks,
    /// It finds out whether the thread that is its receiver has ended.
    Ends,
    /// It accesses memory that is not known.
    Unknown,
    /// It is a fence: what threads do before one comes before what they do behind a later one.
    Fences(Mode),
    /// It releases the monitor of its receiver, and acquires it again.
    Waits,
    /// It has a thread execute something.
    Gives,
    /// It acquires and releases the states of its arguments; it may give tasks to other threads, or get their results.
    States { tasks: bool, results: bool },
}

/// Names of methods that have something run in other threads.
const GIVE: [&str; 8] = ["submit", "execute", "invoke", "schedule", "fork", "supplyAsync", "runAsync", "complete"];
/// Names of methods that get what other threads have done.
const GET: [&str; 8] = ["get", "join", "invoke", "awaitTermination", "close", "poll", "take", "result"];

/// Whether a method accesses memory through a handle or an offset.
fn is_access(class: &str, name: &str) -> bool {
    let accesses = ["get", "set", "put", "compareAnd", "weakCompareAnd"];
    (class == "java/lang/invoke/VarHandle" || class.ends_with("/Unsafe"))
        && accesses.iter().any(|first| name.starts_with(first))
}

fn orders(class: &str, name: &str, desc: &str) -> Option<Orders> {
    let is_named = |names: &[&str]| names.iter().any(|first| name.starts_with(first));
    let timed =
        desc.ends_with(")V") && ["(", "(J", "(JI"].contains(&&desc[..desc.len() - 2]) || desc.ends_with("Duration;)Z");
    let concurrent = class.starts_with("java/util/concurrent/");
    Some(match name {
        // `start` and `join` of other classes than threads start nothing: nobody acquires that.
        "start" | "start0" | "interrupt" | "interrupt0" if desc == "()V" => Orders::Wakes(0),
        "unpark" if class.ends_with("Unsafe") => Orders::Wakes(1),
        "unpark" => Orders::Wakes(0),
        "park" | "parkNanos" | "parkUntil" if class.ends_with("Unsafe") || class.ends_with("LockSupport") => {
            Orders::Parks
        }
        "fullFence" => Orders::Fences(BOTH),
        "acquireFence" | "loadFence" | "loadLoadFence" => Orders::Fences(ACQUIRE),
        "releaseFence" | "storeFence" | "storeStoreFence" => Orders::Fences(RELEASE),
        _ if name.starts_with("sleep") && class == "java/lang/Thread" => Orders::Parks,
        "join" if timed => Orders::Ends,
        "isAlive" if desc == "()Z" => Orders::Ends,
        "wait" | "wait0" if timed => Orders::Waits,
        _ if is_access(class, name) => Orders::Unknown,
        _ if class.starts_with("java/util/Timer") || class.starts_with("java/lang/Thread") => {
            return library::method_is(class, name, desc, MethodFact::Forks).then_some(Orders::Gives);
        }
        _ if concurrent || library::is(class, ClassFact::Locks) => {
            let continues = class.ends_with("/CompletableFuture") || class.ends_with("/CompletionStage");
            Orders::States {
                tasks: concurrent && (is_named(&GIVE) || continues),
                results: concurrent && is_named(&GET),
            }
        }
        _ if class.starts_with("java/util/stream/") => {
            Orders::States { tasks: library::method_is(class, name, desc, MethodFact::Forks), results: true }
        }
        _ => return None,
    })
}

impl Builder<'_> {
    /// Tells what a call of untraced code orders; it has been executed.
    pub(super) fn order(&mut self, insn: InstructionId, site: &Site, states: &States) {
        if !self.follows {
            return;
        }
        if let Effect::Access(access) = site.effect {
            let Mode { acquires, releases } = mode(access.place, &site.class, &site.name);
            for place in states.places() {
                self.meet(insn, Through::Place(place), (acquires && access.reads, releases && access.writes));
            }
            return;
        }
        let place = |argument: u8| {
            let at = site.state_args.iter().position(|&state| state == argument)?;
            Some(accesses::Place::Resolved(*states.slots.get(at)?))
        };
        match orders(&site.class, &site.name, &site.desc) {
            None => {}
            Some(Orders::Wakes(argument)) => {
                let thread = place(argument).map(Through::Thread);
                thread.into_iter().for_each(|thread| self.meet(insn, thread, (false, true)));
            }
            Some(Orders::Parks) => self.meet(insn, Through::Own, (true, false)),
            Some(Orders::Unknown) => self.meet(insn, Through::Unknown, (true, true)),
            Some(Orders::Fences(mode)) => self.meet(insn, Through::Fences, (mode.acquires, mode.releases)),
            Some(Orders::Ends) => self.await_end(insn, site, states),
            Some(Orders::Waits) => {
                if let Some(object) = states.first {
                    self.steps.push(Step::Monitor { object });
                    let monitor = accesses::Place::Resolved(self.slot());
                    self.meet(insn, Through::Place(monitor), (true, true));
                    self.meet(insn, Through::Own, (true, false));
                    // What has woken the thread is not told.
                    self.meet(insn, Through::Unknown, (true, false));
                }
            }
            Some(Orders::Gives) => self.meet(insn, Through::Tasks, (false, true)),
            Some(Orders::States { tasks, results }) => {
                for place in states.places() {
                    self.meet(insn, Through::Place(place), (true, true));
                }
                self.meet(insn, Through::Tasks, (false, tasks));
                self.meet(insn, Through::Results, (results, false));
            }
        }
    }

    /// Tells of a call of a lock, whether it is traced or not.
    pub(super) fn lock(&mut self, site: &Site, states: &States, throws: bool) {
        if self.follows
            && let (Some(0), Some(&slot)) = (site.state_args.first(), states.slots.first())
            && self.is_of_lock(site)
        {
            self.accesses.add(What::Lock { place: accesses::Place::Resolved(slot), throws });
        }
    }

    /// Returns whether a call is one of a lock, or one of a condition by which threads wait or wake others up.
    fn is_of_lock(&self, site: &Site) -> bool {
        const WAITS: [&str; 2] = [
            "java/util/concurrent/locks/Condition",
            "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
        ];
        if !["lock", "lockInterruptibly", "tryLock", "unlock"].contains(&&*site.name) {
            return ["await", "signal"].iter().any(|first| site.name.starts_with(first))
                && WAITS.contains(&&*site.class);
        }
        let by_name = |name: &str| self.map.classes.iter().find(|class| class.name == name);
        let mut class = Some(&*site.class);
        // Classes of a damaged map may be their own super classes.
        for _ in 0..self.map.classes.len() + 1 {
            match class {
                Some(name) if library::nature_of(name) == Some(Nature::Lock) => return true,
                Some(name) => class = by_name(name).and_then(|class| class.super_name.as_deref()),
                None => return false,
            }
        }
        false
    }

    /// A call of `Thread.join` or the like, traced or not, acquires the end of its receiver, if that has ended then: nothing that is traced
    /// says so, as the JVM ends threads.
    pub(super) fn await_end(&mut self, insn: InstructionId, site: &Site, states: &States) {
        if self.follows
            && orders(&site.class, &site.name, &site.desc) == Some(Orders::Ends)
            && let (Some(0), Some(&slot)) = (site.state_args.first(), states.slots.first())
        {
            self.meet(insn, Through::EndOf(accesses::Place::Resolved(slot)), (true, false));
        }
    }

    /// The running instruction acquires or releases something.
    pub(super) fn meet(&mut self, insn: InstructionId, through: Through, (acquires, releases): (bool, bool)) {
        if releases {
            self.accesses.add(What::Releases { through });
            self.depths.release();
        }
        if acquires {
            let is_last = self.last_call() == Some(insn) || self.info.end == End::Throws { insn };
            self.accesses.add(if is_last { What::Awaits { through } } else { What::Acquires { through } });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn access_modes_are_those_of_the_names() {
        let of = |name| mode(Accessed::Element, "java/lang/invoke/VarHandle", name);
        for name in ["get", "set", "weakCompareAndSetPlain"] {
            assert_eq!(of(name), Mode::default(), "{name}");
        }
        for name in ["getVolatile", "getAcquire", "getOpaque", "compareAndExchangeAcquire", "getAndAddAcquire"] {
            assert_eq!(of(name), ACQUIRE, "{name}");
        }
        for name in ["setVolatile", "setRelease", "setOpaque", "weakCompareAndSetRelease", "getAndBitwiseOrRelease"] {
            assert_eq!(of(name), RELEASE, "{name}");
        }
        for name in ["compareAndSet", "weakCompareAndSet", "getAndAdd", "compareAndExchange"] {
            assert_eq!(of(name), BOTH, "{name}");
        }
        let of = |name| mode(Accessed::Element, "jdk/internal/misc/Unsafe", name);
        assert_eq!([of("getInt"), of("putReference"), of("getLongUnaligned")], [Mode::default(); 3]);
        assert_eq!([of("getIntVolatile"), of("putLongRelease"), of("getAndSetReference")], [ACQUIRE, RELEASE, BOTH]);
        let of = |name| mode(Accessed::Element, "java/util/concurrent/atomic/AtomicLongFieldUpdater", name);
        assert_eq!([of("get"), of("set"), of("lazySet"), of("addAndGet")], [ACQUIRE, RELEASE, RELEASE, BOTH]);
        assert_eq!(
            [mode(Accessed::Reflected, "F", "getInt"), mode(Accessed::Reflected, "F", "setInt")],
            [ACQUIRE, RELEASE]
        );
    }

    #[test]
    fn threads_are_ordered_by_calls() {
        assert_eq!(orders("a/Worker", "start", "()V"), Some(Orders::Wakes(0)));
        assert_eq!(orders("java/lang/Thread", "join", "(J)V"), Some(Orders::Ends));
        assert_eq!(orders("java/lang/String", "join", "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)V"), None);
        assert_eq!(orders("java/lang/Object", "wait", "()V"), Some(Orders::Waits));
        assert_eq!(orders("java/lang/Thread", "sleep", "(J)V"), Some(Orders::Parks));
        assert_eq!(orders("java/lang/Object", "notifyAll", "()V"), None);
        assert_eq!(
            orders("java/util/Vector", "add", "(Ljava/lang/Object;)Z"),
            Some(Orders::States { tasks: false, results: false })
        );
        let submit = orders(
            "java/util/concurrent/ExecutorService",
            "submit",
            "(Ljava/lang/Runnable;)Ljava/util/concurrent/Future;",
        );
        assert_eq!(submit, Some(Orders::States { tasks: true, results: false }));
        assert_eq!(orders("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z"), None);
        let starts = "(Ljava/lang/Runnable;)Ljava/lang/Thread;";
        assert_eq!(orders("java/lang/Thread$Builder$OfVirtual", "start", starts), Some(Orders::Gives));
        assert_eq!(orders("java/lang/Thread", "startVirtualThread", starts), Some(Orders::Gives));
        assert_eq!(orders("java/lang/Thread", "getName", "()Ljava/lang/String;"), None);
    }
}
