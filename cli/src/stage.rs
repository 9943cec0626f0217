//! A traced program: copies of the jars of a whole class path and module path, and farms of links for its directories.

use crate::backend::{self, Selection, Target};
use crate::failure::Failure;
use crate::farm::{Farm, create_directory, symlink};
use crate::java::class_path::{Entry, Kind};
use paratrace_instrumenter::{Output, RUNTIME_JAR, Summary};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// File name of the program map.
pub(crate) const MAP: &str = "program.map";

/// Where a program's classes come from.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) class_path: Vec<Entry>,
    pub(crate) modules: Vec<Entry>,
}

impl Places {
    fn all(&self) -> impl Iterator<Item = &Entry> {
        self.class_path.iter().chain(&self.modules)
    }

    /// There is nothing that could be traced.
    pub(crate) fn is_empty(&self) -> bool {
        !self.all().any(traced)
    }
}

/// Paths whose jars and directories are traced copies.
#[derive(Debug)]
pub(crate) struct Staged {
    /// A copy of the program map.
    pub(crate) map: PathBuf,
    /// The new class path, in the old order.
    pub(crate) class_path: Vec<PathBuf>,
    /// The new module path, likewise, with the runtime; empty if there was none.
    pub(crate) module_path: Vec<PathBuf>,
    /// What the rewriting found.
    pub(crate) made: Summary,
}

/// One input, under a name that no other has.
struct Input<'a> {
    original: &'a Path,
    kind: Kind,
    name: OsString,
    unique: OsString,
}

/// Instruments every jar and directory in one go: they share one program map. Outputs keep their base names; where two
/// are equal, the second goes to a sub-directory.
pub(crate) fn stage(places: &Places, below: &Path, selection: &Selection) -> Result<Staged, Failure> {
    let named = below.join("originals");
    let out = below.join("traced");
    for dir in [&named, &out] {
        create_directory(dir).map_err(|cause| Failure::io("create", dir, cause))?;
    }
    let inputs = name(places.all());
    let paths = inputs.iter().map(|input| input.path(&named)).collect::<Result<Vec<_>, _>>()?;
    let map = below.join(MAP);
    let modules = !places.modules.is_empty();
    let target = Target { output: Output::Directory(out.clone()), map: Some(map.clone()), modules, private: true };
    let made = backend::instrument(&paths, &target, selection, 0)?;
    let farms = below.join("directories");
    let settled = inputs.iter().map(|input| match input.kind {
        Kind::Directory => input.farm(&out, below, &farms),
        _ => input.settle(&out),
    });
    let mut copies = settled.collect::<Result<Vec<_>, _>>()?.into_iter();
    let mut copied = |entries: &[Entry]| -> Vec<PathBuf> {
        let copy =
            |entry: &Entry| if traced(entry) { copies.next() } else { None }.unwrap_or_else(|| entry.path.clone());
        entries.iter().map(copy).collect()
    };
    let (class_path, mut module_path) = (copied(&places.class_path), copied(&places.modules));
    if modules {
        module_path.push(out.join(RUNTIME_JAR));
    }
    Ok(Staged { map, class_path, module_path, made })
}

fn traced(entry: &Entry) -> bool {
    entry.kind != Kind::Other
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
            Input { original: &entry.path, kind: entry.kind, name, unique }
        })
        .collect()
}

/// The last part of a path; for `.` and `..` the name of the directory they mean.
fn base_name(path: &Path) -> OsString {
    let own = path.file_name().map(OsStr::to_os_string);
    let meant = || path.canonicalize().ok()?.file_name().map(OsStr::to_os_string);
    own.or_else(meant).unwrap_or_else(|| "root".into())
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

    /// A directory with the traced classes and everything else that is in the original.
    fn farm(&self, out: &Path, own: &Path, farms: &Path) -> Result<PathBuf, Failure> {
        let classes = backend::loadable_classes(self.original)?;
        let place = farms.join(&self.unique).join(&self.name);
        let farm = Farm { original: self.original, classes: &classes, new: &out.join(&self.unique), own };
        farm.make(&place).map_err(|cause| Failure::io("create", &place, cause))?;
        Ok(place)
    }

    /// Where the traced copy is, under its own base name.
    fn settle(&self, out: &Path) -> Result<PathBuf, Failure> {
        let made = out.join(&self.unique);
        if self.unique == self.name {
            return Ok(made);
        }
        let dir = out.join(format!("of-{}", self.unique.to_string_lossy()));
        let settled = dir.join(&self.name);
        fs::create_dir(&dir)
            .and_then(|()| fs::rename(&made, &settled))
            .map_err(|cause| Failure::io("create", &settled, cause))?;
        Ok(settled)
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
