//! The engine's inner loop: runs the operations of paths over cells, and walks through a chunk.
//!
//! Safety: the compiler of paths counts the temps and the frame cells that its operations use (`Head::temps`,
//! `Head::reach`). `Shadow::prepare` makes room for them before a path runs, and the implementations of [`Shadow`] rely
//! on that. The only unsafe code here is the choice of the instruction set.

#![allow(unsafe_code)]

use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Chunk, Joined, Spread, StreamPass, copies, forward};

use super::arena::rest_of_page;
use super::code::{self, Codes, Head, OP};
use super::lanes::{Costs, Lanes};

/// Shadow memory: the depths of all locations, as vectors of one width.
pub(crate) trait Shadow<V: Lanes> {
    /// Position of the frame of the running path.
    type Frame: Copy;

    /// Returns the depth of what nobody wrote.
    #[inline(always)]
    fn zero(&self) -> V {
        V::ZERO
    }
    /// Makes room for the temps and frame cells of a path, and returns the position of its frame. Temp 0 is what nobody wrote.
    fn prepare(&mut self, head: &Head, frame: u32) -> Self::Frame;
    fn temp(&self, temp: u32) -> V;
    fn set_temp(&mut self, temp: u32, value: V);
    /// Reads a frame cell; depths from outside of an open region read as 0.
    fn load_frame(&self, frame: Self::Frame, cell: u32) -> V;
    fn store_frame(&mut self, frame: Self::Frame, cell: u32, value: V);
    fn load(&self, slot: u32) -> V;
    fn store(&mut self, slot: u32, value: V);
    fn exception(&self) -> V;
    fn set_exception(&mut self, value: V);
    /// Returns the greatest depth in each open region.
    fn max(&self) -> V;
    fn set_max(&mut self, max: V);
    /// Returns how many of `count` slots from `slot` on are known to have the same value.
    fn same_after(&self, slot: u32, count: u32) -> u32;
    /// Returns how many of `count` slots before `slot` are known to have the same value.
    fn same_before(&self, slot: u32, count: u32) -> u32;
    /// Writes one value to `count` slots.
    fn fill(&mut self, from: u32, count: u32, value: V);
    /// Reads the depth at a frame address; 0 if there is no such cell.
    fn at(&self, address: u32) -> V;
    /// Writes one value to `count` frame addresses.
    fn spread(&mut self, count: u32, value: V, to: u32);
    /// Leaves region levels within a path.
    fn exit(&mut self, levels: u32);
    /// The path releases something. Only streams that follow synchronisation do.
    fn release(&mut self) {}
}

/// A consumer of one thread's stream: a window of levels, or the whole thread.
pub(crate) trait Passage {
    /// Returns whether any of its levels is open.
    fn is_open(&self) -> bool;
    /// Begins a chunk: these are the paths that may run.
    fn begin(&mut self, _: &Codes) {}
    fn path(&mut self, codes: &Codes, program: u32, frame: u32, slots: &[u32]);
    fn spread(&mut self, count: u32, from: Spread, to: u32);
    fn join(&mut self, from: Joined, to: u32);
    /// A counted call executes nodes for its result at a frame address.
    fn counted(&mut self, nodes: u32, result: u32);
    /// A slot that a counted call has written gets the depth of its result.
    fn deepened(&mut self, result: u32, slot: u32);
    /// Enters a region: an activation, a whole loop, or a loop's iteration.
    fn enter(&mut self, region: RegionId, parent: RegionId, frame: u32);
    /// Begins the next iteration of the innermost loop.
    fn next(&mut self);
    /// Leaves region levels.
    fn exit(&mut self, levels: u32);
    /// Checks for saturation and makes room, between chunks.
    fn check(&mut self);
}

#[inline(always)]
fn value<V: Lanes>(shadow: &impl Shadow<V>, temp: u32, add: u32, floor: u32) -> V {
    let value = shadow.temp(temp).plus(Costs(add));
    if floor == 0 { value } else { value.at_least(Costs(floor)) }
}

/// Runs the operations of one path.
#[inline(always)]
pub(super) fn path<V: Lanes, S: Shadow<V>>(shadow: &mut S, codes: &Codes, head: &Head, frame: u32, slots: &[u32]) {
    let code = codes.code(head);
    let frame = shadow.prepare(head, frame);
    for (temp, &cell) in (1..).zip(code.loads) {
        let depth = shadow.load_frame(frame, cell);
        shadow.set_temp(temp, depth);
    }
    let mut copies = slots.get(head.slots as usize..).unwrap_or_default();
    for op in code.ops {
        operation(shadow, op, frame, slots, &mut copies);
    }
    let mut max = shadow.max();
    for &[temp, add, floor] in code.notes {
        max = max.max(value(shadow, temp, add, floor));
    }
    shadow.set_max(max);
    for &[cell, temp, add, floor] in code.stores {
        let depth = value(shadow, temp, add, floor);
        shadow.store_frame(frame, cell, depth);
    }
}

