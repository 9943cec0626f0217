//! Two runs side by side: what a change did.

use super::advice::{kind, span, verdict_name, word};
use super::{TextOptions, doubts};
use crate::canvas::{Canvas, Style, left, right};
use crate::lists::{Cut, Top, cut, more};
use crate::locations::through;
use crate::names;
use crate::numbers::{count, percent, plural, ratio};
use paratrace_analyzer::model::{
    Blocker, Candidate, ConstructKind, EdgeKind, Loop, Nature, Point, RowsLeftOut, ViaKind,
};
use paratrace_compare::{CandidatePair, Change, DependencePair, Diff, Pair, RunSummary, SeenDependence};

const LABEL: usize = 34;
pub(super) const FIGURE: usize = 14;
/// Rows of each list.
pub(super) const SHOWN: usize = 10;
/// Loops whose parallelism changes by less than this factor stay the same.
const NOTABLE: f64 = 1.05;
/// Loops with a smaller share of both runs are not worth a line.
const LEAST_SHARE: f64 = 0.01;

/// A comparison, ending with a line break.
pub fn diff(diff: &Diff, options: &TextOptions) -> String {
    let mut canvas = super::new_canvas(options);
    lacks(&mut canvas, "first", &diff.before, options.top);
    lacks(&mut canvas, "second", &diff.after, options.top);
    jdks(&mut canvas, diff);
    totals(&mut canvas, diff);
    verdicts(&mut canvas, diff, options);
    let alone = |first: bool| move |pair: &&CandidatePair| pair.pair.before.is_some() == first && is_alone(&pair.pair);
    listed(&mut canvas, "Candidates of the first run only", diff, options, alone(true));
    listed(&mut canvas, "Candidates of the second run only", diff, options, alone(false));
    loops(&mut canvas, diff, options);
    dependences(&mut canvas, "Dependences that are gone", diff, options, |pair| {
        violates(&pair.before) && matters(pair)
    });
    dependences(&mut canvas, "Dependences that are new", diff, options, |pair| violates(&pair.after) && matters(pair));
    canvas.finish()
}

fn lacks(canvas: &mut Canvas, which: &str, run: &RunSummary, top: Top) {
    if !run.complete {
        doubts::draw(canvas, &format!("the trace of the {which} run"), &run.completeness, top);
    }
    if !run.dependences {
        let text = format!("The {which} run's report has no dependences: candidates and dependences are not compared.");
        canvas.paragraph(Style::Warning, &text);
    }
    if run.edges_left_out > 0 {
        let left = plural(run.edges_left_out, "dependence", "dependences");
        let text = format!(
            "The {which} run's report leaves out {left}: what the other run has alone is not told where it may be among them \
             (--full, --edges all)."
        );
        canvas.paragraph(Style::Warning, &text);
    }
    if let Some(left) = regions(&run.left_out) {
        let text = format!(
            "The {which} run's report leaves out {left}: what the other run has alone is not told where it may be among them (--full)."
        );
        canvas.paragraph(Style::Warning, &text);
    }
}

/// Runs with and without a traced JDK execute the same, and count it differently.
fn jdks(canvas: &mut Canvas, diff: &Diff) {
    let with = match (diff.before.jdk_traced, diff.after.jdk_traced) {
        (true, false) => "first",
        (false, true) => "second",
        _ => return,
    };
    let text = format!(
        "The JDK is traced in the {with} run only: its figures count what the JDK executes, and its dependences go through \
         collections. For runs that are alike, use run --app-only for both, or for none."
    );
    canvas.paragraph(Style::Warning, &text);
}

/// Loops and methods that a report leaves out.
pub(super) fn regions(left_out: &RowsLeftOut) -> Option<String> {
    let lists = [(left_out.loops, "loop", "loops"), (left_out.methods, "method", "methods")];
    let lists = lists.into_iter().filter(|list| list.0 > 0).map(|(n, one, many)| plural(n, one, many));
    let lists: Vec<String> = lists.collect();
    (!lists.is_empty()).then(|| lists.join(" and "))
}

