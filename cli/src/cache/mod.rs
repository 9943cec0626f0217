//! Sets of traced classes that are kept from run to run.
//!
//! | in the cache | is |
//! |---|---|
//! | `sets/KEY/` | traced jars and classes, program map, record; complete, as it is renamed when it is |
//! | `locks/KEY` | the set's lock; its time is when the set was last used |
//! | `making/KEY/` | a set in the making, under the set's lock |
//! | `jdks/KEY/` | a traced JDK (`jdk/`, or a patch of its `java.base`), the original classes of its `java.base`, record; its lock is `locks/jdk-KEY` |
//! | `farms/` | farms of links, which outlive their run if a process still needs them |
//! | `limit` | bytes, if the user has set a limit |
//!
//! A JVM runs what lies there, so all of it must be the user's alone, and no symbolic link in it is followed. Records have checksums of all
//! files, which are compared before a JVM gets them. Everything may be removed at any time that no run uses it.

mod farms;
mod files;
mod jdks;
mod key;
mod list;
mod lock;
mod parallel;
mod record;

pub(crate) use farms::{Farms, named_by_command_line};
pub(crate) use jdks::{JdkRecord, JdkSet, jdk_key};
pub(crate) use key::{Content, key};
pub(crate) use list::Listed;

use self::lock::Lock;
use self::record::{Record, write_private};
use crate::failure::{Failure, Kind};
use crate::farm::create_directory;
use crate::java::class_path::separates;
use crate::ownership::{keep_to_user, why_foreign, why_replaceable, without_links};
use crate::terminal::tell;
use paratrace_instrumenter::Summary;
use paratrace_traceformat::plain::line;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Folders of the cache.
const FOLDERS: [&str; 6] = ["sets", "locks", "making", "farms", "jdks", "profilers"];

/// The directory in which sets are kept.
#[derive(Debug, Clone)]
pub(crate) struct Cache {
    pub(crate) directory: PathBuf,
}

/// A set that is used; nobody removes it meanwhile.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) directory: PathBuf,
    pub(crate) made: Summary,
    /// True if the set was there already.
    pub(crate) kept: bool,
    _lock: Lock,
}

/// Why there is no set to use.
#[derive(Debug)]
pub(crate) enum Unusable {
    /// The cache does not work: full, read-only, on a file system without locks; or the set is damaged and in use, or its inputs
    /// change while it is made.
    Cache,
    /// The set cannot be made, with or without a cache.
    Failed(Failure),
}

impl From<io::Error> for Unusable {
    fn from(_: io::Error) -> Unusable {
        Unusable::Cache
    }
}

/// Fills an empty directory, and says whether the inputs are still what the key says.
type Maker<'m> = dyn Fn(&Path) -> Result<(Summary, bool), Failure> + 'm;

impl Cache {
    /// `PARATRACE_CACHE`, or `paratrace` in the user's folder for such things. There may be none; it fails if others can write there.
    pub(crate) fn find() -> Result<Option<Cache>, Failure> {
        Cache::place().map(Cache::in_folder).transpose()
    }

    /// The same for who can do without: what is in the way is told.
    pub(crate) fn find_or_tell() -> Option<Cache> {
        Cache::find().unwrap_or_else(|failure| {
            tell(&format!("paratrace: {}\n", line(&failure.summary())));
            None
        })
    }

    /// The cache in a folder that is the user's alone.
    pub(crate) fn in_folder(directory: PathBuf) -> Result<Cache, Failure> {
        let cache = Cache { directory };
        match cache.why_foreign() {
            None => Ok(cache),
            Some(why) => Err(Failure::new(Kind::Io, format!("the cache is not used: {why}"))
                .advise("Name a folder of your own in PARATRACE_CACHE.")),
        }
    }

    fn why_foreign(&self) -> Option<String> {
        let folders = FOLDERS.iter().map(|name| self.directory.join(name));
        let own = std::iter::once(self.directory.clone()).chain(folders).find_map(|folder| why_foreign(&folder));
        own.or_else(|| why_replaceable(&self.directory))
    }

