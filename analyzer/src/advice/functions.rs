//! Functions that calls of the library are given: what the code shows of them.

use paratrace_jvm::library::{self, MethodFact};
use paratrace_jvm::opcodes as op;
use paratrace_replay::program::{has_receiver, parameters};
use paratrace_traceformat::map::{InstructionId, Method, Op, Site};

use super::algebra::operations::{self, is_exact};
use super::parts::{PartByPart, call_combines_parts, combines_parts};
use crate::dependences::Points;
use crate::dependences::definitions::only_store;
use crate::dependences::runs::Runs;
use crate::model::Operation;

/// Returns how a function combines two values, if the table of the library says that grouping does not matter.
fn operator_of_library(runs: Runs<'_>) -> Option<Operator> {
    let method = library::method(runs.class, runs.name, runs.desc)?;
    let rounds = method.is(MethodFact::AssociativeButRounds);
    (rounds || method.is(MethodFact::Associative)).then(|| Operator { rounds, ..Operator::named(runs.name) })
}

/// Looks at the arguments of calls.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'p, 'm> {
    pub(super) points: &'p Points<'m>,
}

impl<'m> Arguments<'_, 'm> {
    /// Returns the instruction that makes an argument, the receiver included, if the code before the call shows it plainly.
    pub(super) fn producer(self, call: InstructionId, argument: usize) -> Option<InstructionId> {
        let site = self.points.call(call)?;
        let made = self.points.producer(call, u32::from(site.args).checked_sub(argument as u32 + 1)?)?;
        match self.points.map.insns.opcode[made.index()] {
            // A cast hands on what it gets: javac casts what `Stream.parallel` returns.
            op::CHECKCAST => self.points.producer(made, 0),
            // So does a variable that has no other value there.
            op::ALOAD | op::ALOAD_0..=op::ALOAD_3 => self.stored(made).or(Some(made)),
            _ => Some(made),
        }
    }

    /// Returns the instruction that makes what an instruction loads from a variable of the same activation, if there is no other.
    fn stored(self, load: InstructionId) -> Option<InstructionId> {
        let made = self.points.producer(only_store(self.points, load)?, 0)?;
        self.points.call(made).map(|_| made)
    }

    /// Lists the methods that the functions run which a call is given, collectors included; `None` if one of them is not seen, or
    /// neither traced nor known to compute from values only.
    pub(super) fn functions(self, call: InstructionId) -> Option<Vec<Runs<'m>>> {
        let site = self.points.call(call)?;
        let mut found = Vec::new();
        for (parameter, argument) in parameters(&site.desc).zip(usize::from(has_receiver(site))..) {
            if parameter.starts_with("Ljava/util/function/") {
                let runs = self.runs(call, argument)?;
                let is_proved = self.is(call, MethodFact::Folds) && parameter == "Ljava/util/function/BinaryOperator;";
                let is_known = || {
                    runs.is_pure()
                        || is_proved
                        || parameter == "Ljava/util/function/Supplier;" && runs.makes_container()
                };
                if runs.traced(self.points.map).is_none() && !is_known() {
                    return None;
                }
                found.push(runs);
            } else if parameter == "Ljava/util/stream/Collector;" {
                let made = self.producer(call, argument).filter(|&made| self.is(made, MethodFact::Collector))?;
                if self.is(made, MethodFact::Folds) && self.operator(made).is_none() {
                    return None;
                }
                found.extend(self.functions(made)?);
            } else if parameter == "Ljava/util/Comparator;" {
                found.extend(self.compares(call, argument)?);
            }
        }
        Some(found)
    }

    /// Lists the methods that a comparator runs which a call is given.
    fn compares(self, call: InstructionId, argument: usize) -> Option<Vec<Runs<'m>>> {
        let made = self.producer(call, argument)?;
        if self.is(made, MethodFact::Orders) {
            return self.functions(made);
        }
        let runs = self.runs(call, argument)?;
        (runs.traced(self.points.map).is_some() || runs.is_pure()).then(|| vec![runs])
    }

    /// Returns whether a call gathers what a stream gives in containers of the library, which a function makes, a second one adds to,
    /// and a third one puts together in order.
    pub(super) fn gathers_into(self, call: InstructionId) -> bool {
        let is = |argument, names: &[&str]| {
            self.runs(call, argument).filter(|runs| names.contains(&runs.name)).map(|runs| runs.class)
        };
        let made = is(1, &["<init>"]).filter(|class| is_container(class));
        made.is_some() && is(2, &["add", "append"]) == made && is(3, &["addAll", "append"]) == made
    }

    /// Returns whether collectors that a call is given sum up floating point numbers.
    pub(super) fn round(self, call: InstructionId) -> bool {
        self.collectors(call).any(|made| {
            let rounds =
                self.is(made, MethodFact::Folds) && self.operator(made).is_some_and(|operator| operator.rounds);
            rounds || self.is(made, MethodFact::Rounds) || self.round(made)
        })
    }

    /// Lists the calls that make the collectors which a call is given.
    fn collectors(self, call: InstructionId) -> impl Iterator<Item = InstructionId> {
        let site = self.points.call(call);
        let described = site.map_or("()V", |site| &*site.desc);
        let given = parameters(described).zip(site.map_or(0, |site| usize::from(has_receiver(site)))..);
        let collectors = given.filter(|&(parameter, _)| parameter == "Ljava/util/stream/Collector;");
        collectors.filter_map(move |(_, argument)| self.producer(call, argument))
    }

    /// Returns whether collectors that a call is given make sets or maps whose order depends on how they were filled.
    pub(super) fn reorder(self, call: InstructionId) -> bool {
        self.collectors(call).any(|made| self.is(made, MethodFact::Reorders) || self.reorder(made))
    }

    /// Returns whether the table of the library says this of the method that an instruction calls.
    pub(super) fn is(self, call: InstructionId, fact: MethodFact) -> bool {
        self.points.call(call).is_some_and(|site| is(site, fact))
    }

    /// Returns the method that a function runs which is made for a call.
    pub(super) fn runs(self, call: InstructionId, argument: usize) -> Option<Runs<'m>> {
        self.points.call(self.producer(call, argument)?).and_then(Runs::of_function)
    }

    /// Returns what is proved of the function by which a call combines elements: that it is associative, and that the value which
    /// the call begins with is neutral.
    pub(super) fn operator(self, call: InstructionId) -> Option<Operator> {
        let site = self.points.call(call)?;
        let last = parameters(&site.desc).count() - 1 + usize::from(has_receiver(site));
        let operator = self.combines(call, last)?;
        // A value to begin with comes first.
        let first = usize::from(has_receiver(site));
        let is_neutral = || match operator.neutral {
            Neutral::Any => true,
            Neutral::Number(wanted) => self.number(call, first) == Some(wanted),
            Neutral::NotKnown => false,
        };
        let begins_with_value =
            parameters(&site.desc).next().is_some_and(|first| !first.starts_with("Ljava/util/function/"));
        (!begins_with_value || is_neutral()).then_some(operator)
    }

    /// Returns what is proved of a function of two values that a call is given: that it is associative.
    pub(super) fn combines(self, call: InstructionId, argument: usize) -> Option<Operator> {
        let runs = self.runs(call, argument)?;
        match runs.traced(self.points.map) {
            Some(method) => self.computed(method),
            None => operator_of_library(runs),
        }
    }

    /// Returns whether a function that a call is given does nothing but make a new object of a class of the library.
    pub(super) fn makes_new(self, call: InstructionId, argument: usize) -> bool {
        let method = self.runs(call, argument).and_then(|runs| runs.traced(self.points.map));
        let Some(code) = method.map(|method| method.instructions().collect::<Vec<_>>()) else { return false };
        let [made, copied, ref constants @ .., initialised, returned] = code[..] else { return false };
        // A constructor may be told a capacity, or the class of the keys.
        const OF_CONSTANTS: [&str; 3] = ["()V", "(I)V", "(Ljava/lang/Class;)V"];
        let has_nature = |site: &Site| library::nature(&site.class, &site.name, &site.desc).is_some();
        let is_empty = |site: &Site| &*site.name == "<init>" && OF_CONSTANTS.contains(&&*site.desc) && has_nature(site);
        self.points.map.insns.opcode[made.index()] == op::NEW
            && self.points.op(copied) == Op::Dup
            && constants.iter().all(|&insn| matches!(self.points.op(insn), Op::Push | Op::PushInt))
            && self.points.call(initialised).is_some_and(is_empty)
            && self.points.op(returned) == Op::ReturnValue
    }

    /// Returns whether a call is given a number, in a box or not, that the code names.
    pub(super) fn is_constant(self, call: InstructionId, argument: usize) -> bool {
        let Some(made) = self.producer(call, argument) else { return false };
        let is_boxed = self.points.call(made).is_some_and(is_boxing);
        matches!(self.points.op(made), Op::Push | Op::PushInt) || is_boxed && self.is_constant(made, 0)
    }

    /// Returns whether a function that a call is given does nothing but make a new array of numbers.
    pub(super) fn makes_array(self, call: InstructionId, argument: usize) -> bool {
        let method = self.runs(call, argument).and_then(|runs| runs.traced(self.points.map));
        let Some(code) = method.map(|method| method.instructions().collect::<Vec<_>>()) else { return false };
        let [length, made, returned] = code[..] else { return false };
        self.points.op(length) == Op::PushInt
            && self.points.map.insns.opcode[made.index()] == op::NEWARRAY
            && self.points.op(returned) == Op::ReturnValue
    }

    /// Returns the instruction that makes the array which an instruction stores into.
    pub(super) fn array_of(self, store: InstructionId) -> Option<InstructionId> {
        self.points.without_cast(self.points.producer(store, 2)?)
    }

    /// Returns what a method is that does nothing but combine its two parameters.
    fn computed(self, method: &Method) -> Option<Operator> {
        if let Some(found) = combines_parts(self.points, method) {
            return Some(Operator::part_by_part(found));
        }
        let is_boxing = |insn: InstructionId| self.points.call(insn).is_some_and(is_boxing);
        let code: Vec<InstructionId> = method.instructions().filter(|&insn| !is_boxing(insn)).collect();
        let [one, other, combines, returns] = code[..] else { return None };
        let loads = [one, other].map(|insn| (self.points.op(insn), self.points.map.insns.arg[insn.index()]));
        let slots = paratrace_replay::program::parameter_slots(method);
        let has_both = loads.iter().all(|&(op, slot)| op == Op::Load && slots.contains(&slot)) && loads[0] != loads[1];
        if slots.len() != 2 || !has_both || self.points.op(returns) != Op::ReturnValue {
            return None;
        }
        self.combination(combines)
    }

    /// Returns what a function is that a call is given, if it gives its last parameter combined with a value, and that value itself where
    /// the parameter is null: `old == null ? value : old + value`, or the same the other way round.
    pub(super) fn accumulates(self, call: InstructionId, argument: usize) -> Option<Operator> {
        let method = self.runs(call, argument)?.traced(self.points.map)?;
        let is_boxing = |insn: InstructionId| self.points.call(insn).is_some_and(is_boxing);
        let code: Vec<InstructionId> = method.instructions().filter(|&insn| !is_boxing(insn)).collect();
        let opcode = |insn: InstructionId| self.points.map.insns.opcode[insn.index()];
        let [tested, test, ..] = code[..] else { return None };
        let (value, jump, pair, combines, returns) = match (opcode(test), &code[2..]) {
            (op::IFNONNULL, &[value, jump, one, other, combines, returns]) => {
                (value, jump, [one, other], combines, returns)
            }
            (op::IFNULL, &[one, other, combines, jump, value, returns]) => {
                (value, jump, [one, other], combines, returns)
            }
            _ => return None,
        };
        let old = *paratrace_replay::program::parameter_slots(method).last()?;
        let arg = |insn: InstructionId| self.points.map.insns.arg[insn.index()];
        let is_old = |insn| self.points.op(insn) == Op::Load && arg(insn) == old;
        let is_simple = |insn| matches!(self.points.op(insn), Op::Load | Op::PushInt) && !is_old(insn);
        let is_value = |insn| is_simple(insn) && (opcode(insn), arg(insn)) == (opcode(value), arg(value));
        let [one, other] = pair;
        let has_both = is_old(one) && is_value(other) || is_value(one) && is_old(other);
        if !is_old(tested) || !has_both || opcode(jump) != op::GOTO || self.points.op(returns) != Op::ReturnValue {
            return None;
        }
        self.combination(combines)
    }

    /// Returns what an instruction makes of two values, if grouping does not matter.
    fn combination(self, combines: InstructionId) -> Option<Operator> {
        let by_parts = || call_combines_parts(self.points, combines).map(Operator::part_by_part);
        of_numbers(self.points, combines).or_else(by_parts)
    }

    /// Returns the number that a constant of the library is which an instruction gets.
    fn exact_constant(self, insn: InstructionId) -> Option<i64> {
        let field = self.points.map.fields.get(self.points.map.insns.arg[insn.index()] as usize)?;
        match &*field.name {
            "ZERO" if is_exact(&field.class) => Some(0),
            "ONE" if is_exact(&field.class) => Some(1),
            _ => None,
        }
    }

    /// Returns the whole number that an argument is, in a box or not.
    pub(super) fn number(self, call: InstructionId, argument: usize) -> Option<i64> {
        let made = self.producer(call, argument)?;
        match self.points.call(made) {
            Some(site) if is_boxing(site) => self.number(made, 0),
            Some(_) => None,
            None => match self.points.map.insns.opcode[made.index()] {
                op::ICONST_0 | op::LCONST_0 | op::DCONST_0 => Some(0),
                op::ICONST_1 | op::LCONST_1 | op::DCONST_1 => Some(1),
                op::GETSTATIC => self.exact_constant(made),
                _ => None,
            },
        }
    }
}

