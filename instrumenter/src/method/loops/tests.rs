//! The forest against the definition: strongly connected components, again and again.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

/// A loop as a set of blocks.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    header: usize,
    blocks: BTreeSet<usize>,
    depth: u16,
    reducible: bool,
}

type Graph = Vec<Vec<usize>>;

fn preorder(graph: &Graph) -> Vec<Option<usize>> {
    fn visit(graph: &Graph, block: usize, next: &mut usize, order: &mut Vec<Option<usize>>) {
        order[block] = Some(*next);
        *next += 1;
        for &to in &graph[block] {
            if order[to].is_none() {
                visit(graph, to, next, order);
            }
        }
    }
    let mut order = vec![None; graph.len()];
    visit(graph, 0, &mut 0, &mut order);
    order
}

fn reached(graph: &Graph, within: &BTreeSet<usize>, from: usize) -> BTreeSet<usize> {
    let (mut seen, mut todo) = (BTreeSet::new(), vec![from]);
    while let Some(block) = todo.pop() {
        todo.extend(graph[block].iter().filter(|to| within.contains(to) && seen.insert(**to)));
    }
    seen
}

fn by_definition(graph: &Graph, within: &BTreeSet<usize>, depth: u16, all: &mut BTreeSet<Found>) {
    let order = preorder(graph);
    let mut left = within.clone();
    while let Some(&block) = left.first() {
        let forward = reached(graph, within, block);
        let mut blocks: BTreeSet<usize> =
            forward.iter().copied().filter(|&to| reached(graph, within, to).contains(&block)).collect();
        left.remove(&block);
        if !blocks.contains(&block) {
            continue;
        }
        left.retain(|other| !blocks.contains(other));
        let header = blocks.iter().copied().min_by_key(|&block| order[block]).unwrap();
        let outside = (0..graph.len()).filter(|from| order[*from].is_some() && !blocks.contains(from));
        let mut entries: BTreeSet<usize> =
            outside.flat_map(|from| &graph[from]).copied().filter(|to| blocks.contains(to)).collect();
        entries.extend(blocks.contains(&0).then_some(0));
        all.insert(Found { header, blocks: blocks.clone(), depth, reducible: entries.len() == 1 });
        blocks.remove(&header);
        by_definition(graph, &blocks, depth + 1, all);
    }
}

fn found(graph: &Graph) -> BTreeSet<Found> {
    let forest = LoopForest::build(&Cfg::of_graph(graph));
    let loops = forest.loops.iter().enumerate().map(|(index, found)| Found {
        header: found.header,
        blocks: (0..graph.len()).filter(|&block| forest.within(forest.innermost[block], index)).collect(),
        depth: found.depth,
        reducible: found.reducible,
    });
    loops.collect()
}

fn graphs() -> impl Strategy<Value = Graph> {
    (1usize..14).prop_flat_map(|blocks| prop::collection::vec(prop::collection::vec(0..blocks, 0..4), blocks))
}

proptest! {
    #[test]
    fn loops_are_components_without_their_headers(mut graph in graphs()) {
        graph.iter_mut().for_each(|to| { let mut seen = BTreeSet::new(); to.retain(|&to| seen.insert(to)); });
        let order = preorder(&graph);
        let mut expected = BTreeSet::new();
        by_definition(&graph, &(0..graph.len()).filter(|&block| order[block].is_some()).collect(), 0, &mut expected);
        prop_assert_eq!(found(&graph), expected);
    }
}

#[test]
fn deep_nests_take_no_time() {
    let depth = 30_000;
    let mut graph: Graph = (0..depth).map(|block| vec![block + 1]).collect();
    graph.extend((0..depth).map(|block| vec![depth + block + 1, depth - 1 - block]));
    graph.push(Vec::new());
    let forest = LoopForest::build(&Cfg::of_graph(&graph));
    assert_eq!(forest.loops.len(), depth);
    assert!(forest.loops.iter().all(|found| found.reducible));
}