fn totals(canvas: &mut Canvas, diff: &Diff) {
    let head = left("", label_width(canvas)) + &right("before", FIGURE) + &right("after", FIGURE);
    canvas.line(&[(Style::Faint, &head)]);
    counted(canvas, "instructions", diff.nodes);
    counted(canvas, "critical path", diff.critical_path);
    rated(canvas, "parallelism", diff.parallelism);
    rated(canvas, "if loop counters cost nothing", diff.parallelism_without_induction);
    let edges = diff.edge_totals;
    counted(canvas, "dependences RAW", Change { before: edges.before.raw, after: edges.after.raw });
    counted(canvas, "WAR", Change { before: edges.before.war, after: edges.after.war });
    counted(canvas, "WAW", Change { before: edges.before.waw, after: edges.after.waw });
}

/// Columns of a label beside three figures.
pub(super) fn label_width(canvas: &Canvas) -> usize {
    canvas.width.saturating_sub(3 * FIGURE).clamp(8, LABEL)
}

fn counted(canvas: &mut Canvas, label: &str, change: Change<u64>) {
    row(canvas, label, &count(change.before), &count(change.after), change.before as f64, change.after as f64);
}

fn rated(canvas: &mut Canvas, label: &str, change: Change<f64>) {
    row(canvas, label, &ratio(change.before), &ratio(change.after), change.before, change.after);
}

fn row(canvas: &mut Canvas, label: &str, before: &str, after: &str, old: f64, new: f64) {
    let factor =
        if old > 0.0 && (new / old - 1.0).abs() >= 0.0005 { format!("×{:.3}", new / old) } else { String::new() };
    canvas.line(&[
        (Style::Plain, &left(label, label_width(canvas))),
        (Style::Plain, &right(before, FIGURE)),
        (Style::Strong, &right(after, FIGURE)),
        (Style::Faint, &right(&factor, FIGURE)),
    ]);
}

fn is_alone<T>(pair: &Pair<T>) -> bool {
    pair.before.is_none() || pair.after.is_none()
}

fn verdicts(canvas: &mut Canvas, diff: &Diff, options: &TextOptions) {
    let changed: Vec<&CandidatePair> = diff.candidates.iter().filter(|pair| pair.verdict_changed).collect();
    if changed.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(Style::Strong, "Candidates with another verdict");
    let Cut { shown, more: left } = cut(&changed, options.top, SHOWN);
    for pair in shown {
        let (Some(a), Some(b)) = (&pair.pair.before, &pair.pair.after) else { continue };
        canvas.indented(Style::Strong, 2, &moved(candidate(b), a.line, b.line));
        let change = format!(
            "{} → {}; speed-up of the whole run {}× → {}× on {}, estimated",
            verdict_name(a.verdict),
            verdict_name(b.verdict),
            ratio(a.speedup),
            ratio(b.speedup),
            plural(b.cores.into(), "core", "cores"),
        );
        canvas.indented(Style::Plain, 4, &change);
        blockers(canvas, "gone:", &pair.blockers_gone, options.top);
        blockers(canvas, "new:", &pair.blockers_new, options.top);
    }
    more(canvas, 2, left as u64);
}

fn blockers(canvas: &mut Canvas, what: &str, all: &[Blocker], top: Top) {
    let all: Vec<&Blocker> = all.iter().filter(|b| b.nature != Nature::Counter).collect();
    let Cut { shown, more: left } = cut(&all, top, SHOWN);
    for b in shown {
        let text = format!("{what} {} {} ({})", word(b.nature, b.operation), through(&b.via), span(&b.head, &b.tail));
        canvas.indented(Style::Plain, 4, &text);
    }
    more(canvas, 4, left as u64);
}

fn candidate(c: &Candidate) -> String {
    names::candidate(c.kind, &c.method, c.file.as_deref(), c.line, c.pc)
}

/// A place, and where it was.
fn moved(place: String, before: i32, after: i32) -> String {
    if before == after { place } else { format!("{place}, before in line {before}") }
}

fn listed(
    canvas: &mut Canvas,
    title: &str,
    diff: &Diff,
    options: &TextOptions,
    wanted: impl Fn(&&CandidatePair) -> bool,
) {
    let all: Vec<&CandidatePair> = diff.candidates.iter().filter(wanted).collect();
    if all.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(Style::Strong, title);
    let Cut { shown, more: left } = cut(&all, options.top, SHOWN);
    for one in shown.iter().filter_map(|pair| pair.pair.sides().next()) {
        let figures = format!("{}, {} of the run", verdict_name(one.verdict), percent(one.coverage));
        canvas.indented(Style::Plain, 2, &format!("{}: {figures}", candidate(one)));
    }
    more(canvas, 2, left as u64);
}

