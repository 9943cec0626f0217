//! Queues of which a loop takes the elements that are there when it begins, while it adds the next ones at the end.
//!
//! What an iteration takes was there before the loop: no other iteration has added it. So all of it can be taken first, and what tasks add
//! is joined in their order.

use paratrace_jvm::library::Habit;
use paratrace_jvm::opcodes as op;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_traceformat::map::{BlockId, InstructionId, Op, Site};
use rustc_hash::FxHashSet;

use super::blockers::Context;
use super::body::Body;
use super::definitions::only_store;
use super::idioms;

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
        let site = |call: InstructionId| self.points.call(call).filter(|site| self.keeps_order(site));
        let takes = |call: InstructionId| {
            let is_first = |site: &Site| site.args == 1 && TAKE_FIRST.contains(&&*site.name);
            site(call).is_some_and(is_first) && self.is_once(call)
        };
        let adds = |call: InstructionId| {
            let is_last =
                |site: &Site| idioms::has(site, Habit::Adds) && !idioms::adds_at_front(site) && site.args == 2;
            site(call).is_some_and(is_last) && self.points.is_result_dropped(call)
        };
        let mut taking = calls.iter().copied().filter(|&call| takes(call));
        let (Some(take), None) = (taking.next(), taking.next()) else { return false };
        calls.iter().all(|&call| call == take || adds(call)) && self.is_bounded_by_size(body, take, calls)
    }

    /// Returns whether a queue keeps its elements in the order in which they come, as far as its type or the program shows.
    fn keeps_order(&self, site: &Site) -> bool {
        let is_interface = ["java/util/Queue", "java/util/Deque"].contains(&&*site.class);
        IN_ORDER.contains(&&*site.class) || is_interface && !idioms::makes_sorting_queues(self.points.map)
    }

    /// Returns whether the loop has at most as many iterations as the queue from which they take has elements when it begins.
    fn is_bounded_by_size(&self, body: &Body<'_>, take: InstructionId, calls: &FxHashSet<InstructionId>) -> bool {
        let points = self.points;
        let queue = points.holder(take, 0);
        let method = points.map.methods[body.method.index()].instructions();
        let mut sizes = method.filter(|&call| {
            let is_size = |site: &Site| &*site.name == "size" && site.args == 1;
            points.call(call).is_some_and(is_size) && body.is_around(call)
        });
        queue.is_some()
            && sizes.any(|size| {
                points.holder(size, 0) == queue
                    && self.successions.after(size).all(|next| calls.contains(&next))
                    && self.successions.after(size).next().is_some()
                    && body.blocks.iter().any(|&block| self.counts_up_to(body, block, size))
            })
    }

    /// Returns whether the test at the end of a block lets a counter of the loop go from zero up to what a call gives, or from there down to
    /// zero.
    fn counts_up_to(&self, body: &Body<'_>, block: BlockId, size: InstructionId) -> bool {
        let (points, map) = (self.points, self.points.map);
        let test = map.blocks[block.index()].instructions().next_back();
        let is_exit = points.next(block).any(|to| !body.blocks.contains(&to));
        let Some(test) = test.filter(|_| is_exit) else { return false };
        let Some(operands) = body.operands(block, test) else { return false };
        let is_size = |load: InstructionId| {
            points.op(load) == Op::Load
                && only_store(points, load).is_some_and(|store| points.producer(store, 0) == Some(size))
        };
        let local = |load: InstructionId| map.insns.arg[load.index()];
        let counts = |load: InstructionId, step: i32| {
            points.op(load) == Op::Load && body.counted.contains(&local(load)) && self.steps_by(body, local(load), step)
        };
        let begins_with = |load: InstructionId, is_it: &dyn Fn(InstructionId) -> bool| {
            let stores = map.methods[body.method.index()].instructions();
            let mut before = stores
                .filter(|&store| points.op(store) == Op::Store && local(store) == local(load) && body.is_around(store));
            let first = before.next().and_then(|store| points.producer(store, 0));
            first.is_some_and(is_it) && before.next().is_none()
        };
        let is_zero = |insn: InstructionId| points.op(insn) == Op::PushInt && local(insn) == 0;
        // The one on top of the stack comes first.
        match (map.insns.opcode[test.index()], &operands[..]) {
            (op::IF_ICMPGE | op::IF_ICMPLT, &[limit, counter]) | (op::IF_ICMPLE | op::IF_ICMPGT, &[counter, limit]) => {
                is_size(limit) && counts(counter, 1) && begins_with(counter, &is_zero)
            }
            (op::IFLE | op::IFGT, &[counter]) => counts(counter, -1) && begins_with(counter, &|made| made == size),
            _ => false,
        }
    }

    fn steps_by(&self, body: &Body<'_>, local: u32, step: i32) -> bool {
        let arg = |store: InstructionId| self.points.map.insns.arg[store.index()];
        body.stores_to(local).all(|store| self.points.op(store) == Op::Iinc && iinc(arg(store)).1 == step)
    }
}
