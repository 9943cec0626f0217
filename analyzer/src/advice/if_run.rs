//! Dependences between iterations that code of the loop would make which did not run.
//!
//! Iterations are apart only as long as such code does not run. That is said first, as a condition.

use std::collections::BTreeMap;

use paratrace_jvm::library::{self, ClassFact};
use paratrace_jvm::opcodes as op;
use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::{InstructionId, MethodId, Op};
use rustc_hash::FxHashSet;

use super::body::Body;
use super::candidates::Maker;
use super::exits::way_to_throw;
use super::reach::is_untraced;
use super::roots::{Root, Roots};
use super::task_edge::{TaskEdge, Unexecuted};
use super::unmet::CARRIED;
use crate::dependences::definitions::{only_store, source};
use crate::dependences::{Key, Kind, Points, Stat};
use crate::model::{Condition, ConditionReader};

/// Most arrays inside each other. Code that no compiler emits may hand an element on as the next array, without an end.
const MOST_ROWS: usize = 8;

/// An edge between iterations, and what did not run of it.
pub(super) struct IfRun {
    pub(super) edge: (Key, Stat),
    pub(super) left: Unexecuted,
}

impl IfRun {
    /// Returns the edge as one between tasks.
    pub(super) fn task_edge(&self) -> TaskEdge<'_> {
        TaskEdge::if_run(&self.edge, self.left)
    }

    /// Describes it for a report.
    pub(super) fn condition(&self, points: &Points<'_>) -> Condition {
        let (key, left) = (&self.edge.0, self.left.insn());
        let (at, reader) = (points.point(left), points.point(key.tail));
        Condition {
            file: points.file_at(left),
            method: at.method,
            line: at.line,
            writes: points.location(key).name,
            readers: vec![ConditionReader { method: reader.method, line: reader.line }],
        }
    }
}

/// A place that all iterations share, if they use it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Shared {
    /// A static field, or one of an object that stays the same.
    Field(u32),
    /// Elements of an array that is in a local or field, or captured.
    Elements(Root),
    /// A field of objects that are in an array.
    FieldOfElements(Root, u32),
    /// An object whose code is not traced.
    Object(String),
}

/// What an instruction uses, whatever object it is of: a field, or elements of a type.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Used {
    Field(u32),
    Elements(u32),
}

impl Used {
    fn by(points: &Points<'_>, insn: InstructionId) -> Option<Self> {
        let insns = &points.map.insns;
        match points.op(insn) {
            Op::GetField | Op::PutField => Some(Self::Field(insns.arg[insn.index()])),
            Op::ArrayLoad | Op::ArrayStore => Some(Self::Elements(element_type(insns.opcode[insn.index()]))),
            _ => None,
        }
    }
}

/// Returns a number that loads and stores of elements of one type share.
fn element_type(opcode: u8) -> u32 {
    u32::from(if opcode >= op::IASTORE { opcode - op::IASTORE } else { opcode - op::IALOAD })
}

/// An access of a shared place.
#[derive(Debug, Clone, Copy)]
struct Access {
    insn: InstructionId,
    changes: bool,
    has_run: bool,
    /// The counter of the loop that is the place of the element: no two iterations access the same one.
    counter: Option<u32>,
}

