//! Calls of untraced code that tasks may reach: is there one whose effect nobody knows?

use std::collections::hash_map::Entry;
use std::sync::OnceLock;

use paratrace_jvm::library::{self, ClassFact, MethodFact, Nature};
use paratrace_jvm::opcodes::INVOKEDYNAMIC;
use paratrace_traceformat::map::{Effect, InstructionId, Method, MethodId, Mode, Op, ProgramMap, Site};
use rustc_hash::{FxHashMap, FxHashSet};

use super::compared_keys::is_comparison;
use super::maps::merging_function;
use super::opaque::{Opaque, is_foreign};
use super::reached::{Callees, Reached};
use super::swaps::{Group, swaps};
use super::unseen_functions::{
    Settings, UnseenFunctions, changes_map, read_by, reads_other_entry, set_by, uses_objects,
};
use crate::dependences::Points;

/// Which methods have called which.
pub(crate) struct CallsMade<'a> {
    pub(crate) all: &'a [(MethodId, MethodId)],
    /// Those that untraced code has called.
    pub(crate) back: Callbacks,
}

/// The methods that were executed, by name and type: any of them may be what a virtual call ran.
pub(super) struct Reach<'m> {
    points: Points<'m>,
    map: &'m ProgramMap,
    executed: FxHashMap<(&'m str, &'m str), Vec<MethodId>>,
    /// Super class of each class of the program.
    supers: FxHashMap<&'m str, &'m str>,
    opaque: Opaque<'m>,
    callbacks: Callbacks,
    /// The methods that calls ran which have another name, by their callers: the code of lambdas and method references.
    renamed: Callbacks,
    functions: UnseenFunctions,
    callees: Callees,
    /// The same without those that the library runs to compare objects.
    callees_without_comparing: Callees,
    /// The calls that merge values of keys by a function of the program, once they are asked for, with that function.
    merging: OnceLock<Vec<(InstructionId, MethodId)>>,
    /// The variables whose values change places, once they are asked for.
    swaps: OnceLock<Vec<Group>>,
}

/// The methods that untraced code called, by the method that had called it.
pub(crate) type Callbacks = FxHashMap<MethodId, Vec<MethodId>>;

impl<'m> Reach<'m> {
    pub(super) fn new(map: &'m ProgramMap, is_executed: impl Fn(MethodId) -> bool, calls: CallsMade<'_>) -> Self {
        let mut executed: FxHashMap<_, Vec<MethodId>> = FxHashMap::default();
        for (method, number) in map.methods.iter().zip(MethodId::all()).filter(|&(_, number)| is_executed(number)) {
            match executed.entry((&*method.name, &*method.desc)) {
                Entry::Occupied(mut known) => known.get_mut().push(number),
                Entry::Vacant(new) => drop(new.insert(vec![number])),
            }
        }
        let supers =
            map.classes.iter().filter_map(|class| Some((&*class.name, class.super_name.as_deref()?))).collect();
        let points = Points::new(map);
        let methods = executed.values().flatten().map(|method| &map.methods[method.index()]);
        let functions = UnseenFunctions::new(&points, methods.flat_map(|method| method.instructions()));
        Self {
            points,
            map,
            executed,
            supers,
            opaque: Opaque::new(map),
            callbacks: calls.back,
            renamed: renamed(map, calls.all),
            functions,
            callees: Callees::new(map.methods.len()),
            callees_without_comparing: Callees::new(map.methods.len()),
            merging: OnceLock::new(),
            swaps: OnceLock::new(),
        }
    }

    /// Lists the calls that merge values of keys by a function of the program, with that function.
    pub(super) fn merging(&self) -> &[(InstructionId, MethodId)] {
        self.merging.get_or_init(|| {
            let code = self.map.methods.iter().flat_map(Method::instructions);
            code.filter_map(|call| Some((call, merging_function(&self.points, call)?))).collect()
        })
    }

    /// Lists the variables of the program whose values change places.
    pub(super) fn swaps(&self) -> &[Group] {
        self.swaps.get_or_init(|| swaps(&self.points))
    }

