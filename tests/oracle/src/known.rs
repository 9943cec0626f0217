//! Chooses which identities and indices are recorded: an access may rely on what was certainly recorded before.

use paratrace_traceformat::map::*;

use crate::program::{RawInsn, RawMethod};
use crate::random::Random;
use crate::step::arithmetic;

const NUMBER: u8 = 1;
const HASH: u8 = 2;
const AT: u8 = 4;
const LOCK: u8 = 8;

/// The facts known about the values in all cells.
#[derive(Debug, Clone, PartialEq)]
struct Known {
    /// The facts known about each value.
    values: Vec<u8>,
    locals: Vec<usize>,
    stack: Vec<usize>,
}

impl Known {
    fn new(locals: &[u8], stack: &[u8]) -> Self {
        let values: Vec<u8> = locals.iter().chain(stack).copied().collect();
        let stack = (locals.len()..values.len()).collect();
        Self { values, locals: (0..locals.len()).collect(), stack }
    }

    fn fresh(&mut self, known: u8) -> usize {
        self.values.push(known);
        self.values.len() - 1
    }

    fn cells(&self) -> (Vec<u8>, Vec<u8>) {
        let of = |cells: &[usize]| cells.iter().map(|&value| self.values[value]).collect();
        (of(&self.locals), of(&self.stack))
    }

    /// In a program a value is an integer or an object; here it may be used as both, one after the other.
    fn learn(&mut self, value: usize, kind: u8) {
        let other = match kind {
            HASH => AT,
            AT => HASH,
            _ => 0,
        };
        self.values[value] = self.values[value] & !other | kind;
    }

    /// The values that an access needs: value and kind, for REF and INDEX.
    fn needs(&self, map: &ProgramMap, insn: &RawInsn) -> Vec<(usize, u8, u8)> {
        let top = |n: usize| self.stack[self.stack.len() - n];
        let field = || if map.fields[insn.arg as usize].traced { NUMBER } else { HASH };
        match insn.op {
            Op::GetField => vec![(top(1), field(), REF)],
            Op::PutField => vec![(top(2), field(), REF)],
            Op::ArrayLoad => vec![(top(2), HASH, REF), (top(1), AT, INDEX)],
            Op::ArrayStore => vec![(top(3), HASH, REF), (top(2), AT, INDEX)],
            Op::Drop if insn.flags & MONITOR != 0 => vec![(top(1), LOCK, REF)],
            Op::Invoke if map.sites[insn.arg as usize].effect == Effect::Clone => vec![(top(1), HASH, REF)],
            _ => Vec::new(),
        }
    }

    fn step(&mut self, map: &ProgramMap, insn: &RawInsn) {
        for (value, kind, _) in self.needs(map, insn) {
            self.learn(value, kind);
        }
        let pop = |stack: &mut Vec<usize>, n: usize| stack.split_off(stack.len() - n);
        let left: Vec<usize> = match insn.op {
            Op::Load => vec![self.locals[insn.arg as usize]],
            Op::Store => {
                self.locals[insn.arg as usize] = pop(&mut self.stack, 1)[0];
                vec![]
            }
            Op::PushInt => vec![self.fresh(AT)],
            Op::Iinc => {
                let local = (insn.arg & 0xffff) as usize;
                let kept = self.values[self.locals[local]] & AT;
                self.locals[local] = self.fresh(kept);
                vec![]
            }
            Op::Compute => {
                let popped = pop(&mut self.stack, insn.arg as usize);
                let ints = popped.iter().fold(AT, |known, &value| known & self.values[value]);
                let known = match arithmetic(insn.opcode, 1, 1) {
                    Some(_) => ints,
                    None if insn.flags & NEW != 0 => HASH,
                    None => 0,
                };
                vec![if insn.opcode == 192 { popped[0] } else { self.fresh(known) }]
            }
            Op::Dup | Op::DupX1 | Op::DupX2 | Op::Dup2 | Op::Dup2X1 | Op::Dup2X2 | Op::Swap => {
                let (n, order): (usize, &[usize]) = match insn.op {
                    Op::Dup => (1, &[0, 0]),
                    Op::DupX1 => (2, &[1, 0, 1]),
                    Op::DupX2 => (3, &[2, 0, 1, 2]),
                    Op::Dup2 => (2, &[0, 1, 0, 1]),
                    Op::Dup2X1 => (3, &[1, 2, 0, 1, 2]),
                    Op::Dup2X2 => (4, &[2, 3, 0, 1, 2, 3]),
                    _ => (2, &[1, 0]),
                };
                let popped = pop(&mut self.stack, n);
                order.iter().map(|&i| popped[i]).collect()
            }
            Op::Invoke => {
                let site = &map.sites[insn.arg as usize];
                let args = pop(&mut self.stack, usize::from(site.args));
                let is_access = matches!(site.effect, Effect::Access(_));
                for &arg in site.state_args.iter().filter(|_| !is_access) {
                    self.learn(args[usize::from(arg)], HASH);
                }
                if site.effect == Effect::ArrayCopy {
                    self.learn(args[0], HASH);
                    self.learn(args[2], HASH);
                }
                if site.post_receiver && !matches!(site.effect, Effect::Elements(_)) {
                    self.learn(args[0], HASH);
                }
                let known = if site.effect == Effect::Clone { HASH } else { 0 };
                if site.has_result { vec![self.fresh(known)] } else { vec![] }
            }
            _ => {
                let (pops, pushes) = effect(insn.op, insn.arg);
                pop(&mut self.stack, pops);
                (0..pushes).map(|_| self.fresh(0)).collect()
            }
        };
        self.stack.extend(left);
    }
}

