//! False sharing as report data.

use std::cmp::Reverse;

use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::{InstructionId, ProgramMap};

use super::transfers::{Key, Sum, Transfers};
use crate::dependences::{self, Kind, Points};
use crate::model::{FalseSharing, Via};

/// Lists the lines that may go from thread to thread, those that may most often first. The run has so many nodes.
pub(crate) fn false_sharing(map: &ProgramMap, found: &Transfers, nodes: u64) -> (Vec<FalseSharing>, u64) {
    let points = Points::new(map);
    let location = |insn: InstructionId| {
        let via = points.via(&dependences::Key::new(ConstructId::NONE, Kind::Waw, insn, insn));
        points.with_arrays(via, std::iter::once((insn, insn)))
    };
    let mut rows: Vec<(&Key, &Sum)> = found.sums.iter().collect();
    rows.sort_by_key(|&(key, sum)| (Reverse(sum.transfers), key));
    let row = |(&(made, head, tail), sum): (&Key, &Sum)| {
        let mut locations: Vec<Via> = vec![location(head), location(tail)];
        // Names of arrays make no difference between locations: both are of one array.
        locations.dedup();
        FalseSharing {
            locations,
            created: (!made.is_none()).then(|| points.point(made)),
            head: points.point(head),
            tail: points.point(tail),
            threads: sum.threads.len() as u64,
            lines: sum.lines,
            transfers: sum.transfers,
            per_1000_nodes: 1000.0 * sum.transfers as f64 / nodes.max(1) as f64,
        }
    };
    (rows.into_iter().map(row).collect(), found.lines_left_out)
}
