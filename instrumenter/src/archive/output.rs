//! Outputs that are whole or not there: each is made beside its place and moved there when all are done.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) use super::access::Access;
use crate::error::Error;
use crate::runtime;

/// Links that are followed from one to the next; Linux follows as many.
const MAX_LINKS: usize = 40;

/// The files and directories to remove if this process has to end: see [`abandon`].
#[derive(Debug)]
struct Unfinished {
    outputs: Vec<PathBuf>,
    /// Directories that were made for outputs; they go if they are empty.
    folders: Vec<PathBuf>,
}

static UNFINISHED: Mutex<Unfinished> = Mutex::new(Unfinished { outputs: Vec::new(), folders: Vec::new() });

fn unfinished() -> MutexGuard<'static, Unfinished> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all unfinished outputs of this process, which must end now: no output can be begun or finished any more.
pub fn abandon() {
    let all = unfinished();
    all.outputs.iter().for_each(|path| remove(path));
    all.folders.iter().rev().for_each(|folder| remove_empty(folder));
    std::mem::forget(all);
}

/// An output in the making; removed if it is not finished.
#[derive(Debug)]
pub(crate) struct Pending {
    temporary: PathBuf,
    /// The path of the output, with links followed.
    output: PathBuf,
    access: Access,
}

impl Pending {
    /// Begins an output as a temporary file in the same directory, so that moving it is atomic. A link at the output's
    /// place stays and is followed.
    pub(crate) fn beside(output: &Path, access: Access) -> Result<Pending, Error> {
        let output = followed(output);
        refuse_special(&output).map_err(|source| Error::io("write", &output, source))?;
        let name = output.file_name().map_or_else(|| "out".into(), |name| name.to_string_lossy().into_owned());
        let temporary = output.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        // An earlier process with the same number may have left its file behind.
        remove(&temporary);
        unfinished().outputs.push(temporary.clone());
        Ok(Pending { temporary, output, access })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.temporary
    }

    /// Creates the file.
    pub(crate) fn create(&self) -> Result<File, Error> {
        self.open(None)
    }

    /// Creates the file with the permissions of another.
    pub(crate) fn create_like(&self, model: &Path) -> Result<File, Error> {
        let metadata = fs::metadata(model).map_err(|source| Error::io("read", model, source))?;
        self.open(Some(&metadata))
    }

    fn open(&self, model: Option<&Metadata>) -> Result<File, Error> {
        let opened = self.access.files(model).create_new(true).open(&self.temporary);
        opened.map_err(|source| Error::io("write", &self.output, source))
    }

    /// Moves the output to its place.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let mut all = unfinished();
        let moved = if self.temporary.is_dir() {
            replace_directory(&self.temporary, &self.output)
        } else {
            refuse_special(&self.output).and_then(|()| fs::rename(&self.temporary, &self.output))
        };
        all.outputs.retain(|path| *path != self.temporary);
        drop(all);
        moved.map_err(|source| Error::io("write", &self.output, source))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        let mut all = unfinished();
        all.outputs.retain(|path| *path != self.temporary);
        remove(&self.temporary);
    }
}

/// The directory that outputs go to. What had to be made for it goes again if it stays empty.
#[derive(Debug)]
pub(crate) struct Folder {
    /// Parents first.
    made: Vec<PathBuf>,
}

impl Folder {
    pub(crate) fn create(directory: &Path, access: Access) -> Result<Folder, Error> {
        let missing = |path: &&Path| !path.as_os_str().is_empty() && fs::symlink_metadata(path).is_err();
        let mut made: Vec<PathBuf> = directory.ancestors().take_while(missing).map(Path::to_owned).collect();
        made.reverse();
        unfinished().folders.extend(made.iter().cloned());
        let folder = Folder { made };
        let created = access.directories(None).recursive(true).create(directory);
        created.map_err(|source| Error::io("create", directory, source))?;
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let mut all = unfinished();
        all.folders.retain(|folder| !self.made.contains(folder));
        self.made.iter().rev().for_each(|folder| remove_empty(folder));
    }
}

fn remove(path: &Path) {
    // A file that cannot be removed, or was never made, is passed over: there is an error to report already.
    let directory = fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    let _ = if directory { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}

fn remove_empty(folder: &Path) {
    // A folder that holds outputs cannot be removed, and stays.
    let _ = fs::remove_dir(folder);
}

/// The path that links lead to, even if nothing exists there yet.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => break,
        }
    }
    path
}

/// Devices and pipes are never replaced.
fn refuse_special(place: &Path) -> io::Result<()> {
    match fs::symlink_metadata(place) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            Err(io::Error::new(io::ErrorKind::AlreadyExists, "there is no regular file, which is not replaced"))
        }
        _ => Ok(()),
    }
}

/// Puts a directory where an older output or nothing is.
fn replace_directory(new: &Path, place: &Path) -> io::Result<()> {
    if !place.exists() || fs::remove_dir(place).is_ok() {
        return fs::rename(new, place);
    }
    let maps = [runtime::MAP_ENTRIES[0], runtime::MAP_ENTRIES_ON_JDK[0]];
    if !maps.iter().any(|map| place.join(map).is_file()) {
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
