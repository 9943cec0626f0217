//! The engine's inner loop: micro-operations of paths over cells.
//!
//! Safety: the compiler of paths counts the temps (`Micros::temps`) and the frame cells (`Program::reach`) that its
//! micro-operations use, and `State::prepare` makes room for them before a path runs. Apart from those two accesses the
//! only unsafe code is the choice of the instruction set.

#![allow(unsafe_code)]

use std::sync::Arc;

use super::arena::{Arena, rest_of_page};
use super::lanes::Lanes;
use super::region::Regions;
use crate::paths::{Depth, Micro, Micros, Program};
use crate::stream::{Chunk, Operation, Spread};

/// Everything that one pass knows about depths.
pub(crate) struct State<V> {
    /// Cells of the stack's frames from address `origin` on.
    frames: Vec<V>,
    origin: u32,
    memory: Arena<V>,
    exception: V,
    temps: Vec<V>,
    /// Ordinal at which the region open at each level was entered.
    pub(super) enter: V,
    /// What is written as tag now.
    pub(super) tag: V,
    /// The greatest depth in each open region.
    pub(super) max: V,
}

/// One pass over the stream.
pub(crate) struct Pass<V, R> {
    pub(super) state: State<V>,
    pub(super) regions: R,
    free_induction: bool,
}

impl<V: Lanes> State<V> {
    pub(super) fn new(enter: V, tag: V) -> Self {
        Self {
            frames: Vec::new(),
            origin: 0,
            memory: Arena::new(),
            exception: V::ZERO,
            temps: vec![V::ZERO],
            enter,
            tag,
            max: V::ZERO,
        }
    }

    /// Nothing in a frame below this address can be read any more, nor anything written before.
    pub(super) fn rebase(&mut self, origin: u32) {
        self.origin = origin;
    }

    /// All cells.
    pub(super) fn cells(&mut self) -> impl Iterator<Item = &mut V> {
        let own = std::iter::once(&mut self.exception);
        own.chain(self.frames.iter_mut()).chain(self.memory.cells())
    }

    /// Makes room for a path; the place of its frame.
    #[inline(always)]
    fn prepare(&mut self, program: &Program, micros: &Micros, frame: u32) -> usize {
        let frame = frame.saturating_sub(self.origin) as usize;
        if self.frames.len() < frame + program.reach as usize || self.temps.len() < micros.temps as usize {
            self.grow(frame + program.reach as usize, micros.temps as usize);
        }
        frame
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, frames: usize, temps: usize) {
        if self.frames.len() < frames {
            self.frames.resize(frames.max(2 * self.frames.len().min(1 << 20)), V::ZERO);
        }
        if self.temps.len() < temps {
            self.temps.resize(temps, V::ZERO);
        }
    }

    #[inline(always)]
    fn value(&self, depth: Depth) -> V {
        let value = self.temp(depth.temp).plus(depth.add);
        if depth.floor == 0 { value } else { value.at_least(depth.floor) }
    }

    /// A temp of the path being run.
    #[inline(always)]
    fn temp(&self, temp: u32) -> V {
        debug_assert!((temp as usize) < self.temps.len());
        // SAFETY: temps of micro-operations are below `Micros::temps`, for which `prepare` made room.
        unsafe { *self.temps.get_unchecked(temp as usize) }
    }

    #[inline(always)]
    fn set_temp(&mut self, temp: u32, value: V) {
        debug_assert!((temp as usize) < self.temps.len());
        // SAFETY: as in `temp`.
        unsafe { *self.temps.get_unchecked_mut(temp as usize) = value };
    }

    /// A cell of the frame of the path being run, which begins at `frame`.
    #[inline(always)]
    fn cell(&mut self, frame: usize, cell: u32) -> &mut V {
        debug_assert!(frame + (cell as usize) < self.frames.len());
        // SAFETY: cells of micro-operations are below `Program::reach`, for which `prepare` made room behind `frame`.
        unsafe { self.frames.get_unchecked_mut(frame + cell as usize) }
    }

    #[inline(always)]
    fn micro(&mut self, micro: Micro, frame: usize, slots: &[u32]) {
        match micro {
            Micro::LoadFrame { temp, cell } => {
                let value = self.cell(frame, cell).valid(&self.enter);
                self.set_temp(temp, value);
            }
            Micro::LoadSlot { temp, slot } => {
                self.set_temp(temp, self.memory.get(slots[slot as usize]).valid(&self.enter));
            }
            Micro::LoadStatic { temp, slot } => {
                self.set_temp(temp, self.memory.get(slot).valid(&self.enter));
            }
            Micro::LoadException { temp } => self.set_temp(temp, self.exception.valid(&self.enter)),
            Micro::Join { temp, a, add_a, b, add_b, floor } => {
                let joined = self.temp(a).plus(add_a).max(self.temp(b).plus(add_b));
                self.set_temp(temp, if floor == 0 { joined } else { joined.at_least(floor) });
            }
            Micro::StoreFrame { cell, value } => {
                *self.cell(frame, cell) = self.value(value).tagged(&self.tag);
            }
            Micro::StoreSlot { slot, value } => {
                let value = self.value(value).tagged(&self.tag);
                self.memory.set(slots[slot as usize], value);
            }
            Micro::StoreStatic { slot, value } => {
                let value = self.value(value).tagged(&self.tag);
                self.memory.set(slot, value);
            }
            Micro::StoreException { value } => self.exception = self.value(value).tagged(&self.tag),
            Micro::Max { value } => self.max = self.max.max(self.value(value)),
            Micro::Exit { .. } | Micro::Copy { .. } => {}
        }
    }

