//! The part about advice: what could run in parallel, what it takes, and what stops the rest.

use super::TextOptions;
use super::suggestions::{Rank, Suggestion, ranked};
use super::threads;
use crate::advice::sentence;
use crate::canvas::{Canvas, Style, columns, left_name, right};
use crate::lists::{Cut, Top, cut, more, more_text};
use crate::locations::{through, type_name};
use crate::loops;
use crate::mine::Mine;
use crate::names::{self, point_at};
use crate::numbers::{count, percent, plural, ratio};
use crate::rows::RowFilter;
use crate::suggested::{gains, is_suggested, plan_gains, suggestions};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::{
    Advice, Blocker, Candidate, CandidateKind, EdgeKind, Gain, HandedOn, Nature, Operation, Point, Remedy, Verdict,
    ViaKind,
};

/// Candidates shown.
const SHOWN: usize = 5;
/// Candidates that cannot run in parallel, shown for what stops them.
const SERIAL_SHOWN: usize = 3;
/// Blockers shown of each.
const BLOCKERS_SHOWN: usize = 4;
/// Call sites shown of each.
const SITES_SHOWN: usize = 4;
/// Candidates named that would gain nothing.
const LOSING_SHOWN: usize = 1;
/// Candidates named that one can take instead of another.
const OTHERS_SHOWN: usize = 3;

pub(super) const RANK: usize = 3;
pub(super) const SHARE: usize = 9;
const SPEEDUP: usize = 10;

pub(super) fn draw(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    let (good, losing): (Vec<_>, Vec<_>) =
        places(report).filter(|(_, c)| !c.verdict.is_stopped()).partition(|(_, c)| is_suggested(c));
    suggested(canvas, &good, report, options);
    too_small(canvas, &losing, options);
    threads::draw(canvas, report, options);
    stopped(canvas, report, options);
}

/// The suggestions, with what else can be done instead of each.
fn suggested(canvas: &mut Canvas, good: &[(usize, &Candidate)], report: &Report, options: &TextOptions) {
    let suggestions = ranked(good, &options.rows);
    let Some(first) = suggestions.first() else { return };
    canvas.gap();
    canvas.paragraph(Style::Strong, "What could run in parallel, and what it takes");
    canvas.paragraph(Style::Faint, &how_it_was_found(first.candidate));
    cores(canvas, first.candidate);
    let Cut { shown, more: left } = cut(&suggestions, options.top, SHOWN);
    for Suggestion { rank, place, candidate: c } in shown {
        match rank {
            Rank::Own(rank) => candidate(canvas, &rank.to_string(), c, report, options.top),
            Rank::InsteadOf(rank) => {
                candidate(canvas, "", c, report, options.top);
                point(canvas, &format!("· instead of number {rank}, which is hidden"));
            }
        }
        others(canvas, *place, good, options);
    }
    more(canvas, RANK + 1, left as u64);
    together(canvas, report, &options.rows);
}

/// The largest candidates that cannot run in parallel, and why.
fn stopped(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    let mine = Mine::of(report, &options.mine);
    let stopped = report.candidates.iter().filter(|c| c.verdict.is_stopped());
    let (mut own, others): (Vec<&Candidate>, Vec<&Candidate>) = stopped.partition(|c| mine.has(&c.method));
    own.sort_by(|a, b| b.coverage.total_cmp(&a.coverage));
    let own = options.rows.ranked(own, |c| c.method.as_str());
    let others = others.iter().filter(|c| options.rows.shows(&c.method));
    let others: Vec<(&str, f64)> = others.map(|c| (c.method.as_str(), c.coverage)).collect();
    if own.is_empty() && others.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(Style::Strong, "What stops the others");
    let Cut { shown, more: left } = cut(&own, options.top, SERIAL_SHOWN);
    shown.iter().for_each(|(rank, c)| candidate(canvas, &rank.to_string(), c, report, options.top));
    more(canvas, RANK + 1, left as u64);
    let libraries = mine.hidden(["more loop or method", "more loops and methods"], &others, options.top);
    libraries.iter().for_each(|text| canvas.indented(Style::Faint, RANK + 1, text));
}

/// All candidates with their places in the report.
fn places(report: &Report) -> impl Iterator<Item = (usize, &Candidate)> {
    report.candidates.iter().enumerate()
}

fn how_it_was_found(c: &Candidate) -> String {
    match c.gains.is_empty() {
        true => {
            let cores = plural(u64::from(c.cores), "core", "cores");
            format!("speed-up: of the whole run on {cores}, at most, if the advice is followed; it was not simulated")
        }
        false => {
            "speed-up: of the whole run, simulated with the cost of creating tasks, if the advice is followed".into()
        }
    }
}

