//! Control-flow graph: basic blocks with normal and exceptional successors.
//!
//! Blocks are split at the bounds of protected ranges, so all instructions of a block have the same handlers and the
//! graph on blocks has the same loops as the graph on instructions of docs/metrics.md.

use std::collections::BTreeSet;
use std::ops::Range;

use paratrace_classfile::opcodes as op;
use paratrace_traceformat::map::Untraced;

use super::body::{Body, Protected};
use crate::limits;

/// A basic block: instructions `first..end`.
#[derive(Debug, Clone, Default)]
pub(crate) struct BasicBlock {
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) is_handler: bool,
    next: Range<usize>,
    handlers: Range<usize>,
    all_handlers: Range<usize>,
}

/// The graph; block 0 is the entry.
#[derive(Debug)]
pub(crate) struct Cfg {
    pub(crate) blocks: Vec<BasicBlock>,
    /// Block of each instruction.
    pub(crate) block_of: Vec<usize>,
    /// Successors and handlers of all blocks.
    links: Vec<usize>,
}

impl Cfg {
    /// Builds the graph of a body.
    pub(crate) fn build(body: &Body) -> Result<Cfg, Untraced> {
        let leaders = leaders(body)?;
        let mut block_of = vec![0; body.insns.len()];
        let mut blocks: Vec<BasicBlock> = Vec::with_capacity(leaders.iter().filter(|&&leads| leads).count());
        for index in 0..body.insns.len() {
            if leaders[index] {
                blocks.push(BasicBlock { first: index, end: index, ..BasicBlock::default() });
            }
            let current = blocks.len() - 1;
            block_of[index] = current;
            blocks[current].end = index + 1;
        }
        let links = Vec::with_capacity(2 * blocks.len());
        let mut cfg = Cfg { blocks, block_of, links };
        cfg.link(body)?;
        Ok(cfg)
    }

    fn link(&mut self, body: &Body) -> Result<(), Untraced> {
        for block in 0..self.blocks.len() {
            let last = self.blocks[block].end - 1;
            self.blocks[block].next = self.link_successors(body, last)?;
        }
        self.link_all_handlers(body)?;
        for range in &body.protected {
            self.blocks[self.block_of[range.handler]].is_handler = true;
        }
        if body.protected.iter().any(Protected::covers_itself) {
            self.link_unreached_handlers()?;
        }
        Ok(())
    }

    /// Handlers that only ranges around themselves lead to (no compiler emits them) are reached from everything else that
    /// these ranges cover.
    fn link_unreached_handlers(&mut self) -> Result<(), Untraced> {
        let mut work = 0;
        loop {
            let reached = self.reached();
            work += self.blocks.len() + self.links.len();
            if work > limits::MAX_EXCEPTION_EDGES {
                return Err(Untraced::TooComplex);
            }
            let leads = |block: usize| self.all_handlers(block).iter().copied().find(|&handler| !reached[handler]);
            let found = (0..self.blocks.len()).filter(|&block| reached[block]).find_map(leads);
            let Some(handler) = found else { return Ok(()) };
            for block in (0..self.blocks.len()).filter(|&block| block != handler) {
                if self.all_handlers(block).contains(&handler) && !self.handlers(block).contains(&handler) {
                    let first = self.links.len();
                    self.links.extend_from_within(self.blocks[block].handlers.clone());
                    self.links.push(handler);
                    self.blocks[block].handlers = first..self.links.len();
                }
            }
        }
    }

