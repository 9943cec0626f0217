//! Sites: where in a unit an edge may begin that ends later, and the known instances around it.
//!
//! What lies around an access within its unit is the same in each execution. So the passes do not open the instances that
//! begin and end in the unit: a record of the access names its site, and the innermost instance around the unit.

use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::Op;
use super::nest::{Kind, Nest};

/// An access inside of instances that lie within the unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Site {
    pub(crate) insn: InstructionId,
    /// Number of nodes of the unit before it.
    pub(crate) node: u32,
    /// The innermost known instance around it, by its place in [`Sites::insides`].
    pub(crate) inside: u32,
}

/// An instance that lies within the unit: nodes `start..end`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inside {
    /// `NONE` for a whole loop.
    pub(crate) construct: ConstructId,
    /// The one around it, if that lies within the unit.
    pub(crate) parent: Option<u32>,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Number of an iteration in its loop.
    pub(crate) index: u32,
    /// The next iteration of the same loop.
    pub(crate) next: Option<u32>,
}

/// All sites of a unit. Instances come after those around them.
#[derive(Debug, Default)]
pub(crate) struct Sites {
    pub(crate) all: Box<[Site]>,
    pub(crate) insides: Box<[Inside]>,
}

/// Finds the sites of a unit.
pub(super) struct Finder<'n> {
    nest: &'n Nest,
    numbers: FxHashMap<Site, u32>,
    all: Vec<Site>,
}

impl<'n> Finder<'n> {
    pub(super) fn new(nest: &'n Nest) -> Self {
        Self { nest, numbers: FxHashMap::default(), all: Vec::new() }
    }

    /// Tells a step at an event its site, if it is the head of later edges, and lies inside of known instances.
    pub(super) fn place(&mut self, at: usize, op: &mut Op) {
        let Some((insn, node, site)) = op.as_head() else { return };
        // The parameters of a call are written before the end is told of a conditional that ends with the call's node. Such a
        // conditional is not around the write.
        let has_ended = |&instance: &usize| self.nest.instances[instance].to.is_some_and(|(_, end)| end <= node);
        let inside = self.nest.around(at).find(|instance| !has_ended(instance));
        let Some(inside) = inside.filter(|&inside| self.nest.instances[inside].is_known) else { return };
        let found = Site { insn, node, inside: inside as u32 };
        let Self { numbers, all, .. } = self;
        *site = *numbers.entry(found).or_insert_with(|| {
            all.push(found);
            all.len() as u32 - 1
        });
    }

    /// Returns the sites, with the instances that they need: those around them, and the iterations of these.
    pub(super) fn finish(self) -> Sites {
        let Self { nest, mut all, .. } = self;
        let mut is_needed = vec![false; nest.instances.len()];
        for site in &all {
            nest.outwards(Some(site.inside as usize)).for_each(|at| is_needed[at] = true);
        }
        let (mut places, mut insides) = (vec![0; nest.instances.len()], Vec::new());
        let mut last: FxHashMap<usize, u32> = FxHashMap::default();
        for (at, instance) in nest.instances.iter().enumerate().filter(|(_, instance)| instance.is_known) {
            let Some((_, end)) = instance.to else { continue };
            let looped = instance.parent.filter(|_| matches!(instance.kind, Kind::Iteration { .. }));
            if !is_needed[at] && !looped.is_some_and(|looped| is_needed[looped]) {
                continue;
            }
            let place = insides.len() as u32;
            places[at] = place;
            let parent = instance.parent.filter(|&parent| nest.instances[parent].is_known);
            let index = if let Kind::Iteration { number } = instance.kind { number } else { 0 };
            insides.push(Inside {
                construct: instance.construct,
                parent: parent.map(|parent| places[parent]),
                start: instance.node,
                end,
                index,
                next: None,
            });
            if let Some(before) = looped.and_then(|looped| last.insert(looped, place)) {
                insides[before as usize].next = Some(place);
            }
        }
        all.iter_mut().for_each(|site| site.inside = places[site.inside as usize]);
        Sites { all: all.into(), insides: insides.into() }
    }
}
