//! Folders and jars with sources, and which of them belong to an entry of a class path.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use paratrace_zip::{Archive, Source};

/// A source file larger than this is not read: no Java compiler accepts it either.
const MAX_SOURCE_BYTES: u64 = 16 << 20;

/// Folders of sources are named after their language.
const LANGUAGES: [&str; 4] = ["java", "kotlin", "scala", "groovy"];

/// Directories in which annotation processors leave sources, with Maven and with Gradle.
const GENERATED: [&str; 2] =
    ["target/generated-sources/annotations", "build/generated/sources/annotationProcessor/java/main"];

/// Entries of `src` that are looked at: `main`, `test` and a few more are usual.
const MAX_SETS: usize = 64;

/// How far above its classes a module is looked for: `build/classes/java/main` is four folders below it.
const ABOVE: usize = 4;

/// A place of source files, by their packages.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Root {
    Folder(PathBuf),
    Archive(PathBuf),
}

impl Root {
    /// The roots of a path that the user names: a jar of sources, a folder of packages, or a module.
    pub(super) fn given(path: &Path) -> Vec<Root> {
        if path.is_file() {
            return vec![Root::Archive(path.to_path_buf())];
        }
        let mut roots = vec![Root::Folder(path.to_path_buf())];
        roots.extend(Root::of_module(path));
        roots
    }

    /// The sources of a jar or a directory of classes: `x-sources.jar` beside `x.jar`, and those of the module that it was built in.
    pub(super) fn beside(entry: &Path) -> Vec<Root> {
        let Ok(entry) = std::path::absolute(entry) else { return Vec::new() };
        let mut roots = Vec::new();
        if entry.is_dir() {
            roots.push(Root::Folder(entry.clone()));
        } else if let Some(name) = entry.file_stem().and_then(|name| name.to_str()) {
            let sources = entry.with_file_name(format!("{name}-sources.jar"));
            roots.extend(sources.is_file().then_some(Root::Archive(sources)));
        }
        let module = entry.ancestors().skip(1).take(ABOVE).find(|folder| folder.join("src").is_dir());
        roots.extend(module.map(Root::of_module).unwrap_or_default());
        roots
    }

    /// The folders of sources that a module has: `src/main/java`, `src/test/kotlin` and the like, generated ones, `src`.
    pub(super) fn of_module(module: &Path) -> Vec<Root> {
        let src = module.join("src");
        let Ok(sets) = fs::read_dir(&src) else { return Vec::new() };
        let mut sets: Vec<PathBuf> = sets.flatten().take(MAX_SETS).map(|set| set.path()).collect();
        // The program that runs is in `main` more often than in the others, and the order of a directory is any.
        sets.sort_by_key(|set| (!set.ends_with("main"), set.clone()));
        let by_language = sets.iter().flat_map(|set| LANGUAGES.map(|language| set.join(language)));
        let all = by_language.chain(GENERATED.map(|folder| module.join(folder))).filter(|folder| folder.is_dir());
        all.chain([src.clone()]).map(Root::Folder).collect()
    }

    /// The file of this name, if it is there and no larger than a source can be.
    pub(super) fn read(&self, relative: &Path) -> Option<Vec<u8>> {
        match self {
            Root::Folder(folder) => {
                let path = folder.join(relative);
                let file = fs::metadata(&path).is_ok_and(|found| found.is_file()).then(|| File::open(path).ok())??;
                whole(file)
            }
            Root::Archive(path) => {
                let archive = Archive::open(Source::new(File::open(path).ok()?).ok()?).ok()?;
                archive.bytes(archive.find(&relative.to_str()?.replace('\\', "/"))?, MAX_SOURCE_BYTES).ok()
            }
        }
    }
}

fn whole(file: impl Read) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_SOURCE_BYTES + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MAX_SOURCE_BYTES).then_some(bytes)
}
