//! Vector code: loops that just-in-time compilers translate to instructions on several elements at once.

use paratrace_jvm::opcodes::{self as op, is_predicate};
use paratrace_replay::base::arithmetic::iinc;
use paratrace_traceformat::map::{InstructionId, LoopId, Op};
use rustc_hash::FxHashSet;

use super::body::Body;
use super::counters::counters;
use crate::dependences::Points;

/// Returns whether a compiler is likely to make vector code of a loop, as HotSpot does of what it calls superwords: the loop is
/// an innermost one, counts by one, has no test but its own, calls nothing, and computes elements of arrays of numbers at
/// a fixed distance from its counter, none of them from elements that it has stored before.
pub(crate) fn is_vector_code(points: &Points<'_>, looped: LoopId) -> bool {
    let counters = counters(points, looped, None);
    let code = Code { points, body: Body::new(points, looped, &counters) };
    let is_innermost = code.body.blocks.iter().all(|block| points.map.blocks[block.index()].loop_ == looped);
    let counts_by_one = counters.iter().all(|&insn| code.counts_by_one(insn));
    is_innermost && !counters.is_empty() && counts_by_one && code.is_straight() && code.stores_apart()
}

/// The code of a loop.
struct Code<'p> {
    points: &'p Points<'p>,
    body: Body<'p>,
}

impl Code<'_> {
    fn arg(&self, insn: InstructionId) -> u32 {
        self.points.map.insns.arg[insn.index()]
    }

    fn counts_by_one(&self, insn: InstructionId) -> bool {
        self.points.op(insn) == Op::Iinc && iinc(self.arg(insn)).1.abs() == 1
    }

    /// Returns whether all instructions of an iteration always run, and compilers have vector instructions for them.
    fn is_straight(&self) -> bool {
        let (mut tests, mut stored) = (0, FxHashSet::default());
        self.body.instructions().all(|insn| match self.points.op(insn) {
            Op::Drop => {
                tests += u32::from(is_predicate(self.points.map.insns.opcode[insn.index()]));
                tests <= 1
            }
            Op::Store => {
                stored.insert(self.arg(insn));
                true
            }
            // What a local gets in one iteration must not be read in the next one.
            Op::Load => self.body.is_free(self.arg(insn)) || stored.contains(&self.arg(insn)),
            Op::ArrayLoad | Op::ArrayStore => self.is_of_numbers(insn),
            Op::Compute => self.is_vectorised(insn),
            Op::Push | Op::PushInt | Op::Iinc | Op::GetField | Op::GetStatic | Op::Dup | Op::Dup2 => true,
            _ => false,
        })
    }

    fn is_vectorised(&self, insn: InstructionId) -> bool {
        match self.points.map.insns.opcode[insn.index()] {
            op::IDIV | op::LDIV | op::IREM..=op::DREM => false,
            op::IADD..=op::LXOR | op::I2L..=op::I2S | op::ARRAYLENGTH => true,
            _ => false,
        }
    }

    fn is_of_numbers(&self, insn: InstructionId) -> bool {
        u8::try_from(self.arg(insn)).is_ok_and(|kind| b"BCSIJFD".contains(&kind))
    }

    /// Returns whether the loop stores elements, and loads none of the same array at another distance from the counter.
    fn stores_apart(&self) -> bool {
        let of = |wanted: Op| self.body.instructions().filter(move |&insn| self.points.op(insn) == wanted);
        let load = |insn| Some((self.points.holder(insn, 1)?, self.distance(insn, 0)?));
        let store = |insn| Some((self.points.holder(insn, 2)?, self.distance(insn, 1)?));
        let loads: Option<Vec<_>> = of(Op::ArrayLoad).map(load).collect();
        let stores: Option<Vec<_>> = of(Op::ArrayStore).map(store).collect();
        let (Some(loads), Some(stores)) = (loads, stores) else { return false };
        let meets = |&(array, distance)| loads.iter().any(|&(other, at)| other == array && at != distance);
        !stores.is_empty() && !stores.iter().any(meets)
    }

    /// Returns the distance of an index from the counter, if it is a constant. The index is the stack entry `above` entries below
    /// the top.
    fn distance(&self, access: InstructionId, above: u32) -> Option<i32> {
        self.sum(self.points.producer(access, above)?)
    }

    fn sum(&self, insn: InstructionId) -> Option<i32> {
        let constant = |insn| (self.points.op(insn) == Op::PushInt).then(|| self.arg(insn).cast_signed());
        match (self.points.op(insn), self.points.map.insns.opcode[insn.index()]) {
            (Op::Load, _) => self.body.counted.contains(&self.arg(insn)).then_some(0),
            (Op::Compute, op::IADD) => {
                let (a, b) = (self.points.producer(insn, 1)?, self.points.producer(insn, 0)?);
                Some(self.sum(a).zip(constant(b)).or(constant(a).zip(self.sum(b)))).flatten().map(|(a, b)| a + b)
            }
            (Op::Compute, op::ISUB) => {
                let (a, b) = (self.points.producer(insn, 1)?, self.points.producer(insn, 0)?);
                Some(self.sum(a)? - constant(b)?)
            }
            _ => None,
        }
    }
}
