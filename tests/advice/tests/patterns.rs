//! The advice on every pattern is what an expert would say, and the edits that it proposes keep what the pattern does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::Result;
use paratrace_advice::{Checked, Edit, Patterns, differing, patterns};
use rayon::prelude::*;

#[test]
fn the_advice_is_what_an_expert_would_say() {
    let proposed: Mutex<BTreeMap<PathBuf, Vec<Edit>>> = Mutex::default();
    check(|compiled, source| {
        let Checked { differences, edits } = compiled.checked(source)?;
        if !edits.is_empty() {
            proposed.lock().expect("nobody fails with it").insert(source.to_owned(), edits);
        }
        Ok(differences)
    });
    let proposed = proposed.into_inner().expect("nobody fails with it");
    println!("{} patterns with edits", proposed.len());
    let broken = differing(&proposed).expect("edited patterns compile and run");
    assert!(broken.is_empty(), "{} of {} edited patterns differ:\n{}", broken.len(), proposed.len(), broken.join("\n"));
}

/// `TRACED_JDK` names the directory in the cache that has the copy: its `jdk`, and the original `java.base.jar`.
#[test]
#[ignore = "it takes minutes, and a traced JDK"]
fn what_a_traced_jdk_shows_makes_no_answer_wrong() {
    let jdk = PathBuf::from(std::env::var_os("TRACED_JDK").expect("TRACED_JDK names one"));
    check(|compiled, source| compiled.wrong_with_jdk(source, &jdk));
}

/// Checks all patterns, or those whose paths contain what `PATTERN` says.
fn check(differences: impl Fn(&Patterns, &Path) -> Result<Vec<String>> + Sync) {
    let only = std::env::var("PATTERN").unwrap_or_default();
    let mut sources = patterns().expect("the folder of patterns");
    sources.retain(|source| source.to_string_lossy().contains(&only));
    let compiled = Patterns::compile(&sources).expect("the patterns compile");
    let differences: Vec<String> = sources
        .par_iter()
        .flat_map_iter(|source| {
            differences(&compiled, source).unwrap_or_else(|error| vec![format!("{}: {error:#}", source.display())])
        })
        .collect();
    assert!(differences.is_empty(), "{} answers are wrong:\n{}", differences.len(), differences.join("\n"));
}
