//! Traced JDKs in the cache: one directory for each, by what it was made of. They do not count for the limit of rewritten programs.

use super::farms::named_by_process;
use super::files::{FileState, files, has_files};
use super::key::{BUILD, add, hashes, hexadecimal};
use super::lock::Lock;
use super::record::write_private;
use super::{Cache, remove_all};
use crate::failure::{Failure, Kind};
use crate::farm::create_directory;
use crate::jdk_layout::is_whole;
use crate::ownership::{self, keep_to_user};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const RECORD: &str = "record.json";
/// Says why a copy could not be made.
const FAILED: &str = "failed";
/// Nobody who only runs a program tries again so soon what has failed.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);
/// Copies that nobody has used for so long go when another one is made.
const OLD: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How a traced JDK was made.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct JdkRecord {
    /// The JDK that it is a copy of, or that is patched.
    pub(crate) home: PathBuf,
    /// Why it is no copy, but a patch of that JDK.
    pub(crate) no_copy: Option<String>,
    /// Methods of its `java.base`, and those that are traced.
    pub(crate) methods: usize,
    pub(crate) traced: usize,
    /// How long it took to make.
    pub(crate) seconds: u64,
    /// Size of all its files.
    pub(crate) bytes: u64,
    /// When it was made: seconds since 1970.
    pub(crate) made: u64,
    /// Its files.
    #[serde(default)]
    pub(crate) files: Vec<FileState>,
}

/// A traced JDK that is used; nobody removes it meanwhile.
#[derive(Debug)]
pub(crate) struct JdkSet {
    pub(crate) key: String,
    pub(crate) directory: PathBuf,
    pub(crate) record: JdkRecord,
    /// True if it was there already.
    pub(crate) kept: bool,
    _lock: Lock,
}

/// The key of what is made of these files.
pub(crate) fn jdk_key(files: &[PathBuf]) -> io::Result<String> {
    let mut all = Sha256::new();
    add(&mut all, BUILD.as_bytes());
    hashes(files)?.iter().for_each(|hash| add(&mut all, hash));
    Ok(hexadecimal(&all.finalize()[..8]))
}

impl JdkSet {
    /// Every file is as it was made, and there is no other.
    fn is_undamaged(&self) -> bool {
        !self.record.files.is_empty() && has_files(&self.directory, RECORD, &self.record.files)
    }
}

impl Cache {
    /// The traced JDK of this key; `make` fills an empty directory if there is none. Who comes while it is made waits.
    pub(crate) fn jdk(&self, key: &str, make: &dyn Fn(&Path) -> Result<JdkRecord, Failure>) -> Result<JdkSet, Failure> {
        let fail = |cause| Failure::io("write to", &self.directory, cause);
        self.create().map_err(fail)?;
        for attempt in 0..20 {
            let lock = Lock::shared(&self.lock_of_jdk(key)).map_err(fail)?;
            if let Some(set) = self.kept_jdk(key, lock).filter(JdkSet::is_undamaged) {
                return Ok(set);
            }
            if let Some(lock) = Lock::alone(&self.lock_of_jdk(key)).map_err(fail)? {
                self.make_jdk(key, make)?;
                let lock = lock.share().map_err(fail)?;
                let set = self.kept_jdk(key, lock);
                return set
                    .map(|set| JdkSet { kept: false, ..set })
                    .ok_or_else(|| fail(io::ErrorKind::NotFound.into()));
            }
            // Somebody else looks at it at this moment, or uses a copy that was damaged since.
            thread::sleep(Duration::from_millis(5 * attempt));
        }
        Err(Failure::new(
            Kind::Io,
            format!("the traced JDK {} is damaged, and in use", self.jdks().join(key).display()),
        )
        .advise("Try again when no other run uses it."))
    }

    fn kept_jdk(&self, key: &str, lock: Lock) -> Option<JdkSet> {
        let directory = self.jdks().join(key);
        if !is_whole(&directory) {
            return None;
        }
        let record = serde_json::from_slice(&ownership::read(&directory.join(RECORD)).ok()?).ok()?;
        lock.touch();
        Some(JdkSet { key: key.to_owned(), directory, record, kept: true, _lock: lock })
    }

