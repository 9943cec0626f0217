//! Where in a unit a step happens, as far as the instances around it are not among those that the passes keep.

use paratrace_replay::program::ConstructId;

use super::nest::{Kind, Nest};

/// The instances of the unit around a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Context {
    /// The beginning and the end of the innermost level, in nodes of the unit, if it lies within the unit.
    pub(crate) level: Option<(u32, u32)>,
    /// The calls around it that are not kept, the outermost one first: method and beginning.
    pub(crate) calls: Box<[(ConstructId, u32)]>,
}

impl Context {
    /// Returns the context inside of an instance; `is_kept` tells which instances the pass keeps.
    pub(super) fn inside(nest: &Nest, inside: Option<usize>, is_kept: &[bool]) -> Self {
        let level = nest.outwards(inside).find(|&at| nest.instances[at].kind.is_level());
        let level = level.map(|at| nest.instances[at]).filter(|level| level.is_known);
        let is_call = |at: &usize| matches!(nest.instances[*at].kind, Kind::Method { .. });
        let is_told = |at: &usize| is_kept[*at] || !nest.instances[*at].is_known;
        let told = |at: usize| (nest.instances[at].construct, nest.instances[at].node);
        let mut calls: Vec<(ConstructId, u32)> =
            nest.outwards(inside).filter(is_call).take_while(|at| !is_told(at)).map(told).collect();
        calls.reverse();
        Self { level: level.and_then(|level| Some((level.node, level.to?.1))), calls: calls.into() }
    }
}
