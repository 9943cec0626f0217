//! Which writes of cells somebody may still read when the unit has ended.

use paratrace_replay::paths::accesses::Place;
use rustc_hash::FxHashSet;

use super::Op;
use super::accesses::{is_behind, outer};
use super::nest::Nest;

/// The cells that nobody reads before they are written again, at a position that goes from the end of the unit to its beginning.
#[derive(Debug, Default)]
struct Dead {
    cells: FxHashSet<u32>,
    /// Cells behind the first one of this frame are dead, too.
    behind: Option<u32>,
    /// But these are not.
    live: FxHashSet<u32>,
    /// Static fields that the unit writes later; none if calls of the unit may read them by reflection before.
    statics: Option<FxHashSet<u32>>,
}

impl Dead {
    fn contains(&self, cell: u32) -> bool {
        !self.live.contains(&cell)
            && (self.cells.contains(&cell) || self.behind.is_some_and(|frame| is_behind(cell, frame)))
    }

    fn written(&mut self, cell: u32) {
        self.live.remove(&cell);
        self.cells.insert(cell);
    }

    fn read(&mut self, cell: u32) {
        self.cells.remove(&cell);
        self.live.insert(cell);
    }

    fn closed(&mut self, frame: u32) {
        self.live.retain(|&cell| !is_behind(cell, frame));
        self.behind = Some(outer(self.behind, frame));
    }
}

/// Removes the steps that write what nobody reads, and those that write static fields which the unit writes again, unless it `reflects`: a
/// call in between may read any of these.
pub(super) fn keep_live(ops: &mut Vec<(usize, Op)>, nest: &Nest, reflects: bool) {
    ops.sort_by_key(|&(at, _)| at);
    let statics = if reflects { None } else { Some(FxHashSet::default()) };
    let mut dead = Dead { statics, ..Dead::default() };
    let mut closed = nest.closed.iter().rev().peekable();
    let mut kept = Vec::with_capacity(ops.len());
    for &(at, op) in ops.iter().rev() {
        while let Some(closed) = closed.next_if(|closed| closed.at >= at) {
            dead.closed(closed.frame);
        }
        kept.extend(keep(op, &mut dead).map(|op| (at, op)));
    }
    kept.reverse();
    *ops = kept;
}

fn keep(op: Op, dead: &mut Dead) -> Option<Op> {
    match op {
        Op::Write { place, node, insn, .. } => {
            let is_dead = write(place, dead);
            if let Some(cell) = cell(place) {
                dead.read(cell);
            }
            Some(if is_dead { Op::Overwrite { place, node, insn } } else { op })
        }
        Op::Set { place, .. } => (!write(place, dead)).then_some(op),
        Op::Read { place, .. } => {
            if let Some(cell) = cell(place) {
                dead.read(cell);
            }
            Some(op)
        }
        Op::Given { cell, .. } => {
            dead.read(cell);
            Some(op)
        }
        Op::Moved { from, to } => {
            if dead.contains(to) {
                return None;
            }
            dead.written(to);
            dead.read(from);
            Some(op)
        }
        Op::Cleared { cell } => {
            let is_dead = dead.contains(cell);
            dead.written(cell);
            (!is_dead).then_some(op)
        }
        _ => Some(op),
    }
}

/// Returns whether nobody sees a write, and notes it.
fn write(place: Place, dead: &mut Dead) -> bool {
    match (cell(place), place) {
        (Some(cell), _) => {
            let is_dead = dead.contains(cell);
            dead.written(cell);
            is_dead
        }
        (None, Place::Static(slot)) => dead.statics.as_mut().is_some_and(|statics| !statics.insert(slot)),
        _ => false,
    }
}

fn cell(place: Place) -> Option<u32> {
    match place {
        Place::Local(cell) | Place::Parameter(cell) | Place::Entry(cell) => Some(cell),
        Place::Resolved(_) | Place::Static(_) => None,
    }
}
