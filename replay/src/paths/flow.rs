//! The data flow within a path, node by node: the values that feed each node, and those that come in and go out.
//!
//! Micro-operations fold all this away, but an analysis that looks for the nodes behind a depth needs it. Loads and
//! stores have the order of the micro-operations, so both see the same cells.

use super::program::{Depth, Place};
use paratrace_traceformat::map::InstructionId;

/// One step. It defines the value with its position, counted from 1. Value 0 is a value that no step defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of a variant names its fields")]
pub enum Act {
    /// A location is loaded; its depth is word `at` of the path's log.
    Load { place: Place, at: u32 },
    /// A node, or an argument that travels by itself: 1 more than the greatest input.
    Node(Vertex),
    /// The next group of element copies, each of them a vertex over the inputs and its source.
    ///
    /// The value is the greatest of them all. Word `at` of the path's log is its depth. Word `at + 1` is the slot of
    /// the source that has this depth, or 0 if an input has it.
    Copy { vertex: Vertex, at: u32, group: u32 },
    /// A value is stored to a location.
    Store { place: Place, value: u32 },
    /// The next thing that the script releases is released: the nodes so far come before it.
    Release,
}

/// A vertex of the dependence graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vertex {
    /// Number of nodes of the path before it.
    pub node: u32,
    /// Instruction of the map.
    pub insn: InstructionId,
    first: u32,
    end: u32,
}

/// The data flow of one path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flow {
    /// The steps, in the order of the micro-operations.
    pub acts: Vec<Act>,
    inputs: Vec<u32>,
    /// Positions of the steps that write locations.
    pub writers: Vec<u32>,
    /// Number of words that one execution logs.
    pub logged: u32,
    groups: u32,
    node: u32,
    insn: InstructionId,
}

impl Flow {
    /// Sets the node that the next steps belong to.
    pub(super) fn at(&mut self, node: u32, insn: InstructionId) {
        (self.node, self.insn) = (node, insn);
    }

    /// Returns the instruction of the last node.
    pub fn last(&self) -> Option<InstructionId> {
        let node = |act: &Act| if let Act::Node(vertex) = act { Some(vertex.insn) } else { None };
        self.acts.iter().rev().find_map(node)
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

    pub(super) fn release(&mut self) {
        self.push(Act::Release);
    }

    /// Returns the flow of a path that only releases something.
    pub(super) fn of_release() -> Self {
        Self { acts: vec![Act::Release], ..Self::default() }
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

    /// Returns the values that a vertex reads.
    pub fn inputs(&self, vertex: Vertex) -> &[u32] {
        &self.inputs[vertex.first as usize..vertex.end as usize]
    }

    /// Returns the input of a vertex with the greatest depth (the first of several), and that depth. The value is 0 if
    /// there is none.
    pub fn deepest(&self, vertex: Vertex, depths: &[u32]) -> (u32, u32) {
        self.inputs(vertex).iter().fold((0, 0), |deepest, &value| {
            let depth = depths[value as usize];
            if depth > deepest.1 { (value, depth) } else { deepest }
        })
    }
}
