//! The graph of communication: last writers of locations, and edges.

use paratrace_replay::base::compacting_pool::CompactingPool;
use paratrace_replay::base::frames::Cell;
use paratrace_replay::base::ledger::Ledger;
use paratrace_replay::stream::copies;
use paratrace_traceformat::map::{MethodId, ProgramMap};

use super::activations::Activation;
use super::contexts::{Contexts, FURTHER};
use super::figures::{Figures, Flow};
use super::heaviest::Heaviest;
use super::plan::Plan;
use super::reservoir::{Reservoir, Sampling};
use super::sites::Site;
use super::{CommunicationOptions, Frame, Thread, frames};
use crate::depths::Arena;
use crate::limits;

/// The last write of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Record {
    /// The writing activation; 0 if there was no write.
    activation: u32,
    site: Site,
    /// Bytes of the value; 0 if that is not known.
    width: u8,
}

impl Cell for Record {
    const ZERO: Self = Record { activation: 0, site: 0, width: 0 };
}

/// The producer or consumer of a sampled read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct End {
    pub(crate) site: Site,
    pub(crate) context: u32,
    pub(crate) thread: u32,
    pub(crate) method: MethodId,
    pub(crate) ordinal: u32,
}

/// A sampled read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sampled {
    pub(crate) producer: Option<End>,
    pub(crate) consumer: End,
    pub(crate) width: u8,
}

/// Consecutive copied elements with the same last writer.
#[derive(Debug, Clone, Copy)]
struct Copied {
    target: u32,
    length: u32,
    from: Record,
}

/// The edges, or a sample of them.
struct Edges {
    by_site: Ledger<(Site, Site), Flow>,
    by_context: Ledger<(u32, u32), Flow>,
    by_thread: Ledger<(u32, u32), Flow>,
    by_activation: Heaviest,
    sample: Option<Reservoir<Sampled>>,
}

/// The graph: last writers of all locations, and sums of edges.
pub(super) struct Graph {
    memory: Arena<Record>,
    activations: CompactingPool<Activation>,
    contexts: Contexts,
    /// Number of activations of each method so far.
    ordinals: Vec<u32>,
    sites: Vec<Figures>,
    threads: Vec<Figures>,
    total: Figures,
    /// Number of values read whose size is not known.
    unsized_reads: u64,
    edges: Edges,
    sampling: Option<Sampling>,
    copied: Vec<Copied>,
}

/// Results of the measurement.
pub(crate) struct MeasuredFlows {
    pub(crate) activations: CompactingPool<Activation>,
    pub(crate) contexts: Contexts,
    /// Figures by site.
    pub(crate) sites: Vec<Figures>,
    /// Figures by thread.
    pub(crate) threads: Vec<Figures>,
    pub(crate) total: Figures,
    pub(crate) unsized_reads: u64,
    pub(crate) by_site: Ledger<(Site, Site), Flow>,
    pub(crate) by_context: Ledger<(u32, u32), Flow>,
    pub(crate) by_thread: Ledger<(u32, u32), Flow>,
    pub(crate) by_activation: Heaviest,
    /// The sample: its settings, the reads in it, and the number of reads that it was drawn from.
    pub(crate) sample: Option<(Sampling, Vec<Sampled>, u64)>,
}

impl Graph {
    pub(super) fn new(map: &ProgramMap, options: &CommunicationOptions) -> Self {
        Self {
            memory: Arena::new(),
            activations: CompactingPool::new(Activation::default()),
            contexts: Contexts::new(),
            ordinals: vec![0; map.methods.len()],
            sites: vec![Figures::default(); map.methods.len() + map.loops.len()],
            threads: Vec::new(),
            total: Figures::default(),
            unsized_reads: 0,
            edges: Edges {
                by_site: Ledger::default(),
                by_context: Ledger::default(),
                by_thread: Ledger::default(),
                by_activation: Heaviest::new(options.edges),
                sample: options.sampling.as_ref().map(Reservoir::new),
            },
            sampling: options.sampling,
            copied: Vec::new(),
        }
    }

    /// Begins an activation; returns its number and its context.
    pub(super) fn enter(&mut self, thread: u32, caller: u32, method: MethodId) -> (u32, u32) {
        let context = self.contexts.callee(caller, method);
        let ordinal = self.ordinals[method.index()];
        self.ordinals[method.index()] = ordinal.wrapping_add(1);
        let activation = Activation { thread, method, ordinal, context, figures: Figures::default() };
        (self.activations.push(activation), context)
    }

