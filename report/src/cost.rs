//! The cost of communication: the figures of a run, and the times of its tasks.

use paratrace_cost::{MemoryFigures, Mode, ModeOutcome, Outcome, Platform, Scenario, StrandTimes, Timeline};
use serde::Serialize;

use crate::canvas::{Canvas, Style, right};
use crate::communication::TableOptions;
use crate::lists::{Cut, cut, more};
use crate::numbers::{count, plural, ratio};
use crate::text::doubts;
use paratrace_analyzer::model::Completeness;

/// Schema of [`CostReport`].
pub const SCHEMA: &str = "paratrace.cost/1";

/// Tasks shown.
const SHOWN: usize = 20;
const NUMBER: usize = 13;

/// The cost of communication in some runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CostReport {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: String,
    /// The platform.
    pub platform: Platform,
    /// The runs.
    pub runs: Vec<RunReport>,
}

/// The cost of communication in one run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunReport {
    /// The completeness of its trace, if it comes from a trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completeness: Option<Completeness>,
    /// Whether the timeline plays locks and all else that orders its threads, and not only starts and joins; `null` of statistics.
    pub is_ordered: Option<bool>,
    /// The figures.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// How accesses of the timeline meet the memory.
    pub timeline_mode: Mode,
    /// The run, played.
    pub timeline: Timeline,
    /// Strands of the timeline that are not listed.
    pub strands_left_out: u64,
    /// How accesses to the memory went, if it was simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryFigures>,
}

/// The figures on a terminal, ending with a line break.
pub fn table(report: &CostReport, options: &TableOptions) -> String {
    let mut canvas = Canvas::new(options.width.clamp(60, 200), options.color, options.unicode);
    for (number, run) in report.runs.iter().enumerate() {
        if number > 0 {
            canvas.gap();
        }
        if let Some(completeness) = &run.completeness {
            doubts::draw(&mut canvas, &format!("the trace {}", run.outcome.run.name), completeness, options.top);
        }
        figures(&mut canvas, run);
        strands(&mut canvas, run, options);
    }
    if !report.runs.is_empty() {
        legend(&mut canvas);
    }
    canvas.finish()
}

/// The meaning of the terms of the tables.
const LEGEND: [&str; 4] = [
    "T_C: communication time, accesses to shared data times the time of an access",
    "T_T: execution time with communication, the time without it plus T_C",
    "ca: accesses of workers overlap; T_C is that of the slowest worker",
    "sa: accesses come one after the other; T_C is the sum over the workers",
];

fn legend(canvas: &mut Canvas) {
    canvas.gap();
    LEGEND.iter().for_each(|line| canvas.paragraph(Style::Faint, line));
}

fn figures(canvas: &mut Canvas, run: &RunReport) {
    let Outcome { run: about, speedup, modes } = &run.outcome;
    let workers = match about.workers.len() {
        0 => "no workers".to_owned(),
        some => plural(some as u64, "worker", "workers"),
    };
    canvas.paragraph(Style::Strong, &format!("{}: {workers}", about.name));
    let sequential = match (about.sequential_ms, speedup) {
        (Some(time), Some(speedup)) => format!("; sequential {} ms, speed-up {}", ratio(time), ratio(*speedup)),
        _ => String::new(),
    };
    if about.workers.is_empty() {
        let text = "Only the main thread is in its statistics: nobody communicates, and T_C is 0.";
        canvas.paragraph(Style::Plain, text);
    }
    canvas.paragraph(Style::Plain, &format!("{} ms without communication{sequential}", ratio(about.time_ms)));
    if run.is_ordered == Some(false) && about.workers.len() > 1 {
        let text = "Not played: locks, and what tasks wait for besides the ends of others.";
        canvas.paragraph(Style::Faint, text);
    }
    if let Some(memory) = &run.memory {
        let text = format!(
            "{} to the shared memory: {} answered by caches, {} to open rows, {} to others, {} within bursts",
            plural(memory.accesses, "access", "accesses"),
            count(memory.hits),
            count(memory.page),
            count(memory.random),
            count(memory.burst)
        );
        canvas.paragraph(Style::Faint, &text);
    }
    canvas.gap();
    let columns = right("T_C [ms]", NUMBER) + &right("T_T [ms]", NUMBER) + &right("speed-up", 10);
    canvas.line(&[(Style::Faint, &format!("{:8}{:>36}{:>36}", "", "accesses overlap (ca)", "one by one (sa)"))]);
    canvas.line(&[(Style::Faint, &format!("{:8}{columns}{columns}", "accesses"))]);
    for mode in modes {
        row(canvas, mode);
    }
}

fn row(canvas: &mut Canvas, outcome: &ModeOutcome) {
    let cells = |scenario: &Scenario| {
        let speedup = scenario.speedup.map_or_else(String::new, ratio);
        right(&ratio(scenario.communication_ms), NUMBER)
            + &right(&ratio(scenario.total_ms), NUMBER)
            + &right(&speedup, 10)
    };
    let text = format!("{:8}{}{}", name(outcome.mode), cells(&outcome.concurrent), cells(&outcome.sequential));
    canvas.line(&[(Style::Plain, &text)]);
}

fn name(mode: Mode) -> &'static str {
    match mode {
        Mode::Random => "random",
        Mode::Page => "page",
        Mode::Burst => "burst",
        Mode::Trace => "trace",
    }
}

fn strands(canvas: &mut Canvas, run: &RunReport, options: &TableOptions) {
    let timeline = &run.timeline;
    if timeline.strands.is_empty() {
        return;
    }
    canvas.gap();
    let text = format!(
        "Played with a processor for each task, {} accesses: {} ms",
        name(run.timeline_mode),
        ratio(timeline.makespan_ns / 1e6)
    );
    canvas.paragraph(Style::Strong, &text);
    let heading: String = ["begin [ms]", "end", "creation", "execution", "communicat.", "idleness"]
        .iter()
        .map(|heading| right(heading, NUMBER))
        .collect();
    canvas.line(&[(Style::Faint, &(heading + "  task"))]);
    let Cut { shown, more: left } = cut(&timeline.strands, options.top, SHOWN);
    for times in shown {
        let numbers: String = numbers(times).iter().map(|ns| right(&ratio(ns / 1e6), NUMBER)).collect();
        canvas.line(&[(Style::Plain, &numbers), (Style::Strong, &format!("  {}", times.name))]);
    }
    more(canvas, 2, left as u64 + run.strands_left_out);
}

fn numbers(times: &StrandTimes) -> [f64; 6] {
    [times.begin_ns, times.end_ns, times.creation_ns, times.execution_ns, times.communication_ns, times.idleness_ns]
}
