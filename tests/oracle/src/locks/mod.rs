//! Locks by definition, from all that the threads did, one thing after the other.

mod calls;
mod events;
mod sections;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use paratrace_analyzer::model::{Lock, LockKind, Point};
use paratrace_analyzer::{Report, ThreadInput};
use paratrace_replay::program::Index;
use paratrace_replay::stream::Emitter;
use paratrace_replay::threads::merge_chunks;
use paratrace_traceformat::map::{InstructionId, Method, MethodId, Op, ProgramMap};

use events::{Access, Accessed, Entry, Event, LockId, Locks};
use sections::Sections;

/// A row: places, objects, shared ones, acquisitions, threads, nodes, handed over, compared and independent ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    is_monitor: bool,
    places: BTreeSet<(String, i32)>,
    counts: [u64; 8],
    unneeded: bool,
    /// Names, or where arrays were created, and numbers of locations.
    protects: BTreeSet<(String, u64)>,
    /// Fields, and how many of their accesses are under the lock.
    partly: BTreeSet<(String, u64, u64)>,
}

impl Row {
    /// Returns whether it protects something, protects something at times, has sections that are independent and others, is not needed,
    /// and the first four of what is no monitor.
    #[must_use]
    pub fn has(&self) -> [bool; 9] {
        let [.., compared, independent] = self.counts;
        let has = [!self.protects.is_empty(), !self.partly.is_empty(), independent > 0, compared > independent];
        let [a, b, c, d] = has.map(|has| has && !self.is_monitor);
        [has[0], has[1], has[2], has[3], self.unneeded, a, b, c, d]
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
    common: BTreeSet<LockId>,
}

impl Locks<'_> {
    fn accesses(&self) -> impl Iterator<Item = (usize, &Access)> {
        self.events.iter().enumerate().filter_map(|(at, event)| match event {
            Event::Access(access) => Some((at, access)),
            Event::End(_) => None,
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

    /// Whether a field is one of a class of the program, not of a traced JDK.
    fn is_own(&self, field: u32) -> bool {
        let of = &self.map.fields[field as usize].class;
        self.map.classes.iter().any(|class| class.name == *of && !class.is_of_jdk())
    }

    /// Whether an instruction is one of the program's own methods.
    fn is_in_own(&self, insn: InstructionId) -> bool {
        self.map.own_methods().any(|(_, method)| method.insns.contains(&insn.number()))
    }

    /// Locks that are entered at one place are of one row, and so are those of all places where one of them is entered.
    fn joined(&self) -> Vec<(BTreeSet<LockId>, BTreeSet<Entry>)> {
        let mut rows: Vec<(BTreeSet<LockId>, BTreeSet<Entry>)> = Vec::new();
        for &(lock, entry) in &self.entries {
            let (joined, mut rest): (Vec<_>, Vec<_>) =
                rows.into_iter().partition(|row| row.0.contains(&lock) || row.1.contains(&entry));
            let mut row = (BTreeSet::from([lock]), BTreeSet::from([entry]));
            joined.into_iter().for_each(|(locks, entries)| {
                row.0.extend(locks);
                row.1.extend(entries);
            });
            rest.push(row);
            rows = rest;
        }
        rows.iter_mut().for_each(|row| row.0.retain(|lock| !self.doubtful.contains(lock)));
        rows.retain(|row| !row.0.is_empty());
        rows
    }

    fn rows(&self, is_known: bool, knows_arrays: bool, line: impl Fn(Entry) -> (String, i32)) -> Vec<Row> {
        let rows = self.joined();
        let given: BTreeSet<u32> = self
            .accesses()
            .filter_map(|(_, access)| if let Accessed::Whole(whole) = access.what { Some(whole) } else { None })
            .collect();
        let counted = self.counted();
        let shared = self.shared(&counted, &given);
        let touched = self.touched(&counted);
        let protected: Vec<BTreeMap<Shares, u64>> =
            rows.iter().map(|(locks, _)| protects(&shared, locks, knows_arrays)).collect();
        // A field that one row protects is partly protected by none.
        let is_protected = |field: u32| protected.iter().any(|row| row.contains_key(&Shares::Field(field)));
        let sections = Sections::new(self);
        let rows = rows.into_iter().zip(&protected).map(|((locks, entries), protected)| {
            let is_unneeded = |lock: &LockId| {
                let is_given = self.owners.get(&lock.slot).is_some_and(|owner| given.contains(owner));
                sections.threads(*lock).len() < 2 && !touched.contains(lock) && !is_given
            };
            let mut row = Row {
                is_monitor: locks.first().is_some_and(|lock| lock.is_monitor),
                places: entries.into_iter().map(&line).collect(),
                counts: sections.counts(&locks),
                unneeded: is_known && locks.iter().all(is_unneeded),
                protects: BTreeSet::new(),
                partly: BTreeSet::new(),
            };
            if is_known {
                row.protects = protected.iter().map(|(&what, &locations)| (self.named(what), locations)).collect();
                row.partly = self.partly(&shared, &counted, &locks, is_protected);
            }
            row
        });
        let mut rows: Vec<Row> = rows.collect();
        rows.sort();
        rows
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
                None => (!made.is_none() && self.is_in_own(made)).then_some(Shares::Elements(made))?,
            };
            let mut common = (*accesses[0].held).clone();
            accesses.iter().for_each(|access| common.retain(|lock| access.held.contains(lock)));
            Some(Shared { what, is_given: field.is_none() && given.contains(&entity), common })
        };
        written.filter_map(shared).collect()
    }

    /// Locks under which something was accessed that is shared, and written under a lock or by an access that counts.
    fn touched(&self, counted: &BTreeMap<u32, Vec<&Access>>) -> BTreeSet<LockId> {
        let mut by_slot: HashMap<u32, Vec<&Access>> = HashMap::new();
        for (_, access) in self.accesses() {
            if let Accessed::Slot(slot) = access.what {
                by_slot.entry(slot).or_default().push(access);
            }
        }
        let mut found = BTreeSet::new();
        for (slot, accesses) in counted {
            let of_slot = &by_slot[slot];
            let is_written = accesses.iter().any(|access| access.writes)
                || of_slot.iter().any(|access| access.writes && !access.held.is_empty());
            if is_written {
                found.extend(of_slot.iter().flat_map(|access| access.held.iter().copied()));
            }
        }
        found
    }

    fn partly(
        &self,
        shared: &[Shared],
        counted: &BTreeMap<u32, Vec<&Access>>,
        locks: &BTreeSet<LockId>,
        is_protected: impl Fn(u32) -> bool,
    ) -> BTreeSet<(String, u64, u64)> {
        let mut found: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for access in counted.values().flatten() {
            let Some(field) = self.field(access.insn) else { continue };
            if self.map.call_at(access.insn).is_none() && !self.map.is_volatile(field) && self.is_own(field) {
                let sum = found.entry(field).or_default();
                sum.0 += u64::from(access.held.iter().any(|held| locks.contains(held)));
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

/// What has, wherever it is, a lock in common that is one of these, and how many locations.
fn protects(shared: &[Shared], locks: &BTreeSet<LockId>, knows_arrays: bool) -> BTreeMap<Shares, u64> {
    let mut found: BTreeMap<Shares, (u64, bool)> = BTreeMap::new();
    for one in shared.iter().filter(|one| knows_arrays || matches!(one.what, Shares::Field(_))) {
        let sum = found.entry(one.what).or_insert((0, true));
        sum.0 += 1;
        sum.1 &= !one.is_given && one.common.iter().any(|lock| locks.contains(lock));
    }
    found.into_iter().filter(|(_, (_, all))| *all).map(|(what, (locations, _))| (what, locations)).collect()
}

/// Finds the rows of all locks, and the number of those that are left out. What they protect is only told if it `is_known`, and of arrays if
/// these are.
pub fn locks(
    map: &ProgramMap,
    class_name: &(dyn Fn(u32) -> Option<String> + Sync),
    threads: Vec<ThreadInput<'_>>,
    (is_known, knows_arrays): (bool, bool),
) -> (Vec<Row>, u64) {
    let found = Locks::new(map, threads.len());
    let index = Index::new(map, class_name);
    let emitter = |sink| Emitter::new(map, sink).with_slots_for_copies().for_synchronization();
    let (found, _) = merge_chunks(&index, threads, found, emitter).unwrap();
    let line = |(method, insn): Entry| {
        let first = || map.methods[method.index()].instructions().next().unwrap();
        let pc = map.insns.pc[if insn.is_none() { first() } else { insn }.index()];
        (map.method_name(method), paratrace_replay::program::line(map, method, pc))
    };
    (found.rows(is_known, knows_arrays, line), found.doubtful.len() as u64)
}

/// The difference between the locks of a report and those by definition, if there is one.
pub fn differ(
    map: &ProgramMap,
    class_name: &(dyn Fn(u32) -> Option<String> + Sync),
    threads: Vec<ThreadInput<'_>>,
    report: &Report,
) -> Option<String> {
    let is_threaded = report.threads.iter().filter(|thread| thread.own_nodes > 0).count() > 1;
    let is_known = report.completeness.complete && map.is_whole();
    let expected = match is_threaded {
        true => locks(map, class_name, threads, (is_known, report.completeness.identity.reused == 0)),
        false => (Vec::new(), 0),
    };
    let found = (reported(map, report), report.locks_left_out);
    (expected != found).then(|| format!("locks by definition {expected:#?}, reported {found:#?}"))
}

/// The instruction that a report names.
fn instruction(map: &ProgramMap, point: &Point) -> InstructionId {
    let with_code = |method: &Method| !method.insns.is_empty();
    let mut methods = MethodId::all().zip(&map.methods).filter(|(_, method)| with_code(method));
    let (_, method) = methods.find(|(id, _)| map.method_name(*id) == point.method).unwrap();
    let pc = |insn: &InstructionId| u32::from(map.insns.pc[insn.index()]) == point.pc;
    method.instructions().find(pc).unwrap()
}

/// Reads the rows from a report.
pub fn reported(map: &ProgramMap, report: &Report) -> Vec<Row> {
    let row = |lock: &Lock| Row {
        is_monitor: lock.kind == LockKind::Monitor,
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
                Some(created) => (format!("{:?}", instruction(map, created)), one.locations),
                None => (one.via.name.clone(), one.locations),
            })
            .collect(),
        partly: lock.partly.iter().map(|one| (one.via.name.clone(), one.locked, one.accesses)).collect(),
    };
    let mut rows: Vec<Row> = report.locks.iter().map(row).collect();
    rows.sort();
    rows
}
