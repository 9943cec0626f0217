//! Static constructs: methods, loops (their iterations) and conditionals (docs/metrics.md, “Dependence distances”).
//!
//! This module numbers them, and finds the blocks where conditionals end.

use paratrace_jvm::opcodes::is_predicate;
use paratrace_traceformat::handle;
use paratrace_traceformat::map::{BlockId, InstructionId, LoopId, MethodId, ProgramMap};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use serde::{Deserialize, Serialize};

use super::loops::is_reducible;
use super::regions::RegionId;
use crate::base::pages::Pages;
use crate::base::span;

handle! {
    /// Number of a static construct: methods, then loops, then instructions (the predicates of conditionals), then
    /// instructions once more (calls of untraced code with tasks).
    pub struct ConstructId;
}

/// The kind of a construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ConstructKind {
    /// The activations of a method.
    Method,
    /// The iterations of a loop.
    Iteration,
    /// The executions from a predicate to its immediate post-dominator.
    Conditional,
    /// The tasks of a call of untraced code: what it calls back for one element. Reports do not list these.
    #[serde(skip)]
    Callback,
}

/// The immediate post-dominators of one method's predicates.
#[derive(Debug, Default)]
struct Joins {
    /// For each block, the block at which the conditional begun by its last instruction ends; `NONE` if there is none.
    after: Vec<BlockId>,
    /// For each block, whether a conditional ends there.
    joins: Vec<bool>,
}

/// The constructs of a program. Post-dominators of a method are computed when they are first asked for.
pub struct Constructs<'m> {
    map: &'m ProgramMap,
    /// For each method, one more than the number of its post-dominators among those known.
    numbers: Pages<u32>,
    known: Vec<Joins>,
}

impl<'m> Constructs<'m> {
    /// Creates the constructs of a program; nothing is computed yet.
    pub fn new(map: &'m ProgramMap) -> Self {
        Self { map, numbers: Pages::default(), known: Vec::new() }
    }

    /// Returns the construct of the conditional that an instruction decides.
    pub fn of_predicate(&self, insn: InstructionId) -> ConstructId {
        ConstructId::new((self.map.methods.len() + self.map.loops.len()) as u32 + insn.number())
    }

    /// Returns the block that ends the conditional which the last instruction of `block` begins, or `NONE`.
    pub fn join_after(&mut self, method: MethodId, block: BlockId) -> BlockId {
        let at = (block.number() - self.map.methods[method.index()].blocks.start) as usize;
        self.joins(method).after[at]
    }

    /// Returns whether a conditional can end where control arrives at `block`.
    pub fn is_join(&mut self, method: MethodId, block: BlockId) -> bool {
        let at = (block.number() - self.map.methods[method.index()].blocks.start) as usize;
        self.joins(method).joins[at]
    }

    #[inline]
    fn joins(&mut self, method: MethodId) -> &Joins {
        match self.numbers.get(method.index()) {
            0 => self.learn(method),
            number => &self.known[number as usize - 1],
        }
    }

    #[cold]
    fn learn(&mut self, method: MethodId) -> &Joins {
        let at = self.known.len();
        self.known.push(joins(self.map, method));
        *self.numbers.at(method.index()) = at as u32 + 1;
        &self.known[at]
    }
}

impl ConstructId {
    /// Returns the construct of a region: its activations, or its iterations.
    #[inline]
    pub const fn of_region(region: RegionId) -> Self {
        Self::new(region.number())
    }

    /// Returns the construct of the tasks of a call of untraced code.
    pub fn of_callbacks(map: &ProgramMap, call: InstructionId) -> Self {
        Self::new((map.methods.len() + map.loops.len() + map.insns.op.len()) as u32 + call.number())
    }

    /// Returns the region of a construct; `None` for conditionals and callbacks.
    pub fn region(self, map: &ProgramMap) -> Option<RegionId> {
        (self.index() < map.methods.len() + map.loops.len()).then_some(RegionId::new(self.number()))
    }
}