impl Maker<'_> {
    /// Lists the edges that code of a loop would make if it ran, one for each place.
    pub(super) fn if_run(&self, construct: ConstructId, body: &Body<'_>) -> Vec<IfRun> {
        let mut places: BTreeMap<Shared, Vec<Access>> = BTreeMap::new();
        for insn in body.instructions() {
            self.add_access(body, insn, &mut places);
        }
        let reached: Vec<InstructionId> = self.reach.reached(body.instructions()).collect();
        self.add_called(body, &reached, &mut places);
        self.edges_if_run(construct, reached, places)
    }

    /// Adds the accesses by which the methods that a loop calls use what all iterations share, if some of that code did not run.
    fn add_called(&self, body: &Body<'_>, reached: &[InstructionId], places: &mut BTreeMap<Shared, Vec<Access>>) {
        let left = self.not_run.code_called_from(reached.iter().copied());
        let code: Vec<InstructionId> = reached.iter().chain(&left).copied().collect();
        let called = self.called_accesses(body, &code);
        if called.is_empty() {
            return;
        }
        let roots = Roots::new(&self.points, body, &self.reach, &self.not_run, &code);
        for insn in called {
            let access = self.called_access(&roots, insn);
            if access.has_run || leads_on(&self.points, insn) {
                let shared = self.shared_by(&roots, &access);
                shared.into_iter().for_each(|place| places.entry(place).or_default().push(access));
            }
        }
    }

    /// Lists the accesses in called code of fields, and of elements of types, that code uses which did not run.
    fn called_accesses(&self, body: &Body<'_>, code: &[InstructionId]) -> Vec<InstructionId> {
        let used = |insn: InstructionId| Used::by(&self.points, insn);
        let is_left = |insn: InstructionId| !self.not_run.has_run(insn) && leads_on(&self.points, insn);
        let left: FxHashSet<Used> = code.iter().copied().filter(|&insn| is_left(insn)).filter_map(used).collect();
        let is_called = |insn: InstructionId| self.points.method_of(insn) != body.method;
        let is_concerned = |insn: InstructionId| used(insn).is_some_and(|used| left.contains(&used));
        code.iter().copied().filter(|&insn| is_called(insn) && is_concerned(insn)).collect()
    }

    fn called_access(&self, roots: &Roots<'_, '_>, insn: InstructionId) -> Access {
        let changes = matches!(self.points.op(insn), Op::PutField | Op::ArrayStore);
        let is_element = matches!(self.points.op(insn), Op::ArrayLoad | Op::ArrayStore);
        let above = if changes { value_size(&self.points, insn) } else { 0 };
        let counter = if is_element { roots.counter(insn, above) } else { None };
        Access { insn, changes, has_run: self.not_run.has_run(insn), counter }
    }

    /// Lists the places that an access of called code may use, of those that all iterations share.
    fn shared_by(&self, roots: &Roots<'_, '_>, access: &Access) -> Vec<Shared> {
        let insn = access.insn;
        let above = if access.changes { value_size(&self.points, insn) } else { 0 };
        match self.points.op(insn) {
            Op::GetField | Op::PutField if roots.to_operand(insn, above).is_empty() => Vec::new(),
            Op::GetField | Op::PutField => vec![Shared::Field(self.points.map.insns.arg[insn.index()])],
            _ => roots.to_operand(insn, above + 1).into_iter().map(Shared::Elements).collect(),
        }
    }

    /// Lists the edges that code of tasks would make through static fields if it ran.
    pub(super) fn if_run_by_statics(
        &self,
        construct: ConstructId,
        code: impl Iterator<Item = InstructionId>,
    ) -> Vec<IfRun> {
        self.edges_if_run(construct, self.reach.reached(code).collect(), BTreeMap::new())
    }

    /// Lists the edges through these places, and through static fields.
    fn edges_if_run(
        &self,
        construct: ConstructId,
        reached: Vec<InstructionId>,
        mut places: BTreeMap<Shared, Vec<Access>>,
    ) -> Vec<IfRun> {
        let overrides: FxHashSet<MethodId> = self.not_run.overrides(&reached).into_iter().collect();
        self.add_elsewhere(reached, &mut places);
        let by_place = places.into_values();
        by_place.filter_map(|accesses| edge(&self.points, construct, &accesses, &overrides)).collect()
    }

    /// Adds the accesses of static fields in all code that tasks may run, and those by which code that did not run changes fields of
    /// which accesses are known.
    fn add_elsewhere(&self, all: Vec<InstructionId>, places: &mut BTreeMap<Shared, Vec<Access>>) {
        let is_static = |insn: InstructionId| matches!(self.points.op(insn), Op::GetStatic | Op::PutStatic);
        let field = |insn: InstructionId| self.points.map.insns.arg[insn.index()];
        let changes = self.not_run.changes(&self.points, all.iter().copied());
        let left = all.iter().chain(&changes).copied().filter(|&insn| !self.not_run.has_run(insn) && is_static(insn));
        let fields: FxHashSet<u32> = left.map(field).collect();
        let concerned = all.iter().copied().filter(|&insn| is_static(insn) && fields.contains(&field(insn)));
        concerned.for_each(|insn| self.add_static(insn, places));
        for insn in changes {
            let field = field(insn);
            let is_known = || places.contains_key(&Shared::Field(field));
            if self.points.op(insn) == Op::PutStatic || self.points.op(insn) == Op::PutField && is_known() {
                let access = Access { insn, changes: true, has_run: false, counter: None };
                places.entry(Shared::Field(field)).or_default().push(access);
            }
        }
    }

    fn add_static(&self, insn: InstructionId, places: &mut BTreeMap<Shared, Vec<Access>>) {
        let field = Shared::Field(self.points.map.insns.arg[insn.index()]);
        let changes = self.points.op(insn) == Op::PutStatic;
        let has_run = self.not_run.has_run(insn);
        if has_run || leads_on(&self.points, insn) {
            places.entry(field).or_default().push(Access { insn, changes, has_run, counter: None });
        }
    }

    /// Adds an access of the loop's own code, if all iterations share what it accesses.
    fn add_access(&self, body: &Body<'_>, insn: InstructionId, places: &mut BTreeMap<Shared, Vec<Access>>) {
        let points = &self.points;
        let (place, changes) = match points.op(insn) {
            Op::GetField => (self.field(body, insn, 0), false),
            Op::PutField => (self.field(body, insn, value_size(points, insn)), true),
            Op::ArrayLoad => (self.array(body, insn, 1), false),
            Op::ArrayStore => (self.array(body, insn, 1 + value_size(points, insn)), true),
            Op::Invoke => match points.call(insn).filter(|site| is_untraced(site) && &*site.name != "<init>") {
                Some(site) if library::is(&site.class, ClassFact::Log) && !self.not_run.has_run(insn) => return,
                Some(_) => {
                    let origin = points.origin(insn, Some(body.looped));
                    (origin.map(Shared::Object), !points.only_looks(insn) && !points.calls_pure(insn))
                }
                None => return,
            },
            _ => return,
        };
        let has_run = self.not_run.has_run(insn);
        if let Some(place) = place.filter(|_| has_run || leads_on(points, insn)) {
            let counter = match place {
                Shared::FieldOfElements(..) => self.element_with(insn).and_then(|load| self.counter(body, load, false)),
                _ => self.counter(body, insn, changes),
            };
            places.entry(place).or_default().push(Access { insn, changes, has_run, counter });
        }
    }

    /// Returns the place of a field of the object so many stack entries below the top, if iterations may share it.
    fn field(&self, body: &Body<'_>, insn: InstructionId, above: u32) -> Option<Shared> {
        let field = self.points.map.insns.arg[insn.index()];
        if self.is_fixed(body, insn, above) {
            return Some(Shared::Field(field));
        }
        match self.array(body, self.element_with(insn)?, 1)? {
            Shared::Elements(array) => Some(Shared::FieldOfElements(array, field)),
            _ => None,
        }
    }

    /// Returns the load of the element whose field an instruction accesses.
    fn element_with(&self, insn: InstructionId) -> Option<InstructionId> {
        let above = if self.points.op(insn) == Op::PutField { value_size(&self.points, insn) } else { 0 };
        source(&self.points, insn, above).filter(|&load| self.points.op(load) == Op::ArrayLoad)
    }

    /// Returns whether the object so many stack entries below the top is the same in all iterations.
    fn is_fixed(&self, body: &Body<'_>, insn: InstructionId, above: u32) -> bool {
        match self.points.holder(insn, above) {
            Some((Op::Load, local)) => body.is_free(local),
            Some(_) => true,
            None => false,
        }
    }

    /// Returns the variable or field that holds the array so many stack entries below the top, or the array that it is part of.
    fn array(&self, body: &Body<'_>, insn: InstructionId, above: u32) -> Option<Shared> {
        let made = self.points.producer_by_all_ways(insn, above)?;
        let row = |&row: &InstructionId| self.points.producer_by_all_ways(row, 1);
        let mut rows = std::iter::successors(Some(made), row).take(MOST_ROWS);
        let producer = rows.find(|&row| self.points.op(row) != Op::ArrayLoad)?;
        let holder = self.points.map.insns.arg[producer.index()];
        match self.points.op(producer) {
            Op::Load if body.is_free(holder) && !body.counted.contains(&holder) => {
                Some(Shared::Elements(self.other_name(body, producer).unwrap_or(Root::Local(holder))))
            }
            Op::GetField | Op::GetStatic => Some(Shared::Elements(Root::Field(holder))),
            _ => None,
        }
    }

    /// Returns the local from which the one that an instruction loads got its value before the loop.
    fn other_name(&self, body: &Body<'_>, load: InstructionId) -> Option<Root> {
        let store = only_store(&self.points, load)?;
        let other = self.points.producer(store, 0).filter(|&other| self.points.op(other) == Op::Load)?;
        let slot = self.points.map.insns.arg[other.index()];
        body.is_free(slot).then_some(Root::Local(slot))
    }

    /// Returns the counter that is the place of an element, or of the row that it is in.
    fn counter(&self, body: &Body<'_>, insn: InstructionId, changes: bool) -> Option<u32> {
        let points = &self.points;
        let mut above = if changes { value_size(points, insn) } else { 0 };
        let mut at = insn;
        if !matches!(points.op(insn), Op::ArrayLoad | Op::ArrayStore) {
            return None;
        }
        for _ in 0..MOST_ROWS {
            let array = points.producer_by_all_ways(at, above + 1)?;
            let place = points.producer_by_all_ways(at, above)?;
            let local = points.map.insns.arg[place.index()];
            if points.op(place) == Op::Load && body.counted.contains(&local) {
                return Some(local);
            }
            if points.op(array) != Op::ArrayLoad {
                return None;
            }
            (at, above) = (array, 0);
        }
        None
    }
}