/// The heads of the columns of speed-ups.
fn cores(canvas: &mut Canvas, c: &Candidate) {
    let heads: String =
        c.gains.iter().map(|gain| right(&plural(gain.cores.into(), "core", "cores"), SPEEDUP)).collect();
    if !heads.is_empty() {
        let width = canvas.width.saturating_sub(columns(&heads) + SHARE);
        canvas.line(&[(Style::Faint, &" ".repeat(width)), (Style::Faint, &(right("of run", SHARE) + &heads))]);
    }
}

/// The speed-ups of a candidate, one for each number of cores. Where it would lose, it has none.
fn speedups(c: &Candidate) -> String {
    if c.verdict.is_stopped() {
        return String::new();
    }
    if c.gains.is_empty() {
        return right(&format!("{}×", ratio(c.speedup)), SPEEDUP);
    }
    let told = |gain: &Gain| if gain.is_worthwhile() { format!("{}×", ratio(gain.speedup)) } else { "–".to_owned() };
    c.gains.iter().map(|gain| right(&told(gain), SPEEDUP)).collect()
}

/// The suggestions that one can follow instead of another, because one runs inside the other.
fn others(canvas: &mut Canvas, place: usize, good: &[(usize, &Candidate)], options: &TextOptions) {
    let is_shown = |(_, c): &&(usize, &Candidate)| c.instead_of == Some(place) && options.rows.shows(&c.method);
    let others: Vec<_> = good.iter().filter(is_shown).collect();
    let Cut { shown, more: left } = cut(&others, options.top, OTHERS_SHOWN);
    if shown.is_empty() {
        return;
    }
    let told = |(_, c): &&&(usize, &Candidate)| format!("{} ({})", what(c), gains(&c.gains));
    let more = more_text(left as u64).map_or_else(String::new, |text| format!(" {text}"));
    point(canvas, &format!("or instead: {}{more}", shown.iter().map(|one| told(&one)).collect::<Vec<_>>().join(", ")));
}

/// What all suggestions bring together that do not run inside one another, those that are hidden too.
fn together(canvas: &mut Canvas, report: &Report, rows: &RowFilter) {
    if report.plans.iter().all(|plan| plan.candidates.len() < 2) {
        return;
    }
    let all = suggestions(report).all(|c| rows.shows(&c.method));
    let together = if all { "Together" } else { "Together with those that are hidden" };
    canvas.paragraph(Style::Plain, &format!("{together}: {}.", gains(&plan_gains(report))));
}

/// Candidates that could run in parallel, but would gain nothing by it.
fn too_small(canvas: &mut Canvas, losing: &[(usize, &Candidate)], options: &TextOptions) {
    let losing = losing.iter().map(|(_, c)| *c);
    let mut losing: Vec<&Candidate> = losing.filter(|c| options.rows.shows(&c.method)).collect();
    if losing.iter().all(|c| c.gains.is_empty()) {
        return;
    }
    losing.sort_by(|a, b| b.coverage.total_cmp(&a.coverage));
    let loops = losing.iter().filter(|c| c.kind == CandidateKind::Loop).count();
    // What calls lack most often is something to run beside: their results are waited for at once.
    let (one, many, why) = match loops {
        0 => ("method's calls", "methods' calls", "too small, or waited for too soon,"),
        all if all == losing.len() => ("loop", "loops", "too small or too uneven"),
        _ => ("loop or method", "loops and methods", "too small, too uneven, or waited for too soon,"),
    };
    let number = plural(losing.len() as u64, one, many);
    let Cut { shown, more: left } = cut(&losing, options.top, LOSING_SHOWN);
    let shown = shown.iter().map(|c| what(c)).collect::<Vec<_>>().join(", ");
    let more = more_text(left as u64).map_or_else(String::new, |text| format!(" {text}"));
    canvas.gap();
    let text = format!("{number} could run in parallel, too, but with tasks {why} to gain by it: {shown}{more}.");
    canvas.paragraph(Style::Faint, &text);
}

fn what(c: &Candidate) -> String {
    names::candidate(c.kind, &c.method, c.file.as_deref(), c.line, c.pc)
}