fn loops(canvas: &mut Canvas, diff: &Diff, options: &TextOptions) {
    let notable = |pair: &&Pair<Loop>| match (&pair.before, &pair.after) {
        (Some(a), Some(b)) => {
            let factor = b.parallelism / a.parallelism;
            a.influence.max(b.influence) >= LEAST_SHARE && !(1.0 / NOTABLE..NOTABLE).contains(&factor)
        }
        _ => false,
    };
    let all: Vec<_> = diff.loops.iter().filter(notable).collect();
    if all.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(Style::Strong, "Loops whose parallelism has changed");
    let Cut { shown, more: left } = cut(&all, options.top, SHOWN);
    for pair in shown {
        let (Some(a), Some(b)) = (&pair.before, &pair.after) else { continue };
        let place = names::location(&b.method, b.file.as_deref(), b.line, b.header_pc);
        let place = moved(format!("{place} in {}", names::short(&b.method)), a.line, b.line);
        let (parallelism, share) =
            ((ratio(a.parallelism), ratio(b.parallelism)), (percent(a.influence), percent(b.influence)));
        let text =
            format!("{place}: parallelism {} → {}, {} → {} of the run", parallelism.0, parallelism.1, share.0, share.1);
        canvas.indented(Style::Plain, 2, &text);
    }
    more(canvas, 2, left as u64);
}

fn violates(seen: &Option<SeenDependence>) -> bool {
    seen.is_some_and(|seen| seen.violations > 0)
}

/// Locals that are only overwritten stand against nothing: each task has its own.
fn matters(pair: &DependencePair) -> bool {
    pair.kind == EdgeKind::Raw || !matches!(pair.via.kind, ViaKind::Local | ViaKind::Parameter)
}

fn dependences(
    canvas: &mut Canvas,
    title: &str,
    diff: &Diff,
    options: &TextOptions,
    wanted: impl Fn(&DependencePair) -> bool,
) {
    let all: Vec<&DependencePair> = diff.dependences.iter().filter(|pair| wanted(pair)).collect();
    if all.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(Style::Strong, title);
    canvas.paragraph(Style::Faint, "those that were too short for what they leave to run beside what follows it");
    let Cut { shown, more: left } = cut(&all, options.top, SHOWN);
    for pair in shown {
        let seen = pair.before.iter().chain(&pair.after).find(|seen| seen.violations > 0);
        let Some(seen) = seen else { continue };
        let times = plural(seen.violations, "time", "times");
        let text = format!("{}: {times}{}", dependence(pair, seen), other_side(pair));
        canvas.indented(Style::Plain, 2, &text);
    }
    more(canvas, 2, left as u64);
}

fn dependence(pair: &DependencePair, seen: &SeenDependence) -> String {
    let kind = kind(pair.kind);
    let point = |method: &str, line: i32| Point { method: method.to_owned(), pc: 0, line, file: None };
    let place = span(&point(&pair.head, seen.head_line), &point(&pair.tail, seen.tail_line));
    let at = &pair.construct;
    let leaves = match at.kind {
        ConstructKind::Method => names::calls(&at.method),
        _ => format!("iterations of {}", names::location(&at.method, None, at.line, at.head_pc)),
    };
    format!("{kind} through {} ({place}), between {leaves}", through(&pair.via))
}

/// The other run has it, too, but far enough apart.
fn other_side(pair: &DependencePair) -> &'static str {
    if pair.before.is_some() && pair.after.is_some() { " (in the other run far enough apart)" } else { "" }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn blockers_are_a_list_like_all_others() {
        let golden = include_str!("../../tests/golden/diff.json");
        let diff: Diff = serde_json::from_str(golden).unwrap();
        let one = diff.candidates.iter().flat_map(|pair| &pair.blockers_gone).next().unwrap();
        let mut canvas = Canvas::new(100, false, true);
        blockers(&mut canvas, "gone:", &vec![one.clone(); 3], Top::of(1));
        let shown = canvas.finish();
        assert_eq!(shown.lines().count(), 2, "{shown}");
        assert!(shown.ends_with("    … and 2 more: --top shows them\n"), "{shown}");
    }
}
