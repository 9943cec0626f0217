//! Takes a `java` command line apart.

use super::argfile::{Expander, WITH_VALUE, variable_words};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A command line that starts a program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct JavaCommand {
    /// The same of `JDK_JAVA_OPTIONS`, which stays in the environment.
    pub(crate) inherited: Vec<OsString>,
    /// Options for the JVM, without those that have fields of their own.
    pub(crate) options: Vec<OsString>,
    pub(crate) paths: Paths,
    /// The program that is started.
    pub(crate) target: Target,
    /// The program's own arguments.
    pub(crate) args: Vec<OsString>,
}

/// The places that classes come from.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Paths {
    /// The class path, if given.
    pub(crate) class_path: Option<OsString>,
    /// The module path, if given.
    pub(crate) module_path: Option<OsString>,
    /// `--upgrade-module-path`, if given.
    pub(crate) upgrades: Option<OsString>,
    /// `--patch-module MODULE=PATH`: modules and paths.
    pub(crate) patches: Vec<(String, OsString)>,
    /// `-Xbootclasspath/a:PATH`: these classes are loaded before there could be a trace.
    pub(crate) boot: Option<OsString>,
}

/// The program that is started.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// `-jar FILE`
    Jar(PathBuf),
    /// A main class.
    Main(OsString),
    /// `-m MODULE` or `-m MODULE/CLASS`
    Module(OsString),
    /// A file of source code, and the value of `--source`.
    Source(PathBuf, Option<OsString>),
}

/// Options with which `java` says something and starts nothing.
const ANSWERS: [&str; 16] = [
    "-version",
    "--version",
    "-fullversion",
    "--full-version",
    "-help",
    "--help",
    "-h",
    "-?",
    "-X",
    "--help-extra",
    "--list-modules",
    "--validate-modules",
    "-d",
    "--describe-module",
    "--dry-run",
    "-Xshare:dump",
];

/// Takes the words after `java` apart as the launcher does, behind those of `JDK_JAVA_OPTIONS`. None if no program is
/// started: `java` answers a question, or will say what is wrong.
pub(crate) fn parse(words: &[OsString], variable: Option<&OsStr>) -> Option<JavaCommand> {
    let mut expander = Expander::default();
    let first: Vec<OsString> = match variable {
        Some(text) => variable_words(text.to_str()?)?.into_iter().map(OsString::from).collect(),
        None => Vec::new(),
    };
    let mut parser = Parser::default();
    // The variable stays in the environment: only what it says about paths is of interest here.
    parser.all(&expander.expand(&first).ok()?)?;
    if parser.target.is_some() {
        return None;
    }
    let inherited = std::mem::take(&mut parser.options);
    parser.all(&expander.expand(words).ok()?)?;
    let Parser { options, paths, target, args, .. } = parser;
    // A missing source file is left to `java`, which reports it.
    let target = target.filter(|target| !matches!(target, Target::Source(file, _) if !file.exists()))?;
    Some(JavaCommand { inherited, options, paths, target, args })
}

#[derive(Default)]
struct Parser {
    options: Vec<OsString>,
    paths: Paths,
    jar: bool,
    source: Option<OsString>,
    target: Option<Target>,
    args: Vec<OsString>,
}

