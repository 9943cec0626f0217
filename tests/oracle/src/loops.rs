//! Loop nesting forest of a block graph: strongly connected components, their headers taken out, again and again.

use std::collections::{BTreeSet, HashMap};

/// A loop: header, blocks, parent (an index into the same list; parents come first).
#[derive(Debug, Clone)]
pub struct Loop {
    pub header: usize,
    pub body: BTreeSet<usize>,
    pub parent: Option<usize>,
}

/// The forest of a graph given by successors; block 0 is the entry.
pub fn forest(successors: &[Vec<usize>]) -> Vec<Loop> {
    let mut order = HashMap::new();
    // Blocks that nothing leads to are ordered, too: the path numbering goes through all.
    (0..successors.len()).for_each(|block| depth_first(successors, block, &mut order));
    let mut loops = Vec::new();
    split(successors, &order, order.keys().copied().collect(), None, &mut loops);
    loops
}

fn depth_first(successors: &[Vec<usize>], at: usize, order: &mut HashMap<usize, usize>) {
    if order.contains_key(&at) {
        return;
    }
    order.insert(at, order.len());
    for &to in &successors[at] {
        depth_first(successors, to, order);
    }
}

fn split(
    successors: &[Vec<usize>],
    order: &HashMap<usize, usize>,
    blocks: BTreeSet<usize>,
    parent: Option<usize>,
    loops: &mut Vec<Loop>,
) {
    let mut left = blocks.clone();
    while let Some(&seed) = left.iter().next() {
        let forward = reach(seed, &blocks, |b| successors[b].clone());
        let component: BTreeSet<usize> =
            forward.iter().copied().filter(|&b| reach(b, &blocks, |b| successors[b].clone()).contains(&seed)).collect();
        left.remove(&seed);
        left.retain(|b| !component.contains(b));
        let Some(&header) = component.iter().min_by_key(|b| order[b]) else { continue };
        let at = loops.len();
        loops.push(Loop { header, body: component.clone(), parent });
        let mut inner = component;
        inner.remove(&header);
        split(successors, order, inner, Some(at), loops);
    }
}

/// Blocks reachable from `from` by at least one edge, within a set.
fn reach(from: usize, within: &BTreeSet<usize>, next: impl Fn(usize) -> Vec<usize>) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut todo = vec![from];
    while let Some(at) = todo.pop() {
        for to in next(at) {
            if within.contains(&to) && seen.insert(to) {
                todo.push(to);
            }
        }
    }
    seen
}

#[test]
fn forest_of_two_nested_loops() {
    let loops = forest(&[vec![1], vec![2, 4], vec![3], vec![2, 1], vec![]]);
    assert_eq!(loops.len(), 2);
    assert_eq!((loops[0].header, loops[0].parent), (1, None));
    assert_eq!((loops[1].header, loops[1].parent), (2, Some(0)));
    assert_eq!(loops[1].body, BTreeSet::from([2, 3]));
}