    /// Returns the calls of untraced code that code may make, itself or through methods that were executed.
    pub(super) fn calls(&self, code: impl Iterator<Item = InstructionId>) -> Calls<'m> {
        let untraced =
            |&site: &&Site| is_untraced(site) && (site.opcode != INVOKEDYNAMIC || uses_objects(self.map, site));
        let call = |insn| {
            let site = self.map.call_at(insn).filter(untraced)?;
            let (class, is_opaque) = (self.library_class(&site.class), self.is_opaque(site));
            let reads_setting = self.functions.may_set_for(site);
            Some(Call { insn, site, class, is_opaque, reads_setting })
        };
        let all: Vec<_> = self.reached(code).filter_map(call).collect();
        let is_own = |insn| all.iter().any(|call| call.insn == insn);
        let read_entries = all.iter().any(|call| reads_other_entry(&self.points, call.insn, is_own));
        let change_entries = read_entries && all.iter().any(|call| changes_map(&self.points, call.insn));
        Calls { all, read_entries, change_entries }
    }

    /// Returns the class itself if it is none of the program, else the first of its super classes that is none.
    fn library_class(&self, class: &'m str) -> &'m str {
        self.upward(class).last().unwrap_or(class)
    }

    /// Lists a class and those above it, up to the first one that is none of the program.
    fn upward(&self, class: &'m str) -> impl Iterator<Item = &'m str> {
        // A super class chain has no circle, but a map may be damaged.
        std::iter::successors(Some(class), |class| self.supers.get(class).copied()).take(self.supers.len() + 1)
    }

    /// Returns whether a class of the program, made of one of the library, has an iterator of its own that was asked for: what it goes
    /// through need not be what a stream of such a collection has.
    pub(super) fn has_own_iterators(&self) -> bool {
        let own = self.executed.get(&("iterator", "()Ljava/util/Iterator;"));
        own.into_iter().flatten().any(|method| {
            let class = self.map.methods[method.index()].class;
            self.library_class(&self.map.classes[class.index()].name) != "java/lang/Object"
        })
    }

    /// Returns whether a class is another one, or extends it.
    pub(super) fn is_below(&self, class: &'m str, other: &str) -> bool {
        self.upward(class).any(|above| above == other)
    }

    /// Returns whether a call may run code of which nobody knows what it does.
    fn is_opaque(&self, site: &'m Site) -> bool {
        site.opcode == INVOKEDYNAMIC
            || self.functions.may_run_in(site)
            || is_foreign(self.library_class(&site.class))
            || self.opaque.may_run_in(site, self.upward(&site.class))
    }

    /// Returns the fields that code may write, itself or through methods that were executed.
    pub(super) fn written(&self, code: impl Iterator<Item = InstructionId>) -> FxHashSet<u32> {
        let is_write = |insn: &InstructionId| {
            let op = self.map.insns.op[insn.index()];
            op == Op::PutField as u8 || op == Op::PutStatic as u8
        };
        self.reached(code).filter(is_write).map(|insn| self.map.insns.arg[insn.index()]).collect()
    }

    /// Visits the instructions of code, and of the methods that it may call.
    pub(super) fn reached<I: Iterator<Item = InstructionId>>(
        &self,
        code: I,
    ) -> impl Iterator<Item = InstructionId> + use<'m, I> {
        self.all_reached(code.collect()).into_instructions()
    }

    /// Finds the code and the methods that it may call.
    pub(super) fn all_reached(&self, code: Vec<InstructionId>) -> Reached<'m> {
        let find = |insn, found: &mut Vec<MethodId>| found.extend(self.callees_of(insn));
        Reached::from(code, self.map, &self.callees, find)
    }

    /// Finds the same as if the library compared no objects.
    pub(super) fn reached_without_comparing(&self, code: Vec<InstructionId>) -> Reached<'m> {
        let find = |insn, found: &mut Vec<MethodId>| {
            found.extend(self.callees_of(insn).filter(|&callee| !is_comparison(self.map, insn, callee)));
        };
        Reached::from(code, self.map, &self.callees_without_comparing, find)
    }

    /// Returns whether an instruction is a call that may run a method.
    pub(super) fn may_call(&self, insn: InstructionId, method: MethodId) -> bool {
        self.map.call_at(insn).is_some_and(|site| self.callees(insn, site).any(|&callee| callee == method))
    }

    /// Returns the call by which code may run a method, itself or through methods that were executed, if there is only one.
    pub(super) fn only_call(
        &self,
        code: impl Iterator<Item = InstructionId>,
        method: MethodId,
    ) -> Option<InstructionId> {
        let mut calls = self.reached(code).filter(|&call| self.may_call(call, method));
        let only = calls.next()?;
        if calls.next().is_none() { Some(only) } else { None }
    }

    /// Lists the methods that an instruction may run, if it is a call.
    pub(super) fn callees_of(&self, insn: InstructionId) -> impl Iterator<Item = MethodId> {
        self.map.call_at(insn).into_iter().flat_map(move |site| self.callees(insn, site)).copied()
    }

    /// Lists the methods that a call may run, also through untraced code: those that such code called back from the same method.
    fn callees<'s>(&'s self, insn: InstructionId, site: &'s Site) -> impl Iterator<Item = &'s MethodId> {
        let bound = std::slice::from_ref(&site.callee);
        let by_name = || self.executed.get(&(&*site.name, &*site.desc)).map_or(&[][..], |all| all);
        let called = if site.callee.is_none() { by_name() } else { bound };
        let is_open = site.mode == Mode::Open && !self.callbacks.is_empty();
        let caller = is_open.then(|| self.points.method_of(insn));
        let back = caller.and_then(|caller| self.callbacks.get(&caller)).map_or(&[][..], |all| all);
        let renamed = site.callee.is_none() && !self.renamed.is_empty() && !matches!(site.mode, Mode::Leaf);
        let renamed = renamed.then(|| self.renamed.get(&self.points.method_of(insn))).flatten();
        called.iter().chain(back).chain(renamed.into_iter().flatten())
    }
}

