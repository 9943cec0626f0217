//! Immediate post-dominators of instructions, as sets: what is on every way to the exit.

use std::collections::HashMap;

use paratrace_traceformat::map::{BlockId, InstructionId, MethodId, ProgramMap};

/// Post-dominators of the methods looked at so far.
pub struct Joins<'m> {
    map: &'m ProgramMap,
    known: HashMap<MethodId, HashMap<u32, u32>>,
}

impl<'m> Joins<'m> {
    pub fn new(map: &'m ProgramMap) -> Self {
        Self { map, known: HashMap::new() }
    }

    /// The immediate post-dominator of an instruction.
    pub fn of(&mut self, insn: InstructionId) -> Option<InstructionId> {
        let map = self.map;
        let method = map.methods.iter().position(|method| method.insns.contains(&insn.number())).unwrap();
        let method = MethodId::new(method as u32);
        self.known
            .entry(method)
            .or_insert_with(|| immediate(map, method))
            .get(&insn.number())
            .copied()
            .map(InstructionId::new)
    }
}

/// Instructions that follow an instruction, blocks without instructions passed over.
fn successors(map: &ProgramMap, method: MethodId) -> HashMap<u32, Vec<u32>> {
    let mut all = HashMap::new();
    for block in map.methods[method.index()].blocks.clone().map(BlockId::new) {
        let insns = map.blocks[block.index()].insns.clone();
        for insn in insns.clone() {
            let next = if insn + 1 < insns.end { vec![insn + 1] } else { behind(map, block, 0) };
            all.insert(insn, next);
        }
    }
    all
}

fn behind(map: &ProgramMap, block: BlockId, depth: usize) -> Vec<u32> {
    let edges = map.blocks[block.index()].edges.clone();
    let mut all = Vec::new();
    for edge in &map.edges[edges.start as usize..edges.end as usize] {
        let insns = &map.blocks[edge.to.index()].insns;
        match insns.clone().next() {
            Some(first) => all.push(first),
            None if depth < map.blocks.len() => all.extend(behind(map, edge.to, depth + 1)),
            None => {}
        }
    }
    all
}

/// Greatest fixpoint of "itself, and what all successors have in common".
fn immediate(map: &ProgramMap, method: MethodId) -> HashMap<u32, u32> {
    let next = successors(map, method);
    let first = map.methods[method.index()].insns.start;
    let count = map.methods[method.index()].insns.len();
    let words = count.div_ceil(64);
    let mut sets: Vec<Option<Vec<u64>>> = vec![None; count];
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..count).rev() {
            let Some(after) = next.get(&(first + at as u32)) else { continue };
            let mut common: Option<Vec<u64>> = after.is_empty().then(|| vec![0; words]);
            for to in after {
                let Some(set) = &sets[(to - first) as usize] else { continue };
                common = Some(match common {
                    None => set.clone(),
                    Some(common) => common.iter().zip(set).map(|(a, b)| a & b).collect(),
                });
            }
            if let Some(common) = &mut common {
                common[at / 64] |= 1 << (at % 64);
            }
            changed |= common != sets[at];
            sets[at] = common;
        }
    }
    let size = |at: usize| sets[at].as_ref().map_or(0, |set| set.iter().map(|word| word.count_ones()).sum::<u32>());
    let mut found = HashMap::new();
    for (at, set) in sets.iter().enumerate() {
        let Some(set) = set else { continue };
        // The nearest one has all the others as its own post-dominators.
        let others = (0..count).filter(|&other| other != at && set[other / 64] >> (other % 64) & 1 != 0);
        if let Some(join) = others.max_by_key(|&other| size(other)) {
            found.insert(first + at as u32, first + join as u32);
        }
    }
    found
}
