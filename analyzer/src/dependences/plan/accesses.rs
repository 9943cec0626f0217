//! The accesses of a unit: which edges lie within it, and which accesses meet what is outside.

use paratrace_replay::paths::accesses::{Place, What};
use paratrace_traceformat::map::ProgramMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::activation::sees;
use super::super::edges::Kind;
use super::super::effects::Use;
use super::super::points::Points;
use super::nest::{Kind as InstanceKind, Nest};
use super::sequence::{Event, Sequence, Step};
use super::{Access, NO_SITE, Op};

/// An edge within the unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) kind: Kind,
    pub(super) head: Access,
    pub(super) tail: Access,
}

/// A location whose accesses are known before the unit is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Location {
    /// A cell, relative to the frame of the first path.
    Cell(u32),
    Static(u32),
}

impl Location {
    fn of(place: Place) -> Option<Self> {
        match place {
            Place::Local(cell) | Place::Parameter(cell) | Place::Entry(cell) => Some(Self::Cell(cell)),
            Place::Static(slot) => Some(Self::Static(slot)),
            Place::Resolved(_) => None,
        }
    }

    /// Returns whether it is a cell behind the first one of a frame.
    fn is_behind(self, frame: u32) -> bool {
        matches!(self, Self::Cell(cell) if is_behind(cell, frame))
    }
}

/// Returns whether a cell lies behind the first one of a frame.
pub(super) fn is_behind(cell: u32, frame: u32) -> bool {
    cell.wrapping_sub(frame) as i32 > 0
}

/// Returns the outer one of two frames.
pub(super) fn outer(known: Option<u32>, frame: u32) -> u32 {
    known.filter(|&known| !is_behind(known, frame)).unwrap_or(frame)
}

/// The last write of a location.
#[derive(Debug, Clone, Copy)]
enum Writer {
    Is(Access),
    /// The cell holds no returned value.
    None,
}

/// The activation that an event belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Activation {
    /// It began before the unit.
    Older,
    /// It began in the unit, at a node.
    Of { node: u32, is_first: bool },
}

/// The accesses of a unit.
pub(super) struct Accesses<'a> {
    map: &'a ProgramMap,
    points: &'a Points<'a>,
    nest: &'a Nest,
    /// Calls of the unit may access static fields by reflection, between instructions that name the fields.
    pub(super) reflects: bool,
    writers: FxHashMap<Location, Writer>,
    /// Reads since the last write.
    readers: FxHashMap<Location, Vec<Access>>,
    /// Locations that the unit has written, of activations that may have begun before it.
    written: FxHashSet<Location>,
    pub(super) pairs: Vec<Pair>,
    pub(super) forward: Vec<(usize, Op)>,
    pub(super) backward: Vec<(usize, Op)>,
}

impl<'a> Accesses<'a> {
    pub(super) fn of(map: &'a ProgramMap, points: &'a Points<'a>, sequence: &Sequence, nest: &'a Nest) -> Self {
        let mut accesses = Self {
            map,
            points,
            nest,
            reflects: sequence.reflects(map),
            writers: FxHashMap::default(),
            readers: FxHashMap::default(),
            written: FxHashSet::default(),
            pairs: Vec::new(),
            forward: Vec::new(),
            backward: Vec::new(),
        };
        let first_path = sequence.events.iter().position(|event| matches!(event.step, Step::Path { .. })).unwrap_or(0);
        let mut closed = nest.closed.iter().peekable();
        for (at, event) in sequence.events.iter().enumerate() {
            while let Some(closed) = closed.next_if(|closed| closed.at <= at) {
                accesses.close(closed.frame);
            }
            if let Step::Of(what) = event.step {
                accesses.event(at, event, what, first_path);
            }
        }
        accesses.look_back(sequence);
        accesses
    }

    /// An activation has ended: nobody reads its cells any longer, but for the first one with the value that it returns.
    fn close(&mut self, frame: u32) {
        let stays = |location: &Location| !location.is_behind(frame);
        self.writers.retain(|location, _| stays(location));
        self.readers.retain(|location, _| stays(location));
        self.written.retain(stays);
    }

    fn activation(&self, at: usize, first_path: usize) -> Activation {
        let methods = |&instance: &usize| matches!(self.nest.instances[instance].kind, InstanceKind::Method { .. });
        match self.nest.around(at).find(methods) {
            None => Activation::Older,
            Some(instance) => {
                let instance = &self.nest.instances[instance];
                Activation::Of { node: instance.node, is_first: instance.from < first_path }
            }
        }
    }

    fn event(&mut self, at: usize, event: &Event, what: What, first_path: usize) {
        let access = Access { at, node: event.node, insn: event.insn };
        let Event { node, insn, .. } = *event;
        match what {
            What::Read(place) if self.is_met(place) => self.both(at, Op::Read { place, node, insn }),
            What::Write(place) if self.is_met(place) => self.both(at, Op::Write { place, node, insn, site: NO_SITE }),
            What::Copy => self.both(at, Op::Copy { node, insn, site: NO_SITE }),
            What::Read(place) => self.read(place, access, self.activation(at, first_path)),
            What::Write(place) => self.write(place, access, self.activation(at, first_path)),
            What::Touch { place, argument } => self.touch(access, place, argument),
            What::Made { place } => self.both(at, Op::Made { place }),
            What::Moved { from, to } => {
                match self.writers.get(&Location::Cell(from)).copied() {
                    Some(writer) => self.writers.insert(Location::Cell(to), writer),
                    None => self.writers.remove(&Location::Cell(to)),
                };
                self.forward.push((at, Op::Moved { from, to }));
            }
            What::Cleared { cell } => {
                self.writers.insert(Location::Cell(cell), Writer::None);
                self.forward.push((at, Op::Cleared { cell }));
            }
            What::Predicate { .. }
            | What::Arrive { .. }
            | What::Enter { .. }
            | What::Leave { .. }
            | What::Lock { .. } => {}
            What::Acquires { .. } | What::Releases { .. } | What::Awaits { .. } | What::Begins { .. } => {}
        }
    }

