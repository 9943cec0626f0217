//! The words after `java` that start a traced copy.

use super::{Parts, Program, archives, joined};
use crate::failure::Failure;
use crate::java::command::JavaCommand;
use crate::java::manifest::Manifest;
use crate::stage::Staged;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// As given, but for class path and module path. A jar is started by its main class, with what its manifest opens to it.
pub(super) fn words(
    java: &JavaCommand,
    program: &Program,
    staged: &Staged,
    trace: &Path,
    notes: &mut Vec<String>,
) -> Result<Vec<OsString>, Failure> {
    let trace = std::path::absolute(trace).map_err(|cause| Failure::io("find", trace, cause))?;
    // `run` itself says where the trace is.
    let mut words = vec!["-Dparatrace.quiet=true".into(), joined("-Dparatrace.dir=", trace.into())];
    words.extend(opened(&program.manifest));
    words.extend(archives::without(&java.options, notes));
    words.extend(paths(&Parts::of(program, staged))?);
    words.extend(program.start.iter().cloned());
    let mut words: Vec<OsString> = words.into_iter().map(no_argfile).collect();
    words.extend(java.args.iter().cloned());
    Ok(words)
}

/// What was read from argfiles is not read as one again.
fn no_argfile(word: OsString) -> OsString {
    if word.to_string_lossy().starts_with('@') { joined("@", word) } else { word }
}

fn paths(parts: &Parts<'_>) -> Result<Vec<OsString>, Failure> {
    let mut words = Vec::new();
    if !parts.class_path.is_empty() {
        words.extend(["-cp".into(), path(parts.class_path)?]);
    }
    if !parts.upgrades.is_empty() {
        words.extend(["--upgrade-module-path".into(), path(parts.upgrades)?]);
    }
    if !parts.modules.is_empty() {
        // Modules without descriptor read the runtime's module without requiring it.
        words.extend(["-p".into(), path(parts.modules)?, "--add-modules".into(), "paratrace.rt".into()]);
    }
    for (module, places) in &parts.patches {
        words.extend(["--patch-module".into(), joined(&format!("{module}="), path(places)?)]);
    }
    Ok(words)
}

fn path(places: &[PathBuf]) -> Result<OsString, Failure> {
    env::join_paths(places)
        .map_err(|cause| Failure::usage("a path of the class path or module path cannot be part of one").because(cause))
}

/// `Add-Opens` and `Add-Exports` count only with `-jar`. Java 8 knows neither: it must not stumble over them.
fn opened(manifest: &Manifest) -> Vec<OsString> {
    let option = |name: &'static str| move |what: &String| OsString::from(format!("--add-{name}={what}=ALL-UNNAMED"));
    let opens = manifest.add_opens.iter().map(option("opens"));
    let mut all: Vec<OsString> = opens.chain(manifest.add_exports.iter().map(option("exports"))).collect();
    if !all.is_empty() {
        all.insert(0, "-XX:+IgnoreUnrecognizedVMOptions".into());
    }
    all
}
