//! JDKs without packed modules, as most of version 24 and newer: their modules are taken out of the image that they run from.

use super::classes::{remove_made_by_jlink, write_jmod};
use crate::failure::Failure;
use crate::farm::create_directory;
use std::fs;
use std::io;
use std::path::Path;

/// Folders of a JDK, and where `java.base` has them as a module. Native libraries of all modules go with it.
const FOLDERS: [(&str, &str); 5] =
    [("bin", "bin"), ("conf", "conf"), ("lib", "lib"), ("legal/java.base", "legal"), ("include", "include")];

/// What in `lib` is no part of a module, and is made anew.
const NO_PART: [&str; 2] = ["modules", "src.zip"];

/// Gathers the parts of `java.base`, whose classes were taken out of the image with those of all modules.
pub(super) fn gather(home: &Path, taken_out: &Path, base: &Path) -> io::Result<()> {
    fs::create_dir_all(base)?;
    let classes = base.join("classes");
    fs::rename(taken_out.join("java.base"), &classes)?;
    remove_made_by_jlink(&classes)?;
    for (folder, to) in FOLDERS {
        let from = home.join(folder);
        if from.is_dir() {
            copy(&from, &base.join(to))?;
        }
    }
    Ok(())
}

/// Packs each module of an image that was taken apart, but `java.base`.
pub(super) fn pack(taken_out: &Path, packed: &Path) -> Result<(), Failure> {
    create_directory(packed).map_err(|cause| Failure::io("create", packed, cause))?;
    let modules = fs::read_dir(taken_out).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    for module in modules.map_err(|cause| Failure::io("read", taken_out, cause))? {
        let mut name = module.file_name();
        name.push(".jmod");
        write_jmod(&module.path(), &packed.join(name))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for file in fs::read_dir(from)? {
        let (name, path) = file.map(|file| (file.file_name(), file.path()))?;
        let is_archive = path.extension().is_some_and(|end| end == "jsa");
        if is_archive || NO_PART.iter().any(|part| name == *part) {
            continue;
        }
        // A link in a JDK stands for a file elsewhere on the system.
        if fs::metadata(&path)?.is_dir() {
            copy(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}
