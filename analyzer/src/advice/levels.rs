//! Queues of which a loop takes the elements that are there when it begins, while it adds the next ones at the end.
//!
//! An iteration takes an element that was there before the loop: no other iteration has added it. So all of it can be taken first, and
//! what tasks add is joined in their order.

use paratrace_jvm::library::Habit;
use paratrace_jvm::opcodes as op;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_traceformat::map::{InstructionId, Op, Site};
use rustc_hash::FxHashSet;

use super::body::{Body, ExitTest};
use super::context::Context;
use super::idioms;
use crate::dependences::Points;
use crate::dependences::definitions::only_store;

/// Calls that take from the front of a queue, if they have no argument.
const TAKE_FIRST: [&str; 5] = ["poll", "pollFirst", "pop", "remove", "removeFirst"];

/// Classes whose objects keep the order in which elements come.
const IN_ORDER: [&str; 5] = [
    "java/util/ArrayDeque",
    "java/util/LinkedList",
    "java/util/concurrent/ConcurrentLinkedDeque",
    "java/util/concurrent/ConcurrentLinkedQueue",
    "java/util/concurrent/LinkedBlockingQueue",
];

impl Context<'_> {
    /// Returns whether these calls, by which iterations use a queue, take one element each, no more than there are before the loop, and
    /// otherwise only add at the end.
    pub(super) fn take_one_level(&self, calls: &FxHashSet<InstructionId>) -> bool {
        let Some(body) = &self.body else { return false };
        let mut taking = calls.iter().copied().filter(|&call| self.takes_first(call));
        let (Some(take), None) = (taking.next(), taking.next()) else { return false };
        calls.iter().all(|&call| call == take || self.adds_last(call)) && self.is_bounded_by_size(body, take, calls)
    }

    /// Returns whether each iteration takes the first element of a queue by a call, once.
    fn takes_first(&self, call: InstructionId) -> bool {
        let is_first = |site: &Site| site.args == 1 && TAKE_FIRST.contains(&&*site.name) && self.keeps_order(site);
        self.points.call(call).is_some_and(is_first) && self.is_once(call)
    }

    /// Returns whether a call adds an element at the end of a queue.
    fn adds_last(&self, call: InstructionId) -> bool {
        let is_last = |site: &Site| {
            let adds = idioms::has(site, Habit::Adds) && !idioms::adds_at_front(site);
            adds && site.args == 2 && self.keeps_order(site)
        };
        self.points.call(call).is_some_and(is_last) && self.points.is_result_dropped(call)
    }

    /// Returns whether a queue keeps its elements in the order in which they come, as far as its type or the program shows.
    fn keeps_order(&self, site: &Site) -> bool {
        let is_interface = ["java/util/Queue", "java/util/Deque"].contains(&&*site.class);
        IN_ORDER.contains(&&*site.class) || is_interface && !idioms::makes_sorting_queues(self.points.map)
    }

    /// Returns whether the loop has at most as many iterations as the queue from which they take has elements when it begins.
    fn is_bounded_by_size(&self, body: &Body<'_>, take: InstructionId, calls: &FxHashSet<InstructionId>) -> bool {
        let points = self.points;
        let Some(queue) = points.holder(take, 0) else { return false };
        let is_size = |site: &Site| &*site.name == "size" && site.args == 1;
        let is_asked = |&call: &InstructionId| {
            points.call(call).is_some_and(is_size) && body.is_around(call) && points.holder(call, 0) == Some(queue)
        };
        // Nothing changes the queue between.
        let is_left = |size| {
            let mut next = self.successions.next_uses(size).peekable();
            next.peek().is_some() && next.all(|next| calls.contains(&next))
        };
        let mut sizes = points.map.methods[body.method.index()].instructions().filter(is_asked);
        sizes.any(|size| is_left(size) && body.exit_tests().any(|exit| self.counts_up_to(body, &exit, size)))
    }

    /// Returns whether a test, which comes before the first iteration, lets a counter of the loop go from zero up to what a call gives, or
    /// from there down to zero.
    fn counts_up_to(&self, body: &Body<'_>, exit: &ExitTest, size: InstructionId) -> bool {
        let (points, map) = (self.points, self.points.map);
        if exit.block != map.loops[body.looped.index()].header {
            return false;
        }
        let is_zero = |made: InstructionId| points.op(made) == Op::PushInt && map.insns.arg[made.index()] == 0;
        let is_size = |limit| only_stored_in(points, limit) == Some(size);
        // The one on top of the stack comes first.
        match (map.insns.opcode[exit.test.index()], &exit.operands[..]) {
            (op::IF_ICMPGE | op::IF_ICMPLT, &[limit, counter]) | (op::IF_ICMPLE | op::IF_ICMPGT, &[counter, limit]) => {
                is_size(limit)
                    && self.is_stepped(body, counter, 1)
                    && self.first_value(body, counter).is_some_and(is_zero)
            }
            (op::IFLE | op::IFGT, &[counter]) => {
                self.is_stepped(body, counter, -1) && self.first_value(body, counter) == Some(size)
            }
            _ => false,
        }
    }

    /// Returns whether an instruction loads a counter that all stores in the loop move by this step.
    fn is_stepped(&self, body: &Body<'_>, load: InstructionId, step: i32) -> bool {
        let arg = |insn: InstructionId| self.points.map.insns.arg[insn.index()];
        let moves_so = |store| self.points.op(store) == Op::Iinc && iinc(arg(store)).1 == step;
        self.points.op(load) == Op::Load && body.counted.contains(&arg(load)) && body.stores_to(arg(load)).all(moves_so)
    }

    /// Returns the instruction that makes the only value which the method stores to a local outside of the loop.
    fn first_value(&self, body: &Body<'_>, load: InstructionId) -> Option<InstructionId> {
        let (points, args) = (self.points, &self.points.map.insns.arg);
        let own = points.map.methods[body.method.index()].instructions();
        let mut stores = own.filter(|&store| {
            let is_same = points.op(store) == Op::Store && args[store.index()] == args[load.index()];
            is_same && body.is_around(store)
        });
        let only = stores.next().and_then(|store| points.producer(store, 0))?;
        if stores.next().is_none() { Some(only) } else { None }
    }
}

/// Returns the instruction that makes the only value of the local that an instruction loads.
fn only_stored_in(points: &Points<'_>, load: InstructionId) -> Option<InstructionId> {
    if points.op(load) != Op::Load {
        return None;
    }
    points.producer(only_store(points, load)?, 0)
}
