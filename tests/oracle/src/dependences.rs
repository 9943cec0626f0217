//! Constructs and dependence distances by the definitions of docs/metrics.md, from recorded nodes.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use paratrace_analyzer::Report;
use paratrace_analyzer::listing::{Location, Region};
use paratrace_analyzer::model::{ConstructKind, EdgeKind};
use paratrace_traceformat::map::{BlockId, InstructionId, MethodId, Op, ProgramMap};

use crate::joins::Joins;

/// A step of an execution.
#[derive(Debug, Clone)]
pub enum Step {
    Node {
        insn: InstructionId,
        reads: Vec<Location>,
        writes: Vec<Location>,
    },
    /// Belongs to the last node.
    Vertex {
        reads: Vec<Location>,
        writes: Vec<Location>,
    },
    Moved {
        from: Option<Location>,
        to: Location,
    },
    /// The last node is a call that is only counted: so many more nodes.
    Counted(u64),
    Arrive(BlockId),
    Enter(Region),
    Exit,
}

/// A construct: kind and number of the method, the loop or the predicate.
type Construct = (ConstructKind, u32);

/// A static edge that leaves a construct: kind, head, tail.
type Edge = (Construct, EdgeKind, InstructionId, InstructionId);

/// Sums of instances and edges.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dependences {
    /// Instances, nodes.
    pub constructs: BTreeMap<Construct, (u64, u64)>,
    /// Least distance, occurrences, violations.
    pub edges: BTreeMap<Edge, (u64, u64, u64)>,
    /// RAW, WAR, WAW.
    pub totals: [u64; 3],
}

#[derive(Debug, Clone)]
struct Instance {
    construct: Option<Construct>,
    from: u64,
    to: u64,
}

#[derive(Debug)]
struct Node {
    insn: InstructionId,
    reads: Vec<Location>,
    writes: Vec<Location>,
    /// Innermost iteration or activation of its own activation.
    around: usize,
    activation: usize,
}

#[derive(Debug, Default)]
struct Execution {
    nodes: Vec<Node>,
    instances: Vec<Instance>,
    /// Per activation, when control arrived at which block.
    arrivals: HashMap<usize, Vec<(u64, BlockId)>>,
    /// Locations that lose their writer before a node.
    moved: Vec<(usize, Location)>,
}

impl Execution {
    fn new(steps: &[Step]) -> Self {
        let mut execution = Self::default();
        let mut open: Vec<usize> = Vec::new();
        for step in steps {
            execution.step(step, &mut open);
        }
        let end = execution.nodes.len() as u64;
        open.into_iter().for_each(|at| execution.instances[at].to = end);
        execution
    }

    fn step(&mut self, step: &Step, open: &mut Vec<usize>) {
        let time = self.nodes.len() as u64;
        match step {
            Step::Node { insn, reads, writes } => {
                let activation = self.activation(open);
                let around = open.iter().rev().copied().find(|&at| self.instances[at].construct.is_some()).unwrap();
                let (reads, writes) = (reads.clone(), writes.clone());
                self.nodes.push(Node { insn: *insn, reads, writes, around, activation });
            }
            Step::Vertex { reads, writes } => {
                let node = self.nodes.last_mut().unwrap();
                for &read in reads {
                    if !node.reads.contains(&read) {
                        node.reads.push(read);
                    }
                }
                node.writes.extend(writes);
            }
            Step::Counted(nodes) => {
                let Node { insn, around, activation, .. } = *self.nodes.last().unwrap();
                let node = || Node { insn, reads: Vec::new(), writes: Vec::new(), around, activation };
                self.nodes.extend((0..*nodes).map(|_| node()));
            }
            Step::Moved { to, .. } => self.moved.push((self.nodes.len(), *to)),
            Step::Arrive(block) => {
                self.arrivals.entry(self.activation(open)).or_default().push((time, *block));
            }
            Step::Enter(region) => {
                let construct = match *region {
                    Region::Method(method) => Some((ConstructKind::Method, method.number())),
                    Region::Iteration { looped, .. } => Some((ConstructKind::Iteration, looped.number())),
                    Region::Loop(_) => None,
                };
                self.instances.push(Instance { construct, from: time, to: time });
                open.push(self.instances.len() - 1);
            }
            Step::Exit => {
                if let Some(at) = open.pop() {
                    self.instances[at].to = time;
                }
            }
        }
    }

