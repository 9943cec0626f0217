//! Advice that is followed keeps the result; what the tool does not advise breaks it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use paratrace_advice::{Advised, Execution, Patterns, Version, execute, patterns};
use paratrace_analyzer::model::Verdict;
use rayon::prelude::*;

const ROUNDS: u32 = 50;

#[test]
fn followed_advice_keeps_results() {
    let differing = differing(Advised::Rightly, |execution| execution.differing > 0);
    assert!(differing.is_empty(), "{differing:#?}");
}

#[test]
fn wrong_advice_breaks_results() {
    let kept = differing(Advised::Wrongly, |execution| execution.differing == 0);
    assert!(kept.is_empty(), "{kept:#?}");
}

#[test]
fn the_followed_advice_is_that_of_the_tool() {
    let all = [Advised::Rightly, Advised::Wrongly].map(|advised| (advised, versions(advised)));
    let concerned =
        |path: &PathBuf| all.iter().flat_map(|(_, all)| all).any(|version| path.ends_with(version.pattern()));
    let sources: Vec<PathBuf> = patterns().expect("the folder of patterns").into_iter().filter(concerned).collect();
    let compiled = Patterns::compile(&sources).expect("the patterns compile");
    let advice: BTreeMap<String, _> = sources
        .par_iter()
        .map(|path| path.file_name().expect("it is a file").to_string_lossy().into_owned())
        .map(|file| (file.clone(), compiled.candidates(&file).expect("it can be analysed")))
        .collect();
    let wrong: Vec<String> = all
        .iter()
        .flat_map(|(advised, all)| all.iter().map(|version| version.check(*advised, &advice[version.pattern()])))
        .filter_map(|checked| Some(checked.err()?.to_string()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn versions_are_of_loops_that_patterns_have() {
    let sources = patterns().expect("the folder of patterns");
    let is_of = |version: &Version| {
        let path = sources.iter().find(|path| path.ends_with(version.pattern())).expect("there is such a pattern");
        version.is_of(&std::fs::read_to_string(path).expect("it is text"))
    };
    let all = [versions(Advised::Rightly), versions(Advised::Wrongly)].concat();
    let wrong: Vec<String> = all.iter().filter_map(|version| Some(is_of(version).err()?.to_string())).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_advice_is_followed_somewhere() {
    let followed: Vec<Verdict> = versions(Advised::Rightly).iter().filter_map(Version::verdict).collect();
    let advice = [
        Verdict::Independent,
        Verdict::PrivateCopies,
        Verdict::Reduction,
        Verdict::WithChanges,
        Verdict::Overlapping,
        Verdict::Future,
        Verdict::Scan,
        Verdict::Search,
    ];
    assert!(advice.iter().all(|verdict| followed.contains(verdict)), "{followed:?}");
}

fn versions(advised: Advised) -> Vec<Version> {
    Version::all(advised).expect("versions say what they follow")
}

fn differing(advised: Advised, wrong: fn(&Execution) -> bool) -> Vec<Execution> {
    let executed = execute(&versions(advised), advised, ROUNDS).expect("versions run");
    assert!(executed.len() >= 10, "{executed:?}");
    executed.into_iter().filter(wrong).collect()
}
