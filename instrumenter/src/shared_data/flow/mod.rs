//! The flow of references within a method, independent of its callers: one walk over its code on abstract values.
//!
//! Each reference has a number (a node of the points-to analysis), made where the value comes into being. Where ways join,
//! every slot that holds a reference gets a number of its own, into which those of the ways flow. So one visit of each
//! block is enough: values are followed through locals and operand stack, but what is in them is left to the solver.

mod access;
mod call;
mod event;
mod step;
mod walk;

use paratrace_classfile::descriptor::Type;
use paratrace_classfile::{ClassFile, Member};
use paratrace_traceformat::map::Untraced;

use super::stack::Stack;
use crate::limits;
use crate::method::{Body, Cfg, LoopForest};

pub(crate) use call::lambda_bodies;
pub(crate) use event::{Access, Call, Event, FieldName, Index, MethodName, NULL, Place, Ref, Source};

/// Everything about one method.
#[derive(Debug)]
pub(crate) struct Flow {
    pub(crate) body: Body,
    pub(crate) cfg: Cfg,
    pub(crate) loops: LoopForest,
    /// For each block of a loop, the value of each local at its beginning.
    pub(crate) locals: Vec<Vec<Index>>,
    pub(crate) events: Vec<Event>,
    pub(crate) accesses: Vec<Access>,
    /// References of the parameters, `this` first; 0 for primitive ones.
    pub(crate) parameters: Vec<Ref>,
    /// One more than the greatest number of a reference.
    pub(crate) references: u32,
}

/// Walks a method.
pub(crate) fn flow(class: &ClassFile<'_>, method: &Member<'_>) -> Result<Flow, Untraced> {
    let body = Body::decode(class, method)?;
    let cfg = Cfg::build(&body)?;
    bounded(&body, &cfg)?;
    let loops = LoopForest::build(&cfg);
    let locals = vec![Vec::new(); cfg.blocks.len()];
    let (events, accesses, parameters) = Default::default();
    let mut walker = Walker {
        class,
        flow: Flow { body, cfg, loops, locals, events, accesses, parameters, references: 2 },
        next_value: 0,
        states: Vec::new(),
        has_this: false,
    };
    walker.walk(method).ok_or(Untraced::Malformed)?;
    Ok(walker.flow)
}

struct Walker<'c> {
    class: &'c ClassFile<'c>,
    flow: Flow,
    next_value: u32,
    /// The state at the beginning of each block, once an edge into it is known.
    states: Vec<Option<Stack>>,
    /// Local 0 is `this` all the time.
    has_this: bool,
}

/// Refuses methods with too many values: every block keeps all locals, and hands them to its handlers.
fn bounded(body: &Body, cfg: &Cfg) -> Result<(), Untraced> {
    let (blocks, locals) = (cfg.blocks.len(), usize::from(body.max_locals));
    let bytes = body.insns.last().map_or(0, |last| last.end() as usize);
    let handlers: usize = (0..blocks).map(|block| cfg.all_handlers(block).len()).sum();
    let bounded = blocks.saturating_mul(locals) <= limits::MAX_BLOCK_VALUES
        && handlers.saturating_mul(locals) <= limits::MAX_BLOCK_VALUES + limits::WORK_PER_BYTE * bytes;
    if bounded { Ok(()) } else { Err(Untraced::TooComplex) }
}

/// Class or array name of a type; `None` for primitive ones.
pub(crate) fn name_of(kind: &Type<'_>) -> Option<String> {
    kind.internal_name().map(|name| String::from_utf8_lossy(name).into_owned())
}
