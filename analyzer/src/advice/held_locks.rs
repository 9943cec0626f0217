//! Locks that the code around tasks may hold, and that tasks take.
//!
//! A thread may enter a lock again that it holds (Java language specification, 17.1). Tasks in other threads wait for it, while its
//! holder waits for them: all wait for ever. Which object a lock belongs to is not recorded, so all that may be one count.

use paratrace_jvm::library::{self, ClassFact, Nature as Use};
use paratrace_jvm::opcodes::{MONITORENTER, MONITOREXIT};
use paratrace_traceformat::map::{ClassId, InstructionId, MethodId, Mode, ProgramMap, Site};
use rustc_hash::{FxHashMap, FxHashSet};

use super::reach::Reach;
use crate::dependences::Points;

/// The methods of locks that enter them.
const ENTERING: [&str; 3] = ["lock", "lockInterruptibly", "tryLock"];

const STATIC: u16 = 0x0008;
const SYNCHRONIZED: u16 = 0x0020;

/// A lock, as far as the code tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Lock {
    /// That of an object of a class of the program, or of one below it.
    Object(ClassId),
    /// That of a class of the program itself.
    Class(ClassId),
    /// That of an object of a class of the library.
    Library,
    Any,
}

/// The locks that each method may hold while it calls others, and its callers; [`Lock::Any`] alone if that is among them.
pub(super) struct HeldLocks {
    around: FxHashMap<MethodId, FxHashSet<Lock>>,
    /// The program makes collections that lock.
    wraps: bool,
}

impl HeldLocks {
    /// Finds them, given which methods have called which.
    pub(super) fn new(points: &Points<'_>, reach: &Reach<'_>, calls: &[(MethodId, MethodId)]) -> Self {
        let mut callees: FxHashMap<MethodId, FxHashSet<MethodId>> = FxHashMap::default();
        for &(caller, callee) in calls {
            callees.entry(caller).or_default().insert(callee);
        }
        let mut held = Self { around: FxHashMap::default(), wraps: points.map.sites.iter().any(wraps) };
        let mut todo = Vec::new();
        for (&caller, called) in &callees {
            let own = of_method(points.map, caller);
            let inside: Vec<_> = held_inside(points, caller).collect();
            for &callee in called {
                let is_inside = inside.iter().any(|&insn| reach.may_call(insn, callee) || is_untraced(points, insn));
                for lock in own.into_iter().chain(is_inside.then_some(Lock::Any)) {
                    todo.push((callee, lock));
                }
            }
        }
        while let Some((method, lock)) = todo.pop() {
            if held.add(method, lock) {
                todo.extend(callees.get(&method).into_iter().flatten().map(|&callee| (callee, lock)));
            }
        }
        held
    }

    /// Adds a lock; returns whether it was not known.
    fn add(&mut self, method: MethodId, lock: Lock) -> bool {
        let around = self.around.entry(method).or_default();
        if around.contains(&Lock::Any) {
            return false;
        }
        if lock == Lock::Any {
            around.clear();
        }
        around.insert(lock)
    }

    /// Returns whether a call of the library may take the lock of its object.
    fn locks(&self, site: &Site) -> bool {
        library::is(&site.class, ClassFact::Locks) || self.wraps && library::is(&site.class, ClassFact::MayLock)
    }

