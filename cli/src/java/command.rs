//! Takes a `java` command line apart.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A command line that starts a program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct JavaCommand {
    /// The `java` to run.
    pub(crate) java: OsString,
    /// Options for the JVM, without class path, module path and what is started.
    pub(crate) options: Vec<OsString>,
    /// The class path, if given.
    pub(crate) class_path: Option<OsString>,
    /// The module path, if given.
    pub(crate) module_path: Option<OsString>,
    /// What is started.
    pub(crate) target: Target,
    /// The program's own arguments.
    pub(crate) args: Vec<OsString>,
}

/// What is started.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// `-jar FILE`
    Jar(PathBuf),
    /// A main class.
    Main(OsString),
    /// `-m MODULE` or `-m MODULE/CLASS`
    Module(OsString),
}

/// Why a command line cannot be traced.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// There is no word at all.
    #[error("there is no command to run")]
    Empty,
    /// Not `java`.
    #[error("{0:?} is not java: only a java command line can be traced, not a script around it")]
    NotJava(OsString),
    /// `@file`
    #[error("{0:?}: options in a file are not supported; write them on the command line")]
    ArgumentFile(OsString),
    /// `java File.java`
    #[error("{0:?} is source code: compile it first, then start its class")]
    Source(OsString),
    /// An option at the end that needs a value.
    #[error("{0:?} needs a value")]
    NoValue(OsString),
    /// No program.
    #[error("the java command names neither a main class nor -jar FILE nor -m MODULE")]
    NoProgram,
}

/// Options whose value is the next word.
const WITH_VALUE: [&str; 10] = [
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--enable-native-access",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--patch-module",
    "--illegal-native-access",
    "--finalization",
];
const CLASS_PATH: [&str; 3] = ["-cp", "-classpath", "--class-path"];
const MODULE_PATH: [&str; 2] = ["-p", "--module-path"];
const MODULE: [&str; 2] = ["-m", "--module"];

/// Takes a command line apart as the `java` launcher does.
pub(crate) fn parse(words: &[OsString]) -> Result<JavaCommand, Refusal> {
    let (java, rest) = words.split_first().ok_or(Refusal::Empty)?;
    if !is_java(java) {
        return Err(Refusal::NotJava(java.clone()));
    }
    let mut words = rest.iter();
    let (mut options, mut class_path, mut module_path, mut jar) = (Vec::new(), None, None, false);
    let target = loop {
        let word = words.next().ok_or(Refusal::NoProgram)?;
        let text = word.to_string_lossy();
        let mut value = || words.next().cloned().ok_or_else(|| Refusal::NoValue(word.clone()));
        let after = |option: &str| text.strip_prefix(option).map(OsString::from);
        match text.as_ref() {
            "-jar" => jar = true,
            name if CLASS_PATH.contains(&name) => class_path = Some(value()?),
            name if MODULE_PATH.contains(&name) => module_path = Some(value()?),
            name if MODULE.contains(&name) => break Target::Module(value()?),
            name if WITH_VALUE.contains(&name) => options.extend([word.clone(), value()?]),
            name if name.starts_with('@') => return Err(Refusal::ArgumentFile(word.clone())),
            name if name.starts_with('-') => {
                if let Some(path) = after("--class-path=") {
                    class_path = Some(path);
                } else if let Some(path) = after("--module-path=") {
                    module_path = Some(path);
                } else if let Some(module) = after("--module=") {
                    break Target::Module(module);
                } else {
                    options.push(word.clone());
                }
            }
            name if !jar && name.ends_with(".java") => return Err(Refusal::Source(word.clone())),
            _ if jar => break Target::Jar(word.into()),
            _ => break Target::Main(word.clone()),
        }
    };
    Ok(JavaCommand { java: java.clone(), options, class_path, module_path, target, args: words.cloned().collect() })
}

fn is_java(word: &OsStr) -> bool {
    Path::new(word).file_stem().is_some_and(|stem| stem == "java" || stem == "javaw")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').filter(|w| !w.is_empty()).map(OsString::from).collect()
    }

    #[test]
    fn main_class() {
        let c = parse(&words("/jdk/bin/java -Xmx1g -cp a:b --add-opens x/y=Z -Dk=v Main -cp not-ours @x")).unwrap();
        assert_eq!(c.options, words("-Xmx1g --add-opens x/y=Z -Dk=v"));
        assert_eq!(c.class_path, Some("a:b".into()));
        assert_eq!(c.target, Target::Main("Main".into()));
        assert_eq!(c.args, words("-cp not-ours @x"));
    }

    #[test]
    fn jar_with_options_after_it() {
        let c = parse(&words("java -cp ignored -jar -Dk=v app.jar -jar x")).unwrap();
        assert_eq!(c.target, Target::Jar("app.jar".into()));
        assert_eq!((c.options, c.args), (words("-Dk=v"), words("-jar x")));
    }

    #[test]
    fn every_spelling_of_the_class_path() {
        for line in ["java -cp P M", "java -classpath P M", "java --class-path P M", "java --class-path=P M"] {
            assert_eq!(parse(&words(line)).unwrap().class_path, Some("P".into()), "{line}");
        }
        assert_eq!(parse(&words("java -cp A -cp P M")).unwrap().class_path, Some("P".into()));
    }

    #[test]
    fn every_spelling_of_modules() {
        for line in [
            "java -p P -m a/b -m x",
            "java --module-path P --module a/b -m x",
            "java --module-path=P --module=a/b -m x",
        ] {
            let c = parse(&words(line)).unwrap();
            assert_eq!((c.module_path, c.target), (Some("P".into()), Target::Module("a/b".into())), "{line}");
            assert_eq!(c.args, words("-m x"));
        }
    }

    #[test]
    fn refusals() {
        let refused = |line: &str| parse(&words(line)).unwrap_err();
        assert_eq!(refused(""), Refusal::Empty);
        assert_eq!(refused("./run.sh x"), Refusal::NotJava("./run.sh".into()));
        assert_eq!(refused("java @opts Main"), Refusal::ArgumentFile("@opts".into()));
        assert_eq!(refused("java Main.java"), Refusal::Source("Main.java".into()));
        assert_eq!(refused("java -cp"), Refusal::NoValue("-cp".into()));
        assert_eq!(refused("java -p x -m"), Refusal::NoValue("-m".into()));
        assert_eq!(refused("java -version"), Refusal::NoProgram);
        assert_eq!(refused("java -jar"), Refusal::NoProgram);
    }
}
