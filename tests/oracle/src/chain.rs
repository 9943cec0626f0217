//! Is what was found a critical path: do its nodes read what the ones before wrote, and is none longer?

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use paratrace_analyzer::model::{CriticalPath, Stretch};
use paratrace_analyzer::{ChainOptions, Input, critical_path_of, thread_inputs};
use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap};
use paratrace_traceformat::trace::TraceDir;

use crate::figures::Brute;
use crate::joined::Joined;

/// The critical path of an input, and its nodes from the first to the last: threads, time stamps, instructions.
pub fn chain_of(input: Input<'_>) -> (CriticalPath, Vec<(usize, u64, InstructionId)>) {
    let nodes = RefCell::new(Vec::new());
    let told = |thread, time, insn| nodes.borrow_mut().push((thread, time, insn));
    let found =
        critical_path_of(input, &ChainOptions { node: Some(&told), slack: true, ..ChainOptions::default() }).unwrap();
    let mut nodes = nodes.into_inner();
    nodes.reverse();
    (found, nodes)
}

/// The fault of the critical path of several threads.
pub fn joined_differs(joined: &Joined, map: &ProgramMap, input: Input<'_>) -> Option<String> {
    let (found, chain) = chain_of(input);
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
    let input = Input { map, class_name: &class_name, threads: thread_inputs(dir), again: Vec::new(), completeness };
    joined_differs(&joined, map, input)
}
