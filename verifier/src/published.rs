//! Published jars, fetched by Maven.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run;

/// An agent that measures coverage: it puts a static field with an array, a method, and stores into the array at all ends of
/// basic blocks into each class.
pub const JACOCO: &str = "org.jacoco:org.jacoco.agent:0.8.14:jar:runtime";

/// Jars that were fetched before, by all checks of the workspace.
pub fn cache() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/corpus/jars")
}

/// The file of `group:artifact:version[:packaging[:classifier]]` in a directory, to which Maven copies it if it is not there.
///
/// # Errors
/// Fails if these are no coordinates, and if Maven cannot be run or finds no such file.
pub fn jar(coordinates: &str, directory: &Path) -> Result<PathBuf> {
    let path = directory.join(file_name(coordinates)?);
    if !path.exists() {
        fs::create_dir_all(directory)?;
        let mut maven = Command::new("mvn");
        maven.args(["-q", "-B", "dependency:copy", &format!("-Dartifact={coordinates}")]);
        maven.arg(format!("-DoutputDirectory={}", directory.display()));
        run(&mut maven)?;
        ensure!(path.exists(), "Maven has not written {}", path.display());
    }
    Ok(path)
}

/// The name that Maven gives to the file of some coordinates.
///
/// # Errors
/// Fails if these are no coordinates.
pub fn file_name(coordinates: &str) -> Result<String> {
    let mut parts = coordinates.split(':').skip(1);
    let mut next = || parts.next();
    let (artifact, version) = next().zip(next()).with_context(|| format!("{coordinates}: no Maven coordinates"))?;
    let packaging = next().unwrap_or("jar");
    let classifier = next().map(|classifier| format!("-{classifier}")).unwrap_or_default();
    Ok(format!("{artifact}-{version}{classifier}.{packaging}"))
}
