//! Groups that a program makes by hand: it looks for the collection of a key, puts a new one where there is none, and adds to it.
//!
//! ```java
//! List<T> group = groups.get(key);
//! if (group == null) { group = new ArrayList<>(); groups.put(key, group); }
//! group.add(value);
//! ```
//!
//! `if (!groups.containsKey(key)) groups.put(key, new ArrayList<>());` before `groups.get(key).add(value);` does the same, and so does
//! `putIfAbsent`. They all do what `computeIfAbsent(key, …).add(value)` does: tasks can fill maps of their own, which are put together in
//! order.

use paratrace_jvm::library::{self, Nature};
use paratrace_jvm::opcodes as op;
use paratrace_replay::program::has_receiver;
use paratrace_traceformat::map::{BlockId, InstructionId, Op, Site};

use super::functions::is_boxing;
use super::maps::is_only_updated;
use super::reached::Reached;
use crate::dependences::Points;
use crate::dependences::definitions::{Definition, only_predecessor, only_store, reaching};

/// Calls that look for the collection or array of a key, make it, and use it.
struct Grouping {
    of_map: Vec<InstructionId>,
    /// The calls of the collection, or the loads of the array.
    uses: Vec<InstructionId>,
}

impl Grouping {
    /// Returns whether a call of a map takes part, and `is_in_parts` is true of all uses: tasks can make them in parts.
    fn is_made_by(&self, call: InstructionId, is_in_parts: impl Fn(InstructionId) -> bool) -> bool {
        self.of_map.contains(&call) && !self.uses.is_empty() && self.uses.iter().all(|&used| is_in_parts(used))
    }
}

/// Returns whether a call of a map only takes part in making groups by hand. `reached` is all code of tasks; `gathers` tells of a call of
/// a collection whether tasks can make such calls in parts.
pub(super) fn is_grouping(
    points: &Points<'_>,
    reached: &Reached<'_>,
    call: InstructionId,
    gathers: impl Fn(InstructionId) -> bool + Copy,
) -> bool {
    let mut groupings = puts(points, reached, call, &["put", "putIfAbsent"]).filter_map(|put| put.grouping());
    groupings.any(|grouping| grouping.is_made_by(call, gathers))
}

/// Returns whether a call of a map only takes part in making arrays of numbers by hand, of which tasks only update elements. `is_update` tells
/// of a store whether it only combines the old element with another number.
pub(super) fn is_grouping_in_arrays(
    points: &Points<'_>,
    reached: &Reached<'_>,
    call: InstructionId,
    is_update: impl Fn(InstructionId) -> bool,
) -> bool {
    let mut groupings = puts(points, reached, call, &["put"]).filter_map(|put| put.of_arrays());
    groupings.any(|grouping| grouping.is_made_by(call, |load| is_only_updated(points, load, &is_update)))
}

/// Lists the calls of maps with these names in the method of a call, whose results nobody uses.
fn puts<'p, 'm>(
    points: &'p Points<'m>,
    reached: &'p Reached<'m>,
    call: InstructionId,
    names: &'static [&'static str],
) -> impl Iterator<Item = Put<'p, 'm>> {
    let own = points.map.methods[points.method_of(call).index()].instructions();
    let is_put = |&insn: &InstructionId| {
        names.iter().any(|name| is_of_map(points, insn, name)) && points.is_result_dropped(insn)
    };
    own.filter(is_put).map(|call| Put { points, reached, call })
}

/// Returns whether an instruction calls the method of a map that has this name.
fn is_of_map(points: &Points<'_>, insn: InstructionId, name: &str) -> bool {
    let is_it = |site: &Site| {
        let nature = || library::nature(&site.class, &site.name, &site.desc);
        &*site.name == name && has_receiver(site) && nature() == Some(Nature::Map)
    };
    points.call(insn).is_some_and(is_it)
}

/// A call that may put a new collection into a map, or a value that it remembers.
pub(super) struct Put<'p, 'm> {
    pub(super) points: &'p Points<'m>,
    pub(super) reached: &'p Reached<'m>,
    pub(super) call: InstructionId,
}

