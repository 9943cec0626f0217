//! Objects of the program that are made of numbers, such as vectors and statistics: methods that combine two of them part by part.
//!
//! If a method makes an object each part of which combines the same parts of two others, by operations for which neither order nor
//! grouping matters, then these do not matter for the method, either.

use paratrace_jvm::opcodes as op;
use paratrace_replay::paths::shuffle;
use paratrace_replay::program::{parameter_slots, parameters};
use paratrace_traceformat::map::{InstructionId, Method, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use super::functions::combination_of_numbers;
use crate::dependences::Points;
use crate::model::Operation;

/// Most instructions of a method that combines two objects, or of a constructor.
const SHORT: usize = 96;

/// A method that combines two objects part by part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PartByPart {
    /// The operation, if it is the same for all parts.
    pub(super) operation: Operation,
    /// Grouping matters for the rounding of floating point numbers.
    pub(super) rounds: bool,
}

/// A value on the operand stack of such a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Made {
    /// One of the two objects.
    Whole { object: u32 },
    /// A field of one of the two objects, which are known by their locals.
    Part { field: u32, object: u32 },
    /// Both objects' values of a field, combined.
    Combined { field: u32 },
    /// The object that the method makes, before its constructor has run.
    New,
    /// The same behind its constructor.
    Initialised,
}

/// Returns how a method combines two objects of one class; `None` if it does anything else.
pub(super) fn combines_parts(points: &Points<'_>, method: &Method) -> Option<PartByPart> {
    let slots = parameter_slots(method);
    let (class, result) = (class_of_parameters(points, method)?, method.desc.rsplit_once(')')?.1);
    if slots.len() != 2 || result != format!("L{class};") || method.instructions().len() > SHORT {
        return None;
    }
    let mut reader = Reader { points, class, slots: &slots, stack: Vec::new(), found: None };
    let mut code = method.instructions();
    code.next_back().filter(|&last| points.op(last) == Op::ReturnValue)?;
    code.try_for_each(|insn| reader.read(insn))?;
    reader.found.filter(|_| reader.stack == [Made::Initialised])
}

/// Returns how a call combines two objects of one class, if it can only run a method that does nothing else.
pub(super) fn call_combines_parts(points: &Points<'_>, call: InstructionId) -> Option<PartByPart> {
    let method = points.only_callee(call)?;
    combines_parts(points, &points.map.methods[method.index()])
}

/// Returns the class of which the two parameters of a method are, its object included.
fn class_of_parameters<'m>(points: &Points<'m>, method: &'m Method) -> Option<&'m str> {
    let own = &*points.map.classes[method.class.index()].name;
    let name = |desc: &'m str| desc.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
    let mut named = parameters(&method.desc).map(name);
    let first = if method.is_static() { named.next()?? } else { own };
    let second = named.next()??;
    if first == second && named.next().is_none() { Some(first) } else { None }
}

/// Reads the code of such a method, instruction by instruction.
struct Reader<'p, 'm> {
    points: &'p Points<'m>,
    class: &'m str,
    slots: &'p [u32],
    stack: Vec<Made>,
    found: Option<PartByPart>,
}

impl Reader<'_, '_> {
    /// Follows one instruction; `None` if the method does more than to combine parts.
    fn read(&mut self, insn: InstructionId) -> Option<()> {
        let insns = &self.points.map.insns;
        let (operation, arg) = (self.points.op(insn), insns.arg[insn.index()]);
        let popped = match shuffle(operation) {
            Some((popped, _)) => popped,
            None => self.points.map.stack_effect(insn)?.0 as usize,
        };
        let operands = self.stack.split_off(self.stack.len().checked_sub(popped)?);
        if let Some((_, left)) = shuffle(operation) {
            self.stack.extend(left.iter().map(|&from| operands[from]));
            return Some(());
        }
        let made = match (operation, &operands[..]) {
            (Op::Load, []) if self.slots.contains(&arg) => Made::Whole { object: arg },
            (Op::GetField, &[Made::Whole { object }]) => self.part(arg, object)?,
            (Op::Push | Op::Compute, []) if insns.opcode[insn.index()] == op::NEW => Made::New,
            (Op::Compute | Op::Invoke, &[Made::Part { field, object }, Made::Part { field: other, object: from }])
                if field == other && object != from =>
            {
                self.combine(insn)?;
                Made::Combined { field }
            }
            (Op::Invoke, &[Made::Whole { object }]) => self.part(self.given_field(insn)?, object)?,
            (Op::Invoke, [Made::New, parts @ ..]) => return self.initialise(insn, parts),
            _ => return None,
        };
        self.stack.push(made);
        Some(())
    }

