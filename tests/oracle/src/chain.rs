//! Is what was found a critical path: do its nodes read what the ones before wrote, and is none longer?

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use paratrace_analyzer::model::{CriticalPath, Stretch};
use paratrace_analyzer::{ChainOptions, Input, critical_path_of, thread_inputs};
use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap};
use paratrace_traceformat::trace::TraceDir;

use crate::figures::Brute;
use crate::joined::Joined;
use crate::ordered::{OrderedDepths, ordered};

/// Nodes from the first to the last: threads, time stamps, instructions.
type Chain = Vec<(usize, u64, InstructionId)>;

/// The critical path of an input, and its nodes.
pub fn chain_of(input: Input<'_>) -> (CriticalPath, Chain) {
    let (found, chain, _) = chains_of(input);
    (found, chain)
}

/// The critical path of an input, its nodes, and those of the one with synchronisation.
fn chains_of(input: Input<'_>) -> (CriticalPath, Chain, Chain) {
    let (nodes, ordered): (RefCell<Chain>, RefCell<Chain>) = Default::default();
    let told = |thread, time, insn| nodes.borrow_mut().push((thread, time, insn));
    let told_ordered = |thread, time, insn| ordered.borrow_mut().push((thread, time, insn));
    let options = ChainOptions { node: Some(&told), ordered_node: Some(&told_ordered), slack: true, progress: None };
    let found = critical_path_of(input, &options).unwrap();
    let [nodes, ordered] = [nodes, ordered].map(|nodes| nodes.into_inner().into_iter().rev().collect());
    (found, nodes, ordered)
}

/// The fault of the critical paths of several threads, by data and with synchronisation.
pub fn joined_differs(
    joined: &Joined,
    ordered: Option<&OrderedDepths>,
    map: &ProgramMap,
    input: Input<'_>,
) -> Option<String> {
    let (found, chain, with_order) = chains_of(input);
    if let Some(why) = ordered_differs(joined, ordered, &found, &with_order) {
        return Some(why);
    }
    let length = joined.brute.clone().summary().critical_path;
    let chain: Option<Vec<_>> =
        chain.iter().map(|&(thread, time, insn)| Some((joined.time(thread, time)?, insn))).collect();
    let Some(chain) = chain else { return Some("a node that no thread has".to_owned()) };
    let told = found.thread.as_ref().map_or(0, |thread| thread.critical_path);
    let parts: u64 = found.threads.iter().map(|thread| thread.critical_path).sum();
    if (told, parts) != (length, length) {
        return Some(format!("{told} nodes, {parts} in the threads, of {length}"));
    }
    let wrong = wrong(&joined.brute, &chain, length).or_else(|| slack_differs(&joined.brute, map, &found, length));
    wrong.or_else(|| sums_differ(&found, length))
}

/// The fault of the critical path with synchronisation.
fn ordered_differs(
    joined: &Joined,
    ordered: Option<&OrderedDepths>,
    found: &CriticalPath,
    chain: &[(usize, u64, InstructionId)],
) -> Option<String> {
    let (ordered, path) = match (ordered, found.with_synchronization.as_deref()) {
        (None, None) => return None,
        (Some(ordered), Some(path)) => (ordered, path),
        (ordered, _) => return Some(format!("a path with synchronisation: {}", ordered.is_none())),
    };
    let Some(times) = chain.iter().map(|&(thread, time, _)| joined.time(thread, time)).collect::<Option<Vec<_>>>()
    else {
        return Some("a node that no thread has".to_owned());
    };
    let is_one = |(&time, node): (&u64, &(usize, u64, InstructionId))| joined.brute.insns[time as usize].1 == node.2;
    if !times.iter().zip(chain).all(is_one) {
        return Some("a node of the path with synchronisation is of another instruction".to_owned());
    }
    let waits = match ordered.wrong(&times) {
        Ok(waits) => waits,
        Err(why) => return Some(why),
    };
    // A node may read of the one before and come behind it: a value is preferred, but for elements that are copied.
    let (length, counts) = (ordered.length, path.meetings.iter().map(|meeting| meeting.count));
    let met: u64 = counts.sum();
    let sum = |nodes: &mut dyn Iterator<Item = u64>| nodes.sum::<u64>();
    let sums = [
        sum(&mut path.lines.iter().map(|line| line.nodes)),
        sum(&mut path.methods.iter().map(|method| method.nodes)),
        sum(&mut path.threads.iter().map(|thread| thread.critical_path)),
        nodes_of(&path.way.first) + path.way.left_out + nodes_of(&path.way.last),
        sum(&mut path.edges.iter().map(|edge| edge.count)) + u64::from(length > 0),
        path.critical_path,
    ];
    let before = sum(&mut path.meetings.iter().map(|meeting| meeting.nodes));
    let is_whole = sums.iter().all(|&sum| sum == length) && before < length.max(1) && met >= waits;
    (!is_whole).then(|| {
        format!("with synchronisation: sums {sums:?} of {length}, {before} before {met} meetings, {waits} waits")
    })
}

