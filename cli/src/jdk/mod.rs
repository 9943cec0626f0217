//! Traced JDKs: copies of a JDK whose `java.base` writes traces, too, or patches of that for a JDK that no copy can be made of. They are
//! kept in the cache.

mod boot_jar;
mod choice;
mod classes;
mod home;
mod make;
mod patch;
mod tools;
mod unlinked;

pub(crate) use choice::{Jdk, Why, Wish};
pub(crate) use home::home_of;

use crate::cache::{Cache, JdkRecord, JdkSet, jdk_key};
use crate::failure::{Failure, Kind};
use crate::jdk_layout::{CLASSES, HOME, PATCH};
use paratrace_instrumenter::RUNTIME_MODULE;
use paratrace_traceformat::plain::line;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A traced JDK. Nobody removes it while this lives.
#[derive(Debug)]
pub(crate) struct TracedJdk {
    set: JdkSet,
    /// The JDK that is traced.
    original: PathBuf,
}

/// Why what was to be made for a key need not be tried.
type Failed<'f> = dyn Fn(&str) -> Option<Failure> + 'f;

impl TracedJdk {
    /// What traces the JDK that lies in a directory; made if there is nothing yet.
    pub(crate) fn of(home: &Path, cache: &Cache) -> Result<TracedJdk, Failure> {
        TracedJdk::made(&boot_jar::home_of_machine(home), cache, &|_| None)
    }

    /// The same for a program that runs without as well: what has failed is not tried again at once.
    fn unless_failed(home: &Path, cache: &Cache) -> Result<TracedJdk, Failure> {
        let again = |why| Failure::input(format!("{why}; paratrace jdk tries it again"));
        TracedJdk::made(home, cache, &|key| cache.failed_jdk(key).map(again))
    }

    /// A copy; a patch, if there can be no copy.
    fn made(home: &Path, cache: &Cache, failed: &Failed<'_>) -> Result<TracedJdk, Failure> {
        let key = key(home)?;
        let get = |key: &str, make: &dyn Fn(&Path) -> Result<JdkRecord, Failure>| {
            failed(key).map_or_else(|| cache.jdk(key, make), Err)
        };
        let set = match get(&key, &|directory| make::make(home, directory)) {
            Err(why) if why.kind == Kind::Input => {
                let patch = get(&format!("{key}-patch"), &|directory| patch::make(home, directory, &why));
                patch.map_err(|patch| why.and(&patch))
            }
            copy => copy,
        }?;
        Ok(TracedJdk { set, original: home.to_owned() })
    }

    /// Its `java`.
    pub(crate) fn java(&self) -> PathBuf {
        self.home().join("bin").join(if cfg!(windows) { "java.exe" } else { "java" })
    }

    /// Tells it from all others.
    pub(crate) fn key(&self) -> &str {
        &self.set.key
    }

    /// The home of the `java` that runs traced programs.
    fn home(&self) -> PathBuf {
        if self.patch().is_some() { self.original.clone() } else { self.set.home() }
    }

    /// The patch that its `java` starts with, if it is no copy.
    pub(crate) fn patch(&self) -> Option<PathBuf> {
        self.set.patch()
    }

    /// Why there is no copy, but a patch.
    pub(crate) fn no_copy(&self) -> Option<&str> {
        self.set.record.no_copy.as_deref()
    }

    /// Its `java`, and the options that this needs.
    pub(crate) fn command(&self) -> Vec<OsString> {
        std::iter::once(self.java().into()).chain(self.set.options()).collect()
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
        let made = format!("in {seconds} s ({size} MiB; see paratrace jdk)");
        let text = match self.no_copy() {
            None => format!("paratrace: made a traced copy of {home} {made}\n"),
            Some(why) => format!(
                "paratrace: traced java.base of {home} {made}. It is patched, so programs start later than on a copy, which \
                 cannot be made: {}\n",
                line(why)
            ),
        };
        (!self.set.kept).then_some(text)
    }
}

impl JdkSet {
    /// The home that a copy has; that of the JDK that is patched.
    pub(crate) fn home(&self) -> PathBuf {
        if self.patch().is_some() { self.record.home.clone() } else { self.directory.join(HOME) }
    }

    /// The options that its `java` needs.
    pub(crate) fn options(&self) -> Vec<OsString> {
        self.patch().map(|patch| patch_options(&self.record.home, &patch)).unwrap_or_default()
    }

    /// The patch, if it is no copy.
    fn patch(&self) -> Option<PathBuf> {
        self.record.no_copy.is_some().then(|| self.directory.join(PATCH))
    }
}

/// Options with which a JDK's own `java` starts with a patch. The runtime is a package of it.
fn patch_options(home: &Path, patch: &Path) -> Vec<OsString> {
    if boot_jar::boot_jar(home).is_some() {
        return boot_jar::options(patch);
    }
    let mut of_base = OsString::from("java.base=");
    of_base.push(patch);
    // The module's name is that of its package.
    let exported = format!("java.base/{RUNTIME_MODULE}=ALL-UNNAMED");
    vec!["--patch-module".into(), of_base, "--add-exports".into(), exported.into()]
}

/// The same for the `java` of a JDK.
pub(crate) fn options_of_patched(java: &Path, patch: &Path) -> Vec<OsString> {
    patch_options(java.parent().and_then(Path::parent).unwrap_or(Path::new("")), patch)
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
    if let Some(jar) = boot_jar::boot_jar(home) {
        return Ok(vec![jar]);
    }
    let [release, base, image] = ["release", "jmods/java.base.jmod", "lib/modules"].map(|file| home.join(file));
    let classes = if base.is_file() { base } else { image };
    let files = vec![release, classes];
    if let Some(missing) = files.iter().find(|file| !file.is_file()) {
        let what = format!("{} is no JDK: there is no {}", home.display(), missing.display());
        let advice = "Name the home of one: the folder that has bin/java in it.";
        return Err(Failure::input(what).advise(advice));
    }
    Ok(files)
}
