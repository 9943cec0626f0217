//! The command line of a version, given as one word.

use crate::failure::Failure;
use crate::java::command::{JavaCommand, Target, is_java, parse};
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Stands for the number of threads.
const THREADS: &str = "{threads}";

/// A command line. No shell reads it: quotes and backslashes keep words together as in a shell, nothing else has a meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// As it was given.
    pub(crate) text: String,
    words: Vec<String>,
}

impl Line {
    /// `option` is the one that has the command line.
    pub(crate) fn new(option: &str, text: &str) -> Result<Line, Failure> {
        let words = words(text).ok_or_else(|| Failure::usage(format!("{option}: a quote has no end: {text}")))?;
        if words.is_empty() {
            return Err(Failure::usage(format!("{option} names no command")));
        }
        Ok(Line { text: text.to_owned(), words })
    }

    /// True if the number of threads has a place in it.
    pub(crate) fn has_threads(&self) -> bool {
        self.words.iter().any(|word| word.contains(THREADS))
    }

    /// True if it starts `java` itself.
    pub(crate) fn is_java(&self) -> bool {
        is_java(OsStr::new(&self.words[0]))
    }

    /// The command.
    pub(crate) fn program(&self) -> &OsStr {
        OsStr::new(&self.words[0])
    }

    /// Its words for a number of threads, the command excepted.
    pub(crate) fn arguments(&self, threads: u32) -> Vec<OsString> {
        let threads = threads.to_string();
        self.words[1..].iter().map(|word| word.replace(THREADS, &threads).into()).collect()
    }

    /// What files about the program are named after: its main class without packages, its jar, or the command.
    pub(crate) fn label(&self) -> String {
        let java = self.is_java().then(|| parse(&self.arguments(1), env::var_os("JDK_JAVA_OPTIONS").as_deref()));
        let name = match java.flatten() {
            Some(command) => target_name(&command),
            None => stem(Path::new(&self.words[0])),
        };
        let plain = |c: char| if c.is_alphanumeric() || "-_$.".contains(c) { c } else { '-' };
        name.chars().map(plain).collect()
    }
}

fn target_name(command: &JavaCommand) -> String {
    let last = |name: &OsStr, mark: char| {
        let text = name.to_string_lossy();
        text.rsplit(mark).next().unwrap_or_default().to_owned()
    };
    match &command.target {
        Target::Jar(path) | Target::Source(path, _) => stem(path),
        Target::Main(class) => last(OsStr::new(&last(class, '.')), '/'),
        Target::Module(name) => last(OsStr::new(&last(name, '/')), '.'),
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The words of a command line as a POSIX shell parts them; none if a quote has no end.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => quoted(&mut rest, word.get_or_insert_default())?,
            '"' => double_quoted(&mut rest, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(rest.next()?),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

fn quoted(rest: &mut std::str::Chars<'_>, word: &mut String) -> Option<()> {
    loop {
        match rest.next()? {
            '\'' => return Some(()),
            c => word.push(c),
        }
    }
}

fn double_quoted(rest: &mut std::str::Chars<'_>, word: &mut String) -> Option<()> {
    loop {
        match rest.next()? {
            '"' => return Some(()),
            '\\' => match rest.next()? {
                c @ ('"' | '\\' | '$' | '`') => word.push(c),
                c => word.extend(['\\', c]),
            },
            c => word.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn words_are_parted_as_in_a_shell() {
        let parted = |text| words(text).unwrap();
        assert_eq!(parted("  java -cp 'a b'\tM  x"), ["java", "-cp", "a b", "M", "x"]);
        assert_eq!(parted(r#"a"b c"'d' "" \" "\n\"""#), ["ab cd", "", "\"", "\\n\""]);
        for bad in ["'a", "\"a", "a\\"] {
            assert_eq!(words(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_number_of_threads_has_a_place() {
        let line = Line::new("--parallel", "java -Dn={threads} P {threads}").unwrap();
        assert!(line.has_threads() && line.is_java());
        assert_eq!(line.arguments(4), ["-Dn=4", "P", "4"]);
    }

    #[test]
    fn names_of_what_runs() {
        let label = |text: &str| Line::new("--parallel", text).unwrap().label();
        assert_eq!(label("java -cp a acme.sub.Par {threads}"), "Par");
        assert_eq!(label("java -jar lib/app-1.0.jar"), "app-1.0");
        assert_eq!(label("java -p m -m app/acme.Main"), "Main");
        assert_eq!(label("./start.sh {threads}"), "start");
        assert_eq!(label("java -version"), "java");
    }
}