    /// The innermost activation that is open.
    fn activation(&self, open: &[usize]) -> usize {
        let is_method = |at: &usize| matches!(self.instances[*at].construct, Some((ConstructKind::Method, _)));
        open.iter().rev().copied().find(is_method).unwrap()
    }

    /// Adds instances of conditionals: they end where control arrives at their join, or with what is around them.
    fn conditionals(&mut self, map: &ProgramMap) {
        let mut joins = Joins::new(map);
        let mut found = Vec::new();
        for (time, node) in (0u64..).zip(&self.nodes).filter(|(_, node)| is_conditional(map, node.insn)) {
            let mut to = self.instances[node.around].to;
            if let Some(join) = joins.of(node.insn) {
                let own = self.arrivals.get(&node.activation).map_or(&[][..], |all| all);
                let later = &own[own.partition_point(|&(at, _)| at <= time)..];
                let arrival =
                    later.iter().find(|&&(_, block)| map.blocks[block.index()].instructions().next() == Some(join));
                to = arrival.map_or(to, |&(at, _)| at.min(to));
            }
            let construct = Some((ConstructKind::Conditional, node.insn.number()));
            found.push(Instance { construct, from: time, to });
        }
        self.instances.extend(found);
    }

    /// Per node, the instances around it.
    fn around(&self) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new(); self.nodes.len()];
        for (at, instance) in self.instances.iter().enumerate().filter(|(_, instance)| instance.construct.is_some()) {
            (instance.from..instance.to).for_each(|time| all[time as usize].push(at as u32));
        }
        all
    }
}

fn is_conditional(map: &ProgramMap, insn: InstructionId) -> bool {
    let opcode = map.insns.opcode[insn.index()];
    (153..=166).contains(&opcode) || [170, 171, 198, 199].contains(&opcode)
}

/// Sums over one thread.
pub fn dependences(map: &ProgramMap, steps: &[Step]) -> Dependences {
    let mut execution = Execution::new(steps);
    execution.conditionals(map);
    let mut found = Dependences::default();
    for instance in &execution.instances {
        if let Some(construct) = instance.construct {
            let sum = found.constructs.entry(construct).or_default();
            sum.0 += 1;
            sum.1 += instance.to - instance.from;
        }
    }
    let around = execution.around();
    let mut moved = execution.moved.iter().peekable();
    let mut writer: HashMap<Location, u64> = HashMap::new();
    let mut readers: HashMap<Location, Vec<u64>> = HashMap::new();
    for (time, node) in execution.nodes.iter().enumerate() {
        while let Some((_, to)) = moved.next_if(|(at, _)| *at <= time) {
            writer.remove(to);
            readers.remove(to);
        }
        let time = time as u64;
        for read in &node.reads {
            if let Some(&head) = writer.get(read).filter(|&&head| carries(map, &execution, head, *read)) {
                add(&mut found, &execution, &around, EdgeKind::Raw, head, time);
            }
        }
        for read in &node.reads {
            readers.entry(*read).or_default().push(time);
        }
        for write in &node.writes {
            let heads = readers.remove(write).unwrap_or_default();
            let before = writer.insert(*write, time);
            if is_named(*write) {
                heads.into_iter().filter(|&head| head != time).for_each(|head| {
                    add(&mut found, &execution, &around, EdgeKind::War, head, time);
                });
                if let Some(head) = before {
                    add(&mut found, &execution, &around, EdgeKind::Waw, head, time);
                }
            }
        }
    }
    found
}

/// Locals and the heap: what carries edges of all kinds.
pub fn is_named(location: Location) -> bool {
    use Location::{Element, Field, Local, Static};
    matches!(location, Local { .. } | Static(_) | Field(..) | Element(..))
}

/// Does a value written by a node carry a RAW edge through a location?
fn carries(map: &ProgramMap, execution: &Execution, writer: u64, location: Location) -> bool {
    let op = map.insns.op[execution.nodes[writer as usize].insn.index()];
    let returned = matches!(location, Location::Entry { .. }) && op == Op::ReturnValue as u8;
    is_named(location) || returned
}

fn add(found: &mut Dependences, execution: &Execution, around: &[Vec<u32>], kind: EdgeKind, head: u64, tail: u64) {
    found.totals[kind as usize] += 1;
    let insn = |time: u64| execution.nodes[time as usize].insn;
    for instance in around[head as usize].iter().map(|&at| &execution.instances[at as usize]) {
        let Some(construct) = instance.construct else { continue };
        if instance.to <= tail {
            let edge = found.edges.entry((construct, kind, insn(head), insn(tail))).or_insert((u64::MAX, 0, 0));
            edge.0 = edge.0.min(tail - head);
            edge.1 += 1;
            edge.2 += u64::from(tail - head <= instance.to - instance.from);
        }
    }
}

