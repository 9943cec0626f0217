//! Plans: what one path does to locks and to memory, in the order of execution.

use fixedbitset::FixedBitSet;
use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Event, Place, Through, What};
use paratrace_traceformat::map::{Effect, InstructionId, Mode, ProgramMap, Site};
use rustc_hash::FxHashMap;

use super::objects::Entry;
use crate::dependences::Points;
use crate::heap::At;

/// What a path does, with the instruction that does it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Read(At, InstructionId),
    Write(At, InstructionId),
    /// The next group of element copies.
    Copy(InstructionId),
    /// Untraced code uses an object, and may change it.
    Touch(At, InstructionId, bool),
    /// Untraced code is given no object: what it uses is not known.
    Blind(InstructionId),
    /// It enters a monitor, in own code at a place.
    Enter(At, Option<Entry>),
    Leave(At),
    /// It gives up a monitor while it waits, if it is one that it holds.
    Wait(At),
    /// It calls a method of a lock.
    Lock(Call, At, Entry),
}

/// What is called of a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    Lock,
    Unlock,
    /// Whether it got the lock is not known, or it may share it.
    Other,
    /// It gives back a lock of which that is not known.
    OtherUnlock,
    /// It waits at a condition, and gives up its lock meanwhile.
    Await,
    /// It wakes up who waits at a condition.
    Signal,
}

/// One step: after so many nodes of the path.
pub(super) type Step = (u32, Op);

/// What a path does.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) steps: Box<[Step]>,
    pub(super) nodes: u32,
    /// Number of slots before the element copies.
    pub(super) slots: u32,
    /// The instruction that threw at its end, or whose call threw at its beginning; `NONE` if an exception was caught before, or the
    /// activation ends.
    pub(super) threw: Option<InstructionId>,
}

/// What is known of the map.
pub(super) struct Planner<'m> {
    points: Points<'m>,
    /// The methods of the program, and not of a traced JDK.
    own: FixedBitSet,
    /// The super class of each class.
    classes: FxHashMap<&'m str, Option<&'m str>>,
    /// Whether a lock that is only known as one may be shared by those who read, or one that the program made.
    has_other_locks: bool,
}