#[inline(always)]
fn operation<V: Lanes, S: Shadow<V>>(
    shadow: &mut S,
    op: &[u32; OP],
    frame: S::Frame,
    slots: &[u32],
    copies: &mut &[u32],
) {
    let &[kind, temp, slot, a, add_a, b, add_b, floor] = op;
    match kind {
        code::LOAD_SLOT => {
            let depth = shadow.load(slots[slot as usize]);
            shadow.set_temp(temp, depth);
        }
        code::JOIN_SLOT => {
            let loaded = shadow.load(slots[slot as usize]).plus(Costs(add_b));
            let joined = loaded.max(value(shadow, a, add_a, floor));
            shadow.set_temp(temp, joined);
        }
        code::JOIN => {
            let joined = value(shadow, a, add_a, floor).max(shadow.temp(b).plus(Costs(add_b)));
            shadow.set_temp(temp, joined);
        }
        code::STORE_SLOT => {
            let depth = value(shadow, a, add_a, floor);
            shadow.store(slots[slot as usize], depth);
        }
        code::LOAD_STATIC => {
            let depth = shadow.load(slot);
            shadow.set_temp(temp, depth);
        }
        code::STORE_STATIC => {
            let depth = value(shadow, a, add_a, floor);
            shadow.store(slot, depth);
        }
        code::MAX => {
            let max = shadow.max().max(value(shadow, a, add_a, floor));
            shadow.set_max(max);
        }
        code::EXIT => shadow.exit(slot),
        code::RELEASE => shadow.release(),
        code::LOAD_EXCEPTION => {
            let depth = shadow.exception();
            shadow.set_temp(temp, depth);
        }
        code::STORE_EXCEPTION => {
            let depth = value(shadow, a, add_a, floor);
            shadow.set_exception(depth);
        }
        code::LOAD_FRAME => {
            let depth = shadow.load_frame(frame, slot);
            shadow.set_temp(temp, depth);
        }
        code::STORE_FRAME => {
            let depth = value(shadow, a, add_a, floor);
            shadow.store_frame(frame, slot, depth);
        }
        _ => {
            let arguments = value(shadow, a, add_a, floor);
            let all = copy(shadow, arguments, Costs(add_b), copies);
            shadow.set_temp(temp, all);
        }
    }
}

/// Copies array elements by the next runs of `copies`; returns the greatest input.
#[inline(always)]
fn copy<V: Lanes>(shadow: &mut impl Shadow<V>, arguments: V, cost: Costs, copies: &mut &[u32]) -> V {
    let &[kind, runs, ref rest @ ..] = *copies else { return arguments };
    let (own, rest) = rest.split_at(3 * runs as usize);
    *copies = rest;
    let mut all = arguments;
    for &[from, to, count] in own.as_chunks().0 {
        if to == 0 {
            all = all.max(if from == 0 { shadow.zero() } else { greatest(shadow, from, count) });
        } else if from == 0 {
            shadow.fill(to, count, arguments.plus(cost));
        } else {
            all = all.max(copy_run(shadow, arguments, cost, (from, to, count), kind == copies::BACKWARDS));
        }
    }
    all
}

/// Returns the greatest of consecutive cells.
fn greatest<V: Lanes>(shadow: &mut impl Shadow<V>, from: u32, count: u32) -> V {
    let (mut all, mut done) = (shadow.zero(), 0);
    while done < count {
        all = all.max(shadow.load(from + done));
        done += shadow.same_after(from + done, count - done).max(1);
    }
    all
}

/// Copies one run, a stretch of equal cells at a time; returns the greatest input.
#[inline(always)]
fn copy_run<V: Lanes>(
    shadow: &mut impl Shadow<V>,
    arguments: V,
    cost: Costs,
    (from, to, count): (u32, u32, u32),
    backwards: bool,
) -> V {
    let (mut all, mut left) = (arguments, count);
    while left > 0 {
        let at = if backwards { left } else { count - left };
        let same = match backwards {
            true => shadow.same_before(from + at, left),
            false => shadow.same_after(from + at, left),
        };
        // A stretch ends with the page: copying onto itself beyond it would make the next page exist, and so on.
        let length = if same > 0 { same } else { left.min(rest_of_page(from + at, backwards)) };
        let first = if backwards { at - length } else { at };
        if same > 0 {
            let element = arguments.max(shadow.load(from + first));
            all = all.max(element);
            shadow.fill(to + first, same, element.plus(cost));
        } else {
            for k in 0..length {
                let k = first + if backwards { length - 1 - k } else { k };
                let element = arguments.max(shadow.load(from + k));
                all = all.max(element);
                shadow.store(to + k, element.plus(cost));
            }
        }
        left -= length;
    }
    all
}

