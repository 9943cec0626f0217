//! The plan of a method.

use paratrace_classfile::Member;
use paratrace_classfile::descriptor::MethodDescriptor;
use paratrace_traceformat::map::{Mode, Op, StartKind, Untraced};

use super::body::{Body, Protected};
use super::cfg::Cfg;
use super::facts::Fact;
use super::loops::{LoopForest, NaturalLoop};
use super::monitor;
use super::numbering;
use super::operand::{Operand, Operands, kind_of};
use super::release::Releases;
use super::split::{self, Block, Edge};
use super::steps::Step;
use super::walk::{self, Context, Recipes};
use crate::access_flags::{ACC_STATIC, ACC_SYNCHRONIZED};

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
    pub(crate) body: Body,
    /// The recipe of each reachable instruction.
    pub(crate) facts: Vec<Option<Fact>>,
    /// The steps that facts insert.
    pub(crate) steps: Vec<Step>,
    pub(crate) blocks: Vec<Block>,
    /// Edges of the blocks.
    pub(crate) edges: Vec<Edge>,
    pub(crate) starts: Vec<PlannedStart>,
    /// Start of each block.
    pub(crate) start_of: Vec<Option<u32>>,
    pub(crate) loops: Vec<NaturalLoop>,
    /// Protected ranges with their handler blocks.
    pub(crate) handlers: Vec<(Protected, usize)>,
    /// First block of each loop header (index of the path graph).
    pub(crate) header_blocks: Vec<usize>,
    /// Path ids of all starts.
    pub(crate) path_count: u32,
    pub(crate) frame: Frame,
}

/// Synchronisation with other threads when the method is entered and left.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Frame {
    /// It enters a monitor.
    pub(crate) synchronized: bool,
    /// The hash of the object that the monitor belongs to is recorded: of `this`, or of the class.
    pub(crate) records_lock: bool,
    /// It has no `this`.
    pub(crate) is_static: bool,
    /// Its call may find a class initialised by another thread.
    pub(crate) finds_class: bool,
    /// It is a class initialiser.
    pub(crate) initializer: bool,
    /// It is a constructor that calls another one of its class.
    pub(crate) delegates: bool,
}

impl Plan {
    /// Memory that the plan takes, but for rare small things.
    pub(crate) fn bytes(&self) -> usize {
        fn of<T>(items: &Vec<T>) -> usize {
            items.capacity() * size_of::<T>()
        }
        of(&self.body.insns)
            + of(&self.body.protected)
            + of(&self.facts)
            + of(&self.steps)
            + of(&self.blocks)
            + of(&self.edges)
            + of(&self.starts)
            + of(&self.start_of)
            + of(&self.loops)
            + of(&self.handlers)
            + size_of::<Plan>()
    }

    /// Frees the memory that is not needed once the method's part of the map has been made.
    pub(crate) fn shrink(&mut self) {
        self.body.forget_places();
        self.steps.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.edges.shrink_to_fit();
    }

    pub(crate) fn edges_of(&self, block: &Block) -> &[Edge] {
        &self.edges[block.edges.clone()]
    }
}

/// The first class files whose code may push a class.
pub(super) const CLASS_CONSTANTS: u16 = 49;
/// The first class files whose interfaces may have private methods.
const PRIVATE_INTERFACE_METHODS: u16 = 52;

