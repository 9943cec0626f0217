//! `docs/promises.md` names tests that exist.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Texts between backticks.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

#[test]
fn files_exist() {
    let page = fs::read_to_string(root().join("docs/promises.md")).unwrap();
    let is_path = |text: &&str| text.contains('/') && !text.contains(' ') && !text.starts_with("./");
    let missing: Vec<&str> = quoted(&page).filter(is_path).filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn tests_exist() {
    let page = fs::read_to_string(root().join("docs/promises.md")).unwrap();
    let sources = sources(&root());
    let is_name = |text: &&str| text.contains('_') && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let is_test = |name: &&str| sources.iter().any(|source| source.contains(&format!("fn {name}(")));
    let missing: Vec<&str> = quoted(&page).filter(is_name).filter(|name| !is_test(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// All Rust sources of the project.
fn sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() && name != "target" && !name.to_string_lossy().starts_with('.') {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
    found
}
