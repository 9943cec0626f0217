//! Every jar and directory that a class path leads to, in the order in which classes are looked up.

use super::manifest;
use std::collections::HashSet;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// One place where classes are looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
}

/// The kind of file at a place of the class path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A jar.
    Archive,
    /// A directory.
    Directory,
    /// A path without a file, or a file that is no jar: the JVM passes over it, and so do we.
    Other,
}

/// The places of a class path: wildcards replaced by the jars they mean, each jar followed by what its manifest's
/// `Class-Path` names, every place once.
pub(crate) fn entries(class_path: &OsStr) -> Vec<Entry> {
    let mut found = Found::default();
    for part in env::split_paths(class_path) {
        match part.as_os_str() {
            empty if empty.is_empty() => found.add(PathBuf::from(".")),
            _ if part.file_name().is_some_and(|name| name == "*") => {
                jars_in(part.parent().unwrap_or(Path::new(""))).into_iter().for_each(|jar| found.add(jar));
            }
            _ => found.add(part),
        }
    }
    found.entries
}

/// The modules of a module path: jars and directories, alone or in a directory of modules. What is neither is passed on.
pub(crate) fn modules(module_path: &OsStr) -> Vec<Entry> {
    let mut found = Vec::new();
    for path in env::split_paths(module_path).filter(|path| !path.as_os_str().is_empty()) {
        if path.is_dir() && !is_module(&path) {
            let Ok(files) = fs::read_dir(&path) else { continue };
            let mut inside: Vec<PathBuf> = files.flatten().map(|file| path.join(file.file_name())).collect();
            inside.retain(|path| is_module(path) || !path.is_dir() && path.extension().is_some_and(|e| e == "jar"));
            inside.sort();
            found.extend(inside);
        } else {
            found.push(path);
        }
    }
    found.into_iter().map(|path| Entry { kind: look(&path).0, path }).collect()
}

/// The places of a path, as they are.
pub(crate) fn places(path: &OsStr) -> Vec<Entry> {
    let entry = |path: PathBuf| Entry { kind: look(&path).0, path };
    env::split_paths(path).filter(|path| !path.as_os_str().is_empty()).map(entry).collect()
}

/// A path with the character in it that separates the places of a class path.
pub(crate) fn separates(path: &Path) -> bool {
    env::join_paths([path]).is_err()
}

fn is_module(directory: &Path) -> bool {
    directory.join("module-info.class").is_file()
}

#[derive(Default)]
struct Found {
    entries: Vec<Entry>,
    seen: HashSet<PathBuf>,
}

impl Found {
    /// Adds a place, and the places that its manifest names right behind it. A work list and no recursion: manifests
    /// may form long chains, and cycles.
    fn add(&mut self, path: PathBuf) {
        let mut work = vec![path];
        while let Some(path) = work.pop() {
            let identity = path.canonicalize().unwrap_or_else(|_| path.clone());
            if !self.seen.insert(identity) {
                continue;
            }
            let (kind, named) = look(&path);
            work.extend(named.into_iter().rev());
            // A manifest may name a file with a separator in its name. The JVM passes over files that do not exist.
            if kind == Kind::Other && separates(&path) {
                continue;
            }
            self.entries.push(Entry { path, kind });
        }
    }
}

/// The kind of file at a path, and the places that its manifest names.
fn look(path: &Path) -> (Kind, Vec<PathBuf>) {
    if path.is_dir() {
        return (Kind::Directory, Vec::new());
    }
    match manifest::read(path) {
        Ok(manifest) => {
            let named = manifest.class_path.iter().filter_map(|url| resolve(path, url)).collect();
            (Kind::Archive, named)
        }
        Err(_) => (Kind::Other, Vec::new()),
    }
}

/// The jars of a directory in the order in which it lists them, as `java` takes them: of two classes with the same name it loads the first.
fn jars_in(directory: &Path) -> Vec<PathBuf> {
    let listed = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let Ok(files) = fs::read_dir(listed) else { return Vec::new() };
    let all = files.flatten().map(|file| directory.join(file.file_name()));
    all.filter(|path| path.extension().is_some_and(|e| e == "jar" || e == "JAR")).collect()
}

