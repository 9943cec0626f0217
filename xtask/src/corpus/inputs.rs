//! Inputs of the rewriting: the classes of JDKs, and jars from a list of Maven coordinates.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use paratrace_verifier::{Jdk, published};

const JARS: &str = include_str!("jars.txt");

/// Something to rewrite.
pub(crate) enum Input {
    /// A jar.
    Jar(PathBuf),
    /// All modules of a JDK.
    Platform(Jdk),
}

impl Input {
    pub(crate) fn jar(&self) -> Option<&Path> {
        match self {
            Input::Jar(path) => Some(path),
            Input::Platform(_) => None,
        }
    }

    /// How the table calls it.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::Jar(path) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            Input::Platform(jdk) => format!("JDK {}", jdk.version().unwrap_or_default()),
        }
    }
}

/// All inputs: the JDKs, the jars of our list, and those of `more`.
pub(crate) fn find(more: &[PathBuf], jdks: &[Jdk], offline: bool) -> Result<Vec<Input>> {
    let cache = published::cache();
    let mut jars = listed(JARS, &cache, offline)?;
    for path in more {
        if path.is_dir() {
            jars.extend(jars_of(path)?);
        } else if path.extension().is_some_and(|extension| extension == "jar" || extension == "war") {
            jars.push(path.clone());
        } else {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            jars.extend(listed(&text, &cache, offline)?);
        }
    }
    let platforms = jdks.iter().map(|jdk| Input::Platform(jdk.clone()));
    Ok(platforms.chain(jars.into_iter().map(Input::Jar)).collect())
}

/// The jars of a directory, each once though several links may lead to it.
fn jars_of(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut jars = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jar") {
            jars.push(fs::canonicalize(path)?);
        }
    }
    jars.sort();
    jars.dedup();
    Ok(jars)
}

fn listed(list: &str, cache: &Path, offline: bool) -> Result<Vec<PathBuf>> {
    let lines = list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut jars = Vec::new();
    for line in lines {
        let path = if line.contains('/') {
            PathBuf::from(line)
        } else if offline {
            cache.join(published::file_name(line)?)
        } else {
            published::jar(line, cache)?
        };
        if path.exists() {
            jars.push(path);
        } else {
            eprintln!("left out: {line} is not at hand");
        }
    }
    Ok(jars)
}
