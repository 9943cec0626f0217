//! The script for Gradle that lets tests and programs start with our `java`.

use super::home::Home;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

const SCRIPT: &str = include_str!("init.gradle");

/// The program with which Gradle asks a Java home for its properties.
pub(super) const PROBE: &str = "JavaProbe";

/// Writes the script; further mirrors that it makes go below the same directory.
pub(super) fn init_script(home: &Home, below: &Path) -> io::Result<OsString> {
    let script = below.join("paratrace.gradle");
    let real = home.real.parent().and_then(Path::parent).unwrap_or(&home.real);
    let values = [("@HOME@", real), ("@MIRROR@", &home.mirror), ("@BELOW@", below), ("@SESSION@", &home.session)];
    let text = values.iter().fold(SCRIPT.to_owned(), |text, (name, path)| text.replace(name, &quoted(path)));
    fs::write(&script, text)?;
    Ok(script.into())
}

/// Between single quotes of Groovy.
fn quoted(path: &Path) -> String {
    path.display().to_string().replace('\\', "\\\\").replace('\'', "\\'")
}

/// The words that ask a mirror: it says that it is a Java home of its own. Otherwise Gradle takes the `java` of the home
/// that it names.
pub(super) fn probe(words: &[OsString], home: &Home) -> Vec<OsString> {
    let mut itself = OsString::from("-Djava.home=");
    itself.push(&home.mirror);
    std::iter::once(itself).chain(words.iter().cloned()).collect()
}
