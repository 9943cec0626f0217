//! Arrays of one type, told apart by what the code calls them.
//!
//! A dependence between two names joins them: then they may stand for one array. Names that no dependence joins are judged by
//! themselves, as what one of them needs has nothing to do with the other one.

use std::collections::BTreeMap;

use paratrace_traceformat::map::InstructionId;
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

use super::task_edge::TaskEdge;
use crate::dependences::Points;

/// Returns dependences through elements in groups of arrays.
pub(super) fn by_array<'b, 'e>(points: &Points<'_>, edges: &[&'b TaskEdge<'e>]) -> Vec<Vec<&'b TaskEdge<'e>>> {
    by_name(edges, |end| points.array(end))
}

/// Returns dependences in groups: those whose ends have a name in common are in the same one.
pub(super) fn by_name<'b, 'e>(
    edges: &[&'b TaskEdge<'e>],
    name: impl Fn(InstructionId) -> Option<String>,
) -> Vec<Vec<&'b TaskEdge<'e>>> {
    let mut numbers: FxHashMap<Option<String>, usize> = FxHashMap::default();
    let ends = edges.iter().map(|edge| [edge.key.head, edge.key.tail].map(&name));
    let mut number = |name: Option<String>| {
        let next = numbers.len();
        *numbers.entry(name).or_insert(next)
    };
    let ends: Vec<[usize; 2]> = ends.map(|names| names.map(&mut number)).collect();
    let mut arrays = UnionFind::<usize>::new(numbers.len());
    for &[head, tail] in &ends {
        arrays.union(head, tail);
    }
    let mut groups: BTreeMap<usize, Vec<&TaskEdge<'_>>> = BTreeMap::new();
    for (&edge, [head, _]) in edges.iter().zip(ends) {
        groups.entry(arrays.find(head)).or_default().push(edge);
    }
    groups.into_values().collect()
}