/// A file URL of a manifest, relative to its jar. Other URLs cannot be traced.
fn resolve(jar: &Path, url: &str) -> Option<PathBuf> {
    let path = match url.split_once(':') {
        Some(("file", path)) => path.strip_prefix("//").unwrap_or(path),
        Some((scheme, _)) if scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric()) => return None,
        _ => url,
    };
    Some(jar.parent().unwrap_or(Path::new("")).join(decode(path)?))
}

/// Undoes `%20` and the like.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        rest = more;
        let hex = more.get(..2).and_then(|h| std::str::from_utf8(h).ok()).and_then(|h| u8::from_str_radix(h, 16).ok());
        match (first, hex) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::io::Write;

    fn jar(path: &Path, manifest: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut zip = zip::ZipWriter::new(fs::File::create(path).unwrap());
        zip.start_file("META-INF/MANIFEST.MF", zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(manifest.as_bytes()).unwrap();
        zip.finish().unwrap();
    }

    fn names(root: &Path, class_path: &str) -> Vec<String> {
        let full = env::join_paths(class_path.split(':').map(|p| root.join(p))).unwrap();
        let short = |e: &Entry| e.path.strip_prefix(root).unwrap().display().to_string();
        entries(&full).iter().map(|e| format!("{} {:?}", short(e), e.kind)).collect()
    }

    #[test]
    fn manifests_are_followed_in_order_and_once() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        jar(&root.join("a.jar"), "Class-Path: lib/b.jar lib/c%20d.jar http://x/y.jar classes/ none.jar\n");
        jar(&root.join("lib/b.jar"), "Class-Path: ../a.jar e.jar\n");
        jar(&root.join("lib/c d.jar"), "");
        jar(&root.join("lib/e.jar"), "");
        fs::create_dir(root.join("classes")).unwrap();
        let expected = [
            "a.jar Archive",
            "lib/b.jar Archive",
            "lib/e.jar Archive",
            "lib/c d.jar Archive",
            "classes Directory",
            "none.jar Other",
        ];
        assert_eq!(names(root, "a.jar:lib/e.jar"), expected);
    }

    #[test]
    fn wildcards_mean_the_jars_of_a_directory() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        for name in ["lib/b.jar", "lib/a.JAR", "lib/sub/c.jar", "lib/d.zip"] {
            jar(&root.join(name), "");
        }
        let mut found = names(root, "lib/*:x");
        assert_eq!(found.pop().as_deref(), Some("x Other"));
        found.sort();
        assert_eq!(found, ["lib/a.JAR Archive", "lib/b.jar Archive"]);
        assert!(names(root, "none/*").is_empty());
    }

    #[test]
    fn modules_lie_on_the_path_or_in_directories() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        for name in ["mods/b.jar", "mods/a.jar", "mods/sub/c.jar", "d.jar"] {
            jar(&root.join(name), "");
        }
        for name in ["mods/exploded", "alone"] {
            fs::create_dir(root.join(name)).unwrap();
            fs::write(root.join(name).join("module-info.class"), "").unwrap();
        }
        let path = env::join_paths(["mods", "d.jar", "alone", "none"].map(|p| root.join(p))).unwrap();
        let short = |e: &Entry| format!("{} {:?}", e.path.strip_prefix(root).unwrap().display(), e.kind);
        let found: Vec<_> = modules(&path).iter().map(short).collect();
        let expected = ["mods/a.jar Archive", "mods/b.jar Archive", "mods/exploded Directory", "d.jar Archive"];
        assert_eq!(found[..4], expected);
        assert_eq!(found[4..], ["alone Directory", "none Other"]);
    }

    #[test]
    fn escapes() {
        assert_eq!(decode("a%20b%2Fc").as_deref(), Some("a b/c"));
        assert_eq!(decode("100%").as_deref(), Some("100%"));
        assert_eq!(decode("%zz").as_deref(), Some("%zz"));
        assert_eq!(resolve(Path::new("/x/a.jar"), "file:///y/b.jar"), Some("/y/b.jar".into()));
        assert_eq!(resolve(Path::new("a.jar"), "b.jar"), Some("b.jar".into()));
    }
}
