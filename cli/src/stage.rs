//! A traced program: copies of the jars of a whole class path and module path, and farms of links for its directories.

use crate::backend::{self, Selection, Target};
use crate::cache::{Cache, Content, Farms, Held, Unusable, key};
use crate::failure::{self, Failure};
use crate::farm::{create_directory, symlink};
use crate::java::class_path::{Entry, Kind, separates};
use crate::jdk::TracedJdk;
use paratrace_instrumenter::{Output, RUNTIME_JAR, Summary};
use paratrace_traceformat::trace::MAP_NAME;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The directory of rewritten files.
const TRACED: &str = "traced";

/// The places of a program's classes.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) class_path: Vec<Entry>,
    pub(crate) modules: Vec<Entry>,
}

impl Places {
    fn all(&self) -> impl Iterator<Item = &Entry> {
        self.class_path.iter().chain(&self.modules)
    }

    /// The paths of all entries.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        self.all().map(|entry| entry.path.clone()).collect()
    }

    /// There is nothing that could be traced.
    pub(crate) fn is_empty(&self) -> bool {
        !self.all().any(traced)
    }
}

/// Paths whose jars and directories are traced.
#[derive(Debug)]
pub(crate) struct Staged {
    /// A copy of the program map.
    pub(crate) map: PathBuf,
    /// The new class path, in the old order.
    pub(crate) class_path: Vec<PathBuf>,
    /// The runtime, for the JVM's own class loader; `None` if a traced JDK has it, or a module is it.
    pub(crate) runtime: Option<PathBuf>,
    /// The new module path, likewise, with the runtime; empty if there was none.
    pub(crate) module_path: Vec<PathBuf>,
    /// The result of the rewriting.
    pub(crate) made: Summary,
    /// True if the program was rewritten by an earlier run, which told the notes.
    pub(crate) kept: bool,
    /// Keeps the files at all these paths while it lives.
    pub(crate) guard: Guard,
}

/// Keeps what was staged.
#[derive(Debug)]
pub(crate) struct Guard {
    _set: Option<Held>,
    farms: Farms,
}

impl Guard {
    /// This process becomes the program: another one looks after its farms, by this file.
    pub(crate) fn hand_on(&self, file: &Path) -> io::Result<()> {
        self.farms.hand_on(file)
    }
}

/// One input, under a name that no other has.
#[derive(Debug)]
struct Input<'a> {
    original: &'a Path,
    name: OsString,
    unique: OsString,
    /// For a directory, the classes that can be loaded from it.
    classes: Option<Vec<PathBuf>>,
}

/// The inputs that are rewritten in one go, as they share one program map.
struct Program<'a> {
    inputs: Vec<Input<'a>>,
    /// The traced JDK that it will run on.
    jdk: Option<&'a TracedJdk>,
    modules: bool,
    selection: &'a Selection,
}

/// Traces a whole program. Outputs keep their base names. Rewritten files come from the cache, if there is one, or go there;
/// else they lie `below` a directory of the caller's.
pub(crate) fn stage(
    places: &Places,
    below: &Path,
    (selection, jdk): (&Selection, Option<&TracedJdk>),
    cache: Option<&Cache>,
) -> Result<Staged, Failure> {
    let mut inputs = name(places.all());
    inputs.iter_mut().try_for_each(Input::find_classes)?;
    let program = Program { inputs, jdk, modules: !places.modules.is_empty(), selection };
    let kept = cache.map(|cache| program.kept(cache)).transpose()?.flatten();
    let (set, mut farms, made, held) = match (kept, cache) {
        (Some(held), Some(cache)) => {
            let farms = cache.farms().unwrap_or_else(|_| Farms::below(below));
            (held.directory.clone(), farms, held.made.clone(), Some(held))
        }
        _ => (below.to_owned(), Farms::below(below), program.make(below, None)?, None),
    };
    let out = set.join(TRACED);
    let traced_inputs = program.inputs.iter().map(|input| input.traced(&out, &mut farms));
    let mut copies = traced_inputs.collect::<Result<Vec<_>, _>>()?.into_iter();
    let mut copied = |entries: &[Entry]| -> Vec<PathBuf> {
        let copy =
            |entry: &Entry| if traced(entry) { copies.next() } else { None }.unwrap_or_else(|| entry.path.clone());
        entries.iter().map(copy).collect()
    };
    let (class_path, mut module_path) = (copied(&places.class_path), copied(&places.modules));
    if program.modules {
        module_path.push(out.join(RUNTIME_JAR));
    }
    let runtime = if program.has_runtime_alone() { Some(out.join(RUNTIME_JAR)) } else { None };
    let kept = held.as_ref().is_some_and(|held| held.kept);
    let guard = Guard { _set: held, farms };
    Ok(Staged { map: set.join(MAP_NAME), class_path, runtime, module_path, made, kept, guard })
}

