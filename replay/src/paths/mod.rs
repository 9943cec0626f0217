//! The compiler of paths: the effect of each path on depths, and the locations that its recorded data name.

pub mod accesses;
mod alone;
mod builder;
mod calls;
mod depths;
mod flow;
mod held;
mod live;
mod monitors;
mod ordering;
mod origins;
mod program;
mod shape;
mod shared;
mod values;
mod variant;

use std::ops::Range;
use std::sync::Arc;

use paratrace_traceformat::map::{MethodId, NONE, ProgramMap};
use rustc_hash::FxHashMap;

pub use alone::Alone;
pub use builder::{field_index, frame_size};
pub use flow::{Act, Flow, Vertex};
pub use held::held_across_call;
pub use program::{Cost, Depth, Exit, Micro, Place, Program, Recipe, Space, Step};
pub use shape::shuffle;
pub use shared::SharedPaths;
pub use variant::Variant;

use crate::base::prefetch::prefetch;
use crate::program::{End, PathInfo, PathRow};
use crate::replay::Outcome;
use builder::Builder;
use live::Liveness;
use shared::Built;

/// The place of a path's recipe among all steps.
#[derive(Debug, Clone, Copy, Default)]
pub struct RecipeAt {
    first: u32,
    /// Number of steps up to the end of the path.
    steps: u32,
    /// Number of the steps behind those, which save identities in the frame.
    saves: u32,
    /// Number of registers in use.
    pub registers: u32,
}

impl RecipeAt {
    /// Returns the positions of the steps that are taken up to the end of the path.
    pub fn steps(self) -> Range<u32> {
        self.first..self.first + self.steps
    }

    /// Returns the positions of the steps that save identities in the frame.
    pub fn saves(self) -> Range<u32> {
        self.first + self.steps..self.first + self.steps + self.saves
    }
}

/// A path and the programs of its variants, in one cache line.
#[derive(Debug, Clone)]
#[repr(align(64))]
struct Compiled {
    recipe: RecipeAt,
    variants: [u32; Variant::COUNT],
}

/// The compiler of paths, with all paths compiled so far. It numbers them as the replay does.
pub struct Compiler<'m> {
    map: &'m ProgramMap,
    live: FxHashMap<MethodId, Liveness>,
    /// The compiled paths. Where the first step of the recipe is `NONE`, the path was not compiled.
    paths: Vec<Compiled>,
    steps: Vec<Step>,
    programs: u32,
    /// Programs of variants that enter a lambda's method.
    lambdas: FxHashMap<(PathRow, Variant), u32>,
    /// Whether programs include their data flow.
    with_flow: bool,
    /// What other threads have compiled.
    shared: Option<Arc<SharedPaths>>,
    /// Whether scripts tell what they synchronise on.
    with_synchronization: bool,
    /// Programs without instructions.
    alone: FxHashMap<Alone, u32>,
}

impl<'m> Compiler<'m> {
    /// Creates a compiler without any compiled path.
    pub fn new(map: &'m ProgramMap) -> Self {
        let (live, paths, steps) = (FxHashMap::default(), Vec::new(), Vec::new());
        Self {
            map,
            live,
            paths,
            steps,
            programs: 0,
            lambdas: FxHashMap::default(),
            with_flow: false,
            shared: None,
            with_synchronization: false,
            alone: FxHashMap::default(),
        }
    }

    /// Makes later programs include their data flow, which takes memory.
    pub fn tell_flow(&mut self) {
        self.with_flow = true;
    }

    /// Makes it use paths of the same map that other threads have compiled.
    pub fn share(&mut self, paths: &Arc<SharedPaths>) {
        self.shared = Some(Arc::clone(paths));
    }

    /// Makes later scripts tell what they synchronise on, which takes a slot for each monitor that they enter or leave.
    pub fn tell_synchronization(&mut self) {
        self.with_synchronization = true;
    }

    /// Returns whether scripts tell what they synchronise on.
    pub fn tells_synchronization(&self) -> bool {
        self.with_synchronization
    }

    /// Returns a step of any recipe.
    #[inline(always)]
    pub fn step(&self, at: u32) -> Step {
        self.steps[at as usize]
    }

