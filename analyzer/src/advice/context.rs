//! The facts by which the blockers of one candidate are judged.

use std::cell::OnceCell;
use std::rc::Rc;

use paratrace_traceformat::map::{InstructionId, LoopId, MethodId};
use rustc_hash::FxHashSet;

use super::between_calls::BetweenCalls;
use super::body::Body;
use super::chains::Chains;
use super::inside_jdk::InsideJdk;
use super::kept::Keeping;
use super::reach::Reach;
use super::reached::Reached;
use super::readers::Readers;
use super::types::Types;
use super::unseen_reads::UnseenReads;
use super::updates::Updates;
use crate::dependences::{Points, Successions};
use crate::model::CandidateKind;

/// The facts by which the blockers of one candidate are judged.
pub(super) struct Context<'a> {
    pub(super) points: &'a Points<'a>,
    /// What calls of a traced JDK really share.
    pub(super) inside: Option<&'a InsideJdk<'a>>,
    pub(super) readers: &'a Readers,
    /// Kind of the tasks.
    pub(super) kind: CandidateKind,
    /// The loop; `None` if tasks are no iterations.
    pub(super) looped: Option<LoopId>,
    /// The code that tasks run themselves.
    pub(super) code: Vec<InstructionId>,
    pub(super) reach: &'a Reach<'a>,
    pub(super) types: &'a Types<'a>,
    /// All code that tasks may run, once it is asked for.
    pub(super) reached: OnceCell<Rc<Reached<'a>>>,
    /// What tasks may keep, once it is asked for.
    pub(super) keeping: OnceCell<Keeping<'a, 'a>>,
    pub(super) successions: &'a Successions,
    /// Mean duration of a task, in nodes.
    pub(super) duration: f64,
    /// The loop's code.
    pub(super) body: Option<Body<'a>>,
    /// Writer and reader of every RAW edge that leaves a task.
    pub(super) leaving: FxHashSet<(InstructionId, InstructionId)>,
    /// Writers of what is read after all tasks of the loop.
    pub(super) live_out: FxHashSet<InstructionId>,
    /// What may be read without a trace.
    pub(super) unseen_reads: &'a UnseenReads<'a>,
    /// Updates of the loop: loads and stores that only combine the old value with another one.
    pub(super) updates: Updates,
    /// Both ends of every WAW edge that leaves a task.
    pub(super) overwritten: Vec<(InstructionId, InstructionId)>,
    /// Loads of what an order looks at of the best object so far, once they are asked for.
    pub(super) measuring: OnceCell<FxHashSet<InstructionId>>,
    /// Methods that only run because the library compares objects, once they are asked for.
    pub(super) only_compare: OnceCell<FxHashSet<MethodId>>,
    /// Stores by which arrays of tasks change places, once they are asked for.
    pub(super) swapping: OnceCell<Rc<FxHashSet<InstructionId>>>,
    /// What runs between the tasks, if they are calls.
    pub(super) between_calls: Option<BetweenCalls<'a, 'a>>,
    /// Instructions that take the result of a call for the next call to wait for.
    pub(super) feeding: FxHashSet<InstructionId>,
    /// Instructions that move the loop's counters.
    pub(super) counters: FxHashSet<InstructionId>,
    /// Instructions that move its counters whose steps are rounded.
    pub(super) rounding: FxHashSet<InstructionId>,
    /// The loop's short chains.
    pub(super) chains: Chains,
}
