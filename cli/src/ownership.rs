//! Whose a file is. A JVM runs what lies in the cache and in temporary folders, so nobody but the user may be able to write there, or to put
//! something else in their place.

use crate::failure::{Failure, Kind};
use crate::terminal::tell;
use paratrace_traceformat::plain::line;
use std::env;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Why a path is not the user's alone; `None` if it is, or if there is nothing.
pub(crate) fn why_foreign(path: &Path) -> Option<String> {
    let found = fs::symlink_metadata(path).ok()?;
    if found.is_symlink() {
        return Some(format!("{} is a symbolic link", path.display()));
    }
    why_of_others(&found).map(|why| format!("{} {why}", path.display()))
}

/// A path without symbolic links in the part of it that exists.
pub(crate) fn without_links(path: &Path) -> io::Result<PathBuf> {
    for above in path.ancestors() {
        match (above.canonicalize(), path.strip_prefix(above)) {
            (Ok(real), Ok(rest)) if rest.as_os_str().is_empty() => return Ok(real),
            (Ok(real), Ok(rest)) => return Ok(real.join(rest)),
            (Err(cause), _) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
            _ => {}
        }
    }
    Ok(path.to_owned())
}

/// Opens a file that is the user's alone. A symbolic link is not followed.
pub(crate) fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        let flags = i32::try_from(rustix::fs::OFlags::NOFOLLOW.bits()).unwrap_or_default();
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags);
    }
    let file = options.open(path)?;
    let why = why_of_others(&file.metadata()?);
    why.map_or(Ok(file), |why| Err(io::Error::new(io::ErrorKind::PermissionDenied, why)))
}

/// Contents of a file that is the user's alone.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, File::options().read(true))?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(unix)]
fn why_of_others(found: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::MetadataExt;
    if found.uid() != user() {
        return Some("belongs to another user");
    }
    // Permissions of a link mean nothing.
    (found.mode() & WRITABLE != 0 && !found.is_symlink()).then_some("can be written to by others (chmod go-w)")
}

#[cfg(not(unix))]
fn why_of_others(_: &Metadata) -> Option<&'static str> {
    None
}

/// Returns whether something found in a folder of the user's is the user's, too; a link is, if its owner is the user.
pub(crate) fn is_own(found: &Metadata) -> bool {
    why_of_others(found).is_none()
}

/// Why others can put something else in the place of a path: they own a folder above it, or can write to one.
#[cfg(unix)]
pub(crate) fn why_replaceable(path: &Path) -> Option<String> {
    // In a container, whoever owns the root is the system.
    let system = fs::metadata("/").map_or(0, |root| std::os::unix::fs::MetadataExt::uid(&root));
    path.ancestors().skip(1).find_map(|above| {
        let why = why_of_other_children(&fs::metadata(above).ok()?, system)?;
        Some(format!("{} {why}", above.display()))
    })
}

#[cfg(not(unix))]
pub(crate) fn why_replaceable(_: &Path) -> Option<String> {
    None
}

#[cfg(unix)]
fn why_of_other_children(folder: &Metadata, system: u32) -> Option<&'static str> {
    use std::os::unix::fs::MetadataExt;
    let (owner, mode) = (folder.uid(), folder.mode());
    if owner != user() && owner != 0 && owner != system {
        return Some("belongs to another user");
    }
    // A group that has the number of the user has no other member on systems that make one for each user.
    let of_group = mode & 0o020 != 0 && folder.gid() != user();
    let is_open = mode & 0o002 != 0 || of_group;
    (is_open && mode & STICKY == 0).then_some("can be written to by others, and has no sticky bit")
}

/// In a folder with this bit, nobody renames what belongs to somebody else.
#[cfg(unix)]
const STICKY: u32 = 0o1000;

/// Write permission for group and others.
#[cfg(unix)]
const WRITABLE: u32 = 0o022;

#[cfg(unix)]
fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Takes write permission for files below a folder from everybody else: tools leave it there if the user's mask does.
#[cfg(unix)]
pub(crate) fn keep_to_user(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let found = entry.metadata()?;
        let mode = found.permissions().mode();
        if mode & WRITABLE != 0 && !found.is_symlink() {
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(mode & !WRITABLE))?;
        }
        if found.is_dir() {
            keep_to_user(&entry.path())?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn keep_to_user(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A new temporary directory of the user's, in a folder where nobody else can replace it: `TMPDIR`, unless that is none, which is said.
pub(crate) fn temporary_directory() -> Result<TempDir, Failure> {
    let wished = env::temp_dir();
    let place = match unsafe_place(&wished) {
        None => wished,
        Some(why) => {
            let place = safe_place().ok_or_else(|| {
                let what = format!("there is no place for temporary files: {why}");
                Failure::new(Kind::Io, what).advise("Name a folder of your own in TMPDIR.")
            })?;
            let told = format!("temporary files lie in {}: {why}", place.display());
            tell(&format!("paratrace: {}\n", line(&told)));
            place
        }
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix("paratrace-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir_in(&place).map_err(|cause| Failure::io("create a directory in", &place, cause))
}

fn unsafe_place(folder: &Path) -> Option<String> {
    // What does not exist fails when something is created there.
    why_replaceable(&folder.canonicalize().ok()?.join("paratrace"))
}

fn safe_place() -> Option<PathBuf> {
    let home = env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let mut places = ["/tmp", "/var/tmp"].map(PathBuf::from).into_iter().chain(home);
    places.find(|place| place.is_dir() && unsafe_place(place).is_none())
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn what_others_can_write_to_is_not_the_users_own() {
        let dir = tempfile::tempdir().unwrap();
        let [own, link] = ["own", "link"].map(|name| dir.path().join(name));
        fs::create_dir(&own).unwrap();
        symlink(&own, &link).unwrap();
        let with_mode = |mode| {
            fs::set_permissions(&own, fs::Permissions::from_mode(mode)).unwrap();
            (why_foreign(&own).is_none(), why_replaceable(&own.join("cache/sets")).is_none())
        };
        assert_eq!(
            [0o700, 0o755, 0o1777, 0o757].map(with_mode),
            [(true, true), (true, true), (false, true), (false, false)]
        );
        assert!(why_foreign(&link).is_some() && why_foreign(&own.join("none")).is_none());
        fs::write(own.join("file"), "").unwrap();
        fs::set_permissions(own.join("file"), fs::Permissions::from_mode(0o664)).unwrap();
        assert!(read(&own.join("file")).is_err());
        keep_to_user(&own).unwrap();
        assert!(read(&own.join("file")).is_ok() && read(&link.join("file")).is_ok());
        symlink(own.join("file"), own.join("other")).unwrap();
        assert!(read(&own.join("other")).is_err());
    }
}