    /// Returns a field of one of the two objects, if it always has the value that the constructor gave it.
    fn part(&self, field: u32, object: u32) -> Option<Made> {
        let is_own = &*self.points.map.fields.get(field as usize)?.class == self.class;
        if is_own && self.points.is_constant_field(field) { Some(Made::Part { field, object }) } else { None }
    }

    /// Notes how an instruction combines two parts.
    fn combine(&mut self, insn: InstructionId) -> Option<()> {
        let (operation, rounds) = combination_of_numbers(self.points, insn)?;
        self.found = Some(match self.found {
            None => PartByPart { operation, rounds },
            Some(found) => PartByPart {
                operation: if found.operation == operation { operation } else { Operation::Combined },
                rounds: found.rounds || rounds,
            },
        });
        Some(())
    }

    /// Returns the field that a call gives, if that is all that it does.
    fn given_field(&self, call: InstructionId) -> Option<u32> {
        let map = self.points.map;
        let method = self.points.only_callee(call)?;
        let code = map.methods[method.index()].instructions().collect::<Vec<_>>();
        let [this, load, returns] = code[..] else { return None };
        let is_field = self.points.op(this) == Op::Load
            && map.insns.arg[this.index()] == 0
            && !map.methods[method.index()].is_static()
            && self.points.op(load) == Op::GetField
            && self.points.op(returns) == Op::ReturnValue;
        if is_field { Some(map.insns.arg[load.index()]) } else { None }
    }

    /// The constructor of the new object is given its parts: it must keep each as the field that was combined.
    fn initialise(&mut self, call: InstructionId, parts: &[Made]) -> Option<()> {
        let site = self.points.call(call).filter(|site| &*site.name == "<init>" && &*site.class == self.class)?;
        let constructor = self.points.map.methods.get(site.callee.index())?;
        let fields = fields_of_parameters(self.points, constructor)?;
        let slots = parameter_slots(constructor);
        let is_kept =
            |(&part, slot): (&Made, &u32)| fields.get(slot).is_some_and(|&field| part == Made::Combined { field });
        let are_kept = fields.len() == parts.len() && parts.iter().zip(&slots[1..]).all(is_kept);
        // The reference that `new` has left is the object that the constructor has initialised.
        let below = self.stack.last_mut().filter(|below| are_kept && **below == Made::New)?;
        *below = Made::Initialised;
        Some(())
    }
}

/// Returns the field in which a constructor keeps each of its parameters, by their locals, if it does nothing else.
fn fields_of_parameters(points: &Points<'_>, constructor: &Method) -> Option<FxHashMap<u32, u32>> {
    const WITHOUT_CODE: [&str; 2] = ["java/lang/Object", "java/lang/Record"];
    let arg = |insn: InstructionId| points.map.insns.arg[insn.index()];
    let code = constructor.instructions().collect::<Vec<_>>();
    if code.len() > SHORT {
        return None;
    }
    let (mut loaded, mut found) = (Vec::new(), FxHashMap::default());
    for insn in code {
        match points.op(insn) {
            Op::Load => loaded.push(arg(insn)),
            Op::Invoke if loaded == [0] => {
                let is_empty = |class: &str| WITHOUT_CODE.contains(&class);
                points.call(insn).filter(|site| &*site.name == "<init>" && is_empty(&site.class))?;
                loaded.clear();
            }
            Op::PutField => {
                let [0, parameter] = loaded[..] else { return None };
                if found.insert(parameter, arg(insn)).is_some() {
                    return None;
                }
                loaded.clear();
            }
            Op::Return if loaded.is_empty() => {}
            _ => return None,
        }
    }
    let fields: FxHashSet<u32> = found.values().copied().collect();
    if fields.len() == found.len() { Some(found) } else { None }
}
