//! The first of two passes over all classes: it finds what must be known of all of them before one can be rewritten.
//!
//! Path ids are numbered through the whole program, a class gets members because others access its fields, and a method
//! that turns out to be impossible changes how its callers are traced. Of a plan its part of the map is kept, and as long
//! as there is room ([`limits::KEPT_PLANS`]) the plan itself; other methods are planned again when their class is rewritten.

use paratrace_classfile::{ClassFile, Constant};
use paratrace_traceformat::map::Untraced;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::assemble::Part;
use crate::error::Error;
use crate::growth::Growth;
use crate::limits::{self, Room};
use crate::method::{Operands, Plan, Step, plan};
use crate::rewrite::{ClassPlan, Refusal, rewrite};
use crate::source::Sources;
use crate::world::{MethodDecl, World};

/// The result of surveying a class.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub(crate) part: Part,
    /// Plans of the traced methods in order, if they are kept.
    pub(crate) plans: Option<Vec<Plan>>,
    uses: Uses,
    refusals: Vec<Refusal>,
}

/// Classes whose synthetic members the probes of a class use.
#[derive(Debug, Default)]
struct Uses {
    /// Constants of the classes whose numbers are recorded.
    constants: FxHashSet<u16>,
    numbered: FxHashSet<usize>,
    copies: FxHashSet<usize>,
    /// Stores into fields of `this` before another constructor is called.
    early_number: bool,
}

impl Uses {
    fn add(&mut self, operands: &Operands<'_>, plan: &Plan) {
        for fact in plan.facts.iter().flatten() {
            for step in fact.steps.all(&plan.steps) {
                match step {
                    Step::Record(constant) if self.constants.insert(*constant) => {
                        let named = operands.class.constant_pool.class_name(*constant).ok();
                        self.numbered.extend(named.and_then(|name| operands.world.find(&name)));
                    }
                    Step::Fresh(class) => drop(self.copies.insert(operands.world.first(*class as usize))),
                    Step::EarlyNumber => self.early_number = true,
                    _ => {}
                }
            }
        }
    }
}

/// Classes that get synthetic members.
#[derive(Debug, Default)]
pub(crate) struct Members {
    pub(crate) holders: FxHashSet<usize>,
    pub(crate) copies: FxHashSet<usize>,
    /// Holders of hierarchies with early numbers.
    pub(crate) early: FxHashSet<usize>,
}

impl Members {
    /// What the classes of a traced JDK need, whatever program runs on it.
    pub(crate) fn of_jdk(world: &World) -> Members {
        let all = (0..world.classes.len()).filter(|&class| world.classes[class].of_jdk);
        let holders: FxHashSet<usize> = all.filter_map(|class| world.identity_holder(class)).collect();
        Members { copies: holders.clone(), early: holders.clone(), holders }
    }

    /// Adds what a class needs.
    pub(crate) fn add(&mut self, world: &World, class: usize, survey: &Survey) {
        let uses = &survey.uses;
        if uses.early_number {
            let holder = world.identity_holder(class);
            self.early.extend(holder);
            self.holders.extend(holder);
        }
        let named = uses.numbered.iter().chain(&uses.copies);
        self.holders.extend(named.filter_map(|&class| world.identity_holder(class)));
        self.copies.extend(&uses.copies);
    }
}

