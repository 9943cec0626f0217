//! Calls that tasks may reach: is there one whose effect nobody knows?

use std::collections::hash_map::Entry;

use paratrace_jvm::library::{self, ClassFact, MethodFact};
use paratrace_jvm::opcodes::INVOKEDYNAMIC;
use paratrace_traceformat::map::{Effect, InstructionId, MethodId, Mode, Op, ProgramMap, Site};
use rustc_hash::{FxHashMap, FxHashSet};

/// The methods that were executed, by name and type: any of them may be what a virtual call ran.
pub(super) struct Reach<'m> {
    map: &'m ProgramMap,
    executed: FxHashMap<(&'m str, &'m str), Vec<MethodId>>,
}

impl<'m> Reach<'m> {
    pub(super) fn new(map: &'m ProgramMap, is_executed: impl Fn(MethodId) -> bool) -> Self {
        let mut executed: FxHashMap<_, Vec<MethodId>> = FxHashMap::default();
        for (method, number) in map.methods.iter().zip(MethodId::all()).filter(|&(_, number)| is_executed(number)) {
            match executed.entry((&*method.name, &*method.desc)) {
                Entry::Occupied(mut known) => known.get_mut().push(number),
                Entry::Vacant(new) => drop(new.insert(vec![number])),
            }
        }
        Self { map, executed }
    }

    /// Returns whether code may call, itself or through methods that were executed, a method that changes state nobody
    /// has recorded: it is given no object, and the table of the library does not say what it does.
    pub(super) fn meets_the_unknown(&self, code: impl Iterator<Item = InstructionId>) -> bool {
        self.reached(code).any(|insn| self.site(insn).is_some_and(is_unknown))
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
    fn reached(&self, code: impl Iterator<Item = InstructionId>) -> impl Iterator<Item = InstructionId> {
        let (mut seen, mut todo) = (FxHashSet::default(), code.collect::<Vec<_>>());
        std::iter::from_fn(move || {
            let insn = todo.pop()?;
            let callees = self.site(insn).into_iter().flat_map(|site| self.callees(site));
            for &callee in callees.filter(|&&callee| seen.insert(callee)) {
                todo.extend(self.map.methods[callee.index()].instructions());
            }
            Some(insn)
        })
    }

    fn site(&self, insn: InstructionId) -> Option<&'m Site> {
        let is_call = self.map.insns.op[insn.index()] == Op::Invoke as u8;
        self.map.sites.get(self.map.insns.arg[insn.index()] as usize).filter(|_| is_call)
    }

    fn callees<'s>(&'s self, site: &'s Site) -> impl Iterator<Item = &'s MethodId> {
        let bound = std::slice::from_ref(&site.callee);
        let by_name = || self.executed.get(&(&*site.name, &*site.desc)).map_or(&[][..], |all| all);
        if site.callee.is_none() { by_name() } else { bound }.iter()
    }
}

/// Returns whether a call may change state that no other instruction names.
fn is_unknown(site: &Site) -> bool {
    let followed = matches!(site.mode, Mode::Traced | Mode::TracedVirtual) || site.opcode == INVOKEDYNAMIC;
    let recorded = site.effect != Effect::State || !site.state_args.is_empty() || site.post_receiver;
    !followed && !recorded && !is_harmless(site)
}

/// Returns whether the table says that a call touches nothing but what it is given.
fn is_harmless(site: &Site) -> bool {
    const FACTS: [MethodFact; 6] = [
        MethodFact::Pure,
        MethodFact::Looks,
        MethodFact::LooksMostly,
        MethodFact::NewArray,
        MethodFact::ReturnsArgument,
        MethodFact::Forgets,
    ];
    let of_class = [ClassFact::Pure, ClassFact::Value].iter().any(|&fact| library::is(&site.class, fact));
    let method = library::method(&site.class, &site.name, &site.desc);
    &*site.name == "<init>"
        || of_class && !method.is_some_and(|method| method.is(MethodFact::Acquires))
        || method.is_some_and(|method| FACTS.iter().any(|&fact| method.is(fact)))
        || library::nature(&site.class, &site.name, &site.desc).is_some()
}
