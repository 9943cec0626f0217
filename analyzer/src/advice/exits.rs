//! Exits of loops: does what an iteration computes decide whether there is a next one?

use std::cell::OnceCell;

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::{BlockId, InstructionId, MethodId, Op, Site};
use rustc_hash::FxHashSet;

use super::body::Body;
use super::caught_exits::throws_out;
use super::context::Context;
use super::idioms;
use super::not_run::{Changes, NotRun, reads_of};
use super::reach::Reach;
use crate::dependences::{Exceptions, Key, Kind, Points, Stat};

/// Blocks that are followed to see that an exit only throws.
const MAX_THROWING_BLOCKS: usize = 16;

/// Returns whether the loop has an exit that does not follow from its counters and from values that stay the same in it.
/// An exit that throws counts if an exception did leave the loop, or if the method goes on with it: others guard against errors, as a rule. `edges`
/// are those that leave an iteration.
pub(super) fn may_end_early(
    context: &Context<'_>,
    edges: &[(&Key, &Stat)],
    exceptions: &Exceptions,
    not_run: &NotRun<'_>,
) -> bool {
    let Some(body) = &context.body else { return false };
    let (points, map) = (context.points, context.points.map);
    let Exits { leaving, raising } = Exits::of(points, body);
    let (reach, walked) = (context.reach, &context.chains.walked);
    let not_run = Changes::gather(points, &not_run.changes(points, reach.reached(body.instructions())));
    let tests = Tests {
        context,
        points,
        reach,
        body,
        walked,
        changing: carried(context, edges),
        written: OnceCell::new(),
        not_run,
    };
    exceptions.left(map, &raising)
        || throws_out(points, body, &raising, reach)
        || leaving.into_iter().any(|block| !tests.are_foreseen(block))
}

/// The ways out of a loop.
struct Exits {
    /// The blocks of the loop that end it.
    leaving: Vec<BlockId>,
    /// Its blocks, and those behind it that only throw.
    raising: FxHashSet<BlockId>,
}

impl Exits {
    fn of(points: &Points<'_>, body: &Body<'_>) -> Self {
        let (mut leaving, mut raising) = (Vec::new(), body.blocks.clone());
        for &block in &body.blocks {
            for target in points.next(block).filter(|target| !body.blocks.contains(target)) {
                match way_to_throw(points, target) {
                    Some(way) => raising.extend(way),
                    None => leaving.push(block),
                }
            }
        }
        Self { leaving, raising }
    }
}

/// Lists the instructions that read what decides about the end of a loop, in methods that it calls, too. If that is a variable which
/// the loop assigns, everything that the loop itself tests or stores may decide about it.
pub(super) fn deciding(points: &Points<'_>, reach: &Reach<'_>, body: &Body<'_>) -> Vec<InstructionId> {
    let test = |block: BlockId| points.map.blocks[block.index()].instructions().next_back();
    let leaving = Exits::of(points, body).leaving;
    let operands = leaving.into_iter().filter_map(|block| Some((block, test(block)?)));
    let operands: Option<Vec<_>> = operands.map(|(block, test)| body.operands(block, test)).collect();
    let is_plain =
        |&insn: &InstructionId| points.op(insn) != Op::Load || body.is_free(points.map.insns.arg[insn.index()]);
    let operands: Option<Vec<_>> = operands.map(|all| all.concat()).filter(|all| all.iter().all(is_plain));
    let deciding = operands.unwrap_or_else(|| body.instructions().collect());
    deciding.into_iter().flat_map(|insn| reads_of(points, reach, insn)).collect()
}

/// Instructions of edges between iterations that make a test depend on what iterations do: reads of what an earlier iteration
/// wrote or a later one overwrites, and calls on objects that change.
fn carried(context: &Context<'_>, edges: &[(&Key, &Stat)]) -> FxHashSet<InstructionId> {
    let between = edges.iter().filter(|(key, stat)| stat.carried > 0 && !context.are_of_own_elements(key));
    between
        .flat_map(|(key, _)| match key.kind {
            Kind::War => vec![key.head],
            Kind::State | Kind::Passed | Kind::Unseen => vec![key.head, key.tail],
            Kind::Raw => vec![key.tail],
            Kind::Waw => Vec::new(),
        })
        .collect()
}

/// What decides whether the tests of a loop can be foreseen.
struct Tests<'c, 'p> {
    context: &'c Context<'p>,
    points: &'p Points<'p>,
    body: &'c Body<'p>,
    reach: &'c Reach<'p>,
    /// Locals of short chains that call nothing of the program: they can be computed before the rest of the iterations.
    walked: &'c FxHashSet<u32>,
    /// Instructions by which a test depends on what iterations do.
    changing: FxHashSet<InstructionId>,
    /// Fields that iterations may write, once they are asked for.
    written: OnceCell<FxHashSet<u32>>,
    /// What code changes that did not run.
    not_run: Changes<'p>,
}

