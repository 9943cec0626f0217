//! Control-flow graph: basic blocks with normal and exceptional successors.
//!
//! Blocks are split at the bounds of protected ranges, so all instructions of a block have the same handlers and the
//! graph on blocks has the same loops as the graph on instructions of METRICS section 3.

use paratrace_classfile::opcodes as op;
use paratrace_traceformat::map::Untraced;

use super::body::Body;

/// A basic block: instructions `first..end`.
#[derive(Debug, Clone, Default)]
pub(crate) struct BasicBlock {
    pub(crate) first: usize,
    pub(crate) end: usize,
    /// Normal successors in METRICS order: fall through, then targets (switch: cases in order, then default), each once.
    pub(crate) next: Vec<usize>,
    /// Handler blocks in table order, each once; without ranges around their own handlers.
    pub(crate) handlers: Vec<usize>,
    /// All handlers that may be entered from here.
    pub(crate) all_handlers: Vec<usize>,
    pub(crate) is_handler: bool,
}

/// The graph; block 0 is the entry.
#[derive(Debug)]
pub(crate) struct Cfg {
    pub(crate) blocks: Vec<BasicBlock>,
    /// Block of each instruction.
    pub(crate) block_of: Vec<usize>,
}

impl Cfg {
    /// Builds the graph of a body.
    pub(crate) fn build(body: &Body) -> Result<Cfg, Untraced> {
        let leaders = leaders(body)?;
        let mut block_of = vec![0; body.insns.len()];
        let mut blocks: Vec<BasicBlock> = Vec::new();
        for index in 0..body.insns.len() {
            if leaders[index] {
                blocks.push(BasicBlock { first: index, end: index, ..BasicBlock::default() });
            }
            let current = blocks.len() - 1;
            block_of[index] = current;
            blocks[current].end = index + 1;
        }
        let mut cfg = Cfg { blocks, block_of };
        cfg.link(body)?;
        Ok(cfg)
    }

    fn link(&mut self, body: &Body) -> Result<(), Untraced> {
        for block in 0..self.blocks.len() {
            let last = self.blocks[block].end - 1;
            self.blocks[block].next = self.successors(body, last)?;
            let first = self.blocks[block].first;
            for range in body.protected.iter().filter(|r| (r.from..r.to).contains(&first)) {
                let handler = self.block_of[range.handler];
                let add = |list: &mut Vec<usize>| {
                    if !list.contains(&handler) {
                        list.push(handler);
                    }
                };
                add(&mut self.blocks[block].all_handlers);
                if !range.covers_itself() {
                    add(&mut self.blocks[block].handlers);
                }
            }
        }
        for range in &body.protected {
            self.blocks[self.block_of[range.handler]].is_handler = true;
        }
        self.link_unreached_handlers();
        Ok(())
    }

    /// Handlers that only ranges around themselves lead to (no compiler emits them) are reached from everything else that
    /// these ranges cover.
    fn link_unreached_handlers(&mut self) {
        loop {
            let reached = self.reached();
            let leads = |block: &BasicBlock| block.all_handlers.iter().copied().find(|&handler| !reached[handler]);
            let found = (0..self.blocks.len()).filter(|&b| reached[b]).find_map(|b| leads(&self.blocks[b]));
            let Some(handler) = found else { return };
            for (_, block) in self.blocks.iter_mut().enumerate().filter(|&(b, _)| b != handler) {
                if block.all_handlers.contains(&handler) && !block.handlers.contains(&handler) {
                    block.handlers.push(handler);
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

    fn successors(&self, body: &Body, last: usize) -> Result<Vec<usize>, Untraced> {
        let insn = &body.insns[last];
        let mut next = Vec::new();
        if insn.falls_through() {
            next.push(*self.block_of.get(last + 1).ok_or(Untraced::Malformed)?);
        }
        for target in insn.targets() {
            let block = self.block_of[body.index(target)?];
            if !next.contains(&block) {
                next.push(block);
            }
        }
        Ok(next)
    }

    /// All successors in depth-first order: normal ones, then handlers.
    pub(crate) fn successors_of(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let block = &self.blocks[block];
        block.next.iter().chain(block.handlers.iter().filter(|h| !block.next.contains(h))).copied()
    }
}

fn leaders(body: &Body) -> Result<Vec<bool>, Untraced> {
    let count = body.insns.len();
    let mut leaders = vec![false; count + 1];
    leaders[0] = true;
    for (index, insn) in body.insns.iter().enumerate() {
        for target in insn.targets() {
            leaders[body.index(target)?] = true;
        }
        if op::is_branch(insn.opcode) || !insn.falls_through() {
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
