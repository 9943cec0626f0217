//! Locks: what they protect, and what they serialise.

use super::TextOptions;
use super::advice::{RANK, point, row};
use crate::canvas::{Canvas, Style};
use crate::lists::{Cut, cut, more};
use crate::locations::through;
use crate::mine::Mine;
use crate::names;
use crate::names::point_at;
use crate::numbers::{count, percent, plural, whole_percent};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Lock, LockKind, PartlyLocked, Protected};

/// Rows that are shown.
const SHOWN: usize = 8;
/// Names that are shown of a list within a row.
const NAMED: usize = 3;

/// Least share of compared sections that are independent, and least number of them, for which it is worthwhile to split a lock.
const INDEPENDENT: f64 = 0.5;
const SECTIONS: u64 = 10;

/// Least share of accesses under a lock of a field that it does not always protect: fewer may mean that it is not meant to.
const MOSTLY: f64 = 0.5;

pub(super) fn draw(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    let mine = Mine::of(report, &options.mine);
    let is_shown = |lock: &&Lock| {
        lock.places.iter().any(|place| mine.has(&place.method))
            && lock.places.iter().any(|place| options.rows.shows(&place.method))
    };
    let locks: Vec<&Lock> = report.locks.iter().filter(is_shown).collect();
    if locks.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(
        Style::Strong,
        "Locks: how much of the run is under them, what they protect, and what they keep apart",
    );
    let Cut { shown, more: left } = cut(&locks, options.top, SHOWN);
    for lock in shown {
        row(canvas, &name(lock), &percent(lock.share));
        told(lock).iter().for_each(|text| point(canvas, text));
    }
    more(canvas, RANK + 1, left as u64);
}

/// Where a lock is entered.
fn name(lock: &Lock) -> String {
    let Some(first) = lock.places.first() else { return String::new() };
    let at = names::location(&first.method, first.file.as_deref(), first.line, 0);
    let others = if lock.places.len() > 1 { format!(" and {} more", lock.places.len() - 1) } else { String::new() };
    format!("{} ({at}){others}", names::short(&first.method))
}

/// What is told of a lock.
fn told(lock: &Lock) -> Vec<String> {
    let what = match lock.kind {
        LockKind::Monitor => ("monitor", "monitors"),
        LockKind::Lock => ("lock", "locks"),
    };
    let (objects, threads) = (plural(lock.objects, what.0, what.1), plural(lock.threads, "thread", "threads"));
    let mut first = format!("{objects}, taken {} times by {threads}", count(lock.acquisitions));
    if lock.handed_over > 0 {
        first += &format!(", {} times after another thread", count(lock.handed_over));
    }
    let mut told = vec![first];
    if !lock.protects.is_empty() {
        let names: Vec<String> = lock.protects.iter().map(protected).collect();
        told.push(format!("protects {}", some_of(&names)));
    }
    let mostly = lock.partly.iter().filter(|field| field.locked as f64 >= MOSTLY * field.accesses as f64);
    told.extend(mostly.take(NAMED).map(partly));
    if lock.unneeded {
        told.push("never shared in this run: nothing here needed the lock".to_owned());
    }
    let share = lock.independent as f64 / lock.compared.max(1) as f64;
    if lock.compared >= SECTIONS && share >= INDEPENDENT {
        let touch = "of the sections that take it from another thread touch nothing that those before them changed, and change nothing that \
                     those touched: split it by entry (a ConcurrentHashMap, one lock for each part)";
        told.push(format!("{} {touch}", whole_percent(share)));
    } else if lock.compared > 0
        && let Some(most) = lock.conflicts.first()
    {
        let sections = plural(lock.compared, "section", "sections");
        let others =
            format!("{} of {sections} that take it from another thread", count(lock.compared - lock.independent));
        told.push(format!("{others} depend on those before, most of them by {}", through(&most.via)));
    }
    told
}

fn protected(one: &Protected) -> String {
    match &one.created {
        Some(created) => format!("elements of arrays created at {}", point_at(created)),
        None => through(&one.via),
    }
}

fn partly(field: &PartlyLocked) -> String {
    let lines: Vec<String> = field.unlocked.iter().map(point_at).collect();
    let (locked, all) = (count(field.locked), count(field.accesses));
    format!("{}: {locked} of {all} accesses are under it; not those at {}", through(&field.via), some_of(&lines))
}

/// Lists the first of some names.
fn some_of(names: &[String]) -> String {
    let mut different = names.to_vec();
    different.dedup();
    let left = different.len().saturating_sub(NAMED);
    let shown = different[..different.len() - left].join(", ");
    if left > 0 { format!("{shown} and {left} more") } else { shown }
}