impl Dependences {
    /// The sum over threads.
    pub fn join(threads: &[Dependences]) -> Self {
        let mut all = Self::default();
        for thread in threads {
            for (&key, &(instances, nodes)) in &thread.constructs {
                let sum = all.constructs.entry(key).or_default();
                *sum = (sum.0 + instances, sum.1 + nodes);
            }
            for (&key, &(min, count, violations)) in &thread.edges {
                let sum = all.edges.entry(key).or_insert((u64::MAX, 0, 0));
                *sum = (sum.0.min(min), sum.1 + count, sum.2 + violations);
            }
            all.totals.iter_mut().zip(thread.totals).for_each(|(sum, more)| *sum += more);
        }
        all
    }

    /// The figures of a report.
    pub fn reported(map: &ProgramMap, report: &Report) -> Self {
        let numbers = Numbers::new(map);
        let totals = report.edge_totals;
        let mut all = Self { totals: [totals.raw, totals.war, totals.waw], ..Self::default() };
        for construct in &report.constructs {
            let key = (construct.kind, numbers.construct(construct.kind, &construct.method, construct.head_pc));
            let before = all.constructs.insert(key, (construct.instances, construct.duration_total));
            assert_eq!(before, None, "{construct:?} twice");
            let flows = construct.edges.iter().filter(|edge| edge.kind == EdgeKind::Raw);
            assert_eq!(construct.violating_raw, flows.map(|edge| edge.violations).sum::<u64>());
            for edge in &construct.edges {
                let [head, tail] =
                    [&edge.head, &edge.tail].map(|point| numbers.insns[&(point.method.clone(), point.pc)]);
                let sums = (edge.min_distance, edge.count, edge.violations);
                assert_eq!(all.edges.insert((key, edge.kind, head, tail), sums), None, "{edge:?} twice");
            }
        }
        all
    }

    /// Some difference to what was found, in words.
    pub fn difference(&self, found: &Self) -> Option<String> {
        if self.totals != found.totals {
            return Some(format!("edges: by definition {:?}, report {:?}", self.totals, found.totals));
        }
        first_difference(&self.constructs, &found.constructs).or_else(|| first_difference(&self.edges, &found.edges))
    }
}

/// The first key with different values, in words.
pub fn first_difference<K: Ord + Debug, V: PartialEq + Debug>(
    a: &BTreeMap<K, V>,
    b: &BTreeMap<K, V>,
) -> Option<String> {
    let differs = a.keys().chain(b.keys()).find(|key| a.get(key) != b.get(key))?;
    Some(format!("{differs:?}: by definition {:?}, report {:?}", a.get(differs), b.get(differs)))
}

/// Numbers of what a report names.
pub struct Numbers {
    pub methods: HashMap<String, MethodId>,
    pub loops: HashMap<(String, u32), u32>,
    pub insns: HashMap<(String, u32), InstructionId>,
}

impl Numbers {
    pub fn new(map: &ProgramMap) -> Self {
        let (mut methods, mut loops, mut insns) = (HashMap::new(), HashMap::new(), HashMap::new());
        for (method, number) in map.methods.iter().zip(MethodId::all()) {
            let name = map.method_name(number);
            for insn in method.instructions() {
                insns.insert((name.clone(), u32::from(map.insns.pc[insn.index()])), insn);
            }
            for looped in method.loops.clone() {
                let mut block = map.loops[looped as usize].header;
                while map.blocks[block.index()].insns.is_empty() {
                    block = map.edges[map.blocks[block.index()].edges.start as usize].to;
                }
                let pc = map.insns.pc[map.blocks[block.index()].insns.start as usize];
                loops.insert((name.clone(), u32::from(pc)), looped);
            }
            methods.insert(name, number);
        }
        Self { methods, loops, insns }
    }

    fn construct(&self, kind: ConstructKind, method: &str, pc: u32) -> u32 {
        match kind {
            ConstructKind::Method => self.methods[method].number(),
            ConstructKind::Iteration => self.loops[&(method.to_owned(), pc)],
            ConstructKind::Conditional | ConstructKind::Callback => self.insns[&(method.to_owned(), pc)].number(),
        }
    }
}
