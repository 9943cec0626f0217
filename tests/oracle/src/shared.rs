//! Shared data of tasks by the definitions of docs/metrics.md, from recorded nodes.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use paratrace_analyzer::listing::{Location, Node, NodeSink, Object, Region};
use paratrace_analyzer::model::{Accesses, SharedData};
use paratrace_traceformat::map::{Effect, InstructionId, MethodId, Op, ProgramMap, Site};

/// A step of an execution.
#[derive(Debug, Clone)]
pub enum Told {
    Node { insn: InstructionId, reads: Vec<Location>, writes: Vec<Location> },
    Vertex { reads: Vec<Location>, writes: Vec<Location> },
    Occurs { object: Object, created: bool },
    Enter(Region),
    Exit,
}

/// Everything that was told.
pub type Log = Rc<RefCell<Vec<(usize, Told)>>>;

/// Tells what happens in one thread.
pub struct Teller {
    pub thread: usize,
    pub log: Log,
}

impl Teller {
    fn tell(&mut self, told: Told) {
        self.log.borrow_mut().push((self.thread, told));
    }
}

impl NodeSink for Teller {
    fn node(&mut self, node: Node<'_>) {
        self.tell(Told::Node { insn: node.insn, reads: node.reads.to_vec(), writes: node.writes.to_vec() });
    }

    fn vertex(&mut self, reads: &[Location], writes: &[Location]) {
        self.tell(Told::Vertex { reads: reads.to_vec(), writes: writes.to_vec() });
    }

    fn moved(&mut self, _: Option<Location>, _: Location) {}

    fn occurs(&mut self, object: Object, created: bool) {
        self.tell(Told::Occurs { object, created });
    }

    fn enter(&mut self, region: Region) {
        self.tell(Told::Enter(region));
    }

    fn exit(&mut self) {
        self.tell(Told::Exit);
    }
}

/// A counter: reads, writes, first, last, elements read, elements written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counter {
    pub reads: u64,
    pub writes: u64,
    pub span: Option<(u64, u64)>,
    pub read: Elements,
    pub written: Elements,
}

/// The number of elements, their ranges, and the number of ranges that are not listed.
pub type Elements = (u64, Vec<(u32, u32)>, u64);

/// Ranges that a result lists.
const RANGES: usize = 1000;

fn told(set: &BTreeSet<u32>) -> Elements {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &index in set {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == index => *last = index,
            _ => ranges.push((index, index)),
        }
    }
    let left_out = ranges.len().saturating_sub(RANGES) as u64;
    ranges.truncate(RANGES);
    (set.len() as u64, ranges, left_out)
}

/// A task in a thread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    pub instances: u64,
    pub nodes: u64,
    pub scalars: Counter,
    /// By type and number.
    pub arrays: BTreeMap<(u64, String), Counter>,
    pub untyped: (u64, u64),
    pub nested: (u64, u64),
    pub created: (u64, u64),
    pub own_scalars: (u64, u64),
    pub own_elements: (u64, u64),
}

/// Rows by task and thread.
pub type Rows = BTreeMap<(String, usize), Row>;

struct Open {
    task: String,
    since: usize,
    nodes: u64,
    /// Regions around it.
    depth: usize,
}

/// Accesses of a row to one array: of tasks that run in none, and of those in others.
#[derive(Default)]
struct Array {
    counter: Counter,
    read: BTreeSet<u32>,
    written: BTreeSet<u32>,
    nested: (u64, u64),
}

#[derive(Default)]
struct Raw {
    row: Row,
    arrays: HashMap<Object, Array>,
    own: HashMap<Object, (u64, u64)>,
}

/// An access of a node.
struct Access {
    object: Option<Object>,
    index: Option<u32>,
    write: bool,
}

#[derive(Default)]
struct Brute {
    /// The first occurrence of each object: position and thread.
    born: HashMap<Object, (usize, usize)>,
    kinds: HashMap<Object, char>,
    alike: Vec<(Object, Object)>,
    rows: BTreeMap<(String, usize), Raw>,
}

