//! Keys of sets of traced classes: the same key, the same bytes.
//!
//! The instrumenter sees a closed world: each input may change what becomes of all others, and they share one program map. So
//! there is one key for all inputs of a run: of their names and contents, in their order, of what was selected, and of the
//! build of this tool. Where the inputs lie, and when they were written, is no part of it.

use super::parallel::in_parallel;
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The build of this tool: sets of another one are of no use.
pub(super) const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("PARATRACE_BUILD"));

/// Bytes that are read at once: most class files are shorter.
const BUFFER: usize = 64 << 10;

/// One input of a set.
#[derive(Debug)]
pub(crate) struct Content<'c> {
    /// The name that its output gets.
    pub(crate) name: &'c OsStr,
    pub(crate) path: &'c Path,
    /// For a directory, the classes that count, relative to it.
    pub(crate) classes: Option<&'c [PathBuf]>,
}

/// The key, in hexadecimal. `options` is everything else that decides what comes out.
pub(crate) fn key(options: &[String], contents: &[Content<'_>]) -> io::Result<String> {
    let mut all = Sha256::new();
    add(&mut all, BUILD.as_bytes());
    add(&mut all, &options.len().to_be_bytes());
    options.iter().for_each(|option| add(&mut all, option.as_bytes()));
    let files: Vec<PathBuf> = contents.iter().flat_map(Content::files).collect();
    let mut hashes = hashes(&files)?.into_iter();
    for content in contents {
        add(&mut all, content.name.as_encoded_bytes());
        let classes = content.classes.unwrap_or_default();
        add(&mut all, &[u8::from(content.classes.is_some())]);
        add(&mut all, &classes.len().to_be_bytes());
        classes.iter().for_each(|class| add(&mut all, class.as_os_str().as_encoded_bytes()));
        let own = content.classes.map_or(1, <[PathBuf]>::len);
        hashes.by_ref().take(own).for_each(|hash| add(&mut all, &hash));
    }
    Ok(hexadecimal(&all.finalize()))
}

impl Content<'_> {
    fn files(&self) -> Vec<PathBuf> {
        match self.classes {
            Some(classes) => classes.iter().map(|class| self.path.join(class)).collect(),
            None => vec![self.path.to_owned()],
        }
    }
}

/// Adds bytes so that no other sequence of them gives the same.
pub(super) fn add(to: &mut Sha256, bytes: &[u8]) {
    to.update(bytes.len().to_be_bytes());
    to.update(bytes);
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hashes of all files, in their order; made by all cores.
pub(super) fn hashes(files: &[PathBuf]) -> io::Result<Vec<[u8; 32]>> {
    in_parallel(files, &|file| hash(file))
}

fn hash(path: &Path) -> io::Result<[u8; 32]> {
    let (mut file, mut hasher) = (File::open(path)?, Sha256::new());
    let mut buffer = vec![0; BUFFER];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hasher.finalize().into()),
            Ok(read) => hasher.update(&buffer[..read]),
            Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
            Err(cause) => return Err(cause),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::fs;

    /// What the instrumenter is made of decides what rewritten classes look like.
    #[test]
    fn the_build_is_that_of_all_sources() {
        let manifest = include_str!("../../../instrumenter/Cargo.toml");
        let own = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        let used = own.lines().filter_map(|line| line.strip_prefix("paratrace-")?.split_once('.'));
        let used: Vec<&str> = used.map(|(name, _)| name).chain(["instrumenter"]).collect();
        assert!(used.len() > 4, "{used:?}");
        for name in used {
            assert!(include_str!("../../build.rs").contains(&format!("\"{name}/src\"")), "{name}");
        }
    }

    #[test]
    fn everything_that_matters_changes_the_key() {
        let dir = tempfile::tempdir().unwrap();
        let (a, b) = (dir.path().join("a.jar"), dir.path().join("b.jar"));
        fs::write(&a, "a").unwrap();
        fs::write(&b, "b").unwrap();
        let jar = |name: &'static str, path| Content { name: OsStr::new(name), path, classes: None };
        let of = |options: &[&str], contents: &[Content<'_>]| {
            key(&options.iter().map(|&o| o.to_owned()).collect::<Vec<_>>(), contents).unwrap()
        };
        let first = of(&["x"], &[jar("a", &a), jar("b", &b)]);
        assert_eq!(first, of(&["x"], &[jar("a", &a), jar("b", &b)]));
        let classes = [PathBuf::from("a.jar"), PathBuf::from("b.jar")];
        let directory = |classes| Content { name: OsStr::new("a"), path: dir.path(), classes: Some(classes) };
        let others = [
            of(&["y"], &[jar("a", &a), jar("b", &b)]),
            of(&["x"], &[jar("b", &b), jar("a", &a)]),
            of(&["x"], &[jar("a", &b), jar("b", &b)]),
            of(&["x"], &[jar("c", &a), jar("b", &b)]),
            of(&["x"], &[jar("a", &a)]),
            of(&["x"], &[directory(&classes)]),
            of(&["x"], &[directory(&classes[..1])]),
        ];
        let mut all: Vec<_> = others.iter().chain([&first]).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 8);
    }
}
