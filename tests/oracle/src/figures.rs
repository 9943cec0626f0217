//! Critical paths, loops and methods by the definitions of docs/metrics.md, from recorded nodes.

use std::collections::{BTreeMap, HashMap};

use paratrace_analyzer::listing::{Location, Node, NodeSink, Object, Region, unknown_field_index};
use paratrace_traceformat::map::{BlockId, INDUCTION, InstructionId, MethodId, ProgramMap};

use crate::dependences::Step;
use crate::program::UNTRACED_SLOTS;

/// One region instance.
#[derive(Debug, Clone)]
struct Instance {
    region: Region,
    parent: Option<usize>,
    vertices: (usize, usize),
    times: (u64, u64),
}

/// Records what a replay, or an execution, tells.
#[derive(Debug, Clone, Default)]
pub struct Brute {
    /// Node of each vertex, and the vertices it depends on.
    vertices: Vec<(u64, Vec<usize>)>,
    free: Vec<bool>,
    owners: Vec<MethodId>,
    pub insns: Vec<(MethodId, InstructionId)>,
    last: HashMap<Location, Vec<usize>>,
    writes: Vec<(Location, usize)>,
    instances: Vec<Instance>,
    open: Vec<usize>,
    induction: Vec<bool>,
    /// Everything told, for comparing one teller with another.
    pub log: Vec<String>,
    /// The same as data.
    pub steps: Vec<Step>,
}

/// Figures of one region.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    pub instances: u64,
    pub iterations: u64,
    pub nodes: u64,
    pub own_nodes: u64,
    pub critical_path: u64,
    pub outermost: u64,
    pub self_numerator: u64,
}

/// All figures of one thread, or their sums.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    pub nodes: u64,
    pub critical_path: u64,
    pub free_induction: u64,
    /// Figures of methods and loops, by kind (`method` or `loop`) and number.
    pub regions: BTreeMap<(&'static str, u32), Figures>,
}

impl Brute {
    pub fn new(map: &ProgramMap) -> Self {
        let induction = map.insns.flags.iter().map(|flags| flags & INDUCTION != 0).collect();
        Self { induction, ..Self::default() }
    }

    pub fn vertices(&self) -> impl Iterator<Item = &(u64, Vec<usize>)> {
        self.vertices.iter()
    }

    fn flush(&mut self) {
        for (location, vertex) in std::mem::take(&mut self.writes) {
            self.last.insert(location, vec![vertex]);
        }
    }

    fn add(&mut self, time: u64, reads: &[Location], writes: &[Location], free: bool) {
        let producers = reads.iter().filter_map(|location| self.last.get(location)).flatten().copied().collect();
        let vertex = self.vertices.len();
        self.vertices.push((time, producers));
        self.free.push(free);
        self.writes.extend(writes.iter().map(|&location| (location, vertex)));
    }

    /// Critical path of the vertices from `from` to `to`, producers before them ignored.
    fn critical_path(&self, from: usize, to: usize, free_induction: bool) -> u64 {
        let mut depth: Vec<u64> = Vec::with_capacity(to - from);
        for vertex in from..to {
            let inside = self.vertices[vertex].1.iter().filter(|&&p| p >= from);
            let longest = inside.map(|&p| depth[p - from]).max().unwrap_or(0);
            depth.push(longest + u64::from(!(free_induction && self.free[vertex])));
        }
        depth.into_iter().max().unwrap_or(0)
    }

    /// All figures; open regions end here.
    pub fn summary(mut self) -> Summary {
        self.flush();
        while !self.open.is_empty() {
            self.exit();
        }
        let all = self.vertices.len();
        let mut summary = Summary {
            nodes: self.insns.len() as u64,
            critical_path: self.critical_path(0, all, false),
            free_induction: self.critical_path(0, all, true),
            regions: BTreeMap::new(),
        };
        let ells: Vec<u64> =
            self.instances.iter().map(|i| self.critical_path(i.vertices.0, i.vertices.1, false)).collect();
        let children = self.children(&ells);
        for (at, instance) in self.instances.iter().enumerate() {
            if let Some(key) = key(instance.region) {
                self.add_instance(summary.regions.entry(key).or_default(), at, ells[at], children[at]);
            }
        }
        for instance in &self.instances {
            if let Region::Iteration { looped, header: true } = instance.region {
                summary.regions.entry(("loop", looped.number())).or_default().iterations += 1;
            }
        }
        for &owner in &self.owners {
            summary.regions.entry(("method", owner.number())).or_default().own_nodes += 1;
        }
        summary
    }

    /// For each instance, the nodes and the critical paths of those directly inside.
    fn children(&self, ells: &[u64]) -> Vec<(u64, u64)> {
        let mut sums = vec![(0, 0); self.instances.len()];
        for (child, &ell) in self.instances.iter().zip(ells) {
            if let Some(parent) = child.parent {
                sums[parent].0 += child.times.1 - child.times.0;
                sums[parent].1 += ell;
            }
        }
        sums
    }