/// Surveys classes until none of their methods is refused any more.
pub(crate) fn survey_all(
    sources: &Sources<'_>,
    world: &mut World,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Survey>, Error> {
    let mut surveys: Vec<Survey> = Vec::new();
    surveys.resize_with(sources.len(), Survey::default);
    let mut todo: Vec<usize> = (0..sources.len()).collect();
    let room = Room::new(limits::KEPT_PLANS);
    loop {
        let found = todo.par_iter().map(|&class| {
            progress();
            survey(sources, world, class, &room)
        });
        let found = found.collect::<Result<Vec<Survey>, Error>>()?;
        let mut refused = Vec::new();
        for (&class, found) in todo.iter().zip(found) {
            refused.extend(found.refusals.iter().map(|&refusal| (class, refusal)));
            surveys[class] = found;
        }
        if refused.is_empty() {
            return Ok(surveys);
        }
        todo = mark_untraced(sources, world, &refused)?;
    }
}

/// Marks methods and classes as untraced; returns the classes that have to be planned anew.
fn mark_untraced(sources: &Sources<'_>, world: &mut World, refused: &[(usize, Refusal)]) -> Result<Vec<usize>, Error> {
    let mut signatures = Vec::new();
    let mut all = false;
    for &(class, (method, reason)) in refused {
        world.mark_untraced(class, method, reason);
        match method {
            Some(method) => signatures.push(world.classes[class].methods[method].signature),
            None => all = true,
        }
    }
    world.find_untraced();
    let members: FxHashSet<(&str, &str)> = signatures.iter().map(|&signature| world.names.member(signature)).collect();
    // Initialisers are not called by name.
    if all || members.contains(&("<clinit>", "()V")) {
        return Ok((0..sources.len()).collect());
    }
    let own: FxHashSet<usize> = refused.iter().map(|&(class, _)| class).collect();
    let affected = (0..sources.len()).into_par_iter().map(|index| {
        let affected = own.contains(&index) || sources.with(index, |class| names_any(class, &members))?;
        Ok(affected.then_some(index))
    });
    Ok(affected.collect::<Result<Vec<_>, Error>>()?.into_iter().flatten().collect())
}

/// True if a class may call one of these methods: its constant pool has the name and descriptor.
fn names_any(class: &ClassFile<'_>, members: &FxHashSet<(&str, &str)>) -> bool {
    let pool = &class.constant_pool;
    pool.iter().any(|(index, constant)| {
        matches!(constant, Constant::NameAndType { .. })
            && pool.name_and_type(index).is_ok_and(|(name, desc)| members.contains(&(&*name, &*desc)))
    })
}

fn survey(sources: &Sources<'_>, world: &World, index: usize, room: &Room) -> Result<Survey, Error> {
    if !world.classes[index].methods.iter().any(MethodDecl::is_rewritten) {
        return Ok(untraced(world, index));
    }
    sources.with(index, |class| plan_all(world, class, index, room))?
}

fn untraced(world: &World, index: usize) -> Survey {
    let mut survey = Survey::default();
    world.classes[index].methods.iter().for_each(|_| survey.part.skip());
    survey
}

fn plan_all(world: &World, class: &ClassFile<'_>, index: usize, room: &Room) -> Result<Survey, Error> {
    let mut operands = Operands::new(world, class, index);
    let mut survey = Survey::default();
    let mut growth = Growth::of(class.constant_pool.len());
    let declared = &world.classes[index].methods;
    let mut methods = Methods::of(class, declared.len());
    for (position, (method, declared)) in class.methods.iter().zip(declared).enumerate() {
        if declared.untraced.is_some() {
            if declared.pauses() {
                growth.add_pauses(method.code_attribute().map_or(0, |code| code.data.len()));
            }
            methods.skip();
            continue;
        }
        match plan(&mut operands, method).and_then(|plan| methods.admit(plan)) {
            Ok(plan) => {
                survey.uses.add(&operands, &plan);
                growth.add(&plan);
                methods.add(&operands, plan)?;
            }
            Err(reason) => survey.refusals.push((Some(position), reason)),
        }
    }
    let mut plans = methods.finish(&operands)?;
    if survey.refusals.is_empty() && growth.is_doubtful(survey.uses.constants.len()) {
        survey.refusals = rewrite(&mut operands, ClassPlan::LARGEST, plans.kept.as_deref()).err().unwrap_or_default();
    }
    if !survey.refusals.is_empty() {
        // The class is planned again.
        return Ok(survey);
    }
    survey.part = plans.part;
    plans.kept.iter_mut().flatten().for_each(Plan::shrink);
    survey.plans = plans.kept.filter(|plans| room.take(plans.iter().map(Plan::bytes).sum()));
    Ok(survey)
}

/// The methods of a class while they become its part of the map. Of a large class only some plans are in memory at once.
struct Methods {
    part: Part,
    /// Plans that are not in the part yet; `None` is a method that is not traced.
    waiting: Vec<Option<Plan>>,
    /// Memory that those take.
    bytes: usize,
    /// Plans are gone that were in memory.
    is_large: bool,
    /// Memory that the rows of the map may still take.
    room_of_rows: usize,
}

/// What the map says of a class, and the plans of its traced methods, unless they were too many.
struct PlannedClass {
    part: Part,
    kept: Option<Vec<Plan>>,
}

impl Methods {
    fn of(class: &ClassFile<'_>, methods: usize) -> Methods {
        let code = class.methods.iter().filter_map(|method| method.code_attribute()).map(|code| code.data.len());
        let room_of_rows = limits::ROWS_OF_CLASS + limits::ROWS_PER_BYTE * code.sum::<usize>();
        let (part, waiting) = (Part::with_room(methods), Vec::with_capacity(methods));
        Methods { part, waiting, bytes: 0, is_large: false, room_of_rows }
    }

    /// The plan, if there is room for its rows in the map.
    fn admit(&mut self, plan: Plan) -> Result<Plan, Untraced> {
        self.room_of_rows = self.room_of_rows.checked_sub(Part::bytes_of(&plan)).ok_or(Untraced::TooComplex)?;
        Ok(plan)
    }

    fn skip(&mut self) {
        self.waiting.push(None);
    }

    fn add(&mut self, operands: &Operands<'_>, plan: Plan) -> Result<(), Error> {
        self.bytes += plan.bytes();
        self.waiting.push(Some(plan));
        if self.bytes > limits::PLANS_OF_CLASS {
            self.is_large = true;
            self.fill_part(operands)?;
            self.waiting.clear();
            self.bytes = 0;
        }
        Ok(())
    }

    fn fill_part(&mut self, operands: &Operands<'_>) -> Result<(), Error> {
        self.part.reserve(self.waiting.iter().flatten());
        for method in &self.waiting {
            match method {
                None => self.part.skip(),
                Some(plan) => self.part.add(operands, plan).ok_or(Error::TooManyPaths)?,
            }
        }
        Ok(())
    }

    fn finish(mut self, operands: &Operands<'_>) -> Result<PlannedClass, Error> {
        self.fill_part(operands)?;
        let kept = (!self.is_large).then(|| self.waiting.into_iter().flatten().collect());
        Ok(PlannedClass { part: self.part.finish(), kept })
    }
}