fn traced(entry: &Entry) -> bool {
    entry.kind != Kind::Other
}

impl Program<'_> {
    /// A module cannot read what the JVM's own class loader finds in a jar.
    fn has_runtime_alone(&self) -> bool {
        self.jdk.is_none() && !self.modules
    }

    /// The rewritten files in the cache; `None` if it does not work. Then they are made elsewhere: the program matters more.
    fn kept(&self, cache: &Cache) -> Result<Option<Held>, Failure> {
        let Ok(key) = self.key(cache) else { return Ok(None) };
        let what: Vec<String> = self.inputs.iter().map(|input| input.original.display().to_string()).collect();
        let make = |directory: &Path| {
            let made = self.make(directory, Some(cache.set(&key).join(MAP_NAME)))?;
            Ok((made, self.key(cache).is_ok_and(|now| now == key)))
        };
        match cache.get(&key, &what, &make) {
            Ok(held) => Ok(Some(held)),
            Err(Unusable::Failed(failure)) if failure.kind != failure::Kind::Io => Err(failure),
            Err(Unusable::Failed(_) | Unusable::Cache) => Ok(None),
        }
    }

    /// A set has the path of its map in it.
    fn key(&self, cache: &Cache) -> io::Result<String> {
        let contents: Vec<Content<'_>> = self.inputs.iter().map(Input::content).collect();
        let options = [
            format!("modules: {}", self.modules),
            format!("{:?}", self.selection),
            format!("jdk: {:?}", self.jdk.map(TracedJdk::key)),
            format!("for everybody: {}", backend::everybody_may_read(self.inputs.iter().map(|input| input.original))),
            format!("cache: {:?}", cache.directory),
        ];
        key(&options, &contents)
    }

    /// Rewrites everything. `map_place` is where the map will lie when the program runs, if that is known.
    fn make(&self, below: &Path, map_place: Option<PathBuf>) -> Result<Summary, Failure> {
        let (named, out) = (below.join("originals"), below.join(TRACED));
        for dir in [&named, &out] {
            create_directory(dir).map_err(|cause| Failure::io("create", dir, cause))?;
        }
        let paths = self.inputs.iter().map(|input| input.path(&named)).collect::<Result<Vec<_>, _>>()?;
        let (output, map) = (Output::Directory(out.clone()), Some(below.join(MAP_NAME)));
        let jdk = self.jdk.map(TracedJdk::classes);
        let runtime_alone = self.has_runtime_alone();
        let target = Target { output, map, modules: self.modules, runtime_alone, private: true, map_place, jdk };
        let made = backend::instrument(&paths, &target, self.selection, 0)?;
        self.inputs.iter().try_for_each(|input| input.settle(&out))?;
        fs::remove_dir_all(&named).map_err(|cause| Failure::io("remove", &named, cause))?;
        Ok(made)
    }
}

