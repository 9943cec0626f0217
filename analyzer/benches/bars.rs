//! How many nodes a second the analysis takes on traces of real programs, and how much memory:
//! `cargo bench -p paratrace-analyzer --bench bars -- TRACE...`
//!
//! Each trace is analysed by processes of its own, reading the trace included, once for each kind of analysis. Where one thread
//! does it, CPU time (user and system) counts, so that other work on the machine disturbs less (it still does); where two do, the
//! time from start to end counts. `--runs N` takes the fastest of N. Missed bars are told, not failed: the machine is part of
//! what is measured.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use paratrace_analyzer::{CommunicationOptions, Options, analyze};
use paratrace_traceformat::trace::TraceDir;

/// As in the command itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Most memory that an analysis may take, in MB.
const MEMORY_BAR: f64 = 2048.0;

/// A kind of analysis, and what it is to reach.
struct Kind {
    name: &'static str,
    threads: usize,
    regions: bool,
    distances: bool,
    communication: bool,
    /// Million nodes a second: geometric mean and worst.
    bars: (f64, f64),
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "critical paths",
        threads: 1,
        regions: false,
        distances: false,
        communication: false,
        bars: (200.0, 80.0),
    },
    Kind {
        name: "all regions",
        threads: 1,
        regions: true,
        distances: false,
        communication: false,
        bars: (120.0, 40.0),
    },
    Kind { name: "dependences", threads: 2, regions: true, distances: true, communication: false, bars: (60.0, 20.0) },
    Kind { name: "everything", threads: 2, regions: true, distances: true, communication: true, bars: (75.0, 25.0) },
];

/// The time and memory that an analysis took.
#[derive(Debug, Clone, Copy)]
struct Taken {
    million_nodes: f64,
    /// Seconds: CPU time, or from start to end.
    seconds: f64,
    /// Greatest resident set in MB.
    peak: f64,
}

impl Taken {
    fn rate(&self) -> f64 {
        self.million_nodes / self.seconds
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut traces, mut runs) = (Vec::new(), 1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--runs" => runs = arguments.next().and_then(|n| n.parse().ok()).expect("--runs needs a number"),
            "--one" => {
                let (name, trace) = (arguments.next(), arguments.next());
                let kind = KINDS.iter().find(|kind| Some(kind.name) == name.as_deref());
                return one(Path::new(&trace.expect("--one needs a trace")), kind.expect("--one needs a kind"));
            }
            _ => traces.push(argument),
        }
    }
    if !traces.is_empty() {
        table(&traces, runs);
    }
}

fn table(traces: &[String], runs: u32) {
    let names = KINDS.map(|kind| format!("{}: million nodes/s | MB", kind.name)).join(" | ");
    println!("| trace | nodes (million) | {names} |");
    println!("|---|---|{}", "---|---|".repeat(KINDS.len()));
    let mut taken: [Vec<Taken>; KINDS.len()] = Default::default();
    for trace in traces {
        let row = KINDS.map(|kind| fastest(trace, kind.name, runs));
        let name = Path::new(trace).file_stem().unwrap_or_default().to_string_lossy();
        let figures = row.map(|taken| format!("{:.1} | {:.0}", taken.rate(), taken.peak)).join(" | ");
        println!("| {name} | {:.0} | {figures} |", row[0].million_nodes);
        taken.iter_mut().zip(row).for_each(|(all, taken)| all.push(taken));
    }
    println!();
    for (kind, taken) in KINDS.iter().zip(&taken) {
        let (name, (mean_bar, worst_bar)) = (kind.name, kind.bars);
        let mean = (taken.iter().map(|t| t.rate().ln()).sum::<f64>() / taken.len() as f64).exp();
        let worst = taken.iter().map(Taken::rate).fold(f64::MAX, f64::min);
        let peak = taken.iter().map(|t| t.peak).fold(0.0, f64::max);
        let met = |met: bool| if met { "met" } else { "missed" };
        println!(
            "{name}: geometric mean {mean:.1} (bar {mean_bar}: {}), worst {worst:.1} (bar {worst_bar}: {}), peak {peak:.0} \
             MB (bar {MEMORY_BAR}: {})",
            met(mean >= mean_bar),
            met(worst >= worst_bar),
            met(peak <= MEMORY_BAR)
        );
    }
}

fn fastest(trace: &str, kind: &str, runs: u32) -> Taken {
    let all = (0..runs.max(1)).map(|_| child(trace, kind));
    all.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).unwrap()
}

fn child(trace: &str, kind: &str) -> Taken {
    let output = Command::new(std::env::current_exe().unwrap()).args(["--one", kind, trace]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{trace}: {}", String::from_utf8_lossy(&output.stderr));
    let figures: Vec<f64> = text.split_whitespace().map(|figure| figure.parse().unwrap()).collect();
    Taken { million_nodes: figures[0] / 1e6, seconds: figures[1], peak: figures[2] }
}

/// Analyses one trace and prints nodes, seconds and MB.
fn one(trace: &Path, kind: &Kind) {
    let started = Instant::now();
    let options = Options {
        threads: kind.threads,
        regions: kind.regions,
        distances: kind.distances,
        communication: kind.communication.then(CommunicationOptions::default),
        ..Options::default()
    };
    let report = analyze(&TraceDir::open(trace).unwrap(), &options).unwrap();
    let seconds = if kind.threads == 1 { cpu_seconds() } else { started.elapsed().as_secs_f64() };
    println!("{} {seconds} {}", report.nodes, peak_megabytes());
}

/// CPU time of this process so far.
fn cpu_seconds() -> f64 {
    /// Linux tells times in ticks of this many a second, whatever the kernel's own.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields = stat.rsplit_once(')').unwrap().1;
    fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<f64>().unwrap()).sum::<f64>() / TICKS
}

fn peak_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
}