    fn place() -> Option<PathBuf> {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let user = || set("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        let home = || set(if cfg!(windows) { "LOCALAPPDATA" } else { "HOME" });
        let folder = if cfg!(windows) { "" } else { ".cache" };
        let shared = || Some(user().or_else(|| Some(home()?.join(folder)))?.join("paratrace"));
        let directory = std::path::absolute(set("PARATRACE_CACHE").or_else(shared)?).ok()?;
        // A link that is changed later leads nowhere else.
        let directory = without_links(&directory).unwrap_or(directory);
        // The paths in it are to be part of class paths.
        (!separates(&directory)).then_some(directory)
    }

    /// The set of this key; made if it is not there, or damaged. If its inputs change meanwhile, it cannot be kept.
    pub(crate) fn get(&self, key: &str, what: &[String], make: &Maker<'_>) -> Result<Held, Unusable> {
        self.create()?;
        let path = self.lock_of(key);
        for attempt in 0..20 {
            if let Some(held) = self.held(key, Lock::shared(&path)?) {
                return Ok(held);
            }
            if let Some(lock) = Lock::alone(&path)? {
                return self.make(key, lock, what, make);
            }
            // Somebody else looks at it at this moment, or uses a set that was damaged since.
            thread::sleep(Duration::from_millis(5 * attempt));
        }
        Err(Unusable::Cache)
    }

    fn held(&self, key: &str, lock: Lock) -> Option<Held> {
        let directory = self.set(key);
        let record = Record::read(&directory).filter(|record| record.fits(&directory))?;
        lock.touch();
        Some(Held { made: record.summary(), directory, kept: true, _lock: lock })
    }

    fn make(&self, key: &str, lock: Lock, what: &[String], make: &Maker<'_>) -> Result<Held, Unusable> {
        let (making, place) = (self.directory.join("making").join(key), self.set(key));
        remove_all(&making)?;
        create_directory(&making)?;
        let made = make(&making).map_err(Unusable::Failed).and_then(|(made, lasting)| match lasting {
            true => {
                keep_to_user(&making)?;
                Ok(Record::new(&making, what.to_vec(), &made)?.write(&making)?)
            }
            false => Err(Unusable::Cache),
        });
        let moved = made.and_then(|()| Ok(remove_all(&place).and_then(|()| fs::rename(&making, &place))?));
        if let Err(unusable) = moved {
            // A directory that stays is removed by the next process that makes the set, or by `paratrace cache
            // --clear`.
            let _ = remove_all(&making);
            return Err(unusable);
        }
        let held = self.held(key, lock.share()?).ok_or(Unusable::Cache)?;
        self.shrink_to(self.limit());
        Ok(Held { kept: false, ..held })
    }

    /// Makes the cache's directories. Somebody else may have been faster.
    fn create(&self) -> io::Result<()> {
        let is_new = !self.directory.join("sets").is_dir();
        if is_new {
            FOLDERS.iter().try_for_each(|name| create_directory(&self.directory.join(name)))?;
        }
        if let Some(why) = self.why_foreign() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
        if !is_new {
            return Ok(());
        }
        // Tells programs that make backups: https://bford.info/cachedir/
        let tag = "Signature: 8a477f597d28d172789f06886806bc55\n# Traced programs; paratrace cache lists them.\n";
        write_private(&self.directory.join("CACHEDIR.TAG"), tag.as_bytes())
    }

    /// The directory of the set of this key.
    pub(crate) fn set(&self, key: &str) -> PathBuf {
        self.directory.join("sets").join(key)
    }

    fn lock_of(&self, key: &str) -> PathBuf {
        self.directory.join("locks").join(key)
    }
}

/// Removes a folder, a file or a link, if there is one.
fn remove_all(path: &Path) -> io::Result<()> {
    let is_folder = fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    match if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) } {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(cause),
        _ => Ok(()),
    }
}