/// The shared data of tasks. `of_thread` and `of_method` tell which tasks there are.
pub fn shared(
    map: &ProgramMap,
    log: &[(usize, Told)],
    of_thread: &dyn Fn(usize) -> Option<String>,
    of_method: &dyn Fn(MethodId) -> Option<String>,
) -> Rows {
    let mut brute = Brute::default();
    let mut open: HashMap<usize, Vec<Open>> = HashMap::new();
    let mut nodes: HashMap<usize, u64> = HashMap::new();
    let mut depths: HashMap<usize, usize> = HashMap::new();
    for (at, (thread, told)) in log.iter().enumerate() {
        let first = !open.contains_key(thread);
        let (open, nodes) = (open.entry(*thread).or_default(), nodes.entry(*thread).or_default());
        let depth = depths.entry(*thread).or_default();
        if first && let Some(task) = of_thread(*thread) {
            brute.begin(open, task, *thread, at, *nodes, usize::MAX);
        }
        match told {
            Told::Enter(region) => {
                if let Region::Method(method) = region
                    && let Some(task) = of_method(*method)
                    && open.iter().all(|open| open.task != task)
                {
                    brute.begin(open, task, *thread, at, *nodes, *depth);
                }
                *depth += 1;
            }
            Told::Exit => {
                *depth = depth.saturating_sub(1);
                if open.last().is_some_and(|open| open.depth == *depth) {
                    brute.end(open.pop().unwrap(), *thread, *nodes);
                }
            }
            Told::Occurs { object, created } => {
                brute.born.insert(*object, (at, *thread));
                for open in open.iter() {
                    let row = &mut brute.rows.get_mut(&(open.task.clone(), *thread)).unwrap().row;
                    *(if *created { &mut row.created.0 } else { &mut row.created.1 }) += 1;
                }
            }
            Told::Node { insn, .. } => {
                let parts = 1 + log[at + 1..]
                    .iter()
                    .take_while(|(other, told)| other == thread && matches!(told, Told::Vertex { .. }))
                    .count();
                let accesses = brute.accesses(map, *insn, &log[at..at + parts]);
                for access in accesses {
                    brute.access(&access, open, *thread, *nodes);
                }
                *nodes += 1;
            }
            Told::Vertex { .. } => {}
        }
    }
    for (thread, left) in open {
        left.into_iter().rev().for_each(|open| brute.end(open, thread, nodes[&thread]));
    }
    brute.finish()
}

impl Brute {
    fn begin(&mut self, open: &mut Vec<Open>, task: String, thread: usize, since: usize, nodes: u64, depth: usize) {
        self.rows.entry((task.clone(), thread)).or_default().row.instances += 1;
        open.push(Open { task, since, nodes, depth });
    }

    fn end(&mut self, open: Open, thread: usize, nodes: u64) {
        self.rows.get_mut(&(open.task, thread)).unwrap().row.nodes += nodes - open.nodes;
    }