/// `value = get(key); if (value == null) { value = …; put(key, value); }`.
pub(super) struct Made {
    pub(super) get: InstructionId,
    /// The test for `null`, and the load that it tests.
    pub(super) test: InstructionId,
    tested: InstructionId,
    /// The stores of what was found, and of what is made and then put.
    found: InstructionId,
    pub(super) made: InstructionId,
    /// The instruction that pushes it for the call.
    pushed: InstructionId,
}

impl Put<'_, '_> {
    fn grouping(&self) -> Option<Grouping> {
        match is_of_map(self.points, self.call, "put") {
            true => self.after_null().or_else(|| self.after_contains_key()),
            false => self.if_absent(),
        }
    }

    /// Returns what is put for a key, if it is made where the map has nothing for that key.
    pub(super) fn made_if_null(&self) -> Option<Made> {
        let points = self.points;
        let (pushed, made) = self.stored_to_variable(self.call)?;
        let test = self.test_before(op::IFNONNULL)?;
        let (tested, found) = self.stored_to_variable(test)?;
        let get = self.points.without_cast(points.producer(found, 0)?)?;
        if !is_of_map(points, get, "get") || !self.has_key_of(get) || slot(points, made) != slot(points, found) {
            return None;
        }
        let made = Made { get, test, tested, found, made, pushed };
        if self.ends_way_of(test) { Some(made) } else { None }
    }

    /// Lists the loads behind the call of what was found or made; `None` if some code gets only what was made, or only what was found: that
    /// depends on which task comes first.
    pub(super) fn loads_behind(&self, made: &Made) -> Option<Vec<InstructionId>> {
        let points = self.points;
        let known = [Definition::Store(made.made), Definition::Store(made.found)];
        let is_load =
            |&insn: &InstructionId| points.op(insn) == Op::Load && slot(points, insn) == slot(points, made.made);
        let others = self.own().filter(is_load).filter(|load| ![made.pushed, made.tested].contains(load));
        let mut found = Vec::new();
        for load in others {
            let reaching = reaching(points, load);
            let gets = known.iter().filter(|store| reaching.contains(store)).count();
            if gets == 0 {
                continue;
            }
            if gets < known.len() || reaching.len() > known.len() {
                return None;
            }
            found.push(load);
        }
        Some(found)
    }

    /// Returns whether the code that runs because of a test does nothing but make what is put, and put it: who counts new keys counts those of
    /// each task.
    fn only_puts(&self, test: InstructionId, made: Option<InstructionId>) -> bool {
        let points = self.points;
        let is_plain = |insn: InstructionId| match points.op(insn) {
            Op::Store => made.is_some_and(|made| slot(points, insn) == slot(points, made)),
            Op::Invoke => self.makes_or_boxes(insn),
            Op::PutField | Op::PutStatic | Op::ArrayStore | Op::Iinc => false,
            _ => true,
        };
        test.plus(1).up_to(self.call).all(is_plain)
    }

    fn makes_or_boxes(&self, insn: InstructionId) -> bool {
        let makes = |site: &Site| &*site.name == "<init>" && library::nature_of(&site.class).is_some();
        self.points.call(insn).is_some_and(|site| makes(site) || is_boxing(site))
    }

    /// Returns whether nothing follows the call on the way that a test decides about.
    fn ends_way_of(&self, test: InstructionId) -> bool {
        let points = self.points;
        let is_quiet = |insn: InstructionId| points.op(insn) == Op::Pop || self.opcode(insn) == op::GOTO;
        let (Some(tested), Some(last)) = (points.block_of(test), points.block_of(self.call.plus(1))) else {
            return false;
        };
        let other_way = points.next(tested).find(|&next| points.first_of(next) != test.plus(1));
        let mut instructions = points.map.blocks[last.index()].instructions();
        instructions.all(is_quiet) && points.next(last).all(|next| Some(next) == other_way)
    }

