//! The modules of a build.

use std::fs;
use std::path::{Path, PathBuf};

/// Files in the root of a Maven or Gradle build.
const BUILDS: [&str; 5] = ["pom.xml", "settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts"];

/// Directories that hold no modules, only what was built or downloaded.
const OUTPUTS: [&str; 5] = ["target", "build", "out", "bin", "node_modules"];

/// Modules lie no deeper below the root of their build.
const DEEPEST: usize = 4;

/// No more directories are looked into: the largest builds have some hundreds of modules.
const MAX_DIRECTORIES: usize = 2_000;

/// The modules below a directory in which a build has its root, itself not among them; none if it is no such directory.
pub(super) fn below(root: &Path) -> Vec<PathBuf> {
    let mut modules = Vec::new();
    if !BUILDS.iter().any(|file| root.join(file).is_file()) {
        return modules;
    }
    let mut level = vec![root.to_path_buf()];
    let mut looked_at = 0;
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        for directory in level {
            looked_at += 1;
            if looked_at > MAX_DIRECTORIES {
                return modules;
            }
            next.extend(inside(&directory));
        }
        next.sort();
        modules.extend(next.iter().filter(|directory| directory.join("src").is_dir()).cloned());
        level = next;
    }
    modules
}

/// Directories in which modules may be. Links are left out: they may lead in circles.
fn inside(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let wanted = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let module = !name.starts_with('.') && name != "src" && !OUTPUTS.contains(&&*name);
        module && entry.file_type().is_ok_and(|kind| kind.is_dir())
    };
    entries.flatten().take(MAX_DIRECTORIES).filter(wanted).map(|entry| entry.path()).collect()
}
