//! Path numbers (Ball and Larus 1996), with every possible exception as one more exit: docs/format.md section 1.1.
//!
//! `paths(block)` is the number of ways to go on from the start of a block to the end of the path. On the way an
//! instruction that may throw has two: to throw (number 0), or to go on (the rest, from 1). Edges are numbered in their
//! order, so the first one needs no increment. Where the number of ways exceeds [`MAX_PATHS`], the successor with
//! the most ways becomes a start of its own.

use paratrace_traceformat::map::{PEI, StartKind, Untraced};

use super::facts::Fact;
use super::split::{Block, Edge, PathGraph};
use crate::limits;

/// Most paths from one block. Increments must fit the 16 bits of a wide `iinc`; small numbers keep the analyzer's tables small.
pub(crate) const MAX_PATHS: u32 = 4096;

/// Marks cut edges, numbers the edges and returns the number of paths of each start block (0 for others).
pub(crate) fn number(graph: &mut PathGraph, facts: &[Option<Fact>]) -> Result<Vec<u32>, Untraced> {
    let exits = all_exits(graph, facts);
    for round in 0.. {
        mark_cuts(graph);
        let order = reverse_topological(graph)?;
        let (paths, splits) = count(graph, facts, &exits, &order, round < limits::MAX_SINGLE_SPLITS);
        if splits.is_empty() {
            let starts = graph.blocks.iter().zip(&paths);
            return Ok(starts.map(|(block, &n)| if block.start.is_some() { n } else { 0 }).collect());
        }
        splits.into_iter().for_each(|block| graph.blocks[block].start = Some(StartKind::Split));
    }
    Err(Untraced::TooComplex)
}

fn all_exits(graph: &PathGraph, facts: &[Option<Fact>]) -> Vec<u32> {
    graph.blocks.iter().map(|block| exits(block, facts)).collect()
}

fn mark_cuts(graph: &mut PathGraph) {
    let is_start: Vec<bool> = graph.blocks.iter().map(|block| block.start.is_some()).collect();
    for block in &graph.blocks {
        for edge in &mut graph.edges[block.edges.clone()] {
            edge.cut = is_start[edge.to];
        }
    }
}

/// Instructions of a block that may throw.
pub(crate) fn exits(block: &Block, facts: &[Option<Fact>]) -> u32 {
    let throws = |index: &usize| facts[*index].as_ref().is_some_and(|fact| fact.flags & PEI != 0);
    u32::try_from((block.first..block.end).filter(throws).count()).unwrap_or(u32::MAX)
}

/// Successors before predecessors; without cut edges the graph has no cycle, since every cycle has a loop header.
fn reverse_topological(graph: &PathGraph) -> Result<Vec<usize>, Untraced> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; graph.blocks.len()];
    let (mut order, mut stack) = (Vec::with_capacity(graph.blocks.len()), Vec::new());
    for root in 0..graph.blocks.len() {
        if marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        stack.push((root, 0));
        while let Some(top) = stack.last_mut() {
            let (block, position) = *top;
            top.1 += 1;
            match graph.edges[graph.blocks[block].edges.clone()].get(position) {
                Some(edge) if edge.cut || marks[edge.to] == Mark::Done => {}
                Some(edge) if marks[edge.to] == Mark::Open => return Err(Untraced::Malformed),
                Some(edge) => {
                    marks[edge.to] = Mark::Open;
                    stack.push((edge.to, 0));
                }
                None => {
                    marks[block] = Mark::Done;
                    order.push(block);
                    stack.pop();
                }
            }
        }
    }
    Ok(order)
}

/// Counts paths and sets increments; and names blocks that have to become starts, just one if so asked. All figures are final
/// if there are none.
fn count(
    graph: &mut PathGraph,
    facts: &[Option<Fact>],
    exits: &[u32],
    order: &[usize],
    one: bool,
) -> (Vec<u32>, Vec<usize>) {
    let (mut paths, mut splits) = (vec![0u32; graph.blocks.len()], Vec::new());
    let mut split = vec![false; graph.blocks.len()];
    for &index in order {
        let block = &graph.blocks[index];
        let edges = &mut graph.edges[block.edges.clone()];
        let mut sum = add_up(edges, &paths, &split);
        if sum > MAX_PATHS {
            for widest in widest_first(edges, &paths, &split) {
                split[widest] = true;
                splits.push(widest);
                if one {
                    return (paths, splits);
                }
                sum -= paths[widest].saturating_sub(1);
                if sum <= MAX_PATHS {
                    break;
                }
            }
            sum = add_up(edges, &paths, &split);
        }
        let throws = exits[index] + u32::from(block.after_call.is_some());
        let ends_by_throw = block.end > block.first
            && facts[block.end - 1].as_ref().is_some_and(|f| f.op == paratrace_traceformat::map::Op::Throw);
        let ends = u32::from(edges.is_empty() && !ends_by_throw);
        paths[index] = sum.saturating_add(throws).saturating_add(ends);
    }
    (paths, splits)
}

/// Successors that paths run on to, by the number of their ways.
fn widest_first(edges: &[Edge], paths: &[u32], split: &[bool]) -> Vec<usize> {
    let inside = edges.iter().filter(|edge| !edge.cut && !split[edge.to]);
    let mut inside: Vec<usize> = inside.map(|edge| edge.to).collect();
    inside.reverse();
    inside.sort_by_key(|&to| std::cmp::Reverse(paths[to]));
    inside
}

/// Sets the increments of a block's edges; the number of ways to go on.
fn add_up(edges: &mut [Edge], paths: &[u32], split: &[bool]) -> u32 {
    let mut sum = 0u32;
    for edge in edges {
        edge.inc = sum;
        sum = sum.saturating_add(if edge.cut || split[edge.to] { 1 } else { paths[edge.to] });
    }
    sum
}
