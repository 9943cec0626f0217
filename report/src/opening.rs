//! The opening: two sentences that say what most of the run is, and what could run in parallel today.

use crate::locations::through;
use crate::numbers::{in_words, plural, ratio, whole_percent};
use crate::suggested::{gains, is_suggested, plan_gains, suggestions};
use crate::{loops, names};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Blocker, Candidate, CandidateKind, InThreads, Loop, Verdict};

/// A share of the run from which on something is most of it.
const MOST: f64 = 0.5;

/// The parallelism of a run from which on a reader asks where it is.
const NOTABLE_PARALLELISM: f64 = 2.0;

/// Returns the sentences that open the report. There are none if nothing was executed.
pub(crate) fn opening(report: &Report) -> Vec<String> {
    if report.nodes == 0 {
        return Vec::new();
    }
    let subject = subject(report);
    let told = match &subject {
        Subject::Threads(one) => in_threads(one, report),
        Subject::Candidate(c) => format!("{} is {}.", part(c.coverage, report), fate(c)),
        Subject::Loop(l) => format!("{} is one loop ({}).", part(l.influence, report), loops::location(l)),
        Subject::OutsideLoops(share) => outside(*share, report),
        Subject::Nothing => format!("No single loop is most of {}.", run(report)),
    };
    vec![told, rest(report, &subject)]
}

/// The subject of the first sentence.
enum Subject<'r> {
    /// A method that several threads run already.
    Threads(&'r InThreads),
    /// A loop, or calls of a method.
    Candidate(&'r Candidate),
    /// A loop that is no candidate.
    Loop(&'r Loop),
    /// Code outside any loop, with the least share that it can have.
    OutsideLoops(f64),
    Nothing,
}

fn subject(report: &Report) -> Subject<'_> {
    let main = main_candidate(report);
    let share = main.map_or(0.0, |c| c.coverage);
    let outside = outside_loops(report);
    match (report.in_threads.first(), main, main_loop(report)) {
        (Some(one), ..) if one.share > share => Subject::Threads(one),
        (_, Some(c), _) if share >= MOST => Subject::Candidate(c),
        (.., Some(l)) => Subject::Loop(l),
        _ if outside >= MOST => Subject::OutsideLoops(outside),
        (_, Some(c), _) => Subject::Candidate(c),
        _ => Subject::Nothing,
    }
}

/// Returns the loop that is most of the run. A loop of single iterations is none for whoever looks for tasks.
fn main_loop(report: &Report) -> Option<&Loop> {
    let repeated = report.loops.iter().filter(|l| l.rounds.unwrap_or(l.iterations) > l.instances);
    repeated.max_by(|a, b| a.influence.total_cmp(&b.influence)).filter(|l| l.influence >= MOST)
}

/// Returns the candidate that is most of the run: a suggestion rather than a loop, and a loop rather than calls.
fn main_candidate(report: &Report) -> Option<&Candidate> {
    let suggested = suggestions(report).max_by(by_share);
    let is_loop = |c: &&Candidate| c.kind == CandidateKind::Loop;
    let largest_loop = report.candidates.iter().filter(is_loop).max_by(by_share);
    let largest = report.candidates.iter().max_by(by_share);
    let choices = [suggested, largest_loop, largest];
    choices.into_iter().flatten().find(|c| c.coverage >= MOST).or(largest)
}

fn by_share(a: &&Candidate, b: &&Candidate) -> std::cmp::Ordering {
    a.coverage.total_cmp(&b.coverage)
}

/// Returns the least share of the run that is outside loops. Inner loops are parts of the outermost ones of their methods.
fn outside_loops(report: &Report) -> f64 {
    let inside: f64 = report.loops.iter().filter(|l| l.depth == 0).map(|l| l.influence).sum();
    1.0 - inside
}

fn outside(share: f64, report: &Report) -> String {
    let least = (share * 100.0).floor() / 100.0;
    match report.loops.is_empty() {
        true => format!("No loop was executed in {}.", run(report)),
        false => format!("Most of {}, at least {}, is outside any loop.", run(report), whole_percent(least)),
    }
}

fn run(report: &Report) -> &'static str {
    if report.completeness.complete { "this run" } else { "what was recorded of this run" }
}

/// `Most of this run, 65 %,`.
fn part(share: f64, report: &Report) -> String {
    match share >= MOST {
        true => format!("Most of {}, {},", run(report), whole_percent(share)),
        false => format!("{} of {}", whole_percent(share), run(report)),
    }
}

fn in_threads(one: &InThreads, report: &Report) -> String {
    let place = names::location(&one.method, one.file.as_deref(), one.line, 0);
    let threads = in_words(one.threads, "thread", "threads");
    format!("{} runs in {threads} already: {} ({place}).", part(one.share, report), names::short(&one.method))
}

/// What a candidate is, and what becomes of it.
fn fate(c: &Candidate) -> String {
    let place = names::location(&c.method, c.file.as_deref(), c.line, c.pc);
    match c.kind {
        CandidateKind::Loop => format!("one loop ({place}) {}", of_iterations(c, "iterations")),
        CandidateKind::Stream => format!("one stream ({place}) {}", of_iterations(c, "elements")),
        CandidateKind::Call => format!("{} ({place}) {}", names::calls(&c.method), of_calls(c)),
    }
}

fn of_iterations(c: &Candidate, tasks: &str) -> String {
    match c.verdict {
        Verdict::Serial => format!("whose {tasks} wait for each other{}", stopped_by(c)),
        Verdict::Search => format!("whose {tasks} each decide whether there is a next one"),
        Verdict::NotKnown => {
            format!("of which it is not known whether {tasks} wait for each other{}", stopped_by(c))
        }
        _ if is_suggested(c) => format!("whose {tasks} could {}: {}", way_of(c), gain(c)),
        _ => format!("whose {tasks} could {}, but are too small or too uneven to gain by it", way(c)),
    }
}

