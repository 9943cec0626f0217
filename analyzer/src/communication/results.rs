//! Communication graphs as report data.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_traceformat::map::ProgramMap;
use rustc_hash::FxHashMap;

use crate::communication::partners::{Number, Partners, activation};
use crate::communication::{CommunicationOptions, End, Figures, Flow, MeasuredFlows, Sampled, Sampling, quantile};
use crate::limits::{LEAST_PATH_METHODS, PATH_METHODS};
use crate::model::{Communication, CommunicationTotals, Estimate, FlowEdge, Granularity, LeftOut, Partner, Sample};

const ALL: [Granularity; 7] = [
    Granularity::Activation,
    Granularity::CallPath,
    Granularity::Loop,
    Granularity::Method,
    Granularity::Class,
    Granularity::Package,
    Granularity::Thread,
];

type Edges = FxHashMap<(Number, Number), Flow>;
type Sums = FxHashMap<Number, Figures>;
type Names = BTreeMap<Number, String>;

/// Assembles the graphs of all granularities; of activations and call paths with the heaviest edges.
pub(crate) fn communication(
    map: &ProgramMap,
    found: &MeasuredFlows,
    threads: &[String],
    options: &CommunicationOptions,
) -> (Vec<Communication>, CommunicationTotals) {
    let results = Results { found, partners: Partners::new(map, found, threads), options };
    match &found.sample {
        None => (ALL.map(|granularity| results.exact(granularity)).into(), results.totals()),
        Some((sampling, items, offered)) => {
            let sample = Estimates::new(sampling, items, *offered);
            let totals = sample.totals(results.totals());
            (ALL.map(|granularity| results.estimated(granularity, &sample)).into(), totals)
        }
    }
}

struct Results<'f> {
    found: &'f MeasuredFlows,
    partners: Partners<'f>,
    options: &'f CommunicationOptions,
}

/// Returns whether there are so many partners that only those of the heaviest edges are listed.
fn is_fine(granularity: Granularity) -> bool {
    matches!(granularity, Granularity::Activation | Granularity::CallPath)
}

impl Results<'_> {
    fn totals(&self) -> CommunicationTotals {
        let total = &self.found.total;
        CommunicationTotals {
            reads: total.reads.values,
            read_bytes: total.reads.bytes,
            unwritten_reads: total.unwritten.values,
            unwritten_bytes: total.unwritten.bytes,
            unsized_reads: self.found.unsized_reads,
            writes: total.writes,
            sample: None,
        }
    }

    fn exact(&self, granularity: Granularity) -> Communication {
        let (found, mut edges) = (self.found, Edges::default());
        let mut add = |producer, consumer, flow| edges.entry((producer, consumer)).or_default().add(flow);
        match granularity {
            Granularity::Activation => {
                let number = |at| {
                    let found = found.activations.get(at);
                    activation(found.method, found.ordinal)
                };
                found.by_activation.edges().for_each(|e| add(number(e.producer.0), number(e.consumer.0), e.flow));
            }
            Granularity::CallPath => {
                found.by_context.sums().iter().for_each(|&((p, c), flow)| add(p.into(), c.into(), flow));
            }
            Granularity::Thread => {
                found.by_thread.sums().iter().for_each(|&((p, c), flow)| add(p.into(), c.into(), flow));
            }
            _ => {
                let number = |site| self.partners.of_site(granularity, site);
                found.by_site.sums().iter().for_each(|&((p, c), flow)| add(number(p), number(c), flow));
            }
        }
        let mut graph = self.graph(granularity, edges, self.figures(granularity));
        if granularity == Granularity::Activation {
            let (lost, flow) = (found.by_activation.left_out, found.by_activation.left_out_flow);
            graph.left_out = LeftOut { edges: lost, values: flow.values, bytes: flow.bytes, partners: 0 };
        }
        graph
    }

    fn estimated(&self, granularity: Granularity, sample: &Estimates<'_>) -> Communication {
        let mut edges = Edges::default();
        let mut sums = self.figures(granularity);
        sums.values_mut().for_each(|figures| figures.unwritten = Flow::default());
        for item in sample.items {
            let consumer = self.number(granularity, &item.consumer);
            let flow = Flow::of(1, item.width);
            match &item.producer {
                Some(producer) => edges.entry((self.number(granularity, producer), consumer)).or_default().add(flow),
                None => sums.entry(consumer).or_default().unwritten.add(flow),
            }
        }
        sums.values_mut().for_each(|figures| figures.unwritten = sample.scaled(figures.unwritten));
        let mut graph = self.graph(granularity, edges, sums);
        graph.edges.iter_mut().for_each(|edge| sample.estimate(edge));
        let left_out = Flow { values: graph.left_out.values, bytes: graph.left_out.bytes };
        let Flow { values, bytes } = sample.scaled(left_out);
        graph.left_out = LeftOut { values, bytes, ..graph.left_out };
        graph
    }

    fn number(&self, granularity: Granularity, end: &End) -> Number {
        match granularity {
            Granularity::Activation => activation(end.method, end.ordinal),
            Granularity::CallPath => end.context.into(),
            Granularity::Thread => end.thread.into(),
            _ => self.partners.of_site(granularity, end.site),
        }
    }

    /// Returns the figures of partners. Those of call paths are looked up when they are listed.
    fn figures(&self, granularity: Granularity) -> Sums {
        let mut sums = Sums::default();
        match granularity {
            Granularity::Activation => {
                let numbers = self.found.by_activation.edges().flat_map(|e| [e.producer.0, e.consumer.0]);
                for activation in numbers.map(|at| self.found.activations.get(at)) {
                    let number = crate::communication::partners::activation(activation.method, activation.ordinal);
                    sums.insert(number, activation.figures);
                }
            }
            Granularity::CallPath => {}
            Granularity::Thread => {
                for (figures, thread) in self.found.threads.iter().zip(0..).filter(|(figures, _)| figures.nodes > 0) {
                    sums.insert(thread, *figures);
                }
            }
            _ => {
                for (figures, site) in self.found.sites.iter().zip(0..).filter(|(figures, _)| figures.nodes > 0) {
                    sums.entry(self.partners.of_site(granularity, site)).or_default().add(figures);
                }
            }
        }
        sums
    }

    /// Names the partners and sorts the edges, the heaviest first. Edges beyond the limit are left out.
    fn graph(&self, granularity: Granularity, edges: Edges, mut sums: Sums) -> Communication {
        let mut edges: Vec<((Number, Number), Flow)> = edges.into_iter().collect();
        edges.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut left_out = LeftOut::default();
        if is_fine(granularity) {
            for (_, flow) in edges.drain(self.options.edges.min(edges.len())..) {
                left_out.edges += 1;
                left_out.values += flow.values;
                left_out.bytes += flow.bytes;
            }
        }
        let ends = || edges.iter().flat_map(|&((producer, consumer), _)| [producer, consumer]);
        let listed: BTreeSet<Number> = ends().chain(sums.keys().copied().filter(|_| !is_fine(granularity))).collect();
        let mut names = self.names(granularity, &listed, PATH_METHODS);
        if granularity == Granularity::CallPath {
            let mut methods = PATH_METHODS;
            let bytes =
                |names: &Names| names.values().chain(ends().map(|end| &names[&end])).map(String::len).sum::<usize>();
            while methods > LEAST_PATH_METHODS && bytes(&names) > self.options.path_bytes {
                methods /= 2;
                names = self.names(granularity, &listed, methods);
            }
        }
        let mut partners: Vec<Partner> =
            names.iter().map(|(&number, name)| self.partner(granularity, number, name, &mut sums)).collect();
        partners.sort_by(|a, b| a.name.cmp(&b.name));
        let edges = edges.into_iter().map(|((producer, consumer), flow)| FlowEdge {
            producer: names[&producer].clone(),
            consumer: names[&consumer].clone(),
            values: flow.values,
            bytes: flow.bytes,
            share: None,
        });
        Communication { granularity, partners, edges: edges.collect(), left_out }
    }

    /// Names partners; call paths by at most so many methods.
    fn names(&self, granularity: Granularity, listed: &BTreeSet<Number>, methods: usize) -> Names {
        listed.iter().map(|&number| (number, self.partners.name(granularity, number, methods))).collect()
    }

    fn partner(&self, granularity: Granularity, number: Number, name: &str, sums: &mut Sums) -> Partner {
        let figures = match granularity {
            Granularity::CallPath => *self.found.contexts.sums(number as u32),
            _ => sums.get(&number).copied().unwrap_or_default(),
        };
        Partner {
            name: name.to_owned(),
            nodes: figures.nodes,
            reads: figures.reads.values,
            read_bytes: figures.reads.bytes,
            unwritten_reads: figures.unwritten.values,
            unwritten_bytes: figures.unwritten.bytes,
            writes: figures.writes,
        }
    }
}

