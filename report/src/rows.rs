//! Rows that a user hides: `--include` and `--exclude`. They stay in all figures.

use std::collections::BTreeSet;

use crate::names;
use crate::numbers::{plural, whole_percent};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::CandidateKind;
use paratrace_analyzer::patterns::{covers_method, dotted};

/// Selects rows of lists by the methods that they are about.
#[derive(Debug, Clone, Default)]
pub struct RowFilter {
    include: Vec<String>,
    exclude: Vec<String>,
}

impl RowFilter {
    /// Hides what is in `exclude`, and all that is not in `include`, unless that is empty. Patterns are packages, classes and
    /// methods, with `*` for any text.
    #[must_use]
    pub fn new(include: &[String], exclude: &[String]) -> RowFilter {
        let all = |patterns: &[String]| patterns.iter().map(|pattern| dotted(pattern)).collect();
        RowFilter { include: all(include), exclude: all(exclude) }
    }

    /// Returns whether rows about a method are shown.
    pub(crate) fn shows(&self, method: &str) -> bool {
        let has = |patterns: &[String]| patterns.iter().any(|pattern| is_about(pattern, method));
        (self.include.is_empty() || has(&self.include)) && !has(&self.exclude)
    }

    /// Returns the rows that are shown, each with its rank among all of them.
    pub(crate) fn ranked<T>(&self, all: impl IntoIterator<Item = T>, method: impl Fn(&T) -> &str) -> Vec<(usize, T)> {
        (1..).zip(all).filter(|(_, one)| self.shows(method(one))).collect()
    }

    /// Says how many loops and methods of a report are hidden, and how much of the run the largest of them is.
    pub(crate) fn hidden_of(&self, report: &Report) -> Option<String> {
        let loops = report.loops.iter().map(|l| (CandidateKind::Loop, &l.method, l.header_pc, l.influence));
        let candidates = report.candidates.iter().map(|c| (c.kind, &c.method, c.pc, c.coverage));
        let in_threads = report.in_threads.iter().map(|one| (CandidateKind::Call, &one.method, 0, one.share));
        let hidden = loops.chain(candidates).chain(in_threads).filter(|(_, method, ..)| !self.shows(method));
        // A loop may have a row in several lists.
        let (mut places, mut shares) = (BTreeSet::new(), Vec::new());
        for (kind, method, pc, share) in hidden {
            if places.insert((kind, method, pc)) {
                shares.push(share);
            }
        }
        self.hidden(&shares)
    }

    /// Says the same of hidden rows with these shares of the run.
    pub(crate) fn hidden(&self, shares: &[f64]) -> Option<String> {
        let options = [(&self.include, "--include"), (&self.exclude, "--exclude")];
        let given = options.into_iter().filter(|(patterns, _)| !patterns.is_empty()).map(|(_, option)| option);
        let by = given.collect::<Vec<_>>().join(" and ");
        let number = plural(shares.len() as u64, "loop or method", "loops and methods");
        let largest = whole_percent(shares.iter().copied().fold(0.0, f64::max));
        let (share, them) = match shares {
            [] => return None,
            [_] => (largest, "it"),
            _ => (format!("the largest {largest}"), "them"),
        };
        Some(format!("hidden by {by}: {number}, {share} of the run; figures and ranks count {them}"))
    }

    /// Lists the patterns that no loop and no method of the reports has, with the names of their options.
    #[must_use]
    pub fn without_effect(&self, reports: &[&Report]) -> Vec<(&'static str, &str)> {
        let include = self.include.iter().map(|pattern| ("include", pattern.as_str()));
        let all = include.chain(self.exclude.iter().map(|pattern| ("exclude", pattern.as_str())));
        all.filter(|(_, pattern)| !reports.iter().any(|report| is_in(pattern, report))).collect()
    }
}

fn is_in(pattern: &str, report: &Report) -> bool {
    let executed = report.methods.iter().map(|one| &one.method);
    let mut methods = executed.chain(report.loops.iter().map(|l| &l.method));
    methods.any(|method| is_about(pattern, method)) || report.candidates.iter().any(|c| is_about(pattern, &c.method))
}

/// Returns whether a pattern stands for `pkg/Class.name(desc)ret`.
fn is_about(pattern: &str, method: &str) -> bool {
    let class = names::class(method);
    let name = names::without_descriptor(method).strip_prefix(class).unwrap_or_default();
    covers_method(pattern, &class.replace('/', "."), name.trim_start_matches('.'))
}
