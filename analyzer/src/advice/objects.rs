//! Objects whose code is not traced, or whose class the library knows: what tasks do with one that they share.

use paratrace_jvm::library::{self, MethodFact};
use paratrace_traceformat::map::{InstructionId, Method, Op, Site};
use rustc_hash::FxHashSet;

use super::contents;
use super::context::Context;
use super::fixed::Fixed;
use super::functions::Arguments;
use super::grouped_by_hand::{is_grouping, is_grouping_in_arrays};
use super::idioms::{self, Joined};
use super::inside_jdk::InsideJdk;
use super::maps;
use super::reach::is_untraced;
use super::task_edge::TaskEdge;
use crate::dependences::{Kind, Stat};
use crate::model::{CandidateKind, HandedOn, Nature, Operation, Via, ViaKind};

impl Context<'_> {
    /// Returns the origin of the object, if all calls have it from the same field or variable.
    pub(super) fn object(&self, edges: &[&TaskEdge<'_>]) -> Option<String> {
        let points = self.points;
        let calls = edges.iter().flat_map(|edge| [edge.key.tail, edge.key.head]);
        // The object of a constructor call comes from no variable yet.
        let calls = calls.filter(|&call| points.call(call).is_none_or(|site| site.name != "<init>"));
        let mut origins = calls.map(|call| points.origin(call, self.looped));
        let first = origins.next()??;
        origins.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// Returns what tasks do with an object whose code is not traced: one thing that can be put together at the end, or
    /// something of which too little is known.
    pub(super) fn of_object(&self, edges: &[&TaskEdge<'_>]) -> (Nature, Option<Operation>) {
        if edges.iter().any(|edge| contents::shows_added(self.points, edge)) {
            return (Nature::Flow, None);
        }
        if self.is_cleared_first(edges) {
            let is_needed = edges.iter().any(|edge| self.live_out.contains(&edge.key.head));
            return (if is_needed { Nature::LastValue } else { Nature::PrivateCopy }, None);
        }
        if self.is_left_empty(edges) {
            return (Nature::PrivateCopy, None);
        }
        if self.kind == CandidateKind::Loop && self.only_take(&self.calls_beside(edges)) {
            return (Nature::Traversal, None);
        }
        if self.kind == CandidateKind::Loop && self.take_one_level(&self.calls_beside(edges)) {
            return (Nature::Collect, None);
        }
        if self.only_remember(edges) {
            return (Nature::Collect, None);
        }
        if edges.iter().any(|edge| matches!(edge.key.kind, Kind::Passed | Kind::Unseen)) {
            return (Nature::Untraced, None);
        }
        let first = idioms::idiom(edges.first().and_then(|edge| self.points.call(edge.key.tail))).nature;
        match first {
            Nature::Input => return (first, None),
            Nature::Lock if !self.is_left_by_each_task(edges) => return (Nature::Untraced, None),
            _ => {}
        }
        let mut joined = self.calls_beside(edges).into_iter().map(|call| self.joined(call, first));
        let how = joined.next().flatten();
        match how {
            Some(how) if joined.all(|other| other == Some(how)) => match how {
                Joined::InOrder | Joined::Backwards | Joined::ByValue => (first, None),
                Joined::By(operation) => (Nature::Reduction, Some(operation)),
            },
            _ => (Nature::Untraced, None),
        }
    }

    /// Returns whether each iteration throws away all that an object holds before it does anything else with it.
    fn is_cleared_first(&self, edges: &[&TaskEdge<'_>]) -> bool {
        let clears = |call| contents::clears(self.points, call);
        let is_own = |call| self.reached().contains(self.points, call);
        let sees_own = |call: InstructionId| clears(call) || self.successions.before(call).all(is_own);
        let beside = self.calls_beside(edges);
        contents::is_cleared_between(self.points, edges)
            && contents::leave_no_setting(self.points, beside.iter().copied())
            // An object with several names may be a part of another one, which keeps the rest.
            && self.object(edges).is_some()
            && edges.iter().any(|edge| self.is_once(edge.key.tail))
            && beside.into_iter().all(sees_own)
    }

    /// Returns whether an object holds nothing before the loop, and nothing again after each iteration.
    fn is_left_empty(&self, edges: &[&TaskEdge<'_>]) -> bool {
        let beside = self.calls_beside(edges);
        let is_own = |call| self.reached().contains(self.points, call);
        let mut before = beside.iter().flat_map(|&call| self.successions.before(call)).filter(|&call| !is_own(call));
        let throws_away =
            || contents::is_left_empty(self.points, edges) && edges.iter().all(|edge| self.is_once(edge.key.head));
        let Some(body) = self.body.as_ref().filter(|_| self.kind == CandidateKind::Loop) else { return false };
        (throws_away() || contents::is_drained(self.points, body, &beside))
            && contents::leave_no_setting(self.points, beside.iter().copied())
            && self.object(edges).is_some()
            && beside.iter().all(|&call| contents::begins_empty(self.points, body, call))
            && before.all(|call| contents::clears(self.points, call))
    }

    /// Returns whether tasks use a map by one call only, which remembers values that do not depend on who asks first.
    pub(super) fn only_remember(&self, edges: &[&TaskEdge<'_>]) -> bool {
        let calls = self.calls_beside(edges);
        if self.looped.is_some() && self.remember_by_hand(&calls) {
            return true;
        }
        let (Some(looped), 1, Some(&call)) = (self.looped, calls.len(), calls.iter().next()) else { return false };
        let fixed = Fixed::new(self.points, looped, Some(self.reach));
        let is_fixed = |insn, above| fixed.is_operand(insn, above);
        maps::remembers(self.points, call, is_fixed) && self.makes_apart(call)
    }

    /// Returns whether the function that a map is given to make a value reads nothing that tasks may change.
    fn makes_apart(&self, call: InstructionId) -> bool {
        let points = self.points;
        let Some(function) = (Arguments { points }).runs(call, 2) else { return false };
        function.traced(points.map).map_or_else(|| function.is_pure(), |method| self.reads_apart(method))
    }

    /// Returns whether a method reads nothing that tasks may change: neither fields nor elements that they write, nor what untraced code keeps.
    pub(super) fn reads_apart(&self, method: &Method) -> bool {
        let points = self.points;
        let arg = |insn: InstructionId| points.map.insns.arg[insn.index()];
        let changes = |op: Op| {
            let stores = self.reached().instructions().filter(move |&insn| points.op(insn) == op);
            stores.map(arg).collect::<FxHashSet<u32>>()
        };
        let (fields, statics, elements) = (changes(Op::PutField), changes(Op::PutStatic), changes(Op::ArrayStore));
        self.reach.reached(method.instructions()).all(|insn| match points.op(insn) {
            Op::GetField => !fields.contains(&arg(insn)),
            Op::GetStatic => !statics.contains(&arg(insn)),
            Op::ArrayLoad => !elements.contains(&arg(insn)),
            Op::Invoke => points.calls_pure(insn) || !points.call(insn).is_some_and(is_untraced),
            _ => true,
        })
    }

    /// Returns what goes from one task to another through an object: what the calls themselves show, or else, of an object of which
    /// no more is known, what a traced JDK does if one of the calls gives something back.
    pub(super) fn handed_on<'s>(
        &'s self,
        via: &Via,
        nature: Nature,
        edges: &[&TaskEdge<'s>],
    ) -> Option<(HandedOn, &'s Stat, u64)> {
        if nature == Nature::Flow && via.kind == ViaKind::Object {
            let shown = edges.iter().filter(|edge| contents::shows_added(self.points, edge));
            let nearest = shown.clone().min_by_key(|edge| edge.stat.iterations)?;
            return Some((HandedOn::Content, nearest.stat, shown.map(|edge| edge.count).sum()));
        }
        let construct = edges.first()?.key.construct;
        let inside = self.inside.filter(|_| nature == Nature::Untraced && via.kind == ViaKind::Object)?;
        let is_used = edges.iter().any(|edge| self.takes(edge.key.tail));
        let has_object = |edge: &&TaskEdge<'_>| {
            edge.key.kind != Kind::State
                || self.points.call(edge.key.tail).is_none_or(|site| !site.state_args.is_empty())
        };
        if edges.iter().any(has_object) {
            inside.handed_on(construct, &via.name, is_used)
        } else {
            inside.handed_on_unseen(construct)
        }
    }

    /// Returns whether a call takes something from its object for the program.
    pub(super) fn takes(&self, call: InstructionId) -> bool {
        let sets_part = |it: &Site| library::method_is(&it.class, &it.name, &it.desc, MethodFact::SetsPart);
        // The call takes from a map what becomes part of it.
        !self.points.is_result_dropped(call) || self.points.call(call).is_some_and(sets_part)
    }

    /// Returns whether all that tasks share of an object is how it keeps what they put there.
    pub(super) fn shares_bookkeeping(&self, via: &Via, edges: &[&TaskEdge<'_>]) -> bool {
        let ends = || edges.iter().flat_map(|edge| [edge.key.head, edge.key.tail]);
        let is_told = |inside: &InsideJdk<'_>| {
            let construct = edges.first().map(|edge| edge.key.construct);
            inside.follows(ends())
                && construct.is_some_and(|construct| inside.handed_on(construct, &via.name, true).is_none())
        };
        via.kind == ViaKind::Object && library::nature_of(&via.name).is_some() && self.inside.is_some_and(is_told)
    }

    /// Returns whether each task leaves a lock before the next one enters it.
    fn is_left_by_each_task(&self, edges: &[&TaskEdge<'_>]) -> bool {
        let enters = |call| self.points.call(call).is_some_and(idioms::enters);
        edges.iter().all(|edge| !enters(edge.key.head) && enters(edge.key.tail))
    }

    /// Returns how calls like this one, of an object of this nature, are put together; `None` if they cannot be.
    fn joined(&self, insn: InstructionId, nature: Nature) -> Option<Joined> {
        let call = self.points.call(insn).filter(|&call| idioms::idiom(Some(call)).nature == nature)?;
        match self.updates.operation_on_map(self.points, insn) {
            Some(operation) => Some(Joined::By(operation)),
            None if let Some(operation) = self.merges_in_made(insn) => Some(Joined::By(operation)),
            None if sets_bits(call) => Some(Joined::By(Operation::Or)),
            // A call that puts a group there would be the last one that sets its value, too.
            None if self.groups(insn) => Some(Joined::ByValue),
            None if self.gathers(insn, call) && idioms::adds_at_front(call) => Some(Joined::Backwards),
            None if self.gathers(insn, call) || self.accumulates(insn, call) => Some(Joined::InOrder),
            None => None,
        }
    }

    /// Returns the operation by which values of keys are merged in maps that a call of another map only makes for that.
    fn merges_in_made(&self, insn: InstructionId) -> Option<Operation> {
        self.updates.operation_on_map(self.points, maps::user_of_made(self.points, insn)?)
    }

    /// Returns whether a call of a map only makes values, or looks for them, to which the next call adds something.
    pub(super) fn groups(&self, insn: InstructionId) -> bool {
        let gathers = |user| {
            let call = self.points.call(user);
            call.is_some_and(|call| self.gathers(user, call) && !idioms::adds_at_front(call))
        };
        maps::user_of_made(self.points, insn).is_some_and(gathers)
            || is_grouping(self.points, self.reached(), insn, gathers)
            || is_grouping_in_arrays(self.points, self.reached(), insn, |store| self.updates.is_update(store))
            || maps::updates_array(self.points, insn, |store| self.updates.is_update(store))
    }

    /// Returns whether a call combines the value of an atomic variable with another one by a function for which order does not matter, and
    /// nobody uses what it gives.
    fn accumulates(&self, insn: InstructionId, call: &Site) -> bool {
        let operator = || Arguments { points: self.points }.combines(insn, usize::from(call.args) - 1);
        ["accumulateAndGet", "getAndAccumulate"].contains(&&*call.name)
            && self.points.is_result_dropped(insn)
            && operator().is_some_and(|operator| operator.operation.is_some() && !operator.rounds)
    }

    fn gathers(&self, insn: InstructionId, call: &Site) -> bool {
        // The type that a call names may be one of a queue that can be full.
        !(idioms::offers(call) && idioms::makes_bounded(self.points.map))
            && idioms::gathers(call, self.points.is_result_dropped(insn), self.is_once(insn))
    }

    /// Returns the calls by which tasks use the objects that these edges run through.
    pub(super) fn calls_beside(&self, edges: &[&TaskEdge<'_>]) -> FxHashSet<InstructionId> {
        self.uses_around(edges.iter().flat_map(|edge| [edge.key.tail, edge.key.head]))
    }

    /// Returns the calls by which tasks use the objects of these calls.
    pub(super) fn uses_around(&self, calls: impl Iterator<Item = InstructionId>) -> FxHashSet<InstructionId> {
        self.successions.around(calls, |call| self.uses_object(call))
    }

    /// Returns whether tasks use an object by a call. One that a task makes is its own.
    pub(super) fn uses_object(&self, call: InstructionId) -> bool {
        let is_use = self.points.call(call).is_some_and(|site| &*site.name != "<init>");
        is_use && self.reached().contains(self.points, call)
    }
}

fn sets_bits(call: &Site) -> bool {
    library::method_is(&call.class, &call.name, &call.desc, MethodFact::SetsBits)
}
