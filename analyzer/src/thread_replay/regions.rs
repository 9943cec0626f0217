//! Loops, methods and calls that hand work to other threads, with what they and that work take.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::observer::Times;
use super::scopes::{Construct, Instance};
use super::steps::{Recording, Strand};
use crate::limits;

/// What the instances of one construct have in common, those around which is none of the same.
#[derive(Debug, Clone)]
pub(super) struct Handing {
    pub(super) construct: Construct,
    pub(super) instances: Vec<u32>,
    /// Number of threads and tasks that they hand out, and that those hand out.
    pub(super) strands: u64,
    /// Whether an instance ends well before what it has handed out.
    leaves: bool,
    /// Cost of their nodes, and of what they hand out.
    pub(super) work: u64,
    /// The part of it that instances of other constructs within them have, each nearly all of what is around it.
    covered: u64,
}

/// All instances of a recording.
pub(super) struct Handings<'a> {
    recording: &'a Recording,
    /// Of each instance the work and the number of strands handed out in it and in those within.
    handed: Vec<(u64, u64)>,
    pub(super) rows: Vec<Handing>,
}

/// Adds what each instance has to the one around it. Those within have higher numbers.
fn add_up<T: Copy>(instances: &[Instance], sums: &mut [T], add: impl Fn(T, T) -> T) {
    for (number, instance) in instances.iter().enumerate().rev() {
        if let Some(parent) = instance.parent {
            sums[parent as usize] = add(sums[parent as usize], sums[number]);
        }
    }
}

impl<'a> Handings<'a> {
    /// `times` are those on any number of cores.
    pub(super) fn of(recording: &'a Recording, times: &Times) -> Self {
        let mut handed = vec![(0, 0); recording.instances.len()];
        for strand in &recording.strands {
            if let Some(origin) = strand.origin.filter(|_| counts(recording, strand)) {
                let (work, strands) = &mut handed[origin as usize];
                (*work, *strands) = (*work + strand.work(), *strands + 1);
            }
        }
        let both = |around: (u64, u64), within: (u64, u64)| (around.0 + within.0, around.1 + within.1);
        add_up(&recording.instances, &mut handed, both);
        let handings = Self { recording, handed, rows: Vec::new() };
        Self { rows: handings.rows(times), ..handings }
    }

    /// The work of an instance with what it has handed out.
    fn work(&self, number: u32) -> u64 {
        let Instance { strand, begin, end, .. } = self.recording.instances[number as usize];
        let whole = self.recording.strands[strand as usize].ends.last().map_or(0, |end| end.work);
        end.min(whole).saturating_sub(begin) + self.handed[number as usize].0
    }

    fn rows(&self, times: &Times) -> Vec<Handing> {
        let instances = &self.recording.instances;
        let (mut found, mut rows): (FxHashMap<Construct, usize>, Vec<Handing>) = (FxHashMap::default(), Vec::new());
        let (outermost, ends) = (outermost(instances), self.ends(times));
        for (number, instance) in (0..).zip(instances).filter(|&(number, _)| outermost[number as usize]) {
            let construct = instance.construct;
            let at = *found.entry(construct).or_insert_with(|| {
                rows.push(Handing { construct, instances: Vec::new(), strands: 0, leaves: false, work: 0, covered: 0 });
                rows.len() - 1
            });
            let row = &mut rows[at];
            row.strands += self.handed[number as usize].1;
            row.work += self.work(number);
            let [own, whole] = [&times.ends, &ends].map(|ends| ends[number as usize] - times.begins[number as usize]);
            row.leaves |= (own as f64) < limits::NEARLY_ALL * whole as f64;
            row.instances.push(number);
        }
        let told = |construct: &Construct| found.get(construct).is_some_and(|&at| rows[at].is_told());
        let covers = |instance: &Instance| match instance.construct {
            Construct::Call(_) => told(&instance.construct),
            Construct::Region(_) => true,
        };
        let covering: Vec<bool> = instances.iter().map(covers).collect();
        for (number, instance) in (0..).zip(instances).filter(|&(number, _)| covering[number as usize]) {
            let Some(parent) = instance.parent.filter(|&parent| outermost[parent as usize]) else { continue };
            let construct = instances[parent as usize].construct;
            let (within, around) = (self.work(number), self.work(parent));
            if within as f64 >= limits::NEARLY_ALL * around as f64
                && let Some(&at) = found.get(&construct).filter(|_| construct != instance.construct)
            {
                rows[at].covered += around;
            }
        }
        rows.retain(|row| row.strands > 0 && row.is_told());
        rows.sort_by_key(|row| Reverse(row.work));
        rows.truncate(limits::HANDING_REGIONS);
        rows
    }

    /// When each instance and all that it has handed out have ended.
    fn ends(&self, times: &Times) -> Vec<u64> {
        let mut ends = times.ends.clone();
        for (strand, &end) in self.recording.strands.iter().zip(&times.strands) {
            if let Some(origin) = strand.origin.filter(|_| counts(self.recording, strand)) {
                ends[origin as usize] = ends[origin as usize].max(end);
            }
        }
        add_up(&self.recording.instances, &mut ends, u64::max);
        ends
    }

    /// The time from the beginnings of a row's instances until they and all that they handed out have ended, summed over instances.
    pub(super) fn times(&self, times: &Times) -> Vec<u64> {
        let ends = self.ends(times);
        let time = |&number: &u32| ends[number as usize].saturating_sub(times.begins[number as usize]);
        self.rows.iter().map(|row| row.instances.iter().map(time).sum()).collect()
    }
}

impl Handing {
    /// Of a call that hands out one task, or does not wait for its tasks, and of a method in which one thing does nearly all, there is
    /// nothing to tell.
    fn is_told(&self) -> bool {
        let is_covered = self.covered as f64 >= limits::NEARLY_ALL * self.work as f64;
        match self.construct {
            Construct::Call(_) => !self.leaves && self.strands > self.instances.len() as u64,
            Construct::Region(_) => !is_covered,
        }
    }
}

/// Tells whether a strand is a task other than to carry a virtual thread, or a thread that executes code of the program, but no tasks.
fn counts(recording: &Recording, strand: &Strand) -> bool {
    let actor = &recording.actors[strand.actor as usize];
    !strand.carries && (actor.tasks > 0 || actor.role.is_some() && !strand.is_worker)
}

/// Tells of each instance whether none of the same construct is around it.
fn outermost(instances: &[Instance]) -> Vec<bool> {
    let mut within: Vec<Vec<u32>> = vec![Vec::new(); instances.len()];
    let mut next: Vec<(u32, bool)> = Vec::new();
    for (number, instance) in (0..).zip(instances) {
        match instance.parent {
            Some(parent) => within[parent as usize].push(number),
            None => next.push((number, true)),
        }
    }
    let (mut found, mut open) = (vec![false; instances.len()], FxHashMap::<Construct, u32>::default());
    while let Some((number, begins)) = next.pop() {
        let around = open.entry(instances[number as usize].construct).or_default();
        if !begins {
            *around -= 1;
            continue;
        }
        found[number as usize] = *around == 0;
        *around += 1;
        next.push((number, false));
        next.extend(within[number as usize].iter().map(|&inner| (inner, true)));
    }
    found
}
