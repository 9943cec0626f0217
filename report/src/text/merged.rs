//! Several runs of one program: what holds in all of them.

use super::advice::{kind, span, verdict_name, word};
use super::diff::{FIGURE, SHOWN, label_width, regions};
use super::{TextOptions, doubts};
use crate::advice::sentence;
use crate::canvas::{Canvas, Style, columns, left, left_name, right};
use crate::lists::{Cut, Top, cut, more, more_text};
use crate::locations::through;
use crate::names;
use crate::numbers::{count, percent, plural, ratio};
use paratrace_analyzer::model::{Nature, Verdict};
use paratrace_compare::{Merged, MergedBlocker, MergedCandidate, MergedDependence, Range};

const RANK: usize = 3;
const SHARE: usize = 20;
const SPEEDUP: usize = 18;
/// Blockers shown of each candidate.
const BLOCKERS_SHOWN: usize = 4;
/// Names of runs that a line spells out.
const NAMED: usize = 3;

/// Merged runs, ending with a line break.
pub fn merged(merged: &Merged, options: &TextOptions) -> String {
    let mut canvas = super::new_canvas(options);
    for run in merged.runs.iter().filter(|run| !run.complete) {
        doubts::draw(&mut canvas, &format!("the trace of {}", run.name), &run.completeness, options.top);
    }
    let title = match merged.runs.len() {
        1 => "1 run: nothing to compare it with".to_owned(),
        runs => format!("{} of one program", plural(runs as u64, "run", "runs")),
    };
    canvas.paragraph(Style::Strong, &title);
    lacks(&mut canvas, merged);
    canvas.gap();
    canvas.line(&[(
        Style::Faint,
        &(left("", label_width(&canvas)) + &right("least", FIGURE) + &right("greatest", FIGURE)),
    )]);
    row(&mut canvas, "instructions", [merged.nodes.min, merged.nodes.max].map(count));
    row(&mut canvas, "critical path", [merged.critical_path.min, merged.critical_path.max].map(count));
    row(&mut canvas, "parallelism", [merged.parallelism.min, merged.parallelism.max].map(ratio));
    let free = merged.parallelism_without_induction;
    row(&mut canvas, "if loop counters cost nothing", [free.min, free.max].map(ratio));
    candidates(&mut canvas, merged, options);
    dependences(&mut canvas, merged, options);
    let hidden = merged.candidates.iter().filter(|c| !options.rows.shows(&c.method)).map(|c| c.coverage.max);
    super::draw_hidden(&mut canvas, options.rows.hidden(&hidden.collect::<Vec<_>>()));
    canvas.finish()
}

fn lacks(canvas: &mut Canvas, merged: &Merged) {
    for run in merged.runs.iter().filter(|run| !run.dependences) {
        let text = format!("The report of {} has no dependences: it says nothing about candidates.", run.name);
        canvas.paragraph(Style::Warning, &text);
    }
    for run in merged.runs.iter().filter(|run| run.edges_left_out > 0) {
        let left = plural(run.edges_left_out, "dependence", "dependences");
        let text = format!("The report of {} leaves out {left} (--full, --edges all).", run.name);
        canvas.paragraph(Style::Warning, &text);
    }
    for run in &merged.runs {
        if let Some(left) = regions(&run.left_out) {
            let text = format!("The report of {} leaves out {left} (--full).", run.name);
            canvas.paragraph(Style::Warning, &text);
        }
    }
}

fn row(canvas: &mut Canvas, label: &str, [least, greatest]: [String; 2]) {
    canvas.line(&[
        (Style::Plain, &left(label, label_width(canvas))),
        (Style::Plain, &right(&least, FIGURE)),
        (Style::Plain, &right(&greatest, FIGURE)),
    ]);
}

fn range<T: Copy + PartialEq>(range: Range<T>, text: impl Fn(T) -> String) -> String {
    if range.min == range.max { text(range.min) } else { format!("{}–{}", text(range.min), text(range.max)) }
}

fn candidates(canvas: &mut Canvas, merged: &Merged, options: &TextOptions) {
    let ranked = options.rows.ranked(&merged.candidates, |c| c.method.as_str());
    let Some((_, first)) = ranked.first() else { return };
    canvas.gap();
    let heading = match merged.runs.len() {
        1 => "What could run in parallel",
        _ => "What could run in parallel in all runs: the worst verdict counts",
    };
    canvas.paragraph(Style::Strong, heading);
    let cores = plural(first.cores.into(), "core", "cores");
    let text =
        format!("share of the run, and speed-up of the whole run on {cores}, estimated, if the advice is followed");
    canvas.paragraph(Style::Faint, &text);
    let Cut { shown, more: left } = cut(&ranked, options.top, SHOWN);
    for &(rank, one) in shown {
        candidate(canvas, rank, one, merged, options.top);
    }
    more(canvas, 2, left as u64);
}

