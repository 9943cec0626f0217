//! Every option that a message, a help text or the documentation mentions exists.

use crate::common::{paratrace, root, succeed, text};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Options of other programs: `java`, `jimage`, `jmod`, Gradle.
const OF_OTHERS: [&str; 29] = [
    "--cmds",
    "--config",
    "--hash-modules",
    "--header-files",
    "--legal-notices",
    "--libs",
    "--man-pages",
    "--dir",
    "--init-script",
    "--no-daemon",
    "--add-exports",
    "--add-modules",
    "--add-opens",
    "--add-reads",
    "--class-path",
    "--enable-native-access",
    "--enable-preview",
    "--module",
    "--module-path",
    "--patch-module",
    "--release",
    "--source",
    "--upgrade-module-path",
    "--limit-modules",
    "--version",
    "--help",
    "--illegal-access",
    "--show-version",
    "--disable-@files",
];

/// The long options of all commands.
fn known() -> BTreeSet<String> {
    let help = text(&succeed(paratrace().arg("--help")).stdout);
    let commands = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let names = commands.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let mut known: BTreeSet<String> = OF_OTHERS.map(str::to_owned).into();
    for name in names.filter(|name| *name != "help") {
        let help = text(&succeed(paratrace().args([name, "--help"])).stdout);
        let heads = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        heads.for_each(|line| known.extend(mentioned(line)));
    }
    known
}

/// Words that look like long options.
fn mentioned(line: &str) -> Vec<String> {
    let boundary = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let is_option = |word: &&str| {
        word.strip_prefix("--").is_some_and(|name| name.len() > 1 && name.starts_with(|c: char| c.is_ascii_lowercase()))
    };
    line.split(boundary).filter(is_option).map(|word| word.trim_end_matches('-').to_owned()).collect()
}

/// Folders and files about the options of other commands.
const OTHERS: [&str; 4] =
    ["cli/src/java", "cli/src/program/words.rs", "cli/src/profiling/flight.rs", "cli/src/profiling/perf.rs"];

fn files(below: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(below).unwrap() {
        let path = entry.unwrap().path();
        // These have the options of `java`, of `jfr` and of `perf`.
        if OTHERS.iter().any(|other| path.ends_with(other)) {
            continue;
        }
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "md") {
            found.push(path);
        }
    }
}

/// Code without comments, code blocks and sentences of documents that are about the command.
fn tells(path: &Path, line: &str) -> bool {
    let line = line.trim_start();
    if path.extension().is_some_and(|extension| extension == "rs") {
        return !line.starts_with("//") && !line.starts_with("///");
    }
    line.contains("paratrace ") && !line.contains("cargo ") && !line.contains("javac ")
}

#[test]
fn options_that_are_mentioned_exist() {
    let known = known();
    assert!(known.contains("--sources") && known.contains("--min-share"), "{known:?}");
    let mut all = Vec::new();
    for folder in ["cli/src", "report/src", "analyzer/src", "instrumenter/src", "compare/src", "cost/src", "docs"] {
        files(&root().join(folder), &mut all);
    }
    all.push(root().join("README.md"));
    let mut unknown: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    for path in all {
        let source = fs::read_to_string(&path).unwrap();
        // Tests below the code have words of their own.
        let source = source.split("#[cfg(test)]").next().unwrap();
        for option in source.lines().filter(|line| tells(&path, line)).flat_map(mentioned) {
            if !known.contains(&option) {
                unknown.entry(option).or_default().insert(path.clone());
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

#[test]
fn options_are_found_in_texts() {
    assert_eq!(mentioned("use `--top N` (--min-share=1), a--b -- x, --"), ["--top", "--min-share"]);
}
