//! Locks by definition, from all that the threads did, one thing after the other.

mod events;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use paratrace_analyzer::model::{Lock, Point};
use paratrace_analyzer::{Report, ThreadInput};
use paratrace_replay::program::Index;
use paratrace_replay::stream::Emitter;
use paratrace_replay::threads::merge_chunks;
use paratrace_traceformat::map::{InstructionId, Op, ProgramMap};

use events::{Access, Accessed, Entry, Event, Locks, Thread};

/// A row: places, objects, shared ones, acquisitions, threads, nodes, handed over, compared and independent ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    places: BTreeSet<(String, i32)>,
    counts: [u64; 8],
    unneeded: bool,
    /// Names, or where arrays were created, and numbers of locations.
    protects: BTreeSet<(String, u64)>,
    /// Fields, and how many of their accesses are under the lock.
    partly: BTreeSet<(String, u64, u64)>,
}

impl Row {
    /// Returns whether it protects something, protects something at times, has sections that are independent and others, is not needed.
    #[must_use]
    pub fn has(&self) -> [bool; 5] {
        let [.., compared, independent] = self.counts;
        let partly = !self.partly.is_empty();
        [!self.protects.is_empty(), partly, independent > 0, compared > independent, self.unneeded]
    }
}

/// A field, or the instruction that creates arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shares {
    Field(u32),
    Elements(InstructionId),
}

/// What is accessed without its object, and where.
struct Shared {
    what: Shares,
    is_given: bool,
    common: BTreeSet<u32>,
}