    /// Returns whether only an execution shows which accesses of the unit come before and after one of this place.
    fn is_met(&self, place: Place) -> bool {
        match place {
            Place::Resolved(_) => true,
            Place::Static(_) => self.reflects,
            Place::Local(_) | Place::Parameter(_) | Place::Entry(_) => false,
        }
    }

    fn both(&mut self, at: usize, op: Op) {
        self.forward.push((at, op));
        self.backward.push((at, op));
    }

    /// Adds the use of an object's state by a call of untraced code.
    fn touch(&mut self, Access { at, node, insn }: Access, place: Place, argument: u8) {
        let Use { kind, changes, through, inside, hands_over, shows, streams } = self.points.use_of(insn, argument);
        let op = match changes {
            false => Op::Look { kind, place, node, insn, site: NO_SITE, inside, streams },
            true => Op::Change { kind, place, node, insn, site: NO_SITE, through, inside, shows },
        };
        self.forward.extend(hands_over.then_some((at, Op::Handed { place })));
        self.both(at, op);
    }

    /// Returns the write that an access sees: none if an earlier activation has left it.
    fn seen(&self, location: Location, activation: Activation) -> Option<Writer> {
        let writer = *self.writers.get(&location)?;
        Some(match (writer, activation) {
            (Writer::Is(head), Activation::Of { node, .. }) if matches!(location, Location::Cell(_)) => {
                if sees(self.map, node.into(), head.node.into(), || head.insn) { writer } else { Writer::None }
            }
            _ => writer,
        })
    }

    /// Returns whether only the call of the activation can have written a cell that it accesses first, and adds the edge from it if the
    /// call is outside of the unit.
    fn is_given(
        &mut self,
        kind: Kind,
        location: Location,
        activation: Activation,
        Access { at, node, insn }: Access,
    ) -> bool {
        let (Location::Cell(cell), Activation::Of { is_first, .. }) = (location, activation) else { return false };
        self.forward.extend(is_first.then_some((at, Op::Given { kind, cell, node, insn })));
        true
    }

    fn read(&mut self, place: Place, access: Access, activation: Activation) {
        let Some(location) = Location::of(place) else { return };
        let Access { at, node, insn } = access;
        match self.seen(location, activation) {
            Some(Writer::Is(head)) => self.pairs.push(Pair { kind: Kind::Raw, head, tail: access }),
            Some(Writer::None) => {}
            None if self.is_given(Kind::Raw, location, activation, access) => {}
            None => self.forward.push((at, Op::Read { place, node, insn })),
        }
        if matches!(place, Place::Local(_) | Place::Static(_)) {
            self.readers.entry(location).or_default().push(access);
        }
    }

    fn write(&mut self, place: Place, access: Access, activation: Activation) {
        let Some(location) = Location::of(place) else { return };
        let Access { at, node, insn } = access;
        let mut op = Op::Set { place, node, insn, site: NO_SITE };
        if matches!(place, Place::Local(_) | Place::Static(_)) {
            let heads = self.readers.remove(&location).unwrap_or_default();
            let heads = heads.into_iter().filter(|head| head.node != node);
            self.pairs.extend(heads.map(|head| Pair { kind: Kind::War, head, tail: access }));
            match self.seen(location, activation) {
                Some(Writer::Is(head)) => self.pairs.push(Pair { kind: Kind::Waw, head, tail: access }),
                Some(Writer::None) => {}
                None if self.is_given(Kind::Waw, location, activation, access) => {}
                None => op = Op::Write { place, node, insn, site: NO_SITE },
            }
            let is_older = activation == Activation::Older || matches!(location, Location::Static(_));
            if is_older && self.written.insert(location) {
                self.backward.push((at, Op::Write { place, node, insn, site: NO_SITE }));
            }
        }
        self.forward.push((at, op));
        self.writers.insert(location, Writer::Is(access));
    }

    /// Adds the reads that a later write outside of the unit may follow.
    fn look_back(&mut self, sequence: &Sequence) {
        let mut written: FxHashSet<Location> = FxHashSet::default();
        // Cells behind this one belong to activations that have ended by the end of the unit.
        let mut ended: Option<u32> = None;
        let mut closed = self.nest.closed.iter().rev().peekable();
        for (at, event) in sequence.events.iter().enumerate().rev() {
            while let Some(closed) = closed.next_if(|closed| closed.at >= at) {
                written.retain(|location| !location.is_behind(closed.frame));
                ended = Some(outer(ended, closed.frame));
            }
            match event.step {
                Step::Enter { frame, .. } => written.retain(|location| !location.is_behind(frame)),
                Step::Of(What::Write(place) | What::Read(place)) if self.is_met(place) => {}
                Step::Of(What::Write(place @ (Place::Local(_) | Place::Static(_)))) => {
                    written.extend(Location::of(place));
                }
                Step::Of(What::Read(place @ (Place::Local(_) | Place::Static(_)))) => {
                    let Some(location) = Location::of(place) else { continue };
                    let has_ended = ended.is_some_and(|frame| location.is_behind(frame));
                    if !written.contains(&location) && !has_ended {
                        self.backward.push((at, Op::Read { place, node: event.node, insn: event.insn }));
                    }
                }
                _ => {}
            }
        }
    }
}
