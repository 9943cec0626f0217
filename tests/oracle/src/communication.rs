//! The communication graphs by the definitions of docs/metrics.md, from recorded nodes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use paratrace_analyzer::Report;
use paratrace_analyzer::listing::{Location, Region};
use paratrace_analyzer::model::Granularity;
use paratrace_traceformat::map::{Accessed, Effect, InstructionId, MethodId, Op, ProgramMap, Site};

use crate::dependences::{Step, first_difference};

const ALL: [Granularity; 7] = [
    Granularity::Activation,
    Granularity::CallPath,
    Granularity::Loop,
    Granularity::Method,
    Granularity::Class,
    Granularity::Package,
    Granularity::Thread,
];

/// Nodes; values read, bytes; those that nobody wrote, bytes; values written.
type Figures = [u64; 6];

/// All graphs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flows {
    /// Values, bytes, by producer and consumer.
    pub edges: BTreeMap<(Granularity, String, String), (u64, u64)>,
    pub partners: BTreeMap<(Granularity, String), Figures>,
    /// The partners' figures, all together.
    pub total: Figures,
    pub unsized_reads: u64,
}

/// An activation and the instruction in it that accesses.
type Access = (usize, InstructionId);

struct Activation {
    method: MethodId,
    ordinal: usize,
    thread: usize,
    /// Methods on the stack.
    path: Vec<MethodId>,
}

#[derive(Default)]
struct Heap {
    writer: HashMap<Location, Access>,
    width: HashMap<Location, u64>,
}

struct Brute<'m> {
    map: &'m ProgramMap,
    block_of: HashMap<InstructionId, usize>,
    activations: Vec<Activation>,
    counts: HashMap<MethodId, usize>,
    edges: HashMap<(Access, Access), (u64, u64)>,
    figures: HashMap<Access, Figures>,
    unsized_reads: u64,
    /// Nodes of calls that are only counted, which belong to no activation.
    counted: u64,
}

/// The steps of all threads in one order, each with its thread.
pub type Steps = Vec<(usize, Step)>;

/// Sums over all threads. They share locations, or each has its own.
pub fn communication(map: &ProgramMap, threads: &[String], steps: &Steps, shared: bool) -> Flows {
    let mut block_of = HashMap::new();
    for (number, block) in map.blocks.iter().enumerate() {
        block_of.extend(block.instructions().map(|insn| (insn, number)));
    }
    let (activations, counts, edges, figures) = Default::default();
    let mut brute = Brute { map, block_of, activations, counts, edges, figures, unsized_reads: 0, counted: 0 };
    brute.run(steps, threads.len(), shared);
    brute.flows(threads)
}

fn is_heap(location: &Location) -> bool {
    matches!(location, Location::Static(_) | Location::Field(..) | Location::Element(..))
}

