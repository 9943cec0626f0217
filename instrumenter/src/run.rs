//! One instrumentation: read, plan, rewrite, write.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use paratrace_classfile::ClassFile;
use paratrace_traceformat::map::{ProgramMap, Untraced};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::archive::{self, Changes, Input};
use crate::assemble::{assemble, path_bases};
use crate::error::Error;
use crate::method::{Plan, Step, plan};
use crate::rewrite::{ClassPlan, MethodCode, rewrite};
use crate::runtime;
use crate::selection::Selection;
use crate::world::{World, describe};

/// What is traced, and how many threads work on it.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Packages, classes or methods to trace; empty: all.
    pub include: Vec<String>,
    /// Packages, classes or methods not to trace.
    pub exclude: Vec<String>,
    /// Worker threads; 0: one per core.
    pub threads: usize,
}

/// Where the result goes.
#[derive(Debug, Clone)]
pub enum Output {
    /// The one output, for one input.
    Jar(PathBuf),
    /// A directory that gets one output per input, with the same base names.
    Directory(PathBuf),
}

/// What was done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Class files read.
    pub classes: usize,
    /// Methods in them.
    pub methods: usize,
    /// Methods that are traced.
    pub traced: usize,
    /// Methods that are not, by the name of the reason.
    pub untraced: BTreeMap<&'static str, usize>,
    /// SHA-256 of the program map, in hexadecimal.
    pub map_hash: String,
    /// The files written.
    pub outputs: Vec<PathBuf>,
    /// What the user should know: signatures removed, classes that could not be read.
    pub notes: Vec<String>,
}

