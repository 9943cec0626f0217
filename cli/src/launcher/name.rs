//! Names for JVMs: the same in every run, and readable.

use super::session::Session;
use super::tools::Role;
use crate::java::command::{JavaCommand, Target};
use crate::java::manifest;
use paratrace_analyzer::model::Program as Named;
use std::env;
use std::path::Path;

/// The class that a command line starts, or what comes nearest to it.
pub(super) fn main_class(command: &JavaCommand) -> String {
    match &command.target {
        Target::Jar(jar) => {
            let named = manifest::read(jar).ok().and_then(|manifest| manifest.main_class);
            named.unwrap_or_else(|| jar.display().to_string())
        }
        Target::Main(main) => main.to_string_lossy().replace('/', "."),
        Target::Module(module) => module.to_string_lossy().into_owned(),
        Target::Source(file, _) => file.display().to_string(),
    }
}

/// `core-tests`: the directory in which a JVM is started, if it is not that of the command, and what it runs.
pub(super) fn label(session: &Session, main: &str, role: Role) -> String {
    let what = match role {
        Role::Tests => "tests".to_owned(),
        _ => last_part(main),
    };
    let here = env::current_dir().unwrap_or_default();
    let place = match here.strip_prefix(&session.start) {
        Ok(below) => below.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect(),
        Err(_) => vec![here.file_name().unwrap_or_default().to_string_lossy().into_owned()],
    };
    let whole = place.into_iter().chain([what]).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    whole.chars().map(plain).take(100).collect()
}

/// `acme.Main` → `Main`, `lib/app.jar` → `app`
fn last_part(main: &str) -> String {
    let file = Path::new(main).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = file.strip_suffix(".jar").or_else(|| file.strip_suffix(".java")).unwrap_or(&file);
    let name = stem.rsplit('.').next().unwrap_or_default();
    if name.is_empty() { "program".to_owned() } else { name.to_owned() }
}

fn plain(c: char) -> char {
    if c.is_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' }
}

/// How the report calls the program. The arguments of a test runner are names of temporary files.
pub(super) fn program(name: &str, named: &Named, role: Role) -> Named {
    match role {
        Role::Tests => Named { main: Some(name.to_owned()), args: Vec::new(), map: None },
        _ => named.clone(),
    }
}
