//! What one path acquires and releases.

use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Place, Through, What};
use paratrace_traceformat::map::InstructionId;

use super::{Classes, Meeting};
use crate::heap::At;

/// What a path does to the order of threads at its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begin<M = Meeting> {
    /// What others did before they released this comes before the path.
    Acquire(M),
    /// So does what was done while this monitor was held. The thread holds it from now on.
    Enter(M),
}

/// What a path does to the order of threads in its middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End<M = Meeting> {
    /// What the thread has done comes before what others do that acquire this later.
    Release(M),
    /// So it does; and the thread holds this monitor, the last that it entered of this name, no longer.
    Leave(M),
}

impl<M> Begin<M> {
    /// Names otherwise what is met at, if that can be done.
    pub(super) fn try_map<N>(self, name: impl FnOnce(M) -> Option<N>) -> Option<Begin<N>> {
        Some(match self {
            Self::Acquire(meeting) => Begin::Acquire(name(meeting)?),
            Self::Enter(monitor) => Begin::Enter(name(monitor)?),
        })
    }
}

impl<M> End<M> {
    /// Names otherwise what is met at, if that can be done.
    pub(super) fn try_map<N>(self, name: impl FnOnce(M) -> Option<N>) -> Option<End<N>> {
        Some(match self {
            Self::Release(meeting) => End::Release(name(meeting)?),
            Self::Leave(monitor) => End::Leave(name(monitor)?),
        })
    }
}

/// What threads meet at, as the path knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meet {
    Slot(At),
    Thread(At),
    Own,
    End(At),
    Class(u32),
    Unknown,
    Fences,
    Tasks,
    Results,
}

impl Meet {
    fn of(through: Through, classes: &Classes<'_>) -> Option<Self> {
        Some(match through {
            Through::Place(place) => Self::Slot(At::of(place)?),
            Through::Thread(place) => Self::Thread(At::of(place)?),
            Through::Own => Self::Own,
            Through::EndOf(place) => Self::End(At::of(place)?),
            Through::Class(class) => Self::Class(classes.of(class)?.number()),
            Through::Unknown => Self::Unknown,
            Through::Fences => Self::Fences,
            Through::Tasks => Self::Tasks,
            Through::Results => Self::Results,
        })
    }

    /// Returns what it is in the run; `None` if there is no object. `own` is the state of the running thread's object.
    #[inline]
    pub(super) fn resolve(self, slots: &[u32], own: u32) -> Option<Meeting> {
        let slot = |at: At| Some(at.slot(slots)).filter(|&slot| slot != 0);
        Some(match self {
            Self::Slot(at) => Meeting::Slot(slot(at)?),
            Self::Thread(at) => Meeting::Thread(slot(at)?),
            Self::Own => Meeting::Thread(Some(own).filter(|&own| own != 0)?),
            Self::End(at) => Meeting::End(slot(at)?),
            Self::Class(class) => Meeting::Class(class),
            Self::Unknown => Meeting::Unknown,
            Self::Fences => Meeting::Fences,
            Self::Tasks => Meeting::Tasks,
            Self::Results => Meeting::Results,
        })
    }
}

/// With the instruction that does it.
type By<W> = (W, InstructionId);

/// What one path acquires, releases, and acquires when the call at its end returns, each with the instruction that does so. What an
/// activation does as it begins or ends belongs to the first instruction of its method.
#[derive(Debug, Default)]
pub(super) struct Orders {
    pub(super) acquires: Box<[By<Begin<Meet>>]>,
    /// In the order of execution, one for each release of the path; `None` for those of what nobody acquires.
    pub(super) releases: Box<[Option<By<End<Meet>>>]>,
    pub(super) awaits: Box<[By<Meet>]>,
    /// The state of the thread's object, if the thread begins.
    pub(super) begins: Option<At>,
}

impl Orders {
    /// Returns what a path orders; `None` if that is nothing.
    pub(super) fn of(program: &Program, classes: &Classes<'_>) -> Option<Box<Self>> {
        let (mut acquires, mut releases, mut awaits, mut begins) = (Vec::new(), Vec::new(), Vec::new(), None);
        let first = classes.first_instruction(program.script.method);
        for event in &program.script.events {
            let insn = if event.insn.is_none() { first } else { event.insn };
            let acquired = |meet: Option<Meet>| meet.map(|meet| (Begin::Acquire(meet), insn));
            match event.what {
                What::Enter { place } => acquires.extend(At::of(place).map(|at| (Begin::Enter(Meet::Slot(at)), insn))),
                What::Leave { place } => releases.push(At::of(place).map(|at| (End::Leave(Meet::Slot(at)), insn))),
                What::Acquires { through } => acquires.extend(acquired(Meet::of(through, classes))),
                What::Releases { through } => {
                    releases.push(Meet::of(through, classes).map(|meet| (End::Release(meet), insn)));
                }
                What::Awaits { through } => awaits.extend(Meet::of(through, classes).map(|meet| (meet, insn))),
                What::Begins { place } => begins = At::of(place),
                What::Read(Place::Static(_)) | What::Write(Place::Static(_)) => {
                    let class = acquired(classes.of_access(insn).map(|class| Meet::Class(class.number())));
                    acquires.extend(class.filter(|class| !acquires.iter().any(|(other, _)| *other == class.0)));
                }
                _ => {}
            }
        }
        let is_any = !acquires.is_empty() || !releases.is_empty() || !awaits.is_empty() || begins.is_some();
        let orders = || Self { acquires: acquires.into(), releases: releases.into(), awaits: awaits.into(), begins };
        is_any.then(|| Box::new(orders()))
    }
}
