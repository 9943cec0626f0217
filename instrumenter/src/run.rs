//! One instrumentation: read, plan, rewrite, write.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use paratrace_classfile::ClassFile;
use paratrace_traceformat::map::{ProgramMap, Untraced};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::archive::{Changes, Input, Pending, RUNTIME_JAR, pack, write_runtime};
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
    /// The outputs are for the module path: the runtime becomes a module, `paratrace.rt.jar`, which they require.
    pub modules: bool,
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
    let mut names = BTreeSet::from([OsString::from(RUNTIME_JAR)]);
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
    index: usize,
    class: ClassFile<'i>,
}

fn run(
    paths: &[PathBuf],
    outputs: &[PathBuf],
    map_copy: Option<&Path>,
    options: &Options,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Summary, Error> {
    let inputs: Vec<Input> = paths.iter().map(|path| Input::open(path)).collect::<Result<_, _>>()?;
    if inputs.iter().all(|input| input.classes.is_empty()) {
        return Err(Error::NoClasses { inputs: paths.to_vec() });
    }
    let notes = inputs.iter().flat_map(|input| &input.notes).cloned().collect();
    let mut summary = Summary { notes, ..Summary::default() };
    let selection = Selection::new(&options.include, &options.exclude);
    let bytes = read(&inputs, &mut summary.notes);
    let (sources, mut world) = parse(&inputs, &bytes, &selection, &mut summary.notes);
    let (rewritten, map) = rewrite_all(&sources, &mut world, progress)?;
    map.validate()?;
    let map_bytes = map.to_bytes()?;
    let runtime = runtime_entries(&map_bytes);
    let added: Vec<_> = if options.modules { Vec::new() } else { without_descriptor(&runtime) };
    let mut changes: Vec<FxHashMap<usize, Vec<u8>>> = vec![FxHashMap::default(); inputs.len()];
    for (source, bytes) in sources.iter().zip(rewritten) {
        if let Some(bytes) = bytes {
            changes[source.input].insert(source.index, bytes);
        }
    }
    let names: BTreeSet<String> =
        outputs.iter().filter_map(|path| path.file_name().map(|name| name.to_string_lossy().into_owned())).collect();
    let jobs: Vec<_> = inputs.iter().zip(outputs).zip(changes).collect();
    let mut pending = jobs
        .into_par_iter()
        .map(|((input, output), rewritten)| {
            let class = &mut |index| pack(rewritten.get(&index)?, input.classes[index].method).ok();
            input.write(output, &mut Changes { class, outputs: &names, added: &added, modules: options.modules })
        })
        .collect::<Result<Vec<Pending>, _>>()?;
    if let Some(directory) = outputs.first().and_then(|path| path.parent()).filter(|_| options.modules) {
        pending.push(write_runtime(directory, &runtime)?);
    }
    if let Some(path) = map_copy {
        pending.push(map_file(path, &map_bytes)?);
    }
    pending.into_iter().try_for_each(Pending::finish)?;
    summary.outputs = outputs.to_vec();
    summary.map_hash = paratrace_traceformat::map::MapHash::of(&map_bytes).to_string();
    count(&world, &mut summary);
    Ok(summary)
}

fn map_file(path: &Path, bytes: &[u8]) -> Result<Pending, Error> {
    let pending = Pending::beside(path);
    pending.create()?.write_all(bytes).map_err(|source| Error::io("write", path, source))?;
    Ok(pending)
}

/// All class files; one that cannot be read is left as it is.
fn read(inputs: &[Input], notes: &mut Vec<String>) -> Vec<Vec<Vec<u8>>> {
    let read = |input: &Input, index, notes: &mut Vec<String>| {
        input.class_bytes(index).unwrap_or_else(|error| {
            notes.push(format!("{error}"));
            Vec::new()
        })
    };
    inputs.iter().map(|input| (0..input.classes.len()).map(|index| read(input, index, notes)).collect()).collect()
}

fn parse<'i>(
    inputs: &'i [Input],
    bytes: &'i [Vec<Vec<u8>>],
    selection: &Selection,
    notes: &mut Vec<String>,
) -> (Vec<Source<'i>>, World) {
    let (mut sources, mut classes) = (Vec::new(), Vec::new());
    for (input, (at, bytes)) in inputs.iter().zip(bytes.iter().enumerate()) {
        for (index, (entry, bytes)) in input.classes.iter().zip(bytes).enumerate() {
            let origin = format!("{}!/{}", input.label(), entry.entry);
            let parsed = ClassFile::parse(bytes);
            let described = parsed.and_then(|class| Ok((describe(&class, origin.clone(), selection)?, class)));
            match described {
                Ok((described, class)) => {
                    classes.push(described);
                    sources.push(Source { input: at, index, class });
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
        match self.method {
            Some(method) => {
                world.classes[self.class].methods[method].untraced.get_or_insert(self.reason);
            }
            None => world.leave_class(self.class, self.reason),
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
    plan.methods.is_empty() && !plan.number_field && !plan.records && !plan.copies
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
    // Classes of one name get the same members: which of them is loaded is not known.
    let first = world.first(index);
    ClassPlan {
        methods,
        number_field: members.holders.contains(&first),
        records: members.records.contains(&first),
        copies: members.copies.contains(&first),
        early_numbers: holder.is_some_and(|holder| members.early.contains(&holder)),
    }
}

/// Classes that get synthetic members.
#[derive(Default)]
struct Members {
    holders: BTreeSet<usize>,
    records: BTreeSet<usize>,
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
        let named: Vec<usize> = members.records.iter().chain(&members.copies).copied().collect();
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
                    Step::Record(class) => self.records.extend(world.find(class)),
                    Step::Fresh(class) => self.copies.extend(world.find(class)),
                    _ => {}
                }
            }
        }
    }
}

/// Runtime and map as entries of a jar.
fn runtime_entries(map: &[u8]) -> Vec<(String, Cow<'_, [u8]>)> {
    let mut entries: Vec<(String, Cow<'_, [u8]>)> =
        runtime::CLASSES.iter().map(|&(name, bytes)| (name.to_owned(), Cow::Borrowed(bytes))).collect();
    entries.push((runtime::MAP_ENTRY.to_owned(), Cow::Borrowed(map)));
    entries
}

/// What an output gets that is not the runtime's own jar.
fn without_descriptor<'m>(entries: &[(String, Cow<'m, [u8]>)]) -> Vec<(String, Cow<'m, [u8]>)> {
    entries.iter().filter(|(name, _)| name != runtime::DESCRIPTOR).cloned().collect()
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