fn candidate(canvas: &mut Canvas, rank: &str, c: &Candidate, report: &Report, top: Top) {
    let speedups = speedups(c);
    let width = canvas.width.saturating_sub(RANK + 1 + SHARE + columns(&speedups)).max(6);
    canvas.line(&[
        (Style::Plain, &right(rank, RANK)),
        (Style::Plain, " "),
        (Style::Strong, &left_name(&what(c), width)),
        (Style::Plain, &right(&percent(c.coverage), SHARE)),
        (Style::Plain, &speedups),
    ]);
    point(canvas, &(verdict(c, report) + &grain(c)));
    let sites = super::sites::told(c);
    let Cut { shown, more: left } = cut(&sites, top, SITES_SHOWN);
    shown.iter().for_each(|site| point(canvas, site));
    more(canvas, RANK + 1, left as u64);
    let blockers: Vec<&Blocker> = c.blockers.iter().filter(|b| is_told(b, c.verdict)).collect();
    let Cut { shown, more: left } = cut(&blockers, top, BLOCKERS_SHOWN);
    shown.iter().for_each(|blocker| point(canvas, &told(blocker)));
    more(canvas, RANK + 1, left as u64);
    if c.verdict == Verdict::Search && blockers.iter().any(|b| b.nature.is_gathered()) {
        point(canvas, "· what is run in vain must leave nothing: put together only what comes before the end");
    }
    if let Some(unblocked) = &c.unblocked {
        let all: Vec<String> = unblocked.without.iter().map(through).collect();
        point(canvas, &format!("· without {}: {}", all.join(" and "), gains(&unblocked.gains)));
    }
}

/// Returns whether there is something to do about a blocker that is not said elsewhere: most counters follow from the iteration, and where to
/// wait before something is overwritten is said of the calls. What can be done about a part is no help if all is stopped.
fn is_told(b: &Blocker, verdict: Verdict) -> bool {
    let waits_to_overwrite = b.follows && b.nature == Nature::Join && b.edges.raw + b.calls == 0;
    let helps_some = match b.nature {
        Nature::NotRun => verdict.is_stopped(),
        Nature::Chain => verdict == Verdict::Search,
        _ => false,
    };
    let is_plain_counter = b.nature == Nature::Counter && b.advice != Advice::Remedy(Remedy::RoundedProduct);
    !is_plain_counter && !waits_to_overwrite && !helps_some
}

/// How large tasks should be, if single ones are too small.
fn grain(c: &Candidate) -> String {
    match c.gains.iter().find(|gain| gain.cores == c.cores).map(|gain| gain.grain) {
        Some(grain @ 2..) if c.kind != CandidateKind::Call => format!(", {} in a task", count(grain)),
        _ => String::new(),
    }
}

/// A row of a list that has no ranks: a name, and a figure.
pub(super) fn row(canvas: &mut Canvas, name: &str, figure: &str) {
    let width = canvas.width.saturating_sub(RANK + 1 + SHARE).max(6);
    canvas.line(&[
        (Style::Plain, &" ".repeat(RANK + 1)),
        (Style::Strong, &left_name(name, width)),
        (Style::Plain, &right(figure, SHARE)),
    ]);
}

pub(super) fn point(canvas: &mut Canvas, text: &str) {
    canvas.indented(Style::Plain, RANK + 1, text);
}

/// The kind of a candidate's tasks, their average time, and the way in which they can run.
fn verdict(c: &Candidate, report: &Report) -> String {
    let number = match c.kind {
        CandidateKind::Loop => loops::rounds(report, &c.method, c.pc).unwrap_or(c.tasks),
        CandidateKind::Call | CandidateKind::Stream => c.tasks,
    };
    let tasks = match c.kind {
        CandidateKind::Loop => plural(number, "iteration", "iterations"),
        CandidateKind::Call => plural(number, "call", "calls"),
        CandidateKind::Stream => plural(number, "element", "elements"),
    };
    // The instructions of the test that ends a loop are those of its rounds, too.
    let nodes = c.duration_mean * c.tasks as f64 / number.max(1) as f64;
    let size = plural(nodes.round() as u64, "instruction", "instructions");
    let are = if number == 1 { "is" } else { "are" };
    let search = super::speculation::how(c, number);
    let how = match c.verdict {
        Verdict::Independent => "independent: a parallel stream or an executor will do",
        Verdict::PrivateCopies => "independent once each has its own copy of what they overwrite",
        Verdict::Reduction if names::gathers_safely(c) => "independent: what they gather is safe to share already",
        Verdict::Reduction => "independent but for what they gather: combine it at the end",
        Verdict::WithChanges => "independent but for what they share",
        Verdict::Overlapping => "can overlap if they keep their order (a pipeline)",
        Verdict::Future => "can run beside what follows (a future)",
        Verdict::Scan if names::finds_extrema(c) => {
            "need the least or greatest of the ones before them: a parallel prefix (Arrays.parallelPrefix)"
        }
        Verdict::Scan => "need sums of the ones before them: a parallel prefix sum",
        Verdict::Search => &search,
        Verdict::Serial => "must run one after the other",
        Verdict::NotKnown if keep_objects(c) => "overwrite objects that they may keep: not known",
        Verdict::NotKnown => "meet in objects whose code is not traced: not known",
    };
    let one_line = super::edits::how(c);
    let how = one_line.as_deref().unwrap_or(how);
    let conditional = how_under_condition(c, how);
    let how = conditional.as_deref().unwrap_or(how);
    let certain = if c.identity_uncertain { " (identity not certain)" } else { "" };
    match c.verdict {
        Verdict::Overlapping
        | Verdict::Future
        | Verdict::Scan
        | Verdict::Search
        | Verdict::Serial
        | Verdict::NotKnown => format!("{tasks} of {size} {how}{certain}"),
        _ => format!("{tasks} of {size} {are} {how}{certain}"),
    }
}

