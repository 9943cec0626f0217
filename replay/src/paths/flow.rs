//! The data flow within a path, node by node: which value feeds which, what comes from outside and what goes there.
//!
//! Micro-operations fold all this away; who wants to know which nodes a depth comes from needs it. The order of loads
//! and stores is that of the micro-operations, so both see the same cells.

use super::program::{Depth, Place};

/// One step. It makes the value that has its position, counted from 1; value 0 is what nothing made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of a variant names its fields")]
pub enum Act {
    /// What a location holds; its depth is word `at` of the path's log.
    Load { place: Place, at: u32 },
    /// A node, or an argument that travels by itself: 1 more than the greatest input.
    Node(Vertex),
    /// The next group of element copies, each of them a vertex over the inputs and its source. The value is the greatest of
    /// them all: words `at` and `at + 1` of the path's log are its depth, and the slot of the source that has it (0 if
    /// an input has).
    Copy { vertex: Vertex, at: u32, group: u32 },
    /// A location gets a value.
    Store { place: Place, value: u32 },
}

/// A vertex of the dependence graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vertex {
    /// Nodes of the path before it.
    pub node: u32,
    /// Instruction of the map.
    pub insn: u32,
    first: u32,
    end: u32,
}

/// The data flow of one path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flow {
    /// In the order of the micro-operations.
    pub acts: Vec<Act>,
    inputs: Vec<u32>,
    /// Positions of the acts that write locations.
    pub writers: Vec<u32>,
    /// Words that one execution logs.
    pub logged: u32,
    groups: u32,
    node: u32,
    insn: u32,
}

impl Flow {
    /// What follows belongs to this node.
    pub(super) fn at(&mut self, node: u32, insn: u32) {
        (self.node, self.insn) = (node, insn);
    }

    fn push(&mut self, act: Act) -> u32 {
        self.acts.push(act);
        self.acts.len() as u32
    }

    fn vertex(&mut self, inputs: &[Depth]) -> Vertex {
        let first = self.inputs.len() as u32;
        self.inputs.extend(inputs.iter().map(|input| input.value).filter(|&value| value != 0));
        Vertex { node: self.node, insn: self.insn, first, end: self.inputs.len() as u32 }
    }

    pub(super) fn load(&mut self, place: Place) -> u32 {
        let at = self.logged;
        self.logged += 1;
        self.push(Act::Load { place, at })
    }

    pub(super) fn store(&mut self, place: Place, value: u32) {
        self.writers.push(self.acts.len() as u32);
        self.push(Act::Store { place, value });
    }

    pub(super) fn node(&mut self, inputs: &[Depth]) -> u32 {
        let vertex = self.vertex(inputs);
        self.push(Act::Node(vertex))
    }

    pub(super) fn copy(&mut self, inputs: &[Depth]) -> u32 {
        let (vertex, at, group) = (self.vertex(inputs), self.logged, self.groups);
        self.logged += 2;
        self.groups += 1;
        self.writers.push(self.acts.len() as u32);
        self.push(Act::Copy { vertex, at, group })
    }

    /// The values that a vertex reads.
    pub fn inputs(&self, vertex: Vertex) -> &[u32] {
        &self.inputs[vertex.first as usize..vertex.end as usize]
    }

    /// The input of a vertex that has the greatest depth (the first of several), and that depth; value 0 if it has none.
    pub fn deepest(&self, vertex: Vertex, depths: &[u32]) -> (u32, u32) {
        self.inputs(vertex).iter().fold((0, 0), |deepest, &value| {
            let depth = depths[value as usize];
            if depth > deepest.1 { (value, depth) } else { deepest }
        })
    }
}
