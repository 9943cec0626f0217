//! Programs that are started from their source code: compiled as the launcher of the same `java` compiles them, but to class files.

use crate::failure::Failure;
use crate::java::command::{JavaCommand, Paths};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs in the `java` that is to start the program, as its compiler and its defaults decide.
const COMPILER: &str = include_str!("../../../runtime-java/src/launcher/Compile.java");

/// Exit status of the compiler: the launcher itself would refuse the program, and what was printed says why.
const REFUSED: i32 = 1;
/// The program is compiled.
const COMPILED: i32 = 42;

/// Options that matter to the launcher's compiler, each with a value.
const OPTIONS: [&str; 4] = ["--add-exports", "--add-modules", "--limit-modules", "--patch-module"];
/// Values of `--add-modules` that are only known when a program runs.
const ONLY_AT_RUN_TIME: [&str; 2] = ["ALL-DEFAULT", "ALL-SYSTEM"];
/// Variables with options that are for the program.
const VARIABLES: [&str; 3] = ["JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"];

/// A program as class files.
pub(super) struct Compiled {
    pub(super) classes: PathBuf,
    /// A class, or a module and a class.
    pub(super) main: String,
    /// The compiler's warnings.
    pub(super) warnings: String,
}

impl Compiled {
    /// True if the main class is a class of a module.
    pub(super) fn is_module(&self) -> bool {
        self.main.contains('/')
    }
}

/// Compiles a source file, and those that it needs, in a new directory `below` another one.
pub(super) fn compile(
    jvm: &OsStr,
    java: &JavaCommand,
    (file, version): (&Path, Option<&OsStr>),
    below: &Path,
) -> Result<Compiled, Failure> {
    let place = below.join("source");
    let (classes, compiler) = (place.join("classes"), place.join("Compile.java"));
    let cannot = |cause| Failure::io("write to", &place, cause);
    fs::create_dir_all(&classes).map_err(cannot)?;
    fs::write(&compiler, COMPILER).map_err(cannot)?;
    let mut command = Command::new(jvm);
    for name in VARIABLES {
        command.env_remove(name);
    }
    // A short run: the fast compiler alone, where it is known.
    command.args(["-XX:+IgnoreUnrecognizedVMOptions", "-XX:TieredStopAtLevel=1"]).args(encoding(java)).arg(&compiler);
    command.arg(&classes).arg(file).arg(class_path(&java.paths));
    command.args(version.into_iter().flat_map(|version| ["--release".as_ref(), version]));
    command.args(javac_options(java));
    let output = command.output().map_err(|cause| Failure::io("run", Path::new(jvm), cause))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        Some(COMPILED) => {
            Ok(Compiled { classes, main: String::from_utf8_lossy(&output.stdout).into(), warnings: said })
        }
        Some(REFUSED) if output.stdout.starts_with(b"refused") => {
            Err(Failure::by_java(format!("{} cannot be compiled", file.display()), said))
        }
        _ => Err(no_compiler(file, &output)),
    }
}

/// This `java` has no compiler, or none that starts source code.
fn no_compiler(file: &Path, output: &Output) -> Failure {
    let said = String::from_utf8_lossy(&output.stderr);
    Failure::input(format!("{} is source code, and this java cannot compile it", file.display()))
        .with_causes(said.lines().take(3).map(str::to_owned).collect())
        .advise("Source code needs a JDK 11 or newer. Or compile it with javac, and start its class.")
}

/// Source files are read in the program's encoding.
fn encoding(java: &JavaCommand) -> impl Iterator<Item = &OsString> {
    java.options.iter().filter(|option| option.to_string_lossy().starts_with("-Dfile.encoding="))
}

fn class_path(paths: &Paths) -> OsString {
    paths.class_path.clone().or_else(|| env::var_os("CLASSPATH")).unwrap_or_default()
}

/// The options of a `java` command line that its compiler gets.
fn javac_options(java: &JavaCommand) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    let mut add = |name: &str, value: OsString| all.extend([name.into(), value]);
    let paths = [("--module-path", &java.paths.module_path), ("--upgrade-module-path", &java.paths.upgrades)];
    paths.into_iter().for_each(|(name, path)| path.iter().for_each(|path| add(name, path.clone())));
    for (module, path) in &java.paths.patches {
        add("--patch-module", super::joined(&format!("{module}="), path.clone()));
    }
    let mut words = java.inherited.iter().chain(&java.options);
    let mut preview = false;
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) if OPTIONS.contains(&name) => (name.to_owned(), Some(value.to_owned())),
            _ if OPTIONS.contains(&text.as_ref()) => {
                (text.clone().into_owned(), words.next().map(|value| value.to_string_lossy().into_owned()))
            }
            _ => {
                preview |= text == "--enable-preview";
                continue;
            }
        };
        if let Some(value) = value.map(|value| compile_time(&name, &value)).filter(|value| !value.is_empty()) {
            add(&name, value.into());
        }
    }
    all.extend(preview.then(|| "--enable-preview".into()));
    all
}

fn compile_time(option: &str, value: &str) -> String {
    if option != "--add-modules" {
        return value.to_owned();
    }
    let modules: Vec<&str> = value.split(',').filter(|module| !ONLY_AT_RUN_TIME.contains(module)).collect();
    modules.join(",")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::java::command;

    #[test]
    fn the_compiler_gets_what_concerns_it() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let line = "-Xmx1g -p mods --add-modules=ALL-DEFAULT,a --add-exports x/y=Z --add-opens x/y=Z -Dk=v \
                    --patch-module m=p --add-modules ALL-SYSTEM Main";
        let java = command::parse(&words(line), Some(OsStr::new("--enable-preview"))).unwrap();
        let expected = "--module-path mods --patch-module m=p --add-modules a --add-exports x/y=Z --enable-preview";
        assert_eq!(javac_options(&java), words(expected));
    }
}