/// Returns whether a class of the library is one of containers that keep what is added in order, and do nothing else with it.
fn is_container(class: &str) -> bool {
    const CONTAINERS: [&str; 6] = [
        "java/util/ArrayList",
        "java/util/LinkedList",
        "java/util/ArrayDeque",
        "java/util/Vector",
        "java/lang/StringBuilder",
        "java/util/LinkedHashSet",
    ];
    CONTAINERS.contains(&class)
}

/// A function of two values that is proved associative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Operator {
    /// What it computes, if that has a name; the order of the values then does not matter either.
    pub(super) operation: Option<Operation>,
    neutral: Neutral,
    /// Grouping matters for the rounding of floating point numbers.
    pub(super) rounds: bool,
}

/// The values that change nothing when they are combined with another one, however often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Neutral {
    /// Any: once or many times makes no difference.
    Any,
    Number(i64),
    NotKnown,
}

impl Operator {
    /// Returns what a method computes that combines two objects part by part.
    fn part_by_part(found: PartByPart) -> Self {
        Self { operation: Some(found.operation), neutral: Neutral::NotKnown, rounds: found.rounds }
    }

    /// Returns what an associative method of the library of this name computes.
    fn named(name: &str) -> Self {
        let (operation, neutral) = match name {
            "min" => (Some(Operation::Minimum), Neutral::Any),
            "max" => (Some(Operation::Maximum), Neutral::Any),
            "logicalAnd" => (Some(Operation::And), Neutral::Any),
            "logicalOr" => (Some(Operation::Or), Neutral::Any),
            "logicalXor" => (Some(Operation::Xor), Neutral::Number(0)),
            "sum" => (Some(Operation::Sum), Neutral::Number(0)),
            "add" => (Some(Operation::Sum), Neutral::Number(0)),
            "multiply" => (Some(Operation::Product), Neutral::Number(1)),
            "and" => (Some(Operation::And), Neutral::NotKnown),
            "or" => (Some(Operation::Or), Neutral::Number(0)),
            "xor" => (Some(Operation::Xor), Neutral::Number(0)),
            _ => (None, Neutral::NotKnown),
        };
        Self { operation, neutral, rounds: false }
    }
}

