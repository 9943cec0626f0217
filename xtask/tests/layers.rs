//! The order of layers: a module of a crate uses only modules that come before it.
//!
//! The compiler keeps the order of crates; this keeps that within a crate.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules from the lowest to the highest. All modules of the crate are named.
const REPLAY: &[&str] = &["base", "program", "events", "replay", "paths", "stream", "threads"];

const ANALYZER: &[&str] = &[
    "limits",
    "ratios",
    "model",
    "input",
    "heap",
    "owners",
    "synchronization",
    "depths",
    "units",
    "dependences",
    "communication",
    "false_sharing",
    "handovers",
    "races",
    "locks",
    "critical_path",
    "options",
    "budget",
    "advice",
    "report",
    "analysis",
    "thread_replay",
    "simulation",
    "directory",
    "shared_data",
    "listing",
    "placement",
    "stacks",
];

const INSTRUMENTER: &[&str] = &[
    "access_flags",
    "limits",
    "runtime",
    "workers",
    "error",
    "archive",
    "options",
    "library",
    "accessors",
    "jdk",
    "selection",
    "world",
    "unmatched",
    "leaf_search",
    "source",
    "method",
    "growth",
    "assemble",
    "rewrite",
    "survey",
    "output",
    "run",
    "shared_data",
    "counters",
];

const REPORT: &[&str] = &[
    "limits",
    "numbers",
    "names",
    "columns",
    "canvas",
    "rows",
    "sources",
    "excerpt",
    "terms",
    "lists",
    "locations",
    "suggested",
    "loops",
    "mine",
    "opening",
    "advice",
    "text",
    "timeline",
    "communication",
    "shared",
    "cost",
    "csv",
    "json",
    "scaling",
];

const CLI: &[&str] = &[
    "exit",
    "terminal",
    "failure",
    "search_path",
    "size",
    "cores",
    "memory",
    "guesses",
    "jdk_layout",
    "signals",
    "child",
    "ownership",
    "room",
    "farm",
    "outputs",
    "java",
    "backend",
    "cache",
    "jdk",
    "stage",
    "program",
    "show",
    "started",
    "launcher",
    "profiling",
    "commands",
    "main",
];

#[test]
fn no_module_uses_one_of_a_higher_layer() {
    check("cli", CLI);
    check("replay", REPLAY);
    check("report", REPORT);
    check("instrumenter", INSTRUMENTER);
    check("analyzer", ANALYZER);
}

fn check(of: &str, layers: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of).join("src");
    let ranks: BTreeMap<&str, usize> = layers.iter().copied().zip(0..).collect();
    let modules = modules(&root);
    assert!(!modules.is_empty(), "no modules in {}", root.display());
    let mut upward = Vec::new();
    for (module, files) in &modules {
        let rank = *ranks.get(module.as_str()).unwrap_or_else(|| panic!("{of}: {module} is in no layer"));
        for file in files {
            let text = fs::read_to_string(file).unwrap();
            for used in used_modules(&text) {
                if ranks.get(used.as_str()).is_some_and(|&other| other > rank) {
                    upward.push(format!("{} uses {used}", file.strip_prefix(&root).unwrap().display()));
                }
            }
        }
    }
    assert!(upward.is_empty(), "{of}: {upward:#?}");
}

/// Source files by top module. Test modules may look anywhere.
fn modules(root: &Path) -> BTreeMap<String, Vec<PathBuf>> {
    let mut modules: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name != "lib" {
            sources(&path, modules.entry(name).or_default());
        }
    }
    modules
}

fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| sources(&entry.unwrap().path(), found));
    } else if path.extension().is_some_and(|extension| extension == "rs") && path.file_stem().unwrap() != "tests" {
        found.push(path.to_owned());
    }
}

/// First segments of all paths that begin with `crate::`, also in nested imports.
fn used_modules(text: &str) -> Vec<String> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    code.split("crate::").skip(1).flat_map(first_segments).collect()
}

fn first_segments(path: &str) -> Vec<String> {
    let name = |text: &str| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    match path.strip_prefix('{') {
        None => vec![name(path)],
        Some(nested) => {
            let (mut depth, mut parts) = (0, vec![String::new()]);
            for c in nested.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => parts.push(String::new()),
                    _ => {}
                }
                parts.last_mut().unwrap().push(c);
            }
            parts.iter().map(|part| name(part.trim_start_matches(','))).collect()
        }
    }
}

#[test]
fn imports_are_found() {
    let text = "use crate::base::{error, limits};\nuse crate::{paths::Step, stream::{Chunk, Notes}};\nlet x = crate::threads::merge(); // crate::none";
    assert_eq!(used_modules(text), ["base", "paths", "stream", "threads"]);
}
