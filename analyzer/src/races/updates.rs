//! Which stores to volatile fields update them: what they store is computed from what the field had.

use fixedbitset::FixedBitSet;
use paratrace_replay::paths::shuffle;
use paratrace_traceformat::map::{Block, InstructionId, Op, ProgramMap};
use rustc_hash::FxHashMap;

/// The stores that update a volatile field, with the load that they take the old value from.
#[derive(Debug, Default)]
pub(super) struct Updates(FxHashMap<InstructionId, InstructionId>);

impl Updates {
    /// Finds those of some methods.
    pub(super) fn of(map: &ProgramMap, methods: &FixedBitSet) -> Self {
        let mut found = Self::default();
        if !map.volatile_fields.is_empty() {
            let blocks = methods.ones().flat_map(|method| map.methods[method].blocks.clone());
            blocks.for_each(|block| found.add(map, &map.blocks[block as usize]));
        }
        found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the load whose value a store updates.
    pub(super) fn load(&self, store: InstructionId) -> Option<InstructionId> {
        self.0.get(&store).copied()
    }

    fn add(&mut self, map: &ProgramMap, block: &Block) {
        let stores = |insn: InstructionId| stores_volatile(map, insn);
        if !block.instructions().any(stores) {
            return;
        }
        let mut values = Values::default();
        for insn in block.instructions() {
            let load = values.execute(map, insn);
            if let Some(load) =
                load.filter(|load| stores(insn) && map.insns.arg[load.index()] == map.insns.arg[insn.index()])
            {
                self.0.insert(insn, load);
            }
        }
    }
}

fn stores_volatile(map: &ProgramMap, insn: InstructionId) -> bool {
    let op = Op::from_byte(map.insns.op[insn.index()]);
    matches!(op, Some(Op::PutField | Op::PutStatic)) && map.is_volatile(map.insns.arg[insn.index()])
}

/// Values within a block: the load of a volatile field that each is computed from, if there is one.
#[derive(Default)]
struct Values {
    stack: Vec<Option<InstructionId>>,
    locals: FxHashMap<u32, Option<InstructionId>>,
}

impl Values {
    /// Executes an instruction. Returns the load that the value on top of the stack before it is computed from.
    fn execute(&mut self, map: &ProgramMap, insn: InstructionId) -> Option<InstructionId> {
        let (op, arg) = (Op::from_byte(map.insns.op[insn.index()]).unwrap_or(Op::Drop), map.insns.arg[insn.index()]);
        if let Some((taken, left)) = shuffle(op) {
            let taken = self.pop(taken);
            self.stack.extend(left.iter().map(|&at| taken[at]));
            return None;
        }
        let (pops, pushes) = map.stack_effect(insn).unwrap_or_default();
        let taken = self.pop(pops as usize);
        let top = taken.last().copied().flatten();
        if op == Op::Store {
            self.locals.insert(arg, top);
        }
        let left = match op {
            Op::Load => self.locals.get(&arg).copied().flatten(),
            Op::GetField | Op::GetStatic => map.is_volatile(arg).then_some(insn),
            Op::Compute => taken.into_iter().flatten().next(),
            _ => None,
        };
        self.stack.extend((0..pushes).map(|_| left));
        top
    }

    /// Takes entries, the lowest first. What is there when the block begins is computed from nothing that is known.
    fn pop(&mut self, count: usize) -> Vec<Option<InstructionId>> {
        let at = self.stack.len().saturating_sub(count);
        let mut taken = vec![None; count - (self.stack.len() - at)];
        taken.extend(self.stack.drain(at..));
        taken
    }
}
