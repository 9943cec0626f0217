//! Locks that the code around tasks may hold, and that tasks take.
//!
//! A thread may enter a lock again that it holds (Java language specification, 17.1). Tasks in other threads wait for it, while its
//! holder waits for them: all wait for ever. So do two tasks that take two locks in opposite orders. Which object a lock belongs
//! to is not recorded, so all that may be one count.

use std::sync::Mutex;

use paratrace_jvm::library::{self, ClassFact, Nature as Use};
use paratrace_jvm::opcodes::{MONITORENTER, MONITOREXIT};
use paratrace_traceformat::map::{ClassId, InstructionId, MethodId, Mode, Op, ProgramMap, Site};
use rustc_hash::{FxHashMap, FxHashSet};

use super::reach::Reach;
use crate::dependences::Points;

/// The methods of locks that enter them.
const ENTERING: [&str; 3] = ["lock", "lockInterruptibly", "tryLock"];

/// A lock, as far as the code tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Lock {
    /// That of an object of a class of the program, or of one below it.
    Object(ClassId),
    /// That of a class of the program itself.
    Class(ClassId),
    /// That of an object of a class of the library.
    Library,
    /// That of any object, which code of a class of the program takes.
    Any(ClassId),
}

/// The locks that each method may hold while it calls others, and its callers; one [`Lock::Any`] alone if such are among them.
pub(super) struct HeldLocks {
    around: FxHashMap<MethodId, FxHashSet<Lock>>,
    /// The program makes collections that lock.
    wraps: bool,
    /// Whether methods take one lock while they hold another, of those that were asked for.
    nesting: Mutex<FxHashMap<MethodId, bool>>,
}

