//! `@argfiles` and `JDK_JAVA_OPTIONS`, read as the `java` launcher reads them.
//!
//! Words of an argfile are not expanded again, and nothing is expanded behind the main class: the launcher does neither.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;

/// Options that take the next word, whatever it looks like.
pub(super) const WITH_VALUE: [&str; 18] = [
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "-m",
    "--module",
    "-d",
    "--describe-module",
    "--source",
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--enable-native-access",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--patch-module",
];

/// The state of the launcher in a command line.
#[derive(Debug, Default)]
pub(crate) struct Expander {
    /// The program is known: what follows are its arguments.
    past_program: bool,
    /// `--disable-@files`
    stopped: bool,
    /// The next word is the value of an option.
    value: bool,
}

impl Expander {
    /// The words that a command line stands for.
    pub(crate) fn expand(&mut self, words: &[OsString]) -> io::Result<Vec<OsString>> {
        let mut all = Vec::with_capacity(words.len());
        for word in words {
            self.add(word, &mut all)?;
        }
        Ok(all)
    }

    fn add(&mut self, word: &OsStr, all: &mut Vec<OsString>) -> io::Result<()> {
        let text = word.to_string_lossy();
        match text.strip_prefix('@').filter(|rest| !rest.is_empty() && !self.stopped && !self.past_program) {
            None => self.take(word.to_owned(), all),
            Some(escaped) if escaped.starts_with('@') => all.push(escaped.into()),
            Some(file) => tokens(&fs::read(file)?).into_iter().for_each(|word| self.take(word, all)),
        }
        Ok(())
    }

    fn take(&mut self, word: OsString, all: &mut Vec<OsString>) {
        let text = word.to_string_lossy();
        if text.starts_with('-') {
            self.stopped |= text == "--disable-@files";
            self.past_program |= text.starts_with("--module=");
            // The word after -m is the program.
            self.value = WITH_VALUE.contains(&text.as_ref()) && !["-m", "--module"].contains(&text.as_ref());
        } else {
            self.past_program |= !self.value;
            self.value = false;
        }
        all.push(word);
    }
}

/// The words of a variable like `JDK_JAVA_OPTIONS`: white space parts them, quotes keep them together, nothing is escaped.
/// None if a quote has no end.
pub(crate) fn variable_words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut inside) = (Vec::new(), String::new(), false);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '"' | '\'' => {
                inside = true;
                loop {
                    match rest.next()? {
                        end if end == c => break,
                        other => word.push(other),
                    }
                }
            }
            c if c.is_ascii_whitespace() || c == '\x0b' => {
                if std::mem::take(&mut inside) {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => {
                inside = true;
                word.push(c);
            }
        }
    }
    words.extend(inside.then_some(word));
    Some(words)
}

/// The words of an argfile.
fn tokens(bytes: &[u8]) -> Vec<OsString> {
    let mut reader = Reader::default();
    bytes.iter().for_each(|&byte| reader.next(byte));
    reader.end();
    reader.tokens
}

/// The state of the launcher's reader in an argfile.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Between,
    Comment,
    Word,
    /// In quotes of this kind.
    Quoted(u8),
    /// Behind a backslash in quotes.
    Escape(u8),
    /// At the beginning of a line that continues one in quotes.
    Continued(u8),
}

#[derive(Default)]
struct Reader {
    state: State,
    token: Vec<u8>,
    tokens: Vec<OsString>,
}

impl Reader {
    fn next(&mut self, byte: u8) {
        let blank = matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c');
        let line_end = matches!(byte, b'\n' | b'\r');
        match self.state {
            State::Between | State::Continued(_) if blank => {}
            State::Between => self.in_word(byte),
            State::Continued(quote) => self.in_quotes(byte, quote),
            State::Comment if line_end => self.state = State::Between,
            State::Comment => {}
            State::Word => self.in_word(byte),
            State::Quoted(quote) => self.in_quotes(byte, quote),
            State::Escape(quote) if line_end => self.state = State::Continued(quote),
            State::Escape(quote) => {
                self.token.push(unescaped(byte));
                self.state = State::Quoted(quote);
            }
        }
    }

