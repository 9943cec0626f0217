//! Outputs that are whole or not there: each is made beside its place and moved there when all are done.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::Error;
use crate::runtime;

/// Everything that is being made, for [`abandon`].
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all unfinished outputs of this process, which must end now: no output can be begun or finished any more.
pub fn abandon() {
    let paths = unfinished();
    paths.iter().for_each(|path| remove(path));
    std::mem::forget(paths);
}

/// An output in the making; removed if it is not finished.
#[derive(Debug)]
pub(crate) struct Pending {
    temporary: PathBuf,
    output: PathBuf,
}

impl Pending {
    /// In the same directory, so that moving it is atomic.
    pub(crate) fn beside(output: &Path) -> Pending {
        let name = output.file_name().map_or_else(|| "out".into(), |name| name.to_string_lossy().into_owned());
        let temporary = output.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        unfinished().push(temporary.clone());
        Pending { temporary, output: output.to_owned() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.temporary
    }

    /// Creates the file.
    pub(crate) fn create(&self) -> Result<File, Error> {
        File::create(&self.temporary).map_err(|source| Error::io("write", &self.output, source))
    }

    /// Creates the file with the permissions of another.
    pub(crate) fn create_like(&self, model: &Path) -> Result<File, Error> {
        let file = self.create()?;
        let permissions = fs::metadata(model).map_err(|source| Error::io("read", model, source))?.permissions();
        if !permissions.readonly() {
            file.set_permissions(permissions).map_err(|source| Error::io("write", &self.output, source))?;
        }
        Ok(file)
    }

    /// Moves the output to its place.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let mut paths = unfinished();
        let moved = if self.temporary.is_dir() {
            replace_directory(&self.temporary, &self.output)
        } else {
            fs::rename(&self.temporary, &self.output)
        };
        paths.retain(|path| *path != self.temporary);
        drop(paths);
        moved.map_err(|source| Error::io("write", &self.output, source))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        let mut paths = unfinished();
        paths.retain(|path| *path != self.temporary);
        remove(&self.temporary);
    }
}

fn remove(path: &Path) {
    // What cannot be removed, or was never made, stays: there is an error to report already.
    let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}

/// Puts a directory where an older output or nothing is.
fn replace_directory(new: &Path, place: &Path) -> io::Result<()> {
    if !place.exists() || fs::remove_dir(place).is_ok() {
        return fs::rename(new, place);
    }
    if !place.join(runtime::MAP_ENTRY).is_file() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "there is something else, which is not replaced"));
    }
    exchange(new, place)?;
    fs::remove_dir_all(new)
}

/// Swaps two directories, at once where the system can.
fn exchange(new: &Path, place: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, new, CWD, place, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    let aside = new.with_extension("old");
    fs::rename(place, &aside)?;
    fs::rename(new, place)?;
    fs::rename(&aside, new)
}