/// The way in which tasks can run if that rests on what other input may change: the condition comes first.
fn how_under_condition(c: &Candidate, how: &str) -> Option<String> {
    if c.verdict.is_stopped() {
        return None;
    }
    if let Some(condition) = names::condition(c) {
        let are_apart = c.blockers.iter().all(|b| matches!(b.nature, Nature::NotRun | Nature::Counter));
        return Some(if are_apart { format!("independent {condition}") } else { format!("{how}, {condition}") });
    }
    let apart = c.blockers.iter().filter(|b| b.nature.is_serial()).filter_map(|b| b.iterations).min();
    let far = apart.filter(|&far| far > 1 && c.verdict == Verdict::Overlapping)?;
    let ones = format!("the {} before it", plural(u64::from(far) - 1, "iteration", "iterations"));
    Some(format!("{how}, only if each needs nothing of {ones}, as in this run: other input may differ"))
}

/// Returns whether a candidate is not known only for objects that tasks may keep.
fn keep_objects(c: &Candidate) -> bool {
    let any = |nature| c.blockers.iter().any(|blocker| blocker.nature == nature);
    any(Nature::Kept) && !any(Nature::Untraced)
}

/// One blocker: what it is, where, and what to do.
fn told(b: &Blocker) -> String {
    let word = word(b.nature, b.operation);
    let object = b.object.as_ref().map(|origin| format!(" ({origin})")).unwrap_or_default();
    let through = match b.handed_on {
        Some(HandedOn::Hidden) => format!("what {} keeps", type_name(&b.via.name)),
        Some(_) if b.via.name.is_empty() => "the content of a shared object".to_owned(),
        what => what.map_or("", handed_on).to_owned() + &through(&b.via),
    };
    format!("· {word} {through}{object}: {} ({}{})", remedy(b), ends(b), distance(b))
}

/// What to do about a blocker. A copy of an object is of no use to a task that comes to the object by another way.
fn remedy(b: &Blocker) -> &str {
    match (&b.advice, b.via.kind) {
        (Advice::Remedy(Remedy::CopyPerTask), ViaKind::Field) => {
            "one copy of the object per task, and of all through which tasks come to it: no iteration needs what another one wrote"
        }
        (advice, _) => sentence(advice),
    }
}

/// Where a dependence begins and ends. Of what an object hands on: where it was put there, and where it is taken.
fn ends(b: &Blocker) -> String {
    let is_one_line = b.head.method == b.tail.method && b.head.line == b.tail.line;
    match b.handed_on {
        Some(_) if !is_one_line => format!("written at {}, read at {}", point_at(&b.head), point_at(&b.tail)),
        _ => span(&b.head, &b.tail),
    }
}

/// What tasks hand on, in words before those for the object that holds it.
fn handed_on(what: HandedOn) -> &'static str {
    match what {
        HandedOn::Element => "an element of ",
        HandedOn::Value => "a value in ",
        HandedOn::Content | HandedOn::Hidden => "the content of ",
    }
}

/// A verdict in few words.
pub(crate) fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Independent => "independent",
        Verdict::PrivateCopies => "independent with private copies",
        Verdict::Reduction => "a reduction",
        Verdict::WithChanges => "independent with changes",
        Verdict::Overlapping => "overlapping",
        Verdict::Future => "a future",
        Verdict::Scan => "a prefix sum",
        Verdict::Search => "a search",
        Verdict::Serial => "serial",
        Verdict::NotKnown => "not known",
    }
}