    /// Returns the name of the class whose code, or whose objects, take a lock in tasks that the code around them may hold. Tasks are
    /// executions of `code`; `around` is the method that they are in, and `begin` where they begin, unless they are its calls.
    pub(super) fn taken(
        &self,
        (points, reach): (&Points<'_>, &Reach<'_>),
        around: MethodId,
        begin: Option<InstructionId>,
        code: &[InstructionId],
    ) -> Option<String> {
        let mut held: FxHashSet<Lock> = self.around.get(&around).into_iter().flatten().copied().collect();
        if let Some(begin) = begin {
            let method = points.method_of(begin);
            held.extend(of_method(points.map, method));
            held.extend(held_inside(points, method).any(|insn| insn == begin).then_some(Lock::Any));
        }
        if held.is_empty() {
            return None;
        }
        let map = points.map;
        let executed = begin.map(|begin| points.method_of(begin));
        let class = |method: MethodId| map.classes[map.methods[method.index()].class.index()].name.clone();
        let mut seen = FxHashSet::default();
        let meets = |taken: Lock| held.iter().any(|&held| may_be_one(reach, map, held, taken));
        reach.reached(code.iter().copied()).find_map(|insn| {
            let method = points.method_of(insn);
            let entered = (executed != Some(method) && seen.insert(method)).then(|| of_method(map, method)).flatten();
            if entered.is_some_and(meets) || (enters(points, insn) && meets(Lock::Any)) {
                return Some(class(method));
            }
            let site = map.call_at(insn).filter(|site| self.locks(site) && meets(Lock::Library))?;
            Some(site.class.to_string())
        })
    }
}

/// Returns the lock that a method holds while it runs.
fn of_method(map: &ProgramMap, method: MethodId) -> Option<Lock> {
    let method = &map.methods[method.index()];
    let lock = if method.access & STATIC == 0 { Lock::Object } else { Lock::Class };
    (method.access & SYNCHRONIZED != 0).then(|| lock(method.class))
}

/// Returns whether two locks may be one.
fn may_be_one(reach: &Reach<'_>, map: &ProgramMap, held: Lock, taken: Lock) -> bool {
    let name = |class: ClassId| &*map.classes[class.index()].name;
    match (held, taken) {
        (Lock::Any, _) | (_, Lock::Any) => true,
        (Lock::Object(a), Lock::Object(b)) => reach.is_below(name(a), name(b)) || reach.is_below(name(b), name(a)),
        (held, taken) => held == taken,
    }
}

/// Lists the instructions that a method may execute while it holds a lock that it has taken.
fn held_inside(points: &Points<'_>, method: MethodId) -> impl Iterator<Item = InstructionId> {
    let map = points.map;
    let mut held = FxHashSet::default();
    let code = map.methods[method.index()].instructions();
    let mut todo: Vec<InstructionId> = code.filter(|&insn| enters(points, insn)).map(|insn| insn.plus(1)).collect();
    while let Some(from) = todo.pop() {
        let Some(block) = points.block_of(from).filter(|_| points.method_of(from) == method) else { continue };
        let end = map.blocks[block.index()].insns.end;
        let rest = from.up_to(InstructionId::new(end));
        let left = rest.clone().find(|&insn| leaves(points, insn));
        let is_new = held.insert(from);
        held.extend(rest.take_while(|&insn| left.is_none_or(|left| insn < left)));
        if left.is_none() && is_new {
            todo.extend(points.next(block).map(|to| points.first_of(to)).filter(|insn| !held.contains(insn)));
        }
    }
    held.into_iter()
}

fn enters(points: &Points<'_>, insn: InstructionId) -> bool {
    let is_entered = |site: &Site| is_lock(site) && ENTERING.contains(&&*site.name);
    points.map.insns.opcode[insn.index()] == MONITORENTER || points.map.call_at(insn).is_some_and(is_entered)
}

fn leaves(points: &Points<'_>, insn: InstructionId) -> bool {
    let is_left = |site: &Site| is_lock(site) && &*site.name == "unlock";
    points.map.insns.opcode[insn.index()] == MONITOREXIT || points.map.call_at(insn).is_some_and(is_left)
}

fn is_lock(site: &Site) -> bool {
    library::nature(&site.class, &site.name, &site.desc) == Some(Use::Lock)
}

fn is_untraced(points: &Points<'_>, insn: InstructionId) -> bool {
    points.map.call_at(insn).is_some_and(|site| site.mode == Mode::Open)
}

/// Returns whether a call makes a collection that locks.
fn wraps(site: &Site) -> bool {
    &*site.class == "java/util/Collections" && site.name.starts_with("synchronized")
}
