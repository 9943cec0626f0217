//! Traced JDKs: copies of a JDK whose `java.base` writes traces, too. They are kept in the cache.

mod choice;
mod home;
mod make;
mod tools;
mod unlinked;

pub(crate) use choice::{Jdk, Why, Wish};
pub(crate) use home::home_of;

use crate::cache::{Cache, JdkSet, jdk_key};
use crate::failure::{Failure, Kind};
use paratrace_traceformat::plain::line;
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
        TracedJdk::made(&key(home)?, home, cache)
    }

    /// The same for a program that runs without one as well: what has failed is not tried again at once.
    fn unless_failed(home: &Path, cache: &Cache) -> Result<TracedJdk, Failure> {
        let key = key(home)?;
        match cache.failed_jdk(&key) {
            Some(why) => Err(Failure::input(format!("{why}; paratrace jdk tries it again"))),
            None => TracedJdk::made(&key, home, cache),
        }
    }

    fn made(key: &str, home: &Path, cache: &Cache) -> Result<TracedJdk, Failure> {
        let set = cache.jdk(key, &|directory| make::make(home, directory))?;
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

    /// Says that it was made, if it was not there before.
    fn told(&self) -> Option<String> {
        let record = &self.set.record;
        let home = record.home.display().to_string();
        let (home, seconds, size) = (line(&home), record.seconds, record.bytes >> 20);
        let text = format!("paratrace: made a traced copy of {home} in {seconds} s ({size} MiB; see paratrace jdk)\n");
        (!self.set.kept).then_some(text)
    }
}

/// Whether a directory has what a traced JDK needs, as far as that can be told at once.
pub(crate) fn is_whole(directory: &Path) -> bool {
    directory.join(CLASSES).is_file() && directory.join(HOME).join("lib/modules").is_file()
}

/// The home of the traced JDK that the cache keeps in a directory.
pub(crate) fn home_in(directory: &Path) -> PathBuf {
    directory.join(HOME)
}

/// Traced JDKs are too large to be made for one run.
pub(crate) fn no_cache() -> Failure {
    Failure::new(Kind::Io, "there is no folder for the cache, where traced JDKs lie")
        .advise("Name one in PARATRACE_CACHE.")
}

fn key(home: &Path) -> Result<String, Failure> {
    jdk_key(&original(home)?).map_err(|cause| Failure::io("read", home, cause))
}

/// The files that tell one JDK from another: what it says of itself, and its classes.
fn original(home: &Path) -> Result<Vec<PathBuf>, Failure> {
    let [release, base, image] = ["release", "jmods/java.base.jmod", "lib/modules"].map(|file| home.join(file));
    let classes = if base.is_file() { base } else { image };
    let files = vec![release, classes];
    if let Some(missing) = files.iter().find(|file| !file.is_file()) {
        let what = format!("{} is no JDK of version 9 or newer: there is no {}", home.display(), missing.display());
        let advice = "Name the home of one: the folder that has bin/java in it.";
        return Err(Failure::input(what).advise(advice));
    }
    Ok(files)
}
