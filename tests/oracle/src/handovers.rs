//! What threads hand to each other, by definition, from the nodes of all threads.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use paratrace_analyzer::Report;
use paratrace_analyzer::listing::Location;
use paratrace_analyzer::model::{EdgeKind, Point};
use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap};

use crate::dependences::Step;
use crate::false_sharing::{FalseSharing, Lines};
use crate::joined::Joined;

/// The kind, and both ends: method and bytecode offset.
type Key = (EdgeKind, (String, u32), (String, u32));

/// Counts of dependences, and the threads of those that always have the same.
pub type Handovers = BTreeMap<Key, (u64, Option<(usize, usize)>)>;

/// A node: its thread, its instruction, and the heap locations that it accesses.
struct Node {
    thread: usize,
    insn: InstructionId,
    reads: Vec<Location>,
    writes: Vec<Location>,
    /// Number of the writes that are not those of a copy.
    own_writes: usize,
}

fn on_heap(location: &&Location) -> bool {
    matches!(location, Location::Static(_) | Location::Field(..) | Location::Element(..))
}

fn nodes(joined: &Joined) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for step in &joined.brute.steps {
        match step {
            Step::Node { insn, reads, writes } => {
                let (thread, reads, writes) = (joined.thread(nodes.len() as u64), reads.clone(), writes.clone());
                let own_writes = writes.len();
                nodes.push(Node { thread, insn: *insn, reads, writes, own_writes });
            }
            Step::Vertex { reads, writes } => {
                let node = nodes.last_mut().unwrap();
                // The node of a copy reads all elements, and so do its vertices.
                let more = reads.iter().filter(|read| !node.reads.contains(read)).copied();
                let more: Vec<Location> = more.collect();
                node.reads.extend(more);
                node.writes.extend(writes);
            }
            _ => {}
        }
    }
    nodes
}

/// What happened to a location last: who wrote it, and those who have read it since.
#[derive(Default)]
struct Last {
    writer: Option<(usize, InstructionId)>,
    readers: BTreeSet<(usize, InstructionId)>,
}

/// Finds the dependences between threads, and the lines of the cache that these may pull from each other.
pub fn handovers(map: &ProgramMap, joined: &Joined) -> (Handovers, FalseSharing) {
    let (mut last, mut found) = (HashMap::<Location, Last>::new(), Handovers::new());
    let methods: HashMap<InstructionId, MethodId> =
        joined.brute.insns.iter().map(|&(method, insn)| (insn, method)).collect();
    let point = |insn: InstructionId| (map.method_name(methods[&insn]), u32::from(map.insns.pc[insn.index()]));
    let mut lines = Lines::new(map);
    for node in nodes(joined) {
        let by = (node.thread, node.insn);
        let mut taken = |location, (writer, _): (usize, InstructionId)| {
            if writer != node.thread {
                lines.taken(location, node.insn, writer, node.thread);
            }
        };
        let mut add = |kind, (thread, insn): (usize, InstructionId)| {
            if thread != node.thread {
                let threads = Some((thread, node.thread));
                let sum = found.entry((kind, point(insn), point(node.insn))).or_insert((0, threads));
                sum.0 += 1;
                sum.1 = sum.1.filter(|_| sum.1 == threads);
            }
        };
        for read in node.reads.iter().filter(on_heap) {
            let last = last.entry(*read).or_default();
            last.writer.into_iter().for_each(|writer| add(EdgeKind::Raw, writer));
            last.writer.into_iter().for_each(|writer| taken(*read, writer));
            last.readers.insert(by);
        }
        for write in node.writes.iter().filter(on_heap) {
            let before = last.insert(*write, Last { writer: Some(by), readers: BTreeSet::new() }).unwrap_or_default();
            before.writer.into_iter().for_each(|writer| add(EdgeKind::Waw, writer));
            before.writer.into_iter().for_each(|writer| taken(*write, writer));
            before.readers.into_iter().for_each(|reader| add(EdgeKind::War, reader));
        }
        node.writes[..node.own_writes].iter().for_each(|write| lines.write(*write, node.thread, node.insn));
    }
    (found, lines.count(point))
}

/// Reads them from a report, whose threads have these names.
pub fn reported(report: &Report, names: &[String]) -> Handovers {
    let point = |point: &Point| (point.method.clone(), point.pc);
    let number = |name: &String| names.iter().position(|known| known == name).unwrap();
    let rows = report.handovers.iter().map(|row| {
        let threads = row.from.as_ref().zip(row.to.as_ref()).map(|(from, to)| (number(from), number(to)));
        ((row.kind, point(&row.head), point(&row.tail)), (row.count, threads))
    });
    rows.collect()
}
