//! Threads that a program has already: what they run, and what they hand to each other.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::TextOptions;
use super::advice::{RANK, SHARE, point, span, through};
use super::canvas::{Canvas, Style, left_name, right};
use crate::lists::{Cut, cut, more};
use crate::mine::Mine;
use crate::names;
use crate::numbers::{count, percent, plural};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::{EdgeKind, Handover};

/// Rows that are shown of each list.
const SHOWN: usize = 5;

/// What is told of the dependences of one kind.
struct Told {
    kind: EdgeKind,
    title: &'static str,
    /// What the earlier thread does, and the later one.
    does: [&'static str; 2],
}

const TOLD: [Told; 2] = [
    Told { kind: EdgeKind::Raw, title: "What threads hand to each other", does: ["written", "read"] },
    Told { kind: EdgeKind::War, title: "What threads overwrite that others have read", does: ["read", "overwritten"] },
];

pub(super) fn draw(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    in_threads(canvas, report, options);
    TOLD.iter().for_each(|told| handovers(canvas, report, options, told));
    if report.handover_reads_left_out > 0 {
        let reads = plural(report.handover_reads_left_out, "read", "reads");
        point(canvas, &format!("at least: of {reads} it is not known whether another thread overwrote the value"));
    }
}

/// Methods that several threads run already.
fn in_threads(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    let methods: Vec<_> = report.in_threads.iter().filter(|one| options.rows.shows(&one.method)).collect();
    if methods.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(Style::Strong, "What runs in several threads already");
    let Cut { shown, more: left } = cut(&methods, options.top, SHOWN);
    for one in shown {
        let width = canvas.width.saturating_sub(RANK + 1 + SHARE).max(6);
        let place = names::location(&one.method, one.file.as_deref(), one.line, 0);
        canvas.line(&[
            (Style::Plain, &" ".repeat(RANK + 1)),
            (Style::Strong, &left_name(&format!("{} ({place})", names::short(&one.method)), width)),
            (Style::Plain, &right(&percent(one.share), SHARE)),
        ]);
        let threads = plural(one.threads, "thread", "threads");
        point(
            canvas,
            &format!("{threads}; on average, a thread does {} of the work of the busiest", percent(one.balance)),
        );
    }
    more(canvas, RANK + 1, left as u64);
}

/// Values of own code that go from one thread to another, or that one overwrites.
fn handovers(canvas: &mut Canvas, report: &Report, options: &TextOptions, told: &Told) {
    let mine = Mine::of(report, &options.mine);
    let is_own =
        |row: &&Handover| row.kind == told.kind && [&row.head, &row.tail].iter().all(|end| mine.has(&end.method));
    let is_shown = |row: &&Handover| options.rows.shows(&row.head.method) || options.rows.shows(&row.tail.method);
    let [earlier, later] = told.does;
    // A line may have several instructions.
    let mut lines: BTreeMap<(bool, String, String), u64> = BTreeMap::new();
    for row in report.handovers.iter().filter(is_own).filter(is_shown) {
        let threads = match (&row.from, &row.to) {
            (Some(from), Some(to)) => format!("{earlier} by {from}, {later} by {to}"),
            _ => format!("{earlier} by one thread, {later} by another"),
        };
        let how = format!("{threads}: {}", span(&row.head, &row.tail));
        // What an initialiser wrote comes last: others only read it, as a rule.
        let is_initial = row.head.method.contains(".<");
        *lines.entry((is_initial, through(&row.via), how)).or_insert(0) += row.count;
    }
    let mut rows: Vec<((bool, String, String), u64)> = lines.into_iter().collect();
    rows.sort_by_key(|row| (row.0.0, Reverse(row.1)));
    if rows.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(Style::Strong, told.title);
    let width = canvas.width.saturating_sub(RANK + 1 + SHARE).max(6);
    let Cut { shown, more: left } = cut(&rows, options.top, SHOWN);
    for ((_, what, how), times) in shown {
        canvas.line(&[
            (Style::Plain, &" ".repeat(RANK + 1)),
            (Style::Strong, &left_name(what, width)),
            (Style::Plain, &right(&format!("{} ×", count(*times)), SHARE)),
        ]);
        point(canvas, how);
    }
    more(canvas, RANK + 1, left as u64);
}
