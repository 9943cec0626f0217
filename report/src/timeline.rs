//! A replay as trace events, the format of Chrome that Perfetto reads: threads with what they execute and wait for, cores with the threads
//! that run on them, monitors that are entered and left as instants, and what ends the waiting of another thread as flows.

use paratrace_analyzer::model::{
    HandingKind, Point, ReplayTimeline, TimelineDoes, TimelineDone, TimelineFlow, TimelineInstant, TimelineRun,
    TimelineSlice, WaitKind,
};
use paratrace_analyzer::names::short;
use serde::{Serialize, Serializer};

use crate::names::point_at;

/// Processes of the format: groups of tracks.
const THREADS: u32 = 1;
const CORES: u32 = 2;

/// The trace events of a timeline, one after the other as they are written.
pub struct TraceEvents<'t> {
    /// The timeline.
    pub timeline: &'t ReplayTimeline,
    /// Nanoseconds of a unit of its time.
    pub unit_ns: f64,
}

#[derive(Serialize)]
struct Document<'t> {
    #[serde(rename = "traceEvents", serialize_with = "events")]
    events: &'t TraceEvents<'t>,
    #[serde(rename = "displayTimeUnit")]
    unit: &'static str,
}

impl Serialize for TraceEvents<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Document { events: self, unit: "ns" }.serialize(serializer)
    }
}

fn events<S: Serializer>(all: &&TraceEvents<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let (timeline, unit) = (all.timeline, all.unit_ns / 1e3);
    let processes = [(THREADS, "threads".to_owned()), (CORES, format!("{} cores", timeline.cores))];
    let processes = processes.into_iter().map(|(pid, name)| Event::name("process_name", (pid, 0), name));
    let tracks = timeline.tracks.iter().zip(0..);
    let threads = tracks.map(|(name, track)| Event::name("thread_name", (THREADS, track), name.clone()));
    let cores = (0..timeline.cores).map(|core| Event::name("thread_name", (CORES, core), format!("core {core}")));
    let slices = timeline.slices.iter().map(|slice| Event::slice(slice, &timeline.tracks, unit));
    let runs = timeline.runs.iter().map(|run| Event::run(run, &timeline.tracks, unit));
    let instants = timeline.instants.iter().map(|instant| Event::instant(instant, unit));
    let flows = timeline.flows.iter().zip(0..).flat_map(|(flow, id)| Event::flow(flow, id, unit));
    serializer.collect_seq(processes.chain(threads).chain(cores).chain(slices).chain(runs).chain(instants).chain(flows))
}

/// One event; µs.
#[derive(Serialize, Default)]
struct Event {
    ph: &'static str,
    pid: u32,
    tid: u32,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dur: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cat: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    /// What a flow ends at: the slice around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    bp: Option<&'static str>,
    /// An instant of a thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<Args>,
}

#[derive(Serialize, Default)]
struct Args {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

impl Event {
    fn name(what: &str, (pid, tid): (u32, u32), name: String) -> Self {
        let args = Some(Args { name: Some(name), ..Args::default() });
        Self { ph: "M", pid, tid, name: what.to_owned(), args, ..Self::default() }
    }

    fn slice(slice: &TimelineSlice, tracks: &[String], unit: f64) -> Self {
        let moved = if let TimelineDoes::Moves(moved) = slice.does { Some(moved) } else { None };
        let at = slice.at.as_ref().map(point_at);
        Self {
            ph: "X",
            pid: THREADS,
            tid: slice.track as u32,
            name: match &slice.does {
                TimelineDoes::Lives => tracks[slice.track].clone(),
                TimelineDoes::Executes(kind, calls) => executed(*kind, calls.as_deref(), slice.at.as_ref()),
                TimelineDoes::Waits(kind) => wait(*kind).to_owned(),
                TimelineDoes::NoCore => "waits for a core".to_owned(),
                TimelineDoes::Moves(moved) if moved.write => "moves data to write".to_owned(),
                TimelineDoes::Moves(_) => "moves data to read".to_owned(),
            },
            ts: Some(slice.from as f64 * unit),
            dur: Some((slice.to - slice.from) as f64 * unit),
            args: (at.is_some() || moved.is_some()).then(|| Args {
                at,
                lines: moved.map(|moved| moved.lines),
                address: moved.map(|moved| format!("{:#x}", moved.address)),
                ..Args::default()
            }),
            ..Self::default()
        }
    }

    fn run(run: &TimelineRun, tracks: &[String], unit: f64) -> Self {
        Self {
            ph: "X",
            pid: CORES,
            tid: run.core,
            name: tracks[run.track].clone(),
            ts: Some(run.from as f64 * unit),
            dur: Some((run.to - run.from) as f64 * unit),
            ..Self::default()
        }
    }

    fn instant(instant: &TimelineInstant, unit: f64) -> Self {
        let name = match instant.does {
            TimelineDone::Enters(monitor) => format!("enters lock {monitor}"),
            TimelineDone::Leaves(monitor) => format!("leaves lock {monitor}"),
        };
        Self {
            ph: "i",
            pid: THREADS,
            tid: instant.track as u32,
            name,
            ts: Some(instant.time as f64 * unit),
            s: Some("t"),
            args: instant.at.as_ref().map(|at| Args { at: Some(point_at(at)), ..Args::default() }),
            ..Self::default()
        }
    }

    /// The two ends of a flow.
    fn flow(flow: &TimelineFlow, id: u64, unit: f64) -> [Self; 2] {
        let name = flow.kind.map_or("starts", |kind| match kind {
            WaitKind::End => "has ended",
            WaitKind::Data => "has written",
            WaitKind::Signal => "wakes",
            WaitKind::Lock => "gives the lock",
        });
        let end = |ph, (track, time): (usize, u64), bp| Self {
            ph,
            pid: THREADS,
            tid: track as u32,
            name: name.to_owned(),
            ts: Some(time as f64 * unit),
            cat: Some("order"),
            id: Some(id),
            bp,
            ..Self::default()
        };
        [end("s", flow.from, None), end("f", flow.to, Some("e"))]
    }
}

/// What a thread does that waits.
fn wait(kind: WaitKind) -> &'static str {
    match kind {
        WaitKind::End => "waits for the end of a thread",
        WaitKind::Data => "waits for another thread",
        WaitKind::Signal => "waits to be woken up",
        WaitKind::Lock => "waits for a lock",
    }
}

/// The name of what a thread executes.
fn executed(kind: HandingKind, calls: Option<&str>, at: Option<&Point>) -> String {
    let method = at.map_or_else(|| "code that is not known".to_owned(), |at| short(&at.method).to_owned());
    match (kind, calls) {
        (HandingKind::Loop, _) => format!("loop in {method}"),
        (HandingKind::Call, Some(calls)) => calls.to_owned(),
        _ => method,
    }
}
