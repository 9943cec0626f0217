//! The advice on every pattern is what an expert would say.

use paratrace_advice::{Patterns, patterns};
use rayon::prelude::*;

#[test]
fn the_advice_is_what_an_expert_would_say() {
    let only = std::env::var("PATTERN").unwrap_or_default();
    let mut sources = patterns().expect("the folder of patterns");
    sources.retain(|source| source.to_string_lossy().contains(&only));
    let compiled = Patterns::compile(&sources).expect("the patterns compile");
    let differences: Vec<String> = sources
        .par_iter()
        .flat_map_iter(|source| {
            compiled.differences(source).unwrap_or_else(|error| vec![format!("{}: {error:#}", source.display())])
        })
        .collect();
    assert!(differences.is_empty(), "{} answers are wrong:\n{}", differences.len(), differences.join("\n"));
}