/// Lists the methods that callers ran although no call of theirs has that name and type.
fn renamed(map: &ProgramMap, calls: &[(MethodId, MethodId)]) -> Callbacks {
    let mut renamed = Callbacks::default();
    for &(caller, callee) in calls {
        let called = &map.methods[callee.index()];
        let names_it = |insn| {
            let site = map.call_at(insn);
            site.is_some_and(|site| site.callee == callee || site.name == called.name && site.desc == called.desc)
        };
        if !map.methods[caller.index()].instructions().any(names_it) {
            renamed.entry(caller).or_default().push(callee);
        }
    }
    renamed
}

/// Calls of untraced code.
pub(super) struct Calls<'m> {
    all: Vec<Call<'m>>,
    /// They read entries of maps, which show what others change there.
    pub(super) read_entries: bool,
    /// They change maps, too.
    change_entries: bool,
}

/// A call of untraced code.
#[derive(Debug, Clone, Copy)]
struct Call<'m> {
    insn: InstructionId,
    site: &'m Site,
    /// The class of the library that is called.
    class: &'m str,
    is_opaque: bool,
    reads_setting: bool,
}

impl Calls<'_> {
    /// Returns one of them that may use state which nobody has recorded, if there is one. `is_known` tells of calls that are given no object
    /// whether it is known what they use.
    pub(super) fn that_meets_the_unknown(&self, is_known: impl Fn(InstructionId) -> bool) -> Option<InstructionId> {
        let is_unknown = |call: &&Call<'_>| call.is_unknown() && !(call.only_lacks_objects() && is_known(call.insn));
        let is_of_entries = |call: &&Call<'_>| sets_entry(call.site) || &*call.site.class == "java/util/Map$Entry";
        let of_entries = self.all.iter().find(is_of_entries).filter(|_| self.change_entries || self.set_entries());
        self.all.iter().find(is_unknown).or(of_entries).or_else(|| self.reads_what_they_set()).map(|call| call.insn)
    }

    /// Returns the first one that may read a setting which one of them changes.
    fn reads_what_they_set(&self) -> Option<&Call<'_>> {
        let set: Settings = self.all.iter().fold(0, |all, call| all | set_by(call.site));
        self.all.iter().find(|call| read_by(call.site) & set != 0)
    }

    /// Lists those that use state which no object shows, and of which the table of the library knows nothing else.
    pub(super) fn without_objects(&self) -> impl Iterator<Item = InstructionId> {
        self.all.iter().filter(|call| call.is_unknown() && call.only_lacks_objects()).map(|call| call.insn)
    }

    /// Returns whether one of them may read a setting of the JVM that the program changes somewhere.
    pub(super) fn read_settings(&self) -> bool {
        self.all.iter().any(|call| call.reads_setting)
    }

    /// Returns whether one of them may look into objects that it is not given itself, but in an array.
    pub(super) fn look_into_arrays(&self, points: &Points<'_>) -> bool {
        self.all.iter().any(|call| call.site.desc.contains("[Ljava/lang/Object;)") && !points.passes_values(call.insn))
    }

    /// Returns whether entries of maps are set, and maps used in other ways.
    fn set_entries(&self) -> bool {
        let is_map = |site: &Site| library::nature(&site.class, &site.name, &site.desc) == Some(Nature::Map);
        let any = |is: &dyn Fn(&Site) -> bool| self.all.iter().any(|call| is(call.site));
        any(&sets_entry) && any(&is_map)
    }
}