    fn add_instance(&self, figures: &mut Figures, at: usize, ell: u64, (inner, ells): (u64, u64)) {
        let instance = &self.instances[at];
        let nodes = instance.times.1 - instance.times.0;
        figures.instances += 1;
        figures.nodes += nodes;
        figures.critical_path += ell;
        if self.outermost(at) {
            figures.outermost += nodes;
        }
        figures.self_numerator += nodes - inner + ells;
    }

    fn outermost(&self, at: usize) -> bool {
        let mut parent = self.instances[at].parent;
        while let Some(around) = parent {
            if self.instances[around].region == self.instances[at].region {
                return false;
            }
            parent = self.instances[around].parent;
        }
        true
    }
}

fn key(region: Region) -> Option<(&'static str, u32)> {
    match region {
        Region::Method(method) => Some(("method", method.number())),
        Region::Loop(looped) => Some(("loop", looped.number())),
        Region::Iteration { .. } => None,
    }
}

impl NodeSink for Brute {
    fn node(&mut self, node: Node<'_>) {
        self.flush();
        self.log.push(format!("node {}", node.insn));
        self.steps.push(Step::Node { insn: node.insn, reads: node.reads.to_vec(), writes: node.writes.to_vec() });
        self.add(self.insns.len() as u64, node.reads, node.writes, self.induction[node.insn.index()]);
        self.insns.push((node.method, node.insn));
        self.owners.push(node.method);
    }

    fn counted(&mut self, nodes: u64, written: &[Location]) {
        self.log.push(format!("counted {nodes}"));
        self.steps.push(Step::Counted(nodes));
        let call = *self.insns.last().unwrap();
        for _ in 0..nodes {
            self.flush();
            self.add(self.insns.len() as u64, written, written, false);
            self.insns.push(call);
        }
    }

    fn vertex(&mut self, reads: &[Location], writes: &[Location]) {
        self.steps.push(Step::Vertex { reads: reads.to_vec(), writes: writes.to_vec() });
        self.add(self.insns.len() as u64 - 1, reads, writes, false);
    }

    fn moved(&mut self, from: Option<Location>, to: Location) {
        self.flush();
        self.steps.push(Step::Moved { from, to });
        match from.and_then(|from| self.last.get(&from).cloned()) {
            Some(vertices) => self.last.insert(to, vertices),
            None => self.last.remove(&to),
        };
    }

    fn joined(&mut self, from: Location, to: Location) {
        self.flush();
        let more = self.last.get(&from).cloned().unwrap_or_default();
        self.last.entry(to).or_default().extend(more);
    }

    fn gathered(&mut self, array: Object, to: Location) {
        self.flush();
        // An object of a random program may be an array and have fields at once.
        let is_element = |location: &&Location| match **location {
            Location::Element(of, _) => of == array,
            Location::Field(of, slot) => of == array && (UNTRACED_SLOTS..unknown_field_index(0)).contains(&slot),
            _ => false,
        };
        let elements: Vec<Location> = self.last.keys().filter(is_element).copied().collect();
        elements.into_iter().for_each(|element| self.joined(element, to));
    }

    fn arrive(&mut self, block: BlockId) {
        self.flush();
        self.log.push(format!("arrive {block}"));
        self.steps.push(Step::Arrive(block));
    }

    fn enter(&mut self, region: Region) {
        self.flush();
        self.log.push(format!("enter {region:?}"));
        self.steps.push(Step::Enter(region));
        let (vertex, time) = (self.vertices.len(), self.insns.len() as u64);
        let parent = self.open.last().copied();
        self.open.push(self.instances.len());
        self.instances.push(Instance { region, parent, vertices: (vertex, vertex), times: (time, time) });
    }

    fn exit(&mut self) {
        self.flush();
        self.log.push("exit".to_owned());
        self.steps.push(Step::Exit);
        if let Some(at) = self.open.pop() {
            self.instances[at].vertices.1 = self.vertices.len();
            self.instances[at].times.1 = self.insns.len() as u64;
        }
    }
}

impl Summary {
    /// The sum over threads; the critical path is the greatest, as of threads that have nothing to do with each other.
    pub fn join(threads: &[Summary]) -> Summary {
        let mut all = Summary::default();
        for thread in threads {
            all.nodes += thread.nodes;
            all.critical_path = all.critical_path.max(thread.critical_path);
            all.free_induction = all.free_induction.max(thread.free_induction);
            for (&key, figures) in &thread.regions {
                let sum = all.regions.entry(key).or_default();
                sum.instances += figures.instances;
                sum.iterations += figures.iterations;
                sum.nodes += figures.nodes;
                sum.own_nodes += figures.own_nodes;
                sum.critical_path += figures.critical_path;
                sum.outermost += figures.outermost;
                sum.self_numerator += figures.self_numerator;
            }
        }
        all.regions.retain(|_, figures| figures.nodes > 0);
        all
    }
}
