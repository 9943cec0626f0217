//! What traces alone say, beside what was measured.

use super::{COLUMN, LABEL, row};
use crate::canvas::{Canvas, Style, left, right};
use crate::scaling::words::{label, value};
use paratrace_scaling::model::{FromTraces, Group, Limit, Point, Scaling};
use std::collections::BTreeSet;

/// Speed-ups with most threads, measured and simulated. Nothing if only one of both is known.
pub(in crate::scaling) fn traces(canvas: &mut Canvas, scaling: &Scaling) {
    let (Some(point), Some(traces)) = (scaling.points.last(), &scaling.from_traces) else { return };
    canvas.gap();
    let title = format!("From traces, {} threads", point.threads);
    let columns = [right("measured", COLUMN), right("simulated", COLUMN)].concat();
    canvas.line(&[(Style::Strong, &left(&title, LABEL)), (Style::Faint, &columns)]);
    for (label, cells) in rows(scaling, point, traces) {
        row(canvas, Style::Plain, &label, &cells);
    }
}

fn rows(scaling: &Scaling, point: &Point, traces: &FromTraces) -> Vec<(String, [String; 2])> {
    let groups: BTreeSet<Group> = scaling.limits.iter().chain(&traces.limits).map(|limit| limit.group).collect();
    let speedups = [value(point.calculated()), value(traces.speedup)];
    let without = |group| {
        let of = |limits: &[Limit]| {
            let found = limits.iter().find(|limit| limit.group == group);
            found.map_or(String::new(), |limit| value(limit.possible))
        };
        (format!("without {}", label(group)), [of(&scaling.limits), of(&traces.limits)])
    };
    std::iter::once(("calculated".to_owned(), speedups)).chain(groups.into_iter().map(without)).collect()
}
