//! Maps whose values are updated: `merge`, or the value of a key that is read, combined with another one, and put back.

use paratrace_jvm::library::{self, Habit, Nature as Use};
use paratrace_jvm::opcodes::{INVOKEDYNAMIC, INVOKESTATIC};
use paratrace_replay::paths::shuffle;
use paratrace_replay::program::has_receiver;
use paratrace_traceformat::map::{InstructionId, MethodId, Op, Site};

use super::algebra::operations::{is_exact, is_idempotent, neutral};
use super::functions::{Arguments, Operator};
use super::parts::call_combines_parts;
use crate::dependences::Points;
use crate::dependences::definitions::{Definition, only_store, reaching};
use crate::dependences::runs::Runs;
use crate::model::Operation;

/// A call that is about the value of one key. Arguments count from the map on: the key comes second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// It tells whether there is a value.
    Look,
    /// It gives the value.
    Read,
    /// It makes its last argument the value.
    Write,
    /// It does so if there is none.
    Begin,
    /// It gives the value, which it makes by its last argument if there is none.
    Make,
    /// It makes the value by its last argument, a function that gets the old one.
    Compute,
    /// It combines the value with its third argument, by the function that is the last one.
    Merge,
}

/// Returns what a call does with the value of a key of a map; `None` if it is another call.
pub(super) fn access(site: &Site) -> Option<Access> {
    let is_map = library::nature(&site.class, &site.name, &site.desc) == Some(Use::Map) && site.opcode != INVOKESTATIC;
    let has = |habit| library::has_habit(Use::Map, habit, &site.name) == Some(true);
    Some(match site.args {
        2 if is_map && &*site.name == "containsKey" => Access::Look,
        3 if is_map && &*site.name == "putIfAbsent" => Access::Begin,
        2 | 3 if is_map && has(Habit::Reads) => Access::Read,
        3 if is_map && has(Habit::Writes) => Access::Write,
        3 if is_map && has(Habit::Makes) => Access::Make,
        3 if is_map && has(Habit::Computes) => Access::Compute,
        4 if is_map && has(Habit::Merges) => Access::Merge,
        _ => return None,
    })
}

/// Returns whether a call stores the value of a key.
pub(super) fn writes(points: &Points<'_>, insn: InstructionId) -> bool {
    matches!(points.call(insn).and_then(access), Some(Access::Write | Access::Begin))
}

/// Returns the operation by which a call merges values that nobody sees on the way; `None` if it does something else.
pub(super) fn merged_by(points: &Points<'_>, call: InstructionId) -> Option<Operation> {
    let access = points.call(call).and_then(access).filter(|_| points.is_result_dropped(call))?;
    operator(points, call, access)?.operation
}

/// Returns the function of the program by which a call merges values, if nobody sees the result.
pub(super) fn merging_function(points: &Points<'_>, call: InstructionId) -> Option<MethodId> {
    points.call(call).and_then(access).filter(|&access| access == Access::Merge)?;
    merged_by(points, call)?;
    let function = (Arguments { points }).runs(call, 3)?.traced(points.map)?;
    function.instructions().next().map(|first| points.method_of(first))
}

/// Returns how a call combines the value of a key with another one.
fn operator(points: &Points<'_>, call: InstructionId, access: Access) -> Option<Operator> {
    match access {
        Access::Merge => Arguments { points }.combines(call, 3),
        Access::Compute => Arguments { points }.accumulates(call, 2),
        Access::Look | Access::Read | Access::Write | Access::Begin | Access::Make => None,
    }
}

/// Returns the call that uses the value of a call which makes a value where there is none, new and of a class of the library, and only hands
/// it to that one as its object. If that makes a value in it in the same way, it is the last one that does not.
pub(super) fn user_of_made(points: &Points<'_>, call: InstructionId) -> Option<InstructionId> {
    let makes = points.call(call).and_then(access) == Some(Access::Make);
    let user = user(points, call).filter(|_| makes && Arguments { points }.makes_new(call, 2))?;
    match points.call(user).and_then(access) {
        Some(Access::Make) => user_of_made(points, user),
        _ => Some(user),
    }
}

/// Returns whether a call only remembers immutable values: it makes them by a function that the code around gives nothing but what `is_fixed` tells of,
/// an operand of an instruction, to be the same each time.
pub(super) fn remembers(
    points: &Points<'_>,
    call: InstructionId,
    is_fixed: impl Fn(InstructionId, u32) -> bool,
) -> bool {
    let makes = points.call(call).and_then(access) == Some(Access::Make);
    let Some(function) = Arguments { points }.producer(call, 2).filter(|_| makes) else { return false };
    let is_function = |site: &Site| {
        site.opcode == INVOKEDYNAMIC && (0..u32::from(site.args)).all(|captured| is_fixed(function, captured))
    };
    let gives_value = |site: &Site| {
        let result = Runs::read(&site.class).and_then(|runs| runs.desc.rsplit_once(')'));
        result.is_some_and(|(_, result)| library::is_value_type(result))
    };
    points.call(function).is_some_and(|site| is_function(site) && gives_value(site))
}

