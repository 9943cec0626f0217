//! Edits of loops: the one line that makes a plain loop over independent iterations parallel.

use paratrace_jvm::library;
use paratrace_jvm::opcodes as op;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_replay::program::{first_pc, parameters, variable};
use paratrace_traceformat::map::{BlockId, InstructionId, Method, Op, Site};

use super::body::Body;
use super::exits::way_to_throw;
use super::source_text::pushed;
use crate::dependences::Points;
use crate::dependences::definitions::{is_given_once, only_store};

/// Element types of arrays that `Arrays.stream` takes, as the map names them.
const STREAMED: [u8; 4] = [b'I', b'J', b'D', b'L'];

/// Returns what to write in the place of the first line of a loop over an array or over numbers.
///
/// It returns `None` if the loop is no plain one: its body would have to become a lambda that only captures what never changes. That
/// its iterations are independent is not asked here.
pub(super) fn over_values(points: &Points<'_>, body: &Body<'_>) -> Option<String> {
    let plain = Loop::of(points, body)?;
    plain.over_array().or_else(|| plain.over_numbers())
}

/// Returns what to write in the place of the first line of a loop over a collection; `None` as above.
pub(super) fn over_collection(points: &Points<'_>, body: &Body<'_>) -> Option<String> {
    Loop::of(points, body)?.over_collection()
}

/// A loop with one test, at its head.
struct Loop<'p, 'm> {
    points: &'p Points<'m>,
    body: &'p Body<'m>,
    test: InstructionId,
    /// Whether the test jumps out of the loop.
    leaves: bool,
}

impl<'p, 'm> Loop<'p, 'm> {
    fn of(points: &'p Points<'m>, body: &'p Body<'m>) -> Option<Self> {
        let map = points.map;
        let header = map.loops[body.looped.index()].header;
        let leaves = |block: BlockId| {
            points.next(block).any(|to| !body.blocks.contains(&to) && way_to_throw(points, to).is_none())
        };
        let mut leaving = body.blocks.iter().copied().filter(|&block| leaves(block));
        let head = leaving.next().filter(|_| leaving.next().is_none())?;
        let is_head = head == header || Self::is_after_call_in(points, head, header);
        let test = map.blocks[head.index()].instructions().next_back().filter(|_| is_head)?;
        let target = points.next(head).find(|to| map.blocks[to.index()].insns.start != test.number() + 1)?;
        let plain = Self { points, body, test, leaves: !body.blocks.contains(&target) };
        plain.captures_constants().then_some(plain)
    }

    /// Returns whether a block follows a call of another block.
    fn is_after_call_in(points: &Points<'_>, block: BlockId, before: BlockId) -> bool {
        let after = points.map.blocks[block.index()].after_call;
        !after.is_none() && points.map.blocks[before.index()].contains(after)
    }

    /// `for (int i = from; i < to; i++)`.
    fn over_numbers(&self) -> Option<String> {
        let (slot, range) = self.range()?;
        let counter = self.name(self.test, slot).filter(|_| !self.is_known_behind(slot) && self.declares(slot))?;
        let from = pushed(self.points, self.first_value(slot)?)?;
        let to = pushed(self.points, self.points.producer(self.test, 0)?)?;
        Some(format!("IntStream.{range}({from}, {to}).parallel().forEach({counter} -> …)"))
    }

