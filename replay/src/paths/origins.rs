//! Origins of the values within one block, as far as identities need them.

use paratrace_jvm::opcodes;
use paratrace_traceformat::data::recorded_on_arrival;
use paratrace_traceformat::map::{BlockId, INDEX, InstructionId, MONITOR, Method, NONE, Op, ProgramMap, REF};
use rustc_hash::FxHashMap;

use super::program::Space;
use super::shape::{effect, op_of, shuffle};
use crate::base::arithmetic;
use crate::base::arithmetic::iinc;

/// The cells that held a value when the block began; for a computed `int`, the cells of its inputs.
pub(super) type Origin = Vec<u32>;

/// The effect of one block on identities.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Origins {
    /// Cells whose identity an access of the block relies on.
    pub relied: Vec<(u32, Space)>,
    /// Cells at the end of the block, with the cells that held their values when it began. Others are unchanged.
    pub out: Vec<(u32, Origin)>,
    /// Values stored into locals within the block: cell of the local, cell that held the value when the block began.
    pub held: Vec<(u32, u32)>,
}

struct Walk<'a> {
    map: &'a ProgramMap,
    locals: FxHashMap<u32, Origin>,
    stack: Vec<Origin>,
    origins: Origins,
    /// Whether monitors are followed, and the instruction whose monitor the path before the block has recorded.
    follows: bool,
    arrived: Option<InstructionId>,
}

/// Walks a block with unknown values in its cells. Monitors count if the reader `follows` them.
pub(super) fn block_origins(map: &ProgramMap, method: &Method, block: BlockId, follows: bool) -> Origins {
    let own = &map.blocks[block.index()];
    let first_entry = 1 + u32::from(method.max_locals);
    let entries = 0..u32::from(own.height);
    let mut walk = Walk {
        map,
        locals: FxHashMap::default(),
        stack: entries.map(|entry| vec![first_entry + entry]).collect(),
        origins: Origins::default(),
        follows,
        arrived: recorded_on_arrival(map, block),
    };
    for insn in own.instructions() {
        walk.insn(insn.index());
    }
    let locals = walk.locals.iter().map(|(&local, from)| (1 + local, from.clone()));
    let stack = walk.stack.iter().zip(first_entry..).map(|(from, cell)| (cell, from.clone()));
    walk.origins.out = locals.chain(stack).collect();
    walk.origins
}

impl Walk<'_> {
    fn insn(&mut self, i: usize) {
        let insns = &self.map.insns;
        let (op, arg, flags) = (op_of(insns.op[i]), insns.arg[i], insns.flags[i]);
        if let Some((taken, left)) = shuffle(op) {
            let popped = self.pop(taken);
            self.stack.extend(left.iter().map(|&from| popped[from].clone()));
            return;
        }
        let site = (op == Op::Invoke).then(|| &self.map.sites[arg as usize]);
        let (taken, leaves) = effect(op, arg, site.map_or(0, |s| s.args), site.is_some_and(|s| s.has_result));
        let popped = self.pop(taken);
        self.rely(op, arg, flags, &popped);
        if self.follows
            && flags & MONITOR != 0
            && (flags & REF == 0 || self.arrived == Some(InstructionId::new(i as u32)))
        {
            self.origins.relied.extend(popped.first().into_iter().flatten().map(|&cell| (cell, Space::Monitor)));
        }
        if op == Op::Store {
            self.store(arg, popped[0].clone());
        }
        if op == Op::Iinc {
            // The sum is known if the local was.
            let (local, _) = iinc(arg);
            let from = self.local(local);
            self.store(local, from);
        }
        if leaves {
            let opcode = insns.opcode[i];
            let kept =
                op == Op::Compute && (opcode == opcodes::CHECKCAST || arithmetic::operands(opcode) == Some(taken));
            let mut origin: Origin = match op {
                Op::Load => self.local(arg),
                _ if kept => popped.concat(),
                _ => Vec::new(),
            };
            origin.sort_unstable();
            origin.dedup();
            self.stack.push(origin);
        }
    }

    fn local(&self, local: u32) -> Origin {
        self.locals.get(&local).cloned().unwrap_or_else(|| vec![1 + local])
    }

    fn pop(&mut self, count: usize) -> Vec<Origin> {
        let mut popped: Vec<_> = (0..count).map(|_| self.stack.pop().unwrap_or_default()).collect();
        popped.reverse();
        popped
    }

    fn store(&mut self, local: u32, from: Origin) {
        self.origins.held.extend(from.iter().map(|&from| (1 + local, from)));
        self.locals.insert(local, from);
    }

    fn rely(&mut self, op: Op, arg: u32, flags: u8, popped: &[Origin]) {
        let array = matches!(op, Op::ArrayLoad | Op::ArrayStore);
        let field = matches!(op, Op::GetField | Op::PutField);
        if (array || field || clones(self.map, op, arg)) && flags & REF == 0 {
            let space = if field { field_space(self.map, arg) } else { Space::Hash };
            self.origins.relied.extend(popped.first().into_iter().flatten().map(|&cell| (cell, space)));
        }
        if array && flags & INDEX == 0 {
            self.origins.relied.extend(popped.get(1).into_iter().flatten().map(|&cell| (cell, Space::Int)));
        }
    }
}

/// Returns the name space in which objects with this field are identified.
pub(super) fn field_space(map: &ProgramMap, field: u32) -> Space {
    if map.fields[field as usize].traced { Space::Number } else { Space::Hash }
}

fn clones(map: &ProgramMap, op: Op, arg: u32) -> bool {
    use paratrace_traceformat::map::Effect;
    op == Op::Invoke && arg != NONE && map.sites[arg as usize].effect == Effect::Clone
}
