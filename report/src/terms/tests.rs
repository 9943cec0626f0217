#![allow(clippy::unwrap_used)]

use super::{Term, Terms};
use crate::text::advice::{verdict_name, word};
use paratrace_analyzer::model::{Nature, Operation, Verdict};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The values of an enumeration in the schema of reports: as they are written, and read again.
fn values<T: DeserializeOwned>(name: &str) -> Vec<(String, T)> {
    let schema = fs::read_to_string(root().join("docs/schema/report.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let values = schema["$defs"][name]["oneOf"].as_array().unwrap().iter().map(|value| value["const"].clone());
    values.map(|value| (value.as_str().unwrap().to_owned(), serde_json::from_value(value).unwrap())).collect()
}

#[test]
fn every_word_for_verdicts_and_natures_is_explained() {
    let verdicts = values::<Verdict>("Verdict").into_iter().flat_map(|(name, v)| [name, verdict_name(v).to_owned()]);
    let natures = values::<Nature>("Nature").into_iter().flat_map(|(name, n)| [name, word(n, None).to_owned()]);
    let operations = values::<Operation>("Operation")
        .into_iter()
        .flat_map(|(name, o)| [name, word(Nature::Reduction, Some(o)).to_owned()]);
    let words: Vec<String> = verdicts.chain(natures).chain(operations).collect();
    assert!(words.len() > 40, "the values are gone");
    let unknown: Vec<_> = words.iter().filter(|word| Terms::find(word).is_none()).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn words_are_explained_once() {
    let all = Terms::all().terms;
    let words: Vec<String> = all
        .iter()
        .flat_map(|term| std::iter::once(&term.name).chain(term.also))
        .map(|word| super::plain(word))
        .collect();
    let mut seen = BTreeSet::new();
    let twice: Vec<_> = words.iter().filter(|word| !seen.insert(word.as_str())).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn sections_exist() {
    let lost: Vec<&str> = Terms::all().terms.iter().map(|term| term.see).filter(|see| !is_section(see)).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

fn is_section(see: &str) -> bool {
    let (file, section) = see.split_once('#').unwrap();
    let page = fs::read_to_string(root().join(file)).unwrap();
    page.lines().filter_map(|line| line.strip_prefix("## ")).any(|heading| anchor(heading) == section)
}

/// The anchor that a heading gets on a page.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || *c == '-' || *c == '_').collect()
}

#[test]
fn terms_are_found_however_they_are_written() {
    let name = |word: &str| Terms::find(word).map(|found| found.terms[0].name);
    assert_eq!(["critical path", "CRITICAL_PATH", "critical-path"].map(name), [Some("critical path"); 3]);
    assert_eq!(
        ["a future", "raw", "scan", "collect:"].map(name).map(Option::unwrap),
        ["future", "RAW", "prefix sum", "collect"]
    );
    assert_eq!(name("banana"), None);
}

#[test]
fn near_terms_are_suggested() {
    assert_eq!(Terms::nearest("paralelism")[0], "parallelism");
    assert_eq!(Terms::nearest("criticalpath")[0], "critical path");
    assert_eq!(Terms::nearest("privatize")[0], "privatise");
    assert!(Terms::nearest("xyzzy").is_empty());
}

#[test]
fn explanations_are_short() {
    let long: Vec<&str> = Terms::all().terms.iter().filter(|term| is_long(term)).map(|term| term.name).collect();
    assert!(long.is_empty(), "{long:?}");
}

fn is_long(term: &Term) -> bool {
    term.text.split(' ').count() > 60 || term.example.is_some_and(|lines| lines.lines().count() > 2)
}
