//! Counters of a loop: locals and fields that every iteration moves by as much, so that they follow from its number.

use paratrace_jvm::opcodes::{self as op, is_predicate};
use paratrace_replay::program::{always_before, is_reducible, outward};
use paratrace_traceformat::map::{BlockId, InstructionId, LoopId, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body::{blocks, instructions, stores_to_locals};
use super::chains::Chains;
use super::exits::way_to_throw;
use super::fixed::Fixed;
use super::fractions::is_never_rounded;
use super::reach::Reach;
use super::rounds::{handlers, is_passed_always, may_pass_again};
use crate::dependences::Points;
use crate::dependences::definitions::{Definition, reaching_block, stored_local};

/// Returns the instructions that move the counters of the loop: all stores to a local or field that every iteration makes as often as
/// any other one, or of which it makes one: the compiler writes `finally` once for each way into it. Without `reach`, nothing is
/// known of fields.
pub(super) fn counters(points: &Points<'_>, looped: LoopId, reach: Option<&Reach<'_>>) -> FxHashSet<InstructionId> {
    let counting = Counting { points, looped, fixed: Fixed::new(points, looped, reach) };
    let of_locals = counting.in_locals();
    of_locals.chain(reach.into_iter().flat_map(|reach| counting.in_fields(reach))).collect()
}

/// Returns the instructions that add the same floating point number to a local in every iteration, where sums are rounded: the
/// product of that number and the iteration's is nearly as much. No exit of the loop may look at such a local, nor at what short
/// chains compute from it.
pub(super) fn counters_that_round(
    points: &Points<'_>,
    looped: LoopId,
    reach: Option<&Reach<'_>>,
    chains: &Chains,
) -> FxHashSet<InstructionId> {
    let counting = Counting { points, looped, fixed: Fixed::new(points, looped, reach) };
    let stores = stores_of_each(stores_to_locals(points, looped)).into_iter();
    let of_one = stores.filter_map(|(local, stores)| Some((local, *stores.first().filter(|_| stores.len() == 1)?)));
    let rounds = of_one.filter(|&(local, store)| {
        let is_own = points.innermost_loop(store) == Some(looped) && counting.is_passed(looped, store);
        is_own && counting.adds_fraction(store) && !counting.is_step(store) && !counting.decides_exit(local)
    });
    let found: FxHashMap<u32, InstructionId> = rounds.collect();
    let is_alone = chains.locals.iter().all(|local| found.contains_key(local));
    if is_alone { found.into_values().collect() } else { FxHashSet::default() }
}

/// Sorts stores by what they store to.
fn stores_of_each(stores: impl Iterator<Item = (InstructionId, u32)>) -> FxHashMap<u32, Vec<InstructionId>> {
    let mut found: FxHashMap<u32, Vec<InstructionId>> = FxHashMap::default();
    stores.for_each(|(insn, place)| found.entry(place).or_default().push(insn));
    found
}

/// The search for counters.
struct Counting<'a, 'm> {
    points: &'a Points<'m>,
    looped: LoopId,
    fixed: Fixed<'a, 'm>,
}

impl Counting<'_, '_> {
    fn in_locals(&self) -> impl Iterator<Item = InstructionId> {
        let is_counter = |stores: &Vec<InstructionId>| {
            stores.iter().all(|&store| self.is_step(store))
                && (stores.iter().all(|&store| self.runs_evenly(store)) || self.are_one_step(stores))
        };
        let stores = stores_of_each(stores_to_locals(self.points, self.looped));
        stores.into_values().filter(is_counter).flatten()
    }

    /// Lists those that move a field which only the loop's own code reads or writes: called methods would have to get its value
    /// otherwise.
    fn in_fields(&self, reach: &Reach<'_>) -> impl Iterator<Item = InstructionId> {
        let (points, map) = (self.points, self.points.map);
        let is_write = |insn: InstructionId| matches!(points.op(insn), Op::PutField | Op::PutStatic);
        let field = |insn: InstructionId| map.insns.arg[insn.index()];
        let own: FxHashSet<InstructionId> = instructions(points, self.looped).collect();
        let written = own.iter().copied().filter(|&insn| is_write(insn)).map(|insn| (insn, field(insn)));
        let mut stores = stores_of_each(written);
        stores.retain(|_, stores| stores.iter().all(|&store| self.is_step(store) && self.runs_evenly(store)));
        if !stores.is_empty() {
            let is_access =
                |insn: InstructionId| is_write(insn) || matches!(points.op(insn), Op::GetField | Op::GetStatic);
            for insn in reach.reached(own.iter().copied()).filter(|&insn| is_access(insn) && !own.contains(&insn)) {
                stores.remove(&field(insn));
            }
        }
        stores.into_values().flatten()
    }

    /// Returns whether every iteration makes one of these steps, which are all alike, and none makes two.
    fn are_one_step(&self, stores: &[InstructionId]) -> bool {
        let (points, looped, insns) = (self.points, self.looped, &self.points.map.insns);
        let all_alike = stores.iter().all(|&store| {
            points.op(store) == Op::Iinc
                && points.innermost_loop(store) == Some(looped)
                && insns.arg[store.index()] == insns.arg[stores[0].index()]
        });
        all_alike
            && is_passed_always(points, looped, stores.iter().copied())
            && !stores.iter().any(|&store| may_pass_again(points, looped, store, stores))
    }

    /// Returns whether a store adds to its place a number that is the same in all iterations. Numbers with a fraction must not be
    /// rounded by any step, else the value is no product of the step and the number of the iteration.
    fn is_step(&self, store: InstructionId) -> bool {
        if self.points.op(store) == Op::Iinc {
            return true;
        }
        let Some(sum) = self.points.producer(store, 0) else { return false };
        let is_old = |above| self.is_old(sum, above, store);
        let stays = |above| self.fixed.is_operand(sum, above);
        match self.points.map.insns.opcode[sum.index()] {
            op::IADD | op::LADD => is_old(1) && stays(0) || is_old(0) && stays(1),
            op::ISUB | op::LSUB => is_old(1) && stays(0),
            op::DADD => is_old(1) && self.is_exact(store, sum, 0) || is_old(0) && self.is_exact(store, sum, 1),
            op::DSUB => is_old(1) && self.is_exact(store, sum, 0),
            _ => false,
        }
    }

    /// Returns whether a store adds a number with a fraction to its local that is the same in all iterations.
    fn adds_fraction(&self, store: InstructionId) -> bool {
        let Some(sum) = self.points.producer(store, 0) else { return false };
        let (is_old, stays) = (|above| self.is_old(sum, above, store), |above| self.fixed.is_operand(sum, above));
        match self.points.map.insns.opcode[sum.index()] {
            op::DADD | op::FADD => is_old(1) && stays(0) || is_old(0) && stays(1),
            op::DSUB | op::FSUB => is_old(1) && stays(0),
            _ => false,
        }
    }

    /// Returns whether an exit of the loop may look at a local.
    fn decides_exit(&self, local: u32) -> bool {
        let (points, map) = (self.points, self.points.map);
        let leaves = |block: BlockId| points.next(block).any(|to| !self.fixed.blocks.contains(&to));
        let loads = |block: BlockId| {
            let mut code = map.blocks[block.index()].instructions();
            code.any(|insn| points.op(insn) == Op::Load && map.insns.arg[insn.index()] == local)
        };
        // What is computed before a call is tested in the block behind it.
        let method = points.method_of_loop(self.looped);
        let mut exits = self.fixed.blocks.iter().copied().filter(|&block| leaves(block));
        exits.any(|exit| always_before(map, method, exit).any(loads))
    }

    /// Returns whether an operand is a number that no sum with the local that `store` stores to ever rounds.
    fn is_exact(&self, store: InstructionId, sum: InstructionId, above: u32) -> bool {
        let local = stored_local(self.points, store);
        local.zip(self.points.producer(sum, above)).is_some_and(|(local, step)| {
            self.points.innermost_loop(store) == Some(self.looped)
                && is_never_rounded(self.points, self.looped, local, step)
        })
    }

    /// Returns whether an operand of a sum is what its store overwrites.
    fn is_old(&self, sum: InstructionId, above: u32, store: InstructionId) -> bool {
        let points = self.points;
        let Some(old) = points.producer(sum, above) else { return false };
        let arg = |insn: InstructionId| points.map.insns.arg[insn.index()];
        let is_same = || arg(old) == arg(store);
        match (points.op(old), points.op(store)) {
            (Op::Load, Op::Store) => {
                is_same() && !old.up_to(store).any(|insn| stored_local(points, insn) == Some(arg(old)))
            }
            (Op::GetStatic, Op::PutStatic) => is_same() && self.is_only_write(old, store),
            (Op::GetField, Op::PutField) => {
                is_same() && self.is_only_write(old, store) && self.is_same_object(old, store)
            }
            _ => false,
        }
    }

    /// Returns whether nothing writes fields between a load and a store.
    fn is_only_write(&self, load: InstructionId, store: InstructionId) -> bool {
        let may_write = |insn: InstructionId| matches!(self.points.op(insn), Op::PutField | Op::PutStatic | Op::Invoke);
        !load.up_to(store).any(may_write)
    }

    /// Returns whether a field is loaded from and stored to the same object in all iterations.
    fn is_same_object(&self, load: InstructionId, store: InstructionId) -> bool {
        let objects = self.points.producer(load, 0).zip(self.points.producer(store, 1));
        objects.is_some_and(|(from, to)| {
            let local = |insn: InstructionId| {
                (self.points.op(insn) == Op::Load).then(|| self.points.map.insns.arg[insn.index()])
            };
            let is_same = from == to || local(from).is_some() && local(from) == local(to);
            is_same && self.fixed.is_operand(load, 0) && self.fixed.is_operand(store, 1)
        })
    }

    /// Returns whether every iteration executes an instruction as often as any other one.
    fn runs_evenly(&self, insn: InstructionId) -> bool {
        let innermost = self.points.innermost_loop(insn);
        innermost.is_some_and(|innermost| self.is_passed(innermost, insn) && self.repeats_evenly(innermost))
    }

    fn is_passed(&self, looped: LoopId, insn: InstructionId) -> bool {
        is_passed_always(self.points, looped, std::iter::once(insn))
    }

    /// Returns whether a loop inside has as many iterations in every iteration of the loop: it has one test, which compares its own
    /// counters with what stays the same.
    fn repeats_evenly(&self, inner: LoopId) -> bool {
        let map = self.points.map;
        if inner == self.looped {
            return true;
        }
        let Some(around) = outward(map, inner).nth(1) else { return false };
        self.only_test(inner).is_some_and(|test| {
            let operands = map.stack_effect(test).map_or(0, |(taken, _)| taken);
            is_reducible(map, inner)
                && self.is_passed(inner, test)
                && self.is_passed(around, test)
                && (0..operands).all(|above| self.is_foreseen(inner, test, above))
                && self.repeats_evenly(around)
        })
    }

    /// Returns the test of an inner loop that decides whether the iteration goes on behind it, if there is only one such and no
    /// exception leads there.
    fn only_test(&self, inner: LoopId) -> Option<InstructionId> {
        let (points, map) = (self.points, self.points.map);
        let inside: FxHashSet<BlockId> = blocks(points, inner).collect();
        let is_behind = |to: &BlockId| !inside.contains(to) && self.fixed.blocks.contains(to);
        let throws = |to: BlockId| way_to_throw(points, to).unwrap_or_default();
        let leading = |block: BlockId| points.next(block).filter(|to| is_behind(to) && throws(*to).is_empty());
        let thrown = inside.iter().flat_map(|&block| points.next(block)).filter(is_behind).flat_map(throws);
        let mut raising = inside.iter().copied().chain(thrown);
        if raising.any(|block| handlers(points, block, None).any(|to| is_behind(&to))) {
            return None;
        }
        let mut exits = inside.iter().copied().filter(|&block| leading(block).next().is_some());
        let exit = exits.next().filter(|_| exits.next().is_none())?;
        let test = map.blocks[exit.index()].instructions().next_back()?;
        is_predicate(map.insns.opcode[test.index()]).then_some(test)
    }

    /// Returns whether an operand is computed from what stays the same, and from counters of the inner loop, which begin there with
    /// what stays the same.
    fn is_foreseen(&self, inner: LoopId, insn: InstructionId, above: u32) -> bool {
        let insns = &self.points.map.insns;
        if self.fixed.is_operand(insn, above) {
            return true;
        }
        let Some(producer) = self.points.producer(insn, above) else { return false };
        match self.points.op(producer) {
            Op::Compute => {
                let count = insns.arg[producer.index()];
                is_number(insns.opcode[producer.index()])
                    && (0..count).all(|above| self.is_foreseen(inner, producer, above))
            }
            Op::Load => self.counts_anew(inner, producer),
            _ => false,
        }
    }

    /// Returns whether an instruction loads a counter of an inner loop, which begins there with the same value in all iterations.
    fn counts_anew(&self, inner: LoopId, load: InstructionId) -> bool {
        let points = self.points;
        let slot = points.map.insns.arg[load.index()];
        let inside: Vec<_> = stores_to_locals(points, inner).filter(|&(_, local)| local == slot).collect();
        let is_step = |store: InstructionId| {
            points.innermost_loop(store) == Some(inner) && self.is_passed(inner, store) && self.is_step(store)
        };
        let begins = |definition: Definition| match definition {
            Definition::Store(store) => {
                let is_own = points.block_of(store).is_some_and(|block| self.fixed.blocks.contains(&block));
                is_own && points.op(store) == Op::Store && self.fixed.is_operand(store, 0)
            }
            Definition::Parameter | Definition::Unknown => false,
        };
        let is_inside =
            |&definition: &Definition| inside.iter().any(|&(store, _)| Definition::Store(store) == definition);
        let header = points.map.loops[inner.index()].header;
        let reaching = reaching_block(points, header, slot);
        let mut before = reaching.into_iter().filter(|definition| !is_inside(definition));
        let first = before.next();
        inside.iter().all(|&(store, _)| is_step(store)) && before.next().is_none() && first.is_some_and(begins)
    }
}

/// Returns whether an instruction computes a number of numbers.
fn is_number(opcode: u8) -> bool {
    matches!(opcode, op::IADD..=op::LXOR | op::I2L..=op::DCMPG)
}
