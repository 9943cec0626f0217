//! Counts of a loop in local variables, which are added up when the loop is left.
//!
//! All accesses of a basic block are counted by one addition. An array is looked up once, when the loop is entered, if the
//! loop cannot change which one it is: it is in a local variable that the loop does not assign, or in a field of `this` that
//! no method reached assigns. Loops that call code of which nothing is known count as they go, as they may never be left.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_classfile::{Operands, opcodes as op};

use crate::limits;
use crate::method::Cfg;
use crate::shared_data::{Flow, Source};

/// An edge by which control enters or leaves a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// From the instruction above to this one.
    Fall(usize),
    /// A branch of an instruction.
    Branch(usize, BranchWay),
}

/// The branch of an instruction that an edge follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BranchWay {
    Target,
    Case(usize),
    Default,
}

/// A loop that may count in local variables.
#[derive(Debug)]
pub(super) struct Region {
    pub(super) blocks: BTreeSet<usize>,
    pub(super) entries: Vec<Way>,
    pub(super) exits: Vec<Way>,
    /// Locals that it assigns.
    assigned: BTreeSet<u16>,
}

/// The loops of a method that may count so.
#[derive(Debug, Default)]
pub(super) struct Regions {
    pub(super) all: BTreeMap<usize, Region>,
    /// Loops around each block, the outermost first.
    around: Vec<Vec<usize>>,
}

impl Regions {
    /// `loud` tells of instructions that may run anything.
    pub(super) fn find(flow: &Flow, loud: &dyn Fn(usize) -> bool) -> Regions {
        let forest = &flow.loops;
        let mut regions = Regions { all: BTreeMap::new(), around: vec![Vec::new(); flow.cfg.blocks.len()] };
        if forest.loops.len() * flow.cfg.blocks.len() > limits::MAX_COUNTED_LOOPS {
            return regions;
        }
        for block in 0..flow.cfg.blocks.len() {
            let parents = |&index: &usize| forest.loops[index].parent;
            let mut around: Vec<usize> = std::iter::successors(forest.innermost[block], parents).collect();
            around.reverse();
            regions.around[block] = around;
        }
        for (index, found) in forest.loops.iter().enumerate().filter(|(_, found)| found.reducible) {
            let member = |block: &usize| regions.around[*block].contains(&index);
            let blocks: BTreeSet<usize> = (0..regions.around.len()).filter(member).collect();
            if let Some(region) = region(flow, blocks, found.header, loud) {
                regions.all.insert(index, region);
            }
        }
        regions
    }

    /// The outermost loop around a block in which something stays the same.
    pub(super) fn outermost(&self, block: usize, source: Option<Source>, fixed: &dyn Fn(u16) -> bool) -> Option<usize> {
        let stays = |region: &Region| match source {
            None => true,
            Some(Source::Local(local)) => !region.assigned.contains(&local),
            Some(Source::OwnField(constant)) => fixed(constant),
            Some(Source::Constant(_) | Source::Other) => false,
        };
        self.around[block].iter().copied().find(|index| self.all.get(index).is_some_and(stays))
    }
}

impl Region {
    /// The loop does nothing to a local but count it, always up or always down.
    pub(super) fn is_monotone(&self, flow: &Flow, local: u16) -> bool {
        let insns = self.blocks.iter().flat_map(|&block| flow.cfg.blocks[block].first..flow.cfg.blocks[block].end);
        let mut steps = Vec::new();
        for insn in insns.map(|at| &flow.body.insns[at]).filter(|insn| insn.local() == Some(local)) {
            match insn.operands {
                Operands::Iinc { constant, .. } => steps.push(constant),
                _ if matches!(insn.opcode, op::ISTORE..=op::ASTORE_3) => return false,
                _ => {}
            }
        }
        steps.iter().all(|&step| step >= 0) || steps.iter().all(|&step| step <= 0)
    }

    /// True if no iteration of the loop with this header is completed without running the block.
    pub(super) fn always_runs(&self, flow: &Flow, header: usize, block: usize) -> bool {
        let (mut seen, mut todo) = (BTreeSet::from([block]), vec![header]);
        while let Some(next) = todo.pop() {
            if !seen.insert(next) {
                continue;
            }
            for to in flow.cfg.successors_of(next).filter(|to| self.blocks.contains(to)) {
                if to == header {
                    return false;
                }
                todo.push(to);
            }
        }
        true
    }
}

fn region(flow: &Flow, blocks: BTreeSet<usize>, header: usize, loud: &dyn Fn(usize) -> bool) -> Option<Region> {
    let cfg = &flow.cfg;
    let insns = || blocks.iter().flat_map(|&block| cfg.blocks[block].first..cfg.blocks[block].end);
    // An exception that begins a loop leaves no place to look arrays up.
    if cfg.blocks[header].is_handler || insns().any(loud) {
        return None;
    }
    let first = cfg.blocks[header].first;
    let above = first.checked_sub(1);
    let falls_in = above.is_none_or(|above| flow.body.insns[above].falls_through());
    let mut entries = Vec::new();
    if falls_in {
        if above.is_some_and(|above| blocks.contains(&cfg.block_of[above])) {
            return None;
        }
        entries.push(Way::Fall(first));
    }
    let mut exits = Vec::new();
    for block in 0..cfg.blocks.len() {
        let inside = blocks.contains(&block);
        for (way, to) in ways(flow, cfg, block) {
            if !inside && to == header && way != Way::Fall(first) {
                entries.push(way);
            } else if inside && !blocks.contains(&to) {
                exits.push(way);
            }
        }
    }
    let writes = |at: usize| {
        let insn = &flow.body.insns[at];
        insn.local().filter(|_| matches!(insn.opcode, op::ISTORE..=op::ASTORE_3 | op::IINC))
    };
    let assigned = insns().filter_map(writes).collect();
    Some(Region { blocks, entries, exits, assigned })
}

/// How control can go on from the end of a block, exceptions aside.
fn ways(flow: &Flow, cfg: &Cfg, block: usize) -> Vec<(Way, usize)> {
    let last = cfg.blocks[block].end - 1;
    let insn = &flow.body.insns[last];
    let mut ways = Vec::new();
    if insn.falls_through() && last + 1 < cfg.block_of.len() {
        ways.push((Way::Fall(last + 1), cfg.block_of[last + 1]));
    }
    let mut branch = |way: BranchWay, pc: u32| {
        if let Ok(index) = flow.body.index(pc) {
            ways.push((Way::Branch(last, way), cfg.block_of[index]));
        }
    };
    if let Some(target) = insn.branch_target() {
        branch(BranchWay::Target, target);
    }
    if let Some(switch) = insn.switch() {
        switch.cases.iter().enumerate().for_each(|(case, &(_, target))| branch(BranchWay::Case(case), target));
        branch(BranchWay::Default, switch.default);
    }
    ways
}
