//! Calls that look at an entry of a map, and calls that change it by what was seen: `if (!map.containsKey(k)) map.put(k, v)`.
//!
//! A map for several threads makes each call one step, and not the two together.

use fixedbitset::FixedBitSet;
use paratrace_jvm::library::{self, Nature};
use paratrace_traceformat::map::{InstructionId, MethodId, Op, ProgramMap, Site};
use rustc_hash::FxHashMap;

use super::arguments::arguments;

const LOOKING: [&str; 3] = ["containsKey", "get", "getOrDefault"];
const CHANGING: [&str; 2] = ["put", "remove"];

/// A call that changes an entry, with the call before it that looks at one of the same map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CheckThenAct {
    pub(crate) check: InstructionId,
    pub(crate) act: InstructionId,
    /// Whether the code shows plainly that both have the same key.
    pub(super) has_one_key: bool,
}

/// All of them, by each of the two calls.
#[derive(Debug, Default)]
pub(super) struct Checks(FxHashMap<InstructionId, CheckThenAct>);

/// What pushes an object or a key, if two such instructions push the same.
type Source = (Op, u32);

/// A call of a map.
struct Call {
    insn: InstructionId,
    changes: bool,
    map: Source,
    key: Option<Source>,
}

impl Checks {
    /// Finds those of some methods.
    pub(super) fn of(map: &ProgramMap, methods: &FixedBitSet) -> Self {
        let mut found = Self::default();
        for method in methods.ones().map(|method| MethodId::new(method as u32)) {
            found.add(map, method);
        }
        found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the pair that a call belongs to.
    pub(super) fn at(&self, call: InstructionId) -> Option<CheckThenAct> {
        self.0.get(&call).copied()
    }

    fn add(&mut self, map: &ProgramMap, method: MethodId) {
        let insns = map.methods[method.index()].instructions();
        if !insns
            .clone()
            .any(|insn| map.call_at(insn).is_some_and(|site| uses_map(site).is_some_and(|changes| changes)))
        {
            return; // most methods
        }
        let arguments = arguments(map, method);
        let call = |insn| call(map, insn, |call, at| *arguments.get(&call)?.get(at)?);
        let calls: Vec<Call> = insns.filter_map(call).collect();
        for (number, act) in calls.iter().enumerate().filter(|(_, call)| call.changes) {
            let check = calls[..number].iter().rev().find(|before| before.map == act.map);
            if let Some(check) = check.filter(|check| !check.changes) {
                let is_kept = |&(op, slot): &Source| op != Op::Load || !stores(map, check.insn, act.insn, slot);
                let has_one_key = check.key == act.key && act.key.as_ref().is_some_and(is_kept);
                let pair = CheckThenAct { check: check.insn, act: act.insn, has_one_key };
                self.0.insert(check.insn, pair);
                self.0.insert(act.insn, pair);
            }
        }
    }
}

/// Returns the use of a map by a call. `argument` tells which instruction has pushed an argument.
fn call(
    map: &ProgramMap,
    insn: InstructionId,
    argument: impl Fn(InstructionId, usize) -> Option<InstructionId>,
) -> Option<Call> {
    let changes = uses_map(map.call_at(insn)?)?;
    let used = source(map, argument(insn, 0)?)?;
    let key = argument(insn, 1).and_then(|key| source(map, unboxed(map, key, &argument)));
    Some(Call { insn, changes, map: used, key })
}

/// Returns whether a call changes an entry of a map; nothing if it does not look at one either.
fn uses_map(site: &Site) -> Option<bool> {
    let changes = CHANGING.contains(&&*site.name) && !is_conditional(site);
    let is_use = (changes || LOOKING.contains(&&*site.name)) && site.args >= 2;
    let is_of_map = || library::nature(&site.class, &site.name, &site.desc) == Some(Nature::Map);
    (is_use && is_of_map()).then_some(changes)
}

/// Returns whether a call changes an entry only if that is as expected: `remove(key, value)`.
fn is_conditional(site: &Site) -> bool {
    &*site.name == "remove" && site.args > 2
}

/// Returns what makes a number before it is put into a box.
fn unboxed(
    map: &ProgramMap,
    made: InstructionId,
    argument: impl Fn(InstructionId, usize) -> Option<InstructionId>,
) -> InstructionId {
    let is_box = map.call_at(made).is_some_and(|site| &*site.name == "valueOf" && site.args == 1);
    argument(made, 0).filter(|_| is_box).unwrap_or(made)
}

/// Returns what an instruction pushes, if another one that pushes the same can be told by it.
fn source(map: &ProgramMap, made: InstructionId) -> Option<Source> {
    let op = op(map, made);
    let is_plain = matches!(op, Op::Load | Op::GetField | Op::GetStatic | Op::PushInt);
    is_plain.then(|| (op, map.insns.arg[made.index()]))
}

/// Returns whether an instruction between two others assigns a local.
fn stores(map: &ProgramMap, from: InstructionId, to: InstructionId, slot: u32) -> bool {
    let assigns = |insn: InstructionId| matches!(op(map, insn), Op::Store | Op::Iinc);
    from.up_to(to).any(|insn| assigns(insn) && map.insns.arg[insn.index()] == slot)
}

fn op(map: &ProgramMap, insn: InstructionId) -> Op {
    Op::from_byte(map.insns.op[insn.index()]).unwrap_or(Op::Drop)
}