    /// The primitive data that a node reads and writes, as far as it is known.
    fn accesses(&mut self, map: &ProgramMap, insn: InstructionId, parts: &[(usize, Told)]) -> Vec<Access> {
        let op = Op::from_byte(map.insns.op[insn.index()]).unwrap();
        let arg = map.insns.arg[insn.index()];
        if map.call_at(insn).is_some_and(|site| matches!(site.effect, Effect::Access(_))) {
            return Vec::new();
        }
        let primitive = match op {
            Op::GetField | Op::PutField | Op::GetStatic | Op::PutStatic => {
                !map.fields[arg as usize].desc.starts_with(['L', '['])
            }
            Op::ArrayLoad | Op::ArrayStore | Op::Invoke => true,
            _ => false,
        };
        let (mut reads, mut writes) = (BTreeSet::new(), Vec::new());
        for (_, part) in parts {
            let (Told::Node { reads: r, writes: w, .. } | Told::Vertex { reads: r, writes: w }) = part else {
                continue;
            };
            reads.extend(r.iter().copied());
            writes.extend(w.iter().copied());
        }
        let array = |location: &Location| if let Location::Element(array, _) = location { Some(*array) } else { None };
        let (from, to) = (reads.iter().find_map(array), writes.iter().find_map(array));
        if op == Op::Invoke {
            let copies = |site: &Site| !matches!(site.effect, Effect::Elements(_));
            if let (Some(from), Some(to)) = (from, to)
                && map.call_at(insn).is_some_and(copies)
            {
                self.copied(from, to);
            }
        } else if let Some(array) = from.or(to) {
            let kind = char::from(arg as u8);
            self.kinds.entry(array).or_insert(if "ZBCSIFJD".contains(kind) { kind } else { 'L' });
            if !"ZBCSIFJD".contains(kind) {
                return Vec::new();
            }
        }
        let access = |location: &Location, write| match *location {
            Location::Static(_) => Some(Access { object: None, index: None, write }),
            Location::Field(object, _) => Some(Access { object: Some(object), index: None, write }),
            Location::Element(object, index) => Some(Access { object: Some(object), index: Some(index), write }),
            _ => None,
        };
        let all = reads.iter().filter_map(|read| access(read, false));
        let all = all.chain(writes.iter().filter_map(|write| access(write, true)));
        if primitive { all.collect() } else { Vec::new() }
    }

    fn copied(&mut self, from: Object, to: Object) {
        match (self.kinds.get(&from).copied(), self.kinds.get(&to).copied()) {
            (None, None) => self.alike.push((from, to)),
            (Some(kind), None) => drop(self.kinds.insert(to, kind)),
            (None, Some(kind)) => drop(self.kinds.insert(from, kind)),
            _ => {}
        }
    }

    fn access(&mut self, access: &Access, open: &[Open], thread: usize, nodes: u64) {
        for (depth, open) in open.iter().enumerate() {
            let raw = self.rows.get_mut(&(open.task.clone(), thread)).unwrap();
            let born = access.object.map(|object| self.born[&object]);
            let own = born.is_some_and(|(at, by)| by == thread && at > open.since);
            let of = |sum: &mut (u64, u64)| *(if access.write { &mut sum.1 } else { &mut sum.0 }) += 1;
            match (access.object, access.index) {
                (Some(object), Some(_)) if own => of(raw.own.entry(object).or_default()),
                _ if own => of(&mut raw.row.own_scalars),
                (Some(object), Some(index)) => {
                    let array = raw.arrays.entry(object).or_default();
                    array.counter.add(access.write, raw.row.nodes + nodes - open.nodes);
                    (if access.write { &mut array.written } else { &mut array.read }).insert(index);
                    if depth > 0 {
                        of(&mut array.nested);
                    }
                }
                _ => {
                    raw.row.scalars.add(access.write, raw.row.nodes + nodes - open.nodes);
                    if depth > 0 {
                        of(&mut raw.row.nested);
                    }
                }
            }
        }
    }

    fn finish(mut self) -> Rows {
        while let Some(&(from, to)) =
            self.alike.iter().find(|(from, to)| self.kinds.contains_key(from) != self.kinds.contains_key(to))
        {
            self.copied(from, to);
        }
        let primitive = |object: &Object| self.kinds.get(object).filter(|kind| **kind != 'L');
        let used = self.rows.values().flat_map(|raw| raw.arrays.keys()).filter(|array| primitive(array).is_some());
        let numbered: BTreeMap<(usize, usize), Object> = used.map(|array| (self.born[array], *array)).collect();
        let ids: HashMap<Object, u64> = numbered.into_values().zip(1..).collect();
        let add = |sum: &mut (u64, u64), more: (u64, u64)| *sum = (sum.0 + more.0, sum.1 + more.1);
        let mut rows = Rows::new();
        for (key, Raw { mut row, arrays, own }) in self.rows {
            for (object, sums) in own {
                if self.kinds.get(&object).is_some_and(|kind| *kind != 'L') {
                    add(&mut row.own_elements, sums);
                }
            }
            for (object, array) in arrays {
                match self.kinds.get(&object) {
                    None => add(&mut row.untyped, (array.counter.reads, array.counter.writes)),
                    Some('L') => {}
                    Some(kind) => {
                        add(&mut row.nested, array.nested);
                        let (read, written) = (told(&array.read), told(&array.written));
                        let counter = Counter { read, written, ..array.counter };
                        row.arrays.insert((ids[&object], java(*kind).to_owned()), counter);
                    }
                }
            }
            rows.insert(key, row);
        }
        rows
    }
}

