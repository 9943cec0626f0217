//! The words after `java` that start a traced copy.

use super::{Parts, Program, agent, archives, joined, long, stack};
use crate::failure::Failure;
use crate::java::class_path::separates;
use crate::java::command::JavaCommand;
use crate::java::manifest::Manifest;
use crate::stage::Staged;
use paratrace_instrumenter::RUNTIME_MODULE;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// As given, but for class path and module path. A jar is started by its main class, with what its manifest opens to it.
pub(super) fn words(
    (jvm, java): (&OsStr, &JavaCommand),
    program: &Program,
    staged: &Staged,
    (trace, below): (&Path, &Path),
    notes: &mut Vec<String>,
) -> Result<Vec<OsString>, Failure> {
    let trace = std::path::absolute(trace).map_err(|cause| Failure::io("find", trace, cause))?;
    // `run` itself says where the trace is.
    let mut words = vec!["-Dparatrace.quiet=true".into(), joined("-Dparatrace.dir=", trace.into())];
    words.extend(opened(&program.manifest));
    words.extend(archives::without(&java.options, notes));
    words.extend(stack::raised(java));
    words.extend(staged.runtime.iter().flat_map(|jar| runtime_of_jvm(jar)));
    let parts = Parts::of(program, staged);
    match &program.with_agent {
        None => {
            words.extend(class_path(&parts)?);
            words.extend(modules(&parts)?);
            words.extend(program.start.iter().cloned());
        }
        Some(jar) => {
            words.extend(modules(&parts)?);
            words.extend(["-jar".into(), agent::starter(jar, &program.manifest, parts.class_path, below)?]);
        }
    }
    if long::are_too_long(words.iter().chain(&java.args)) {
        words.extend(java.args.iter().cloned());
        return Ok(vec![long::in_file(jvm, &words, below)?]);
    }
    let mut words: Vec<OsString> = words.into_iter().map(no_argfile).collect();
    words.extend(java.args.iter().cloned());
    Ok(words)
}

/// Lets the JVM's own class loader find the runtime: in its classes, the JIT compilers trust that nothing is recorded any more once that is so.
fn runtime_of_jvm(jar: &Path) -> [OsString; 2] {
    [joined("-Xbootclasspath/a:", jar.into()), "-Dparatrace.appended=true".into()]
}

/// Escapes a word from an argfile, so that it is not read as an argfile again.
fn no_argfile(word: OsString) -> OsString {
    if word.to_string_lossy().starts_with('@') { joined("@", word) } else { word }
}

fn class_path(parts: &Parts<'_>) -> Result<Vec<OsString>, Failure> {
    if parts.class_path.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec!["-cp".into(), path(parts.class_path)?])
}

fn modules(parts: &Parts<'_>) -> Result<Vec<OsString>, Failure> {
    let mut words = Vec::new();
    if !parts.upgrades.is_empty() {
        words.extend(["--upgrade-module-path".into(), path(parts.upgrades)?]);
    }
    if !parts.modules.is_empty() {
        // Modules without descriptor read the runtime's module without requiring it.
        words.extend(["-p".into(), path(parts.modules)?, "--add-modules".into(), RUNTIME_MODULE.into()]);
    }
    for (module, places) in &parts.patches {
        words.extend(["--patch-module".into(), joined(&format!("{module}="), path(places)?)]);
    }
    Ok(words)
}

fn path(places: &[PathBuf]) -> Result<OsString, Failure> {
    env::join_paths(places).map_err(|cause| no_part_of_a_path(places.iter()).because(cause))
}

/// The failure for places of which one has a name that separates places.
pub(crate) fn no_part_of_a_path<'p>(mut places: impl Iterator<Item = &'p PathBuf>) -> Failure {
    let place = places.find(|place| separates(place)).map(|place| place.display().to_string()).unwrap_or_default();
    Failure::usage(format!("{place} can be on no class path and no PATH"))
        .advise("Name another directory: TMPDIR for traced copies, PARATRACE_CACHE for those that are kept.")
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
