//! A timeline in the trace event format of Chrome, which Perfetto reads: strands as tracks, what they do as slices, creation
//! and waiting as flows, accesses to shared data as counters. The format counts µs; fractions of them are ns.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::timeline::{Slice, SliceKind, StrandTimes, Timeline, bits};

const PROCESS: u64 = 1;

/// The trace events of a timeline. Strands that do not overlap share tracks, but for those of `own_tracks`, the first ones.
///
/// ```
/// use paratrace_cost::{Platform, Strand, timeline, trace_events};
///
/// let main = Strand { nodes: 10, ..Strand::default() };
/// let played = timeline(&[main], &Platform::default(), 1.0);
/// assert!(trace_events(&played, 1)["traceEvents"].is_array());
/// ```
pub fn trace_events(timeline: &Timeline, own_tracks: usize) -> Value {
    let tracks = tracks(timeline, own_tracks);
    let mut order: Vec<usize> = (0..timeline.strands.len()).collect();
    order.sort_by(|&a, &b| {
        let begin = |number: usize| timeline.strands[number].begin_ns;
        tracks[a].cmp(&tracks[b]).then(begin(a).total_cmp(&begin(b))).then(a.cmp(&b))
    });
    let mut events = vec![json!({"ph": "M", "pid": PROCESS, "name": "process_name", "args": {"name": "simulated"}})];
    let (created, awaited) = (others(timeline, SliceKind::Creation), others(timeline, SliceKind::Idleness));
    let mut named = None;
    for number in order {
        if named.replace(tracks[number]) != Some(tracks[number]) {
            let own = number < own_tracks;
            let name = if own { timeline.strands[number].name.clone() } else { format!("worker {}", tracks[number]) };
            events.push(json!({
                "ph": "M", "pid": PROCESS, "tid": tracks[number], "name": "thread_name", "args": {"name": name}
            }));
        }
        let flows = (created.contains(&number), awaited.contains(&number));
        strand(&mut events, timeline, number, tracks[number], flows);
    }
    json!({"traceEvents": events, "displayTimeUnit": "ns"})
}

/// A track for each strand: the first one that is free when it begins.
fn tracks(timeline: &Timeline, own_tracks: usize) -> Vec<usize> {
    let own = own_tracks.min(timeline.strands.len());
    let mut tracks: Vec<usize> = (0..timeline.strands.len()).collect();
    let mut order: Vec<usize> = (own..timeline.strands.len()).collect();
    order.sort_by(|&a, &b| timeline.strands[a].begin_ns.total_cmp(&timeline.strands[b].begin_ns).then(a.cmp(&b)));
    // Tracks by the time from which they are free.
    let mut free = std::collections::BTreeSet::new();
    let mut next = own;
    for number in order {
        let StrandTimes { begin_ns, end_ns, .. } = timeline.strands[number];
        let first = free.first().copied().filter(|&(until, _)| until <= bits(begin_ns));
        let track = match first {
            Some(entry) => {
                free.remove(&entry);
                entry.1
            }
            None => {
                next += 1;
                next - 1
            }
        };
        free.insert((bits(end_ns), track));
        tracks[number] = track;
    }
    tracks
}

/// Strands that others create, or wait for.
fn others(timeline: &Timeline, kind: SliceKind) -> HashSet<usize> {
    let slices = timeline.strands.iter().flat_map(|strand| &strand.slices);
    slices.filter(|slice| slice.kind == kind).filter_map(|slice| slice.other).collect()
}

/// The events of one strand; flows lead to it if it is created, and from it if it is awaited.
fn strand(events: &mut Vec<Value>, timeline: &Timeline, number: usize, track: usize, (created, awaited): (bool, bool)) {
    let times = &timeline.strands[number];
    let at = |ns: f64| json!(ns / 1e3);
    events.push(json!({"ph": "B", "pid": PROCESS, "tid": track, "ts": at(times.begin_ns), "name": times.name}));
    if created {
        events.push(json!({
            "ph": "f", "bp": "e", "pid": PROCESS, "tid": track, "ts": at(times.begin_ns), "cat": "creation",
            "name": "creation", "id": 2 * number
        }));
    }
    for slice in &times.slices {
        let name = slice_name(slice, timeline);
        events.push(json!({"ph": "B", "pid": PROCESS, "tid": track, "ts": at(slice.begin), "name": name}));
        if let (SliceKind::Creation, Some(other)) = (slice.kind, slice.other) {
            events.push(json!({
                "ph": "s", "pid": PROCESS, "tid": track, "ts": at(slice.begin), "cat": "creation", "name": "creation",
                "id": 2 * other
            }));
        }
        if let (SliceKind::Idleness, Some(other)) = (slice.kind, slice.other) {
            events.push(json!({
                "ph": "f", "bp": "e", "pid": PROCESS, "tid": track, "ts": at(slice.end), "cat": "join", "name": "join",
                "id": 2 * other + 1
            }));
        }
        events.push(json!({"ph": "E", "pid": PROCESS, "tid": track, "ts": at(slice.end)}));
        if slice.kind == SliceKind::Communication {
            events.push(json!({
                "ph": "C", "pid": PROCESS, "tid": track, "ts": at(slice.end),
                "name": format!("shared accesses of {}", times.name), "args": {"accesses": slice.accesses}
            }));
        }
    }
    if awaited {
        events.push(json!({
            "ph": "s", "pid": PROCESS, "tid": track, "ts": at(times.end_ns), "cat": "join", "name": "join",
            "id": 2 * number + 1
        }));
    }
    events.push(json!({"ph": "E", "pid": PROCESS, "tid": track, "ts": at(times.end_ns)}));
}

fn slice_name(slice: &Slice, timeline: &Timeline) -> String {
    let other = slice.other.and_then(|other| timeline.strands.get(other)).map(|other| other.name.as_str());
    match (slice.kind, other) {
        (SliceKind::Creation, Some(other)) => format!("create {other}"),
        (SliceKind::Idleness, Some(other)) => format!("wait for {other}"),
        (SliceKind::Creation, None) => "create".to_owned(),
        (SliceKind::Idleness, None) => "wait".to_owned(),
        (SliceKind::Queueing, _) => "wait for a lock".to_owned(),
        (SliceKind::Execution, _) => "execute".to_owned(),
        (SliceKind::Communication, _) => "communicate".to_owned(),
    }
}