    /// `for (T x : array)`: the array, its length and the counter are in variables without names.
    fn over_array(&self) -> Option<String> {
        let (slot, _) = self.range()?;
        let limit = self.points.producer(self.test, 0).filter(|&limit| self.points.op(limit) == Op::Load)?;
        let is_unnamed = |insn: InstructionId, slot| self.name(insn, slot).is_none();
        if !is_unnamed(self.test, slot) || !is_unnamed(limit, self.arg(limit)) || !self.declares(slot) {
            return None;
        }
        let length = self.only_value(limit)?;
        let copy = self.points.producer(length, 0).filter(|&copy| self.points.op(copy) == Op::Load)?;
        let array = pushed(self.points, self.only_value(copy)?)?;
        let mut takes = self
            .body
            .instructions()
            .filter(|&insn| self.points.op(insn) == Op::ArrayLoad && self.loads(self.points.producer(insn, 0), slot));
        let take = takes.next().filter(|_| takes.next().is_none())?;
        let element = self.stored_after(take)?;
        let is_streamed = u8::try_from(self.arg(take)).is_ok_and(|kind| STREAMED.contains(&kind));
        is_streamed.then(|| format!("Arrays.stream({array}).parallel().forEach({element} -> …)"))
    }

    /// `for (T x : collection)`.
    fn over_collection(&self) -> Option<String> {
        let points = self.points;
        let is_call = |insn: &InstructionId, name: &str| points.call(*insn).is_some_and(|call| call.name == name);
        let more = points.producer(self.test, 0).filter(|insn| is_call(insn, "hasNext"))?;
        let iterator = points.producer(more, 0).filter(|&insn| points.op(insn) == Op::Load)?;
        let slot = self.arg(iterator);
        // A lambda moves no counter on.
        if self.name(more, slot).is_some() || !self.declares(slot) || !self.body.counted.is_empty() {
            return None;
        }
        let made = self.only_value(iterator).filter(|insn| is_call(insn, "iterator"))?;
        let class = &points.call(made)?.class;
        library::method(class, "parallelStream", "()Ljava/util/stream/Stream;")?;
        let collection = pushed(points, points.producer(made, 0)?)?;
        let uses = self.body.instructions().filter(|&insn| points.op(insn) == Op::Load && self.arg(insn) == slot);
        let take = self
            .body
            .instructions()
            .find(|insn| is_call(insn, "next") && self.loads(points.producer(*insn, 0), slot))?;
        let element = self.stored_after(take).filter(|_| uses.count() == 2)?;
        Some(format!("{collection}.parallelStream().forEach({element} -> …)"))
    }

    /// Returns the counter that the test compares, and the method of `IntStream` that counts as the loop does.
    fn range(&self) -> Option<(u32, &'static str)> {
        let insns = &self.points.map.insns;
        let range = match (insns.opcode[self.test.index()], self.leaves) {
            (op::IF_ICMPGE, true) | (op::IF_ICMPLT, false) => "range",
            (op::IF_ICMPGT, true) | (op::IF_ICMPLE, false) => "rangeClosed",
            _ => return None,
        };
        let counter = self.points.producer(self.test, 1).filter(|&counter| self.points.op(counter) == Op::Load)?;
        let slot = self.arg(counter);
        let mut steps = self.body.stores_to(slot);
        let step = steps.next().filter(|_| steps.next().is_none())?;
        let is_one = self.points.op(step) == Op::Iinc && iinc(self.arg(step)) == (slot, 1) && self.body.has_once(step);
        (is_one && self.body.counted.contains(&slot) && self.body.counted.len() == 1).then_some((slot, range))
    }

    /// Returns whether the loop's body only uses variables of its own, and others that get one value.
    fn captures_constants(&self) -> bool {
        let (points, map) = (self.points, self.points.map);
        let header = first_pc(map, map.loops[self.body.looped.index()].header);
        let is_around = |slot: u32| {
            u16::try_from(slot).is_ok_and(|slot| map.variable_name(self.body.method, slot, header).is_some())
        };
        let mut stored = self.body.stored.iter().copied();
        let mut loaded = self.body.instructions().filter(|&insn| points.op(insn) == Op::Load);
        let is_constant = |load: InstructionId| {
            let is_own = self.body.stores_to(self.arg(load)).next().is_some();
            is_own || is_given_once(points, load)
        };
        !stored.any(is_around) && loaded.all(is_constant)
    }

