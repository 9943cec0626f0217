//! Arrays that change places: `t = before; before = row; row = t`, and the same with more than two.
//!
//! Tasks take the references over from each other, but which array is which makes no difference if all of them begin alike. So each task
//! can have its own ones, if it overwrites what it reads of them.

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::{InstructionId, Method, MethodId, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body::stored_local;
use super::reached::Reached;
use crate::dependences::Points;

/// Most steps from the length of an array to what it is computed from.
const DEEP: usize = 4;

/// A variable that holds an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    /// A variable of a method, by its local and where it begins: the local may hold other ones, too.
    Local(MethodId, u32, Option<u16>),
    Static(u32),
    /// A field of any object.
    Field(u32),
}

/// Variables whose values change places, and the stores by which they do.
#[derive(Debug, Default)]
struct Group {
    variables: FxHashSet<Variable>,
    stores: FxHashSet<InstructionId>,
}

/// Returns the stores of tasks by which arrays change places that are all alike before the first task.
pub(super) fn swapping_stores(points: &Points<'_>, reached: &Reached<'_>) -> FxHashSet<InstructionId> {
    let search = Search { points, reached };
    let mut groups: Vec<Group> = Vec::new();
    for begin in reached.instructions() {
        if let Some(found) = search.rotation(begin) {
            add(&mut groups, found);
        }
    }
    groups.retain(|group| search.begin_alike(group));
    groups.into_iter().flat_map(|group| group.stores).collect()
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

struct Search<'s, 'm> {
    points: &'s Points<'m>,
    reached: &'s Reached<'m>,
}

impl Search<'_, '_> {
    /// Returns the variables whose values change places from an instruction on, if it puts the first value aside. All of them are locals, static
    /// fields, or fields of one object.
    fn rotation(&self, begin: InstructionId) -> Option<Group> {
        let points = self.points;
        let aside = stored_local(points, begin).filter(|_| points.op(begin) == Op::Store)?;
        let (first, object) = self.loaded(points.producer(begin, 0)?)?;
        let block = &points.map.blocks[points.block_of(begin)?.index()];
        let (mut group, mut wanted) = (Group::default(), first);
        for insn in block.instructions().filter(|&insn| insn > begin) {
            match points.op(insn) {
                Op::Invoke => return None,
                Op::Store | Op::Iinc | Op::PutField | Op::PutStatic => {}
                _ => continue,
            }
            let value = points.producer(insn, 0)?;
            let is_next = self.stored(insn)? == (wanted, object) && group.variables.insert(wanted);
            if !is_next {
                return None;
            }
            group.stores.insert(insn);
            if points.op(value) == Op::Load && points.map.insns.arg[value.index()] == aside {
                return if group.variables.len() > 1 { Some(group) } else { None };
            }
            let (next, of) = self.loaded(value).filter(|_| value > begin)?;
            if of != object {
                return None;
            }
            wanted = next;
        }
        None
    }

    /// Returns the variable that an instruction loads, and the local with its object.
    fn loaded(&self, load: InstructionId) -> Option<(Variable, Option<u32>)> {
        let variable = self.variable_loaded(load)?;
        let object = if self.points.op(load) == Op::GetField { Some(self.object(load, 0)?) } else { None };
        Some((variable, object))
    }

    /// Returns the variable that an instruction stores to, and the local with its object.
    fn stored(&self, store: InstructionId) -> Option<(Variable, Option<u32>)> {
        let variable = self.variable_stored(store)?;
        let object = if self.points.op(store) == Op::PutField { Some(self.object(store, 1)?) } else { None };
        Some((variable, object))
    }

    fn object(&self, insn: InstructionId, above: u32) -> Option<u32> {
        let load = self.points.producer(insn, above)?;
        if self.points.op(load) == Op::Load { Some(self.points.map.insns.arg[load.index()]) } else { None }
    }

    /// Returns whether all variables hold new arrays of the same length before the first task, and only tasks use these.
    fn begin_alike(&self, group: &Group) -> bool {
        let mut lengths: FxHashMap<Variable, InstructionId> = FxHashMap::default();
        let code = self.points.map.methods.iter().flat_map(Method::instructions);
        for insn in code {
            let loaded = self.variable_loaded(insn).filter(|variable| group.variables.contains(variable));
            if loaded.is_some() && !self.reached.contains(self.points, insn) {
                return false;
            }
            let stored = self.variable_stored(insn).filter(|variable| group.variables.contains(variable));
            let Some(variable) = stored.filter(|_| !group.stores.contains(&insn)) else { continue };
            let Some(length) = self.length_of_new(insn) else { return false };
            if self.reached.contains(self.points, insn) || lengths.insert(variable, length).is_some() {
                return false;
            }
        }
        let mut known = lengths.values();
        let first = known.next();
        lengths.len() == group.variables.len()
            && first.is_some_and(|&first| known.all(|&other| self.is_same(first, other, DEEP)))
    }

    fn variable_loaded(&self, insn: InstructionId) -> Option<Variable> {
        let arg = self.points.map.insns.arg[insn.index()];
        match self.points.op(insn) {
            Op::Load => Some(self.local(insn, insn, arg)),
            Op::GetStatic => Some(Variable::Static(arg)),
            Op::GetField => Some(Variable::Field(arg)),
            _ => None,
        }
    }

    fn variable_stored(&self, insn: InstructionId) -> Option<Variable> {
        let arg = self.points.map.insns.arg[insn.index()];
        match self.points.op(insn) {
            // The variable begins behind the store of its first value.
            Op::Store => Some(self.local(insn, insn.plus(1), arg)),
            Op::PutStatic => Some(Variable::Static(arg)),
            Op::PutField => Some(Variable::Field(arg)),
            _ => None,
        }
    }

    /// Returns the variable that a local of an instruction's method holds at a place.
    fn local(&self, insn: InstructionId, place: InstructionId, slot: u32) -> Variable {
        let (map, method) = (self.points.map, self.points.method_of(insn));
        let pc = map.insns.pc.get(place.index()).copied();
        let known = u16::try_from(slot).ok().zip(pc).and_then(|(slot, pc)| map.variable_at(method, slot, pc));
        Variable::Local(method, slot, known.map(|variable| variable.from))
    }

    /// Returns what gives the length of the new array that an instruction stores, which nothing else has then.
    fn length_of_new(&self, store: InstructionId) -> Option<InstructionId> {
        let made = self.points.producer(store, 0)?;
        let is_new = [op::NEWARRAY, op::ANEWARRAY].contains(&self.points.map.insns.opcode[made.index()]);
        let is_direct = made.index() + 1 == store.index();
        if is_new && is_direct { self.points.producer(made, 0) } else { None }
    }

    /// Returns whether two instructions of the same method, or two constants, certainly give the same value.
    fn is_same(&self, one: InstructionId, other: InstructionId, deep: usize) -> bool {
        let (points, insns) = (self.points, &self.points.map.insns);
        let arg = |insn: InstructionId| insns.arg[insn.index()];
        let Some(deeper) = deep.checked_sub(1) else { return false };
        if insns.opcode[one.index()] != insns.opcode[other.index()] || points.op(one) != points.op(other) {
            return false;
        }
        let are_in_one_method = points.method_of(one) == points.method_of(other);
        let has_same_operands = |operands: u32| {
            (0..operands).all(|above| {
                let pair = points.producer(one, above).zip(points.producer(other, above));
                pair.is_some_and(|(one, other)| self.is_same(one, other, deeper))
            })
        };
        match points.op(one) {
            Op::PushInt => arg(one) == arg(other),
            Op::Load => are_in_one_method && arg(one) == arg(other) && self.is_stored_once(one),
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
    fn is_stored_once(&self, load: InstructionId) -> bool {
        let (slot, method) = (self.points.map.insns.arg[load.index()], self.points.method_of(load));
        let code = self.points.map.methods[method.index()].instructions();
        code.filter(|&insn| stored_local(self.points, insn) == Some(slot)).count() <= 1
    }
}
