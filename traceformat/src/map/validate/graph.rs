//! Path numbers: acyclic without cut edges, increments and counts as numbered.
//!
//! `paths(b)`, the number of ways from the beginning of block `b` to the end of a path, is one for each instruction with `PEI`,
//! plus one if the block ends with a return, plus `paths(to)` for each edge, or one for a cut edge. (`athrow` has `PEI` and
//! nothing behind it.) Ascending by increment, each edge's increment must be the number of ways of the edges before it;
//! then every number below `paths(b)` decodes, to a path of its own. An `AfterCall` start has one more: the call threw.

use super::{bad, rows};
use crate::map::{Block, BlockId, Edge, MapError, Method, NONE, Op, PEI, ProgramMap, StartKind};
use crate::paths::{PathEnd, silent_path};

/// Scratch memory, kept from method to method.
#[derive(Default)]
pub(super) struct Numbering {
    /// Per block of the method: ways to the end of a path. Saturates; increments of 32 bits never reach that.
    paths: Vec<u64>,
    /// Per block of the method: its paths without exceptions.
    normal: Vec<Normal>,
    /// Blocks, each behind all blocks that its uncut edges lead to.
    order: Vec<BlockId>,
    /// Edges of one block: increment, ways, row.
    ways: Vec<(u32, u64, u32)>,
    /// Per block: not seen, on the stack, done.
    state: Vec<State>,
    stack: Vec<(BlockId, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

impl Numbering {
    pub(super) fn check(&mut self, map: &ProgramMap, m: &Method) -> Result<(), MapError> {
        self.sort(map, m)?;
        self.paths.clear();
        self.paths.resize(m.blocks.len(), 0);
        self.normal.clear();
        self.normal.resize(m.blocks.len(), Normal::Many);
        for i in 0..self.order.len() {
            let id = self.order[i];
            let paths = self.count(map, m, id)?;
            let local = (id.number() - m.blocks.start) as usize;
            self.paths[local] = paths;
            if let [only] = edges(map, &map.blocks[id.index()]) {
                let behind = self.normal[(only.to.number() - m.blocks.start) as usize];
                self.normal[local] = if only.cut { Normal::Cut(only.to) } else { behind };
            }
        }
        self.check_starts(map, m)?;
        self.check_silent(map, m)
    }

    /// Fills `order`.
    fn sort(&mut self, map: &ProgramMap, m: &Method) -> Result<(), MapError> {
        self.order.clear();
        let blocks = m.blocks.clone().map(BlockId::new).zip(rows(&map.blocks, &m.blocks));
        let mut uncut = blocks.flat_map(|(id, b)| edges(map, b).iter().map(move |e| (id, e))).filter(|(_, e)| !e.cut);
        if uncut.all(|(id, e)| e.to > id) {
            self.order.extend(m.blocks.clone().rev().map(BlockId::new));
            return Ok(());
        }
        self.state.clear();
        self.state.resize(m.blocks.len(), State::New);
        m.blocks.clone().map(BlockId::new).try_for_each(|id| self.visit(map, m.blocks.start, id))
    }

    /// Depth first along uncut edges.
    fn visit(&mut self, map: &ProgramMap, first: u32, root: BlockId) -> Result<(), MapError> {
        if self.state[(root.number() - first) as usize] != State::New {
            return Ok(());
        }
        self.state[(root.number() - first) as usize] = State::Open;
        self.stack.clear();
        self.stack.push((root, map.blocks[root.index()].edges.start));
        while let Some((id, next)) = self.stack.pop() {
            if next >= map.blocks[id.index()].edges.end {
                self.state[(id.number() - first) as usize] = State::Done;
                self.order.push(id);
                continue;
            }
            self.stack.push((id, next + 1));
            let edge = map.edges[next as usize];
            match self.state[(edge.to.number() - first) as usize] {
                _ if edge.cut => {}
                State::New => {
                    self.state[(edge.to.number() - first) as usize] = State::Open;
                    self.stack.push((edge.to, map.blocks[edge.to.index()].edges.start));
                }
                State::Open => return bad("edge", next, "to", edge.to.number(), "a cut edge, as it closes a cycle"),
                State::Done => {}
            }
        }
        Ok(())
    }

    /// `paths(id)`; those of its successors are known.
    fn count(&mut self, map: &ProgramMap, m: &Method, id: BlockId) -> Result<u64, MapError> {
        let block = &map.blocks[id.index()];
        let flags = rows(&map.insns.flags, &block.insns);
        let throws = flags.iter().filter(|&&f| f & PEI != 0).count() as u64;
        let last = rows(&map.insns.op, &block.insns).last().and_then(|&op| Op::from_byte(op));
        if matches!(last, Some(Op::Return | Op::ReturnValue)) {
            self.normal[(id.number() - m.blocks.start) as usize] = Normal::Exit;
            return Ok(throws + 1);
        }
        self.ways.clear();
        for (row, edge) in block.edges.clone().zip(edges(map, block)) {
            check_target(map, row, edge)?;
            let ways = if edge.cut { 1 } else { self.paths[(edge.to.number() - m.blocks.start) as usize] };
            self.ways.push((edge.inc, ways, row));
        }
        Ok(throws.saturating_add(self.sum_ways()?))
    }

    fn sum_ways(&mut self) -> Result<u64, MapError> {
        self.ways.sort_unstable();
        let mut sum = 0u64;
        for &(inc, ways, row) in &self.ways {
            if u64::from(inc) != sum {
                return bad("edge", row, "inc", inc, format!("{sum}, the paths of the edges before it"));
            }
            sum = sum.saturating_add(ways);
        }
        Ok(sum)
    }

    fn check_starts(&self, map: &ProgramMap, m: &Method) -> Result<(), MapError> {
        for (id, start) in m.starts.clone().zip(rows(&map.starts, &m.starts)) {
            let threw = u64::from(start.kind == StartKind::AfterCall);
            let paths = self.paths[(start.block.number() - m.blocks.start) as usize].saturating_add(threw);
            if u64::from(start.count) > paths {
                return bad("start", id, "count", start.count, format!("at most its {paths} paths"));
            }
        }
        Ok(())
    }

    /// A silent start has one normal path, and no chain of silent starts comes back to itself.
    fn check_silent(&mut self, map: &ProgramMap, m: &Method) -> Result<(), MapError> {
        self.state.clear();
        self.state.resize(m.starts.len(), State::New);
        for first in m.starts.clone() {
            let at = self.follow(map, m, first, State::New, State::Open)?;
            if at != NONE && self.state[(at - m.starts.start) as usize] == State::Open {
                return bad("start", at, "silent", 1u32, "an event somewhere in the cycle of silent starts");
            }
            self.follow(map, m, first, State::Open, State::Done)?;
        }
        Ok(())
    }

    /// Follows silent starts as long as they are in state `from`, and puts them into state `to`. Gives the start it stops at.
    fn follow(&mut self, map: &ProgramMap, m: &Method, first: u32, from: State, to: State) -> Result<u32, MapError> {
        let mut at = first;
        while at != NONE && self.state[(at - m.starts.start) as usize] == from {
            self.state[(at - m.starts.start) as usize] = to;
            at = self.next_silent(map, m, at)?;
        }
        Ok(at)
    }

    /// The start that a silent start's path leads to; `NONE` for other starts and if the path leaves the method or
    /// calls.
    fn next_silent(&self, map: &ProgramMap, m: &Method, start: u32) -> Result<u32, MapError> {
        let row = &map.starts[start as usize];
        if !row.silent {
            return Ok(NONE);
        }
        if row.kind == StartKind::Handler {
            let throws = silent_path(map, start).is_ok_and(|path| matches!(path.end, PathEnd::Throws { .. }));
            return if throws { Ok(NONE) } else { bad("start", start, "silent", 1u32, "a single path to an `athrow`") };
        }
        match self.normal[(row.block.number() - m.blocks.start) as usize] {
            Normal::Exit => Ok(NONE),
            Normal::Many => bad("start", start, "silent", 1u32, "a single path without exceptions"),
            Normal::Cut(to) => {
                let next = map.blocks[to.index()].start;
                Ok(if map.starts[next as usize].kind == StartKind::AfterCall { NONE } else { next })
            }
        }
    }
}

/// The paths without exceptions from the beginning of a block.
#[derive(Clone, Copy)]
enum Normal {
    /// One, out of the method.
    Exit,
    /// One, to this block.
    Cut(BlockId),
    /// No edge, or several.
    Many,
}

fn edges<'m>(map: &'m ProgramMap, block: &Block) -> &'m [Edge] {
    rows(&map.edges, &block.edges)
}

/// A cut edge leads to a start; only a cut edge leads to a block after a call.
fn check_target(map: &ProgramMap, row: u32, edge: &Edge) -> Result<(), MapError> {
    let to = &map.blocks[edge.to.index()];
    if edge.cut && to.start == NONE {
        return bad("block", edge.to.number(), "start", to.start, format!("a start, as cut edge {row} leads there"));
    }
    if !edge.cut && !to.after_call.is_none() {
        return bad("edge", row, "cut", 0u32, "1, as it leads behind a call");
    }
    Ok(())
}