    /// Returns whether the loop's body declares the variables that it stores: they come behind the loop's own, as compilers number
    /// them. A lambda cannot give a value to a variable that is declared before it.
    fn declares(&self, own: u32) -> bool {
        self.body.stored.iter().all(|&slot| slot >= own)
    }

    /// Returns whether a variable is still there behind the loop.
    fn is_known_behind(&self, slot: u32) -> bool {
        let map = self.points.map;
        let next = self.body.blocks.iter().flat_map(|&block| self.points.next(block));
        let mut behind = next.filter(|to| !self.body.blocks.contains(to));
        let slot = u16::try_from(slot).unwrap_or(u16::MAX);
        behind.any(|to| map.variable_name(self.body.method, slot, first_pc(map, to)).is_some())
    }

    /// Returns what pushes the value that an instruction loads, if there is only one.
    fn only_value(&self, load: InstructionId) -> Option<InstructionId> {
        self.points.producer(only_store(self.points, load)?, 0)
    }

    /// Returns what pushes the first value of the counter, which is stored right before the loop.
    fn first_value(&self, slot: u32) -> Option<InstructionId> {
        let map = self.points.map;
        let header = map.loops[self.body.looped.index()].header;
        let method = &map.methods[self.body.method.index()];
        let outside = method.blocks.clone().map(BlockId::new).filter(|block| !self.body.blocks.contains(block));
        let mut before = outside.filter(|&block| self.points.next(block).any(|to| to == header));
        let before = before.next().filter(|_| before.next().is_none())?;
        let mut last = map.blocks[before.index()].instructions().rev();
        let store = last.find(|&insn| self.points.op(insn) == Op::Store).filter(|&insn| self.arg(insn) == slot)?;
        self.points.producer(store, 0)
    }

    /// Returns the name of the variable that gets the value pushed by an instruction.
    fn stored_after(&self, insn: InstructionId) -> Option<String> {
        let method = &self.points.map.methods[self.body.method.index()];
        let mut after = insn.plus(1).up_to(InstructionId::new(method.insns.end)).take(2);
        // A cast to the class of the variable may come between; a conversion would make its type another one in a lambda.
        let is_cast = |&insn: &InstructionId| self.points.map.insns.opcode[insn.index()] == op::CHECKCAST;
        let store = after.find(|insn| !is_cast(insn)).filter(|&insn| self.points.op(insn) == Op::Store)?;
        self.name(store, self.arg(store)).filter(|_| !self.is_overloaded(self.arg(store)))
    }

    /// Returns whether a variable is given to a method of the program that has another one of its name beside it: in a lambda, the
    /// variable has the type of the elements, and another one may be called.
    fn is_overloaded(&self, slot: u32) -> bool {
        let (points, map) = (self.points, self.points.map);
        let is_given = |call: InstructionId, site: &Site| {
            (0..u32::from(site.args)).any(|above| self.loads(points.producer(call, above), slot))
        };
        let has_other = |site: &Site| {
            let count = parameters(&site.desc).count();
            let is_other = |method: &Method| {
                *method.name == *site.name && method.desc != site.desc && parameters(&method.desc).count() == count
            };
            map.methods.iter().any(is_other)
        };
        let mut calls = self.body.instructions().filter_map(|insn| Some((insn, points.call(insn)?)));
        calls.any(|(insn, site)| is_given(insn, site) && has_other(site))
    }

    fn loads(&self, insn: Option<InstructionId>, slot: u32) -> bool {
        insn.is_some_and(|insn| self.points.op(insn) == Op::Load && self.arg(insn) == slot)
    }

    /// Returns the name of a local in the source; `None` for those that the compiler made.
    fn name(&self, insn: InstructionId, slot: u32) -> Option<String> {
        variable(self.points.map, self.body.method, insn, slot).filter(|name| !name.contains(' '))
    }

    fn arg(&self, insn: InstructionId) -> u32 {
        self.points.map.insns.arg[insn.index()]
    }
}