impl Parser {
    fn all(&mut self, words: &[OsString]) -> Option<()> {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if !word.to_string_lossy().starts_with('-') {
                self.target = Some(self.program(word));
            } else {
                self.option(word, &mut words)?;
            }
            if self.target.is_some() {
                self.args = words.cloned().collect();
                return Some(());
            }
        }
        Some(())
    }

    fn program(&self, word: &OsStr) -> Target {
        let source = || word.to_string_lossy().ends_with(".java") && Path::new(word).exists();
        match &self.source {
            _ if self.jar => Target::Jar(word.into()),
            Some(version) => Target::Source(word.into(), Some(version.clone())),
            None if source() => Target::Source(word.into(), None),
            None => Target::Main(word.into()),
        }
    }

    /// Takes an option, and its value from the words after it.
    fn option<'w>(&mut self, word: &OsStr, words: &mut impl Iterator<Item = &'w OsString>) -> Option<()> {
        let text = word.to_string_lossy();
        if ANSWERS.contains(&text.as_ref()) || text.starts_with("--describe-module=") {
            return None;
        }
        if WITH_VALUE.contains(&text.as_ref()) {
            let value = words.next()?;
            if !self.known(&text, value) {
                self.options.extend([word.to_owned(), value.clone()]);
            }
            return Some(());
        }
        let known = match text.split_once('=').filter(|(name, _)| name.starts_with("--")) {
            Some((name, value)) => self.known(name, OsStr::new(value)),
            None => self.alone(&text),
        };
        if !known {
            self.options.push(word.to_owned());
        }
        Some(())
    }

    /// Options with a value that matter here.
    fn known(&mut self, name: &str, value: &OsStr) -> bool {
        let text = || value.to_string_lossy();
        match name {
            "-cp" | "-classpath" | "--class-path" => self.paths.class_path = Some(value.into()),
            "-p" | "--module-path" => self.paths.module_path = Some(value.into()),
            "--upgrade-module-path" => self.paths.upgrades = Some(value.into()),
            "-m" | "--module" => self.target = Some(Target::Module(value.into())),
            "--source" => self.source = Some(value.into()),
            "--patch-module" => match text().split_once('=') {
                Some((module, path)) => self.paths.patches.push((module.to_owned(), path.into())),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    /// Options that are one word.
    fn alone(&mut self, text: &str) -> bool {
        if let Some(path) = text.strip_prefix("-Djava.class.path=") {
            self.paths.class_path = Some(path.into());
            return true;
        }
        if let Some(path) = text.strip_prefix("-Xbootclasspath/a:") {
            self.paths.boot = Some(path.into());
        }
        self.jar |= text == "-jar";
        ["-jar", "--disable-@files"].contains(&text)
    }
}

/// Is this word of a command line `java`?
pub(crate) fn is_java(word: &OsStr) -> bool {
    Path::new(word).file_stem().is_some_and(|stem| stem == "java" || stem == "javaw")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').filter(|w| !w.is_empty()).map(OsString::from).collect()
    }

    fn parsed(line: &str) -> JavaCommand {
        parse(&words(line), None).unwrap()
    }

    #[test]
    fn main_class() {
        let c = parsed("-Xmx1g -cp a:b --add-opens x/y=Z -Dk=v Main -cp not-ours @x");
        assert_eq!(c.options, words("-Xmx1g --add-opens x/y=Z -Dk=v"));
        assert_eq!(c.paths.class_path, Some("a:b".into()));
        assert_eq!(c.target, Target::Main("Main".into()));
        assert_eq!(c.args, words("-cp not-ours @x"));
    }

    #[test]
    fn jar_with_options_after_it() {
        let c = parsed("-cp ignored -jar -Dk=v app.jar -jar x");
        assert_eq!(c.target, Target::Jar("app.jar".into()));
        assert_eq!((c.options, c.args), (words("-Dk=v"), words("-jar x")));
    }

    #[test]
    fn every_spelling_of_the_class_path() {
        for line in ["-cp P M", "-classpath P M", "--class-path P M", "--class-path=P M", "-cp A -cp P M"] {
            assert_eq!(parsed(line).paths.class_path, Some("P".into()), "{line}");
        }
        assert_eq!(parsed("-Djava.class.path=P M").paths.class_path, Some("P".into()));
    }

    #[test]
    fn every_spelling_of_modules() {
        for line in ["-p P -m a/b -m x", "--module-path P --module a/b -m x", "--module-path=P --module=a/b -m x"] {
            let c = parsed(line);
            assert_eq!((c.paths.module_path, c.target), (Some("P".into()), Target::Module("a/b".into())), "{line}");
            assert_eq!(c.args, words("-m x"));
        }
        let c = parsed("--patch-module a=x:y --patch-module=b=z --upgrade-module-path u --add-reads a=b -m a");
        assert_eq!(c.paths.patches, [("a".into(), "x:y".into()), ("b".into(), "z".into())]);
        assert_eq!((c.paths.upgrades, c.options), (Some("u".into()), words("--add-reads a=b")));
    }

    #[test]
    fn nothing_is_started() {
        for line in ["", "-version", "-cp", "-p x -m", "-jar", "--list-modules Main", "-cp a --version"] {
            assert_eq!(parse(&words(line), None), None, "{line}");
        }
        assert!(parse(&words("-showversion M"), None).is_some());
    }

    #[test]
    fn the_variable_comes_first() {
        let variable = Some(OsStr::new("-cp V -Dx=1 --module-path 'a b'"));
        let c = parse(&words("-Dy=2 M"), variable).unwrap();
        assert_eq!((c.options, c.paths.class_path), (words("-Dy=2"), Some("V".into())));
        assert_eq!(c.paths.module_path, Some("a b".into()));
        assert_eq!(parse(&words("-cp W M"), variable).unwrap().paths.class_path, Some("W".into()));
    }

    #[test]
    fn source_files() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("A.java");
        std::fs::write(&file, "").unwrap();
        let line = |options: &str| parse(&words(&format!("{options} {} x", file.display())), None).unwrap().target;
        assert_eq!(line(""), Target::Source(file.clone(), None));
        assert_eq!(line("--source 17"), Target::Source(file.clone(), Some("17".into())));
        assert_eq!(parsed("None.java").target, Target::Main("None.java".into()));
    }
}
