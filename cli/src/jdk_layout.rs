//! What lies in the directory of a traced JDK.

use std::path::{Path, PathBuf};

/// The classes of the original `java.base`, within the directory of a traced JDK: programs are rewritten together with them.
pub(crate) const CLASSES: &str = "java.base.jar";
/// The traced copy.
pub(crate) const HOME: &str = "jdk";
/// The rewritten classes of `java.base`, if there is no copy.
pub(crate) const PATCH: &str = "java.base.patch.jar";

/// Whether a directory has what a traced JDK needs, as far as that can be told at once.
pub(crate) fn is_whole(directory: &Path) -> bool {
    let traced = [PATCH.into(), Path::new(HOME).join("lib/modules")];
    directory.join(CLASSES).is_file() && traced.iter().any(|file: &PathBuf| directory.join(file).is_file())
}
