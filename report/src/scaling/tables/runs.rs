//! Figures of whole runs: threads, counts, what measuring cost.

use super::{columns, heading, room, row};
use crate::canvas::{Canvas, Style, bar, clip_middle, left, right};
use crate::lists::{Cut, Top, cut, more};
use crate::numbers::{percent, ratio};
use crate::scaling::words::{amount, counted, time, value};
use paratrace_scaling::Estimate;
use paratrace_scaling::measurements::Metric;
use paratrace_scaling::model::{General, KindShares, Overhead, Scaling, ThreadWork};
use std::collections::BTreeSet;

const NAME: usize = 24;
const NUMBER: usize = 12;
const BAR: usize = 20;
/// Threads shown.
const SHOWN: usize = 10;
/// JVM threads with a smaller share of the cycles are not worth a line.
const LEAST_SHARE: f64 = 0.01;

/// Work of the threads with the largest number of them.
pub(in crate::scaling) fn threads(canvas: &mut Canvas, scaling: &Scaling, top: Top) {
    let Some((point, metric)) = scaling.points.last().zip(scaling.work_metric) else { return };
    let works = |thread: &&ThreadWork| all(thread) > 0.0;
    let busy: Vec<&ThreadWork> = point.threads_work.iter().filter(works).collect();
    let Some(most) = busy.first().map(|thread| all(thread)) else { return };
    canvas.gap();
    let title = format!("Threads ({}), {} threads", counted(metric), point.threads);
    canvas.line(&[(Style::Strong, &title)]);
    let heading = ["sequential", "in regions", "spinning"].map(|heading| right(heading, NUMBER)).concat();
    canvas.line(&[(Style::Faint, &(left("", NAME) + &heading))]);
    let Cut { shown, more: hidden } = cut(&busy, top, SHOWN);
    for thread in shown {
        let name = clip_middle(&crate::scaling::words::any_of(&thread.names), NAME - 3);
        let numbers = [thread.sequential, thread.regions.iter().sum(), thread.spinning];
        let numbers: String = numbers.into_iter().map(|number| right(&short(metric, number), NUMBER)).collect();
        let room = canvas.width.saturating_sub(NAME + 3 * NUMBER + 2);
        let bar = if room < 4 { String::new() } else { format!("  {}", bar(all(thread) / most, BAR.min(room))) };
        canvas.line(&[(Style::Plain, &left(&format!("  {name}"), NAME)), (Style::Plain, &numbers), (Style::Bar, &bar)]);
    }
    more(canvas, 2, hidden as u64);
}

fn all(thread: &ThreadWork) -> f64 {
    thread.sequential + thread.regions.iter().sum::<f64>()
}

/// Counts of whole runs.
pub(in crate::scaling) fn general(canvas: &mut Canvas, scaling: &Scaling) {
    let points = columns(scaling, room(canvas).saturating_sub(1));
    let figures: Vec<&General> =
        std::iter::once(&scaling.baseline.general).chain(points.iter().map(|point| &point.general)).collect();
    heading(canvas, "Whole runs", Some("sequential"), &points);
    let counts = |metric: Option<Metric>, of: fn(&General) -> Option<Estimate>| {
        let metric = metric?;
        let cell = |general: &&General| of(general).map_or("not known".into(), |count| short(metric, count.mean));
        Some((counted(metric), figures.iter().map(cell).collect::<Vec<_>>()))
    };
    let rows = [
        counts(scaling.work_metric, |general| general.cycles),
        counts(scaling.instruction_metric, |general| general.instructions),
        counts(scaling.miss_metric, |general| general.misses),
    ];
    let elapsed = std::iter::once(scaling.baseline.elapsed_ns).chain(points.iter().map(|point| point.elapsed_ns));
    let elapsed: Vec<_> = elapsed.map(|of| of.map_or("not known".into(), |of| time(of.mean))).collect();
    row(canvas, Style::Plain, "elapsed time", &elapsed);
    rows.into_iter().flatten().for_each(|(label, cells)| row(canvas, Style::Plain, label, &cells));
    further_misses(canvas, &figures);
    if let Some((work, instructions)) = scaling.work_metric.zip(scaling.instruction_metric) {
        let label = match work {
            Metric::Cycles => "cycles",
            Metric::SimulatedTime => "simulated ns",
            _ => "ns",
        };
        let per = if instructions == Metric::Bytecodes { "bytecode" } else { "instruction" };
        let cells: Vec<_> = figures.iter().map(|general| value(general.cpi)).collect();
        row(canvas, Style::Plain, &format!("{label} per {per}"), &cells);
    }
    if figures.iter().any(|general| general.frequency_ghz.is_some()) {
        let cell = |general: &&General| general.frequency_ghz.map_or("not known".into(), ratio);
        row(canvas, Style::Plain, "clock [GHz]", &figures.iter().map(cell).collect::<Vec<_>>());
    }
    shares(canvas, &figures);
}

/// Misses of simulated caches behind the first one.
fn further_misses(canvas: &mut Canvas, figures: &[&General]) {
    for (level, metric) in Metric::FURTHER_MISSES.into_iter().enumerate() {
        let missed = |general: &&General| general.further_misses.get(level).map(|misses| short(metric, misses.mean));
        if figures.iter().any(|general| missed(general).is_some()) {
            let cells: Vec<_> = figures.iter().map(|of| missed(of).unwrap_or_else(|| "not known".into())).collect();
            row(canvas, Style::Plain, counted(metric), &cells);
        }
    }
}

/// Words of numbers are too long for a column.
fn short(metric: Metric, value: f64) -> String {
    let words = [(" billion", " G"), (" million", " M"), (" thousand", " k")];
    words.iter().fold(amount(metric, value), |text, (word, letter)| text.replace(word, letter))
}

type Share = (&'static str, fn(&KindShares) -> f64);

fn shares(canvas: &mut Canvas, figures: &[&General]) {
    let kinds: [Share; 3] = [
        ("garbage collector's share", |shares| shares.collector),
        ("compiler's share", |shares| shares.compiler),
        ("JVM's share", |shares| shares.jvm),
    ];
    for (label, of) in kinds {
        let notable = |general: &&General| general.shares.is_some_and(|shares| of(&shares) >= LEAST_SHARE);
        if figures.iter().any(notable) {
            let cell = |general: &&General| general.shares.map_or("not known".into(), |shares| percent(of(&shares)));
            row(canvas, Style::Plain, label, &figures.iter().map(cell).collect::<Vec<_>>());
        }
    }
}

/// What profiling each metric cost.
pub(in crate::scaling) fn overheads(canvas: &mut Canvas, scaling: &Scaling) {
    let points = columns(scaling, room(canvas).saturating_sub(1));
    let runs: Vec<&[Overhead]> = std::iter::once(&scaling.baseline.overheads[..])
        .chain(points.iter().map(|point| &point.overheads[..]))
        .collect();
    let metrics: BTreeSet<Metric> = runs.iter().flat_map(|run| run.iter().map(|overhead| overhead.metric)).collect();
    if metrics.is_empty() {
        return;
    }
    heading(canvas, "Cost of profiling", Some("sequential"), &points);
    for metric in metrics {
        let found = |run: &&[Overhead]| run.iter().find(|overhead| overhead.metric == metric).copied();
        let told = |overhead: Overhead| {
            overhead.factor.map_or_else(|| time(overhead.elapsed_ns.mean), |by| format!("{}×", ratio(by)))
        };
        let cells: Vec<_> = runs.iter().map(|run| found(run).map_or(String::new(), told)).collect();
        row(canvas, Style::Plain, counted(metric), &cells);
    }
}
