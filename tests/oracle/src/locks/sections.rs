//! Sections of locks, and which of them depend on those of other threads.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::events::{Access, Accessed, LockId, Locks, Section};

/// All sections, with the accesses in them.
pub(super) struct Sections<'l> {
    all: &'l [Section],
    owners: &'l HashMap<u32, u32>,
    of_lock: BTreeMap<LockId, Vec<usize>>,
    /// The accesses in each section, with their places in the order of all.
    accesses: Vec<Vec<(usize, &'l Access)>>,
}

impl<'l> Sections<'l> {
    pub(super) fn new(locks: &'l Locks<'_>) -> Self {
        let all = &locks.sections[..];
        let mut of_lock: BTreeMap<LockId, Vec<usize>> = BTreeMap::new();
        (0..).zip(all).for_each(|(number, section)| of_lock.entry(section.lock).or_default().push(number));
        let mut accesses = vec![Vec::new(); all.len()];
        for (at, access) in locks.accesses() {
            access.sections.iter().for_each(|&section| accesses[section].push((at, access)));
        }
        Self { all, owners: &locks.owners, of_lock, accesses }
    }

    fn of(&self, lock: LockId) -> &[usize] {
        self.of_lock.get(&lock).map_or(&[], |sections| sections)
    }

    pub(super) fn threads(&self, lock: LockId) -> BTreeSet<usize> {
        self.of(lock).iter().map(|&section| self.all[section].thread).collect()
    }

    /// The section before that of the same thread, if it is compared with those since.
    fn since(&self, number: usize) -> Option<usize> {
        let section = &self.all[number];
        let before = || self.of(section.lock).iter().copied().rev().filter(|&before| before < number);
        let is_handed_over = before().next().is_some_and(|last| self.all[last].thread != section.thread);
        before().find(|&own| self.all[own].thread == section.thread).filter(|_| is_handed_over && !section.overlaps)
    }

    fn depends(&self, number: usize, since: usize) -> bool {
        let others = self.of(self.all[number].lock).iter().copied().filter(|&other| other > since && other != number);
        let others: Vec<usize> = others.collect();
        let is_unknown = |access: &(usize, &Access)| access.1.what == Accessed::Unknown;
        let mut own = self.accesses[number].iter();
        own.any(|own| {
            let earlier = |&other: &usize| self.accesses[other].iter().take_while(|before| before.0 < own.0);
            is_unknown(own) || others.iter().flat_map(earlier).any(|before| self.conflict(own.1, before.1))
        }) || others.iter().filter(|&&other| other < number).any(|&other| self.accesses[other].iter().any(is_unknown))
    }

    fn conflict(&self, one: &Access, other: &Access) -> bool {
        let owner = |slot: u32| self.owners.get(&slot).copied();
        let meet = match (one.what, other.what) {
            (Accessed::Slot(one), Accessed::Slot(other)) => one == other,
            (Accessed::Whole(one), Accessed::Whole(other)) => one == other,
            (Accessed::Slot(slot), Accessed::Whole(whole)) | (Accessed::Whole(whole), Accessed::Slot(slot)) => {
                owner(slot) == Some(whole)
            }
            _ => false,
        };
        meet && (one.writes || other.writes)
    }

    /// The counts of a row that has these locks.
    pub(super) fn counts(&self, locks: &BTreeSet<LockId>) -> [u64; 8] {
        let mut counts = [locks.len() as u64, 0, 0, 0, 0, 0, 0, 0];
        let mut all = BTreeSet::new();
        for &lock in locks {
            let threads = self.threads(lock);
            counts[1] += u64::from(threads.len() > 1);
            all.extend(threads);
            let mut last = None;
            for &number in self.of(lock) {
                let section = &self.all[number];
                counts[2] += 1;
                counts[4] += section.to - section.from;
                counts[5] += u64::from(last.is_some_and(|last| last != section.thread));
                last = Some(section.thread);
                if let Some(since) = self.since(number) {
                    counts[6] += 1;
                    counts[7] += u64::from(!self.depends(number, since));
                }
            }
        }
        counts[3] = all.len() as u64;
        counts
    }
}