/// Kind of a dependence, as the literature writes it.
pub(super) fn kind(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Raw => "RAW",
        EdgeKind::War => "WAR",
        EdgeKind::Waw => "WAW",
    }
}

pub(crate) fn word(nature: Nature, operation: Option<Operation>) -> &'static str {
    match nature {
        Nature::Counter => "counter",
        Nature::Traversal => "traversal:",
        Nature::PrivateCopy => "privatise",
        Nature::LastValue => "keep the last of",
        Nature::Scan => match operation {
            Some(found) if found.is_extremum() => "least or greatest so far of",
            _ => "prefix sum of",
        },
        Nature::Chain => "in order:",
        Nature::Reduction => match operation {
            Some(Operation::Sum) => "reduce (sum)",
            Some(Operation::Product) => "reduce (product)",
            Some(Operation::And | Operation::Or | Operation::Xor) => "reduce (bits)",
            Some(Operation::Combined) => "reduce (part by part)",
            _ => "reduce (min, max)",
        },
        Nature::Collect => "collect:",
        Nature::Append => "append:",
        Nature::Random => "random numbers:",
        Nature::Output => "output:",
        Nature::Input => "input:",
        Nature::Atomic => "atomic:",
        Nature::Lock => "lock:",
        Nature::Initialization => "initialise before:",
        Nature::Initializing => "not while initialising",
        Nature::HeldLock => "locks of",
        Nature::Join => "join on",
        Nature::Untraced => "unknown:",
        Nature::NotRun => "condition:",
        Nature::Kept => "may be kept:",
        Nature::Flow => "blocked by",
    }
}

/// The places of two instructions.
pub(super) fn span(head: &Point, tail: &Point) -> String {
    let is_in_same_code = head.method == tail.method && head.file == tail.file;
    if is_in_same_code && head.line == tail.line {
        return point_at(head);
    }
    match names::line(tail.line) {
        Some(line) if is_in_same_code && head.file.is_none() => format!("{} to {line}", point_at(head)),
        _ => format!("{} to {}", point_at(head), point_at(tail)),
    }
}

fn distance(b: &Blocker) -> String {
    match (b.iterations, b.example) {
        (Some(0 | 1), Some([from, to])) => format!(", e.g. iteration {} to {}", count(from.into()), count(to.into())),
        (Some(far), Some([from, to])) => {
            format!(
                ", at least {} iterations apart, e.g. {} to {}",
                count(far.into()),
                count(from.into()),
                count(to.into())
            )
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use serde_json::json;

    /// A loop with this verdict, and one blocker of this nature.
    fn candidate(verdict: &str, nature: &str, iterations: u32) -> Candidate {
        let at = json!({"method": "app/Orders.sum([I)V", "pc": 9, "line": 6});
        let blocker = json!({
            "nature": nature, "via": {"kind": "static", "name": "app/Orders.last"}, "head": at, "tail": at,
            "advice": "only-if-not-run", "edges": {"RAW": 0, "WAR": 0, "WAW": 0}, "calls": 0, "min_distance": 0,
            "iterations": iterations, "example": [0, iterations], "operation": null,
            "not_run": if nature == "not-run" { at.clone() } else { json!(null) }
        });
        let candidate = json!({
            "kind": "loop", "method": "app/Orders.sum([I)V", "pc": 3, "file": "Orders.java", "line": 5, "coverage": 0.9,
            "instances": 1, "tasks": 100, "duration_mean": 10.0, "parallelism": 1.0, "self_parallelism": 1.0,
            "violating_raw": 0, "verdict": verdict, "speedup": 1.0, "cores": 2, "blockers": [blocker]
        });
        serde_json::from_value(candidate).unwrap()
    }

    #[test]
    fn conditions_are_said_with_the_verdict() {
        let told =
            |verdict, nature, iterations| how_under_condition(&candidate(verdict, nature, iterations), "overlap");
        let condition = "independent only if Orders.sum:6, which did not run, never does";
        assert_eq!(told("with-changes", "not-run", 1).as_deref(), Some(condition));
        assert_eq!(told("serial", "not-run", 1), None);
        let apart =
            "overlap, only if each needs nothing of the 3 iterations before it, as in this run: other input may differ";
        assert_eq!(told("overlapping", "flow", 4).as_deref(), Some(apart));
        assert_eq!(told("overlapping", "flow", 1), None);
    }
}
