//! Counts of a replay, and how it ended.

use std::hash::Hash;

use paratrace_traceformat::data::most_in_progress;
use paratrace_traceformat::map::{MethodId, ProgramMap};
use rustc_hash::FxHashMap;

use super::table::PathTable;
use crate::base::error::{AnalyzeError, Desync, Halt};
use crate::events::{Events, Recorded};
use crate::replay::Identities;

/// Counts of one replay.
#[derive(Debug, Default)]
pub struct ReplayStats {
    /// Number of direct calls, by caller and callee.
    pub calls: FxHashMap<(MethodId, MethodId), u64>,
    /// Number of callbacks from untraced code, by the traced caller of that code and the callee.
    pub callbacks: FxHashMap<(MethodId, MethodId), u64>,
    /// Number of activations that no traced code of the thread called: its `run`, or tasks of a pool.
    pub roots: FxHashMap<MethodId, u64>,
    /// Number of opaque calls, by caller, site and recorded class.
    pub opaque: FxHashMap<(MethodId, u32, Option<u32>), u64>,
    /// Number of nodes of each method, without its callees.
    pub own_nodes: FxHashMap<MethodId, u64>,
    /// Number of nodes of the thread.
    pub nodes: u64,
    /// Number of those that were only counted.
    pub counted: u64,
    /// Number of entries where the map expects none.
    pub unexpected_entries: u64,
    /// The same, by the method that was active and the one that was entered.
    pub unexpected: FxHashMap<(MethodId, MethodId), u64>,
    /// Number of activations that ended without an event.
    pub unrecorded_exits: u64,
    /// Number of paths that an error of the JVM cut short inside a probe. What was recorded of them is counted.
    pub cut_short: u64,
    /// Number of activations that were open at the end.
    pub open_activations: u64,
    /// How the thread's objects were identified.
    pub identities: Identities,
}

impl ReplayStats {
    /// Adds the counts of another thread.
    pub fn add(&mut self, other: &ReplayStats) {
        add_all(&mut self.calls, &other.calls);
        add_all(&mut self.callbacks, &other.callbacks);
        add_all(&mut self.roots, &other.roots);
        add_all(&mut self.opaque, &other.opaque);
        add_all(&mut self.own_nodes, &other.own_nodes);
        self.nodes += other.nodes;
        self.counted += other.counted;
        self.unexpected_entries += other.unexpected_entries;
        add_all(&mut self.unexpected, &other.unexpected);
        self.unrecorded_exits += other.unrecorded_exits;
        self.cut_short += other.cut_short;
        self.open_activations += other.open_activations;
        self.identities.add(&other.identities);
    }

    /// Adds the counts that follow from the executions of each path.
    pub(super) fn collect(&mut self, paths: &PathTable<'_, '_>, _map: &ProgramMap) {
        for (info, &count) in paths.infos.iter().zip(&paths.counts) {
            let counted = u64::from(info.nodes) * count.counted;
            let (count, nodes) = (count.followed, u64::from(info.nodes) * count.followed);
            self.counted += counted;
            self.nodes += nodes + counted;
            if nodes > 0 {
                *self.own_nodes.entry(info.method).or_insert(0) += nodes;
            }
            if count > 0 {
                for &site in info.leaves.iter() {
                    *self.opaque.entry((info.method, site, None)).or_insert(0) += count;
                }
            }
        }
    }
}

fn add_all<K: Copy + Eq + Hash>(sums: &mut FxHashMap<K, u64>, more: &FxHashMap<K, u64>) {
    for (&key, &count) in more {
        *sums.entry(key).or_insert(0) += count;
    }
}

/// The end of a replay.
#[derive(Debug)]
pub struct Stop {
    /// The fault, and its position, if the events do not fit the map.
    pub desync: Option<(u64, Desync)>,
    /// The error, if reading failed.
    pub read: Option<AnalyzeError>,
    /// The error with which the consumer stopped the replay, if it did.
    pub stopped: Option<AnalyzeError>,
    /// Whether the events end before the last activation does.
    pub truncated: bool,
    /// Whether the thread was still running when the JVM ended, which is no loss.
    pub running: bool,
    /// How much the thread recorded, as far as known.
    pub recorded: Recorded,
    /// Number of control and data values consumed.
    pub used: u64,
    /// Number of path ids never consumed.
    pub control_left: u64,
    /// Number of data values that belong to no path, not even to one that the thread was in the middle of.
    pub data_left: u64,
}

impl Stop {
    pub(super) fn new(halt: Option<Halt>, open: u64, ended: bool, events: Events<'_>, map: &ProgramMap) -> Self {
        let (at, data_at) = (events.position(), events.data_position());
        let known = events.recorded();
        let (control_left, mut data_left, read, told) = events.finish();
        let ended = told.unwrap_or(ended);
        let here = Recorded { control: at + control_left, data: data_at + data_left, bytes: 0 };
        let recorded = known.unwrap_or(here);
        let truncated = !ended || matches!(halt, Some(Halt::OutOfData));
        // The JVM may end while a thread is in the middle of a path: its data are there, its number is not.
        let middle = halt.is_none() && data_left > 0 && control_left == 0 && data_left <= most_in_progress(map);
        let running = ended && (open > 0 || middle) && !matches!(halt, Some(Halt::Desync(_)));
        if running && middle {
            data_left = 0;
        }
        let (mut desync, mut stopped) = (None, None);
        match halt {
            Some(Halt::Desync(why)) => desync = Some((at, why)),
            Some(Halt::Stopped(why)) => stopped = Some(why),
            Some(Halt::OutOfData) | None => {}
        }
        Self { desync, read, stopped, truncated, running, recorded, used: at + data_at, control_left, data_left }
    }

    /// Returns the number of recorded control and data values that no figure includes.
    pub fn missing(&self) -> u64 {
        self.recorded.events().saturating_sub(self.used)
    }

    /// Returns the bytes of the trace that these take: their share of the thread's.
    pub fn missing_bytes(&self) -> u64 {
        let all = self.recorded.events();
        let share = self.missing() as f64 / all.max(1) as f64;
        (self.recorded.bytes as f64 * share).round() as u64
    }
}