/// Plans a method that is to be traced.
pub(crate) fn plan(operands: &mut Operands<'_>, method: &Member<'_>) -> Result<Plan, Untraced> {
    let pool = &operands.class.constant_pool;
    let name = method.name(pool).map_err(|_| Untraced::Malformed)?;
    let desc = method.descriptor(pool).map_err(|_| Untraced::Malformed)?;
    let parsed = MethodDescriptor::parse(&*desc).map_err(|_| Untraced::Malformed)?;
    let is_static = method.access_flags & ACC_STATIC != 0;
    let synchronized = method.access_flags & ACC_SYNCHRONIZED != 0;
    let context = Context {
        is_static,
        is_constructor: name == "<init>",
        locks_this: synchronized && !is_static,
        parameters: parsed.parameters.iter().map(kind_of).collect(),
    };
    let body = Body::decode(operands.class, method)?;
    let ids = operands.resolve(&body.insns)?;
    let cfg = Cfg::build(&body)?;
    let forest = LoopForest::build(&cfg);
    let mut memory = std::mem::take(&mut operands.memory);
    let found = walk::find(&context, &body, operands, &ids, &cfg, &forest, &mut memory);
    operands.memory = memory;
    let Recipes { facts, steps } = found?;
    let mut graph = split::split(&cfg, &forest, &facts)?;
    let counts = numbering::number(&mut graph, &facts)?;
    let handlers = body.protected.iter().map(|&range| (range, graph.of_basic[cfg.block_of[range.handler]]));
    let handlers = handlers.filter(|&(_, block)| block != usize::MAX).collect();
    let header_blocks = forest.loops.iter().map(|l| graph.of_basic[l.header]).collect();
    let releases = Releases::new(&body, &cfg, &facts);
    let is_release = |handler| releases.begins_at(handler);
    let (starts, start_of, path_count) = starts(&graph.blocks, &counts, &facts, is_release)?;
    let described = &operands.world.classes[operands.index];
    let old_interface = described.is_interface() && operands.class.major_version < PRIVATE_INTERFACE_METHODS;
    if old_interface && steps.iter().any(|step| matches!(step, Step::Record(_))) {
        return Err(Untraced::Version);
    }
    let frame = Frame {
        synchronized,
        records_lock: synchronized && (!is_static || operands.class.major_version >= CLASS_CONSTANTS),
        is_static,
        finds_class: context.is_static && operands.world.has_initializer(operands.index),
        initializer: name == "<clinit>",
        delegates: context.is_constructor && delegates(operands, &facts),
    };
    let mut plan = Plan {
        frame,
        body,
        facts,
        steps,
        blocks: graph.blocks,
        edges: graph.edges,
        starts,
        start_of,
        loops: forest.loops,
        handlers,
        header_blocks,
        path_count,
    };
    monitor::forget_released(&mut plan);
    Ok(plan)
}

/// True if a constructor of the same class is called on `this`.
fn delegates(operands: &Operands<'_>, facts: &[Option<Fact>]) -> bool {
    let own = operands.world.name(operands.index);
    let mut calls = facts.iter().flatten().filter(|fact| fact.initializes_this);
    calls.any(|fact| matches!(operands.get(fact.operand), Some(Operand::Call(call)) if call.class == own))
}

type Starts = (Vec<PlannedStart>, Vec<Option<u32>>, u32);

fn starts(
    blocks: &[Block],
    counts: &[u32],
    facts: &[Option<Fact>],
    is_release: impl Fn(usize) -> bool,
) -> Result<Starts, Untraced> {
    let count = blocks.iter().filter(|block| block.start.is_some()).count();
    let (mut starts, mut start_of, mut total) = (Vec::with_capacity(count), vec![None; blocks.len()], 0u32);
    for (index, block) in blocks.iter().enumerate() {
        let Some(kind) = block.start else { continue };
        start_of[index] = u32::try_from(starts.len()).ok();
        let silent = match kind {
            StartKind::Handler => is_release(block.first),
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
    // The event behind a counted call says whether that has returned.
    let covered = facts[call as usize].as_ref().filter(|fact| fact.this_ready && !fact.counted);
    let answered = covered.and_then(|fact| fact.mode).is_some_and(answered);
    let last = block.end.checked_sub(1).filter(|&last| last >= block.first).and_then(|last| facts[last].as_ref());
    let throws = numbering::exits(block, facts);
    let returns = last.is_some_and(|f| matches!(f.op, Op::Return | Op::ReturnValue)) && throws == 0;
    // The event of the path in front says which call is counted.
    let calls = last.is_some_and(|fact| split::is_cut_call(fact) && !fact.counted);
    answered && (returns || calls) && count == throws + 2
}