fn candidate(canvas: &mut Canvas, rank: usize, c: &MergedCandidate, merged: &Merged, top: Top) {
    let what = names::candidate(c.kind, &c.method, c.file.as_deref(), c.line, c.pc);
    // The place has a line of its own if there is no room beside the figures.
    let width = canvas.width.saturating_sub(RANK + 1 + SHARE + SPEEDUP).max(6);
    if columns(&what) > width {
        canvas.line(&[(Style::Plain, &right(&rank.to_string(), RANK)), (Style::Plain, " "), (Style::Strong, &what)]);
    }
    let (rank, what) = if columns(&what) > width { (String::new(), String::new()) } else { (rank.to_string(), what) };
    canvas.line(&[
        (Style::Plain, &right(&rank, RANK)),
        (Style::Plain, " "),
        (Style::Strong, &left_name(&what, width)),
        (Style::Plain, &right(&range(c.coverage, percent), SHARE)),
        (Style::Plain, &right(&range(c.speedup, |s| format!("{}×", ratio(s))), SPEEDUP)),
    ]);
    canvas.indented(Style::Plain, RANK + 1, &verdicts(c, merged, top));
    if !c.not_judged_in.is_empty() {
        let text = format!("too small a part to be judged in {}", named(&c.not_judged_in, merged, top));
        canvas.indented(Style::Faint, RANK + 1, &text);
    }
    let blockers: Vec<&MergedBlocker> = c.blockers.iter().filter(|b| b.nature != Nature::Counter).collect();
    let Cut { shown, more: left } = cut(&blockers, top, BLOCKERS_SHOWN);
    shown.iter().for_each(|one| canvas.indented(Style::Plain, RANK + 1, &blocker(one, merged, top)));
    more(canvas, RANK + 1, left as u64);
}

/// The worst verdict, and those of the other runs.
fn verdicts(c: &MergedCandidate, merged: &Merged, top: Top) -> String {
    let judged: Vec<(usize, Verdict)> =
        c.verdicts.iter().enumerate().filter_map(|(run, verdict)| Some((run, (*verdict)?))).collect();
    if merged.runs.len() == 1 {
        return verdict_name(c.verdict).to_owned();
    }
    if c.worst_in.len() == judged.len() {
        let all = if judged.len() == 1 {
            "the only run that judges it".to_owned()
        } else {
            format!("all {} runs that judge it", judged.len())
        };
        return format!("{} in {all}", verdict_name(c.verdict));
    }
    let mut others: Vec<Verdict> = judged.iter().map(|&(_, verdict)| verdict).filter(|&v| v != c.verdict).collect();
    others.sort_unstable();
    others.dedup();
    let others: Vec<&str> = others.into_iter().map(verdict_name).collect();
    format!(
        "{} because of {}; {} in the others",
        verdict_name(c.verdict),
        named(&c.worst_in, merged, top),
        others.join(" or ")
    )
}

fn blocker(b: &MergedBlocker, merged: &Merged, top: Top) -> String {
    let what = format!("· {} {}", word(b.nature, b.operation), through(&b.via));
    let place = span(&b.head, &b.tail);
    match merged.runs.len() {
        1 => format!("{what}: {} ({place})", sentence(&b.advice)),
        _ => format!("{what}: {} ({place}; {})", sentence(&b.advice), seen(&b.runs, merged, top)),
    }
}

/// Says in how many runs, and in which.
fn seen(runs: &[usize], merged: &Merged, top: Top) -> String {
    match runs.len() == merged.runs.len() {
        true => "in all runs".to_owned(),
        false => format!("in {} of {} runs: {}", runs.len(), merged.runs.len(), named(runs, merged, top)),
    }
}

fn named(runs: &[usize], merged: &Merged, top: Top) -> String {
    let Cut { shown, more } = cut(runs, top, NAMED);
    let names = shown.iter().filter_map(|&run| merged.runs.get(run)).map(|run| run.name.as_str());
    let text = names.collect::<Vec<_>>().join(", ");
    match more_text(more as u64) {
        Some(more) => format!("{text} {more}"),
        None => text,
    }
}

fn dependences(canvas: &mut Canvas, merged: &Merged, options: &TextOptions) {
    let some = |d: &&MergedDependence| !d.violating_in.is_empty() && d.runs.len() < merged.runs.len();
    let mut all: Vec<&MergedDependence> = merged.dependences.iter().filter(some).collect();
    if all.is_empty() {
        return;
    }
    // One dependence leaves many constructs: the innermost, with the nearest, tells enough.
    all.sort_by_key(|d| (d.kind, &d.head, &d.tail, d.min_distance));
    all.dedup_by_key(|d| (d.kind, &d.head, &d.tail));
    all.sort_by_key(|d| std::cmp::Reverse((d.violations, d.count)));
    canvas.gap();
    canvas.paragraph(Style::Strong, "Dependences that only some runs have");
    let Cut { shown, more: left } = cut(&all, options.top, SHOWN);
    shown.iter().for_each(|one| canvas.indented(Style::Plain, 2, &dependence(one, merged, options.top)));
    more(canvas, 2, left as u64);
}

fn dependence(d: &MergedDependence, merged: &Merged, top: Top) -> String {
    let kind = kind(d.kind);
    let times = plural(d.count, "time", "times");
    format!("{kind} through {} ({}): {}, {times}", through(&d.via), span(&d.head, &d.tail), seen(&d.runs, merged, top))
}