/// The fault of a chain of nodes as critical path of an execution, whose critical path has a known length.
pub fn wrong(brute: &Brute, chain: &[(u64, InstructionId)], length: u64) -> Option<String> {
    if chain.len() as u64 != length {
        return Some(format!("{} nodes of {length}", chain.len()));
    }
    let mut vertices: HashMap<u64, Vec<(usize, &Vec<usize>)>> = HashMap::new();
    for (vertex, (time, producers)) in brute.vertices().enumerate() {
        vertices.entry(*time).or_default().push((vertex, producers));
    }
    // Vertices of the last node that a chain of vertices leads to.
    let mut reached: Option<HashSet<usize>> = None;
    for &(time, insn) in chain {
        if brute.insns.get(time as usize).map(|node| node.1) != Some(insn) {
            return Some(format!("the node at {time} is not one of instruction {insn}"));
        }
        let here = vertices.get(&time).into_iter().flatten();
        let next: HashSet<usize> = match &reached {
            None => here.map(|(vertex, _)| *vertex).collect(),
            Some(before) => here.filter(|(_, from)| from.iter().any(|p| before.contains(p))).map(|(v, _)| *v).collect(),
        };
        if next.is_empty() {
            return Some(format!("the node at {time} reads nothing of the one before it"));
        }
        reached = Some(next);
    }
    None
}

/// The fault in the sums of a critical path of this length, or in the way it takes.
pub fn sums_differ(found: &CriticalPath, length: u64) -> Option<String> {
    let lines: u64 = found.lines.iter().map(|line| line.nodes).sum();
    let methods: u64 = found.methods.iter().map(|method| method.nodes).sum();
    let instructions: u64 = found.instructions.iter().map(|instruction| instruction.nodes).sum();
    let edges: u64 = found.edges.iter().map(|edge| edge.count).sum();
    let way = nodes_of(&found.way.first) + found.way.left_out + nodes_of(&found.way.last);
    let sums = [lines, methods, instructions, way, edges + 1];
    let executed: u64 = found.lines.iter().chain(&found.others).map(|line| line.executed).sum();
    if length > 0 && sums.iter().any(|&sum| sum != length) {
        return Some(format!("sums {sums:?} of {length}"));
    }
    (executed != found.nodes).then(|| format!("{executed} nodes by line, {} in all", found.nodes))
}

fn nodes_of(stretches: &[Stretch]) -> u64 {
    let one = |stretch: &Stretch| match stretch {
        Stretch::Line { nodes, .. } => *nodes,
        Stretch::Repeat { nodes, stretches, .. } => {
            assert_eq!(nodes_of(stretches), *nodes);
            *nodes
        }
    };
    stretches.iter().map(one).sum()
}

/// The fault in the slack of the lines, by definition: the length of the critical path without the depth of a node and
/// the longest chain of nodes behind it. Lines without slack copy elements, or ran in other threads.
pub fn slack_differs(brute: &Brute, map: &ProgramMap, found: &CriticalPath, length: u64) -> Option<String> {
    let vertices: Vec<&(u64, Vec<usize>)> = brute.vertices().collect();
    let mut depths = vec![0u64; vertices.len()];
    for (vertex, (_, producers)) in vertices.iter().enumerate() {
        depths[vertex] = 1 + producers.iter().map(|&p| depths[p]).max().unwrap_or(0);
    }
    let mut heights = vec![0u64; vertices.len()];
    for (vertex, (_, producers)) in vertices.iter().enumerate().rev() {
        producers.iter().for_each(|&p| heights[p] = heights[p].max(heights[vertex] + 1));
    }
    let mut of_each: HashMap<(MethodId, InstructionId), u64> = HashMap::new();
    for (vertex, (time, _)) in vertices.iter().enumerate() {
        let slack = length - depths[vertex] - heights[vertex];
        let known = of_each.entry(brute.insns[*time as usize]).or_insert(slack);
        *known = slack.min(*known);
    }
    let mut least: HashMap<(String, i32), u64> = HashMap::new();
    for ((method, insn), slack) in of_each {
        let line = map.line_of(method, map.insns.pc[insn.index()]).map_or(-1, i32::from);
        least.entry((map.method_name(method), line)).and_modify(|known| *known = slack.min(*known)).or_insert(slack);
    }
    let lines = found.lines.iter().chain(&found.others).filter_map(|line| Some((&line.place, line.slack?)));
    for (place, slack) in lines.clone() {
        let expected = least.get(&(place.method.clone(), place.line));
        if expected != Some(&slack) {
            return Some(format!("{}:{} has slack {slack}, not {expected:?}", place.method, place.line));
        }
    }
    let on_it = found.lines.iter().filter_map(|line| line.slack);
    on_it.clone().any(|slack| slack != 0).then(|| "a line on the critical path has slack".to_owned())
}

/// The fault of the critical path that is found in a trace.
pub fn trace_differs(dir: &TraceDir) -> Option<String> {
    let (map, class_name) = (dir.map(), |index: u32| dir.class_name(index).map(str::to_owned));
    let completeness = paratrace_analyzer::model::Completeness::default();
    let joined = Joined::replay(map, &class_name, thread_inputs(dir));
    let ordered = ordered(map, &class_name, thread_inputs(dir), &joined);
    let input = Input { map, class_name: &class_name, threads: thread_inputs(dir), again: Vec::new(), completeness };
    joined_differs(&joined, ordered.as_ref(), map, input)
}
