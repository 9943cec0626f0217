//! What one should know before trusting the figures.

use super::words::{counted, label};
use crate::canvas::{Canvas, Style};
use crate::numbers::{ratio, whole_percent};
use paratrace_scaling::measurements::{Metric, Version};
use paratrace_scaling::model::{Note, Scaling};

/// Doubts that concern the verdict, below it.
pub(super) fn doubts(canvas: &mut Canvas, scaling: &Scaling) {
    doubtful(scaling).iter().for_each(|text| canvas.paragraph(Style::Warning, text));
}

/// What else there is to say, at the end.
pub(super) fn notes(canvas: &mut Canvas, scaling: &Scaling) {
    canvas.gap();
    further(scaling).iter().for_each(|text| canvas.paragraph(Style::Faint, text));
}

/// Sentences that cast doubt on the verdict.
pub(super) fn doubtful(scaling: &Scaling) -> Vec<String> {
    let last = scaling.points.last().map(|point| point.threads);
    scaling.notes.iter().filter(|note| is_doubt(note, last)).map(sentence).collect()
}

/// All others.
pub(super) fn further(scaling: &Scaling) -> Vec<String> {
    let last = scaling.points.last().map(|point| point.threads);
    let missing = scaling.missing.iter().map(|missing| {
        format!("Not measured: {} ({}).", counted(missing.metric), missing.reason.trim_end_matches('.'))
    });
    // What holds with the largest number of threads mostly does with fewer: once is enough.
    let shown = |note: &&Note| !is_doubt(note, last) && (threads(note).is_none() || threads(note) == last);
    let notes = scaling.notes.iter().filter(shown).map(sentence);
    stands_for(scaling).map(str::to_owned).chain(simulated(scaling)).chain(missing).chain(notes).collect()
}

/// What simulated figures are of.
fn simulated(scaling: &Scaling) -> Option<String> {
    let metrics = [scaling.work_metric, scaling.miss_metric];
    let is_shown = scaling.from_traces.is_some() || metrics.into_iter().flatten().any(Metric::is_simulated);
    let platform = Some(scaling.machine.platform.as_str()).filter(|text| !text.is_empty() && is_shown)?;
    Some(format!(
        "What is simulated is so from traces, in order and with a core for each thread, on a platform that is not this machine: {platform}."
    ))
}

fn stands_for(scaling: &Scaling) -> impl Iterator<Item = &'static str> {
    let lines = [
        (scaling.work_metric == Some(Metric::CpuTime), "Time on a processor stands for cycles."),
        (
            scaling.instruction_metric == Some(Metric::Bytecodes) && scaling.work_metric != Some(Metric::SimulatedTime),
            "Executed bytecode stands for instructions: what the JVM's compilers make of it is part of their speed.",
        ),
        (
            scaling.work_metric == Some(Metric::SimulatedTime),
            "Executed bytecode stands for instructions. Their speed is simulated: each takes the same time, and so does each miss of a \
             simulated cache, whatever the JVM's compilers and the processor make of them.",
        ),
        (
            scaling.work_metric == Some(Metric::Bytecodes),
            "Executed bytecode stands for work: each instruction counts as equally fast, whatever memory, locks and the \
             JVM's compilers make of it, and however many processors there are.",
        ),
        (
            scaling.work_metric.is_some_and(|metric| metric != Metric::Bytecodes)
                && scaling.instruction_metric.is_none(),
            "Without instructions, more of them and slower ones are one: more work.",
        ),
    ];
    lines.into_iter().filter_map(|(is, text)| is.then_some(text))
}

/// Whether a note casts doubt on the verdict.
fn is_doubt(note: &Note, last: Option<u32>) -> bool {
    let doubtful = matches!(
        note,
        Note::EmptyRegion { .. }
            | Note::WaitsExceedTime { .. }
            | Note::BalanceNotKnown { .. }
            | Note::MoreThreadsThanProcessors { .. }
            | Note::FarFromReal { .. }
            | Note::Uncertain { .. }
            | Note::SequentialOnSeveralThreads { .. }
    );
    doubtful && (threads(note).is_none() || threads(note) == last)
}

