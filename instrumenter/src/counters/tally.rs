//! Selects how the accesses of a method are counted: together by block, or one by one.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_classfile::opcodes as op;

use super::loops::Regions;
use super::method::Method;
use crate::shared_data::{Access, AccessKind, Annotation, Flow, Index, Owner, Place, Source, mark_holder};

/// The place from which a loop loads an array again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ArraySource {
    Local(u16),
    /// Constant of the instruction that reads a field of `this`.
    OwnField(u16),
}

/// Counts of one run of a block: reads and writes.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) scalars: (u32, u32),
    /// Elements of arrays: reads and writes, by position in [`Group::arrays`].
    pub(super) elements: BTreeMap<usize, (u32, u32)>,
}

/// The counts of a loop.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) arrays: Vec<Array>,
    pub(super) blocks: BTreeMap<usize, Tally>,
    /// Index ranges that the loop counter implies, for arrays of this loop or of a loop around it.
    pub(super) inductions: BTreeMap<(usize, u16), Induction>,
}

/// An array that a loop counts.
#[derive(Debug)]
pub(super) struct Array {
    pub(super) source: ArraySource,
    /// Some indices are compared one by one, or not looked at.
    pub(super) others: bool,
}

/// A local that a loop only counts up, or only down, and a block that runs in every iteration (by both it is found).
#[derive(Debug)]
pub(super) struct Induction {
    /// The local at the beginning of the block less the same at the beginning of the iteration.
    pub(super) shift: i32,
    /// Least and greatest constant that is added to it to get indices, by loop and array.
    pub(super) arrays: BTreeMap<(usize, usize), (i32, i32)>,
}

/// Accesses to fields of an object of which only the run tells whose it is: all of a block at the first of them.
#[derive(Debug)]
pub(super) struct OfObject {
    pub(super) at: usize,
    /// The class by which the instruction knows the object.
    pub(super) class: String,
    pub(super) reads: u16,
    pub(super) writes: u16,
    /// True if the first access is a write; `wide` if its value takes two slots.
    pub(super) write: bool,
    pub(super) wide: bool,
}

/// Everything that a method counts.
#[derive(Debug, Default)]
pub(super) struct Tallies {
    /// The counts of each loop, by its number.
    pub(super) groups: BTreeMap<usize, Group>,
    /// Scalars of blocks outside of such loops: reads and writes.
    pub(super) straight: BTreeMap<usize, (u32, u32)>,
    /// Indices that extend a range: instruction, loop, array, whether it writes, and a value of two slots.
    pub(super) ranges: Vec<(usize, usize, usize, bool, bool)>,
    /// Elements that are looked up one by one.
    pub(super) single: Vec<(usize, bool, bool)>,
    pub(super) objects: Vec<OfObject>,
}

impl Tallies {
    pub(super) fn plan(method: &Method<'_>, regions: &Regions) -> Tallies {
        let (id, plan) = (method.id, method.plan);
        let mut tallies = Tallies::default();
        let Some(reached) = plan.analysis.methods.get(&id) else { return tallies };
        let annotations = plan.annotations.methods.get(&id).map_or(&[][..], Vec::as_slice);
        let mut seen = Seen::default();
        for annotation in annotations.iter().filter(|annotation| annotation.is_counted()) {
            let same = |access: &&Access| access.at == annotation.at && access.write == annotation.write;
            let Some(access) = reached.flow.accesses.iter().find(same) else { continue };
            match &annotation.kind {
                AccessKind::Scalar(_) => tallies.scalar(method, regions, &reached.flow, annotation, access, &mut seen),
                _ => tallies.element(method, regions, &reached.flow, access, &mut seen),
            }
        }
        tallies
    }

