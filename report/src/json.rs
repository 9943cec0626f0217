//! The report as JSON: field names of `paratrace.report/1`, stable order, one line break at the end.

use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The report as indented JSON with a trailing line break.
pub fn to_string(report: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    Ok(text)
}

/// Writes the report to `out`, as [`to_string`] would.
pub fn write_to(mut out: impl Write, report: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, report)?;
    out.write_all(b"\n")?;
    out.flush()
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