fn effect(op: Op, arg: u32) -> (usize, usize) {
    match op {
        Op::Push | Op::GetStatic => (0, 1),
        Op::Pop | Op::PutStatic | Op::Throw | Op::ReturnValue => (1, 0),
        Op::Drop => (arg as usize, 0),
        Op::Pop2 | Op::PutField => (2, 0),
        Op::GetField => (1, 1),
        Op::ArrayLoad => (2, 1),
        Op::ArrayStore => (3, 0),
        _ => (0, 0),
    }
}

type Cells = Option<(Vec<u8>, Vec<u8>)>;

fn meet(into: &mut Cells, from: (Vec<u8>, Vec<u8>)) -> bool {
    let Some(old) = into else {
        *into = Some(from);
        return true;
    };
    let both = |a: &[u8], b: &[u8]| a.iter().zip(b).map(|(a, b)| a & b).collect::<Vec<_>>();
    let new = (both(&old.0, &from.0), both(&old.1, &from.1));
    let changed = new != *old;
    *old = new;
    changed
}

/// Clears `REF` and `INDEX` at some accesses that can do without.
pub fn choose_flags(random: &mut Random, map: &ProgramMap, raw: &mut RawMethod) {
    let mut before: Vec<Cells> = vec![None; raw.blocks.len()];
    before[0] = Some((vec![0; raw.locals as usize], vec![]));
    let mut changed = true;
    while changed {
        changed = false;
        for b in 0..raw.blocks.len() {
            let Some((locals, stack)) = before[b].clone() else { continue };
            let mut known = Known::new(&locals, &stack);
            for insn in &raw.blocks[b].insns {
                for handler in raw.catches(b) {
                    changed |= meet(&mut before[handler], (known.cells().0, vec![0]));
                }
                known.step(map, insn);
            }
            // Initialisation by a call is known only if it returns; a handler begins with the state at the call in any
            // case.
            for handler in raw.catches(b) {
                changed |= meet(&mut before[handler], (known.cells().0, vec![0]));
            }
            for &to in &raw.blocks[b].to {
                changed |= meet(&mut before[to], known.cells());
            }
        }
    }
    for b in 0..raw.blocks.len() {
        let Some((locals, stack)) = before[b].clone() else { continue };
        let mut known = Known::new(&locals, &stack);
        for i in 0..raw.blocks[b].insns.len() {
            let insn = raw.blocks[b].insns[i];
            let mut before = known.clone();
            for (value, kind, flag) in known.needs(map, &insn) {
                if before.values[value] & kind != 0 && random.chance(80) {
                    raw.blocks[b].insns[i].flags &= !flag;
                }
                before.learn(value, kind);
            }
            known.step(map, &insn);
        }
    }
}
