//! Places of results: files are whole or not there; devices, pipes and standard output are written to as they are.

mod before;
mod refuse;
mod through;

pub(crate) use before::{refuse_unwritable, refuse_used};
pub(crate) use refuse::Files;
pub(crate) use through::Through;

use crate::failure::{Failure, unless_broken_pipe};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Links that are followed from one to the next; Linux follows as many.
const MAX_LINKS: usize = 40;

/// The meaning of a path for a result.
#[derive(Debug)]
pub(crate) enum Place {
    /// Standard output.
    Stdout,
    /// A device, a pipe, an open file: it is written to, and never replaced.
    Through(PathBuf),
    /// A file, or nothing yet: replaced as a whole. Links lead to it.
    File(PathBuf),
}

impl Place {
    pub(crate) fn of(path: &Path) -> Place {
        let mut target = path.to_owned();
        for _ in 0..MAX_LINKS {
            if target == Path::new("-") || is_descriptor(&target, 1) {
                return Place::Stdout;
            }
            if target.starts_with("/dev/fd") || target.starts_with("/proc") {
                return Place::Through(target);
            }
            match fs::read_link(&target) {
                Ok(link) => target = target.parent().unwrap_or(Path::new("")).join(link),
                Err(_) => break,
            }
        }
        match fs::metadata(&target) {
            Ok(found) if !found.is_file() && !found.is_dir() => Place::Through(target),
            _ => Place::File(target),
        }
    }
}

/// A name of one of this process's open files.
fn is_descriptor(path: &Path, number: u8) -> bool {
    let names = [format!("/dev/fd/{number}"), format!("/proc/self/fd/{number}")];
    names.iter().any(|name| path == Path::new(name))
}

/// Writes a result; a reader that goes away is no failure.
pub(crate) fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let failure = |cause| Failure::io("write", path, cause);
    match Place::of(path) {
        Place::Stdout => unless_broken_pipe(filled(io::stdout().lock(), fill)),
        Place::Through(target) => {
            let written = open_through(&target).and_then(|file| filled(file, fill));
            match written {
                Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                other => other.map_err(failure),
            }
        }
        Place::File(target) => replace(&target, fill).map_err(failure),
    }
}

fn filled(out: impl Write, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    fill(&mut out)?;
    out.flush()
}

/// Opens a file to append, so that a file that somebody else has opened keeps its contents.
fn open_through(target: &Path) -> io::Result<File> {
    File::options().append(true).open(target)
}

/// The old file or the new one, never half of it: the new one is made beside it, and then renamed. It has the permissions of
/// the old one.
fn replace(target: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let temporary = beside(target);
    let written = write_new(&temporary, target, fill).and_then(|()| fs::rename(&temporary, target));
    if written.is_err() {
        // Nothing more can be done about a temporary file that cannot be removed.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_new(path: &Path, old: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let file = File::create_new(path)?;
    if let Ok(old) = fs::metadata(old).map(|old| old.permissions()) {
        file.set_permissions(old)?;
    }
    let mut out = BufWriter::new(file);
    fill(&mut out)?;
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

    fn put(path: &Path, text: &str) -> Result<(), Failure> {
        write(path, |out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report.json");
        fs::write(&path, "old, and longer").unwrap();
        put(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report.json");
        fs::write(&path, "old").unwrap();
        assert!(write(&path, |_| Err(io::Error::other("broken"))).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_whether_they_lead_to_a_file_or_not() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let [file, link, second] = ["file", "link", "second"].map(|name| dir.path().join(name));
        symlink("file", &link).unwrap();
        symlink(&link, &second).unwrap();
        for text in ["first", "second"] {
            put(&second, text).unwrap();
            assert!(link.is_symlink() && second.is_symlink());
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
        }
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_to() {
        put(Path::new("/dev/null"), "text").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(put(Path::new("/dev/full"), "text").is_err());
        assert!(matches!(Place::of(Path::new("/dev/stdout")), Place::Stdout));
        assert!(matches!(Place::of(Path::new("/dev/stderr")), Place::Through(_)));
        assert!(matches!(Place::of(Path::new("/proc/self/fd/9")), Place::Through(_)));
    }
}
