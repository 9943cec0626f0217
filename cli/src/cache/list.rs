//! The contents of the cache, and how it stays within its limit.

use super::farms::named_by_process;
use super::lock::Lock;
use super::record::{Record, write_private};
use super::{Cache, remove_all};
use crate::ownership;
use crate::room::free;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The cache's limit where there is enough room.
const LIMIT: u64 = 2 << 30;
/// It takes no more than this part of what is free and what it has already: one of so many.
const PART: u64 = 5;
/// Farms and unfinished sets that nobody uses go when they are so old.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// Least age of leftovers of killed runs that go when everything is to go: younger ones may be in the making.
const YOUNG: Duration = Duration::from_secs(60);

/// A set.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) key: String,
    /// The class path that it was first made for; empty if it is damaged.
    pub(crate) what: Vec<String>,
    pub(crate) bytes: u64,
    pub(crate) used: SystemTime,
}

impl Cache {
    /// All sets, the last used first.
    pub(crate) fn list(&self) -> io::Result<Vec<Listed>> {
        let mut all = Vec::new();
        for entry in entries(&self.directory.join("sets"))? {
            let key = entry.file_name().to_string_lossy().into_owned();
            let used =
                fs::metadata(self.lock_of(&key)).or_else(|_| entry.metadata()).and_then(|found| found.modified());
            let (what, bytes) = match Record::read(&entry.path()) {
                Some(record) => (record.what, record.bytes),
                None => (Vec::new(), size(&entry.path())),
            };
            all.push(Listed { key, what, bytes, used: used.unwrap_or(SystemTime::UNIX_EPOCH) });
        }
        all.sort_by(|a, b| b.used.cmp(&a.used).then_with(|| a.key.cmp(&b.key)));
        Ok(all)
    }

    /// How many bytes all sets may have together.
    pub(crate) fn limit(&self) -> u64 {
        let set = ownership::read(&self.directory.join("limit"))
            .ok()
            .and_then(|text| String::from_utf8(text).ok()?.trim().parse().ok());
        set.unwrap_or_else(|| {
            let used: u64 = self.list().unwrap_or_default().iter().map(|set| set.bytes).sum();
            free(&self.directory).map_or(LIMIT, |free| LIMIT.min((free + used) / PART))
        })
    }

    /// Sets the limit for all later runs.
    pub(crate) fn set_limit(&self, bytes: u64) -> io::Result<()> {
        self.create()?;
        write_private(&self.directory.join("limit"), bytes.to_string().as_bytes())
    }

    /// Removes sets, those that are larger by themselves and then the longest unused, until the others have no more bytes. Sets in
    /// use stay; one that is larger does not displace others. Returns how many went, and their bytes.
    pub(crate) fn shrink_to(&self, limit: u64) -> (usize, u64) {
        let all = self.list().unwrap_or_default();
        let (larger, others): (Vec<&Listed>, Vec<&Listed>) = all.iter().partition(|set| set.bytes > limit);
        let mut total: u64 = others.iter().map(|set| set.bytes).sum();
        let mut gone = (0, 0);
        for set in larger.into_iter().chain(others.into_iter().rev()) {
            let fits = set.bytes <= limit;
            if fits && total <= limit {
                break;
            }
            if self.remove(&set.key).unwrap_or(false) {
                total -= if fits { set.bytes } else { 0 };
                gone = (gone.0 + 1, gone.1 + set.bytes);
            }
        }
        self.sweep(OLD);
        gone
    }

    /// Removes everything that is not in use.
    pub(crate) fn clear(&self) -> (usize, u64) {
        let all = self.list().unwrap_or_default();
        let gone = all.iter().filter(|set| self.remove(&set.key).unwrap_or(false));
        let gone = gone.fold((0, 0), |(sets, bytes), set| (sets + 1, bytes + set.bytes));
        self.sweep(YOUNG);
        gone
    }

    /// Removes a set; `false` if it is in use.
    fn remove(&self, key: &str) -> io::Result<bool> {
        let Some(lock) = Lock::alone(&self.lock_of(key))? else { return Ok(false) };
        // A set is never seen half-removed: it has another name by then.
        let aside = self.directory.join("making").join(key);
        remove_all(&aside)?;
        fs::rename(self.set(key), &aside)?;
        remove_all(&aside)?;
        lock.remove();
        Ok(true)
    }

    /// Removes what runs left behind that were killed, if it is so old. What fails here is tried again another day.
    fn sweep(&self, age: Duration) {
        let old = |entry: &fs::DirEntry| {
            let changed = entry.metadata().and_then(|found| found.modified());
            changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|elapsed| elapsed >= age))
        };
        for entry in entries(&self.directory.join("making")).unwrap_or_default().iter().filter(|entry| old(entry)) {
            let key = entry.file_name().to_string_lossy().into_owned();
            if let Ok(Some(_alone)) = Lock::alone(&self.lock_of(&key)) {
                let _ = remove_all(&entry.path());
            }
        }
        for entry in entries(&self.directory.join("farms")).unwrap_or_default().iter().filter(|entry| old(entry)) {
            if named_by_process(&entry.path()) != Some(true) {
                let _ = remove_all(&entry.path());
            }
        }
    }
}

fn entries(directory: &Path) -> io::Result<Vec<fs::DirEntry>> {
    match fs::read_dir(directory) {
        Ok(found) => found.collect(),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(cause) => Err(cause),
    }
}

fn size(directory: &Path) -> u64 {
    let size = |entry: &fs::DirEntry| match entry.metadata() {
        Ok(found) if found.is_dir() => size(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    };
    entries(directory).unwrap_or_default().iter().map(size).sum()
}