    /// Makes it beside its place, and moves it there.
    fn make_jdk(&self, key: &str, make: &dyn Fn(&Path) -> Result<JdkRecord, Failure>) -> Result<(), Failure> {
        let (making, place) = (self.directory.join("making").join(format!("jdk-{key}")), self.jdks().join(key));
        let fail = |cause| Failure::io("write to", &making, cause);
        remove_all(&making).and_then(|()| create_directory(&making)).map_err(fail)?;
        let made = make(&making).and_then(|record| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
            let files = keep_to_user(&making).and_then(|()| files(&making)).map_err(fail)?;
            let bytes = files.iter().map(|file| file.length).sum();
            let record = JdkRecord { bytes, made: now, files, ..record };
            let text = serde_json::to_vec(&record).map_err(|cause| fail(cause.into()))?;
            let finish = || {
                write_private(&making.join(RECORD), &text)?;
                create_directory(&self.jdks())?;
                remove_all(&place)?;
                fs::rename(&making, &place)
            };
            finish().map_err(fail)
        });
        match &made {
            Ok(()) => self.sweep_jdks(key),
            Err(failure) => {
                // What stays is removed by whoever makes it next.
                let _ = remove_all(&making);
                self.keep_failure(&place, failure);
            }
        }
        made
    }

    /// Leaves word of what will fail again. If that fails, the next run tries for itself.
    fn keep_failure(&self, place: &Path, failure: &Failure) {
        if failure.kind == Kind::Input && remove_all(place).and_then(|()| create_directory(place)).is_ok() {
            let _ = write_private(&place.join(FAILED), failure.summary().as_bytes());
        }
    }

    /// Why the copy of this key could not be made a short time ago.
    pub(crate) fn failed_jdk(&self, key: &str) -> Option<String> {
        let file = self.jdks().join(key).join(FAILED);
        let age = fs::metadata(&file).and_then(|found| found.modified()).ok()?.elapsed().unwrap_or_default();
        let why = ownership::read(&file).ok().and_then(|text| String::from_utf8(text).ok());
        why.filter(|_| age < PATIENCE)
    }

    /// Removes copies that nobody has used for long: of JDKs that are gone, by older builds of this tool.
    fn sweep_jdks(&self, made: &str) {
        let old = |key: &String| {
            let used = fs::metadata(self.lock_of_jdk(key)).and_then(|found| found.modified());
            key != made && used.is_ok_and(|used| used.elapsed().is_ok_and(|since| since >= OLD))
        };
        // What fails here is tried again another day.
        self.keys_of_jdks().unwrap_or_default().iter().filter(|key| old(key)).for_each(|key| {
            let _ = self.remove_jdk(key);
        });
    }

    /// All traced JDKs, by their keys.
    pub(crate) fn list_jdks(&self) -> io::Result<Vec<JdkSet>> {
        let mut all = Vec::new();
        for key in self.keys_of_jdks()? {
            let lock = Lock::shared(&self.lock_of_jdk(&key))?;
            all.extend(self.kept_jdk(&key, lock));
        }
        Ok(all)
    }

    /// Removes the traced JDKs that no run uses. Returns how many went and how many stay.
    pub(crate) fn remove_jdks(&self) -> io::Result<(usize, usize)> {
        let (mut gone, mut left) = (0, 0);
        for key in self.keys_of_jdks()? {
            if self.remove_jdk(&key)? { gone += 1 } else { left += 1 }
        }
        Ok((gone, left))
    }

    /// Removes one; `false` if it is in use.
    fn remove_jdk(&self, key: &str) -> io::Result<bool> {
        let place = self.jdks().join(key);
        let Some(lock) = Lock::alone(&self.lock_of_jdk(key))? else { return Ok(false) };
        // A JVM that took the place of a launcher has no lock.
        if named_by_process(&place) == Some(true) {
            return Ok(false);
        }
        remove_all(&place)?;
        lock.remove();
        Ok(true)
    }

    fn keys_of_jdks(&self) -> io::Result<Vec<String>> {
        let files = match fs::read_dir(self.jdks()) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            files => files?,
        };
        let mut keys =
            files.map(|file| Ok(file?.file_name().to_string_lossy().into_owned())).collect::<io::Result<Vec<_>>>()?;
        keys.sort();
        Ok(keys)
    }

    fn jdks(&self) -> PathBuf {
        self.directory.join("jdks")
    }

    fn lock_of_jdk(&self, key: &str) -> PathBuf {
        self.directory.join("locks").join(format!("jdk-{key}"))
    }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// A JDK whose parts are words.
    fn make(directory: &Path) -> Result<JdkRecord, Failure> {
        fs::create_dir_all(directory.join("jdk/lib")).unwrap();
        fs::write(directory.join("java.base.jar"), "classes").unwrap();
        fs::write(directory.join("jdk/lib/modules"), "modules").unwrap();
        std::os::unix::fs::symlink("modules", directory.join("jdk/lib/link")).unwrap();
        Ok(JdkRecord::default())
    }

    #[test]
    fn a_damaged_jdk_is_made_again() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache { directory: dir.path().join("cache") };
        let is_kept = || cache.jdk("key", &make).unwrap().kept;
        assert_eq!([is_kept(), is_kept()], [false, true]);
        let image = cache.jdks().join("key/jdk/lib");
        let time = fs::metadata(image.join("modules")).unwrap().modified().unwrap();
        fs::write(image.join("modules"), "Modules").unwrap();
        fs::File::options().write(true).open(image.join("modules")).unwrap().set_modified(time).unwrap();
        assert_eq!([is_kept(), is_kept()], [false, true]);
        fs::remove_file(image.join("link")).unwrap();
        std::os::unix::fs::symlink("../../java.base.jar", image.join("link")).unwrap();
        assert_eq!([is_kept(), is_kept()], [false, true]);
        fs::write(image.join("planted"), "").unwrap();
        assert_eq!([is_kept(), is_kept()], [false, true]);
        // A damaged one that another run uses is neither used nor removed.
        let used = cache.jdk("key", &make).unwrap();
        fs::write(image.join("modules"), "Modules").unwrap();
        assert!(cache.jdk("key", &make).is_err() && image.join("modules").exists());
        drop(used);
        assert!(!is_kept());
    }
}
