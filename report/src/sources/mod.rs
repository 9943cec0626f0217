//! Finds the source line that a class file's line number means.

mod modules;
mod root;

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use paratrace_analyzer::names::package_of;
use root::Root;

/// Looks for source files, each at most once: in folders that are given, beside the class path, in the working directory, and in
/// the modules of a build below it.
#[derive(Debug, Default)]
pub struct SourceFinder {
    roots: Vec<Root>,
    /// Below it are the modules of a build, if it is one.
    working: Option<PathBuf>,
    modules: OnceCell<Vec<Root>>,
    files: RefCell<HashMap<PathBuf, Option<Vec<String>>>>,
}

impl SourceFinder {
    /// Looks in `given` folders and source jars first, then where the sources of a class path usually are, then below `working`.
    pub fn new(given: &[PathBuf], class_path: &[PathBuf], working: &Path) -> SourceFinder {
        let mut roots: Vec<Root> = given.iter().flat_map(|given| Root::given(given)).collect();
        roots.extend(class_path.iter().flat_map(|entry| Root::beside(entry)));
        roots.push(Root::Folder(working.to_path_buf()));
        roots.extend(Root::of_module(working));
        SourceFinder { roots, working: Some(working.to_path_buf()), ..SourceFinder::default() }
    }

    /// The text of line `line` (from 1) of `file`, the source of class `class` (`pkg/Class`), without indentation.
    pub fn line(&self, class: &str, file: &str, line: u64) -> Option<String> {
        let package = package_of(class);
        let relative = Path::new(package).join(file);
        // Names come from class files: they must not lead out of the folders.
        if !relative.components().all(|c| matches!(c, Component::Normal(_))) {
            return None;
        }
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        let mut files = self.files.borrow_mut();
        let lines = files.entry(relative).or_insert_with_key(|path| self.read(path)).as_ref()?;
        lines.get(index).map(|text| text.trim().to_string()).filter(|text| !text.is_empty())
    }

    fn read(&self, relative: &Path) -> Option<Vec<String>> {
        let bytes = self.roots.iter().find_map(|root| root.read(relative)).or_else(|| self.of_modules(relative))?;
        Some(String::from_utf8_lossy(&bytes).lines().map(str::to_string).collect())
    }

    /// A file that different modules have with different contents is none: nobody knows whose class it is.
    fn of_modules(&self, relative: &Path) -> Option<Vec<u8>> {
        let working = self.working.as_deref()?;
        let modules =
            self.modules.get_or_init(|| modules::below(working).iter().flat_map(|m| Root::of_module(m)).collect());
        let mut found = modules.iter().filter_map(|root| root.read(relative));
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    }
}

#[cfg(test)]
mod tests;
