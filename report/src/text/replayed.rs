//! The program's own threads, replayed on a number of cores.

use crate::canvas::{Canvas, Style, left, right};
use crate::lists::{Cut, Top, cut, more};
use crate::names::point_at;
use crate::numbers::{count, percent, plural, ratio};
use paratrace_analyzer::model::{
    HandingKind, HandingRegion, Movement, ReplayedRun, ReplayedWait, Simulations, ThreadAdvice, ThreadAdviceKind,
    ThreadReplay, WaitKind,
};

const INDENT: usize = 4;
const SPEEDUP: usize = 9;
/// Blanks between columns, at least.
const GAP: usize = 2;
/// Rows that are shown of what threads wait for, and of advice.
const SHOWN: usize = 5;
/// How many times more at once is worth to be told.
const WORTH_IT: f64 = 1.1;

/// Draws the threads, if more than one worked.
pub(super) fn draw(canvas: &mut Canvas, simulated: &Simulations, top: Top) {
    let Some(threads) = &simulated.threads else { return };
    canvas.gap();
    canvas.paragraph(Style::Strong, "The program's own threads as they are, replayed");
    if threads.too_large {
        canvas.indented(Style::Warning, INDENT, "given up: they meet too often");
        return;
    }
    if !threads.not_known.is_empty() {
        let names = threads.not_known.join(", ");
        canvas.indented(Style::Warning, INDENT, &format!("not known: how these let threads wait: {names}"));
        return;
    }
    table(canvas, threads);
    let sentences = sentences(&threads.advice);
    let Cut { shown, more: hidden } = cut(&sentences, top, SHOWN);
    shown.iter().for_each(|sentence| canvas.indented(Style::Plain, INDENT, sentence));
    more(canvas, INDENT, hidden as u64);
    regions(canvas, threads, top);
    waits(canvas, threads, top);
    moved(canvas, threads, top);
    doubts(canvas, threads);
}

fn table(canvas: &mut Canvas, threads: &ThreadReplay) {
    let lines = threads.runs.iter().filter_map(|run| run.movement).map(|movement| movement.lines);
    let column = lines.map(|lines| count(lines).len() + GAP).fold(SPEEDUP, usize::max);
    let row = |canvas: &mut Canvas, style, label: &str, figure: &dyn Fn(&ReplayedRun) -> String| {
        let width = canvas.width.saturating_sub(INDENT + column * threads.runs.len()).max(6);
        let figures: String = threads.runs.iter().map(|run| right(&figure(run), column)).collect();
        canvas.line(&[(style, &" ".repeat(INDENT)), (style, &left(label, width)), (style, &figures)]);
    };
    row(canvas, Style::Faint, "cores", &|run| run.cores.map_or_else(|| "any".to_owned(), |cores| count(cores.into())));
    row(canvas, Style::Plain, "speed-up", &|run| format!("{}×", ratio(run.speedup)));
    row(canvas, Style::Faint, "cores busy then", &|run| run.utilisation.map(percent).unwrap_or_default());
    if threads.runs.iter().any(|run| run.movement.is_some()) {
        let figure = |run: &ReplayedRun, figure: &dyn Fn(&Movement) -> String| {
            run.movement.as_ref().map(figure).unwrap_or_default()
        };
        row(canvas, Style::Faint, "if data moved in no time", &|run| {
            figure(run, &|movement| format!("{}×", ratio(movement.speedup_without)))
        });
        row(canvas, Style::Plain, "lines of memory moved", &|run| figure(run, &|movement| count(movement.lines)));
        row(canvas, Style::Faint, "of the threads' time", &|run| {
            figure(run, &|movement| percent(movement.time as f64 / (threads.work + movement.time).max(1) as f64))
        });
    }
}

/// The lines between which data move.
fn moved(canvas: &mut Canvas, threads: &ThreadReplay, top: Top) {
    let all = threads.runs.iter().rev().filter(|run| run.cores.is_some()).find_map(|run| run.movement);
    let time = all.map_or(0, |all| all.time).max(1);
    let Cut { shown, more: hidden } = cut(&threads.moved, top, SHOWN);
    for data in shown {
        let lines = plural(data.lines, "line", "lines");
        let at = data.at.as_ref().map_or_else(|| "other code".to_owned(), point_at);
        let from = data.from.as_ref().map_or_else(String::new, |from| format!(", written at {}", point_at(from)));
        let share = percent(data.time as f64 / time as f64);
        let told = format!("moves {lines} of memory to {at}{from}: {share} of the time that moving takes");
        canvas.indented(Style::Faint, INDENT, &told);
    }
    more(canvas, INDENT, hidden as u64);
}

