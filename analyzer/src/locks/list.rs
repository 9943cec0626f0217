//! Locks as report data.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use paratrace_traceformat::map::{Accessed, InstructionId, MethodId, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::LockPass;
use super::cells::Counts;
use super::objects::{Entry, Object};
use super::sets::Set;
use crate::dependences::{Key, Kind, Points};
use crate::heap;
use crate::limits;
use crate::model::{Lock, LockConflict, LockKind, LockPlace, PartlyLocked, Protected, Via};
use paratrace_replay::program::ConstructId;

/// Rows of locks, by the number of the place that stands for all of theirs.
type Rows = BTreeMap<u32, Row>;

/// All locks of a row.
#[derive(Default)]
struct Row {
    objects: Vec<u32>,
    protects: Vec<Protected>,
    partly: Vec<PartlyLocked>,
}

/// What is known of a location without its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum What {
    Field(u32),
    /// Elements of arrays that an instruction creates.
    Elements(InstructionId),
}

/// Locations that are shared and written.
#[derive(Default)]
struct Group {
    locations: u64,
    /// Number of those that have a common lock of a row.
    locked: BTreeMap<u32, u64>,
    /// An instruction that accesses one.
    insn: InstructionId,
    /// Whether untraced code may have accessed some.
    is_given: bool,
}

/// Lists the locks that the program's code enters, those that are held longest first, and the number of objects that are left out. Shares
/// are of so many nodes. What locks protect is only told if it is `certain` that the trace lacks nothing.
pub(crate) fn locks(pass: LockPass<'_>, nodes: u64, certain: bool) -> (Vec<Lock>, u64) {
    Lister::new(&pass).list(nodes, certain)
}

struct Lister<'p, 'm> {
    pass: &'p LockPass<'m>,
    map: &'m ProgramMap,
    points: Points<'m>,
    rows: Rows,
    /// The row of each object, if it is in one.
    row_of: Vec<Option<u32>>,
    left_out: u64,
    own: FxHashSet<&'m str>,
}

impl<'p, 'm> Lister<'p, 'm> {
    fn new(pass: &'p LockPass<'m>) -> Self {
        let map = pass.map;
        let own = map.classes.iter().filter(|class| !class.is_of_jdk()).map(|class| &*class.name).collect();
        let (mut rows, mut row_of, mut left_out) = (Rows::new(), Vec::new(), 0);
        for (object, number) in pass.objects.all.iter().zip(0..) {
            let row = object.entry.checked_sub(1).map(|entry| pass.objects.row(entry));
            left_out += u64::from(object.is_doubtful);
            let row = row.filter(|_| !object.is_doubtful);
            row.into_iter().for_each(|row| rows.entry(row).or_default().objects.push(number));
            row_of.push(row);
        }
        Self { pass, map, points: Points::new(map), rows, row_of, left_out, own }
    }

    fn list(mut self, nodes: u64, certain: bool) -> (Vec<Lock>, u64) {
        if self.pass.objects.is_full() {
            return (Vec::new(), 0);
        }
        let is_known = certain
            && self.map.is_whole()
            && ![&self.pass.cells.locks, &self.pass.cells.threads].map(|sets| sets.is_full()).contains(&true);
        let mut touched = vec![false; self.pass.objects.all.len()];
        if is_known {
            let groups = self.groups(&mut touched);
            self.protected(&groups);
            self.partly(&groups);
        }
        let mut places: BTreeMap<u32, Vec<Entry>> = BTreeMap::new();
        for (&entry, number) in self.pass.objects.entries.iter().zip(0..) {
            places.entry(self.pass.objects.row(number)).or_default().push(entry);
        }
        let rows = std::mem::take(&mut self.rows);
        let lock = |(number, row): (u32, Row)| {
            let is_unneeded = |&object: &u32| is_known && !touched[object as usize] && self.is_unshared(object);
            let unneeded = row.objects.iter().all(is_unneeded);
            Lock { unneeded, ..self.lock(row, &places[&number], nodes) }
        };
        let mut found: Vec<Lock> = rows.into_iter().map(lock).collect();
        found.sort_by(|a, b| Reverse(a.held_nodes).cmp(&Reverse(b.held_nodes)).then_with(|| a.places.cmp(&b.places)));
        (found, self.left_out)
    }

    /// Returns whether only one thread entered an object, as far as it is known: untraced code that has it may do so unseen.
    fn is_unshared(&self, object: u32) -> bool {
        let object = &self.pass.objects.all[object as usize];
        let given = &self.pass.given;
        !object.is_shared && !given.is_given(given.entity(object.slot))
    }

