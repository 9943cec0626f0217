//! Handovers as report data.

use std::cmp::Reverse;

use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::ProgramMap;

use super::found::{Handed, Pair, Pairs};
use crate::dependences::{Key, Kind, Points};
use crate::model::{EdgeKind, Handover};

/// Lists pairs of accesses, the most frequent first. `threads` are the names of the threads.
pub(crate) fn pairs(map: &ProgramMap, found: &Pairs, threads: &[String]) -> Vec<Handover> {
    let points = Points::new(map);
    let mut rows: Vec<_> = found.iter().collect();
    rows.sort_unstable_by_key(|&(&key, handed)| (Reverse(handed.count), key));
    let name = |thread: u32| threads.get(thread as usize).cloned();
    let row = |(&(kind, head, tail), handed): (&Pair, &Handed)| Handover {
        kind: match kind {
            Kind::War => EdgeKind::War,
            Kind::Waw => EdgeKind::Waw,
            _ => EdgeKind::Raw,
        },
        head: points.point(head),
        tail: points.point(tail),
        via: points
            .with_arrays(points.via(&Key::new(ConstructId::NONE, kind, head, tail)), std::iter::once((head, tail))),
        count: handed.count,
        from: handed.threads.and_then(|(from, _)| name(from)),
        to: handed.threads.and_then(|(_, to)| name(to)),
    };
    rows.into_iter().map(row).collect()
}
