//! The part about advice: what could run in parallel, what it takes, and what stops the rest.

use super::TextOptions;
use super::canvas::{Canvas, Style, left_name, right};
use crate::advice::sentence;
use crate::lists::{Cut, Top, cut, more};
use crate::loops;
use crate::names;
use crate::numbers::{count, percent, plural, ratio};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::{
    Blocker, Candidate, CandidateKind, EdgeKind, Nature, Operation, Point, Verdict, Via, ViaKind,
};

/// Candidates shown.
const SHOWN: usize = 5;
/// Candidates that cannot run in parallel, shown for what stops them.
const SERIAL_SHOWN: usize = 3;
/// Blockers shown of each.
const BLOCKERS_SHOWN: usize = 4;
/// Less is not worth a change.
const WORTHWHILE: f64 = 1.02;

const RANK: usize = 3;
const SHARE: usize = 9;
const SPEEDUP: usize = 9;

pub(super) fn draw(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    let good: Vec<&Candidate> = report.candidates.iter().filter(|c| c.speedup >= WORTHWHILE).collect();
    let stopped = |c: &&Candidate| matches!(c.verdict, Verdict::Serial | Verdict::Search | Verdict::NotKnown);
    let mut serial: Vec<&Candidate> = report.candidates.iter().filter(stopped).collect();
    serial.sort_by(|a, b| b.coverage.total_cmp(&a.coverage));
    if !good.is_empty() {
        canvas.gap();
        canvas.paragraph(Style::Strong, "What could run in parallel, and what it takes");
        let cores = plural(u64::from(good[0].cores), "core", "cores");
        canvas.paragraph(
            Style::Faint,
            &format!("speed-up: of the whole run on {cores}, estimated, if the advice is followed"),
        );
        list(canvas, &good, SHOWN, report, options.top);
    }
    if !serial.is_empty() {
        canvas.gap();
        canvas.paragraph(Style::Strong, "What stops the others");
        list(canvas, &serial, SERIAL_SHOWN, report, options.top);
    }
}

fn list(canvas: &mut Canvas, all: &[&Candidate], usual: usize, report: &Report, top: Top) {
    let Cut { shown, more: left } = cut(all, top, usual);
    shown.iter().enumerate().for_each(|(i, c)| candidate(canvas, i + 1, c, report, top));
    more(canvas, RANK + 1, left as u64);
}

fn candidate(canvas: &mut Canvas, rank: usize, c: &Candidate, report: &Report, top: Top) {
    let width = canvas.width.saturating_sub(RANK + 1 + SHARE + SPEEDUP).max(6);
    let place = names::location(&c.method, c.file.as_deref(), c.line, c.pc);
    let what = match c.kind {
        CandidateKind::Loop => format!("loop {place} in {}", names::short(&c.method)),
        CandidateKind::Call => format!("calls of {} ({place})", names::short(&c.method)),
    };
    let stopped = matches!(c.verdict, Verdict::Serial | Verdict::Search | Verdict::NotKnown);
    let speedup = if stopped { String::new() } else { format!("{}×", ratio(c.speedup)) };
    canvas.line(&[
        (Style::Plain, &right(&rank.to_string(), RANK)),
        (Style::Plain, " "),
        (Style::Strong, &left_name(&what, width)),
        (Style::Plain, &right(&percent(c.coverage), SHARE)),
        (Style::Plain, &right(&speedup, SPEEDUP)),
    ]);
    point(canvas, &verdict(c, report));
    let blockers: Vec<&Blocker> = c.blockers.iter().filter(|b| b.nature != Nature::Counter).collect();
    let Cut { shown, more: left } = cut(&blockers, top, BLOCKERS_SHOWN);
    shown.iter().for_each(|blocker| point(canvas, &told(blocker)));
    more(canvas, RANK + 1, left as u64);
}

fn point(canvas: &mut Canvas, text: &str) {
    canvas.indented(Style::Plain, RANK + 1, text);
}