/// The sentences of all advice. Threads may share names: what is said of several pairs alike is said once.
fn sentences(advice: &[ThreadAdvice]) -> Vec<String> {
    let mut sentences: Vec<(String, u64)> = Vec::new();
    for sentence in advice.iter().map(told) {
        match sentences.iter_mut().find(|(known, _)| *known == sentence) {
            Some((_, times)) => *times += 1,
            None => sentences.push((sentence, 1)),
        }
    }
    let all = sentences.into_iter();
    all.map(|(sentence, times)| if times > 1 { format!("{sentence} ({} times)", count(times)) } else { sentence })
        .collect()
}

fn called(name: &str) -> &str {
    match name {
        "" => "a thread without a name",
        "*" => "tasks of threads without a name",
        _ => name,
    }
}

/// The sentence of an advice.
fn told(advice: &ThreadAdvice) -> String {
    let names: Vec<&str> = advice.threads.iter().map(|name| called(name)).collect();
    let (share, names) = (percent(advice.share), names.join(", "));
    let at = advice.at.as_ref().map_or_else(String::new, |at| format!(" at {}", point_at(at)));
    match advice.kind {
        ThreadAdviceKind::Serial => {
            format!("serial: at most one thread works in {share} of the time, on any number of cores")
        }
        ThreadAdviceKind::Lock => format!("lock{at}: threads queue for it, together {share} of the time"),
        ThreadAdviceKind::Imbalance => {
            format!(
                "imbalance: {names}, which begin{at}, have unequal work: they wait for the longest as long as {share} of all work takes"
            )
        }
        ThreadAdviceKind::NeverOverlap => format!("never at once: {names}, on any number of cores"),
    }
}

fn regions(canvas: &mut Canvas, threads: &ThreadReplay, top: Top) {
    let Cut { shown, more: hidden } = cut(&threads.regions, top, SHOWN);
    if !shown.is_empty() {
        canvas.indented(
            Style::Plain,
            INDENT,
            "what hands work to other threads, and how much of it and of that runs at once:",
        );
    }
    shown.iter().for_each(|region| canvas.indented(Style::Plain, INDENT, &handing(region, threads.work)));
    more(canvas, INDENT, hidden as u64);
    if threads.unattributed > 0 {
        let tasks = plural(threads.unattributed, "task", "tasks");
        canvas.indented(Style::Faint, INDENT, &format!("{tasks}: not known what hands them out"));
    }
}

/// The sentence of a region.
fn handing(region: &HandingRegion, work: u64) -> String {
    let at = point_at(&region.at);
    let what = match (region.kind, &region.calls) {
        (HandingKind::Loop, _) => format!("loop {at}"),
        (HandingKind::Method, _) => format!("method {at}"),
        (HandingKind::Call, calls) => format!("{at}, which calls {}", calls.as_deref().unwrap_or("the JDK")),
    };
    let (tasks, share) = (plural(region.tasks, "task", "tasks"), percent(region.work as f64 / work.max(1) as f64));
    let on = |cores: Option<u32>| {
        cores.map_or_else(|| "any number of cores".to_owned(), |cores| plural(cores.into(), "core", "cores"))
    };
    let several = region.runs.iter().filter(|run| run.cores != Some(1));
    let told: Vec<String> = several.map(|run| format!("{} on {}", ratio(run.parallelism), on(run.cores))).collect();
    let has = region.runs.last().map_or(1.0, |run| run.parallelism);
    let could = match region.with_workers >= has * WORTH_IT {
        true => format!("; {} if each task had a worker of its own", ratio(region.with_workers)),
        false => String::new(),
    };
    format!("{what}: {tasks}, {share} of all work: {}{could}", told.join(", "))
}

fn waits(canvas: &mut Canvas, threads: &ThreadReplay, top: Top) {
    let time = threads.runs.last().map_or(0, |run| run.time).max(1);
    let Cut { shown, more: hidden } = cut(&threads.waits, top, SHOWN);
    for wait in shown {
        let share = percent(wait.time as f64 / time as f64);
        let times = plural(wait.count, "time", "times");
        canvas.indented(Style::Faint, INDENT, &format!("{}: {times}, {share} of the time", waiting(wait)));
    }
    more(canvas, INDENT, hidden as u64);
}

fn waiting(wait: &ReplayedWait) -> String {
    let what = match wait.kind {
        WaitKind::End => "for the end of a thread",
        WaitKind::Data => "for another thread",
        WaitKind::Signal => "to be woken up",
        WaitKind::Lock => "for a lock",
    };
    let at = wait.at.as_ref().map_or_else(String::new, |at| format!(" at {}", point_at(at)));
    let until = wait.until.as_ref().map_or_else(String::new, |until| format!(", until {}", point_at(until)));
    format!("waits {what}{at}{until}")
}

fn doubts(canvas: &mut Canvas, threads: &ThreadReplay) {
    if threads.recorded_order {
        let told = "some locks are taken in the recorded order: in others threads would wait for one another for ever";
        canvas.indented(Style::Faint, INDENT, told);
    }
}
