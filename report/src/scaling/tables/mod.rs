//! Tables with a column for each number of threads.

mod efficiencies;
mod runs;
mod speedups;
mod traces;

pub(super) use efficiencies::efficiencies;
pub(super) use runs::{general, overheads, threads};
pub(super) use speedups::{speedups, stack};
pub(super) use traces::traces;

use crate::canvas::{Canvas, Style, clip, left, right};
use paratrace_scaling::model::{Point, Scaling};

const LABEL: usize = 30;
const COLUMN: usize = 11;

/// The points that there is room for: always the last one, the others as evenly as can be.
fn columns(scaling: &Scaling, room: usize) -> Vec<&Point> {
    let (all, room) = (scaling.points.len(), room.max(1));
    if all <= room {
        return scaling.points.iter().collect();
    }
    let place = |index: usize| (index + 1) * all / room - 1;
    (0..room).filter_map(|index| scaling.points.get(place(index))).collect()
}

/// Columns beside labels.
fn room(canvas: &Canvas) -> usize {
    canvas.width.saturating_sub(LABEL) / COLUMN
}

/// A heading, and above the columns the numbers of threads.
fn heading(canvas: &mut Canvas, title: &str, first: Option<&str>, points: &[&Point]) {
    canvas.gap();
    let columns: String = points.iter().map(|point| right(&threads_of(point), COLUMN)).collect();
    let first = first.map(|first| right(first, COLUMN)).unwrap_or_default();
    canvas.line(&[(Style::Strong, &left(title, LABEL)), (Style::Faint, &(first + &columns))]);
}

fn threads_of(point: &Point) -> String {
    format!("{} {}", point.threads, if point.threads == 1 { "thread" } else { "threads" })
}

/// A label with its cells.
fn row(canvas: &mut Canvas, style: Style, label: &str, cells: &[String]) {
    let label = format!("  {label}");
    let cells: String = cells.iter().map(|cell| right(cell, COLUMN)).collect();
    let shown = left(&clip(&label, LABEL - 1, canvas.unicode), LABEL);
    canvas.line(&[(style, &shown), (style, &cells)]);
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_last_column_is_always_there() {
        let place = |index: usize, all: usize, room: usize| (index + 1) * all / room - 1;
        let shown: Vec<_> = (0..3).map(|index| place(index, 7, 3)).collect();
        assert_eq!(shown, [1, 3, 6]);
    }
}