impl Tests<'_, '_> {
    /// Returns whether the test at the end of a block only looks at counters, and at what stays the same.
    fn are_foreseen(&self, block: BlockId) -> bool {
        let map = self.points.map;
        let Some(test) = map.blocks[block.index()].instructions().next_back() else { return true };
        if !op::is_predicate(map.insns.opcode[test.index()]) {
            // Control goes on without a choice.
            return true;
        }
        let Some(operands) = self.body.operands(block, test) else { return false };
        let has_counter = self.load_counter(&operands);
        let is_foreseen = |insn| self.stays(insn) && (!has_counter || self.is_monotone(block, test, insn));
        operands.iter().all(|&insn| is_foreseen(insn))
    }

    fn load_counter(&self, operands: &[InstructionId]) -> bool {
        operands.iter().any(|&insn| self.loads_counter(insn))
    }

    /// Returns whether an instruction loads a counter of the loop.
    fn loads_counter(&self, insn: InstructionId) -> bool {
        let arg = self.points.map.insns.arg[insn.index()];
        match self.points.op(insn) {
            Op::Load => self.body.counted.contains(&arg),
            Op::GetField | Op::GetStatic => self.body.counted_fields.contains(&arg),
            _ => false,
        }
    }

    /// Returns whether a counter that goes on in one direction still does after this instruction: the test then holds up to
    /// some iteration, and from there on no more.
    fn is_monotone(&self, block: BlockId, test: InstructionId, insn: InstructionId) -> bool {
        let opcodes = &self.points.map.insns.opcode;
        let opcode = opcodes[insn.index()];
        // A bound that no counter takes part in may be computed in any way.
        let is_bound = matches!(opcodes[test.index()], op::IFLT..=op::IFLE | op::IF_ICMPLT..=op::IF_ICMPLE);
        let is_free = || self.body.operands(block, insn).is_some_and(|of| !self.load_counter(&of));
        match self.points.op(insn) {
            Op::Compute => {
                matches!(opcode, op::IADD..=op::DDIV | op::INEG..=op::LSHL | op::I2L..=op::DCMPG | op::ARRAYLENGTH)
                    || is_bound && is_free()
            }
            Op::Invoke => {
                let is_extremum = |call: &Site| ["min", "max"].contains(&&*call.name);
                self.points.call(insn).is_some_and(is_extremum) || is_bound && is_free()
            }
            // Elements at places that a counter gives may be anything.
            Op::ArrayLoad => self.body.operands(block, insn).is_some_and(|place| !self.load_counter(&place)),
            _ => true,
        }
    }

    /// Returns whether an instruction gives the same in every iteration, or follows from a counter.
    fn stays(&self, insn: InstructionId) -> bool {
        let arg = self.points.map.insns.arg[insn.index()];
        match self.points.op(insn) {
            Op::Push | Op::PushInt | Op::Compute => true,
            Op::Load => self.body.is_free(arg) || self.walked.contains(&arg) || self.context.holds_next(arg),
            Op::Invoke if self.points.reads_environment(insn) => false,
            Op::Invoke if self.points.calls_pure(insn) => true,
            Op::GetField | Op::GetStatic => {
                let is_kept = !self.body.written.contains(&arg) && !self.may_change(insn);
                is_kept || self.body.counted_fields.contains(&arg)
            }
            Op::ArrayLoad => !self.may_change(insn),
            Op::Invoke if self.calls_getter(insn) => true,
            Op::Invoke => self.points.call(insn).is_some_and(|call| {
                let moves_on =
                    ["hasNext", "hasMoreElements"].contains(&&*call.name) && idioms::gathers(call, false, false);
                moves_on || self.context.drains_by(insn) || self.points.only_looks(insn) && !self.may_change(insn)
            }),
            _ => false,
        }
    }

    /// Returns whether iterations change what an instruction reads, or would if all of their code ran.
    fn may_change(&self, read: InstructionId) -> bool {
        self.changing.contains(&read) || self.not_run.one_read_by(self.points, read).is_some()
    }

    /// Returns whether an instruction calls methods of the program that only compute from fields which no iteration writes.
    fn calls_getter(&self, call: InstructionId) -> bool {
        let mut called = self.reach.callees_of(call).peekable();
        let code = |method: MethodId| self.points.map.methods[method.index()].instructions();
        called.peek().is_some() && called.all(|method| code(method).all(|insn| self.is_of_getter(insn)))
    }

    fn is_of_getter(&self, insn: InstructionId) -> bool {
        let (points, map) = (self.points, self.points.map);
        match points.op(insn) {
            Op::Push | Op::PushInt | Op::Load | Op::Compute | Op::ReturnValue => true,
            Op::GetField | Op::GetStatic => {
                let written = || self.reach.written(self.body.instructions());
                let field = map.insns.arg[insn.index()];
                !self.may_change(insn) && !self.written.get_or_init(written).contains(&field)
            }
            _ => false,
        }
    }
}

/// Returns the blocks from this one to a `throw`, if control that comes here can only go there.
pub(super) fn way_to_throw(points: &Points<'_>, mut block: BlockId) -> Option<Vec<BlockId>> {
    let mut way = Vec::new();
    while way.len() < MAX_THROWING_BLOCKS {
        way.push(block);
        let last = points.map.blocks[block.index()].instructions().next_back();
        if last.is_some_and(|insn| points.op(insn) == Op::Throw) {
            return Some(way);
        }
        let mut next = points.next(block);
        match (next.next(), next.next()) {
            (Some(only), None) => block = only,
            _ => return None,
        }
    }
    None
}
