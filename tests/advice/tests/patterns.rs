//! The advice on every pattern is what an expert would say.

use std::path::{Path, PathBuf};

use anyhow::Result;
use paratrace_advice::{Patterns, patterns};
use rayon::prelude::*;

#[test]
fn the_advice_is_what_an_expert_would_say() {
    check(Patterns::differences);
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
