//! Which instruction has pushed each argument of the calls of a method, also where control has branched in between, as for
//! `map.put(key, old == null ? 1 : old + 1)`.

use paratrace_replay::paths::shuffle;
use paratrace_traceformat::map::{BlockId, InstructionId, MethodId, Op, ProgramMap};
use rustc_hash::FxHashMap;

/// Stack entries, the lowest first: what has pushed each, if that is the same on all ways.
type Stack = Vec<Option<InstructionId>>;

/// Returns the arguments of each call of a method, the first one first.
pub(super) fn arguments(map: &ProgramMap, method: MethodId) -> FxHashMap<InstructionId, Stack> {
    let blocks = || map.methods[method.index()].blocks.clone().map(BlockId::new);
    let behind_calls: FxHashMap<InstructionId, BlockId> = blocks()
        .map(|block| (map.blocks[block.index()].after_call, block))
        .filter(|(call, _)| !call.is_none())
        .collect();
    let mut stacks: FxHashMap<BlockId, Stack> = FxHashMap::default();
    let mut found = FxHashMap::default();
    // Handlers begin with an exception, of which nothing is asked.
    let mut open: Vec<BlockId> = blocks().collect();
    open.reverse();
    while let Some(block) = open.pop() {
        let described = &map.blocks[block.index()];
        let unknown = || vec![None; described.height.into()];
        let mut stack = stacks.entry(block).or_insert_with(unknown).clone();
        for insn in described.instructions() {
            execute(map, insn, &mut stack, &mut found);
        }
        let edges = &map.edges[described.edges.start as usize..described.edges.end as usize];
        let behind_call = described.instructions().last().and_then(|last| behind_calls.get(&last));
        for to in edges.iter().map(|edge| edge.to).chain(behind_call.copied()) {
            let is_new = match stacks.get_mut(&to) {
                Some(known) => forget_others(known, &stack),
                None => stacks.insert(to, stack.clone()).is_none(),
            };
            if is_new {
                open.push(to);
            }
        }
    }
    found
}

/// Forgets the entries that another way has from another instruction. Returns whether there are any.
fn forget_others(known: &mut Stack, other: &Stack) -> bool {
    let mut is_changed = false;
    for (at, entry) in known.iter_mut().enumerate() {
        if entry.is_some() && other.get(at) != Some(entry) {
            *entry = None;
            is_changed = true;
        }
    }
    is_changed
}

fn execute(map: &ProgramMap, insn: InstructionId, stack: &mut Stack, found: &mut FxHashMap<InstructionId, Stack>) {
    let op = Op::from_byte(map.insns.op[insn.index()]).unwrap_or(Op::Drop);
    if let Some((count, left)) = shuffle(op) {
        let taken = take(stack, count);
        stack.extend(left.iter().map(|&at| taken[at]));
        return;
    }
    let (pops, pushes) = map.stack_effect(insn).unwrap_or_default();
    let taken = take(stack, pops as usize);
    if op == Op::Invoke {
        found.insert(insn, taken);
    }
    stack.extend((0..pushes).map(|_| Some(insn)));
}

/// Takes entries, the lowest first.
fn take(stack: &mut Stack, count: usize) -> Stack {
    let at = stack.len().saturating_sub(count);
    let mut taken = vec![None; count - (stack.len() - at)];
    taken.extend(stack.drain(at..));
    taken
}