    /// Blocks reachable from the entry.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.blocks.len()];
        let mut todo = vec![0];
        while let Some(block) = todo.pop() {
            if !std::mem::replace(&mut reached[block], true) {
                todo.extend(self.successors_of(block));
            }
        }
        reached
    }

    /// Blocks in their order; those that the same ranges cover share their links.
    fn link_all_handlers(&mut self, body: &Body) -> Result<(), Untraced> {
        let bounds = |place: fn(&Protected) -> usize| {
            let mut bounds: Vec<(usize, usize)> = body.protected.iter().map(place).zip(0..).collect();
            bounds.sort_unstable();
            bounds.into_iter().peekable()
        };
        let (mut begins, mut ends) = (bounds(|range| range.from), bounds(|range| range.to));
        let (mut covering, mut linked) = (BTreeSet::new(), vec![usize::MAX; self.blocks.len()]);
        let (mut all, mut handlers, mut count) = (0..0, 0..0, 0);
        for block in 0..self.blocks.len() {
            let first = self.blocks[block].first;
            let mut changed = false;
            while let Some((_, range)) = ends.next_if(|&(end, _)| end <= first) {
                changed |= covering.remove(&range);
            }
            while let Some((_, range)) = begins.next_if(|&(begin, _)| begin <= first) {
                changed |= covering.insert(range);
            }
            if changed {
                let ranges = || covering.iter().map(|&range| &body.protected[range]);
                all = self.link_handlers(ranges(), &mut linked);
                handlers = self.link_handlers(ranges().filter(|range| !range.covers_itself()), &mut linked);
            }
            count += all.len() + handlers.len();
            if count.max(self.links.len()) > limits::MAX_EXCEPTION_EDGES {
                return Err(Untraced::TooComplex);
            }
            (self.blocks[block].all_handlers, self.blocks[block].handlers) = (all.clone(), handlers.clone());
        }
        Ok(())
    }

    /// Each handler once. `linked` says for each block where its latest link is.
    fn link_handlers<'r>(&mut self, ranges: impl Iterator<Item = &'r Protected>, linked: &mut [usize]) -> Range<usize> {
        let first = self.links.len();
        for range in ranges {
            let handler = self.block_of[range.handler];
            // An entry may be stale: it is of this call if it lies in the call's range of links and names the handler.
            if self.links.get(linked[handler]).filter(|_| linked[handler] >= first) != Some(&handler) {
                linked[handler] = self.links.len();
                self.links.push(handler);
            }
        }
        first..self.links.len()
    }

    fn link_successors(&mut self, body: &Body, last: usize) -> Result<Range<usize>, Untraced> {
        let first = self.links.len();
        let insn = &body.insns[last];
        if insn.falls_through() {
            self.links.push(*self.block_of.get(last + 1).ok_or(Untraced::Malformed)?);
        }
        for target in insn.targets() {
            self.add_link(first, self.block_of[body.index(target)?]);
        }
        Ok(first..self.links.len())
    }

    /// Adds a block to the links from `first` on, unless it is there.
    fn add_link(&mut self, first: usize, block: usize) {
        if !self.links[first..].contains(&block) {
            self.links.push(block);
        }
    }

    /// A graph of blocks without code.
    #[cfg(test)]
    pub(super) fn of_graph(successors: &[Vec<usize>]) -> Cfg {
        let mut cfg = Cfg { blocks: Vec::new(), block_of: Vec::new(), links: Vec::new() };
        for next in successors {
            let first = cfg.links.len();
            cfg.links.extend(next);
            cfg.blocks.push(BasicBlock { next: first..cfg.links.len(), ..BasicBlock::default() });
        }
        cfg
    }

    /// Normal successors, ordered as in docs/metrics.md: fall through, then targets (switch: cases in order, then default), each once.
    pub(crate) fn next(&self, block: usize) -> &[usize] {
        &self.links[self.blocks[block].next.clone()]
    }

    /// Handler blocks in table order, each once; without ranges around their own handlers.
    fn handlers(&self, block: usize) -> &[usize] {
        &self.links[self.blocks[block].handlers.clone()]
    }

    /// All handlers that may be entered from a block.
    pub(crate) fn all_handlers(&self, block: usize) -> &[usize] {
        &self.links[self.blocks[block].all_handlers.clone()]
    }

    /// All successors in depth-first order: normal ones, then handlers.
    pub(crate) fn successors_of(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let next = self.next(block);
        next.iter().chain(self.handlers(block).iter().filter(|handler| !next.contains(handler))).copied()
    }
}

fn leaders(body: &Body) -> Result<Vec<bool>, Untraced> {
    let count = body.insns.len();
    let mut leaders = vec![false; count + 1];
    leaders[0] = true;
    for (index, insn) in body.insns.iter().enumerate() {
        let branches = op::is_branch(insn.opcode);
        if branches {
            for target in insn.targets() {
                leaders[body.index(target)?] = true;
            }
        }
        if branches || !insn.falls_through() {
            leaders[index + 1] = true;
        }
    }
    for range in &body.protected {
        leaders[range.from] = true;
        leaders[range.to] = true;
        leaders[range.handler] = true;
    }
    leaders.truncate(count);
    Ok(leaders)
}
