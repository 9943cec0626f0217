//! One instrumentation: describe the world, survey all classes, write the map, rewrite class by class.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use paratrace_traceformat::map::MapHash;

use crate::archive::{
    Access, Additions, Folder, Input, Map, MapParts, OtherModules, Pending, RUNTIME_JAR, RUNTIME_MODULE,
    everybody_may_read, stand_in,
};
use crate::assemble::Assembler;
use crate::error::Error;
use crate::method::Plan;
use crate::options::Options;
use crate::output::Rewriting;
use crate::selection::Selection;
use crate::source::Sources;
use crate::survey::{Members, Survey, survey_all};
use crate::unmatched::Unmatched;
use crate::workers::with_workers;
use crate::world::World;

/// The place of the result.
#[derive(Debug, Clone)]
pub enum Output {
    /// The one output, for one input.
    Jar(PathBuf),
    /// A directory that gets one output per input, with the same base names.
    Directory(PathBuf),
}

impl Output {
    /// The directory that the outputs of so many inputs lie in, and that may have to be made.
    pub(crate) fn directory(&self, inputs: usize) -> Option<&Path> {
        match self {
            Output::Jar(_) if inputs == 1 => None,
            Output::Jar(directory) | Output::Directory(directory) => Some(directory),
        }
    }
}

/// The result of an instrumentation, in figures.
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
    /// Patterns that no class and no method has.
    pub unmatched: Unmatched,
    /// The files written.
    pub outputs: Vec<PathBuf>,
    /// Messages to the user: signatures removed, classes that could not be read.
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
    let work = || {
        let job = Job::open(inputs, &outputs, options)?;
        let _folder = output.directory(inputs.len()).map(|at| Folder::create(at, options.access())).transpose()?;
        job.run(map_copy, options, progress)
    };
    with_workers(options.threads, work)
}

