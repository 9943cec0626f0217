//! Is what was found a critical path: do its nodes read what the ones before wrote, and is none longer?

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use paratrace_analyzer::listing::replay_nodes;
use paratrace_analyzer::model::{CriticalPath, Stretch};
use paratrace_analyzer::{ChainOptions, Input, ThreadInput, critical_path_of, thread_inputs};
use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap};
use paratrace_traceformat::trace::TraceDir;

use crate::figures::Brute;

/// The critical path of an input, and its nodes from the first to the last: time stamps, instructions.
pub fn chain_of(input: Input<'_>) -> (CriticalPath, Vec<(u64, InstructionId)>) {
    let nodes = RefCell::new(Vec::new());
    let told = |time, insn| nodes.borrow_mut().push((time, insn));
    let found =
        critical_path_of(input, &ChainOptions { node: Some(&told), slack: true, ..ChainOptions::default() }).unwrap();
    let mut nodes = nodes.into_inner();
    nodes.reverse();
    (found, nodes)
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
    let mut least: HashMap<(String, i32), u64> = HashMap::new();
    for (vertex, (time, _)) in vertices.iter().enumerate() {
        let insn = brute.insns[*time as usize].1;
        let method = map.methods.iter().position(|m| m.insns.contains(&insn.number())).unwrap();
        let method = MethodId::new(method as u32);
        let line = map.line_of(method, map.insns.pc[insn.index()]).map_or(-1, i32::from);
        let slack = length - depths[vertex] - heights[vertex];
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
    let input = Input { map, class_name: &class_name, threads: thread_inputs(dir), again: Vec::new(), completeness };
    let (found, chain) = chain_of(input);
    let thread = found.thread.as_ref()?;
    let is_it = |input: &ThreadInput<'_>| input.id == thread.id && input.name == thread.name;
    // Several threads may have one name: the path must be that of one of them.
    let brutes = thread_inputs(dir).into_iter().filter(is_it).map(|input| {
        let (nodes, _) = replay_nodes(map, &class_name, input, Brute::new(map)).unwrap();
        nodes
    });
    let length = thread.critical_path;
    let differences: Vec<Option<String>> = brutes
        .map(|brute| wrong(&brute, &chain, length).or_else(|| slack_differs(&brute, map, &found, length)))
        .collect();
    let wrong = differences.into_iter().min().unwrap_or(Some("no such thread".to_owned()));
    wrong.or_else(|| sums_differ(&found, length))
}