    fn lock(&self, row: Row, places: &[Entry], nodes: u64) -> Lock {
        let objects: Vec<&Object> = row.objects.iter().map(|&object| &self.pass.objects.all[object as usize]).collect();
        let sum = |of: fn(&Object) -> u64| objects.iter().map(|object| of(object)).sum::<u64>();
        let threads: FxHashSet<u32> =
            objects.iter().flat_map(|object| self.pass.cells.threads.with(object.threads, <[u32]>::to_vec)).collect();
        let places: BTreeSet<LockPlace> = places.iter().map(|&entry| self.place(entry)).collect();
        let held_nodes = sum(|object| object.held);
        let is_compared = !self.pass.sections.is_full();
        let compared = |count: u64| if is_compared { count } else { 0 };
        Lock {
            kind: if objects[0].is_monitor { LockKind::Monitor } else { LockKind::Lock },
            places: places.into_iter().collect(),
            objects: objects.len() as u64,
            shared_objects: sum(|object| object.is_shared.into()),
            acquisitions: sum(|object| object.sections.into()),
            threads: threads.len() as u64,
            held_nodes,
            share: held_nodes as f64 / nodes.max(1) as f64,
            handed_over: sum(|object| object.handed_over),
            compared: compared(sum(|object| object.compared)),
            independent: compared(sum(|object| object.independent)),
            conflicts: if is_compared { self.conflicts(&row.objects) } else { Vec::new() },
            unneeded: false,
            protects: row.protects,
            partly: row.partly,
        }
    }

    fn place(&self, Entry { method, insn }: Entry) -> LockPlace {
        let pc = if insn.is_none() { self.first_pc(method) } else { self.map.insns.pc[insn.index()] };
        LockPlace {
            method: self.map.method_name(method),
            file: self.points.file(method, pc),
            line: self.points.line(method, pc),
        }
    }

    fn first_pc(&self, method: MethodId) -> u16 {
        let first = self.map.methods[method.index()].instructions().next();
        first.map_or(0, |first| self.map.insns.pc[first.index()])
    }

    fn conflicts(&self, objects: &[u32]) -> Vec<LockConflict> {
        let objects: FxHashSet<u32> = objects.iter().copied().collect();
        let mut found: BTreeMap<Via, u64> = BTreeMap::new();
        for (&(_, insn), &sections) in self.pass.conflicts.iter().filter(|((lock, _), _)| objects.contains(lock)) {
            *found.entry(self.via(insn)).or_insert(0) += sections;
        }
        let mut rows: Vec<_> = found.into_iter().map(|(via, sections)| LockConflict { via, sections }).collect();
        rows.sort_by(|a, b| b.sections.cmp(&a.sections).then_with(|| a.via.cmp(&b.via)));
        rows.truncate(limits::LISTED_OF_LOCK);
        rows
    }

    /// Names what an instruction accesses.
    fn via(&self, insn: InstructionId) -> Via {
        let is_call = self.points.call(insn).is_some_and(|site| site.accessed().is_none());
        let kind = if is_call { Kind::State } else { Kind::Waw };
        let via = self.points.via(&Key::new(ConstructId::NONE, kind, insn, insn));
        self.points.with_arrays(via, std::iter::once((insn, insn)))
    }

    /// Returns the locations that are shared and written, and marks the locks under which such ones were accessed.
    fn groups(&self, touched: &mut [bool]) -> FxHashMap<What, Group> {
        let LockPass { cells, given, .. } = self.pass;
        let mut groups: FxHashMap<What, Group> = FxHashMap::default();
        for slot in 1..given.owners.end() {
            let cell = cells.arena.get(slot);
            if !cell.is_shared() {
                continue;
            }
            if cell.is_written() {
                cells.locks.with(cell.under, |locks| locks.iter().for_each(|&lock| touched[lock as usize] = true));
            }
            let entity = given.entity(slot);
            if let Some(what) = self.what(cell.insn(), entity).filter(|_| cell.is_written_shared()) {
                let group = groups.entry(what).or_default();
                group.locations += 1;
                group.insn = cell.insn();
                group.is_given |= matches!(what, What::Elements(_)) && given.is_given(entity);
                for row in self.rows_of(cell.locks) {
                    *group.locked.entry(row).or_insert(0) += 1;
                }
            }
        }
        groups
    }