    /// Prefetches what [`Self::prefetch_steps`] and [`Self::recipe`] read.
    #[inline]
    pub fn prefetch(&self, path: PathRow) {
        if let Some(compiled) = self.paths.get(path.index()) {
            prefetch(compiled);
        }
    }

    /// Prefetches the recipe of a path.
    #[inline]
    pub fn prefetch_steps(&self, path: PathRow) {
        if let Some(compiled) = self.paths.get(path.index())
            && let Some(step) = self.steps.get(compiled.recipe.first as usize)
        {
            prefetch(step);
        }
    }

    /// Returns the recipe of a path, which its variants share.
    #[inline]
    pub fn recipe(&mut self, info: &PathInfo) -> RecipeAt {
        match self.paths.get(info.index.index()) {
            Some(compiled) if compiled.recipe.first != NONE => compiled.recipe,
            _ => self.add(info),
        }
    }

    #[cold]
    fn add(&mut self, info: &PathInfo) -> RecipeAt {
        let outcome = if matches!(info.end, End::Call { .. }) { Outcome::Opaque } else { Outcome::NoCall };
        let built = self.built(info, Variant { direct: false, outcome });
        let recipe = &built.recipe;
        let (steps, saves) = (recipe.steps.len() as u32, recipe.saves.len() as u32);
        let at = RecipeAt { first: self.steps.len() as u32, steps, saves, registers: recipe.registers };
        self.steps.extend(&recipe.steps);
        self.steps.extend(&recipe.saves);
        if self.paths.len() <= info.index.index() {
            let unknown = RecipeAt { first: NONE, ..RecipeAt::default() };
            let unknown = Compiled { recipe: unknown, variants: [NONE; Variant::COUNT] };
            self.paths.resize(info.index.index() + 1, unknown);
        }
        self.paths[info.index.index()].recipe = at;
        at
    }

    /// Returns the number of a variant's program, and the program itself if it is new.
    #[inline]
    pub fn program(&mut self, info: &PathInfo, variant: Variant) -> (u32, Option<Arc<Program>>) {
        if let Some(known) = self.known(info.index, variant) {
            return (known, None);
        }
        let program = Arc::clone(&self.built(info, variant).program);
        let number = self.programs;
        self.programs += 1;
        match (variant.number(), self.paths.get_mut(info.index.index())) {
            (Some(at), Some(compiled)) => compiled.variants[at] = number,
            _ => drop(self.lambdas.insert((info.index, variant), number)),
        }
        (number, Some(program))
    }

    /// Returns the number of a program without instructions; and the program itself if it is new.
    pub fn alone(&mut self, alone: Alone) -> (u32, Option<Arc<Program>>) {
        if let Some(&known) = self.alone.get(&alone) {
            return (known, None);
        }
        let number = self.programs;
        self.programs += 1;
        self.alone.insert(alone, number);
        let program = match &self.shared {
            Some(shared) => shared.alone(alone, self.map),
            None => Arc::new(alone.program(self.map)),
        };
        (number, Some(program))
    }

    #[inline]
    fn known(&self, path: PathRow, variant: Variant) -> Option<u32> {
        match variant.number() {
            Some(at) => self.paths.get(path.index()).map(|compiled| compiled.variants[at]).filter(|&n| n != NONE),
            None => self.lambdas.get(&(path, variant)).copied(),
        }
    }

    #[cold]
    fn built(&mut self, info: &PathInfo, variant: Variant) -> Arc<Built> {
        match self.shared.clone() {
            Some(shared) => {
                let wanted = (self.with_flow, self.with_synchronization);
                shared.get((info, variant, wanted), || self.build(info, variant))
            }
            None => Arc::new(self.build(info, variant)),
        }
    }

    fn build(&mut self, info: &PathInfo, variant: Variant) -> Built {
        let map = self.map;
        let method = &map.methods[info.method.index()];
        let follows = self.with_synchronization;
        let live = self.live.entry(info.method).or_insert_with(|| Liveness::new(map, method, follows));
        let (mut program, recipe, script) = Builder::new(map, live, info, follows).run(variant);
        program.script = script;
        if !self.with_flow {
            program.flow = Flow::default();
        }
        program.reach = program.reach.max(program.micros.bound());
        Built { program: Arc::new(program), recipe }
    }
}