fn name<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> Vec<Input<'e>> {
    let mut seen: HashMap<OsString, usize> = HashMap::from([(RUNTIME_JAR.into(), 1)]);
    entries
        .into_iter()
        .filter(|entry| traced(entry))
        .map(|entry| {
            let name = base_name(&entry.path);
            let times = seen.entry(name.clone()).or_default();
            *times += 1;
            let unique = if *times == 1 { name.clone() } else { numbered(&name, *times) };
            let classes = (entry.kind == Kind::Directory).then(Vec::new);
            Input { original: &entry.path, name, unique, classes }
        })
        .collect()
}

/// The last part of a path; for `.` and `..` the name of the directory they mean. What separates the places of a class path is
/// replaced.
fn base_name(path: &Path) -> OsString {
    let own = path.file_name().map(OsStr::to_os_string);
    let meant = || path.canonicalize().ok()?.file_name().map(OsStr::to_os_string);
    let name = own.or_else(meant).unwrap_or_else(|| "root".into());
    if separates(Path::new(&name)) { name.to_string_lossy().replace([':', ';'], "_").into() } else { name }
}

/// `lib.jar` → `lib~2.jar`
fn numbered(name: &OsStr, n: usize) -> OsString {
    let path = Path::new(name);
    let mut out = path.file_stem().unwrap_or(name).to_os_string();
    out.push(format!("~{n}"));
    if let Some(extension) = path.extension() {
        out.push(".");
        out.push(extension);
    }
    out
}

impl Input<'_> {
    fn find_classes(&mut self) -> Result<(), Failure> {
        if let Some(classes) = &mut self.classes {
            *classes = backend::loadable_classes(self.original)?;
        }
        Ok(())
    }

    /// The input as the cache needs it.
    fn content(&self) -> Content<'_> {
        Content { name: &self.unique, path: self.original, classes: self.classes.as_deref() }
    }

    /// A path to the input that ends with its unique name.
    fn path(&self, links: &Path) -> Result<PathBuf, Failure> {
        if self.original.file_name() == Some(&self.unique) {
            return Ok(self.original.to_path_buf());
        }
        let link = links.join(&self.unique);
        let absolute = self.original.canonicalize().map_err(|cause| Failure::io("read", self.original, cause))?;
        symlink(&absolute, &link).map_err(|cause| Failure::io("create", &link, cause))?;
        Ok(link)
    }

    /// A traced jar, under its own base name.
    fn jar(&self, out: &Path) -> PathBuf {
        if self.unique == self.name {
            return out.join(&self.name);
        }
        out.join(format!("of-{}", self.unique.to_string_lossy())).join(&self.name)
    }

    /// Gives a traced jar its own base name.
    fn settle(&self, out: &Path) -> Result<(), Failure> {
        let (made, settled) = (out.join(&self.unique), self.jar(out));
        if self.classes.is_some() || made == settled {
            return Ok(());
        }
        let directory = settled.parent().map_or(Ok(()), create_directory);
        directory.and_then(|()| fs::rename(&made, &settled)).map_err(|cause| Failure::io("create", &settled, cause))
    }

    /// The path that takes the input's place: a jar, or a directory with the traced classes and everything else that is
    /// in the original.
    fn traced(&self, out: &Path, farms: &mut Farms) -> Result<PathBuf, Failure> {
        let Some(classes) = &self.classes else { return Ok(self.jar(out)) };
        let place = farms.path().join(&self.unique).join(&self.name);
        let made = farms.make(self.original, classes, &out.join(&self.unique), &place);
        made.map_err(|cause| Failure::io("create", &place, cause))?;
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_base_names_are_told_apart() {
        let entry = |path: &str, kind| Entry { path: path.into(), kind };
        let entries = [
            entry("a/lib.jar", Kind::Archive),
            entry("none", Kind::Other),
            entry("b/lib.jar", Kind::Archive),
            entry("c/classes", Kind::Directory),
            entry("d/classes/", Kind::Directory),
        ];
        let unique: Vec<_> = name(&entries).into_iter().map(|input| input.unique).collect();
        assert_eq!(unique, ["lib.jar", "lib~2.jar", "classes", "classes~2"]);
    }
}