fn conflict(one: &Access, other: &Access, owners: &HashMap<u32, u32>) -> bool {
    let owner = |slot: u32| owners.get(&slot).copied();
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

impl Locks<'_> {
    fn accesses(&self) -> impl Iterator<Item = (usize, &Access)> {
        self.events.iter().enumerate().filter_map(|(at, event)| match event {
            Event::Access(access) => Some((at, access)),
            Event::End(_) => None,
        })
    }

    /// The section before that of the same thread, if it is compared with those since.
    fn since(&self, number: usize) -> Option<usize> {
        let section = &self.sections[number];
        let before = || (0..number).rev().filter(|&before| self.sections[before].monitor == section.monitor);
        let is_handed_over = before().next().is_some_and(|last| self.sections[last].thread != section.thread);
        before()
            .find(|&own| self.sections[own].thread == section.thread)
            .filter(|_| is_handed_over && !section.overlaps)
    }

    fn depends(&self, number: usize, since: usize) -> bool {
        let monitor = self.sections[number].monitor;
        let lies = |access: &Access, section: usize| access.sections.contains(&section);
        let is_between = |&other: &usize| other > since && other != number && self.sections[other].monitor == monitor;
        let others: Vec<usize> = (0..self.sections.len()).filter(is_between).collect();
        let mut own = self.accesses().filter(|(_, access)| lies(access, number));
        own.any(|(at, access)| {
            access.what == Accessed::Unknown
                || self.accesses().take_while(|before| before.0 < at).any(|(_, before)| {
                    others.iter().any(|&other| lies(before, other)) && conflict(access, before, &self.owners)
                })
        }) || self.accesses().any(|(_, before)| {
            let earlier = others.iter().any(|&other| other < number && lies(before, other));
            before.what == Accessed::Unknown && earlier
        })
    }

    /// The accesses that count, by location, each with its place in the order.
    fn counted(&self) -> BTreeMap<u32, Vec<&Access>> {
        let mut found: BTreeMap<u32, Vec<&Access>> = BTreeMap::new();
        let mut threads: HashMap<u32, BTreeSet<usize>> = HashMap::new();
        let mut ended = BTreeSet::new();
        for event in &self.events {
            match event {
                Event::End(thread) => {
                    ended.insert(*thread);
                }
                Event::Access(access) => {
                    let Accessed::Slot(slot) = access.what else { continue };
                    let before = threads.entry(slot).or_default();
                    if before.iter().any(|other| *other != access.thread && !ended.contains(other)) {
                        found.entry(slot).or_default().push(access);
                    }
                    before.insert(access.thread);
                }
            }
        }
        found
    }

    fn field(&self, insn: InstructionId) -> Option<u32> {
        let fields = [Op::GetField, Op::PutField, Op::GetStatic, Op::PutStatic];
        let op = Op::from_byte(self.map.insns.op[insn.index()]).unwrap();
        match self.map.call_at(insn).and_then(|site| site.accessed()) {
            Some(paratrace_traceformat::map::Accessed::Field(field)) => Some(field),
            _ => fields.contains(&op).then(|| self.map.insns.arg[insn.index()]),
        }
    }

    fn name(&self, field: u32) -> String {
        let field = &self.map.fields[field as usize];
        format!("{}.{}", field.class, field.name)
    }

    fn is_own(&self, field: u32) -> bool {
        self.map.classes.iter().any(|class| class.name == self.map.fields[field as usize].class)
    }

    fn rows(&self, is_known: bool, knows_arrays: bool, line: impl Fn(Entry) -> (String, i32)) -> Vec<Row> {
        // Monitors that are entered at one place are of one row, and so are those of which that holds one by one.
        let mut rows: Vec<(BTreeSet<u32>, BTreeSet<Entry>)> = Vec::new();
        for &(monitor, entry) in &self.entries {
            let (joined, mut rest): (Vec<_>, Vec<_>) =
                rows.into_iter().partition(|row| row.0.contains(&monitor) || row.1.contains(&entry));
            let mut row = (BTreeSet::from([monitor]), BTreeSet::from([entry]));
            joined.into_iter().for_each(|(monitors, entries)| {
                row.0.extend(monitors);
                row.1.extend(entries);
            });
            rest.push(row);
            rows = rest;
        }
        let given: BTreeSet<u32> = self
            .accesses()
            .filter_map(|(_, access)| if let Accessed::Whole(whole) = access.what { Some(whole) } else { None })
            .collect();
        let counted = self.counted();
        let shared = self.shared(&counted, &given);
        let touched = self.touched(&counted);
        let protected: Vec<BTreeMap<Shares, u64>> =
            rows.iter().map(|(monitors, _)| protects(&shared, monitors, knows_arrays)).collect();
        // A field that one row protects is partly protected by none.
        let is_protected = |field: u32| protected.iter().any(|row| row.contains_key(&Shares::Field(field)));
        let rows = rows.into_iter().zip(&protected).map(|((monitors, entries), protected)| {
            let mut row = Row {
                places: entries.into_iter().map(&line).collect(),
                counts: self.counts(&monitors),
                unneeded: is_known
                    && monitors.iter().all(|monitor| {
                        let threads: BTreeSet<usize> = self
                            .sections
                            .iter()
                            .filter(|section| section.monitor == *monitor)
                            .map(|section| section.thread)
                            .collect();
                        threads.len() < 2 && !touched.contains(monitor) && !given.contains(&self.owners[monitor])
                    }),
                protects: BTreeSet::new(),
                partly: BTreeSet::new(),
            };
            if is_known {
                row.protects = protected.iter().map(|(&what, &locations)| (self.named(what), locations)).collect();
                row.partly = self.partly(&shared, &counted, &monitors, is_protected);
            }
            row
        });
        let mut rows: Vec<Row> = rows.collect();
        rows.sort();
        rows
    }

    fn counts(&self, monitors: &BTreeSet<u32>) -> [u64; 8] {
        let of = |monitor: u32| self.sections.iter().enumerate().filter(move |(_, section)| section.monitor == monitor);
        let mut counts = [monitors.len() as u64, 0, 0, 0, 0, 0, 0, 0];
        let mut all = BTreeSet::new();
        for &monitor in monitors {
            let threads: BTreeSet<usize> = of(monitor).map(|(_, section)| section.thread).collect();
            counts[1] += u64::from(threads.len() > 1);
            all.extend(threads);
            let mut last = None;
            for (number, section) in of(monitor) {
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

    /// Locations that are shared and written.
    fn shared(&self, counted: &BTreeMap<u32, Vec<&Access>>, given: &BTreeSet<u32>) -> Vec<Shared> {
        let written = counted.iter().filter(|(_, accesses)| accesses.iter().any(|access| access.writes));
        let shared = |(slot, accesses): (&u32, &Vec<&Access>)| {
            let entity = self.owners.get(slot).copied().unwrap_or(0);
            let field = self.field(accesses.last().unwrap().insn);
            let made = self.made[entity as usize];
            let what = match field {
                Some(field) => self.is_own(field).then_some(Shares::Field(field))?,
                None => (!made.is_none()).then_some(Shares::Elements(made))?,
            };
            let mut common = accesses[0].held.clone();
            accesses.iter().for_each(|access| common.retain(|monitor| access.held.contains(monitor)));
            Some(Shared { what, is_given: field.is_none() && given.contains(&entity), common })
        };
        written.filter_map(shared).collect()
    }

    /// Monitors under which something was accessed that is shared, and written under a lock or by an access that counts.
    fn touched(&self, counted: &BTreeMap<u32, Vec<&Access>>) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        for (slot, accesses) in counted {
            let of_slot =
                || self.accesses().map(|(_, access)| access).filter(|access| access.what == Accessed::Slot(*slot));
            let is_written = accesses.iter().any(|access| access.writes)
                || of_slot().any(|access| access.writes && !access.held.is_empty());
            if is_written {
                found.extend(of_slot().flat_map(|access| access.held.iter().copied()));
            }
        }
        found
    }

    fn partly(
        &self,
        shared: &[Shared],
        counted: &BTreeMap<u32, Vec<&Access>>,
        monitors: &BTreeSet<u32>,
        is_protected: impl Fn(u32) -> bool,
    ) -> BTreeSet<(String, u64, u64)> {
        let mut found: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for access in counted.values().flatten() {
            let Some(field) = self.field(access.insn) else { continue };
            if self.map.call_at(access.insn).is_none() && !self.map.is_volatile(field) && self.is_own(field) {
                let sum = found.entry(field).or_default();
                sum.0 += u64::from(access.held.iter().any(|held| monitors.contains(held)));
                sum.1 += 1;
            }
        }
        let is_shared = |field| shared.iter().any(|one| one.what == Shares::Field(field));
        found.retain(|&field, sum| sum.0 > 0 && is_shared(field) && !is_protected(field));
        found.into_iter().map(|(field, (locked, all))| (self.name(field), locked, all)).collect()
    }

    fn named(&self, what: Shares) -> String {
        match what {
            Shares::Field(field) => self.name(field),
            Shares::Elements(made) => format!("{made:?}"),
        }
    }
}

/// What has, wherever it is, a monitor in common that is one of these, and how many locations.
fn protects(shared: &[Shared], monitors: &BTreeSet<u32>, knows_arrays: bool) -> BTreeMap<Shares, u64> {
    let mut found: BTreeMap<Shares, (u64, bool)> = BTreeMap::new();
    for one in shared.iter().filter(|one| knows_arrays || matches!(one.what, Shares::Field(_))) {
        let sum = found.entry(one.what).or_insert((0, true));
        sum.0 += 1;
        sum.1 &= !one.is_given && one.common.iter().any(|monitor| monitors.contains(monitor));
    }
    found.into_iter().filter(|(_, (_, all))| *all).map(|(what, (locations, _))| (what, locations)).collect()
}

/// Finds the rows of all monitors. What they protect is only told if it `is_known`, and of arrays if these are.
pub fn locks(
    map: &ProgramMap,
    class_name: &(dyn Fn(u32) -> Option<String> + Sync),
    threads: Vec<ThreadInput<'_>>,
    (is_known, knows_arrays): (bool, bool),
) -> Vec<Row> {
    let found = Locks {
        map,
        threads: threads.iter().map(|_| Thread::default()).collect(),
        events: Vec::new(),
        sections: Vec::new(),
        entries: BTreeSet::new(),
        owners: HashMap::new(),
        next_slot: map.static_slots + 1,
        made: vec![InstructionId::NONE],
    };
    let index = Index::new(map, class_name);
    let emitter = |sink| Emitter::new(map, sink).with_slots_for_copies().for_synchronization();
    let (found, _) = merge_chunks(&index, threads, found, emitter).unwrap();
    let line = |(method, insn): Entry| {
        let first = || map.methods[method.index()].instructions().next().unwrap();
        let pc = map.insns.pc[if insn.is_none() { first() } else { insn }.index()];
        (map.method_name(method), paratrace_replay::program::line(map, method, pc))
    };
    found.rows(is_known, knows_arrays, line)
}

/// Reads them from a report. `insn` finds instructions.
pub fn reported(report: &Report, insn: impl Fn(&Point) -> InstructionId) -> Vec<Row> {
    let row = |lock: &Lock| Row {
        places: lock.places.iter().map(|place| (place.method.clone(), place.line)).collect(),
        counts: [
            lock.objects,
            lock.shared_objects,
            lock.acquisitions,
            lock.threads,
            lock.held_nodes,
            lock.handed_over,
            lock.compared,
            lock.independent,
        ],
        unneeded: lock.unneeded,
        protects: lock
            .protects
            .iter()
            .map(|one| match &one.created {
                Some(created) => (format!("{:?}", insn(created)), one.locations),
                None => (one.via.name.clone(), one.locations),
            })
            .collect(),
        partly: lock.partly.iter().map(|one| (one.via.name.clone(), one.locked, one.accesses)).collect(),
    };
    let mut rows: Vec<Row> = report.locks.iter().map(row).collect();
    rows.sort();
    rows
}
