//! Is what was found a critical path: do its nodes read what the ones before wrote, and is none longer?

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use paratrace_analyzer::results::{CriticalPath, Stretch};
use paratrace_analyzer::{ChainOptions, Input, critical_path_of};

use super::figures::Brute;

/// The critical path of an input, and its nodes from the first to the last: time stamps, instructions.
pub fn chain_of(input: Input<'_>) -> (CriticalPath, Vec<(u64, u32)>) {
    let nodes = RefCell::new(Vec::new());
    let told = |time, insn| nodes.borrow_mut().push((time, insn));
    let found = critical_path_of(input, &ChainOptions { node: Some(&told), ..ChainOptions::default() }).unwrap();
    let mut nodes = nodes.into_inner();
    nodes.reverse();
    (found, nodes)
}

/// What is wrong with a chain of nodes as critical path of an execution, whose critical path has a known length.
pub fn wrong(brute: &Brute, chain: &[(u64, u32)], length: u64) -> Option<String> {
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

/// What is wrong with the sums of a critical path of this length, and with the way it takes.
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
