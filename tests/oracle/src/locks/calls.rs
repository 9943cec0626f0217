//! What a call does to a lock, by the names of the class and the method.

use paratrace_traceformat::map::{InstructionId, MethodId, Mode, ProgramMap, Site};

/// What is called of a lock of `java.util.concurrent.locks`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OfLock {
    /// The thread has it when the call has returned.
    Lock,
    /// The thread gives it back.
    Unlock,
    /// Whether the thread has it then is not known, or it may share it.
    Tried,
    /// The same of a thread that gives it back.
    TriedBack,
    /// The thread waits at a condition of it.
    Await,
    /// The thread wakes others up that do.
    Signal,
}

const LOCK: &str = "java/util/concurrent/locks/Lock";
const READ: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
const OTHERS: [&str; 2] =
    ["java/util/concurrent/locks/ReentrantLock", "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock"];
const CONDITIONS: [&str; 2] =
    ["java/util/concurrent/locks/Condition", "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject"];

/// What is known of all calls of a map.
pub(super) struct Calls<'m> {
    map: &'m ProgramMap,
    /// Whether a lock that is only known as a `Lock` may be one for reading, or one that the program made.
    may_be_any: bool,
}

impl<'m> Calls<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        let own = map.classes.iter().filter(|class| !class.is_of_jdk());
        let makes = own.flat_map(|class| &class.interfaces).any(|name| name == LOCK);
        let gets = ["readLock", "asReadLock", "asWriteLock"];
        let calls = map.own_methods().flat_map(|(_, method)| method.instructions());
        let mut names = calls.filter_map(|insn| map.call_at(insn)).map(|site| &*site.name);
        Self { map, may_be_any: makes || names.any(|name| gets.contains(&name)) }
    }

    /// The first class that is a lock, of a class and those that it extends.
    fn lock(&self, class: &str) -> Option<&'static str> {
        let mut name = class.to_owned();
        loop {
            if let Some(&lock) = OTHERS.iter().chain([&READ, &LOCK]).find(|lock| **lock == name) {
                return Some(lock);
            }
            name = self.map.classes.iter().find(|class| class.name == name)?.super_name.clone()?;
        }
    }

    /// What an instruction of the program's own code does to the lock or the condition that it calls.
    pub(super) fn of_lock(&self, method: MethodId, insn: InstructionId) -> Option<OfLock> {
        let site = self.map.call_at(insn)?;
        if method.is_none() || self.map.is_of_jdk(&self.map.methods[method.index()]) {
            return None;
        }
        if CONDITIONS.contains(&&*site.class) {
            let is = |first| site.name.starts_with(first);
            return if is("await") { Some(OfLock::Await) } else { is("signal").then_some(OfLock::Signal) };
        }
        let lock = self.lock(&site.class)?;
        let is_any = lock == READ || lock == LOCK && self.may_be_any;
        match (&*site.name, is_any) {
            ("lock" | "lockInterruptibly", false) => Some(OfLock::Lock),
            ("unlock", false) => Some(OfLock::Unlock),
            ("unlock", true) => Some(OfLock::TriedBack),
            ("lock" | "lockInterruptibly" | "tryLock", _) => Some(OfLock::Tried),
            _ => None,
        }
    }

    /// Whether an instruction gives up the monitor of its receiver until it is woken up.
    pub(super) fn waits(&self, insn: InstructionId) -> bool {
        self.map.call_at(insn).is_some_and(|site| ["wait", "wait0"].contains(&&*site.name) && is_timed(site))
    }

    /// Whether an instruction works on a monitor itself, and not on what the monitor protects.
    pub(super) fn is_of_monitor(&self, insn: InstructionId) -> bool {
        let wakes = |site: &Site| matches!((&*site.name, &*site.desc), ("notify" | "notifyAll", "()V"));
        self.waits(insn) || self.map.call_at(insn).is_some_and(wakes)
    }

    /// Whether a call ends its path, so that what comes next shows whether it has thrown.
    pub(super) fn ends_path(&self, insn: InstructionId) -> bool {
        self.map.call_at(insn).is_some_and(|site| site.mode != Mode::Leaf)
    }
}

fn is_timed(site: &Site) -> bool {
    ["()V", "(J)V", "(JI)V"].contains(&&*site.desc)
}
