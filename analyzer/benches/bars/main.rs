//! How many nodes a second the analysis takes on traces of real programs, and how much memory:
//! `cargo bench -p paratrace-analyzer --bench bars -- TRACE...`
//!
//! Each trace is analysed by processes of its own, reading the trace included, once for each kind of analysis. Where one thread
//! does it, CPU time (user and system) counts, so that other work on the machine disturbs less (it still does); where two do, the
//! time from start to end counts. `--runs N` takes the fastest of N. Missed bars are told, not failed: the machine is part of
//! what is measured.
//!
//! `--instructions KB` counts instructions instead ([`instructions`]), on this much of each trace.
//!
//! `--before PROGRAM` runs another build of this benchmark on each trace, too, in turn: what `cargo bench --no-run` at an earlier
//! commit has named.

#![allow(clippy::unwrap_used)]

mod instructions;

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
        bars: (100.0, 60.0),
    },
    Kind { name: "all regions", threads: 1, regions: true, distances: false, communication: false, bars: (75.0, 45.0) },
    Kind { name: "dependences", threads: 2, regions: true, distances: true, communication: false, bars: (60.0, 35.0) },
    Kind { name: "everything", threads: 2, regions: true, distances: true, communication: true, bars: (50.0, 30.0) },
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
    let (mut traces, mut runs, mut kilobytes, mut before) = (Vec::new(), 1, None, None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--runs" => runs = arguments.next().and_then(|n| n.parse().ok()).expect("--runs needs a number"),
            "--instructions" => kilobytes = arguments.next().and_then(|n| n.parse::<u64>().ok()),
            "--before" => before = arguments.next(),
            "--one" => {
                let (name, trace) = (arguments.next(), arguments.next());
                let kind = KINDS.iter().find(|kind| Some(kind.name) == name.as_deref());
                return one(Path::new(&trace.expect("--one needs a trace")), kind.expect("--one needs a kind"));
            }
            _ => traces.push(argument),
        }
    }
    match kilobytes {
        _ if traces.is_empty() => {}
        Some(kilobytes) => count(&traces, kilobytes << 10),
        None => table(&traces, runs, before.as_deref()),
    }
}

fn count(traces: &[String], bytes: u64) {
    println!("Instructions a node");
    println!();
    println!("| trace | {} |", KINDS.map(|kind| kind.name).join(" | "));
    println!("|---|{}", "---|".repeat(KINDS.len()));
    for trace in traces {
        let counts = KINDS.map(|kind| format!("{:.0}", instructions::of(trace, kind.name, bytes))).join(" | ");
        println!("| {} | {counts} |", name(trace));
    }
}

fn name(trace: &str) -> String {
    Path::new(trace).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn table(traces: &[String], runs: u32, before: Option<&str>) {
    let now = std::env::current_exe().unwrap().to_string_lossy().into_owned();
    let names = KINDS.map(|kind| match before {
        Some(_) => format!("{}: million nodes/s | before | MB | before", kind.name),
        None => format!("{}: million nodes/s | MB", kind.name),
    });
    println!("| trace | nodes (million) | {} |", names.join(" | "));
    println!("|---|---|{}", "---|---|".repeat(KINDS.len() * if before.is_some() { 2 } else { 1 }));
    let mut taken: [Vec<Taken>; KINDS.len()] = Default::default();
    for trace in traces {
        let row = KINDS.map(|kind| fastest(trace, kind.name, runs, (&now, before)));
        let figures = row.map(|(taken, earlier)| match earlier {
            Some(earlier) => {
                format!("{:.1} | {:.1} | {:.0} | {:.0}", taken.rate(), earlier.rate(), taken.peak, earlier.peak)
            }
            None => format!("{:.1} | {:.0}", taken.rate(), taken.peak),
        });
        println!("| {} | {:.0} | {} |", name(trace), row[0].0.million_nodes, figures.join(" | "));
        taken.iter_mut().zip(row).for_each(|(all, (taken, _))| all.push(taken));
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

/// Returns the fastest of several runs, and that of the build before; the two run in turn.
fn fastest(trace: &str, kind: &str, runs: u32, (now, before): (&str, Option<&str>)) -> (Taken, Option<Taken>) {
    let all: Vec<_> =
        (0..runs.max(1)).map(|_| (child(now, trace, kind), before.map(|before| child(before, trace, kind)))).collect();
    let by_time = |a: &Taken, b: &Taken| a.seconds.total_cmp(&b.seconds);
    let now = all.iter().map(|&(now, _)| now).min_by(by_time).unwrap();
    (now, all.iter().filter_map(|&(_, before)| before).min_by(by_time))
}

fn child(program: &str, trace: &str, kind: &str) -> Taken {
    let output = Command::new(program).args(["--one", kind, trace]).output().unwrap();
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
