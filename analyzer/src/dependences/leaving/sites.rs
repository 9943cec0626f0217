//! Sites of all units: heads of edges inside of instances that lie within a unit. Such instances are not opened.

use paratrace_traceformat::map::InstructionId;

use super::contexts::{Contexts, ROOT};
use crate::dependences::plan;

/// Where an edge begins: an instruction, and if it is inside of known instances of a unit, its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dependences) struct Site(u32);

impl Site {
    /// Nowhere.
    pub(in crate::dependences) const NONE: Self = Self(u32::MAX);

    #[inline]
    pub(in crate::dependences) const fn is_none(self) -> bool {
        self.0 == Self::NONE.0
    }

    /// An instruction inside of no known instance.
    #[inline]
    pub(in crate::dependences) const fn plain(insn: InstructionId) -> Self {
        Self(insn.number())
    }

    /// The site of a step: the one with a number of a unit whose first site is given, if it has one.
    #[inline]
    pub(in crate::dependences) const fn of(insn: InstructionId, first: u32, number: u32) -> Self {
        if number == plan::NO_SITE { Self::plain(insn) } else { Self(first + number) }
    }
}

/// An instance that lies within a unit: nodes `start..end` of the unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Inside {
    /// The chain of constructs of the unit that ends with this one. That of a whole loop is that of its parent.
    pub(super) context: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    /// Number of constructs in the chain.
    pub(super) depth: u32,
    /// Number of an iteration in its loop.
    pub(super) index: u32,
    /// The one around it, if that lies within the unit, and the outermost one there.
    pub(super) parent: Option<Number>,
    pub(super) outermost: Number,
    /// The next iteration of the same loop.
    next: Option<Number>,
    pub(super) is_whole_loop: bool,
}

/// Number of an inside.
pub(super) type Number = u32;

impl Inside {
    #[inline]
    pub(super) fn duration(&self) -> u64 {
        u64::from(self.end - self.start)
    }
}

/// A head of edges inside of instances that lie within its unit.
#[derive(Debug, Clone, Copy)]
struct Placed {
    insn: InstructionId,
    /// Number of nodes of the unit before it.
    node: u32,
    inside: Number,
}

/// The innermost known instance around a head, and the time at which its unit began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) inside: Number,
    pub(super) unit: u64,
}

/// All sites of a thread.
#[derive(Debug)]
pub(super) struct Sites {
    /// Number of instructions: sites have greater numbers.
    instructions: u32,
    all: Vec<Placed>,
    insides: Vec<Inside>,
}

impl Sites {
    pub(super) const fn new(instructions: u32) -> Self {
        Self { instructions, all: Vec::new(), insides: Vec::new() }
    }

    /// Adds the sites of a unit; returns the number of the first one.
    pub(super) fn add(&mut self, sites: &plan::Sites, contexts: &mut Contexts<'_>) -> u32 {
        let first = self.instructions + self.all.len() as u32;
        let base = self.insides.len() as u32;
        for inside in &sites.insides {
            let number = self.insides.len() as u32;
            let parent = inside.parent.map(|parent| base + parent);
            let around = parent.map(|parent| self.insides[parent as usize]);
            let (outer, depth) = around.map_or((ROOT, 0), |around| (around.context, around.depth));
            let is_whole_loop = inside.construct.is_none();
            self.insides.push(Inside {
                context: if is_whole_loop { outer } else { contexts.inside(outer, inside.construct) },
                start: inside.start,
                end: inside.end,
                depth: depth + u32::from(!is_whole_loop),
                index: inside.index,
                parent,
                outermost: around.map_or(number, |around| around.outermost),
                next: inside.next.map(|next| base + next),
                is_whole_loop,
            });
        }
        let placed = |site: &plan::Site| Placed { insn: site.insn, node: site.node, inside: base + site.inside };
        self.all.extend(sites.all.iter().map(placed));
        first
    }

    /// Returns the instruction of a site, which is not [`Site::NONE`].
    #[inline]
    pub(super) fn insn(&self, site: Site) -> InstructionId {
        match self.placed(site) {
            None => InstructionId::new(site.0),
            Some(placed) => placed.insn,
        }
    }

    #[inline]
    fn placed(&self, site: Site) -> Option<&Placed> {
        let number = site.0.checked_sub(self.instructions)?;
        self.all.get(number as usize)
    }

    /// Returns the place of a head at a time; nothing if it is inside of no known instance.
    #[inline]
    pub(super) fn place(&self, site: Site, time: u64) -> Option<Place> {
        let placed = self.placed(site)?;
        Some(Place { inside: placed.inside, unit: time - u64::from(placed.node) })
    }

    #[inline]
    pub(super) fn get(&self, number: Number) -> &Inside {
        &self.insides[number as usize]
    }

    /// Lists an instance and those around it within the unit, the innermost first.
    pub(super) fn outwards(&self, number: Number) -> impl Iterator<Item = &Inside> {
        std::iter::successors(Some(self.get(number)), |inside| inside.parent.map(|parent| self.get(parent)))
    }

    /// Returns the number of the iteration that runs at a node, in the loop of an iteration that began before.
    pub(super) fn iteration_at(&self, earlier: &Inside, node: u64) -> u32 {
        let later = |inside: &&Inside| inside.next.map(|next| self.get(next));
        let iterations = std::iter::successors(Some(earlier), later);
        iterations.take_while(|one| u64::from(one.start) <= node).last().map_or(earlier.index, |one| one.index)
    }

    /// Lists the chains of all instances.
    pub(super) fn contexts(&mut self) -> impl Iterator<Item = &mut u32> {
        self.insides.iter_mut().map(|inside| &mut inside.context)
    }

    pub(super) fn len(&self) -> usize {
        self.insides.len()
    }
}