    /// Returns the rows that have one of these locks.
    fn rows_of(&self, locks: Set) -> BTreeSet<u32> {
        self.pass.cells.locks.with(locks, |locks| locks.iter().filter_map(|&lock| self.row_of[lock as usize]).collect())
    }

    /// Returns what a location of the program is, by an instruction that accesses it.
    fn what(&self, insn: InstructionId, entity: u32) -> Option<What> {
        if let Some(field) = self.field(insn) {
            return self.own.contains(&*self.map.fields[field as usize].class).then_some(What::Field(field));
        }
        let made = self.pass.given.makers.of(entity);
        let is_own = !made.is_none() && !self.map.is_of_jdk(&self.map.methods[self.points.method_of(made).index()]);
        is_own.then_some(What::Elements(made))
    }

    /// Returns the field that an instruction names.
    fn field(&self, insn: InstructionId) -> Option<u32> {
        if let Some(Accessed::Field(field)) = self.points.accessed(insn) {
            return Some(field);
        }
        heap::is_field(*self.map.insns.op.get(insn.index())?).then(|| self.map.insns.arg[insn.index()])
    }

    /// Adds what locks protect: all locations of a group.
    fn protected(&mut self, groups: &FxHashMap<What, Group>) {
        let mut found: Vec<(u32, Protected)> = Vec::new();
        for (what, group) in groups.iter().filter(|(_, group)| !group.is_given) {
            for (&row, _) in group.locked.iter().filter(|(_, locked)| **locked == group.locations) {
                let created = if let What::Elements(made) = what { Some(self.points.point(*made)) } else { None };
                found.push((row, Protected { via: self.via(group.insn), created, locations: group.locations }));
            }
        }
        for (row, protected) in found {
            self.rows.entry(row).or_default().protects.push(protected);
        }
        for row in self.rows.values_mut() {
            row.protects.sort_by(|a, b| {
                b.locations.cmp(&a.locations).then_with(|| (&a.via, &a.created).cmp(&(&b.via, &b.created)))
            });
            row.protects.truncate(limits::LISTED_OF_LOCK);
        }
    }

    /// Adds fields that locks do not always protect.
    fn partly(&mut self, groups: &FxHashMap<What, Group>) {
        let mut accesses: BTreeMap<u32, Vec<(InstructionId, Set, Counts)>> = BTreeMap::new();
        for (&(insn, locks), &counts) in &self.pass.cells.counts {
            let is_plain = self.points.call(insn).is_none();
            let field = self.field(insn).filter(|&field| is_plain && !self.map.is_volatile(field));
            let is_own = |field: &u32| self.own.contains(&*self.map.fields[*field as usize].class);
            if let Some(field) = field.filter(is_own) {
                accesses.entry(field).or_default().push((insn, locks, counts));
            }
        }
        for (field, mut accesses) in accesses {
            let group = groups.get(&What::Field(field));
            let is_protected = |group: &Group| group.locked.values().any(|locked| *locked == group.locations);
            if group.is_none_or(is_protected) {
                continue;
            }
            accesses.sort_unstable_by_key(|access| (access.0, access.1));
            self.partly_by(field, &accesses);
        }
        for row in self.rows.values_mut() {
            row.partly.sort_by(|a, b| b.locked.cmp(&a.locked).then_with(|| a.via.cmp(&b.via)));
            row.partly.truncate(limits::LISTED_OF_LOCK);
        }
    }

    fn partly_by(&mut self, field: u32, accesses: &[(InstructionId, Set, Counts)]) {
        let all: u64 = accesses.iter().map(|access| access.2.all).sum();
        let with_rows: Vec<(InstructionId, BTreeSet<u32>, u64)> =
            accesses.iter().map(|&(insn, locks, counts)| (insn, self.rows_of(locks), counts.all)).collect();
        let rows: BTreeSet<u32> = with_rows.iter().flat_map(|access| access.1.iter().copied()).collect();
        for row in rows {
            let locked = with_rows.iter().filter(|access| access.1.contains(&row)).map(|access| access.2).sum();
            let outside: BTreeSet<InstructionId> =
                with_rows.iter().filter(|access| !access.1.contains(&row)).map(|access| access.0).collect();
            let unlocked =
                outside.into_iter().take(limits::LISTED_OF_LOCK).map(|insn| self.points.point(insn)).collect();
            let via = self.via(accesses[0].0);
            debug_assert_eq!(self.field(accesses[0].0), Some(field));
            let partly = PartlyLocked { via, locked, accesses: all, unlocked };
            self.rows.entry(row).or_default().partly.push(partly);
        }
    }
}