    /// Ends an activation, whose edges are complete now.
    pub(super) fn exit(&mut self, frame: &mut Frame) {
        let consumer = self.activations.get(frame.activation);
        self.contexts.figures(frame.context).add(&consumer.figures);
        let thread = consumer.thread as usize;
        if thread >= self.threads.len() {
            self.threads.resize(thread + 1, Figures::default());
        }
        self.threads[thread].add(&consumer.figures);
        self.total.add(&consumer.figures);
        for (number, flow) in frame.producers.drain() {
            let producer = self.activations.get(number);
            self.edges.by_activation.offer(number, frame.activation, flow);
            self.edges.by_thread.at((producer.thread, consumer.thread)).add(flow);
            self.edges.between((producer.context, frame.context)).add(flow);
        }
    }

    pub(super) fn activation(&mut self, activation: u32) -> &mut Activation {
        self.activations.get_mut(activation)
    }

    /// Skips a path that always reads this number of values, if none of them is sampled. Returns whether it did.
    #[inline]
    pub(super) fn passes(&mut self, reads: Option<u64>) -> bool {
        match (&mut self.edges.sample, reads) {
            (Some(sample), Some(reads)) => sample.passes(reads),
            _ => false,
        }
    }

    /// Adds the edge of a read. The sums of the path count the read already.
    #[inline]
    pub(super) fn read(&mut self, frame: &mut Frame, slot: u32, site: Site, width: u8) {
        self.edge(frame, self.memory.get(slot), site, 1, width);
    }

    /// Adds the edge of a read of memory, if there is one, and its figures.
    pub(super) fn read_part(&mut self, frame: &mut Frame, slot: u32, site: Site, width: u8) {
        if slot != 0 {
            self.count(frame, site, &Figures { reads: Flow::of(1, width), ..Figures::default() });
            self.read(frame, slot, site, width);
        }
    }

    /// Records a write of memory, if there is one, and adds its figures.
    pub(super) fn write_part(&mut self, frame: &Frame, slot: u32, site: Site, width: u8) {
        if slot != 0 {
            self.count(frame, site, &Figures { writes: 1, ..Figures::default() });
            self.write(frame, slot, site, width);
        }
    }

    fn count(&mut self, frame: &Frame, site: Site, figures: &Figures) {
        self.sites[site as usize].add(figures);
        self.activations.get_mut(frame.activation).figures.add(figures);
    }

    /// Adds edges of values with one producer.
    #[inline]
    fn edge(&mut self, frame: &mut Frame, producer: Record, site: Site, values: u64, width: u8) {
        if self.edges.sample.is_some() {
            return self.sampled(frame, producer, site, values, width);
        }
        let flow = Flow::of(values, width);
        if producer.activation == 0 {
            self.activations.get_mut(frame.activation).figures.unwritten.add(flow);
            self.sites[site as usize].unwritten.add(flow);
            return;
        }
        frame.producers.at(producer.activation).add(flow);
        self.edges.by_site.at((producer.site, site)).add(flow);
    }

    fn sampled(&mut self, frame: &Frame, producer: Record, site: Site, values: u64, width: u8) {
        let activations = &self.activations;
        let end = |number: u32, site| {
            let Activation { thread, method, ordinal, context, .. } = activations.get(number);
            End { site, context, thread, method, ordinal }
        };
        let make = || Sampled {
            producer: (producer.activation != 0).then(|| end(producer.activation, producer.site)),
            consumer: end(frame.activation, site),
            width,
        };
        if let Some(sample) = &mut self.edges.sample {
            sample.offer(values, make);
        }
    }

    /// Records the write of a location. Slot 0 is none: a call was given no object.
    #[inline]
    pub(super) fn write(&mut self, frame: &Frame, slot: u32, site: Site, width: u8) {
        if slot != 0 {
            self.memory.set(slot, Record { activation: frame.activation, site, width });
        }
    }

