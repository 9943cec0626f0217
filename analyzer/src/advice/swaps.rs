//! Arrays that change places: `t = before; before = row; row = t`, and the same with more than two.
//!
//! Tasks take the references over from each other, but which array is which makes no difference if all of them begin alike. So each task
//! can have its own ones, if it overwrites what it reads of them.

use paratrace_traceformat::map::{InstructionId, Method, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use super::reached::Reached;
use super::variables::{Variable, length_of_new, variable_loaded, variable_stored};
use crate::dependences::Points;
use crate::dependences::definitions::stored_local;

/// Most steps from the length of an array to what it is computed from.
const DEEP: usize = 4;

/// Variables whose values change places, and the stores by which they do.
#[derive(Debug, Default)]
pub(super) struct Group {
    variables: FxHashSet<Variable>,
    stores: FxHashSet<InstructionId>,
}

/// Lists the variables of a program whose values change places.
pub(super) fn swaps(points: &Points<'_>) -> Vec<Group> {
    let mut groups = Vec::new();
    let code = points.map.methods.iter().flat_map(Method::instructions);
    code.filter_map(|begin| rotation(points, begin)).for_each(|found| add(&mut groups, found));
    groups
}

/// Returns the stores of tasks by which arrays change places that are all alike before the first task.
pub(super) fn swapping_stores(points: &Points<'_>, swaps: &[Group], reached: &Reached<'_>) -> FxHashSet<InstructionId> {
    let own = swaps.iter().filter(|group| group.stores.iter().all(|&store| reached.contains(points, store)));
    let alike = own.filter(|group| group.begin_alike(points, reached));
    alike.flat_map(|group| &group.stores).copied().collect()
}

/// Adds a group; those that share a variable with it become one.
fn add(groups: &mut Vec<Group>, mut found: Group) {
    groups.retain_mut(|group| {
        let is_apart = group.variables.is_disjoint(&found.variables);
        if !is_apart {
            found.variables.extend(group.variables.drain());
            found.stores.extend(group.stores.drain());
        }
        is_apart
    });
    groups.push(found);
}

impl Group {
    /// Returns whether all variables hold new arrays of the same length before the first task, and only tasks use these.
    fn begin_alike(&self, points: &Points<'_>, reached: &Reached<'_>) -> bool {
        let mut lengths: FxHashMap<Variable, InstructionId> = FxHashMap::default();
        let code = points.map.methods.iter().flat_map(Method::instructions);
        for insn in code {
            let loaded = variable_loaded(points, insn).filter(|variable| self.variables.contains(variable));
            if loaded.is_some() && !reached.contains(points, insn) {
                return false;
            }
            let stored = variable_stored(points, insn).filter(|variable| self.variables.contains(variable));
            let Some(variable) = stored.filter(|_| !self.stores.contains(&insn)) else { continue };
            let Some(length) = length_of_new(points, insn) else { return false };
            if reached.contains(points, insn) || lengths.insert(variable, length).is_some() {
                return false;
            }
        }
        let mut known = lengths.values();
        let first = known.next();
        lengths.len() == self.variables.len()
            && first.is_some_and(|&first| known.all(|&other| is_same(points, first, other, DEEP)))
    }
}

/// Returns the variables whose values change places from an instruction on, if it puts the first value aside. All of them are locals, static
/// fields, or fields of one object.
fn rotation(points: &Points<'_>, begin: InstructionId) -> Option<Group> {
    let aside = stored_local(points, begin).filter(|_| points.op(begin) == Op::Store)?;
    let (first, object) = loaded(points, points.producer(begin, 0)?)?;
    let block = &points.map.blocks[points.block_of(begin)?.index()];
    let (mut group, mut wanted) = (Group::default(), first);
    for insn in block.instructions().filter(|&insn| insn > begin) {
        match points.op(insn) {
            Op::Invoke => return None,
            Op::Store | Op::Iinc | Op::PutField | Op::PutStatic => {}
            _ => continue,
        }
        let value = points.producer(insn, 0)?;
        let is_next = stored(points, insn)? == (wanted, object) && group.variables.insert(wanted);
        if !is_next {
            return None;
        }
        group.stores.insert(insn);
        if points.op(value) == Op::Load && points.map.insns.arg[value.index()] == aside {
            return if group.variables.len() > 1 { Some(group) } else { None };
        }
        let (next, of) = loaded(points, value).filter(|_| value > begin)?;
        if of != object {
            return None;
        }
        wanted = next;
    }
    None
}

/// Returns the variable that an instruction loads, and the local with its object.
fn loaded(points: &Points<'_>, load: InstructionId) -> Option<(Variable, Option<u32>)> {
    let variable = variable_loaded(points, load)?;
    let object = if points.op(load) == Op::GetField { Some(object(points, load, 0)?) } else { None };
    Some((variable, object))
}

/// Returns the variable that an instruction stores to, and the local with its object.
fn stored(points: &Points<'_>, store: InstructionId) -> Option<(Variable, Option<u32>)> {
    let variable = variable_stored(points, store)?;
    let object = if points.op(store) == Op::PutField { Some(object(points, store, 1)?) } else { None };
    Some((variable, object))
}

/// Returns the local that holds an object so many stack entries below the top.
fn object(points: &Points<'_>, insn: InstructionId, above: u32) -> Option<u32> {
    match points.holder(insn, above)? {
        (Op::Load, slot) => Some(slot),
        _ => None,
    }
}

/// Returns whether two instructions of the same method, or two constants, certainly give the same value.
fn is_same(points: &Points<'_>, one: InstructionId, other: InstructionId, deep: usize) -> bool {
    let (points, insns) = (points, &points.map.insns);
    let arg = |insn: InstructionId| insns.arg[insn.index()];
    let Some(deeper) = deep.checked_sub(1) else { return false };
    if insns.opcode[one.index()] != insns.opcode[other.index()] || points.op(one) != points.op(other) {
        return false;
    }
    let are_in_one_method = points.method_of(one) == points.method_of(other);
    let has_same_operands = |operands: u32| {
        (0..operands).all(|above| {
            let pair = points.producer(one, above).zip(points.producer(other, above));
            pair.is_some_and(|(one, other)| is_same(points, one, other, deeper))
        })
    };
    match points.op(one) {
        Op::PushInt => arg(one) == arg(other),
        Op::Load => are_in_one_method && arg(one) == arg(other) && is_stored_once(points, one),
        Op::Compute => points.map.stack_effect(one).is_some_and(|(pops, _)| has_same_operands(pops)),
        Op::Invoke if points.calls_pure(one) => {
            let sites = points.call(one).zip(points.call(other));
            sites.is_some_and(|(one, other)| {
                (&one.class, &one.name, &one.desc) == (&other.class, &other.name, &other.desc)
                    && has_same_operands(one.args.into())
            })
        }
        _ => false,
    }
}

/// Returns whether a local has one value in its whole method.
fn is_stored_once(points: &Points<'_>, load: InstructionId) -> bool {
    let (slot, method) = (points.map.insns.arg[load.index()], points.method_of(load));
    let code = points.map.methods[method.index()].instructions();
    code.filter(|&insn| stored_local(points, insn) == Some(slot)).count() <= 1
}