    fn in_word(&mut self, byte: u8) {
        self.state = State::Word;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => self.finish(),
            b'#' => self.state = State::Comment,
            b'"' | b'\'' => self.state = State::Quoted(byte),
            _ => self.token.push(byte),
        }
    }

    fn in_quotes(&mut self, byte: u8, quote: u8) {
        self.state = State::Quoted(quote);
        match byte {
            // A line's end is the end of a word even where the quote is open.
            b'\n' | b'\r' => self.finish(),
            b'\\' => self.state = State::Escape(quote),
            _ if byte == quote => self.state = State::Word,
            _ => self.token.push(byte),
        }
    }

    fn finish(&mut self) {
        self.tokens.push(os_string(std::mem::take(&mut self.token)));
        self.state = State::Between;
    }

    /// At the end of the file, a word without a character is none.
    fn end(&mut self) {
        if !self.token.is_empty() && matches!(self.state, State::Word | State::Quoted(_)) {
            self.finish();
        }
    }
}

fn unescaped(byte: u8) -> u8 {
    match byte {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'f' => b'\x0c',
        other => other,
    }
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::process::Command;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    const FILES: [&str; 12] = [
        "a b\tc\r\nd",
        "\"a b\" 'c d' e\"f g\"h",
        "# all of it\na # b\nc",
        "\"a\\\n   b\\\r\n\tc\" d",
        "\"\\n\\t\\r\\f\\\\\\\"\\q\" '\\''",
        "a\\b C:\\x \\",
        "\"\" x ''",
        "\"open\nnext",
        "@nested @@twice",
        "a\"b\"'c'd \"it's\" '\"'",
        "'a\\\n\n  b'",
        "x \"\"\ny",
    ];

    /// The launcher of the JDK itself says what the words are.
    #[test]
    fn the_launcher_reads_the_same_words() {
        let dir = tempfile::tempdir().unwrap();
        let source = "public class Show { public static void main(String[] a) throws Exception {
            for (String w : a) { System.out.write(w.getBytes()); System.out.write(0); } System.out.flush(); } }";
        fs::write(dir.path().join("Show.java"), source).unwrap();
        let compiled = Command::new("javac").args(["-d", ".", "Show.java"]).current_dir(dir.path()).status();
        assert!(compiled.unwrap().success());
        for (number, text) in FILES.iter().enumerate() {
            let name = format!("{number}.args");
            fs::write(dir.path().join(&name), format!("-cp . Show {text}")).unwrap();
            let shown = Command::new("java").arg(format!("@{name}")).current_dir(dir.path()).output().unwrap();
            let ours: Vec<OsString> = tokens(text.as_bytes());
            let ours: Vec<_> = ours.iter().map(|word| format!("{}\0", word.to_string_lossy())).collect();
            assert_eq!(ours.concat(), String::from_utf8(shown.stdout).unwrap(), "{text:?}");
        }
    }

    #[test]
    fn words_are_expanded_once_and_only_before_the_program() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a");
        fs::write(&file, "-cp x @y").unwrap();
        let at = format!("@{}", file.display());
        let expanded = |line: &str| Expander::default().expand(&words(line)).unwrap();
        assert_eq!(expanded(&format!("-Dk=v {at}")), words("-Dk=v -cp x @y"));
        assert_eq!(expanded(&format!("Main {at}")), words(&format!("Main {at}")));
        assert_eq!(expanded(&format!("-cp {at} Main")), words("-cp -cp x @y Main"));
        assert_eq!(expanded(&format!("--disable-@files {at}")), words(&format!("--disable-@files {at}")));
        assert_eq!(expanded("@@a @ Main @@b"), words("@a @ Main @@b"));
        assert!(Expander::default().expand(&words("@/none/at/all")).is_err());
    }

    #[test]
    fn variables() {
        let words = |text| variable_words(text).unwrap();
        assert_eq!(words(" -Da=\"x y\"  '-Db=\"' c\\n"), ["-Da=x y", "-Db=\"", "c\\n"]);
        assert_eq!(words("''"), [""]);
        assert_eq!(variable_words("a 'b"), None);
    }
}
