//! Batches on a traced JDK: the instructions of the JDK are compared, too.

use crate::batch::{Batch, Outcome, place};
use crate::compare::{compare_with_jdk, pauses};
use paratrace_instrumenter::{Options, Output, instrument};
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;
use paratrace_witness::{MethodName, Record};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A JDK, and its traced copy or what patches it.
#[derive(Debug, Clone)]
pub struct TracedJdk {
    /// The `java` of the original.
    pub plain: PathBuf,
    /// The `java` that traces.
    pub traced: PathBuf,
    /// Its options.
    pub options: Vec<OsString>,
    /// The original classes of `java.base`, with which programs are rewritten.
    classes: PathBuf,
}

impl TracedJdk {
    /// The copy in a directory of the cache, or the patch of a JDK 8; `plain` is the `java` of its original.
    #[must_use]
    pub fn new(directory: &Path, plain: &Path) -> Self {
        let (copy, classes) = (directory.join("jdk/bin/java"), directory.join("java.base.jar"));
        let patch = directory.join("java.base.patch.jar");
        let (traced, options) = if patch.is_file() { (plain.to_owned(), boot(&patch)) } else { (copy, Vec::new()) };
        Self { plain: plain.to_owned(), traced, options, classes }
    }

    /// Rewrites classes for the copy, into a new directory. The methods that pause the recording.
    ///
    /// # Errors
    /// Fails if the classes cannot be rewritten.
    pub fn rewrite(&self, classes: &Path, to: &Path, map: &Path) -> anyhow::Result<Vec<MethodName>> {
        let options = Options { jdk: Some(self.classes.clone()), ..Options::default() };
        instrument(&[classes.to_owned()], &Output::Directory(to.to_owned()), Some(map), &options, &|_, _| {})?;
        Ok(pauses(&ProgramMap::read(map)?.0))
    }
}

fn boot(patch: &Path) -> Vec<OsString> {
    let mut option = OsString::from("-Xbootclasspath/p:");
    option.push(patch);
    vec![option]
}

/// Options of both JVMs, with more for one of them: both have the same system properties, and all objects the same identity hash, so that
/// tables which go by those are filled alike.
pub fn alike(trace: &Path, more: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let hashes = ["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2"].map(OsString::from);
    [place(trace)].into_iter().chain(hashes).chain(more).collect()
}

impl Batch {
    /// Runs all programs plain under the witness, and traced with the JDK, and compares the instructions of both.
    ///
    /// # Errors
    /// Fails if something of that cannot be done at all.
    pub fn run_on(&self, jdk: &TracedJdk) -> anyhow::Result<Outcome> {
        let (record, trace) = (self.dir.join("record"), self.dir.join("trace"));
        let pauses = jdk.rewrite(&self.classes(), &self.dir.join("traced"), &self.dir.join("map"))?;
        let witness = paratrace_witness::options_with_platform(&record, &pauses)?;
        let plain = self.java(&jdk.plain, &self.classes(), alike(&trace, witness))?;
        let traced = self.java(&jdk.traced, &self.dir.join("traced/classes"), alike(&trace, jdk.options.clone()))?;
        let comparison = compare_with_jdk(&TraceDir::open(&trace)?, &Record::read(&record)?)?;
        self.outcome(&plain, &traced, comparison, trace)
    }
}
