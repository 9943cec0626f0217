//! The census: instances, iterations and nodes of each region.

use std::sync::Arc;

use paratrace_replay::paths::{Exit, Program};
use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Chunk, StreamPass, forward};
use rustc_hash::FxHashMap;

use super::by_region::ByRegion;
use super::windows::Room;
use crate::limits;

/// Counts of one static region, a method or a loop.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RegionCount {
    pub(crate) instances: u64,
    /// Number of executions of the header.
    pub(crate) iterations: u64,
    /// Number of iterations that ended the loop at the test at its top.
    pub(crate) tested: u64,
    pub(crate) nodes: u64,
    /// Number of nodes of outermost instances, those inside no other instance of the same region.
    pub(crate) outermost: u64,
    /// Number of nodes of loop instances and activations directly inside an activation.
    pub(crate) in_children: u64,
    /// Instances nested too deep to be measured, and their nodes.
    pub(crate) unmeasured: u64,
    pub(crate) unmeasured_nodes: u64,
    open: u64,
}

impl RegionCount {
    /// Adds the counts of another thread.
    pub(crate) fn add(&mut self, other: &RegionCount) {
        self.instances += other.instances;
        self.iterations += other.iterations;
        self.tested += other.tested;
        self.nodes += other.nodes;
        self.outermost += other.outermost;
        self.in_children += other.in_children;
        self.unmeasured += other.unmeasured;
        self.unmeasured_nodes += other.unmeasured_nodes;
    }
}

/// An open level of the region nest.
#[derive(Debug, Clone, Copy)]
struct Open {
    /// The region; `NONE` for an iteration and for the thread.
    region: RegionId,
    parent: RegionId,
    since: u64,
}

/// What the census of one thread has found.
pub(crate) struct Counted {
    pub(crate) regions: ByRegion<RegionCount>,
    /// Number of levels that are measured.
    pub(crate) levels: u64,
}

/// The counts of one thread's regions, while it is followed.
pub(crate) struct Census {
    regions: ByRegion<RegionCount>,
    pub(crate) nodes: u64,
    /// For each program its nodes, and whether it leaves loops.
    nodes_of: Vec<(u32, bool)>,
    /// Whether the next exit leaves its loop at the test.
    tested: bool,
    programs: Vec<Arc<Program>>,
    open: Vec<Open>,
    room: Room,
    highest: u32,
    /// Instances of each region, and their nodes, by the window in which they are measured if it has room; without the first one.
    deep: Vec<FxHashMap<RegionId, (u64, u64)>>,
}

impl Census {
    /// Creates a census, when there is this room for windows.
    pub(crate) fn new(room: Room) -> Self {
        Self {
            regions: ByRegion::default(),
            nodes: 0,
            nodes_of: Vec::new(),
            tested: false,
            programs: Vec::new(),
            open: vec![Open { region: RegionId::NONE, parent: RegionId::NONE, since: 0 }],
            room,
            highest: 0,
            deep: Vec::new(),
        }
    }

    /// Ends the census: now it is known which windows there was room for.
    pub(crate) fn finish(self) -> Counted {
        let Self { mut regions, deep, room, highest, .. } = self;
        let measured = room.windows(highest);
        let deep = deep.into_iter().zip(1..).filter(|&(_, window)| window >= measured);
        for (region, (instances, nodes)) in deep.flat_map(|(regions, _)| regions) {
            let count = regions.at(region);
            count.unmeasured += instances;
            count.unmeasured_nodes += nodes;
        }
        Counted { regions, levels: u64::from(measured) * u64::from(limits::LEVELS_PER_WINDOW) }
    }

    pub(crate) fn take(&mut self, chunk: &Chunk) {
        self.nodes_of
            .extend(chunk.programs.iter().map(|program| (program.nodes, !program.exits.is_empty() || program.tested)));
        self.programs.extend(chunk.programs.iter().cloned());
        self.highest = chunk.highest;
        forward(&chunk.words, self);
    }

    /// Closes an instance whose level is in the `window`.
    fn close(&mut self, open: Open, window: usize) {
        let nodes = self.nodes - open.since;
        let count = self.regions.at(open.region);
        count.open -= 1;
        count.nodes += nodes;
        if count.open == 0 {
            count.outermost += nodes;
        }
        if window > 0 {
            if self.deep.len() < window {
                self.deep.resize_with(window, FxHashMap::default);
            }
            let (instances, deep) = self.deep[window - 1].entry(open.region).or_default();
            *instances += 1;
            *deep += nodes;
        }
        if !open.parent.is_none() {
            self.regions.at(open.parent).in_children += nodes;
        }
    }
}

impl StreamPass for Census {
    #[inline]
    fn path(&mut self, _: usize, program: u32, _: u32, _: &[u32]) {
        let (nodes, exits) = self.nodes_of[program as usize];
        let nodes = u64::from(nodes);
        if !exits {
            self.nodes += nodes;
            return;
        }
        let program = Arc::clone(&self.programs[program as usize]);
        let begin = self.nodes;
        for &Exit { levels, before, tested } in &program.exits {
            self.nodes = begin + u64::from(before);
            self.tested = tested;
            self.exit(levels);
        }
        self.nodes = begin + nodes;
        // The exit at the path's end is the next operation of the stream.
        self.tested = program.tested;
    }

    fn work(&mut self, nodes: u32) {
        self.nodes += u64::from(nodes);
    }

    fn enter(&mut self, region: RegionId, parent: RegionId, _: u32) {
        let count = self.regions.at(region);
        count.instances += 1;
        count.open += 1;
        self.open.push(Open { region, parent, since: self.nodes });
    }

    fn open_loop(&mut self, region: RegionId, parent: RegionId, frame: u32, header: bool) {
        self.enter(region, parent, frame);
        self.open.push(Open { region: RegionId::NONE, parent: RegionId::NONE, since: self.nodes });
        self.regions.at(region).iterations += u64::from(header);
    }

    fn next_iteration(&mut self) {
        if let [.., looped, iteration] = &mut self.open[..] {
            iteration.since = self.nodes;
            if !looped.region.is_none() {
                self.regions.at(looped.region).iterations += 1;
            }
        }
    }

    fn exit(&mut self, levels: u32) {
        if std::mem::take(&mut self.tested)
            && let [.., looped, _] = &self.open[..]
            && !looped.region.is_none()
        {
            self.regions.at(looped.region).tested += 1;
        }
        for _ in 0..levels {
            let Some(open) = self.open.pop() else { return };
            if !open.region.is_none() {
                self.close(open, self.open.len() / limits::LEVELS_PER_WINDOW as usize);
            }
        }
    }
}
