//! Command lines that are too long for the system: `java` reads them from a file.

use crate::failure::Failure;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Bytes of one word at most: Linux takes 128 KiB.
const WORD: usize = 120 << 10;
/// Bytes of all words at most: what the environment takes comes on top, and Windows takes 32 KiB for both.
const ALL: usize = if cfg!(windows) { 24 << 10 } else { 1 << 20 };

/// The system would refuse these words.
pub(super) fn are_too_long<'w>(words: impl Iterator<Item = &'w OsString>) -> bool {
    let mut all = 0;
    words.map(|word| word.len()).any(|length| {
        all += length + 1;
        length > WORD || all > ALL
    })
}

/// Writes words to a file `below` a directory; the word that stands for them.
pub(super) fn in_file(jvm: &OsStr, words: &[OsString], below: &Path) -> Result<OsString, Failure> {
    if is_java_8(jvm) {
        return Err(Failure::usage("the command line is too long for the system, and Java 8 reads none from a file")
            .advise("Use a newer java, or put the classes into fewer jars."));
    }
    let file = below.join("command.args");
    let text: Vec<u8> = words.iter().flat_map(|word| quoted(word)).collect();
    fs::write(&file, text).map_err(|cause| Failure::io("write", &file, cause))?;
    Ok(super::joined("@", file.into()))
}

/// A word of an argfile.
fn quoted(word: &OsStr) -> Vec<u8> {
    let mut text = vec![b'"'];
    for &byte in word.as_encoded_bytes() {
        match byte {
            b'\n' => text.extend(b"\\n"),
            b'\r' => text.extend(b"\\r"),
            b'"' | b'\\' => text.extend([b'\\', byte]),
            _ => text.push(byte),
        }
    }
    text.extend(b"\"\n");
    text
}

fn is_java_8(jvm: &OsStr) -> bool {
    let said = Command::new(jvm).arg("-version").output().map(|output| output.stderr).unwrap_or_default();
    String::from_utf8_lossy(&said).contains("version \"1.")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::java::argfile::Expander;

    #[test]
    fn one_word_or_all_of_them() {
        let word = |length: usize| OsString::from("x".repeat(length));
        assert!(are_too_long([word(131_072)].iter()) && are_too_long(vec![word(1000); 2000].iter()));
        assert!(!are_too_long([word(1000), word(100_000)].iter()));
    }

    #[test]
    fn a_file_stands_for_its_words() {
        let dir = tempfile::tempdir().unwrap();
        let words = ["-cp", "a b:c\"d", "", "x\ny\\n\r", "@a", "#", "Main", "'"].map(OsString::from);
        let file = in_file(OsStr::new("none"), &words, dir.path()).unwrap();
        assert_eq!(Expander::default().expand(&[file]).unwrap(), words);
    }
}
