//! Partners on cores.

use std::collections::BTreeMap;

use paratrace_analyzer::placement::{Placed, Task, by_communication, by_load};
use serde::Serialize;

use super::graph::Graph;

/// Partners on cores, and the bytes between these.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Placement {
    /// How much more than the mean a core may have to do: 0.1 is a tenth.
    pub imbalance: f64,
    /// Bytes between cores if partners are placed by load alone.
    pub cut_bytes_before: u64,
    /// Bytes between cores as placed here.
    pub cut_bytes: u64,
    /// The cores.
    pub cores: Vec<Core>,
}

/// A core.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Core {
    /// Nodes of its partners.
    pub nodes: u64,
    /// Their names.
    pub partners: Vec<String>,
}

/// Places the partners of a graph.
pub fn place(graph: &Graph, cores: usize, imbalance: f64) -> Placement {
    let numbers: BTreeMap<&str, usize> = graph.partners.iter().map(|p| p.name.as_str()).zip(0..).collect();
    let number = |name: &str| numbers.get(name).copied();
    let bytes = graph.edges.iter().filter_map(|e| Some((number(&e.producer)?, number(&e.consumer)?, e.bytes)));
    let task = Task { loads: graph.partners.iter().map(|partner| partner.nodes).collect(), bytes: bytes.collect() };
    let placed = by_communication(&task, cores, imbalance);
    Placement {
        imbalance,
        cut_bytes_before: by_load(&task, cores).cut,
        cut_bytes: placed.cut,
        cores: named(graph, &placed),
    }
}

fn named(graph: &Graph, placed: &Placed) -> Vec<Core> {
    let mut cores: Vec<Core> = placed.loads.iter().map(|&nodes| Core { nodes, partners: Vec::new() }).collect();
    for (partner, &core) in graph.partners.iter().zip(&placed.core) {
        cores[core].partners.push(partner.name.clone());
    }
    cores
}
