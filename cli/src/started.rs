//! The outputs of `instrument`, and the command that runs them.

use crate::java::manifest;
use paratrace_traceformat::plain::line;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Stands for a main class that no manifest names.
const MAIN: &str = "MAIN-CLASS";
/// Stands for the module and the main class to start.
const MODULE: &str = "MODULE/MAIN-CLASS";

/// Lines that say what was written, how to run it, and what comes then.
///
/// `java` is that of a traced JDK with its options, if the program is to run on one.
pub(crate) fn told(
    outputs: &[PathBuf],
    directory: &Path,
    (modules, counters): (bool, bool),
    java: Option<Vec<OsString>>,
) -> String {
    let java = java.unwrap_or_else(|| vec!["java".into()]);
    let java = java.iter().map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ");
    let then = if counters {
        "Its statistics go to -Dparatrace.statistics=FILE, or to NAME.statistics; paratrace cost reads them."
    } else {
        "Its trace goes to -Dparatrace.dir=DIR, or to a new directory named after the program. Then: paratrace analyze DIR"
    };
    let written: Vec<String> = outputs.iter().map(|path| line(&path.display().to_string()).into_owned()).collect();
    format!("wrote {}\nRun it: {}\n{then}\n", written.join(", "), command(&java, outputs, directory, modules))
}

/// The `java` command, as a shell takes it.
fn command(java: &str, outputs: &[PathBuf], directory: &Path, modules: bool) -> String {
    if modules {
        return format!("{java} -p {} -m {MODULE}", quoted(&directory.display().to_string()));
    }
    let starts = |path: &&PathBuf| path.is_file() && manifest::read(path).is_ok_and(|found| found.main_class.is_some());
    match outputs.iter().find(starts) {
        Some(jar) => format!("{java} -jar {}", quoted(&jar.display().to_string())),
        None => {
            let paths: Vec<String> = outputs.iter().map(|path| path.display().to_string()).collect();
            let separator = if cfg!(windows) { ";" } else { ":" };
            format!("{java} -cp {} {MAIN}", quoted(&paths.join(separator)))
        }
    }
}

/// A word of a shell.
fn quoted(word: &str) -> String {
    let bare = |c: char| c.is_alphanumeric() || "/._-:+=@%,~".contains(c);
    if !word.is_empty() && word.chars().all(bare) {
        return word.to_owned();
    }
    line(&format!("'{}'", word.replace('\'', "'\\''"))).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_one_of_a_shell() {
        let outputs = ["traced/a b".into(), "traced/lib.jar".into()];
        assert_eq!(
            command("java", &outputs, Path::new("traced"), false),
            "java -cp 'traced/a b:traced/lib.jar' MAIN-CLASS"
        );
        assert_eq!(command("java", &outputs, Path::new("traced"), true), "java -p traced -m MODULE/MAIN-CLASS");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