/// Returns the kind of a construct, and the number of its method, loop, predicate or call.
pub fn kind_of(map: &ProgramMap, construct: ConstructId) -> (ConstructKind, u32) {
    let methods = map.methods.len() as u32;
    let loops = map.loops.len() as u32;
    let insns = map.insns.op.len() as u32;
    match construct.number() {
        method if method < methods => (ConstructKind::Method, method),
        looped if looped < methods + loops => (ConstructKind::Iteration, looped - methods),
        insn if insn < methods + loops + insns => (ConstructKind::Conditional, insn - methods - loops),
        call => (ConstructKind::Callback, call - methods - loops - insns),
    }
}

/// Tells which constructs may outlive the instances around them.
pub struct Lifetimes {
    methods: u32,
    /// For each loop, whether it may; conditionals always may.
    loops: Box<[bool]>,
}

impl Lifetimes {
    /// Computes it from the loops of the map.
    pub fn new(map: &ProgramMap) -> Self {
        let loops = LoopId::all().take(map.loops.len()).map(|looped| !is_reducible(map, looped));
        Self { methods: map.methods.len() as u32, loops: loops.collect() }
    }

    /// Returns whether an instance around an open one of this construct may have ended before it. Only a conditional
    /// may end so early: one around another conditional, or around a loop that control can enter beside its header.
    #[inline]
    pub fn may_outlive(&self, construct: ConstructId) -> bool {
        match construct.number().checked_sub(self.methods) {
            None => false,
            Some(looped) => self.loops.get(looped as usize).is_none_or(|&outlives| outlives),
        }
    }
}

/// Computes post-dominators by normal edges only, with a virtual exit after every block without successors.
fn joins(map: &ProgramMap, method: MethodId) -> Joins {
    let blocks = map.methods[method.index()].blocks.clone();
    let count = blocks.len();
    let dominators = post_dominators(map, &blocks);
    let mut found = Joins { after: vec![BlockId::NONE; count], joins: vec![false; count] };
    for (at, block) in map.blocks[span(&blocks)].iter().enumerate() {
        let Some(last) = block.instructions().next_back() else { continue };
        if !is_predicate(map.insns.opcode[last.index()]) {
            continue;
        }
        let join = dominators.immediate_dominator(NodeIndex::new(at)).filter(|join| join.index() < count);
        if let Some(join) = join {
            let join = first_with_code(map, BlockId::new(blocks.start + join.index() as u32));
            found.after[at] = join;
            found.joins[(join.number() - blocks.start) as usize] = true;
        }
    }
    found
}

/// Skips empty blocks, because control can also arrive at the instruction behind them without passing them.
fn first_with_code(map: &ProgramMap, mut block: BlockId) -> BlockId {
    for _ in 0..map.blocks.len() {
        let here = &map.blocks[block.index()];
        match &map.edges[span(&here.edges)] {
            [only] if here.insns.is_empty() => block = only.to,
            _ => break,
        }
    }
    block
}

fn post_dominators(map: &ProgramMap, blocks: &std::ops::Range<u32>) -> Dominators<NodeIndex> {
    let count = blocks.len();
    let mut reversed: DiGraph<(), ()> = DiGraph::with_capacity(count + 1, 2 * count);
    for _ in 0..=count {
        reversed.add_node(());
    }
    let exit = NodeIndex::new(count);
    for (at, block) in map.blocks[span(blocks)].iter().enumerate() {
        let edges = &map.edges[span(&block.edges)];
        if edges.is_empty() {
            reversed.add_edge(exit, NodeIndex::new(at), ());
        }
        for edge in edges {
            reversed.add_edge(NodeIndex::new((edge.to.number() - blocks.start) as usize), NodeIndex::new(at), ());
        }
    }
    simple_fast(&reversed, exit)
}
