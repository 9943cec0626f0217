//! Finds the source line that a class file's line number means.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use paratrace_analyzer::names::package_of;

/// Folders below the working directory where Java sources usually are.
const USUAL: [&str; 4] = ["", "src", "src/main/java", "src/test/java"];

/// A source file larger than this is not read: no Java compiler accepts it either.
const MAX_SOURCE_BYTES: u64 = 16 << 20;

/// Looks for source files in a list of folders, each file at most once.
#[derive(Debug, Default)]
pub struct SourceFinder {
    roots: Vec<PathBuf>,
    files: RefCell<HashMap<PathBuf, Option<Vec<String>>>>,
}

impl SourceFinder {
    /// Looks in `given` folders first, then in the usual places below `working`.
    pub fn new(given: &[PathBuf], working: &Path) -> SourceFinder {
        let usual = USUAL.iter().map(|sub| working.join(sub));
        SourceFinder { roots: given.iter().cloned().chain(usual).collect(), files: RefCell::default() }
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
        let path = self.roots.iter().map(|root| root.join(relative)).find(|path| is_source(path))?;
        let bytes = fs::read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).lines().map(str::to_string).collect())
    }
}

fn is_source(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() <= MAX_SOURCE_BYTES)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn finds_lines_in_given_and_usual_folders() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("src/main/java/a/b")).unwrap();
        fs::write(dir.path().join("src/main/java/a/b/C.java"), "one\n   two  \n\n").unwrap();
        let finder = SourceFinder::new(&[dir.path().join("none")], dir.path());
        assert_eq!(finder.line("a/b/C$Inner", "C.java", 2).as_deref(), Some("two"));
        assert_eq!(finder.line("a/b/C", "C.java", 3), None);
        assert_eq!(finder.line("a/b/C", "C.java", 0), None);
        assert_eq!(finder.line("a/b/C", "C.java", u64::MAX), None);
        assert_eq!(finder.line("C", "C.java", 1), None);
    }

    #[test]
    fn names_cannot_leave_the_folders() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("secret"), "secret\n").unwrap();
        let inner = dir.path().join("inner");
        fs::create_dir(&inner).unwrap();
        let finder = SourceFinder::new(&[], &inner);
        assert_eq!(finder.line("C", "../secret", 1), None);
        assert_eq!(finder.line("C", dir.path().join("secret").to_str().unwrap(), 1), None);
        assert_eq!(finder.line("../C", "secret", 1), None);
    }
}
