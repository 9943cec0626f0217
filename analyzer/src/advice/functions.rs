//! Functions that calls of the library are given: what the code shows of them.

use paratrace_jvm::library::{self, ClassFact, MethodFact};
use paratrace_jvm::opcodes as op;
use paratrace_replay::program::{has_receiver, parameters, signature};
use paratrace_traceformat::map::{InstructionId, Method, Op, ProgramMap, Site};

use super::algebra::operations;
use crate::dependences::Points;
use crate::model::Operation;

/// A method that a lambda or a method reference runs, as the code names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Runs<'m> {
    pub(super) class: &'m str,
    pub(super) name: &'m str,
    pub(super) desc: &'m str,
}

impl<'m> Runs<'m> {
    /// Reads `class.name(desc)ret`.
    pub(super) fn read(text: &'m str) -> Option<Self> {
        let (class, name, desc) = signature(text)?;
        Some(Self { class, name, desc })
    }

    /// Returns the method, if it is one of the program that is traced.
    pub(super) fn traced(self, map: &'m ProgramMap) -> Option<&'m Method> {
        let is_it = |method: &&Method| {
            method.name == self.name
                && method.desc == self.desc
                && method.untraced.is_none()
                && map.classes[method.class.index()].name == self.class
        };
        map.methods.iter().find(is_it)
    }

    /// Returns whether the table of the library says that it only computes from values, and gets nothing else.
    fn is_pure(self) -> bool {
        let method = library::method(self.class, self.name, self.desc);
        let of_class = library::is(self.class, ClassFact::Pure);
        let acquires = method.is_some_and(|method| method.is(MethodFact::Acquires));
        let is_known = of_class || method.is_some_and(|method| method.is(MethodFact::Pure));
        // Its object is the first argument, unless it is static.
        let gets_object = [ClassFact::Value, ClassFact::Final].iter().all(|&fact| !library::is(self.class, fact));
        is_known
            && !acquires
            && !gets_object
            && self.name != "<init>"
            && parameters(self.desc).all(library::is_value_type)
    }

    /// Returns how it combines two values, if the table of the library says that grouping does not matter.
    fn combines(self) -> Option<Operator> {
        let method = library::method(self.class, self.name, self.desc)?;
        let rounds = method.is(MethodFact::AssociativeButRounds);
        (rounds || method.is(MethodFact::Associative)).then(|| Operator { rounds, ..Operator::named(self.name) })
    }
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
            _ => Some(made),
        }
    }

    /// Lists the methods that the functions run which a call is given, collectors included; `None` if one of them is not seen, or
    /// neither traced nor known to compute from values only.
    pub(super) fn functions(self, call: InstructionId) -> Option<Vec<Runs<'m>>> {
        let site = self.points.call(call)?;
        let mut found = Vec::new();
        for (parameter, argument) in parameters(&site.desc).zip(usize::from(has_receiver(site))..) {
            if parameter.starts_with("Ljava/util/function/") {
                let runs = self.runs(call, argument)?;
                if runs.traced(self.points.map).is_none() && !runs.is_pure() {
                    return None;
                }
                found.push(runs);
            } else if parameter == "Ljava/util/stream/Collector;" {
                let made = self.producer(call, argument).filter(|&made| self.is(made, MethodFact::Collector))?;
                found.extend(self.functions(made)?);
            }
        }
        Some(found)
    }

    /// Returns whether collectors that a call is given make sets or maps whose order depends on how they were filled.
    pub(super) fn reorder(self, call: InstructionId) -> bool {
        let Some(site) = self.points.call(call) else { return false };
        let given = parameters(&site.desc).zip(usize::from(has_receiver(site))..);
        let collectors = given.filter(|&(parameter, _)| parameter == "Ljava/util/stream/Collector;");
        let mut made = collectors.filter_map(|(_, argument)| self.producer(call, argument));
        made.any(|made| self.is(made, MethodFact::Reorders) || self.reorder(made))
    }

    /// Returns whether the table of the library says this of the method that an instruction calls.
    pub(super) fn is(self, call: InstructionId, fact: MethodFact) -> bool {
        self.points.call(call).is_some_and(|site| is(site, fact))
    }

    /// Returns the method that a function runs which is made for a call.
    fn runs(self, call: InstructionId, argument: usize) -> Option<Runs<'m>> {
        let made = self.points.call(self.producer(call, argument)?)?;
        (made.opcode == op::INVOKEDYNAMIC).then(|| Runs::read(&made.class)).flatten()
    }

    /// Returns what is proved of the function by which a call combines elements: that it is associative, and that the value which
    /// the call begins with is neutral.
    pub(super) fn operator(self, call: InstructionId) -> Option<Operator> {
        let site = self.points.call(call)?;
        let last = parameters(&site.desc).count() - 1 + usize::from(has_receiver(site));
        let operator = self.combines(call, last)?;
        let is_neutral = || match operator.neutral {
            Neutral::Any => true,
            Neutral::Number(wanted) => self.number(call, 1) == Some(wanted),
            Neutral::NotKnown => false,
        };
        let begins_with_value = last > 1;
        (!begins_with_value || is_neutral()).then_some(operator)
    }

    /// Returns what is proved of a function of two values that a call is given: that it is associative.
    pub(super) fn combines(self, call: InstructionId, argument: usize) -> Option<Operator> {
        let runs = self.runs(call, argument)?;
        match runs.traced(self.points.map) {
            Some(method) => self.computed(method),
            None => runs.combines(),
        }
    }

    /// Returns whether a function that a call is given does nothing but make a new object of a class of the library.
    pub(super) fn makes_new(self, call: InstructionId, argument: usize) -> bool {
        let method = self.runs(call, argument).and_then(|runs| runs.traced(self.points.map));
        let Some(code) = method.map(|method| method.instructions().collect::<Vec<_>>()) else { return false };
        let [made, copied, initialised, returned] = code[..] else { return false };
        let has_nature = |site: &Site| library::nature(&site.class, &site.name, &site.desc).is_some();
        self.points.map.insns.opcode[made.index()] == op::NEW
            && self.points.op(copied) == Op::Dup
            && self
                .points
                .call(initialised)
                .is_some_and(|site| (&*site.name, &*site.desc) == ("<init>", "()V") && has_nature(site))
            && self.points.op(returned) == Op::ReturnValue
    }

    /// Returns what a method is that does nothing but combine its two parameters.
    fn computed(self, method: &Method) -> Option<Operator> {
        let is_boxing = |insn: InstructionId| self.points.call(insn).is_some_and(is_boxing);
        let code: Vec<InstructionId> = method.instructions().filter(|&insn| !is_boxing(insn)).collect();
        let [one, other, combines, returns] = code[..] else { return None };
        let loads = [one, other].map(|insn| (self.points.op(insn), self.points.map.insns.arg[insn.index()]));
        let slots = paratrace_replay::program::parameter_slots(method);
        let has_both = loads.iter().all(|&(op, slot)| op == Op::Load && slots.contains(&slot)) && loads[0] != loads[1];
        if slots.len() != 2 || !has_both || self.points.op(returns) != Op::ReturnValue {
            return None;
        }
        match self.points.call(combines) {
            Some(site) => is(site, MethodFact::Associative).then(|| Operator::named(&site.name)),
            None => of_opcode(self.points.map.insns.opcode[combines.index()]),
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
                _ => None,
            },
        }
    }
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
    /// Returns what an associative method of the library of this name computes.
    fn named(name: &str) -> Self {
        let (operation, neutral) = match name {
            "min" => (Some(Operation::Minimum), Neutral::Any),
            "max" => (Some(Operation::Maximum), Neutral::Any),
            "logicalAnd" => (Some(Operation::And), Neutral::Any),
            "logicalOr" => (Some(Operation::Or), Neutral::Any),
            "logicalXor" => (Some(Operation::Xor), Neutral::Number(0)),
            "sum" => (Some(Operation::Sum), Neutral::Number(0)),
            "add" => (Some(Operation::Sum), Neutral::NotKnown),
            "multiply" => (Some(Operation::Product), Neutral::NotKnown),
            _ => (None, Neutral::NotKnown),
        };
        Self { operation, neutral, rounds: false }
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
fn is_boxing(site: &Site) -> bool {
    operations::is_boxing(&site.class, &site.name, &site.desc)
}