/// Returns whether a call makes a value that is a new array of numbers, and its method does nothing with it but to update elements.
/// `is_update` tells of a store whether it only combines the old element with another number.
pub(super) fn updates_array(
    points: &Points<'_>,
    call: InstructionId,
    is_update: impl Fn(InstructionId) -> bool,
) -> bool {
    let makes = points.call(call).and_then(access) == Some(Access::Make);
    if !makes || !(Arguments { points }).makes_array(call, 2) {
        return false;
    }
    if is_only_updated(points, call, &is_update) {
        return true;
    }
    loads_of_result(points, call)
        .is_some_and(|loads| !loads.is_empty() && loads.iter().all(|&load| is_only_updated(points, load, &is_update)))
}

/// Returns whether an instruction pushes an array of which the same statement only updates an element.
pub(super) fn is_only_updated(
    points: &Points<'_>,
    pushed: InstructionId,
    is_update: &impl Fn(InstructionId) -> bool,
) -> bool {
    let own = || points.map.methods[points.method_of(pushed).index()].instructions();
    let is_store = |&insn: &InstructionId| {
        points.op(insn) == Op::ArrayStore && Arguments { points }.array_of(insn) == Some(pushed)
    };
    let Some(store) = own().filter(|&insn| insn > pushed).find(is_store) else { return false };
    // The array is copied once on the stack, to load the old element.
    let keeps_array = |insn: InstructionId| match points.op(insn) {
        Op::Dup2 => points.op(insn.plus(1)) == Op::ArrayLoad,
        other => shuffle(other).is_none(),
    };
    own().filter(|&insn| insn > pushed && insn < store).all(keeps_array) && is_update(store)
}

/// Lists the loads of the only variable that a call's result is stored to; `None` if they may get something else, too.
fn loads_of_result(points: &Points<'_>, call: InstructionId) -> Option<Vec<InstructionId>> {
    let own = || points.map.methods[points.method_of(call).index()].instructions();
    let stored = |store| points.producer(store, 0).and_then(|pushed| points.without_cast(pushed));
    let mut stores = own().filter(|&insn| insn > call && points.op(insn) == Op::Store);
    let store = stores.next().filter(|&store| stored(store) == Some(call))?;
    let slot = |insn: InstructionId| points.map.insns.arg[insn.index()];
    let loads = own().filter(|&insn| points.op(insn) == Op::Load && slot(insn) == slot(store));
    let mut found = Vec::new();
    for load in loads {
        match only_store(points, load) {
            Some(only) if only == store => found.push(load),
            None if reaching(points, load).contains(&Definition::Store(store)) => return None,
            _ => {}
        }
    }
    Some(found)
}

/// Returns the call that alone gets the result of another one, as its object.
fn user(points: &Points<'_>, call: InstructionId) -> Option<InstructionId> {
    let own = points.map.methods[points.method_of(call).index()].instructions();
    let mut after = own.filter(|&insn| insn > call).take_while(|&insn| !may_copy(points, insn, call));
    let gets_it = |&insn: &InstructionId| {
        let has_object = points.call(insn).is_some_and(has_receiver);
        has_object && Arguments { points }.producer(insn, 0) == Some(call)
    };
    after.find(gets_it)
}

/// Returns whether an instruction may make another copy of the result of a call on the stack.
fn may_copy(points: &Points<'_>, insn: InstructionId, call: InstructionId) -> bool {
    let is_other = |above: usize| points.producer(insn, above as u32).is_some_and(|producer| producer != call);
    shuffle(points.op(insn)).is_some_and(|(taken, _)| !(0..taken).all(is_other))
}

/// Returns whether what a call gives for a key without a value is the same as to begin with no value: nothing for a sum.
pub(super) fn begins_with_nothing(points: &Points<'_>, read: InstructionId, operation: Operation) -> bool {
    let has_default = points.call(read).is_some_and(|site| site.args == 3);
    let neutral = neutral(operation);
    let is_neutral = || neutral.is_some() && Arguments { points }.number(read, 2) == neutral.map(i64::from);
    !has_default || is_neutral() || is_idempotent(operation) && Arguments { points }.is_constant(read, 2)
}

/// Returns whether a call stores or merges a whole number or a truth value, as the code shows plainly.
pub(super) fn stores_whole(points: &Points<'_>, call: InstructionId) -> bool {
    let arguments = Arguments { points };
    match points.call(call).and_then(access) {
        Some(Access::Write | Access::Begin) => arguments.producer(call, 2).is_some_and(|made| is_whole(points, made)),
        Some(Access::Merge) => {
            arguments.combines(call, 3).is_some_and(|operator| !operator.rounds)
                && arguments.producer(call, 2).is_some_and(|made| is_whole(points, made))
        }
        Some(Access::Compute) => operator(points, call, Access::Compute).is_some_and(|operator| !operator.rounds),
        _ => false,
    }
}

/// Returns whether a call gives a number that nothing rounds.
fn gives_exact(site: &Site) -> bool {
    let result = site.desc.rsplit_once(")L").and_then(|(_, result)| result.strip_suffix(';'));
    result.is_some_and(is_exact)
}

/// Returns whether an instruction puts a whole number or a truth value into a box, makes a number that nothing rounds, or combines objects
/// of such numbers.
pub(super) fn is_whole(points: &Points<'_>, made: InstructionId) -> bool {
    const WHOLE: [&str; 3] = ["java/lang/Integer", "java/lang/Long", "java/lang/Boolean"];
    let is_boxed = |site: &Site| &*site.name == "valueOf" && WHOLE.contains(&&*site.class);
    let is_combined = || call_combines_parts(points, made).is_some_and(|parts| !parts.rounds);
    points.call(made).is_some_and(|site| is_boxed(site) || gives_exact(site) || is_combined())
}