/// The number of threads with which a note holds. `None`: with any.
fn threads(note: &Note) -> Option<u32> {
    match *note {
        Note::AboveOne { threads, .. }
        | Note::WaitsExceedTime { threads, .. }
        | Note::LocksScaled { threads, .. }
        | Note::LocksNotMeasured { threads }
        | Note::BalanceNotKnown { threads, .. }
        | Note::MoreThreadsThanProcessors { threads, .. }
        | Note::Frequency { threads, .. }
        | Note::FarFromReal { threads, .. }
        | Note::Uncertain { threads, .. }
        | Note::SequentialOnSeveralThreads { threads, .. }
        | Note::NewWork { threads, .. } => Some(threads),
        Note::EmptyRegion { .. } | Note::SingleRuns => None,
    }
}

/// A note as a sentence.
fn sentence(note: &Note) -> String {
    match note {
        Note::AboveOne { threads, group, region, value } => format!(
            "{}, {}: {} has an efficiency of {}, which is better than in the sequential version.",
            on(*threads),
            part(region.as_deref()),
            label(*group),
            ratio(*value)
        ),
        Note::BalanceNotKnown { threads, region } => format!(
            "{}, region {region}: many more threads worked, and their names do not tell which followed one another. Load \
             balance is not known; speed-ups are calculated as if it were perfect.",
            on(*threads)
        ),
        Note::WaitsExceedTime { threads, region, .. } => format!(
            "{}, region {region}: waits for locks were measured to take as long as the region itself, so that no speed-up \
             can be calculated with them.",
            on(*threads)
        ),
        Note::LocksScaled { threads, factor } => format!(
            "{}: waits for locks are multiplied by {}, as measuring them made runs longer than measuring wall time.",
            on(*threads),
            ratio(*factor)
        ),
        Note::LocksNotMeasured { threads } => format!(
            "{}: calculated speed-ups do not count what waiting for locks costs: that needs both lock time and wall time.",
            on(*threads)
        ),
        Note::MoreThreadsThanProcessors { threads, processors } => format!(
            "{}, but {processors} processors: the calculated speed-up is that on enough of them; the real one is not.",
            on(*threads)
        ),
        Note::Frequency { threads, before, after, speedup } => frequency(*threads, *before, *after, *speedup),
        Note::FarFromReal { threads, error } => format!(
            "{}: the calculated speed-up is {} too {}; take possible ones with care.",
            on(*threads),
            whole_percent(error.abs()),
            if *error > 0.0 { "high" } else { "low" }
        ),
        Note::Uncertain { threads, real, half_width } => format!(
            "{}: the real speed-up is {} give or take {}, as runs took different times; more iterations or a quieter machine say more.",
            on(*threads),
            ratio(*real),
            ratio(*half_width)
        ),
        Note::SequentialOnSeveralThreads { threads, share } => format!(
            "{}: {} of what counts as sequential is not of one thread. Perhaps a pattern of a region is missing.",
            on(*threads),
            whole_percent(*share)
        ),
        Note::EmptyRegion { region, version } => format!(
            "No sample of the {} version is work of region {region}: perhaps its pattern is wrong.",
            match version {
                Version::Sequential => "sequential",
                Version::Parallel => "parallel",
            }
        ),
        Note::NewWork { threads, region } => format!(
            "{}, {}: all of it is new; the sequential version has nothing there.",
            on(*threads),
            part(region.as_deref())
        ),
        Note::SingleRuns => "Every figure is of a single run: how certain it is, is not known.".to_owned(),
    }
}

fn frequency(threads: u32, before: f64, after: f64, speedup: Option<f64>) -> String {
    let instead =
        speedup.map_or(String::new(), |speedup| format!(" Calculated in time, the speed-up is {}.", ratio(speedup)));
    format!(
        "{}: the clock runs at {} GHz, in the sequential version at {} GHz.{instead}",
        on(threads),
        ratio(after),
        ratio(before)
    )
}

fn on(threads: u32) -> String {
    format!("{threads} {}", if threads == 1 { "thread" } else { "threads" })
}

fn part(region: Option<&str>) -> String {
    region.map_or("sequential part".to_owned(), |region| format!("region {region}"))
}