impl HeldLocks {
    /// Finds them, given which methods have called which.
    pub(super) fn new(points: &Points<'_>, reach: &Reach<'_>, calls: &[(MethodId, MethodId)]) -> Self {
        let mut callees: FxHashMap<MethodId, FxHashSet<MethodId>> = FxHashMap::default();
        for &(caller, callee) in calls {
            callees.entry(caller).or_default().insert(callee);
        }
        let mut held =
            Self { around: FxHashMap::default(), wraps: points.map.sites.iter().any(wraps), nesting: Mutex::default() };
        let mut todo = Vec::new();
        for (&caller, called) in &callees {
            let own = of_method(points.map, caller);
            let inside: Vec<_> = held_inside(points, caller).collect();
            for &callee in called {
                let is_inside = inside.iter().any(|&insn| reach.may_call(insn, callee) || is_untraced(points, insn));
                for lock in own.into_iter().chain(is_inside.then(|| any(points.map, caller))) {
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
        let known = around.iter().copied().find(|known| matches!(known, Lock::Any(_)));
        // The first of the classes is as good as the others.
        if known.is_some_and(|known| !matches!(lock, Lock::Any(_)) || known <= lock) {
            return false;
        }
        if matches!(lock, Lock::Any(_)) {
            around.clear();
        }
        around.insert(lock)
    }

    /// Returns whether a call of the library may take the lock of its object.
    fn locks(&self, site: &Site) -> bool {
        library::is(&site.class, ClassFact::Locks) || self.wraps && library::is(&site.class, ClassFact::MayLock)
    }

    /// Returns the class of code that takes one lock while it holds another, of what tasks may run. Which objects the locks belong
    /// to is not recorded: two tasks may take the same ones in opposite orders.
    pub(super) fn nested(&self, points: &Points<'_>, reach: &Reach<'_>, code: &[InstructionId]) -> Option<String> {
        let map = points.map;
        let (own, mut methods) = (code.iter().copied().collect::<FxHashSet<_>>(), FxHashSet::default());
        let mut compared = None;
        for insn in reach.reached(code.iter().copied()) {
            methods.insert(points.method_of(insn));
            compared = compared.or_else(|| map.call_at(insn).filter(|site| self.locks(site) && is_of_both(site)));
        }
        let around = code.first().map(|&insn| points.method_of(insn));
        let is_nesting = |&&method: &&MethodId| match Some(method) == around {
            true => nests(points, reach, method, |insn| own.contains(&insn)),
            false => self.is_nesting(points, reach, method),
        };
        let found = methods.iter().filter(is_nesting).min();
        found
            .map(|method| map.classes[map.methods[method.index()].class.index()].name.clone())
            .or_else(|| compared.map(|site| site.class.clone()))
    }

    fn is_nesting(&self, points: &Points<'_>, reach: &Reach<'_>, method: MethodId) -> bool {
        let known = self.nesting.lock().ok().and_then(|known| known.get(&method).copied());
        known.unwrap_or_else(|| {
            let found = nests(points, reach, method, |_| true);
            self.nesting.lock().ok().map(|mut known| known.insert(method, found));
            found
        })
    }

    /// Returns the name of the class whose code, or whose objects, hold a lock around tasks that they may take. Tasks are
    /// executions of `code`; `around` is the method that they are in, and `begin` where they begin, unless they are its calls.
    /// `awaiting` are instructions that need something of these calls, and may wait for them under a lock.
    pub(super) fn taken(
        &self,
        (points, reach): (&Points<'_>, &Reach<'_>),
        around: MethodId,
        begin: Option<InstructionId>,
        code: &[InstructionId],
        awaiting: impl Iterator<Item = InstructionId>,
    ) -> Option<String> {
        let mut held: FxHashSet<Lock> = self.around.get(&around).into_iter().flatten().copied().collect();
        if let Some(begin) = begin {
            let method = points.method_of(begin);
            held.extend(of_method(points.map, method));
            held.extend(held_inside(points, method).any(|insn| insn == begin).then(|| any(points.map, method)));
        }
        let waiting: FxHashSet<MethodId> = awaiting.map(|insn| points.method_of(insn)).collect();
        for method in waiting {
            held.extend(self.around.get(&method).into_iter().flatten());
            held.extend(of_method(points.map, method));
            held.extend(held_inside(points, method).next().map(|_| any(points.map, method)));
        }
        if held.is_empty() {
            return None;
        }
        let map = points.map;
        let executed = begin.map(|begin| points.method_of(begin));
        let mut seen = FxHashSet::default();
        let met = |taken: Lock| held.iter().copied().filter(|&held| may_be_one(reach, map, held, taken)).min();
        reach.reached(code.iter().copied()).find_map(|insn| {
            let method = points.method_of(insn);
            let entered = (executed != Some(method) && seen.insert(method)).then(|| of_method(map, method)).flatten();
            let own = || enters(points, insn).then(|| any(map, method));
            let of_library = || map.call_at(insn).filter(|site| self.locks(site));
            match entered
                .and_then(met)
                .or_else(|| met(own()?))
                .or_else(|| of_library().and_then(|_| met(Lock::Library)))?
            {
                Lock::Object(class) | Lock::Class(class) | Lock::Any(class) => {
                    Some(map.classes[class.index()].name.clone())
                }
                Lock::Library => of_library().map(|site| site.class.clone()),
            }
        })
    }
}

/// Returns whether a method takes a lock while it holds another, at those of its instructions that count.
fn nests(points: &Points<'_>, reach: &Reach<'_>, method: MethodId, counts: impl Fn(InstructionId) -> bool) -> bool {
    let own = of_method(points.map, method);
    let inside: Vec<InstructionId> = match own {
        Some(_) => points.map.methods[method.index()].instructions().collect(),
        None => held_inside(points, method).collect(),
    };
    let (has_this, mut seen) = (matches!(own, Some(Lock::Object(_))), FxHashSet::default());
    inside.into_iter().any(|insn| counts(insn) && takes_another(points, reach, insn, has_this, &mut seen))
}

/// Returns whether an instruction takes a lock, itself or in what it calls, other than again that of `this` if it is held.
fn takes_another(
    points: &Points<'_>,
    reach: &Reach<'_>,
    insn: InstructionId,
    has_this: bool,
    seen: &mut FxHashSet<(MethodId, bool)>,
) -> bool {
    if enters(points, insn) {
        return !(has_this && is_this(points, insn, 0));
    }
    let Some(site) = points.call(insn) else { return false };
    let keeps_this = has_this && u32::from(site.args).checked_sub(1).is_some_and(|above| is_this(points, insn, above));
    reach.callees_of(insn).any(|callee| {
        let is_again = keeps_this && matches!(of_method(points.map, callee), None | Some(Lock::Object(_)));
        seen.insert((callee, keeps_this))
            && (of_method(points.map, callee).is_some() && !is_again
                || points.map.methods[callee.index()]
                    .instructions()
                    .any(|insn| takes_another(points, reach, insn, keeps_this, seen)))
    })
}

/// Returns whether a stack entry is `this`.
fn is_this(points: &Points<'_>, insn: InstructionId, above: u32) -> bool {
    let is_static = points.map.methods[points.method_of(insn).index()].is_static();
    let loads_first = |(op, slot)| op == Op::Load && slot == 0;
    !is_static && points.holder(insn, above).is_some_and(loads_first)
}

/// Returns whether a call of a collection takes its lock, and then that of an argument, if both lock.
fn is_of_both(site: &Site) -> bool {
    const OF_BOTH: [&str; 6] = ["equals", "addAll", "containsAll", "removeAll", "retainAll", "putAll"];
    OF_BOTH.contains(&&*site.name)
}

/// Returns the class of a lock that tasks only take, or only give back: the thread that takes it must give it back.
pub(super) fn handed_over(points: &Points<'_>, reach: &Reach<'_>, code: &[InstructionId]) -> Option<String> {
    let calls = reach.reached(code.iter().copied()).filter_map(|insn| points.call(insn)).filter(|site| is_lock(site));
    let (mut taken, mut left) = (None, None);
    for site in calls {
        if ENTERING.contains(&&*site.name) {
            taken.get_or_insert(site);
        } else if &*site.name == "unlock" {
            left.get_or_insert(site);
        }
    }
    match (taken, left) {
        (Some(one), None) | (None, Some(one)) => Some(one.class.clone()),
        _ => None,
    }
}

/// Returns the lock that a method holds while it runs.
pub(super) fn of_method(map: &ProgramMap, method: MethodId) -> Option<Lock> {
    let method = &map.methods[method.index()];
    let lock = if method.is_static() { Lock::Class } else { Lock::Object };
    method.is_synchronized().then(|| lock(method.class))
}

/// Returns that any lock may be the one which code of a method takes.
fn any(map: &ProgramMap, method: MethodId) -> Lock {
    Lock::Any(map.methods[method.index()].class)
}

/// Returns whether two locks may be one.
fn may_be_one(reach: &Reach<'_>, map: &ProgramMap, held: Lock, taken: Lock) -> bool {
    let name = |class: ClassId| &*map.classes[class.index()].name;
    match (held, taken) {
        (Lock::Any(_), _) | (_, Lock::Any(_)) => true,
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