    /// `group = get(key); if (group == null) { group = new …; put(key, group); }`, and uses of that variable behind it.
    fn after_null(&self) -> Option<Grouping> {
        let made = self.made_if_null()?;
        if !self.is_new_collection(made.made) || !self.only_puts(made.test, Some(made.made)) {
            return None;
        }
        let uses = self.loads_behind(&made)?.into_iter().map(|load| self.user(load)).collect::<Option<Vec<_>>>()?;
        Some(Grouping { of_map: vec![made.get, self.call], uses })
    }

    /// `cells = get(key); if (cells == null) { cells = new int[1]; put(key, cells); }`, and uses of that variable behind it.
    fn of_arrays(&self) -> Option<Grouping> {
        let made = self.made_if_null()?;
        let array = self.points.producer(made.made, 0)?;
        let is_of_numbers = self.opcode(array) == op::NEWARRAY
            && self.points.producer(array, 0).is_some_and(|length| self.points.op(length) == Op::PushInt);
        if !is_of_numbers || !self.only_puts(made.test, Some(made.made)) {
            return None;
        }
        Some(Grouping { of_map: vec![made.get, self.call], uses: self.loads_behind(&made)? })
    }

    /// `if (!containsKey(key)) put(key, new …);`, and `get(key)` behind it.
    fn after_contains_key(&self) -> Option<Grouping> {
        let test = self.test_before(op::IFNE)?;
        let tested = self.points.producer(test, 0)?;
        let is_tested = is_of_map(self.points, tested, "containsKey") && self.has_key_of(tested);
        if !is_tested || !self.puts_new() || !self.only_puts(test, None) || !self.ends_way_of(test) {
            return None;
        }
        let before = self.points.block_of(test)?;
        let own = self.first_block(self.call);
        let behind = self.points.next(before).find(|&next| Some(next) != own)?;
        self.with_gets(behind, vec![tested, self.call])
    }

    /// `putIfAbsent(key, new …);`, and `get(key)` behind it.
    fn if_absent(&self) -> Option<Grouping> {
        let first = self.first_block(self.call).filter(|_| self.puts_new())?;
        self.with_gets(first, vec![self.call])
    }

    /// Adds the calls that get the collection of the key, in the straight code that begins with a block.
    fn with_gets(&self, first: BlockId, mut of_map: Vec<InstructionId>) -> Option<Grouping> {
        let gets = self.own().filter(|&insn| insn > self.call && is_of_map(self.points, insn, "get"));
        let gets: Vec<_> =
            gets.filter(|&insn| self.first_block(insn) == Some(first) && self.has_key_of(insn)).collect();
        let uses = gets.iter().map(|&get| self.user(get)).collect::<Option<Vec<_>>>()?;
        of_map.extend(gets);
        Some(Grouping { of_map, uses })
    }

    fn own(&self) -> impl Iterator<Item = InstructionId> {
        self.points.map.methods[self.points.method_of(self.call).index()].instructions()
    }

    fn opcode(&self, insn: InstructionId) -> u8 {
        self.points.map.insns.opcode[insn.index()]
    }

    /// Returns the branch by whose condition alone control comes to the call, falling through it.
    fn test_before(&self, opcode: u8) -> Option<InstructionId> {
        let first = self.first_block(self.call)?;
        let before = only_predecessor(self.points, first)?;
        let test = self.own().filter(|&insn| self.points.block_of(insn) == Some(before)).last()?;
        let falls_through = test.plus(1) == self.points.first_of(first);
        (falls_through && self.opcode(test) == opcode).then_some(test)
    }

    /// Returns what pushes the topmost value before an instruction, and the store of that value to a variable: the value is loaded from
    /// there, or was copied as it was stored.
    fn stored_to_variable(&self, user: InstructionId) -> Option<(InstructionId, InstructionId)> {
        let pushed = self.points.producer(user, 0)?;
        if self.points.op(pushed) == Op::Load {
            return Some((pushed, only_store(self.points, pushed)?));
        }
        let is_copied =
            |&insn: &InstructionId| self.points.op(insn) == Op::Store && self.points.producer(insn, 0) == Some(pushed);
        Some((pushed, pushed.up_to(user).find(is_copied)?))
    }

    /// Returns whether the value that a variable gets is a new, empty object of a class of the library.
    fn is_new_collection(&self, store: InstructionId) -> bool {
        let made = self.points.producer(store, 0);
        made.is_some_and(|made| self.is_empty_object(made, store))
    }

