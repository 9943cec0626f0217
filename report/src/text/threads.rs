//! Threads that a program has already: what they run, and what they hand to each other.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::TextOptions;
use super::advice::{RANK, point, row, span};
use super::{locks, races};
use crate::canvas::{Canvas, Style};
use crate::lists::{Cut, cut, more};
use crate::locations::through;
use crate::mine::Mine;
use crate::names;
use crate::names::point_at;
use crate::numbers::{count, percent, plural};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::{EdgeKind, FalseSharing, Handover, Point};

/// Rows that are shown of each list.
const SHOWN: usize = 5;

/// Least number of transfers of a line, per 1,000 instructions, that is told. A transfer takes as long as some hundreds of instructions
/// (72 ns, docs/metrics.md; 0.1 ns, docs/performance.md), so fewer are at most some per cent of the run.
const TRANSFERS: f64 = 0.1;

/// What is told of the dependences of one kind: what the earlier thread does, and the later one.
pub(super) type Told = (EdgeKind, [&'static str; 2]);

const HANDED: Told = (EdgeKind::Raw, ["written", "read"]);
const OVERWRITTEN: Told = (EdgeKind::War, ["read", "overwritten"]);
pub(super) const RACES: [Told; 3] =
    [HANDED, (EdgeKind::War, ["read", "written"]), (EdgeKind::Waw, ["written", "written"])];

/// What `volatile` does not help.
const LOST: &str =
    "Updates of volatile fields that may be lost: each is a read and a write, which an atomic or a lock keeps together";

/// What a map for several threads does not help.
const INTERRUPTED: &str = "Check, then act: each call of the map is one step, and another thread may come between two";
/// What does both at once.
const AT_ONCE: &str = "computeIfAbsent, putIfAbsent, merge or compute look and change in one step";

pub(super) fn draw(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    in_threads(canvas, report, options);
    let handovers = &report.handovers;
    races::draw(canvas, report, options);
    if let Some(lost) = &report.lost_updates {
        list(canvas, report, options, LOST, (lost, &RACES));
    }
    checks_then_acts(canvas, report, options);
    locks::draw(canvas, report, options);
    list(canvas, report, options, "What threads hand to each other", (handovers, &[HANDED]));
    list(canvas, report, options, "What threads overwrite that others have read", (handovers, &[OVERWRITTEN]));
    if report.handover_reads_left_out > 0 {
        let reads = plural(report.handover_reads_left_out, "read", "reads");
        let unknown =
            "it is not known whether another thread overwrote the value: counts of what was overwritten are too low";
        point(canvas, &format!("of {reads} {unknown}"));
    }
    false_sharing(canvas, report, options);
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
        let place = names::location(&one.method, one.file.as_deref(), one.line, 0);
        row(canvas, &format!("{} ({place})", names::short(&one.method)), &percent(one.share));
        let threads = plural(one.threads, "thread", "threads");
        point(
            canvas,
            &format!("{threads}; on average, a thread does {} of the work of the busiest", percent(one.balance)),
        );
    }
    more(canvas, RANK + 1, left as u64);
    canvas.indented(
        Style::Faint,
        RANK + 1,
        "paratrace simulate replays the threads on more cores: how they scale, what they wait for",
    );
}

/// Returns whether a row is shown whose ends are in own code: one of them is asked for.
pub(super) fn is_shown(mine: &Mine, options: &TextOptions, ends: [&Point; 2]) -> bool {
    ends.iter().all(|end| mine.has(&end.method)) && ends.iter().any(|end| options.rows.shows(&end.method))
}

/// Accesses of own code by two threads.
fn list(
    canvas: &mut Canvas,
    report: &Report,
    options: &TextOptions,
    title: &str,
    (rows, told): (&[Handover], &[Told]),
) {
    let mine = Mine::of(report, &options.mine);
    // A line may have several instructions.
    let mut lines: BTreeMap<(bool, String, String), u64> = BTreeMap::new();
    for row in rows.iter().filter(|row| is_shown(&mine, options, [&row.head, &row.tail])) {
        let Some(how) = pair_text(row, told) else { continue };
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
    canvas.paragraph(Style::Strong, title);
    let Cut { shown, more: left } = cut(&rows, options.top, SHOWN);
    for ((_, what, how), times) in shown {
        row(canvas, what, &format!("{} ×", count(*times)));
        point(canvas, how);
    }
    more(canvas, RANK + 1, left as u64);
}

/// Says what two threads do, and where; nothing if accesses of this kind are not told.
pub(super) fn pair_text(row: &Handover, told: &[Told]) -> Option<String> {
    let (_, [earlier, later]) = told.iter().find(|(kind, _)| *kind == row.kind)?;
    let threads = match (&row.from, &row.to) {
        (Some(from), Some(to)) => format!("{earlier} by {from}, {later} by {to}"),
        _ => format!("{earlier} by one thread, {later} by another"),
    };
    Some(format!("{threads}: {}", span(&row.head, &row.tail)))
}

/// Entries of maps that a thread changes by what it has seen, while another thread may change them.
fn checks_then_acts(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    let mine = Mine::of(report, &options.mine);
    let rows = report.checks_then_acts.iter().flatten();
    let rows: Vec<_> = rows.filter(|row| is_shown(&mine, options, [&row.act, &row.by])).collect();
    if rows.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(Style::Strong, INTERRUPTED);
    let Cut { shown, more: left } = cut(&rows, options.top, SHOWN);
    for one in shown {
        row(
            canvas,
            &format!("looked at and changed: {}", span(&one.check, &one.act)),
            &format!("{} ×", count(one.count)),
        );
        point(canvas, &format!("another thread may change the entry in between: {}", point_at(&one.by)));
    }
    more(canvas, RANK + 1, left as u64);
    canvas.indented(Style::Faint, RANK + 1, AT_ONCE);
}

/// Lines of the cache that go from thread to thread though no value does.
fn false_sharing(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    let mine = Mine::of(report, &options.mine);
    let matters = |row: &&FalseSharing| row.per_1000_nodes >= TRANSFERS;
    let is_shown = |row: &&FalseSharing| is_shown(&mine, options, [&row.head, &row.tail]);
    let rows: Vec<_> = report.false_sharing.iter().filter(matters).filter(is_shown).collect();
    if rows.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(Style::Strong, "Lines of cache that threads may pull from each other");
    let Cut { shown, more: left } = cut(&rows, options.top, SHOWN);
    for row in shown {
        let what: Vec<String> = row.locations.iter().map(through).collect();
        canvas.indented(Style::Strong, RANK + 1, &what.join(" and "));
        let made = row.created.as_ref().map(|made| format!(", created at {}", point_at(made))).unwrap_or_default();
        let ends = match [&row.head, &row.tail].map(point_at) {
            [head, tail] if head == tail => head,
            [head, tail] => format!("{head} and {tail}"),
        };
        let times = plural(row.transfers, "time", "times");
        let (threads, lines) = (plural(row.threads, "thread", "threads"), plural(row.lines, "line", "lines"));
        point(canvas, &format!("up to {times} between {threads}, {lines}: written at {ends}{made}"));
    }
    more(canvas, RANK + 1, left as u64);
    canvas.paragraph(
        Style::Plain,
        "What different threads write there lies within 64 bytes, so each write may take the line from the core that wrote \
         last. Let each thread count in a variable of its own, and combine them at the end; split the work by blocks, not by \
         turns; or leave 64 bytes between what two threads write.",
    );
}