fn java(kind: char) -> &'static str {
    match kind {
        'B' | 'Z' => "byte|boolean[]",
        'C' => "char[]",
        'S' => "short[]",
        'I' => "int[]",
        'F' => "float[]",
        'J' => "long[]",
        _ => "double[]",
    }
}

impl Counter {
    fn add(&mut self, write: bool, time: u64) {
        *(if write { &mut self.writes } else { &mut self.reads }) += 1;
        self.span = Some(self.span.map_or((time, time), |(first, last)| (first.min(time), last.max(time))));
    }
}

/// The rows of a result.
pub fn reported(found: &SharedData) -> Rows {
    let pair = |accesses: Accesses| (accesses.reads, accesses.writes);
    let mut rows = Rows::new();
    for task in &found.tasks {
        assert_eq!(task.left_out, Default::default());
        let s = &task.scalars;
        let span = s.first.zip(s.last);
        let arrays = task.arrays.iter().map(|array| {
            let counter = Counter {
                reads: array.reads,
                writes: array.writes,
                span: Some((array.first, array.last)),
                read: elements(&array.read),
                written: elements(&array.written),
            };
            ((array.id, array.kind.clone()), counter)
        });
        let row = Row {
            instances: task.instances,
            nodes: task.nodes,
            scalars: Counter { reads: s.reads, writes: s.writes, span, ..Counter::default() },
            arrays: arrays.collect(),
            untyped: pair(task.untyped),
            nested: pair(task.nested),
            created: (task.created_arrays, task.created_objects),
            own_scalars: pair(task.own_scalars),
            own_elements: pair(task.own_elements),
        };
        assert!(rows.insert((task.task.clone(), task.thread), row).is_none(), "{} twice", task.task);
    }
    rows
}

fn elements(indices: &paratrace_analyzer::model::Indices) -> Elements {
    (indices.elements, indices.ranges.clone(), indices.ranges_left_out)
}

/// Some difference between what was found and what there is by definition, in words.
pub fn difference(expected: &Rows, found: &SharedData) -> Option<String> {
    super::dependences::first_difference(expected, &reported(found)).or_else(|| strands_differ(found))
}

/// Strands have all nodes, and each has one beginning.
fn strands_differ(found: &SharedData) -> Option<String> {
    let nodes: u64 = found.strands.iter().map(|strand| strand.nodes).sum();
    if nodes != found.nodes {
        return Some(format!("strands have {nodes} nodes of {}", found.nodes));
    }
    let mut started = vec![0; found.strands.len()];
    found.strands.iter().flat_map(|strand| &strand.starts).for_each(|&(_, other)| started[other] += 1);
    let wrong = started.iter().enumerate().find(|(number, started)| **started != usize::from(*number > 0));
    if let Some((number, started)) = wrong {
        return Some(format!("strand {number} is started {started} times"));
    }
    let accesses: u64 = found.strands.iter().map(|strand| strand.scalars + strand.elements).sum();
    let tasks = found.tasks.iter().map(|task| {
        let (all, nested) = (task.shared(), task.nested);
        (all.reads + all.writes) - (nested.reads + nested.writes)
    });
    let tasks: u64 = tasks.sum();
    // Elements copied before their type was known are not told by strands.
    (accesses > tasks).then(|| format!("strands have {accesses} accesses, tasks {tasks}"))
}
