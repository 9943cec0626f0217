//! Lets every JDK link the rewritten classes of a jar.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use paratrace_classfile::ClassFile;
use paratrace_verifier::{Jdk, Request, Verdict, Verifier};
use serde::{Deserialize, Serialize};

use super::classes;

/// All that is needed to judge.
pub(crate) struct Judge<'j> {
    pub(crate) jdks: &'j [Jdk],
    pub(crate) verifier: Verifier,
    /// All jars of the corpus: one may need classes of another.
    pub(crate) class_path: Vec<PathBuf>,
}

/// The judgement of one JDK on one input.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Judged {
    pub(crate) linked: usize,
    /// Rejected although the original is not, with the reason.
    pub(crate) rejected: BTreeMap<String, String>,
    /// Rejected as the original is.
    pub(crate) rejected_before: usize,
    /// Classes that they need are missing.
    pub(crate) unresolved: usize,
    /// Too new for the JDK.
    pub(crate) unsupported: usize,
    /// Never loaded: the platform has a class of that name.
    pub(crate) elsewhere: usize,
}

impl Judged {
    /// Compares what was said of the rewritten classes and of the originals.
    pub(crate) fn new(after: Verdict, before: &Verdict) -> Judged {
        let (bad, rejected): (BTreeMap<_, _>, BTreeMap<_, _>) =
            after.rejected.into_iter().partition(|(class, _)| before.rejected.contains_key(class));
        Judged {
            linked: after.linked,
            rejected,
            rejected_before: bad.len(),
            unresolved: after.unresolved.len(),
            unsupported: after.unsupported.len(),
            elsewhere: after.elsewhere.len(),
        }
    }

    /// Counts another input as well.
    pub(crate) fn add(&mut self, other: &Judged) {
        self.linked += other.linked;
        self.rejected.extend(other.rejected.clone());
        self.rejected_before += other.rejected_before;
        self.unresolved += other.unresolved;
        self.unsupported += other.unsupported;
        self.elsewhere += other.elsewhere;
    }
}

impl Judge<'_> {
    /// The judgements of the JDKs on a jar's classes.
    pub(crate) fn jar(&self, original: &Path, traced: &Path, work: &Path) -> Result<Vec<Judged>> {
        let new = Unpacked::new(traced, &work.join("new"))?;
        let mut old = None;
        let mut all = Vec::new();
        for jdk in self.jdks {
            let after = self.link(jdk, &new)?;
            let before = if after.rejected.is_empty() {
                Verdict::default()
            } else {
                let old = match &mut old {
                    Some(old) => old,
                    None => old.insert(Unpacked::new(original, &work.join("old"))?),
                };
                self.link(jdk, old)?
            };
            all.push(Judged::new(after, &before));
        }
        Ok(all)
    }

    /// The judgement of a JDK on its own classes; the others cannot load them.
    pub(crate) fn platform(&self, own: &Jdk, traced: &Path) -> Result<Vec<Option<Judged>>> {
        let judged = Judged::new(self.verifier.link_platform(own, traced)?, &Verdict::default());
        let mut judged = Some(judged);
        Ok(self.jdks.iter().map(|jdk| if jdk.home() == own.home() { judged.take() } else { None }).collect())
    }

    fn link(&self, jdk: &Jdk, unpacked: &Unpacked) -> Result<Verdict> {
        let mut request = Request::default();
        let feature = jdk.feature()?;
        for (index, root) in unpacked.roots.iter().enumerate() {
            if root.version.is_some_and(|version| version > feature) {
                continue;
            }
            let loader = index.to_string();
            let path = unpacked.search_path(index);
            request
                .loader(&loader, path.iter().map(PathBuf::as_path).chain(self.class_path.iter().map(PathBuf::as_path)));
            root.classes.iter().for_each(|class| request.link(&loader, class));
        }
        self.verifier.link(jdk, &request, &[])
    }
}

/// A part of a jar in which packages are directories: the jar itself, `BOOT-INF/classes/`, `META-INF/versions/9/`, a nested
/// jar …
struct Root {
    directory: PathBuf,
    /// The version, for a root of a multi-release jar.
    version: Option<u32>,
    /// Names of the classes, in the form that `Class.forName` takes.
    classes: Vec<String>,
}

/// The classes of a jar as directories, one for each root.
struct Unpacked {
    roots: Vec<Root>,
}

impl Unpacked {
    fn new(jar: &Path, directory: &Path) -> Result<Unpacked> {
        let mut by_prefix: BTreeMap<String, usize> = BTreeMap::new();
        let mut roots: Vec<Root> = Vec::new();
        classes::visit(jar, &mut |place, bytes| {
            let Ok(name) = ClassFile::parse(bytes).and_then(|class| Ok(class.name()?.into_owned())) else {
                return Ok(());
            };
            let ours = name.starts_with("paratrace/rt/");
            let Some(prefix) = place.strip_suffix(&format!("{name}.class")).filter(|_| name != "module-info" && !ours)
            else {
                return Ok(());
            };
            let root = *by_prefix.entry(prefix.to_owned()).or_insert_with(|| {
                roots.push(Root::new(prefix, directory.join(roots.len().to_string())));
                roots.len() - 1
            });
            roots[root].add(&name, bytes)
        })?;
        ensure!(!roots.is_empty(), "{} has no classes", jar.display());
        Ok(Unpacked { roots })
    }

    /// The root itself, lower versions of a multi-release jar, newest first, and all others.
    fn search_path(&self, own: usize) -> Vec<PathBuf> {
        let mut path = vec![own];
        let mut others: Vec<usize> = (0..self.roots.len())
            .filter(|&at| at != own && self.roots[at].version <= self.roots[own].version)
            .collect();
        others.sort_by_key(|&at| std::cmp::Reverse(self.roots[at].version));
        path.extend(others);
        path.into_iter().map(|at| self.roots[at].directory.clone()).collect()
    }
}

impl Root {
    fn new(prefix: &str, directory: PathBuf) -> Root {
        let version =
            prefix.rsplit_once("META-INF/versions/").and_then(|(_, rest)| rest.strip_suffix('/')?.parse().ok());
        Root { directory, version, classes: Vec::new() }
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let file = self.directory.join(format!("{name}.class"));
        fs::create_dir_all(file.parent().unwrap_or(&self.directory))?;
        fs::write(file, bytes)?;
        self.classes.push(name.replace('/', "."));
        Ok(())
    }
}