#[inline(always)]
pub(super) fn spread<V: Lanes>(shadow: &mut impl Shadow<V>, count: u32, from: Spread, to: u32) {
    let value = match from {
        Spread::Zero => shadow.zero(),
        Spread::Exception => shadow.exception(),
        Spread::Frame(address) => shadow.at(address),
    };
    shadow.spread(count, value, to);
}

#[inline(always)]
pub(super) fn join<V: Lanes>(shadow: &mut impl Shadow<V>, from: Joined, to: u32) {
    let mut greatest = shadow.at(to);
    match from {
        Joined::Frame(address) => greatest = greatest.max(shadow.at(address)),
        Joined::Slots { first, count } => greatest = greatest.max(self::greatest(shadow, first, count)),
    }
    shadow.spread(1, greatest, to);
}

/// Most nodes that are added to a depth at once.
const MOST_AT_ONCE: u32 = 0xffff;

/// Adds nodes that come one after the other, under both cost models.
fn deeper<V: Lanes>(mut depth: V, mut nodes: u32) -> V {
    while nodes > 0 {
        let some = nodes.min(MOST_AT_ONCE);
        depth = depth.plus(Costs(some << 16 | some));
        nodes -= some;
    }
    depth
}

/// A counted call executes nodes for its result at a frame address.
pub(super) fn counted<V: Lanes>(shadow: &mut impl Shadow<V>, nodes: u32, result: u32) {
    let depth = deeper(shadow.at(result), nodes);
    let max = shadow.max().max(depth);
    shadow.set_max(max);
    shadow.spread(1, depth, result);
}

/// A slot that a counted call has written gets the depth of its result.
pub(super) fn deepened<V: Lanes>(shadow: &mut impl Shadow<V>, result: u32, slot: u32) {
    let depth = shadow.at(result);
    shadow.store(slot, depth);
}

/// Runs a passage over one chunk, with the widest vector instructions of this machine.
pub(super) fn run(passage: &mut impl Passage, chunk: &Chunk, codes: &Codes) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512vl") {
        // SAFETY: the machine has AVX-512 F and VL, which is all that the function requires of its caller.
        unsafe { run_avx512(passage, chunk, codes) };
        return;
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has AVX2, which is all that the function requires of its caller.
        unsafe { run_avx2(passage, chunk, codes) };
        return;
    }
    run_any(passage, chunk, codes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl")]
fn run_avx512(passage: &mut impl Passage, chunk: &Chunk, codes: &Codes) {
    run_any(passage, chunk, codes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(passage: &mut impl Passage, chunk: &Chunk, codes: &Codes) {
    run_any(passage, chunk, codes);
}

#[inline(always)]
fn run_any(passage: &mut impl Passage, chunk: &Chunk, codes: &Codes) {
    passage.begin(codes);
    forward(&chunk.words, &mut Run { passage, codes });
    passage.check();
}

/// A passage through one chunk.
struct Run<'a, P> {
    passage: &'a mut P,
    codes: &'a Codes,
}

impl<P: Passage> StreamPass for Run<'_, P> {
    #[inline(always)]
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        if self.passage.is_open() {
            self.passage.path(self.codes, program, frame, slots);
        } else {
            self.codes.exits(program).iter().for_each(|&levels| self.passage.exit(levels));
        }
    }

    #[inline(always)]
    fn enter(&mut self, region: RegionId, parent: RegionId, frame: u32) {
        self.passage.enter(region, parent, frame);
    }

    #[inline(always)]
    fn open_loop(&mut self, region: RegionId, parent: RegionId, frame: u32, _: bool) {
        self.passage.enter(region, parent, frame);
        self.passage.enter(RegionId::NONE, region, frame);
    }

    #[inline(always)]
    fn next_iteration(&mut self) {
        self.passage.next();
    }

    #[inline(always)]
    fn exit(&mut self, levels: u32) {
        self.passage.exit(levels);
    }

    #[inline(always)]
    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        if self.passage.is_open() {
            self.passage.spread(count, from, to);
        }
    }

    #[inline(always)]
    fn join(&mut self, from: Joined, to: u32) {
        if self.passage.is_open() {
            self.passage.join(from, to);
        }
    }

    fn counted(&mut self, nodes: u32, result: u32) {
        if self.passage.is_open() {
            self.passage.counted(nodes, result);
        }
    }

    fn deepened(&mut self, result: u32, slot: u32) {
        if self.passage.is_open() {
            self.passage.deepened(result, slot);
        }
    }
}