fn of_calls(c: &Candidate) -> String {
    match c.verdict {
        Verdict::NotKnown => format!("of which it is not known whether what follows waits for them{}", stopped_by(c)),
        _ if c.verdict.is_stopped() => match stopped_by(c) {
            through if through.is_empty() => "that what follows has to wait for".to_owned(),
            through => format!("that what follows has to wait for,{through}"),
        },
        _ if is_suggested(c) => format!("that could {}: {}", way(c), gain(c)),
        _ => format!("that could {}, but are too small, or waited for too soon, to gain by it", way(c)),
    }
}

/// The way in which the tasks of a candidate could run, with the condition that it rests on.
fn way_of(c: &Candidate) -> String {
    match names::condition(c) {
        Some(condition) if c.verdict == Verdict::WithChanges => format!("run in parallel {condition}"),
        Some(condition) => format!("{}, {condition}", way(c)),
        None => way(c).to_owned(),
    }
}

/// The way in which tasks could run, if there is one.
fn way(c: &Candidate) -> &'static str {
    match c.verdict {
        Verdict::PrivateCopies => "run in parallel, each with its own copy of what they overwrite",
        Verdict::Reduction if names::gathers_safely(c) => "run in parallel: what they gather is safe to share already",
        Verdict::Reduction => "run in parallel if what they gather is combined at the end",
        Verdict::WithChanges => "run in parallel once they no longer share what they do now",
        Verdict::Overlapping => "overlap in a pipeline",
        Verdict::Future => "run beside what follows them",
        Verdict::Scan if names::finds_extrema(c) => "run as a parallel prefix",
        Verdict::Scan => "run as a parallel prefix sum",
        _ => "run in parallel",
    }
}

/// The locations through which tasks wait for one another.
fn stopped_by(c: &Candidate) -> String {
    let stopping: Vec<&Blocker> = c.blockers.iter().filter(|blocker| blocker.nature.is_stopping()).collect();
    match &stopping[..] {
        [] => String::new(),
        [one] => format!(" through {}", through(&one.via)),
        [first, second] => format!(" through {} and {}", through(&first.via), through(&second.via)),
        [first, others @ ..] => format!(" through {} and {} more", through(&first.via), others.len()),
    }
}

fn gain(c: &Candidate) -> String {
    match c.gains.is_empty() {
        true => format!("at most {}× on {}", ratio(c.speedup), plural(c.cores.into(), "core", "cores")),
        false => gains(&c.gains),
    }
}

/// The second sentence: what the other suggestions would bring.
fn rest(report: &Report, subject: &Subject<'_>) -> String {
    if report.constructs.is_empty() {
        return "Its dependences were not followed: what could run in parallel is not known.".to_owned();
    }
    let main = match subject {
        Subject::Candidate(c) => Some(*c),
        _ => None,
    };
    let is_told = |c: &Candidate| main.is_some_and(|main| std::ptr::eq(main, c));
    let others: Vec<&Candidate> = suggestions(report).filter(|c| !is_told(c)).collect();
    let is_gaining = main.is_some_and(|main| !main.verdict.is_stopped() && is_suggested(main));
    match (&others[..], is_gaining) {
        ([], true) => "Nothing was found that would add to that.".to_owned(),
        ([], false) => nothing(report, main, subject),
        (_, true) => format!("With {}: {}.", number(&others), together(report, &others)),
        (_, false) => {
            let today = if others.iter().all(|c| c.verdict == Verdict::Independent) { "today" } else { "as advised" };
            let told = together(report, &others);
            format!("{} could run in parallel {today}: {told}.", capitalised(&number(&others)))
        }
    }
}

/// Says that there is no suggestion, and what would have to change for one, or where the parallelism of the run is.
fn nothing(report: &Report, main: Option<&Candidate>, subject: &Subject<'_>) -> String {
    let what = if matches!(subject, Subject::Threads(_)) { "Nothing else" } else { "Nothing" };
    let text = format!("{what} was found that would gain by running in parallel today");
    let Some(main) = main else { return format!("{text}.{}", between_instructions(report)) };
    let Some(unblocked) = &main.unblocked else { return text + "." };
    let without: Vec<String> = unblocked.without.iter().map(through).collect();
    format!("{text}; without {} it would: {}.", without.join(" and "), gains(&unblocked.gains))
}

/// Explains the parallelism of a run without candidates. That of several threads may be between them.
fn between_instructions(report: &Report) -> String {
    if report.threads.len() > 1 || report.parallelism < NOTABLE_PARALLELISM {
        return String::new();
    }
    let parallelism = ratio(report.parallelism);
    format!(
        " The parallelism above, {parallelism}, is between single instructions: no loop, stream or call was found that is worth \
         tasks of its own."
    )
}

/// `two other loops`.
fn number(others: &[&Candidate]) -> String {
    let kind = others.first().map(|c| c.kind).filter(|&kind| others.iter().all(|c| c.kind == kind));
    let (one, many) = match kind {
        Some(CandidateKind::Call) => ("other method's calls", "other methods' calls"),
        Some(CandidateKind::Loop) => ("other loop", "other loops"),
        Some(CandidateKind::Stream) => ("other stream", "other streams"),
        None => ("other place", "other places"),
    };
    in_words(others.len() as u64, one, many)
}

/// The speed-ups of all suggestions, taken together.
fn together(report: &Report, others: &[&Candidate]) -> String {
    let planned = gains(&plan_gains(report));
    match others {
        [one] if suggestions(report).count() == 1 => gain(one),
        [first, ..] if planned.is_empty() => format!("the best of them {}", gain(first)),
        _ => format!("together {planned}"),
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests;
