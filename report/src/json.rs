//! The report as JSON: field names of `paratrace.report/1`, stable order, one line break at the end.
//!
//! Names are exact: a character that a terminal would obey is written as `\u009b`, which means the same in JSON.

use paratrace_analyzer::plain::{escape, is_plain};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The report as indented JSON with a trailing line break.
pub fn to_string(report: &impl Serialize) -> io::Result<String> {
    let mut text = Vec::new();
    write_to(&mut text, report)?;
    String::from_utf8(text).map_err(io::Error::other)
}

/// Writes the report to `out`, as [`to_string`] would.
pub fn write_to(mut out: impl Write, report: &impl Serialize) -> io::Result<()> {
    report.serialize(&mut Serializer::with_formatter(&mut out, Plain(PrettyFormatter::new())))?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Indents as usual, and escapes what is not plain.
struct Plain(PrettyFormatter<'static>);

impl Formatter for Plain {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| !is_plain(c)) {
            let mut escaped = String::new();
            escape(c, &mut escaped);
            out.write_all(&rest.as_bytes()[..at])?;
            out.write_all(escaped.as_bytes())?;
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}

/// Writes the report to a file: the old file or the new one, never half of it.
///
/// The text goes to a file beside `path`, which is then renamed. What is no regular file (`/dev/stdout`, a pipe) is
/// written in place; a symbolic link keeps pointing where it does.
pub fn write(path: &Path, report: &impl Serialize) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if fs::metadata(&target).is_ok_and(|m| !m.is_file()) {
        return write_to(BufWriter::new(File::options().write(true).open(&target)?), report);
    }
    let temporary = beside(&target);
    let written = write_new(&temporary, report).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // Nothing more can be done about a temporary file that cannot be removed.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_new(path: &Path, report: &impl Serialize) -> io::Result<()> {
    let mut out = BufWriter::new(File::create_new(path)?);
    write_to(&mut out, report)?;
    out.into_inner()?.sync_all()
}

/// A name in the same folder that no other process uses.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use serde_json::json;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report.json");
        fs::write(&path, "old").unwrap();
        write(&path, &json!({"nodes": 3})).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\n  \"nodes\": 3\n}\n");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn names_are_exact_and_move_no_cursor() {
        let value = json!({"\u{1b}k": ["a\u{9b}b\u{202e}\u{7f}\n", "\u{e0041}"], "empty": [], "none": {}});
        let text = to_string(&value).unwrap();
        assert!(text.chars().all(|c| c == '\n' || is_plain(c)), "{text:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
        let ordinary = json!({"a": [1, {"b": "ü"}], "empty": [], "none": {}});
        assert_eq!(to_string(&ordinary).unwrap(), format!("{ordinary:#}\n"));
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        struct Broken;
        impl Serialize for Broken {
            fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
                Err(serde::ser::Error::custom("broken"))
            }
        }
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report.json");
        fs::write(&path, "old").unwrap();
        assert!(write(&path, &Broken).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() {
        let dir = tempfile::tempdir().unwrap();
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, &json!(1)).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "1\n");
    }
}
