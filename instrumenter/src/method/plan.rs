//! The plan of a method.

use paratrace_classfile::descriptor::MethodDescriptor;
use paratrace_classfile::{ClassFile, Member};
use paratrace_traceformat::map::{Mode, Op, StartKind, Untraced};

use super::body::{Body, Protected};
use super::cfg::Cfg;
use super::facts::{self, Context, Fact};
use super::loops::{LoopForest, NaturalLoop};
use super::numbering;
use super::operand::{self, Operand, kind_of};
use super::release;
use super::split::{self, Block};
use crate::world::World;

/// A start: its block and what belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlannedStart {
    pub(crate) block: usize,
    pub(crate) count: u32,
    pub(crate) kind: StartKind,
    pub(crate) silent: bool,
}

/// Everything that is known of a traced method before path ids are global.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) pcs: Vec<u32>,
    pub(crate) opcodes: Vec<u8>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) facts: Vec<Option<Fact>>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) starts: Vec<PlannedStart>,
    /// Start of each block.
    pub(crate) start_of: Vec<Option<usize>>,
    pub(crate) loops: Vec<NaturalLoop>,
    /// Protected ranges with their handler blocks.
    pub(crate) handlers: Vec<(Protected, usize)>,
    /// First block of each loop header (index of the path graph).
    pub(crate) header_blocks: Vec<usize>,
    pub(crate) lines: Vec<(u16, u16)>,
    pub(crate) max_locals: u16,
    /// Path ids of all starts.
    pub(crate) path_count: u32,
    /// Stores into fields of `this` before another constructor is called.
    pub(crate) early_number: bool,
}

/// Plans a method that is to be traced.
pub(crate) fn plan(
    world: &World,
    class_index: usize,
    class: &ClassFile<'_>,
    method: &Member<'_>,
) -> Result<Plan, Untraced> {
    let pool = &class.constant_pool;
    let name = method.name(pool).map_err(|_| Untraced::Malformed)?;
    let desc = method.descriptor(pool).map_err(|_| Untraced::Malformed)?;
    let parsed = MethodDescriptor::parse(&*desc).map_err(|_| Untraced::Malformed)?;
    let context = Context {
        world,
        class: class_index,
        is_static: method.access_flags & crate::world::ACC_STATIC != 0,
        is_constructor: name == "<init>",
        parameters: parsed.parameters.iter().map(kind_of).collect(),
    };
    let body = Body::decode(class, method)?;
    let operands = operand::resolve(world, class, &body.insns)?;
    let cfg = Cfg::build(&body)?;
    let forest = LoopForest::build(&cfg);
    let facts = facts::find(&context, &body, &operands, &cfg, &forest)?;
    let mut graph = split::split(&cfg, &forest, &facts)?;
    let counts = numbering::number(&mut graph, &facts)?;
    let early_number = facts.iter().flatten().any(|f| f.before.contains(&super::Step::EarlyNumber));
    let handlers = body.protected.iter().map(|&range| (range, graph.of_basic[cfg.block_of[range.handler]]));
    let handlers = handlers.filter(|&(_, block)| block != usize::MAX).collect();
    let header_blocks = forest.loops.iter().map(|l| graph.of_basic[l.header]).collect();
    let releases = release::find(&body, &cfg, &facts);
    let (starts, start_of, path_count) = starts(&graph.blocks, &counts, &facts, &releases)?;
    Ok(Plan {
        pcs: body.insns.iter().map(|i| i.pc).collect(),
        opcodes: body.insns.iter().map(|i| i.opcode).collect(),
        operands,
        facts,
        blocks: graph.blocks,
        starts,
        start_of,
        loops: forest.loops,
        handlers,
        header_blocks,
        lines: body.lines,
        max_locals: body.max_locals,
        path_count,
        early_number,
    })
}

type Starts = (Vec<PlannedStart>, Vec<Option<usize>>, u32);

fn starts(blocks: &[Block], counts: &[u32], facts: &[Option<Fact>], releases: &[bool]) -> Result<Starts, Untraced> {
    let (mut starts, mut start_of, mut total) = (Vec::new(), vec![None; blocks.len()], 0u32);
    for (index, block) in blocks.iter().enumerate() {
        let Some(kind) = block.start else { continue };
        start_of[index] = Some(starts.len());
        let silent = match kind {
            StartKind::Handler => releases[block.first],
            _ => is_silent(block, counts[index], facts),
        };
        starts.push(PlannedStart { block: index, count: counts[index], kind, silent });
        total = total.checked_add(counts[index]).ok_or(Untraced::TooManyPaths)?;
    }
    Ok((starts, start_of, total))
}

/// After a call that is answered by an entry, a block without choices: its path follows from the callee's return. It may
/// throw only where it ends with the next call: the event behind it is of another start, so that an exception's event
/// cannot be taken for that of another activation of the method.
fn is_silent(block: &Block, count: u32, facts: &[Option<Fact>]) -> bool {
    let Some(call) = block.after_call else { return false };
    let answered = |mode| matches!(mode, Mode::Traced | Mode::TracedVirtual);
    // Without a handler around the call, its exception would leave without an event.
    let covered = facts[call].as_ref().filter(|fact| fact.this_ready);
    let answered = covered.and_then(|f| f.call.as_ref()).is_some_and(|call| answered(call.mode));
    let last = block.end.checked_sub(1).filter(|&last| last >= block.first).and_then(|last| facts[last].as_ref());
    let throws = numbering::exits(block, facts);
    let returns = last.is_some_and(|f| matches!(f.op, Op::Return | Op::ReturnValue)) && throws == 0;
    let calls = last.is_some_and(split::is_cut_call);
    answered && (returns || calls) && count == throws + 2
}