/// Returns the edge that accesses of a place would make if one of them ran that did not; `None` if all of them ran, or if the others
/// make one anyway. What methods of other classes do among themselves does not count: the loop does not use it.
fn edge(
    points: &Points<'_>,
    construct: ConstructId,
    accesses: &[Access],
    overrides: &FxHashSet<MethodId>,
) -> Option<IfRun> {
    let is_of_override = |access: &Access| overrides.contains(&points.method_of(access.insn));
    let is_pair = |a: &Access, b: &Access| {
        let is_apart = a.counter.is_some() && a.counter == b.counter;
        (a.changes || b.changes) && !is_apart && !(is_of_override(a) && is_of_override(b))
    };
    let not_run = || accesses.iter().filter(|access| !access.has_run);
    let pairs = || not_run().flat_map(|left| accesses.iter().map(move |other| (left, other)));
    // A value that flows says more than one that is overwritten.
    let flows = |&(a, b): &(&Access, &Access)| a.changes != b.changes && is_pair(a, b);
    let (left, other) = pairs().find(flows).or_else(|| pairs().find(|&(a, b)| is_pair(a, b)))?;
    let (head, tail) = if left.changes { (left.insn, other.insn) } else { (other.insn, left.insn) };
    let kind = match () {
        () if points.op(head) == Op::Invoke => Kind::State,
        () if left.changes && other.changes => Kind::Waw,
        () => Kind::Raw,
    };
    Some(IfRun { edge: (Key::new(construct, kind, head, tail), CARRIED), left: Unexecuted::Code(left.insn) })
}

/// Returns whether control may go on behind an instruction other than to a `throw`.
fn leads_on(points: &Points<'_>, insn: InstructionId) -> bool {
    points.block_of(insn).is_some_and(|block| way_to_throw(points, block).is_none())
}

/// Returns how many stack entries the value that an instruction stores takes.
fn value_size(points: &Points<'_>, insn: InstructionId) -> u32 {
    match points.op(insn) {
        Op::PutField => {
            let field = &points.map.fields[points.map.insns.arg[insn.index()] as usize];
            if matches!(&*field.desc, "J" | "D") { 2 } else { 1 }
        }
        _ if matches!(points.map.insns.opcode[insn.index()], op::LASTORE | op::DASTORE) => 2,
        _ => 1,
    }
}
