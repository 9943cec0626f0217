//! A farm of links: a directory of classes in which some files are others, and everything else is what it was.
//!
//! Directories are made where classes lie, and where the original is small; everything else is a link to the original. So the
//! program finds all its resources, also those that change while it runs, and what it writes to them lands in the original.
//! Files that it creates in a directory that was made are moved to the original when it has ended. A large directory
//! without classes (`.git`, a store of data) is a link as a whole: nothing of it is read or copied.

mod created;

pub(crate) use created::Created;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A directory without classes is made anew if it has no more entries than this, all levels counted: a program that lists its
/// resources without following links sees them as they are.
const SMALL: usize = 1000;

/// The parts that a farm is made of.
#[derive(Debug)]
pub(crate) struct Farm<'f> {
    /// The original directory.
    pub(crate) original: &'f Path,
    /// Paths of its classes, relative to it: all of them, whether they are replaced or not.
    pub(crate) classes: &'f [PathBuf],
    /// A directory of files that replace those of the original, or are added to them.
    pub(crate) new: &'f Path,
    /// The directory that we write to: nothing in it is looked at, even if it lies in the original.
    pub(crate) own: &'f Path,
}

impl Farm<'_> {
    /// Makes the farm in a new directory.
    pub(crate) fn make(&self, place: &Path, created: &mut Created) -> io::Result<()> {
        let with_classes = self.classes.iter().flat_map(|class| class.ancestors().skip(1)).collect();
        let mut making = Making { own: self.own.canonicalize()?, with_classes, created };
        making.directory(Path::new(""), Some(&self.original.canonicalize()?), Some(self.new), place)
    }
}

struct Making<'f> {
    own: PathBuf,
    /// Directories of the original that classes can be loaded from.
    with_classes: HashSet<&'f Path>,
    created: &'f mut Created,
}

impl Making<'_> {
    /// A directory that has the entries of both, those of `new` in place of the original ones. `name` is its path in the farm.
    fn directory(&mut self, name: &Path, original: Option<&Path>, new: Option<&Path>, place: &Path) -> io::Result<()> {
        create_directory(place)?;
        let replaced = new.map(entries).transpose()?.unwrap_or_default();
        let kept = original.map(entries).transpose()?.unwrap_or_default();
        if let Some(original) = original {
            let links = kept.keys().filter(|entry| !replaced.contains_key(*entry)).map(|entry| (entry.into(), true));
            let ours = replaced.keys().map(|entry| (entry.into(), false));
            self.created.directory(place, original, links.chain(ours).collect::<HashMap<_, _>>());
        }
        for (entry, &directory) in &replaced {
            let (path, new) = (place.join(entry), new.map(|new| new.join(entry)).unwrap_or_default());
            if directory {
                let original = original.map(|original| original.join(entry)).filter(|original| original.is_dir());
                self.directory(&name.join(entry), original.as_deref(), Some(&new), &path)?;
            } else {
                fs::hard_link(&new, &path).or_else(|_| fs::copy(&new, &path).map(drop))?;
            }
        }
        for (entry, &directory) in kept.iter().filter(|(entry, _)| !replaced.contains_key(*entry)) {
            let original = original.map(|original| original.join(entry)).unwrap_or_default();
            self.keep(&name.join(entry), directory, &original, &place.join(entry))?;
        }
        Ok(())
    }

    /// An entry that is not replaced, nor is anything in it.
    fn keep(&mut self, name: &Path, directory: bool, original: &Path, place: &Path) -> io::Result<()> {
        let made = self.with_classes.contains(name) || directory && self.is_small(original);
        if made && original != self.own {
            // A directory that cannot be listed is linked: then the program fails as it would have done.
            if fs::read_dir(original).is_ok() {
                return self.directory(name, Some(original), None, place);
            }
        }
        symlink(original, place)
    }

    /// Few entries on all levels. Links are not followed here: they stay links.
    fn is_small(&self, directory: &Path) -> bool {
        let (mut todo, mut seen) = (vec![directory.to_owned()], 0);
        while let Some(directory) = todo.pop() {
            let Ok(found) = fs::read_dir(&directory) else { continue };
            for entry in found.flatten() {
                seen += 1;
                if seen > SMALL || entry.path() == self.own {
                    return false;
                }
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    todo.push(entry.path());
                }
            }
        }
        true
    }
}

/// Names, and which of them are directories themselves.
fn entries(directory: &Path) -> io::Result<BTreeMap<OsString, bool>> {
    let entry = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        Ok((entry.file_name(), entry.file_type()?.is_dir()))
    };
    fs::read_dir(directory)?.map(entry).collect()
}

/// A directory that only this user can look into.
pub(crate) fn create_directory(place: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(place)
}

#[cfg(unix)]
pub(crate) fn symlink(to: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, link)
}

#[cfg(windows)]
pub(crate) fn symlink(to: &Path, link: &Path) -> io::Result<()> {
    if to.is_dir() { std::os::windows::fs::symlink_dir(to, link) } else { std::os::windows::fs::symlink_file(to, link) }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn small_directories_are_made_and_large_ones_linked() {
        let dir = tempfile::tempdir().unwrap();
        let [original, new, place] = ["original", "new", "farm"].map(|name| dir.path().join(name));
        for name in ["a/b", "a/data", "large", "few/inner"] {
            fs::create_dir_all(original.join(name)).unwrap();
        }
        for name in ["a/b/C.class", "a/b/D.class", "a/b/c.txt", "a/data/d.txt", "few/inner/f.txt"] {
            fs::write(original.join(name), name).unwrap();
        }
        (0..=SMALL).for_each(|n| fs::write(original.join("large").join(n.to_string()), "").unwrap());
        symlink(&original, &original.join("few/back")).unwrap();
        fs::create_dir_all(new.join("a/b")).unwrap();
        fs::create_dir_all(new.join("paratrace/rt")).unwrap();
        fs::write(new.join("a/b/C.class"), "new").unwrap();
        fs::write(new.join("paratrace/rt/Probe.class"), "probe").unwrap();
        let classes = ["a/b/C.class", "a/b/D.class"].map(PathBuf::from);
        Farm { original: &original, classes: &classes, new: &new, own: dir.path() }
            .make(&place, &mut Created::default())
            .unwrap();

        let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
        let link = |name: &str| place.join(name).is_symlink();
        assert_eq!([read("a/b/C.class"), read("paratrace/rt/Probe.class")], ["new", "probe"]);
        assert_eq!([read("a/b/D.class"), read("a/data/d.txt")], ["a/b/D.class", "a/data/d.txt"]);
        assert!(link("large") && link("few/back") && link("a/b/c.txt") && !link("few/inner") && !link("a/b/C.class"));
        fs::write(place.join("a/b/c.txt"), "written").unwrap();
        assert_eq!(fs::read_to_string(original.join("a/b/c.txt")).unwrap(), "written");
        assert_eq!(fs::read_to_string(original.join("a/b/C.class")).unwrap(), "a/b/C.class");
    }

    /// The farm lies in the directory that it is made of.
    #[test]
    fn a_farm_in_its_own_original() {
        let dir = tempfile::tempdir().unwrap();
        let own = dir.path().join("tmp/own");
        fs::create_dir_all(own.join("new")).unwrap();
        Farm { original: dir.path(), classes: &[], new: &own.join("new"), own: &own }
            .make(&own.join("farm"), &mut Created::default())
            .unwrap();
        assert!(own.join("farm/tmp").is_symlink());
    }
}
