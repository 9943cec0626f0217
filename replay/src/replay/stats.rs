//! What a replay counts and how it ended.

use paratrace_traceformat::data::most_in_progress;
use paratrace_traceformat::map::ProgramMap;
use rustc_hash::FxHashMap;

use super::table::PathTable;
use crate::base::error::{AnalyzeError, Desync, Halt};
use crate::events::{Events, Recorded};
use crate::replay::Identities;

/// Counts of one replay.
#[derive(Debug, Default)]
pub struct ReplayStats {
    /// Direct calls: caller, callee.
    pub calls: FxHashMap<(u32, u32), u64>,
    /// Traced code that untraced code called back: caller of the untraced code, callee.
    pub callbacks: FxHashMap<(u32, u32), u64>,
    /// Opaque calls: caller, site, class recorded there.
    pub opaque: FxHashMap<(u32, u32, Option<u32>), u64>,
    /// Nodes of each method without its callees.
    pub own_nodes: FxHashMap<u32, u64>,
    /// Nodes of the thread.
    pub nodes: u64,
    /// Entries where the map expects none.
    pub unexpected_entries: u64,
    /// Activations that ended without an event.
    pub unrecorded_exits: u64,
    /// Paths that an error of the JVM cut short inside a probe: what was recorded of them is there.
    pub cut_short: u64,
    /// Activations that were open at the end.
    pub open_activations: u64,
    /// How its objects were known.
    pub identities: Identities,
}

impl ReplayStats {
    /// Adds what follows from how often each path was executed.
    pub(super) fn collect(&mut self, paths: &PathTable<'_, '_>, _map: &ProgramMap) {
        for (info, &count) in paths.infos.iter().zip(&paths.counts) {
            let nodes = u64::from(info.nodes) * count;
            self.nodes += nodes;
            if nodes > 0 {
                *self.own_nodes.entry(info.method).or_insert(0) += nodes;
            }
            if count > 0 {
                for &site in &info.leaves {
                    *self.opaque.entry((info.method, site, None)).or_insert(0) += count;
                }
            }
        }
    }
}

/// How a replay ended.
#[derive(Debug)]
pub struct Stop {
    /// The events do not fit the map.
    pub desync: Option<(u64, Desync)>,
    /// Reading failed.
    pub read: Option<AnalyzeError>,
    /// The consumer stopped the replay.
    pub stopped: Option<AnalyzeError>,
    /// The events end before the last activation does.
    pub truncated: bool,
    /// The thread was still running when the JVM ended: that is no loss.
    pub running: bool,
    /// How much the thread recorded, as far as known.
    pub recorded: Recorded,
    /// Control and data values that were consumed.
    pub used: u64,
    /// Path ids never consumed.
    pub control_left: u64,
    /// Data values that belong to no path, and to none that the thread was in the middle of.
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

    /// Control and data values that were recorded and are in no figure.
    pub fn missing(&self) -> u64 {
        self.recorded.events().saturating_sub(self.used)
    }

    /// Bytes of the trace that they take: their share of the thread's.
    pub fn missing_bytes(&self) -> u64 {
        let all = self.recorded.events();
        let share = self.missing() as f64 / all.max(1) as f64;
        (self.recorded.bytes as f64 * share).round() as u64
    }
}