/// The kind of a candidate's tasks, their average time, and the way in which they can run.
fn verdict(c: &Candidate, report: &Report) -> String {
    let number = match c.kind {
        CandidateKind::Loop => loops::rounds(report, &c.method, c.pc).unwrap_or(c.tasks),
        CandidateKind::Call => c.tasks,
    };
    let tasks = match c.kind {
        CandidateKind::Loop => plural(number, "iteration", "iterations"),
        CandidateKind::Call => plural(number, "call", "calls"),
    };
    // The instructions of the test that ends a loop are those of its rounds, too.
    let nodes = c.duration_mean * c.tasks as f64 / number.max(1) as f64;
    let size = plural(nodes.round() as u64, "instruction", "instructions");
    let are = if number == 1 { "is" } else { "are" };
    let how = match c.verdict {
        Verdict::Independent => "independent: a parallel stream or an executor will do",
        Verdict::PrivateCopies => "independent once each has its own copy of what they overwrite",
        Verdict::Reduction => "independent but for what they gather: combine it at the end",
        Verdict::WithChanges => "independent but for what they share",
        Verdict::Overlapping => "can overlap if they keep their order (a pipeline)",
        Verdict::Future => "can run beside what follows (a future)",
        Verdict::Scan => "need sums of the ones before them: a parallel prefix sum",
        Verdict::Search => "decide whether there are more of them: they could only be tried ahead",
        Verdict::Serial => "must run one after the other",
        Verdict::NotKnown => "meet in objects whose code is not traced: not known",
    };
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

/// One blocker: what it is, where, and what to do.
fn told(b: &Blocker) -> String {
    let word = word(b.nature, b.operation);
    let object = b.object.as_ref().map(|origin| format!(" ({origin})")).unwrap_or_default();
    format!("· {word} {}{object}: {} ({}{})", through(&b.via), sentence(&b.advice), span(&b.head, &b.tail), distance(b))
}

/// The location of a dependence, in words.
pub(super) fn through(via: &Via) -> String {
    match via.kind {
        ViaKind::Return => format!("the result of {}", names::short(&via.name)),
        ViaKind::Field | ViaKind::Static => via.name.rsplit('/').next().unwrap_or_default().to_owned(),
        ViaKind::Element => format!("elements of {}", via.name),
        ViaKind::Object if via.name.is_empty() => "a shared object of code that is not traced".to_owned(),
        ViaKind::Object => format!("a shared {}", via.name.rsplit('/').next().unwrap_or_default()),
        ViaKind::Local | ViaKind::Parameter => variable(via.variable.as_deref(), &via.name),
    }
}

/// A local by its name in the source.
pub(super) fn variable(name: Option<&str>, local: &str) -> String {
    match name {
        None => local.to_owned(),
        // Names that need no table: `this`, `parameter 1`.
        Some(name) if name == "this" || name.contains(' ') => name.to_owned(),
        Some(name) => format!("variable {name}"),
    }
}

/// A verdict in few words.
pub(super) fn verdict_name(verdict: Verdict) -> &'static str {
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

pub(super) fn word(nature: Nature, operation: Option<Operation>) -> &'static str {
    match nature {
        Nature::Counter => "counter",
        Nature::Traversal => "traversal:",
        Nature::PrivateCopy => "privatise",
        Nature::LastValue => "keep the last of",
        Nature::Scan => "prefix sum of",
        Nature::Reduction => match operation {
            Some(Operation::Sum) => "reduce (sum)",
            Some(Operation::Product) => "reduce (product)",
            Some(Operation::And | Operation::Or | Operation::Xor) => "reduce (bits)",
            _ => "reduce (min, max)",
        },
        Nature::Collect => "collect:",
        Nature::Append => "append:",
        Nature::Random => "random numbers:",
        Nature::Output => "output:",
        Nature::Input => "input:",
        Nature::Atomic => "atomic:",
        Nature::Join => "join on",
        Nature::Untraced => "unknown:",
        Nature::Flow => "blocked by",
    }
}

/// The places of two instructions.
pub(super) fn span(head: &Point, tail: &Point) -> String {
    let at = |point: &Point| match names::line(point.line) {
        Some(line) => format!("{}:{line}", names::short(&point.method)),
        None => format!("{} +{}", names::short(&point.method), point.pc),
    };
    if head.method == tail.method && head.line == tail.line {
        return at(head);
    }
    match (head.method == tail.method, names::line(tail.line)) {
        (true, Some(line)) => format!("{} to {line}", at(head)),
        _ => format!("{} to {}", at(head), at(tail)),
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