impl Call<'_> {
    /// Returns whether it may use state that no other instruction names: it is given no object and the table of the library
    /// does not say what it does, it stands for a field or a file, or another thread does it.
    fn is_unknown(&self) -> bool {
        if matches!(self.site.effect, Effect::Access(_)) {
            // The trace says which place it accesses.
            return false;
        }
        self.is_opaque || is_unrecorded(self.class, self.site)
    }

    /// Returns whether nothing is known of it but that it is given no object.
    fn only_lacks_objects(&self) -> bool {
        !self.is_opaque && is_unknown(self.site) && !names_others(self.class, self.site)
    }
}

/// Returns whether a call sets the value of an entry.
fn sets_entry(site: &Site) -> bool {
    library::method_is(&site.class, &site.name, &site.desc, MethodFact::SetsPart)
}

/// Returns whether a call of a method of this class of the library stands for fields, files or other threads, or looks inside of arrays.
fn names_others(class: &str, site: &Site) -> bool {
    const UNRECORDED: [MethodFact; 3] = [MethodFact::Forks, MethodFact::LooksInside, MethodFact::WritesOutside];
    let known = library::method(class, &site.name, &site.desc);
    known.is_some_and(|method| UNRECORDED.iter().any(|&fact| method.is(fact)))
        || library::is(class, ClassFact::NamesFields)
}

/// Returns whether a call of a method of this class of the library may use state that is not that of the objects that it is given.
pub(super) fn is_unrecorded(class: &str, site: &Site) -> bool {
    names_others(class, site) || is_unknown(site)
}

/// Returns whether a call runs code that is not traced, or may do so.
pub(super) fn is_untraced(site: &Site) -> bool {
    !matches!(site.mode, Mode::Traced | Mode::TracedVirtual)
}

/// Returns whether a call is given no object, and the table of the library does not say what it does.
fn is_unknown(site: &Site) -> bool {
    let recorded = site.effect != Effect::State || !site.state_args.is_empty() || site.post_receiver;
    !recorded && !is_harmless(site)
}

/// Returns whether the table says that a call touches nothing but what it is given.
fn is_harmless(site: &Site) -> bool {
    const FACTS: [MethodFact; 9] = [
        MethodFact::Pure,
        // Those that set what it reads are looked for.
        MethodFact::Environment,
        MethodFact::Looks,
        MethodFact::LooksMostly,
        MethodFact::NewArray,
        MethodFact::ReturnsArgument,
        MethodFact::Forgets,
        MethodFact::Streams,
        MethodFact::Iterates,
    ];
    let of_class = [ClassFact::Pure, ClassFact::Value].iter().any(|&fact| library::is(&site.class, fact));
    let method = library::method(&site.class, &site.name, &site.desc);
    &*site.name == "<init>"
        || of_class && !method.is_some_and(|method| method.is(MethodFact::Acquires))
        || method.is_some_and(|method| FACTS.iter().any(|&fact| method.is(fact)))
        || library::nature(&site.class, &site.name, &site.desc).is_some()
}
