//! Class files below a directory that can be loaded from it.
//!
//! A class loader asks a directory for `com/acme/X.class` and accepts nothing but a class of that name. So of a project's
//! whole folder only few class files count, and those of `target/classes` below it do not.

use paratrace_traceformat::files;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use paratrace_classfile::{ClassFile, Error as ClassError};

use super::is_class;
use super::walk::{Found, Scope, walk};
use crate::error::Error;
use crate::limits;

/// Bytes of a class file that are read first: the constants of most classes fit.
const HEAD: u64 = 8 << 10;

/// Folders in which launchers and servlet containers look for classes in an unpacked archive.
const CLASS_FOLDERS: [&str; 2] = ["BOOT-INF/classes/", "WEB-INF/classes/"];

/// The class files that can be loaded from a directory: their paths below it, sorted.
///
/// Links are followed as the JVM does. Other files are not read, and outputs of this tool are skipped.
///
/// # Errors
/// The directory cannot be read, or is output of this tool itself.
pub fn loadable_classes(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let Found { files, .. } = walk(directory, Scope::Classes)?;
    Ok(files.into_iter().filter(|file| file.class).map(|file| file.name).collect())
}

/// No class loader asks for a class in a directory of this name: its characters cannot be part of a package's name.
pub(super) fn may_be_package(name: &str) -> bool {
    !name.contains(['.', ';', '['])
}

/// True if the file at `path` is the class that `name`, its path below the directory, promises. A file that is no class
/// file at all counts, too, so that the one who loads it gets the error.
pub(super) fn is_loadable(name: &Path, path: &Path) -> bool {
    let Some(promised) = name.to_str().filter(|name| is_class(name)) else { return false };
    let promised = promised.replace(std::path::MAIN_SEPARATOR, "/");
    let promised = promised.trim_end_matches(".class");
    match class_name(path) {
        Ok(Some(found)) => {
            let inside = CLASS_FOLDERS.iter().find_map(|folder| promised.strip_prefix(folder));
            found == promised || inside == Some(&*found)
        }
        Ok(None) => true,
        // A class that cannot be read cannot be loaded.
        Err(_) => false,
    }
}

/// The name of the class in a file; `None` if there is none.
fn class_name(path: &Path) -> io::Result<Option<String>> {
    let mut file = files::open(path)?;
    let mut head = Vec::new();
    file.by_ref().take(HEAD).read_to_end(&mut head)?;
    if let Err(ClassError::Truncated { .. }) = ClassFile::name_in(&head) {
        file.take(limits::MAX_CLASS_BYTES).read_to_end(&mut head)?;
    }
    Ok(ClassFile::name_in(&head).ok().map(|name| name.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::may_be_package;

    #[test]
    fn names_of_packages() {
        assert!(may_be_package("acme") && may_be_package("META-INF") && may_be_package("größe"));
        assert!(!may_be_package(".git") && !may_be_package("lib-1.0") && !may_be_package("a;b"));
    }
}