/// Estimates for the whole run from a sample.
struct Estimates<'f> {
    sampling: &'f Sampling,
    items: &'f [Sampled],
    /// Number of reads that the sample was drawn from.
    offered: u64,
    /// Number of sampled reads that have a producer.
    produced: u64,
    /// Half the width of an interval, in standard deviations.
    z: f64,
}

impl<'f> Estimates<'f> {
    fn new(sampling: &'f Sampling, items: &'f [Sampled], offered: u64) -> Self {
        let produced = items.iter().filter(|item| item.producer.is_some()).count() as u64;
        Self { sampling, items, offered, produced, z: quantile(sampling.confidence) }
    }

    /// Scales values and bytes of the sample to the whole run.
    fn scaled(&self, flow: Flow) -> Flow {
        let scale = |sampled: u64| {
            let product = u128::from(sampled) * u128::from(self.offered);
            product.checked_div(self.items.len() as u128).unwrap_or(0) as u64
        };
        Flow { values: scale(flow.values), bytes: scale(flow.bytes) }
    }

    /// Turns an edge of the sample into an estimate for the whole run.
    fn estimate(&self, edge: &mut FlowEdge) {
        let sampled = edge.values;
        let n = self.produced as f64;
        let share = sampled as f64 / n;
        // A sample that holds all reads is exact.
        let whole = self.items.len() as u64 == self.offered;
        let half = if whole || n < 2.0 { 0.0 } else { self.z * (share * (1.0 - share) / (n - 1.0)).sqrt() };
        let (low, high) = ((share - half).max(0.0), (share + half).min(1.0));
        edge.share = Some(Estimate { sampled, estimate: share, low, high });
        Flow { values: edge.values, bytes: edge.bytes } = self.scaled(Flow { values: sampled, bytes: edge.bytes });
    }

    fn totals(&self, exact: CommunicationTotals) -> CommunicationTotals {
        let unwritten = self.items.iter().filter(|item| item.producer.is_none());
        let mut flow = Flow::default();
        unwritten.for_each(|item| flow.add(Flow::of(1, item.width)));
        let Flow { values, bytes } = self.scaled(flow);
        let sample = Sample {
            size: self.items.len() as u64,
            produced: self.produced,
            seed: self.sampling.seed,
            confidence: self.sampling.confidence,
        };
        CommunicationTotals { unwritten_reads: values, unwritten_bytes: bytes, sample: Some(sample), ..exact }
    }
}
