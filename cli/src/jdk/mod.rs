//! Traced JDKs: copies of a JDK whose `java.base` writes traces, too. They are kept in the cache.

mod make;
mod tools;
mod unlinked;

use crate::cache::{Cache, JdkSet, jdk_key};
use crate::failure::{Failure, Kind};
use crate::launcher::on_path;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The classes of the original `java.base`, within the directory of a traced JDK: programs are rewritten together with them.
const CLASSES: &str = "java.base.jar";
/// The traced copy.
const HOME: &str = "jdk";

/// A traced JDK. Nobody removes it while this lives.
#[derive(Debug)]
pub(crate) struct TracedJdk {
    set: JdkSet,
}

impl TracedJdk {
    /// The traced copy of the JDK that lies in a directory; made if there is none yet.
    pub(crate) fn of(home: &Path, cache: &Cache) -> Result<TracedJdk, Failure> {
        let key = jdk_key(&original(home)?).map_err(|cause| Failure::io("read", home, cause))?;
        let set = cache.jdk(&key, &|directory| make::make(home, directory))?;
        Ok(TracedJdk { set })
    }

    /// Its `java`.
    pub(crate) fn java(&self) -> PathBuf {
        self.home().join("bin").join(if cfg!(windows) { "java.exe" } else { "java" })
    }

    /// Tells it from all others.
    pub(crate) fn key(&self) -> &str {
        &self.set.key
    }

    pub(crate) fn home(&self) -> PathBuf {
        home_in(&self.set.directory)
    }

    /// A jar with the classes that programs are rewritten together with.
    pub(crate) fn classes(&self) -> PathBuf {
        self.set.directory.join(CLASSES)
    }

    pub(crate) fn set(&self) -> &JdkSet {
        &self.set
    }
}

/// The home of the traced JDK that the cache keeps in a directory.
pub(crate) fn home_in(directory: &Path) -> PathBuf {
    directory.join(HOME)
}

/// The home of the JDK whose `java` a command names.
pub(crate) fn home_of(java: &OsStr) -> Result<PathBuf, Failure> {
    let found = if Path::new(java).components().count() > 1 { Some(java.into()) } else { on_path(java) };
    let found = found.ok_or_else(|| Failure::usage(format!("there is no {} on PATH", java.display())))?;
    let real = found.canonicalize().map_err(|cause| Failure::io("find", &found, cause))?;
    let home = real.parent().and_then(Path::parent).map(Path::to_path_buf);
    home.ok_or_else(|| Failure::new(Kind::Input, format!("{} lies in no JDK", real.display())))
}

/// Traced JDKs are too large to be made for one run.
pub(crate) fn no_cache() -> Failure {
    Failure::new(Kind::Io, "there is no folder for the cache, where traced JDKs lie")
        .advise("Name one in PARATRACE_CACHE.")
}

/// The files that tell one JDK from another: what it says of itself, and its classes.
fn original(home: &Path) -> Result<Vec<PathBuf>, Failure> {
    let [release, base, image] = ["release", "jmods/java.base.jmod", "lib/modules"].map(|file| home.join(file));
    let classes = if base.is_file() { base } else { image };
    let files = vec![release, classes];
    if let Some(missing) = files.iter().find(|file| !file.is_file()) {
        let what = format!("{} is no JDK: there is no {}", home.display(), missing.display());
        let advice = "Name the home of a JDK of version 9 or newer: the folder that has bin/java in it.";
        return Err(Failure::input(what).advise(advice));
    }
    Ok(files)
}
