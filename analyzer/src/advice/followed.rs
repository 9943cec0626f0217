//! Calls of a traced JDK that were followed to their ends: nothing in them has effects that no object shows.

use paratrace_jvm::library::{self, ClassFact};
use paratrace_replay::program::Index;
use paratrace_replay::replay::ReplayStats;
use paratrace_traceformat::map::{Effect, InstructionId, MethodId, ProgramMap, Site};
use rustc_hash::{FxHashMap, FxHashSet};

use super::reach::is_unrecorded;
use crate::dependences::Points;

/// Packages whose untraced methods have their state outside of the JVM, or in its threads.
const OUTSIDE: [&str; 5] = ["java/io/", "java/net/", "sun/net/", "sun/nio/", "java/lang/Thread"];

/// What was called, as far as the JDK was traced, and which of it was not followed to its end.
pub(crate) struct Followed<'a> {
    map: &'a ProgramMap,
    /// Calls of untraced code, by caller and site.
    opaque: FxHashSet<(MethodId, u32)>,
    /// The methods that each method has called.
    callees: FxHashMap<MethodId, Vec<MethodId>>,
    /// Methods of the JDK that have called, also through others, what has effects that no object shows.
    unseen: FxHashSet<MethodId>,
    /// Methods of the program in which others began unexpectedly: which of their calls has run those is not known.
    interrupted: FxHashSet<MethodId>,
    /// Opaque calls, all of lambdas that have no state and run code that has none: `Integer::sum`.
    functions: FxHashSet<(MethodId, u32)>,
}

impl<'a> Followed<'a> {
    pub(crate) fn new(index: &Index<'a>, stats: &ReplayStats) -> Self {
        let map = index.map;
        let (mut callees, mut callers) = (FxHashMap::default(), FxHashMap::default());
        for &(caller, callee) in stats.calls.keys().chain(stats.callbacks.keys()).chain(stats.unexpected.keys()) {
            callees.entry(caller).or_insert_with(Vec::new).push(callee);
            callers.entry(callee).or_insert_with(Vec::new).push(caller);
        }
        let opaque: FxHashSet<_> = stats.opaque.keys().map(|&(caller, site, _)| (caller, site)).collect();
        let has_unseen = |&&(_, site): &&(MethodId, u32)| has_unseen_effects(&map.sites[site as usize]);
        let of_jdk = |method: MethodId| map.is_of_jdk(&map.methods[method.index()]);
        let mut todo: Vec<MethodId> = opaque.iter().filter(has_unseen).map(|&(caller, _)| caller).collect();
        let interrupted: FxHashSet<MethodId> = stats.unexpected.keys().map(|&(active, _)| active).collect();
        todo.extend(&interrupted);
        let mut unseen = FxHashSet::default();
        // What the program's own code calls is judged where that code runs.
        while let Some(method) = todo.pop() {
            if of_jdk(method) && unseen.insert(method) {
                todo.extend(callers.get(&method).into_iter().flatten());
            }
        }
        Self { map, opaque, callees, unseen, interrupted, functions: functions(index, stats) }
    }

    /// Returns whether an instruction only called functions without state: what one call does there, no other one sees.
    pub(super) fn calls_function(&self, points: &Points<'_>, insn: InstructionId) -> bool {
        let is_call = self.map.call_at(insn).is_some();
        is_call && self.functions.contains(&(points.method_of(insn), self.map.insns.arg[insn.index()]))
    }

    /// Returns whether everything that an instruction calls was followed, if it is a call.
    pub(super) fn is_followed(&self, points: &Points<'_>, insn: InstructionId) -> bool {
        let Some(site) = self.map.call_at(insn) else { return true };
        let caller = points.method_of(insn);
        !self.interrupted.contains(&caller)
            && !self.opaque.contains(&(caller, self.map.insns.arg[insn.index()]))
            && self.called(caller, site).all(|callee| !self.unseen.contains(&callee))
    }

    /// Returns whether an instruction is a call that was executed and followed: of others nobody knows what they may do.
    pub(super) fn was_followed(&self, points: &Points<'_>, insn: InstructionId) -> bool {
        let called = self.map.call_at(insn).and_then(|site| self.called(points.method_of(insn), site).next());
        called.is_some() && self.is_followed(points, insn)
    }

    /// Lists the methods that calls of this name in a method have run.
    fn called<'s>(&'s self, caller: MethodId, site: &'s Site) -> impl Iterator<Item = MethodId> + 's {
        let is_it = |&callee: &MethodId| {
            let callee = &self.map.methods[callee.index()];
            callee.name == site.name && callee.desc == site.desc
        };
        self.callees.get(&caller).into_iter().flatten().copied().filter(is_it)
    }
}

/// Lists the calls, by caller and site, that only ran lambdas without state.
fn functions(index: &Index<'_>, stats: &ReplayStats) -> FxHashSet<(MethodId, u32)> {
    let is_function = |&(_, site, class): &(MethodId, u32, Option<u32>)| {
        let name = class.and_then(index.class_name);
        name.is_some_and(|name| index.is_stateless_lambda(&name, &index.map.sites[site as usize]))
    };
    let (functions, others): (Vec<_>, Vec<_>) = stats.opaque.keys().partition(|&key| is_function(key));
    let call = |&(caller, site, _): &(MethodId, u32, Option<u32>)| (caller, site);
    let others: FxHashSet<_> = others.into_iter().map(call).collect();
    functions.into_iter().map(call).filter(|call| !others.contains(call)).collect()
}

/// Returns whether a call of untraced code may do what is not recorded as a change of the objects that it is given.
fn has_unseen_effects(site: &Site) -> bool {
    let is_outside = OUTSIDE.iter().any(|package| site.class.starts_with(package));
    site.effect == Effect::State
        && (is_unrecorded(&site.class, site) || is_outside && !library::is(&site.class, ClassFact::Value))
}