    /// Copies elements: all are read before any is written.
    ///
    /// The instruction does not tell the element type. A value is as wide as it was when it was written. A value that
    /// was never written is as wide as the widest of those copied with it, or else of those overwritten.
    ///
    /// Elements that a call writes have no width that is known.
    #[inline(never)]
    pub(super) fn copy(&mut self, frame: &mut Frame, group: &[u32], site: Site) {
        if group[0] == copies::WRITES {
            return self.overwrite(frame, group, site);
        }
        let only_reads = group[0] == copies::READS;
        let mut copied = std::mem::take(&mut self.copied);
        copied.clear();
        for run in copies::runs(group) {
            self.segments(run.source, run.target, run.length, &mut copied);
        }
        let width = match widest(&copied) {
            0 if !only_reads => self.overwritten_width(group),
            known => known,
        };
        let mut figures = Figures::default();
        for part in &mut copied {
            if part.from.width == 0 {
                part.from.width = width;
                self.unsized_reads += if width == 0 { u64::from(part.length) } else { 0 };
            }
            let values = u64::from(part.length);
            figures.reads.add(Flow::of(values, part.from.width));
            figures.writes += if only_reads { 0 } else { values };
            self.edge(frame, part.from, site, values, part.from.width);
        }
        for part in copied.iter().filter(|_| !only_reads) {
            let record = Record { activation: frame.activation, site, width: part.from.width };
            self.memory.fill(part.target, part.length, record);
        }
        self.count(frame, site, &figures);
        self.copied = copied;
    }

    /// Writes elements that are no copies.
    fn overwrite(&mut self, frame: &mut Frame, group: &[u32], site: Site) {
        let record = Record { activation: frame.activation, site, width: 0 };
        let mut figures = Figures::default();
        for run in copies::runs(group) {
            self.memory.fill(run.target, run.length, record);
            figures.writes += u64::from(run.length);
        }
        self.count(frame, site, &figures);
    }

    /// Splits a run into parts with one last writer.
    fn segments(&self, source: u32, target: u32, length: u32, into: &mut Vec<Copied>) {
        if source == 0 {
            // These elements were never written, so they have no slots.
            return into.push(Copied { target, length, from: Record::ZERO });
        }
        let mut done = 0;
        while done < length {
            let from = self.memory.get(source + done);
            let mut same = self.memory.same_after(source + done, length - done).max(1);
            while done + same < length && self.memory.get(source + done + same) == from {
                same += 1;
            }
            into.push(Copied { target: target + done, length: same, from });
            done += same;
        }
    }

    fn overwritten_width(&self, group: &[u32]) -> u8 {
        let mut overwritten = Vec::new();
        copies::runs(group).for_each(|run| self.segments(run.target, run.target, run.length, &mut overwritten));
        widest(&overwritten)
    }

    /// Adds the figures of a path that was executed `times` times.
    pub(super) fn executed(&mut self, plan: &Plan, times: u64) {
        for (site, figures) in &plan.by_site {
            self.sites[*site as usize].add(&figures.times(times));
        }
    }

    /// Drops all locations.
    pub(super) fn forget(&mut self) {
        self.memory = Arena::new();
    }

    pub(super) fn is_full(&self) -> bool {
        self.activations.is_full()
    }

    /// Drops the activations that nothing refers to.
    pub(super) fn collect(&mut self, threads: &mut [Thread]) {
        let Self { memory, activations, edges, .. } = self;
        let open: usize = frames(threads).map(|frame| 1 + frame.producers.len()).sum();
        activations.collect(memory.len() + open + 2 * edges.by_activation.len(), |each| {
            memory.cells().for_each(|record| each(&mut record.activation));
            edges.by_activation.activations(each);
            for frame in frames(threads) {
                each(&mut frame.activation);
                frame.producers.activations().for_each(&mut *each);
            }
        });
        frames(threads).for_each(|frame| frame.producers.renumbered());
    }

    pub(super) fn finish(mut self, threads: usize) -> MeasuredFlows {
        self.threads.resize(threads, Figures::default());
        let Edges { by_site, by_context, by_thread, by_activation, sample } = self.edges;
        let sample = sample.zip(self.sampling).map(|(sample, sampling)| {
            let (items, offered) = sample.finish();
            (sampling, items, offered)
        });
        MeasuredFlows {
            activations: self.activations,
            contexts: self.contexts,
            sites: self.sites,
            threads: self.threads,
            total: self.total,
            unsized_reads: self.unsized_reads,
            by_site,
            by_context,
            by_thread,
            by_activation,
            sample,
        }
    }
}

fn widest(copied: &[Copied]) -> u8 {
    copied.iter().map(|part| part.from.width).max().unwrap_or(0)
}

impl Edges {
    /// Returns the sum between two contexts. When there are too many edges, new ones share one sum.
    #[inline]
    fn between(&mut self, contexts: (u32, u32)) -> &mut Flow {
        let full = self.by_context.sums().len() >= limits::MAX_CONTEXT_FLOWS;
        let known = !full || self.by_context.knows(&contexts);
        self.by_context.at(if known { contexts } else { (FURTHER, FURTHER) })
    }
}