/// Rewrites jars or class directories so that the program writes a trace.
///
/// `map_copy` names a file that gets a copy of the program map. `progress` is called with the number of classes done and
/// of all classes.
///
/// # Errors
/// Unreadable inputs, unwritable outputs, inputs that are traced already. What cannot be traced is no error.
pub fn instrument(
    inputs: &[PathBuf],
    output: &Output,
    map_copy: Option<&Path>,
    options: &Options,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Summary, Error> {
    let outputs = output_paths(inputs, output)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let work = || run(inputs, &outputs, map_copy, options, progress);
    match pool {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

fn output_paths(inputs: &[PathBuf], output: &Output) -> Result<Vec<PathBuf>, Error> {
    let directory = match (output, inputs) {
        (Output::Jar(path), [_]) => return Ok(vec![path.clone()]),
        (Output::Jar(path) | Output::Directory(path), _) => path,
    };
    std::fs::create_dir_all(directory).map_err(|source| Error::io("create", directory, source))?;
    let mut names = BTreeSet::new();
    let mut paths = Vec::with_capacity(inputs.len());
    for input in inputs {
        let name = input.file_name().map_or_else(|| "classes".into(), |name| name.to_os_string());
        if !names.insert(name.clone()) {
            return Err(Error::SameName { name: name.to_string_lossy().into_owned() });
        }
        paths.push(directory.join(name));
    }
    Ok(paths)
}

/// A class file with its place.
struct Source<'i> {
    input: usize,
    entry: &'i str,
    class: ClassFile<'i>,
}

fn run(
    paths: &[PathBuf],
    outputs: &[PathBuf],
    map_copy: Option<&Path>,
    options: &Options,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Summary, Error> {
    let inputs: Vec<Input> = paths.iter().map(|path| archive::read(path)).collect::<Result<_, _>>()?;
    if inputs.iter().all(|input| input.classes.is_empty()) {
        return Err(Error::NoClasses { inputs: paths.to_vec() });
    }
    let mut summary = Summary { notes: signature_notes(&inputs), ..Summary::default() };
    let selection = Selection::new(&options.include, &options.exclude);
    let (sources, mut world) = parse(&inputs, &selection, &mut summary.notes);
    let (rewritten, map) = rewrite_all(&sources, &mut world, progress)?;
    map.validate()?;
    let map_bytes = map.to_bytes()?;
    let added = added_entries(&map_bytes);
    let mut changes: Vec<FxHashMap<&str, Vec<u8>>> = vec![FxHashMap::default(); inputs.len()];
    for (source, bytes) in sources.iter().zip(rewritten) {
        if let Some(bytes) = bytes {
            changes[source.input].insert(source.entry, bytes);
        }
    }
    let names: BTreeSet<String> =
        outputs.iter().filter_map(|path| path.file_name().map(|name| name.to_string_lossy().into_owned())).collect();
    let jobs: Vec<_> = inputs.iter().zip(outputs).zip(changes).collect();
    jobs.into_par_iter().try_for_each(|((input, output), rewritten)| {
        archive::write(input, output, &Changes { rewritten, outputs: &names, added: &added })
    })?;
    if let Some(path) = map_copy {
        std::fs::write(path, &map_bytes).map_err(|source| Error::io("write", path, source))?;
    }
    summary.outputs = outputs.to_vec();
    summary.map_hash = paratrace_traceformat::map::MapHash::of(&map_bytes).to_string();
    count(&world, &mut summary);
    Ok(summary)
}

fn signature_notes(inputs: &[Input]) -> Vec<String> {
    let signed = inputs.iter().filter(|input| !input.signatures.is_empty());
    signed
        .map(|input| {
            format!("{} was signed; the signature does not fit the traced classes and was removed", input.label())
        })
        .collect()
}

fn parse<'i>(inputs: &'i [Input], selection: &Selection, notes: &mut Vec<String>) -> (Vec<Source<'i>>, World) {
    let (mut sources, mut classes) = (Vec::new(), Vec::new());
    for (index, input) in inputs.iter().enumerate() {
        for entry in &input.classes {
            let origin = format!("{}!/{}", input.label(), entry.entry);
            let parsed = ClassFile::parse(&entry.bytes);
            let described = parsed.and_then(|class| Ok((describe(&class, origin.clone(), selection)?, class)));
            match described {
                Ok((described, class)) => {
                    classes.push(described);
                    sources.push(Source { input: index, entry: &entry.entry, class });
                }
                Err(error) => notes.push(format!("{origin} is left as it is: {error}")),
            }
        }
    }
    (sources, World::new(classes))
}

type Rewritten = Vec<Option<Vec<u8>>>;

/// Plans and rewrites. A method that turns out to be impossible changes how its callers are traced, so all starts anew
/// without it; that is rare.
fn rewrite_all(
    sources: &[Source<'_>],
    world: &mut World,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<(Rewritten, ProgramMap), Error> {
    loop {
        let (plans, mut failures) = plan_all(sources, world);
        if failures.is_empty() {
            let bases = path_bases(&plans).ok_or(Error::TooManyPaths)?;
            let result = rewrite_classes(sources, world, &plans, &bases, progress);
            failures = result.1;
            if failures.is_empty() {
                return Ok((result.0, assemble(world, &plans)));
            }
        }
        for failure in failures {
            failure.apply(world);
        }
    }
}

/// Something that cannot be traced: a method, or (without one) a class.
struct Failure {
    class: usize,
    method: Option<usize>,
    reason: Untraced,
}

impl Failure {
    fn apply(&self, world: &mut World) {
        let class = &mut world.classes[self.class];
        if self.method.is_none() {
            class.untraced = Some(self.reason);
        }
        let all = 0..class.methods.len();
        for method in self.method.map_or(all, |method| method..method + 1) {
            class.methods[method].untraced.get_or_insert(self.reason);
        }
    }
}

fn plan_all(sources: &[Source<'_>], world: &World) -> (Vec<Option<Plan>>, Vec<Failure>) {
    let per_class: Vec<Vec<Result<Option<Plan>, Failure>>> = (0..sources.len())
        .into_par_iter()
        .map(|index| {
            let class = &sources[index].class;
            let methods = class.methods.iter().zip(&world.classes[index].methods).enumerate();
            let plans = methods.map(|(position, (method, declared))| match declared.untraced {
                Some(_) => Ok(None),
                None => plan(world, index, class, method).map(Some).map_err(|reason| Failure {
                    class: index,
                    method: Some(position),
                    reason,
                }),
            });
            plans.collect()
        })
        .collect();
    let (mut plans, mut failures) = (Vec::new(), Vec::new());
    for result in per_class.into_iter().flatten() {
        match result {
            Ok(plan) => plans.push(plan),
            Err(failure) => {
                plans.push(None);
                failures.push(failure);
            }
        }
    }
    (plans, failures)
}

fn rewrite_classes(
    sources: &[Source<'_>],
    world: &World,
    plans: &[Option<Plan>],
    bases: &[u32],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> (Rewritten, Vec<Failure>) {
    let members = Members::find(world, plans);
    let done = AtomicUsize::new(0);
    let results: Vec<Result<Option<Vec<u8>>, Vec<Failure>>> = (0..sources.len())
        .into_par_iter()
        .map(|index| {
            let class_plan = class_plan(world, index, plans, bases, &members);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, sources.len());
            if !world.classes[index].rewritten() || is_empty(&class_plan) {
                return Ok(None);
            }
            let bytes = rewrite(&sources[index].class, world, index, &class_plan);
            let failure = |(method, reason)| Failure { class: index, method, reason };
            bytes.map(Some).map_err(|refusals| refusals.into_iter().map(failure).collect())
        })
        .collect();
    let (mut rewritten, mut failures) = (Vec::with_capacity(results.len()), Vec::new());
    for result in results {
        match result {
            Ok(bytes) => rewritten.push(bytes),
            Err(refused) => failures.extend(refused),
        }
    }
    (rewritten, failures)
}

fn is_empty(plan: &ClassPlan<'_>) -> bool {
    plan.methods.is_empty() && !plan.number_field && plan.records.is_empty() && !plan.copies
}

fn class_plan<'p>(
    world: &World,
    index: usize,
    plans: &'p [Option<Plan>],
    bases: &[u32],
    members: &Members,
) -> ClassPlan<'p> {
    let mut methods = Vec::new();
    for (position, method) in world.classes[index].methods.iter().enumerate() {
        let id = world.method_id(index, position) as usize;
        if let Some(plan) = &plans[id] {
            let is_constructor = method.name == "<init>";
            methods.push(MethodCode { index: position, plan, path_base: bases[id], is_constructor });
        }
    }
    let holder = world.identity_holder(index);
    // A class that shadows another one of its name is rewritten alike: which of them is loaded is not known.
    let first = world.find(&world.classes[index].name).unwrap_or(index);
    ClassPlan {
        methods,
        number_field: members.holders.contains(&first),
        records: members.records.get(&index).into_iter().flatten().cloned().collect(),
        copies: members.copies.contains(&first),
        early_numbers: holder.is_some_and(|holder| members.early.contains(&holder)),
    }
}

/// Classes that get synthetic members.
#[derive(Default)]
struct Members {
    holders: BTreeSet<usize>,
    /// Names of the classes whose objects' numbers each class records.
    records: BTreeMap<usize, BTreeSet<String>>,
    copies: BTreeSet<usize>,
    /// Holders of hierarchies with early numbers.
    early: BTreeSet<usize>,
}

impl Members {
    fn find(world: &World, plans: &[Option<Plan>]) -> Members {
        let mut members = Members::default();
        for (index, class) in world.classes.iter().enumerate() {
            for position in 0..class.methods.len() {
                if let Some(plan) = &plans[world.method_id(index, position) as usize] {
                    members.add(world, index, plan);
                }
            }
        }
        let recorded = members.records.values().flatten().filter_map(|class| world.find(class));
        let named: Vec<usize> = recorded.chain(members.copies.iter().copied()).collect();
        members.holders.extend(named.into_iter().filter_map(|class| world.identity_holder(class)));
        members.holders.extend(members.early.iter().copied());
        members
    }

    fn add(&mut self, world: &World, index: usize, plan: &Plan) {
        if plan.early_number {
            self.early.extend(world.identity_holder(index));
        }
        for fact in plan.facts.iter().flatten() {
            for step in fact.before.iter().chain(&fact.after) {
                match step {
                    Step::Record(class) => drop(self.records.entry(index).or_default().insert(class.clone())),
                    Step::Fresh(class) => self.copies.extend(world.find(class)),
                    _ => {}
                }
            }
        }
    }
}

/// Runtime and map, as entries of every output: the class path may be used in part.
fn added_entries(map: &[u8]) -> Vec<(String, Cow<'_, [u8]>)> {
    let mut entries: Vec<(String, Cow<'_, [u8]>)> =
        runtime::CLASSES.iter().map(|&(name, bytes)| (name.to_owned(), Cow::Borrowed(bytes))).collect();
    entries.push((runtime::MAP_ENTRY.to_owned(), Cow::Borrowed(map)));
    entries
}

fn count(world: &World, summary: &mut Summary) {
    summary.classes = world.classes.len();
    for method in world.classes.iter().flat_map(|class| &class.methods) {
        summary.methods += 1;
        match method.untraced {
            None => summary.traced += 1,
            Some(reason) => *summary.untraced.entry(reason.name()).or_default() += 1,
        }
    }
}
