//! The levels and conditionals that are open, and the instances that begin and end with them.

use paratrace_replay::program::{ConstructId, RegionId};
use paratrace_traceformat::map::BlockId;

use super::Forward;
use crate::dependences::log::Ended;

/// An open level of the region nest: an activation, a whole loop, an iteration, or the thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    /// The construct; `NONE` for a whole loop and for the thread.
    pub(super) construct: ConstructId,
    pub(super) instance: u32,
    pub(super) start: u64,
    /// Number of open conditionals that began before this level.
    pub(super) conditionals: u32,
    /// Number of open conditionals that began before this level's activation.
    pub(super) own_conditionals: u32,
    /// Time at which the activation began.
    pub(super) activation: u64,
}

/// The thread.
pub(super) const THREAD: Level =
    Level { construct: ConstructId::NONE, instance: 0, start: 0, conditionals: 0, own_conditionals: 0, activation: 0 };

/// An open conditional.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conditional {
    pub(super) construct: ConstructId,
    pub(super) instance: u32,
    pub(super) start: u64,
    pub(super) join: BlockId,
}

impl Forward<'_> {
    /// Returns the time at which the innermost open level began. Units do not open those that lie within them.
    pub(super) fn start_of_open(&self) -> u64 {
        self.levels.last().map_or(0, |level| level.start)
    }

    /// A conditional begins that reaches beyond the unit.
    pub(super) fn open(&mut self, construct: ConstructId, join: BlockId, node: u32) {
        let start = self.at(node);
        let instance = self.leaving.open(construct, start);
        self.conditionals.push(Conditional { construct, instance, start, join });
    }

    /// An instance begins that ends within the unit.
    pub(super) fn begin(&mut self, construct: ConstructId, node: u32, end: u32) {
        let instance = self.leaving.open(construct, self.at(node));
        self.begun(instance, construct, (node, end));
    }

    /// A loop begins that ends within the unit.
    pub(super) fn begin_whole_loop(&mut self, node: u32, end: u32) {
        let instance = self.leaving.open_loop(self.at(node));
        self.begun(instance, ConstructId::NONE, (node, end));
    }

    /// The next iteration begins of such a loop.
    pub(super) fn begin_next(&mut self, construct: ConstructId, node: u32, end: u32) {
        let instance = self.leaving.next_iteration(construct, self.at(node));
        self.begun(instance, construct, (node, end));
    }

    fn begun(&mut self, instance: u32, construct: ConstructId, (node, end): (u32, u32)) {
        self.leaving.will_end(instance, self.at(end));
        self.conditionals.push(Conditional { construct, instance, start: self.at(node), join: BlockId::NONE });
    }

    pub(super) fn begin_activation(&mut self, region: RegionId, start: u64) {
        let construct = ConstructId::of_region(region);
        let Self { map, initializers, levels, .. } = self;
        initializers.enter(map, region.index(), (start, levels.len()), || outermost_loop(levels));
        let instance = self.leaving.open(construct, start);
        let conditionals = self.conditionals.len() as u32;
        let (own_conditionals, activation) = (conditionals, start);
        self.levels.push(Level { construct, instance, start, conditionals, own_conditionals, activation });
    }

    /// Opens a loop and its first iteration.
    pub(super) fn begin_loop(&mut self, construct: ConstructId, start: u64) {
        let Some(&outer) = self.levels.last() else { return };
        let conditionals = self.conditionals.len() as u32;
        let whole = self.leaving.open_loop(start);
        self.levels.push(Level { construct: ConstructId::NONE, instance: whole, start, conditionals, ..outer });
        let instance = self.leaving.open(construct, start);
        self.levels.push(Level { construct, instance, start, conditionals, ..outer });
    }

    pub(super) fn begin_iteration(&mut self, start: u64) {
        let Some(level) = self.levels.pop() else { return };
        self.leave(level, start);
        let instance = self.leaving.next_iteration(level.construct, start);
        self.levels.push(Level { instance, start, ..level });
    }

    pub(super) fn exit_at(&mut self, levels: u32, time: u64) {
        for _ in 0..levels {
            let Some(level) = self.levels.pop() else { return };
            self.leave(level, time);
        }
    }

    /// Ends a level, with all conditionals in it.
    fn leave(&mut self, level: Level, time: u64) {
        self.merge_changes(self.start_of_open());
        self.initializers.leave(self.levels.len(), time);
        let first = (level.conditionals as usize).min(self.conditionals.len());
        // The backward pass reads the log from its end: it enters the outer ones first.
        for at in (first..self.conditionals.len()).rev() {
            let Conditional { construct, start, .. } = self.conditionals[at];
            self.ended(construct, start, time);
        }
        self.log.count(self.conditionals.len() - first);
        self.conditionals.truncate(first);
        self.leaving.close_all(level.instance, time);
        if level.construct.is_none() {
            self.log.ended(Ended { construct: ConstructId::NONE, duration: time - level.start });
        } else {
            self.ended(level.construct, level.start, time);
        }
    }

    /// A level has ended: of the changes in the one around it, which began at a time, only the last one counts.
    pub(super) fn merge_changes(&mut self, outer: u64) {
        self.changes.merge(|time| time >= outer);
        self.unseen.merge(|time| time >= outer);
    }

    /// Counts and logs an instance that has ended.
    fn ended(&mut self, construct: ConstructId, start: u64, end: u64) {
        let duration = end - start;
        self.log.ended(Ended { construct, duration });
        let extent = self.extents.at(construct.number() as usize);
        extent.instances += 1;
        extent.duration += duration;
    }

    pub(super) fn end_conditionals(&mut self, block: BlockId) {
        self.join(block, self.time);
    }

    pub(super) fn arrive_within(&mut self, block: BlockId, left: u32, node: u32) {
        let time = self.at(node);
        self.exit_at(left, time);
        self.join(block, time);
    }

    /// Ends those conditionals of the activation whose join point (immediate post-dominator) is this block.
    fn join(&mut self, block: BlockId, time: u64) {
        let first = self.levels.last().map_or(0, |level| level.own_conditionals as usize);
        let mut ended = 0;
        for at in (first..self.conditionals.len()).rev() {
            let conditional = self.conditionals[at];
            if conditional.join == block {
                self.leaving.close(conditional.instance, time);
                self.ended(conditional.construct, conditional.start, time);
                self.forget_conditional(at);
                ended += 1;
            }
        }
        self.log.count(ended);
    }

    /// Removes a conditional that ended. In irreducible loops it may have begun outside of loops that are still open,
    /// so levels above it are adjusted.
    fn forget_conditional(&mut self, at: usize) {
        self.conditionals.remove(at);
        for level in self.levels.iter_mut().rev().take_while(|level| level.conditionals as usize > at) {
            level.conditionals -= 1;
        }
    }
}

/// Returns the time at which the outermost loop began; 0 if none is open.
fn outermost_loop(levels: &[Level]) -> u64 {
    let mut loops = levels.iter().filter(|level| level.construct == ConstructId::NONE && level.instance != 0);
    loops.next().map_or(0, |level| level.start)
}
