//! Blockers that the code tells, whatever this run did: locks, and results that code gets which is not traced.

use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::{InstructionId, MethodId};

use super::blockers::Blocked;
use super::body::Body;
use super::candidates::Maker;
use super::{common_locks, held_locks};
use crate::model::{Advice, Blocker, EdgeTotals, Nature, Point, Remedy, Via, ViaKind};

impl Maker<'_> {
    /// Adds the blocker of tasks that take a lock which the code around them, or what waits for them (`awaiting`), may hold, that take
    /// two locks at a time, or that take a lock and leave it to others to give it back. `method` is around them, `begin` where they
    /// begin; none if they are the calls of the method. `at` is where they are told.
    pub(super) fn add_held_lock(
        &self,
        blocked: &mut Vec<Blocked>,
        method: MethodId,
        begin: Option<InstructionId>,
        code: &[InstructionId],
        awaiting: impl Iterator<Item = InstructionId>,
        at: Point,
    ) {
        let (points, reach) = (&self.points, &self.reach);
        let taken = || self.locks.taken((points, reach), method, begin, code, awaiting);
        let found = held_locks::handed_over(points, reach, code)
            .map(|class| (class, Remedy::SameThreadUnlocks))
            .or_else(|| Some((taken()?, Remedy::LeaveLock)))
            .or_else(|| Some((self.locks.nested(points, reach, code)?, Remedy::OneOrderOfLocks)));
        if let Some((class, remedy)) = found {
            add(blocked, (Nature::HeldLock, remedy), Via::new(ViaKind::Class, class), at);
        }
    }

    /// Adds the blocker of iterations that all take one monitor, if nothing else is said of locks.
    pub(super) fn add_common_lock(&self, blocked: &mut Vec<Blocked>, body: &Body<'_>, at: Point) {
        let is_told = |one: &Blocked| matches!(one.blocker.nature, Nature::HeldLock | Nature::Lock);
        if !blocked.iter().any(is_told)
            && let Some(via) = common_locks::taken(&self.points, &self.reach, body)
        {
            blocked.push(told_by_code(via, (Nature::Lock, Remedy::OneAtATime), at));
        }
    }

    /// Adds the call that may use state which nobody knows, if no other blocker tells why a candidate is not known.
    pub(super) fn add_unknown_call(&self, blocked: &mut Vec<Blocked>, construct: ConstructId, code: &[InstructionId]) {
        let is_told = |one: &Blocked| matches!(one.blocker.nature, Nature::Untraced | Nature::Kept);
        if blocked.iter().any(is_told) {
            return;
        }
        let calls = self.reach.calls(code.iter().copied());
        let unknown = self.unknown_call(construct, &calls);
        if let Some((call, site)) = unknown.and_then(|call| Some((call, self.points.call(call)?))) {
            let via = Via::new(ViaKind::Return, format!("{}.{}{}", site.class, site.name, site.desc));
            add(blocked, (Nature::Untraced, Remedy::UnseenState), via, self.points.point(call));
        }
    }

    /// Adds the blocker of calls whose results untraced code gets.
    pub(super) fn add_unseen_result(&self, blocked: &mut Vec<Blocked>, method: MethodId, at: Point) {
        let described = &self.totals.map.methods[method.index()];
        if self.called_back.contains(&method) && !described.desc.ends_with(")V") {
            let via = Via::new(ViaKind::Return, self.totals.map.method_name(method));
            add(blocked, (Nature::Untraced, Remedy::UsedUnseen), via, at);
        }
    }
}

/// Returns a blocker that the code tells, whatever this run did.
fn told_by_code(via: Via, (nature, remedy): (Nature, Remedy), at: Point) -> Blocked {
    let blocker = Blocker {
        handed_on: None,
        via,
        nature,
        operation: None,
        advice: Advice::Remedy(remedy),
        head: at.clone(),
        tail: at,
        edges: EdgeTotals::default(),
        calls: 0,
        object: None,
        follows: false,
        not_run: None,
        min_distance: 0,
        iterations: None,
        example: None,
    };
    Blocked { blocker, flow_distance: 0, between_siblings: false, is_updated_once: false }
}

/// Adds such a blocker. What forces an order on tasks comes before it.
pub(super) fn add(blocked: &mut Vec<Blocked>, kind: (Nature, Remedy), via: Via, at: Point) {
    let place = blocked.partition_point(|one| one.blocker.nature.is_serial());
    blocked.insert(place, told_by_code(via, kind, at));
}