    /// Returns whether the value that is put is one, to which nothing else refers.
    fn puts_new(&self) -> bool {
        let made = self.points.producer(self.call, 0);
        let is_stored = |insn| self.points.op(insn) == Op::Store;
        made.is_some_and(|made| self.is_empty_object(made, self.call) && !made.up_to(self.call).any(is_stored))
    }

    fn is_empty_object(&self, made: InstructionId, user: InstructionId) -> bool {
        let is_constructor = |&(_, site): &(InstructionId, &Site)| {
            &*site.name == "<init>"
                && ["()V", "(I)V"].contains(&&*site.desc)
                && library::nature_of(&site.class).is_some()
        };
        let calls = made.up_to(user).filter_map(|insn| Some((insn, self.points.call(insn)?)));
        let mut made_by = calls.filter(is_constructor);
        self.opcode(made) == op::NEW
            && made_by.any(|(insn, site)| self.points.producer(insn, u32::from(site.args) - 1) == Some(made))
    }

    /// Returns the first block of the straight code that an instruction is in. Calls end blocks.
    fn first_block(&self, insn: InstructionId) -> Option<BlockId> {
        let mut block = self.points.block_of(insn)?;
        while let Some(before) = only_predecessor(self.points, block)
            && self.points.next(before).count() == 1
        {
            block = before;
        }
        Some(block)
    }

    /// Returns the call whose object is the value that an instruction pushes.
    fn user(&self, pushed: InstructionId) -> Option<InstructionId> {
        let after = self.own().filter(|&insn| insn > pushed);
        let mut calls = after.filter_map(|insn| Some((insn, self.points.call(insn)?)));
        let is_object = |insn, site: &Site| {
            let object = self.points.producer(insn, u32::from(site.args) - 1);
            has_receiver(site) && object.and_then(|object| self.points.without_cast(object)) == Some(pushed)
        };
        calls.find(|&(insn, site)| is_object(insn, site)).map(|(insn, _)| insn)
    }

    /// Returns whether another call is of the same map, for the same key.
    fn has_key_of(&self, other: InstructionId) -> bool {
        let argument = |call: InstructionId, argument: u8| {
            let args = u32::from(self.points.call(call)?.args);
            self.points.producer(call, args.checked_sub(u32::from(argument) + 1)?)
        };
        let is_same = |at| argument(self.call, at).zip(argument(other, at)).is_some_and(|(a, b)| self.is_same(a, b));
        is_same(0) && is_same(1)
    }

    /// Returns whether two instructions push the same value: from the same definitions of a variable, or of a field that tasks store
    /// nothing in.
    fn is_same(&self, a: InstructionId, b: InstructionId) -> bool {
        let points = self.points;
        let op = points.op(a);
        let is_stored =
            |insn| matches!(points.op(insn), Op::PutField | Op::PutStatic) && slot(points, insn) == slot(points, a);
        if op != points.op(b) {
            return false;
        }
        match op {
            Op::Load => {
                let [a_from, b_from] = [a, b].map(|load| reaching(points, load));
                slot(points, a) == slot(points, b) && a_from == b_from && !a_from.contains(&Definition::Unknown)
            }
            Op::GetStatic => slot(points, a) == slot(points, b) && !self.reached.instructions().any(is_stored),
            Op::GetField => {
                let objects = points.producer(a, 0).zip(points.producer(b, 0));
                slot(points, a) == slot(points, b)
                    && !self.reached.instructions().any(is_stored)
                    && objects.is_some_and(|(a, b)| self.is_same(a, b))
            }
            Op::Invoke => {
                let boxed =
                    |insn| points.call(insn).filter(|site| is_boxing(site)).and_then(|_| points.producer(insn, 0));
                boxed(a).zip(boxed(b)).is_some_and(|(a, b)| self.is_same(a, b))
            }
            _ => false,
        }
    }
}

/// Returns the variable or the field that an instruction names.
fn slot(points: &Points<'_>, insn: InstructionId) -> u32 {
    points.map.insns.arg[insn.index()]
}