    fn scalar(
        &mut self,
        method: &Method<'_>,
        regions: &Regions,
        flow: &Flow,
        annotation: &Annotation,
        access: &Access,
        seen: &mut Seen,
    ) {
        let block = flow.cfg.block_of[access.at];
        if let (Owner::Either, Place::Field(field, value, _)) = (annotation.owner, &access.place)
            && mark_holder(method.world, field).is_some()
        {
            let wide = matches!(&*field.desc, "J" | "D");
            let next = self.objects.len();
            let object = *seen.objects.entry((block, *value, field.class.clone())).or_insert(next);
            if object == next {
                let (class, write) = (field.class.clone(), access.write);
                self.objects.push(OfObject { at: access.at, class, reads: 0, writes: 0, write, wide });
            }
            let found = &mut self.objects[object];
            let count = if access.write { &mut found.writes } else { &mut found.reads };
            *count = count.saturating_add(1);
            return;
        }
        let counts = match regions.outermost(block, None, &|_| false) {
            Some(region) => {
                let group = self.groups.entry(region).or_default();
                &mut group.blocks.entry(block).or_default().scalars
            }
            None => self.straight.entry(block).or_default(),
        };
        add(counts, access.write);
    }

    fn element(&mut self, method: &Method<'_>, regions: &Regions, flow: &Flow, access: &Access, seen: &mut Seen) {
        let Place::Element(_, source, index) = access.place else { return };
        let block = flow.cfg.block_of[access.at];
        let wide = matches!(flow.body.insns[access.at].opcode, op::LASTORE | op::DASTORE);
        let found = match source {
            Source::Local(local) => Some(ArraySource::Local(local)),
            Source::OwnField(constant) => Some(ArraySource::OwnField(constant)),
            Source::Constant(_) | Source::Other => None,
        };
        let region = regions.outermost(block, Some(source), &|constant| method.is_fixed(constant));
        let (Some(found), Some(region)) = (found, region) else {
            self.single.push((access.at, access.write, wide));
            return;
        };
        let group = self.groups.entry(region).or_default();
        let position = group.arrays.iter().position(|known| known.source == found).unwrap_or_else(|| {
            group.arrays.push(Array { source: found, others: false });
            group.arrays.len() - 1
        });
        let tally = group.blocks.entry(block).or_default();
        add(tally.elements.entry(position).or_default(), access.write);
        if let Some((inner, local, shift, offset)) = induction(regions, flow, block, index) {
            let inner = self.groups.entry(inner).or_default();
            let arrays = BTreeMap::new();
            let found = inner.inductions.entry((block, local)).or_insert(Induction { shift, arrays });
            let (least, greatest) = found.arrays.entry((region, position)).or_insert((offset, offset));
            (*least, *greatest) = ((*least).min(offset), (*greatest).max(offset));
            return;
        }
        if let Some(array) = self.groups.get_mut(&region).and_then(|group| group.arrays.get_mut(position)) {
            array.others = true;
        }
        if seen.indices.insert((block, region, position, index)) {
            self.ranges.push((access.at, region, position, access.write, wide));
        }
    }
}

/// The innermost loop around a block, if one of its counters tells the index: loop, local, see [`Induction::shift`],
/// and the constant that is added to the local at the beginning of the block.
fn induction(regions: &Regions, flow: &Flow, block: usize, index: Index) -> Option<(usize, u16, i32, i32)> {
    let inner = flow.loops.innermost[block]?;
    let region = regions.all.get(&inner)?;
    let header = flow.loops.loops[inner].header;
    let local = flow.locals[header].iter().position(|held| held.value == index.value)?;
    let (start, here) = (flow.locals[header][local], *flow.locals[block].get(local)?);
    let number = u16::try_from(local).ok()?;
    let fits = here.value == index.value && region.is_monotone(flow, number) && region.always_runs(flow, header, block);
    let difference = |a: i32, b: i32| a.checked_sub(b);
    let found = (inner, number, difference(here.offset, start.offset)?, difference(index.offset, here.offset)?);
    fits.then_some(found)
}

/// Accesses that were met in a block already.
#[derive(Debug, Default)]
struct Seen {
    /// Position in [`Tallies::objects`] by block, value and class.
    objects: BTreeMap<(usize, u32, String), usize>,
    indices: BTreeSet<(usize, usize, usize, Index)>,
}

fn add((reads, writes): &mut (u32, u32), write: bool) {
    let count = if write { writes } else { reads };
    *count = count.saturating_add(1);
}
