//! Entities: the objects and arrays that slots belong to, and where they were created.

use paratrace_replay::stream::{Birth, Made};
use paratrace_traceformat::map::{InstructionId, NONE};
use rustc_hash::FxHashSet;

use crate::owners::Owners;

/// The creation of an entity.
#[derive(Debug, Clone, Copy)]
pub(super) struct Created {
    /// Number of paths and activations that began before it, over all threads.
    pub(super) clock: u64,
    pub(super) thread: u32,
}

/// The origin of an entity in the program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    pub(super) made: Made,
    /// The first instruction of the path in which the entity occurs first, or `NONE`.
    pub(super) near: InstructionId,
}

/// The element type of an array as a descriptor character; 0 if the trace does not show it.
pub(super) type Kind = u8;

pub(super) fn is_primitive(kind: Kind) -> bool {
    matches!(kind, b'Z' | b'B' | b'C' | b'S' | b'I' | b'F' | b'J' | b'D')
}

/// All entities of the run. Number 0 stands for none.
pub(super) struct Entities {
    pub(super) owners: Owners,
    created: Vec<Created>,
    origins: Vec<Origin>,
    kinds: Vec<Kind>,
    /// Pairs of arrays that were copied while the type of neither was known.
    alike: Vec<(u32, u32)>,
    known_alike: FxHashSet<(u32, u32)>,
}

impl Entities {
    pub(super) fn new(static_slots: u32) -> Self {
        Self {
            owners: Owners::new(static_slots),
            created: vec![Created { clock: 0, thread: NONE }],
            origins: vec![Origin { made: Made::Hashed, near: InstructionId::NONE }],
            kinds: vec![0],
            alike: Vec::new(),
            known_alike: FxHashSet::default(),
        }
    }

    pub(super) fn born(&mut self, birth: &Birth, created: Created, near: InstructionId) {
        self.created.push(created);
        self.origins.push(Origin { made: birth.made, near });
        self.kinds.push(0);
    }

    #[inline]
    pub(super) fn created(&self, entity: u32) -> Created {
        self.created[entity as usize]
    }

    pub(super) fn origin(&self, entity: u32) -> Origin {
        self.origins[entity as usize]
    }

    pub(super) fn kind(&self, entity: u32) -> Kind {
        self.kinds[entity as usize]
    }

    /// Sets the element type of an array, unless it is known: the first access decides.
    #[inline]
    pub(super) fn is_of(&mut self, entity: u32, kind: Kind) {
        let known = &mut self.kinds[entity as usize];
        if *known == 0 {
            *known = kind;
        }
    }

    /// Records that elements were copied, so both arrays have one type.
    pub(super) fn copied(&mut self, from: u32, to: u32) {
        match (self.kind(from), self.kind(to)) {
            (0, 0) => {
                let new = from != to && self.known_alike.insert((from, to));
                self.alike.extend(new.then_some((from, to)));
            }
            (0, kind) => self.is_of(from, kind),
            (kind, 0) => self.is_of(to, kind),
            _ => {}
        }
    }

    /// Passes types along copies until no more become known.
    pub(super) fn settle(&mut self) {
        let alike = std::mem::take(&mut self.alike);
        loop {
            let mut changed = false;
            for &(from, to) in &alike {
                let before = (self.kind(from), self.kind(to));
                self.is_of(from, before.1);
                self.is_of(to, before.0);
                changed |= before != (self.kind(from), self.kind(to));
            }
            if !changed {
                return;
            }
        }
    }

    /// Number of entities, entity 0 included.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }
}
