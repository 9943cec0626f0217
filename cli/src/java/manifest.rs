//! The main section of a jar's manifest.

use std::io::Read;
use std::path::Path;

use paratrace_traceformat::files;
use paratrace_zip::{Archive, Source, ZipError};

/// A manifest larger than this is not read: real ones that list thousands of entries stay far below.
const MAX_BYTES: u64 = 16 << 20;

/// The attributes that matter for starting a program.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// `Main-Class`
    pub(crate) main_class: Option<String>,
    /// `Class-Path`: URLs relative to the jar.
    pub(crate) class_path: Vec<String>,
    /// `Add-Opens`: `module/package`, only honoured with `-jar`.
    pub(crate) add_opens: Vec<String>,
    /// `Add-Exports`, likewise.
    pub(crate) add_exports: Vec<String>,
    /// `Launcher-Agent-Class`, likewise.
    pub(crate) launcher_agent: Option<String>,
    /// All attributes, as they are.
    pub(crate) attributes: Vec<(String, String)>,
}

/// The manifest of a jar; an empty one if it has none.
pub(crate) fn read(jar: &Path) -> Result<Manifest, ZipError> {
    let archive = Archive::open(Source::new(files::open(jar)?)?)?;
    let mut entries = archive.entries.iter();
    let Some(entry) = entries.find(|entry| archive.name(entry).eq_ignore_ascii_case("META-INF/MANIFEST.MF")) else {
        return Ok(Manifest::default());
    };
    let mut bytes = Vec::new();
    archive.contents(entry)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(parse(&String::from_utf8_lossy(&bytes)))
}

/// Reads the main section: up to the first empty line. A line that begins with a space continues the one before.
fn parse(text: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let mut whole = String::new();
    for line in text.lines().chain([""]) {
        if let Some(more) = line.strip_prefix(' ') {
            whole.push_str(more);
            continue;
        }
        attribute(&mut manifest, &whole);
        if line.is_empty() {
            break;
        }
        whole = line.to_string();
    }
    manifest
}

fn attribute(manifest: &mut Manifest, line: &str) {
    let Some((name, value)) = line.split_once(':') else { return };
    let value = value.trim();
    manifest.attributes.push((name.to_owned(), value.to_owned()));
    let list = || value.split_whitespace().map(str::to_string).collect();
    match name.to_ascii_lowercase().as_str() {
        "main-class" => manifest.main_class = Some(value.to_string()).filter(|v| !v.is_empty()),
        "class-path" => manifest.class_path = list(),
        "add-opens" => manifest.add_opens = list(),
        "add-exports" => manifest.add_exports = list(),
        "launcher-agent-class" => manifest.launcher_agent = Some(value.to_string()),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continued_lines_and_other_sections() {
        let text = "Manifest-Version: 1.0\r\nmain-class: a.b.Ma\r\n in\r\nClass-Path: lib/a.jar lib/b%20\r\n c.jar\r\n\r\n\
                    Name: x\r\nMain-Class: wrong\r\n";
        let manifest = parse(text);
        assert_eq!(manifest.main_class.as_deref(), Some("a.b.Main"));
        assert_eq!(manifest.class_path, ["lib/a.jar", "lib/b%20c.jar"]);
    }

    #[test]
    fn without_a_final_line_break() {
        assert_eq!(parse("Main-Class: M").main_class.as_deref(), Some("M"));
        assert_eq!(parse(""), Manifest::default());
    }
}
