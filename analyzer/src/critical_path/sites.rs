//! Where threads meet: the instruction that meets, and the program's line that it stands under.

use paratrace_replay::paths::Program;
use paratrace_traceformat::map::{InstructionId, ProgramMap};
use rustc_hash::FxHashMap;

use crate::synchronization::Meeting;

/// What threads meet at, whichever one of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum MeetingKind {
    /// A monitor that is entered.
    Monitor,
    /// A volatile location, the state of an object, or a monitor that `Object.wait` gives back.
    Slot,
    Thread,
    End,
    /// The initialisation of the class of this number.
    Class(u32),
    Unknown,
    Fences,
    Tasks,
    Results,
}

impl MeetingKind {
    /// Returns the kind of what a thread meets at; `enters` if it enters that as a monitor.
    pub(super) fn of(meeting: Meeting, enters: bool) -> Self {
        match meeting {
            Meeting::Slot(_) if enters => Self::Monitor,
            Meeting::Slot(_) => Self::Slot,
            Meeting::Thread(_) => Self::Thread,
            Meeting::End(_) => Self::End,
            Meeting::Class(class) => Self::Class(class),
            Meeting::Unknown => Self::Unknown,
            Meeting::Fences => Self::Fences,
            Meeting::Tasks => Self::Tasks,
            Meeting::Results => Self::Results,
        }
    }
}

/// A place in the program where its threads meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Site {
    pub(crate) kind: MeetingKind,
    /// The instruction that meets; `NONE` where a thread begins or ends.
    pub(crate) insn: InstructionId,
    /// The instruction of the program that it stands under: that itself or, within a traced JDK, the call around it.
    pub(crate) under: InstructionId,
}

/// Sites by number, from 1 on. Number 0 is none.
#[derive(Debug, Default)]
pub(crate) struct Sites {
    numbers: FxHashMap<Site, u32>,
    all: Vec<Site>,
}

impl Sites {
    /// Returns the number of a site.
    pub(super) fn number(&mut self, site: Site) -> u32 {
        let Self { numbers, all } = self;
        *numbers.entry(site).or_insert_with(|| {
            all.push(site);
            all.len() as u32
        })
    }

    /// Returns the site of a number.
    pub(crate) fn get(&self, number: u32) -> Option<Site> {
        self.all.get((number as usize).checked_sub(1)?).copied()
    }
}

/// The instructions of a traced JDK: these stand under the program's calls.
#[derive(Debug)]
pub(super) struct OfJdk(Vec<bool>);

impl OfJdk {
    /// Empty if the JDK is not traced.
    pub(super) fn new(map: &ProgramMap) -> Self {
        if !map.has_jdk() {
            return Self(Vec::new());
        }
        let mut of_jdk = vec![false; map.insns.pc.len()];
        for method in map.methods.iter().filter(|method| map.is_of_jdk(method)) {
            method.instructions().for_each(|insn| of_jdk[insn.index()] = true);
        }
        Self(of_jdk)
    }

    fn has(&self, insn: InstructionId) -> bool {
        self.0.get(insn.index()).is_some_and(|of_jdk| *of_jdk)
    }
}

/// The activations of the program that a thread is in, each with the last instruction of its last path: the call that is open.
#[derive(Debug, Default)]
pub(super) struct Callers {
    /// Of each path of the program, its last instruction; `None` for those of the JDK.
    last: Vec<Option<InstructionId>>,
    open: Vec<(u32, InstructionId)>,
}

impl Callers {
    pub(super) fn add(&mut self, program: &Program, of_jdk: &OfJdk) {
        if !of_jdk.0.is_empty() {
            self.last.push(program.script.insns().last().filter(|&last| !of_jdk.has(last)));
        }
    }

    /// A path is about to begin: activations behind its own have ended.
    pub(super) fn begin(&mut self, program: u32, frame: u32) {
        let is_own = self.last.get(program as usize).is_some_and(Option::is_some);
        // The open call of its own activation is needed for what that acquires when it returns.
        let has_ended = |at: u32| at > frame || at == frame && !is_own;
        while self.open.pop_if(|(at, _)| has_ended(*at)).is_some() {}
    }

    /// A path has ended.
    pub(super) fn end(&mut self, program: u32, frame: u32) {
        if let Some(&Some(last)) = self.last.get(program as usize) {
            self.open.pop_if(|(at, _)| *at == frame);
            self.open.push((frame, last));
        }
    }

    /// Returns the instruction of the program that one stands under.
    pub(super) fn under(&self, insn: InstructionId, of_jdk: &OfJdk) -> InstructionId {
        match self.open.last() {
            Some(&(_, call)) if insn.is_none() || of_jdk.has(insn) => call,
            _ => insn,
        }
    }
}

/// Sets of sites at which a thread entered monitors that it holds, by number. Number 0 is the empty set.
#[derive(Debug, Default)]
pub(crate) struct HeldSets {
    numbers: FxHashMap<(u32, u32), u32>,
    /// Of each set: that without its last site, and that site.
    all: Vec<(u32, u32)>,
}

impl HeldSets {
    /// Returns the set of these sites.
    pub(super) fn number(&mut self, sites: impl Iterator<Item = u32>) -> u32 {
        sites.fold(0, |set, site| {
            if self.sites(set).any(|other| other == site) {
                return set;
            }
            let Self { numbers, all } = self;
            *numbers.entry((set, site)).or_insert_with(|| {
                all.push((set, site));
                all.len() as u32
            })
        })
    }

    /// Lists the sites of a set, the last one first.
    pub(crate) fn sites(&self, set: u32) -> impl Iterator<Item = u32> + '_ {
        let at = |set: u32| self.all.get((set as usize).checked_sub(1)?).copied();
        std::iter::successors(at(set), move |&(before, _)| at(before)).map(|(_, site)| site)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_each_site_once() {
        let mut sets = HeldSets::default();
        assert_eq!(sets.number([].into_iter()), 0);
        let two = sets.number([7, 9, 7].into_iter());
        assert_eq!(sets.sites(two).collect::<Vec<_>>(), [9, 7]);
        assert_eq!(sets.number([7, 7, 9].into_iter()), two);
        assert_ne!(sets.number([9, 7].into_iter()), two);
        assert_eq!(sets.sites(0).count(), 0);
    }
}