    /// Copies array elements; what follows this copy's runs is returned.
    fn copy<'c>(&mut self, temp: u32, value: Depth, cost: u32, copies: &'c [u32]) -> &'c [u32] {
        let (backwards, runs) = (copies[0] != 0, copies[1] as usize);
        let (own, rest) = copies[2..].split_at(3 * runs);
        let arguments = self.value(value);
        let mut all = arguments;
        for run in own.chunks_exact(3) {
            let (from, to, count) = (run[0], run[1], run[2]);
            if from == 0 {
                self.memory.fill(to, count, arguments.plus(cost).tagged(&self.tag));
            } else {
                all = all.max(self.copy_run(arguments, cost, (from, to, count), backwards));
            }
        }
        self.set_temp(temp, all);
        rest
    }

    /// Copies one run, stretches of equal cells at once; the greatest input.
    fn copy_run(&mut self, arguments: V, cost: u32, run: (u32, u32, u32), backwards: bool) -> V {
        let (from, to, count) = run;
        let (mut all, mut left) = (arguments, count);
        while left > 0 {
            let at = if backwards { left } else { count - left };
            let same = match backwards {
                true => self.memory.same_before(from + at, left),
                false => self.memory.same_after(from + at, left),
            };
            // Not beyond the page: what is copied onto itself would make the next page exist, and so on.
            let length = if same > 0 { same } else { left.min(rest_of_page(from + at, backwards)) };
            let first = if backwards { at - length } else { at };
            if same > 0 {
                let element = arguments.max(self.memory.get(from + first).valid(&self.enter));
                all = all.max(element);
                self.memory.fill(to + first, same, element.plus(cost).tagged(&self.tag));
            } else {
                for k in 0..length {
                    let k = first + if backwards { length - 1 - k } else { k };
                    let element = arguments.max(self.memory.get(from + k).valid(&self.enter));
                    all = all.max(element);
                    self.memory.set(to + k, element.plus(cost).tagged(&self.tag));
                }
            }
            left -= length;
        }
        all
    }

    #[inline(always)]
    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        let value = match from {
            Spread::Zero => V::ZERO,
            Spread::Exception => self.exception.valid(&self.enter),
            Spread::Frame(address) => {
                let at = address.wrapping_sub(self.origin) as usize;
                self.frames.get(at).copied().unwrap_or(V::ZERO).valid(&self.enter)
            }
        };
        let to = to.saturating_sub(self.origin) as usize;
        self.grow(to + count as usize, 0);
        self.frames[to..to + count as usize].fill(value.tagged(&self.tag));
    }
}

impl<V: Lanes, R: Regions<V>> Pass<V, R> {
    pub(super) fn new(state: State<V>, regions: R, free_induction: bool) -> Self {
        Self { state, regions, free_induction }
    }

    /// Runs one chunk, with the best instructions of this machine.
    pub(crate) fn run(&mut self, chunk: &Chunk, programs: &[Arc<Program>]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512vl") {
            // SAFETY: the machine has AVX-512 F and VL, which is all that the function requires of its caller.
            unsafe { self.run_avx512(chunk, programs) };
            return;
        }
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has AVX2, which is all that the function requires of its caller.
            unsafe { self.run_avx2(chunk, programs) };
            return;
        }
        self.run_any(chunk, programs);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl")]
    fn run_avx512(&mut self, chunk: &Chunk, programs: &[Arc<Program>]) {
        self.run_any(chunk, programs);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_avx2(&mut self, chunk: &Chunk, programs: &[Arc<Program>]) {
        self.run_any(chunk, programs);
    }

    #[inline(always)]
    fn run_any(&mut self, chunk: &Chunk, programs: &[Arc<Program>]) {
        let mut at = 0;
        while at < chunk.words.len() {
            match Operation::read(&chunk.words, &mut at) {
                Operation::Path { program, frame, slots } => {
                    let program = &programs[program as usize];
                    if self.regions.is_open() {
                        self.path(program, frame, slots);
                    } else {
                        self.skip(program);
                    }
                }
                Operation::Enter { region, parent, frame } => {
                    self.regions.enter(&mut self.state, region, parent, frame);
                }
                Operation::Loop { region, parent, frame, .. } => {
                    self.regions.open_loop(&mut self.state, region, parent, frame);
                }
                Operation::Next => self.regions.next(&mut self.state),
                Operation::Exit { levels } => self.regions.exit(&mut self.state, levels),
                Operation::Arrive { .. } => {}
                Operation::Spread { count, from, to } => {
                    if self.regions.is_open() {
                        self.state.spread(count, from, to);
                    }
                }
            }
        }
        self.regions.check(&mut self.state);
    }

    #[inline(always)]
    fn path(&mut self, program: &Program, frame: u32, slots: &[u32]) {
        let micros = match &program.free {
            Some(free) if self.free_induction => free,
            _ => &program.unit,
        };
        let frame = self.state.prepare(program, micros, frame);
        let mut copies = &slots[program.slots as usize..];
        for &micro in &micros.ops {
            match micro {
                Micro::Exit { levels } => self.regions.exit(&mut self.state, levels),
                Micro::Copy { temp, value, cost } => copies = self.state.copy(temp, value, cost, copies),
                micro => self.state.micro(micro, frame, slots),
            }
        }
    }

    /// A path while this window is closed: only the levels it leaves matter.
    #[inline(always)]
    fn skip(&mut self, program: &Program) {
        for &(levels, _) in &program.exits {
            self.regions.exit(&mut self.state, levels);
        }
    }
}
