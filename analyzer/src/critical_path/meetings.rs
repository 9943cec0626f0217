//! Where the critical path goes from thread to thread, or waits for a monitor, as report data.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use paratrace_traceformat::map::{Accessed, InstructionId, Op, Site as Call};

use super::Places;
use super::sites::{HeldSets, MeetingKind as Kind, Site, Sites};
use super::sums::{MeetingCount, Sums};
use crate::model::{
    ChainLink, ChainMeeting, ChainMonitor, CriticalPath, LinkKind, MeetingEnd, MeetingKind, OrderedPath,
};
use crate::ratios::ratio;

/// The sites at which threads meet, and the sets of those at which they entered the monitors that they hold.
pub(super) type Met = (Sites, HeldSets);

/// A meeting, as users know it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Meeting {
    kind: MeetingKind,
    name: String,
    released: Option<MeetingEnd>,
    acquired: Option<MeetingEnd>,
}

impl Meeting {
    pub(super) fn link(self) -> ChainLink {
        ChainLink { kind: LinkKind::Meeting, name: self.name, variable: None, meeting: Some(self.kind) }
    }
}

impl Places<'_> {
    /// Returns what a path has that goes through meetings.
    pub(super) fn ordered(&self, path: CriticalPath, sums: &Sums, met: &Met) -> OrderedPath {
        let CriticalPath { nodes, thread, threads, lines, methods, instructions, edges, way, others, .. } = path;
        let critical_path = thread.as_ref().map_or(0, |thread| thread.critical_path);
        OrderedPath {
            critical_path,
            parallelism: ratio(nodes, critical_path),
            thread,
            threads,
            meetings: self.meetings(sums, met),
            monitors: self.monitors(sums, met, critical_path),
            lines,
            methods,
            instructions,
            edges,
            way,
            others,
        }
    }

    /// Lists the meetings, those that most nodes lead to first.
    fn meetings(&self, sums: &Sums, met: &Met) -> Vec<ChainMeeting> {
        let mut all: BTreeMap<Meeting, MeetingCount> = BTreeMap::new();
        for (&sites, count) in &sums.meetings {
            let sum = all.entry(self.meeting(met, sites)).or_default();
            sum.edges.all += count.edges.all;
            sum.edges.between_threads += count.edges.between_threads;
            sum.nodes += count.nodes;
        }
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by_key(|(_, count)| (Reverse(count.nodes), Reverse(count.edges.all)));
        let row = |(Meeting { kind, name, released, acquired }, MeetingCount { edges, nodes })| ChainMeeting {
            kind,
            name,
            released,
            acquired,
            count: edges.all,
            between_threads: edges.between_threads,
            nodes,
        };
        all.into_iter().map(row).collect()
    }

    /// Lists where the monitors were entered that were held meanwhile, those with most nodes first.
    fn monitors(&self, sums: &Sums, (sites, held): &Met, length: u64) -> Vec<ChainMonitor> {
        let mut all: BTreeMap<MeetingEnd, u64> = BTreeMap::new();
        for (&set, &nodes) in &sums.held {
            let entered = held.sites(set).filter_map(|site| self.end(sites.get(site)?));
            for place in entered.collect::<BTreeSet<_>>() {
                *all.entry(place).or_insert(0) += nodes;
            }
        }
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by_key(|(_, nodes)| Reverse(*nodes));
        let row = |(entered, nodes)| ChainMonitor { entered, nodes, share: ratio(nodes, length) };
        all.into_iter().map(row).collect()
    }

    /// Returns the meeting that was released and acquired at these sites.
    pub(super) fn meeting(&self, (sites, _): &Met, (from, to): (u32, u32)) -> Meeting {
        let nowhere = Site { kind: Kind::Unknown, insn: InstructionId::NONE, under: InstructionId::NONE };
        let (from, to) = (sites.get(from).unwrap_or(nowhere), sites.get(to).unwrap_or(nowhere));
        let (kind, name) = self.kind(from, to);
        Meeting { kind, name, released: self.end(from), acquired: self.end(to) }
    }

    fn kind(&self, from: Site, to: Site) -> (MeetingKind, String) {
        let unnamed = |kind| (kind, String::new());
        match (from.kind, to.kind) {
            (Kind::Monitor, _) | (_, Kind::Monitor) => unnamed(MeetingKind::Monitor),
            (Kind::Slot, _) => {
                self.slot(from.insn).or_else(|| self.slot(to.insn)).unwrap_or(unnamed(MeetingKind::Object))
            }
            (Kind::Thread, _) => match self.points.call(from.insn) {
                Some(call) if call.name.starts_with("start") => unnamed(MeetingKind::Start),
                _ => unnamed(MeetingKind::Wake),
            },
            (Kind::End, _) => unnamed(MeetingKind::End),
            (Kind::Class(class), _) => {
                let class = self.points.map.classes.get(class as usize);
                (MeetingKind::Class, class.map(|class| class.name.clone()).unwrap_or_default())
            }
            (Kind::Unknown, _) => unnamed(MeetingKind::Unknown),
            (Kind::Fences, _) => unnamed(MeetingKind::Fence),
            (Kind::Tasks, _) => unnamed(MeetingKind::Task),
            (Kind::Results, _) => unnamed(MeetingKind::Result),
        }
    }

    /// Returns what an instruction meets at, if that has a name: a field that it accesses, or the object that it calls a method of.
    fn slot(&self, insn: InstructionId) -> Option<(MeetingKind, String)> {
        let points = &self.points;
        if let Some(call) = points.call(insn) {
            return Some(match points.accessed(insn) {
                Some(Accessed::Field(field)) => (MeetingKind::Volatile, points.field(field)),
                Some(_) => (MeetingKind::Volatile, String::new()),
                None if call.name.starts_with("wait") => (MeetingKind::Monitor, String::new()),
                None => (MeetingKind::Object, call.class.clone()),
            });
        }
        let is_field = !insn.is_none() && crate::heap::is_field(points.map.insns.op[insn.index()]);
        is_field.then(|| (MeetingKind::Volatile, points.field(points.map.insns.arg[insn.index()])))
    }

    fn end(&self, site: Site) -> Option<MeetingEnd> {
        let Site { under, .. } = site;
        if under.is_none() {
            return None;
        }
        let name = |call: &Call| format!("{}.{}{}", call.class, call.name, call.desc);
        let is_call = self.points.op(under) == Op::Invoke;
        let call = self.points.call(under).filter(|_| is_call).map(name);
        Some(MeetingEnd { place: self.place(self.of(under)), call })
    }
}