impl Brute<'_> {
    fn run(&mut self, steps: &Steps, threads: usize, shared: bool) {
        let mut stacks: Vec<Vec<Option<usize>>> = vec![Vec::new(); threads];
        let mut heaps: Vec<Heap> = stacks.iter().map(|_| Heap::default()).collect();
        for (at, (thread, step)) in steps.iter().enumerate() {
            let open = &mut stacks[*thread];
            let innermost = open.iter().rev().find_map(|activation| *activation);
            match step {
                Step::Enter(Region::Method(method)) => {
                    let mut path = innermost.map_or(vec![], |caller| self.activations[caller].path.clone());
                    path.push(*method);
                    let count = self.counts.entry(*method).or_default();
                    open.push(Some(self.activations.len()));
                    self.activations.push(Activation { method: *method, ordinal: *count, thread: *thread, path });
                    *count += 1;
                }
                Step::Enter(_) => open.push(None),
                Step::Exit => drop(open.pop()),
                Step::Node { insn, .. } => {
                    let is_part = |step: &&(usize, Step)| matches!(step, (_, Step::Vertex { .. }));
                    let parts = 1 + steps[at + 1..].iter().take_while(is_part).count();
                    let heap = &mut heaps[if shared { 0 } else { *thread }];
                    let next = steps[at + parts..].iter().find(|(of, _)| of == thread);
                    let threw = matches!(next, Some((_, Step::Moved { to: Location::Exception, .. })));
                    self.node((innermost.unwrap(), *insn), &steps[at..at + parts], heap, threw);
                }
                Step::Counted(nodes) => self.counted += nodes,
                Step::Vertex { .. } | Step::Moved { .. } | Step::Arrive(_) => {}
            }
        }
    }

    /// A node and its further vertices: all reads, then all writes. `threw`: it is a call that did nothing else.
    fn node(&mut self, access: Access, parts: &[(usize, Step)], heap: &mut Heap, threw: bool) {
        let mut reads: Vec<Location> = Vec::new();
        let mut writes: Vec<(Option<Location>, Location)> = Vec::new();
        for (_, part) in parts {
            let (Step::Node { reads: r, writes: w, .. } | Step::Vertex { reads: r, writes: w }) = part else {
                continue;
            };
            let source = r.iter().copied().find(is_heap);
            reads.extend(r.iter().filter(|read| is_heap(read)));
            writes.extend(w.iter().filter(|write| is_heap(write)).map(|write| (source, *write)));
        }
        let called = self.map.call_at(access.1).map(|site| site.effect);
        let copies = matches!(called, Some(Effect::ArrayCopy | Effect::Clone));
        let works = matches!(called, Some(Effect::Elements(_)));
        let unique: BTreeSet<Location> = reads.into_iter().collect();
        let known = |places: &mut dyn Iterator<Item = Location>| {
            places.filter_map(|place| heap.width.get(&place).copied()).max().filter(|&width| width > 0)
        };
        let widest = known(&mut unique.iter().copied())
            .or_else(|| known(&mut writes.iter().filter(|_| !works).map(|(_, target)| *target)))
            .unwrap_or(0);
        let of_copied = |source: &Location| heap.width.get(source).copied().filter(|&w| w > 0).unwrap_or(widest);
        let figures = self.figures.entry(access).or_default();
        figures[0] += 1;
        figures[5] += writes.len() as u64;
        for read in &unique {
            let width = if copies || works { of_copied(read) } else { width(self.map, access.1) };
            self.unsized_reads += u64::from(width == 0);
            figures[1] += 1;
            figures[2] += width;
            if let Some(producer) = heap.writer.get(read) {
                let edge = self.edges.entry((*producer, access)).or_default();
                *edge = (edge.0 + 1, edge.1 + width);
            } else {
                figures[3] += 1;
                figures[4] += width;
            }
        }
        if let Some(Effect::Access(called)) = called
            && !matches!(called.place, Accessed::Memory(_))
            && !threw
        {
            // What a call reads of no object, nobody has written.
            if called.reads && unique.is_empty() {
                let width = width(self.map, access.1);
                figures[1] += 1;
                figures[2] += width;
                figures[3] += 1;
                figures[4] += width;
            }
            figures[5] += u64::from(called.writes && writes.is_empty());
        }
        let widths: Vec<u64> = writes
            .iter()
            .map(|(source, _)| match (works, copies) {
                (true, _) => 0,
                (_, true) => source.as_ref().map_or(0, of_copied),
                _ => width(self.map, access.1),
            })
            .collect();
        for ((_, target), width) in writes.iter().zip(widths) {
            heap.writer.insert(*target, access);
            heap.width.insert(*target, width);
        }
    }

    fn flows(&self, threads: &[String]) -> Flows {
        let mut flows = Flows { unsized_reads: self.unsized_reads, ..Flows::default() };
        flows.total[0] = self.counted;
        for granularity in ALL {
            for ((producer, consumer), flow) in &self.edges {
                let name = |access| self.name(granularity, access, threads);
                let sum = flows.edges.entry((granularity, name(producer), name(consumer))).or_default();
                *sum = (sum.0 + flow.0, sum.1 + flow.1);
            }
            for (access, figures) in &self.figures {
                let name = self.name(granularity, access, threads);
                let sum = flows.partners.entry((granularity, name)).or_default();
                sum.iter_mut().zip(figures).for_each(|(sum, more)| *sum += more);
            }
        }
        for figures in self.figures.values() {
            flows.total.iter_mut().zip(figures).for_each(|(sum, more)| *sum += more);
        }
        flows.forget_silent();
        flows
    }

    fn name(&self, granularity: Granularity, access: &Access, threads: &[String]) -> String {
        let (activation, map) = (&self.activations[access.0], self.map);
        let method = map.method_name(activation.method);
        let class = || map.classes[map.methods[activation.method.index()].class.index()].name.clone();
        match granularity {
            Granularity::Activation => format!("{method}#{}", activation.ordinal + 1),
            Granularity::CallPath => path(map, &activation.path),
            Granularity::Loop => self.looped(access.1, method),
            Granularity::Method => method,
            Granularity::Class => class(),
            Granularity::Package => match class().rfind('/') {
                Some(at) => class()[..at].to_owned(),
                None => "(default)".to_owned(),
            },
            Granularity::Thread => threads[activation.thread].clone(),
        }
    }

    fn looped(&self, insn: InstructionId, method: String) -> String {
        let looped = self.map.blocks[self.block_of[&insn]].loop_;
        if looped.is_none() {
            return method;
        }
        let mut header = self.map.loops[looped.index()].header;
        while self.map.blocks[header.index()].insns.is_empty() {
            header = self.map.edges[self.map.blocks[header.index()].edges.start as usize].to;
        }
        format!("{method} loop@{}", self.map.insns.pc[self.map.blocks[header.index()].insns.start as usize])
    }
}