/// Returns what an instruction makes of two numbers, if neither order nor grouping matters: the operation, and whether that rounds.
pub(super) fn combination_of_numbers(points: &Points<'_>, combines: InstructionId) -> Option<(Operation, bool)> {
    let operator = of_numbers(points, combines)?;
    Some((operator.operation?, operator.rounds))
}

fn of_numbers(points: &Points<'_>, combines: InstructionId) -> Option<Operator> {
    match points.call(combines) {
        Some(site) => is(site, MethodFact::Associative).then(|| Operator::named(&site.name)),
        None => of_opcode(points.map.insns.opcode[combines.index()]),
    }
}

fn of_opcode(opcode: u8) -> Option<Operator> {
    let (operation, neutral) = match opcode {
        op::IADD..=op::DADD => (Operation::Sum, Neutral::Number(0)),
        op::IMUL..=op::DMUL => (Operation::Product, Neutral::Number(1)),
        op::IAND | op::LAND => (Operation::And, Neutral::Any),
        op::IOR | op::LOR => (Operation::Or, Neutral::Any),
        op::IXOR | op::LXOR => (Operation::Xor, Neutral::Number(0)),
        _ => return None,
    };
    let rounds = matches!(opcode, op::FADD | op::DADD | op::FMUL | op::DMUL);
    Some(Operator { operation: Some(operation), neutral, rounds })
}

fn is(site: &Site, fact: MethodFact) -> bool {
    library::method(&site.class, &site.name, &site.desc).is_some_and(|method| method.is(fact))
}

/// Returns whether a call only puts a number into a box, or takes out the one that is in it.
pub(super) fn is_boxing(site: &Site) -> bool {
    operations::is_boxing(&site.class, &site.name, &site.desc)
}
