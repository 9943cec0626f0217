//! Compiling paths: what following a path does to depths, and how its data name locations.

mod builder;
mod calls;
mod flow;
mod live;
mod origins;
mod program;
mod shape;
mod values;

use std::rc::Rc;
use std::sync::Arc;

use paratrace_traceformat::map::ProgramMap;
use rustc_hash::FxHashMap;

pub(crate) use builder::{Variant, frame_size};
pub(crate) use flow::{Act, Flow, Vertex};
pub(crate) use program::{Depth, Micro, Micros, Place, Program, Recipe, Space, Step};
pub(crate) use shape::shuffle;

use crate::accesses::Script;
use crate::replay::{End, Outcome, PathInfo};
use builder::{Builder, CostModel};
use live::Liveness;

/// One path and its compiled variants.
#[derive(Debug)]
struct Compiled {
    recipe: Rc<Recipe>,
    variants: Vec<(Variant, u32)>,
}

/// All paths compiled so far, numbered as the replay numbers them.
pub(crate) struct Compiler<'m> {
    map: &'m ProgramMap,
    live: FxHashMap<u32, Liveness>,
    paths: Vec<Option<Compiled>>,
    programs: u32,
    /// Programs tell their data flow.
    with_flow: bool,
}

impl<'m> Compiler<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        Self { map, live: FxHashMap::default(), paths: Vec::new(), programs: 0, with_flow: false }
    }

    /// Programs tell their data flow, too, which takes memory.
    pub(crate) fn tell_flow(&mut self) {
        self.with_flow = true;
    }

    /// The recipe of a path; variants share it.
    #[inline]
    pub(crate) fn recipe(&mut self, info: &PathInfo) -> Rc<Recipe> {
        if let Some(Some(compiled)) = self.paths.get(info.index as usize) {
            return Rc::clone(&compiled.recipe);
        }
        self.add(info)
    }

    #[cold]
    fn add(&mut self, info: &PathInfo) -> Rc<Recipe> {
        let outcome = if matches!(info.end, End::Call { .. }) { Outcome::Opaque } else { Outcome::NoCall };
        let (_, _, recipe, _) = self.build(info, Variant { direct: false, outcome }, CostModel::Unit);
        let recipe = Rc::new(recipe);
        if self.paths.len() <= info.index as usize {
            self.paths.resize_with(info.index as usize + 1, || None);
        }
        self.paths[info.index as usize] = Some(Compiled { recipe: Rc::clone(&recipe), variants: Vec::new() });
        recipe
    }

    /// Number of a variant's program, and the program itself if it is new.
    #[inline]
    pub(crate) fn program(&mut self, info: &PathInfo, variant: Variant) -> (u32, Option<Arc<Program>>) {
        if let Some(Some(compiled)) = self.paths.get(info.index as usize)
            && let Some(&(_, number)) = compiled.variants.iter().find(|(known, _)| *known == variant)
        {
            return (number, None);
        }
        let program = Arc::new(self.compile(info, variant));
        let number = self.programs;
        self.programs += 1;
        if let Some(Some(compiled)) = self.paths.get_mut(info.index as usize) {
            compiled.variants.push((variant, number));
        }
        (number, Some(program))
    }

    #[cold]
    fn compile(&mut self, info: &PathInfo, variant: Variant) -> Program {
        let (mut program, mut unit, _, script) = self.build(info, variant, CostModel::Unit);
        let (_, mut free, _, _) = self.build(info, variant, CostModel::FreeInduction);
        program.reach = program.reach.max(unit.bound()).max(free.bound());
        program.free = (free != unit).then_some(free);
        program.unit = unit;
        program.script = script;
        if !self.with_flow {
            program.flow = Flow::default();
        }
        program
    }

    fn build(&mut self, info: &PathInfo, variant: Variant, model: CostModel) -> (Program, Micros, Recipe, Script) {
        let map = self.map;
        let method = &map.methods[info.method as usize];
        let live = self.live.entry(info.method).or_insert_with(|| Liveness::new(map, method));
        Builder::new(map, live, info, model).run(variant)
    }
}
