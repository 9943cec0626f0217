//! One lock for each set: shared by runs that use it, held alone by the process that makes or removes it. It goes with
//! its process, however that ends.

use crate::farm::create_directory;
use crate::ownership;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A locked file.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Shares the lock; waits while another process holds it alone.
    pub(super) fn shared(path: &Path) -> io::Result<Lock> {
        loop {
            let lock = Lock::open(path)?;
            lock.file.lock_shared()?;
            if lock.is_current() {
                return Ok(lock);
            }
        }
    }

    /// Holds the lock alone; `None` if anybody else holds it.
    pub(super) fn alone(path: &Path) -> io::Result<Option<Lock>> {
        let lock = Lock::open(path)?;
        match lock.file.try_lock() {
            Ok(()) => Ok(lock.is_current().then_some(lock)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(cause)) => Err(cause),
        }
    }

    /// Shares a lock that was held alone; for a moment nobody may hold it.
    pub(super) fn share(self) -> io::Result<Lock> {
        self.file.unlock()?;
        Lock::shared(&self.path)
    }

    /// Remembers that it was used now.
    pub(super) fn touch(&self) {
        // A time that cannot be set makes the set look older than it is: it may be removed sooner.
        let _ = self.file.set_modified(SystemTime::now());
    }

    /// Removes the file, which must be held alone.
    pub(super) fn remove(self) {
        // A file that cannot be removed stays, empty.
        let _ = fs::remove_file(&self.path);
    }

    fn open(path: &Path) -> io::Result<Lock> {
        path.parent().map_or(Ok(()), create_directory)?;
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(Lock { file: ownership::open(path, &mut options)?, path: path.to_owned() })
    }

    /// Nobody has removed the file since it was opened.
    fn is_current(&self) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
            let (own, found) = (self.file.metadata().map(identity), fs::metadata(&self.path).map(identity));
            matches!((own, found), (Ok(own), Ok(found)) if own == found)
        }
        #[cfg(not(unix))]
        self.path.exists()
    }
}
