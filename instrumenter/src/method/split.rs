//! Blocks as paths see them: basic blocks split at calls, class initialisation and other cuts (docs/format.md 1.1).

use std::ops::Range;

use paratrace_traceformat::map::{Mode, Op, PEI, StartKind, Untraced};

use super::cfg::Cfg;
use super::facts::Fact;
use super::loops::LoopForest;

/// A block of the path graph: instructions `first..end`, possibly none.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) innermost: Option<u32>,
    pub(crate) start: Option<StartKind>,
    /// The call before it.
    pub(crate) after_call: Option<u32>,
    /// Stack entries on entry.
    pub(crate) height: u16,
    /// Successors: a range of the graph's edges.
    pub(crate) edges: Range<usize>,
}

/// An edge of the path graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) to: usize,
    pub(crate) inc: u32,
    pub(crate) cut: bool,
    /// Entered by falling through (and not by a jump).
    pub(crate) falls: bool,
}

impl Block {
    fn new(first: usize, innermost: Option<u32>) -> Block {
        Block { first, end: first, innermost, start: None, after_call: None, height: 0, edges: 0..0 }
    }
}

/// The path graph; block 0 is the entry.
#[derive(Debug)]
pub(crate) struct PathGraph {
    pub(crate) blocks: Vec<Block>,
    pub(crate) edges: Vec<Edge>,
    /// First block of each basic block, `usize::MAX` if it is unreachable.
    pub(crate) of_basic: Vec<usize>,
}

impl PathGraph {
    /// Replaces the successors of a block.
    fn set_edges(&mut self, block: usize, edges: impl IntoIterator<Item = Edge>) {
        let first = self.edges.len();
        self.edges.extend(edges);
        self.edges[first..].sort_by_key(|edge| edge.falls);
        self.blocks[block].edges = first..self.edges.len();
    }
}

/// True if a path ends at this call.
pub(crate) fn is_cut_call(fact: &Fact) -> bool {
    fact.mode.is_some_and(|mode| mode != Mode::Leaf)
}

/// Splits the basic blocks.
pub(crate) fn split(cfg: &Cfg, forest: &LoopForest, facts: &[Option<Fact>]) -> Result<PathGraph, Untraced> {
    let mut graph = PathGraph {
        blocks: Vec::with_capacity(2 * cfg.blocks.len()),
        edges: Vec::with_capacity(4 * cfg.blocks.len()),
        of_basic: vec![usize::MAX; cfg.blocks.len()],
    };
    let first_starts = facts.first().and_then(Option::as_ref).is_some_and(|fact| starts_path(fact).is_some());
    if first_starts || (0..cfg.blocks.len()).any(|b| cfg.successors_of(b).any(|to| to == 0)) {
        // The code begins with a branch target or a start: control enters through a block of its own.
        graph.blocks.push(Block::new(0, None));
    }
    let mut tails = vec![usize::MAX; cfg.blocks.len()];
    for basic in 0..cfg.blocks.len() {
        if facts[cfg.blocks[basic].first].is_some() {
            graph.of_basic[basic] = graph.blocks.len();
            split_basic(&mut graph, cfg, forest, facts, basic)?;
            tails[basic] = graph.blocks.len() - 1;
        }
    }
    link(&mut graph, cfg, facts, &tails);
    graph.blocks[0].start = Some(StartKind::Entry);
    if graph.of_basic[0] != 0 {
        let to = graph.of_basic[0];
        graph.set_edges(0, [Edge { to, inc: 0, cut: false, falls: true }]);
    }
    Ok(graph)
}

fn split_basic(
    graph: &mut PathGraph,
    cfg: &Cfg,
    forest: &LoopForest,
    facts: &[Option<Fact>],
    basic: usize,
) -> Result<(), Untraced> {
    let source = &cfg.blocks[basic];
    let innermost = forest.innermost[basic].and_then(|found| u32::try_from(found).ok());
    let mut block = Block::new(source.first, innermost);
    block.start = match () {
        () if source.is_handler => Some(StartKind::Handler),
        () if forest.entries[basic] => Some(StartKind::Header),
        () => None,
    };
    for index in source.first..source.end {
        let fact = facts[index].as_ref().ok_or(Untraced::Malformed)?;
        if let Some(kind) = starts_path(fact) {
            // In front of a trigger, a handler gets an empty path: its event comes before those of the class initialiser.
            let reached = block.start == Some(StartKind::Handler) && kind == StartKind::Trigger;
            let fresh = block.first == index && block.after_call.is_none() && !reached;
            if !fresh {
                push(graph, block, facts, index);
                block = Block::new(index, innermost);
            }
            if block.start != Some(StartKind::Handler) {
                block.start = Some(kind);
            }
        }
        block.end = index + 1;
        if is_cut_call(fact) {
            push(graph, block, facts, index + 1);
            block = Block::new(index + 1, innermost);
            block.after_call = Some(u32::try_from(index).map_err(|_| Untraced::Malformed)?);
            block.start = Some(StartKind::AfterCall);
        }
    }
    push(graph, block, facts, source.end);
    Ok(())
}

/// Ends a block in front of instruction `end`; the next one of the same basic block follows it.
fn push(graph: &mut PathGraph, mut block: Block, facts: &[Option<Fact>], end: usize) {
    block.end = end;
    block.height = match block.after_call {
        Some(call) => facts[call as usize].as_ref().map_or(0, |fact| fact.height_after),
        None => facts.get(block.first).and_then(Option::as_ref).map_or(0, |fact| fact.height),
    };
    let next = graph.blocks.len() + 1;
    block.edges = graph.edges.len()..graph.edges.len() + 1;
    graph.edges.push(Edge { to: next, inc: 0, cut: false, falls: true });
    graph.blocks.push(block);
}

/// Instructions that a path may not run through: those that may run class initialisers, those after which the thread may
/// see what others did, and in a constructor before `this` is initialised, where no handler can be placed, those that may
/// throw.
fn starts_path(fact: &Fact) -> Option<StartKind> {
    match () {
        () if fact.trigger => Some(StartKind::Trigger),
        () if fact.acquires || !fact.this_ready && fact.flags & PEI != 0 => Some(StartKind::Split),
        () => None,
    }
}

/// Gives the last block of each basic block its successors: jumps first, so that falling through carries the increment.
fn link(graph: &mut PathGraph, cfg: &Cfg, facts: &[Option<Fact>], tails: &[usize]) {
    for (basic, &tail) in tails.iter().enumerate() {
        if tail == usize::MAX {
            continue;
        }
        let last = cfg.blocks[basic].end - 1;
        let ends = facts[last].as_ref().is_none_or(|f| matches!(f.op, Op::Throw | Op::Return | Op::ReturnValue));
        let next = if ends { &[][..] } else { cfg.next(basic) };
        let follower = cfg.block_of.get(last + 1).filter(|_| falls_through(cfg, facts, basic)).copied();
        let of_basic = std::mem::take(&mut graph.of_basic);
        let edge = |&to: &usize| Edge { to: of_basic[to], inc: 0, cut: false, falls: Some(to) == follower };
        graph.set_edges(tail, next.iter().map(edge));
        graph.of_basic = of_basic;
    }
}

/// True unless the block ends with an unconditional jump (a `goto` or switch to the next instruction is a jump).
fn falls_through(cfg: &Cfg, facts: &[Option<Fact>], basic: usize) -> bool {
    let last = cfg.blocks[basic].end - 1;
    facts[last].as_ref().is_some_and(|fact| fact.falls_through)
}