/// Names of call paths leave out what is in the middle.
fn path(map: &ProgramMap, methods: &[MethodId]) -> String {
    let mut names: Vec<String> = methods.iter().map(|&method| map.method_name(method)).collect();
    if names.len() > 64 {
        let between = format!("… {} more …", names.len() - 64);
        names.splice(8..names.len() - 56, [between]);
    }
    names.join(" > ")
}

/// Without the number that tells such paths apart.
fn unnumbered(name: &str) -> String {
    match (name.find(" (path "), name.find(") …")) {
        (Some(from), Some(to)) => format!("{}{}", &name[..from], &name[to + 1..]),
        _ => name.to_owned(),
    }
}

fn width(map: &ProgramMap, insn: InstructionId) -> u64 {
    let arg = map.insns.arg[insn.index()];
    if let Some(site) = map.call_at(insn) {
        return width_of_access(map, site);
    }
    let array = [Op::ArrayLoad as u8, Op::ArrayStore as u8].contains(&map.insns.op[insn.index()]);
    let kind = if array { char::from(arg as u8) } else { map.fields[arg as usize].desc.chars().next().unwrap() };
    width_of(kind)
}

fn width_of(kind: char) -> u64 {
    match kind {
        'Z' | 'B' => 1,
        'C' | 'S' => 2,
        'I' | 'F' => 4,
        'J' | 'D' => 8,
        _ => 4,
    }
}

/// An element is as wide as what is written, the last parameter, or else as the result.
fn width_of_access(map: &ProgramMap, site: &Site) -> u64 {
    let Effect::Access(access) = site.effect else { panic!("no access: {site:?}") };
    let (parameters, result) = site.desc.split_once(')').unwrap();
    let is_primitive = |last: &char| *last != ';' && !parameters.ends_with(&format!("[{last}"));
    width_of(match access.place {
        Accessed::Field(field) => map.fields[field as usize].desc.chars().next().unwrap(),
        Accessed::Memory(_) => 'B',
        Accessed::Element | Accessed::Reflected if !access.writes => result.chars().next().unwrap(),
        Accessed::Element | Accessed::Reflected => parameters.chars().last().filter(is_primitive).unwrap_or('L'),
    })
}

impl Flows {
    /// Keeps only those activations and call paths that have edges.
    fn forget_silent(&mut self) {
        let ends = self.edges.keys().flat_map(|(g, p, c)| [(*g, p.clone()), (*g, c.clone())]);
        let ends: BTreeSet<(Granularity, String)> = ends.collect();
        let fine = |g: &Granularity| matches!(g, Granularity::Activation | Granularity::CallPath);
        self.partners.retain(|key, _| !fine(&key.0) || ends.contains(key));
    }

    /// The flows of a report.
    pub fn reported(report: &Report) -> Self {
        let mut flows = Self::default();
        for graph in &report.communication {
            assert_eq!(graph.left_out, Default::default(), "{:?}", graph.granularity);
            for edge in &graph.edges {
                let key = (graph.granularity, unnumbered(&edge.producer), unnumbered(&edge.consumer));
                let sum = flows.edges.entry(key).or_default();
                *sum = (sum.0 + edge.values, sum.1 + edge.bytes);
            }
            for p in &graph.partners {
                let figures = [p.nodes, p.reads, p.read_bytes, p.unwritten_reads, p.unwritten_bytes, p.writes];
                let sum = flows.partners.entry((graph.granularity, unnumbered(&p.name))).or_default();
                sum.iter_mut().zip(figures).for_each(|(sum, more)| *sum += more);
            }
        }
        let t = &report.communication_totals;
        flows.total = [report.nodes, t.reads, t.read_bytes, t.unwritten_reads, t.unwritten_bytes, t.writes];
        flows.unsized_reads = t.unsized_reads;
        flows
    }

    /// Some difference to what was found, in words.
    pub fn difference(&self, found: &Self) -> Option<String> {
        if (self.total, self.unsized_reads) != (found.total, found.unsized_reads) {
            let (by, of) = ((self.total, self.unsized_reads), (found.total, found.unsized_reads));
            return Some(format!("accesses: by definition {by:?}, report {of:?}"));
        }
        first_difference(&self.partners, &found.partners).or_else(|| first_difference(&self.edges, &found.edges))
    }
}