impl<'m> Planner<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        let own = map.own_methods().map(|(method, _)| method.index()).collect();
        let classes = map.classes.iter().map(|class| (&*class.name, class.super_name.as_deref())).collect();
        Self { points: Points::new(map), own, classes, has_other_locks: has_other_locks(map) }
    }

    /// Plans a path.
    pub(super) fn plan(&self, program: &Program) -> Plan {
        let script = &program.script;
        let is_own = !script.method.is_none() && self.own.contains(script.method.index());
        let mut steps: Vec<Step> = Vec::new();
        let mut blind = script.insns().zip(0..).filter(|&(insn, _)| self.is_blind(insn)).peekable();
        let mut called = None;
        for event in &script.events {
            // What calls of a lock do to its state is how they work, also if they throw.
            match event.what {
                What::Lock { .. } => called = Some(event.insn),
                What::Touch { .. } if called == Some(event.insn) || self.is_of_monitor(event.insn) => continue,
                _ => {}
            }
            while let Some((insn, node)) = blind.next_if(|&(_, node)| node < event.node) {
                steps.push((node, Op::Blind(insn)));
            }
            let place = Entry { method: script.method, insn: event.insn };
            steps.extend(self.op(event, is_own.then_some(place)).map(|op| (event.node, op)));
        }
        steps.extend(blind.map(|(insn, node)| (node, Op::Blind(insn))));
        let ends = program.nodes == 0 && matches!(script.events[..], [Event { insn: InstructionId::NONE, .. }]);
        let threw = if ends || script.handler.is_some() { Some(InstructionId::NONE) } else { script.raised };
        Plan { steps: steps.into(), nodes: program.nodes, slots: program.slots, threw }
    }

    /// Returns whether a path ends with a call.
    pub(super) fn is_cut(&self, insn: InstructionId) -> bool {
        self.points.call(insn).is_some_and(|site| site.mode != Mode::Leaf)
    }

    fn op(&self, event: &Event, own: Option<Entry>) -> Option<Op> {
        Some(match event.what {
            What::Read(place) => Op::Read(At::of(place)?, event.insn),
            What::Write(place) => Op::Write(At::of(place)?, event.insn),
            What::Copy => Op::Copy(event.insn),
            What::Touch { place, .. } => Op::Touch(At::of(place)?, event.insn, !self.points.only_looks(event.insn)),
            What::Enter { place } => Op::Enter(At::of(place)?, own),
            What::Leave { place } => Op::Leave(At::of(place)?),
            What::Releases { through: Through::Place(place @ Place::Resolved(_)) } => Op::Wait(At::of(place)?),
            What::Lock { place, throws: false } => Op::Lock(self.call(event.insn)?, At::of(place)?, own?),
            _ => return None,
        })
    }

    fn call(&self, insn: InstructionId) -> Option<Call> {
        let site = self.points.call(insn)?;
        let is_other = self.is_of_reader(&site.class) || self.has_other_locks && &*site.class == LOCK;
        Some(match &*site.name {
            name if name.starts_with("await") => Call::Await,
            name if name.starts_with("signal") => Call::Signal,
            "unlock" if is_other => Call::OtherUnlock,
            "unlock" => Call::Unlock,
            "lock" | "lockInterruptibly" if !is_other => Call::Lock,
            _ => Call::Other,
        })
    }

    /// Returns whether a class is a lock that several threads may have at once, or extends one.
    fn is_of_reader(&self, class: &str) -> bool {
        let above = |name: &&str| self.classes.get(name).copied().flatten();
        // Classes of a damaged map may be their own super classes.
        std::iter::successors(Some(class), above).take(self.classes.len() + 1).any(|name| name == READ_LOCK)
    }

    /// Returns whether an instruction waits at a monitor, or wakes others up that do.
    fn is_of_monitor(&self, insn: InstructionId) -> bool {
        self.points.call(insn).is_some_and(|site| {
            let called = (&*site.name, &*site.desc);
            matches!(called, ("wait" | "notify" | "notifyAll", "()V") | ("wait" | "wait0", "(J)V") | ("wait", "(JI)V"))
        })
    }

    /// Returns whether an instruction calls untraced code that is given no object and may use any.
    fn is_blind(&self, insn: InstructionId) -> bool {
        let is_untraced = |site: &Site| matches!(site.mode, Mode::Leaf | Mode::Open);
        let is_unknown = |site: &Site| site.effect == Effect::State && site.state_args.is_empty() && !is_quiet(site);
        self.points.call(insn).is_some_and(|site| is_untraced(site) && is_unknown(site))
    }
}

/// Names of the methods of locks.
pub(super) const LOCKING: [&str; 4] = ["lock", "lockInterruptibly", "tryLock", "unlock"];
const LOCK: &str = "java/util/concurrent/locks/Lock";
const READ_LOCK: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";

/// Returns whether the program has locks of its own, or makes some that several threads may hold at once.
fn has_other_locks(map: &ProgramMap) -> bool {
    let makes = ["readLock", "asReadLock", "asWriteLock"];
    let own = map.classes.iter().filter(|class| !class.is_of_jdk());
    own.flat_map(|class| &class.interfaces).any(|name| name == LOCK)
        || map
            .own_methods()
            .flat_map(|(_, method)| method.instructions())
            .any(|insn| map.call_at(insn).is_some_and(|site| makes.contains(&&*site.name)))
}

/// Returns whether a call of the JVM leaves memory as it is, though the library's table has no entry for it.
fn is_quiet(site: &Site) -> bool {
    match &*site.class {
        "java/lang/Thread" => {
            ["sleep", "sleep0", "yield", "yield0", "onSpinWait", "currentThread"].contains(&&*site.name)
        }
        "java/lang/System" => ["nanoTime", "currentTimeMillis", "identityHashCode"].contains(&&*site.name),
        _ => false,
    }
}
