//! Static constructs (METRICS section 4): methods, loops (their iterations), conditionals, and where conditionals end.

use paratrace_traceformat::map::{NONE, ProgramMap};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};

use crate::accesses::is_predicate;
use crate::replay::outward;
use crate::results::ConstructKind;
use crate::span;

/// Number of a static construct: methods, then loops, then instructions (the predicates of conditionals).
pub(crate) type Construct = u32;

/// Immediate post-dominators of one method's predicates.
#[derive(Debug, Default)]
struct Joins {
    /// Per block: where the conditional that its last instruction begins ends, `NONE` if nowhere.
    after: Vec<u32>,
    /// Per block: some conditional ends here.
    joins: Vec<bool>,
}

/// Constructs of a program. Methods are looked at when they are first executed.
pub(crate) struct Constructs<'m> {
    map: &'m ProgramMap,
    methods: Vec<Option<Box<Joins>>>,
}

impl<'m> Constructs<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        Self { map, methods: std::iter::repeat_with(|| None).take(map.methods.len()).collect() }
    }

    pub(crate) fn of_method(method: u32) -> Construct {
        method
    }

    pub(crate) fn of_predicate(&self, insn: u32) -> Construct {
        (self.map.methods.len() + self.map.loops.len()) as u32 + insn
    }

    /// The block that ends the conditional which the last instruction of `block` begins.
    pub(crate) fn join_after(&mut self, method: u32, block: u32) -> u32 {
        let at = (block - self.map.methods[method as usize].blocks.start) as usize;
        self.joins(method).after[at]
    }

    /// Can a conditional end where control arrives at `block`?
    pub(crate) fn is_join(&mut self, method: u32, block: u32) -> bool {
        let at = (block - self.map.methods[method as usize].blocks.start) as usize;
        self.joins(method).joins[at]
    }

    #[inline]
    fn joins(&mut self, method: u32) -> &Joins {
        let map = self.map;
        self.methods[method as usize].get_or_insert_with(|| Box::new(joins(map, method)))
    }
}

/// What a construct is, and the number of its method, loop or predicate.
pub(crate) fn kind_of(map: &ProgramMap, construct: Construct) -> (ConstructKind, u32) {
    let methods = map.methods.len() as u32;
    let loops = map.loops.len() as u32;
    match construct {
        method if method < methods => (ConstructKind::Method, method),
        looped if looped < methods + loops => (ConstructKind::Iteration, looped - methods),
        insn => (ConstructKind::Conditional, insn - methods - loops),
    }
}

/// Which constructs may outlive what is around them.
pub(crate) struct Lifetimes {
    methods: u32,
    /// Per loop.
    loops: Box<[bool]>,
}

impl Lifetimes {
    pub(crate) fn new(map: &ProgramMap) -> Self {
        let loops = (0..map.loops.len() as u32).map(|looped| !is_reducible(map, looped));
        Self { methods: map.methods.len() as u32, loops: loops.collect() }
    }

    /// May an instance around an open one of this construct have ended before it? Only a conditional may: one that is
    /// around another conditional, or around a loop that control can enter beside its header.
    #[inline]
    pub(crate) fn may_outlive(&self, construct: Construct) -> bool {
        match construct.checked_sub(self.methods) {
            None => false,
            Some(looped) => self.loops.get(looped as usize).is_none_or(|&outlives| outlives),
        }
    }
}

/// Can control enter a loop, and all loops around it, only at their headers?
pub(crate) fn is_reducible(map: &ProgramMap, looped: u32) -> bool {
    outward(map, looped).all(|around| map.loops[around as usize].reducible)
}

/// Post-dominators by normal edges only, with a virtual exit after every block that has none.
fn joins(map: &ProgramMap, method: u32) -> Joins {
    let blocks = map.methods[method as usize].blocks.clone();
    let count = blocks.len();
    let dominators = post_dominators(map, &blocks);
    let mut found = Joins { after: vec![NONE; count], joins: vec![false; count] };
    for (at, block) in map.blocks[span(&blocks)].iter().enumerate() {
        let Some(last) = block.insns.clone().next_back() else { continue };
        if !is_predicate(map.insns.opcode[last as usize]) {
            continue;
        }
        let join = dominators.immediate_dominator(NodeIndex::new(at)).filter(|join| join.index() < count);
        if let Some(join) = join {
            let join = first_with_code(map, blocks.start + join.index() as u32);
            found.after[at] = join;
            found.joins[(join - blocks.start) as usize] = true;
        }
    }
    found
}

/// Control can also arrive at an instruction without passing an empty block before it.
fn first_with_code(map: &ProgramMap, mut block: u32) -> u32 {
    for _ in 0..map.blocks.len() {
        let here = &map.blocks[block as usize];
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
            reversed.add_edge(NodeIndex::new((edge.to - blocks.start) as usize), NodeIndex::new(at), ());
        }
    }
    simple_fast(&reversed, exit)
}