/// Rewrites the classes of a JDK's `java.base` so that programs that run on it trace what they do in it, too. `output` gets all
/// that `classes` has, a jar or directory, with the runtime, which the module exports. Programs that are to run on it have to be
/// rewritten with [`Options::jdk`]. `others` are the modules that it is linked with.
///
/// # Errors
/// As [`instrument`].
pub fn instrument_jdk(
    classes: &Path,
    output: &Path,
    others: OtherModules,
    threads: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Summary, Error> {
    let outputs = [output.to_path_buf()];
    let options = Options { threads, ..Options::default() };
    with_workers(threads, || Job::of_jdk(classes, others, &outputs)?.run(None, &options, progress))
}

/// The descriptor of the module [`RUNTIME_MODULE`] that a JDK of [`instrument_jdk`] is linked with: an empty one,
/// which stands in for the runtime that traced modules require.
///
/// # Errors
/// None in practice: it is made of a descriptor that was compiled with this crate.
pub fn stand_in_module() -> Result<Vec<u8>, Error> {
    stand_in().map_err(|source| Error::Class { class: RUNTIME_MODULE.to_owned(), source })
}

pub(crate) fn output_paths(inputs: &[PathBuf], output: &Output) -> Result<Vec<PathBuf>, Error> {
    let (Output::Jar(path) | Output::Directory(path)) = output;
    let Some(directory) = output.directory(inputs.len()) else { return Ok(vec![path.clone()]) };
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

/// What is read and written.
struct Job<'o> {
    /// A traced JDK that the program runs on comes first.
    inputs: Vec<Input>,
    on_jdk: bool,
    /// If it is a JDK that is rewritten: the modules that it is linked with.
    linked_with: Option<OtherModules>,
    /// The first input that is written.
    first: usize,
    outputs: &'o [PathBuf],
}

impl<'o> Job<'o> {
    fn open(paths: &[PathBuf], outputs: &'o [PathBuf], options: &Options) -> Result<Job<'o>, Error> {
        let copied = (!options.private).then_some(outputs);
        let jdk = options.jdk.iter().map(|jdk| Input::open(jdk, None));
        let own = paths.iter().map(|path| Input::open(path, copied));
        let inputs: Vec<Input> = jdk.chain(own).collect::<Result<_, _>>()?;
        let first = usize::from(options.jdk.is_some());
        if inputs[first..].iter().all(|input| input.classes.is_empty()) {
            return Err(Error::NoClasses { inputs: paths.to_vec() });
        }
        Ok(Job { inputs, on_jdk: options.jdk.is_some(), linked_with: None, first, outputs })
    }

    fn of_jdk(classes: &Path, others: OtherModules, outputs: &'o [PathBuf]) -> Result<Job<'o>, Error> {
        let input = Input::open(classes, Some(outputs))?;
        if input.classes.is_empty() {
            return Err(Error::NoClasses { inputs: vec![classes.to_path_buf()] });
        }
        Ok(Job { inputs: vec![input], on_jdk: true, linked_with: Some(others), first: 0, outputs })
    }

    fn is_jdk(&self) -> bool {
        self.linked_with.is_some()
    }

    fn additions<'b>(&self, map: MapParts<'b>, options: &'b Options) -> Result<Additions<'b>, Error> {
        match (self.linked_with, self.on_jdk) {
            (Some(others), _) => Additions::of_jdk(others),
            (None, true) => Additions::on_jdk(map, options.modules),
            (None, false) => Additions::new(map, options.modules).map(|made| made.and_alone(options.runtime_alone)),
        }
    }

    fn run(
        &self,
        map_copy: Option<&Path>,
        options: &Options,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Summary, Error> {
        let Job { inputs, outputs, first, .. } = self;
        let access = options.access();
        let private =
            self.linked_with.is_none() && !everybody_may_read(inputs[*first..].iter().map(|input| &*input.path));
        let mut notes: Vec<String> = inputs[*first..].iter().flat_map(|input| &input.notes).cloned().collect();
        let selection = Selection::new(options);
        let (sources, mut world) = Sources::read(inputs, self.on_jdk, &selection, &mut notes);
        if options.count {
            world.count_library();
        }
        let unmatched = Unmatched::of_selection(&selection, &world);
        let looks = AtomicUsize::new(0);
        // Each class is looked at twice.
        let progress = || progress(sources.len().min(looks.fetch_add(1, Ordering::Relaxed) / 2 + 1), sources.len());
        loop {
            let surveys = survey_all(&sources, &mut world, &progress)?;
            let planned = plan_classes(&world, surveys)?;
            let rewriting =
                Rewriting::new(&sources, &world, &planned.members, &planned.path_bases, planned.plans, &progress);
            let hash = MapHash::of(&planned.map);
            let map = Map::new(&planned.map, options.map_place.as_deref());
            let additions = self.additions(MapParts { map, hash: &hash.0, private }, options)?;
            let written = rewriting.write(inputs, *first, outputs, &additions, access);
            let refused = rewriting.refused()?;
            // No method is refused at this stage but for class files that contradict themselves.
            if !refused.is_empty() {
                refused.into_iter().for_each(|(class, (method, reason))| world.mark_untraced(class, method, reason));
                world.find_untraced();
                continue;
            }
            let mut pending = written?;
            if let Some(directory) = outputs.first().and_then(|path| path.parent()) {
                pending.extend(additions.write_runtime(directory, access)?);
            }
            if let Some(path) = map_copy {
                pending.push(map_file(path, &planned.map, (options, private))?);
            }
            pending.into_iter().try_for_each(Pending::finish)?;
            notes.retain(|note| !inputs[*first..].iter().any(|input| input.belies(note)));
            let map_hash = hash.to_string();
            let summary = Summary { notes, unmatched, map_hash, outputs: outputs.to_vec(), ..Summary::default() };
            return Ok(count(&world, self.is_jdk(), summary));
        }
    }
}

/// Facts of the whole program, known when all classes have been surveyed.
struct Planned {
    /// The bytes of the map.
    map: Vec<u8>,
    members: Members,
    /// First path id of each class.
    path_bases: Vec<u32>,
    /// Plans of each class, if they were kept.
    plans: Vec<Option<Vec<Plan>>>,
}

fn plan_classes(world: &World, surveys: Vec<Survey>) -> Result<Planned, Error> {
    let mut members = Members::of_jdk(world);
    let mut assembler = Assembler::new(world);
    let mut plans = Vec::with_capacity(surveys.len());
    for (class, survey) in surveys.into_iter().enumerate() {
        members.add(world, class, &survey);
        assembler.add(survey.part).ok_or(Error::TooManyPaths)?;
        plans.push(survey.plans);
    }
    let (map, path_bases) = assembler.finish()?;
    Ok(Planned { map, members, path_bases, plans })
}

/// A map that traces share has the permissions that a new file of the user has; its directory may keep others away. It says much of the
/// classes, so who may not read them may not read it.
fn map_file(path: &Path, bytes: &[u8], (options, private): (&Options, bool)) -> Result<Pending, Error> {
    let access = match (private, options.map_place.is_some()) {
        (true, _) => Access::Owner,
        (false, true) => Access::AsInput,
        (false, false) => options.access(),
    };
    let pending = Pending::beside(path, access)?;
    let mut file = pending.create()?;
    let mut written = file.write_all(bytes);
    if options.map_place.is_some() {
        written = written.and_then(|()| only_read(&file));
    }
    written.map_err(|source| Error::io("write", path, source))?;
    Ok(pending)
}

/// Whoever writes to one of the names of a shared file changes the map of all traces.
#[cfg(unix)]
fn only_read(file: &File) -> io::Result<()> {
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(true);
    file.set_permissions(permissions)
}

/// Files that can only be read cannot be removed there.
#[cfg(not(unix))]
fn only_read(_: &File) -> io::Result<()> {
    Ok(())
}

/// Counts the classes of a JDK, or those of a program.
fn count(world: &World, of_jdk: bool, mut summary: Summary) -> Summary {
    let classes = || world.classes.iter().filter(|class| class.of_jdk == of_jdk);
    summary.classes = classes().count();
    for method in classes().flat_map(|class| &class.methods) {
        summary.methods += 1;
        match method.untraced {
            None => summary.traced += 1,
            Some(reason) => *summary.untraced.entry(reason.name()).or_default() += 1,
        }
    }
    summary
}
