//! The terms that outputs use, each with a short plain explanation.

mod dependences;
mod figures;
mod natures;
mod trace;
mod verdicts;

#[cfg(test)]
mod tests;

use serde::Serialize;

/// Schema of [`Terms`].
const SCHEMA: &str = "paratrace.terms/1";
/// Least similarity (Jaro-Winkler, 0 to 1) of a term that may have been meant.
const LEAST_SIMILAR: f64 = 0.75;
/// Weight of the similarity with a part of a name.
const PART: f64 = 0.9;
/// Number of terms that may have been meant.
const SUGGESTED: usize = 5;

/// A term and its explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Term {
    /// The term.
    pub name: &'static str,
    /// Other words for it, in texts and in JSON.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub also: &'static [&'static str],
    /// Explanation in sentences; the first one says what it is.
    pub text: &'static str,
    /// Lines of Java that show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<&'static str>,
    /// Page and section of the documentation: `docs/metrics.md#critical-path`.
    pub see: &'static str,
}

impl Term {
    const fn new(name: &'static str, also: &'static [&'static str], text: &'static str, see: &'static str) -> Term {
        Term { name, also, text, example: None, see }
    }

    const fn example(self, lines: &'static str) -> Term {
        Term { example: Some(lines), ..self }
    }

    fn is_called(&self, word: &str) -> bool {
        std::iter::once(&self.name).chain(self.also).any(|name| plain(name) == word)
    }
}

/// Terms as a JSON document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Terms {
    /// Name and version of the JSON form.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    /// Terms by name.
    pub terms: Vec<Term>,
}

impl Terms {
    /// Returns all terms by name.
    #[must_use]
    pub fn all() -> Terms {
        let groups = [figures::TERMS, dependences::TERMS, verdicts::TERMS, natures::TERMS, trace::TERMS];
        let mut terms = groups.concat();
        terms.sort_by_key(|term| term.name.to_lowercase());
        Terms { schema: SCHEMA, terms }
    }

    /// Returns what a word stands for; `None` if there is no such term. Case, hyphens and a leading article do not
    /// count: `CRITICAL_PATH` and `a critical path` are `critical path`.
    #[must_use]
    pub fn find(word: &str) -> Option<Terms> {
        let (word, all) = (plain(word), Terms::all());
        let terms: Vec<Term> = all.terms.into_iter().filter(|term| term.is_called(&word)).collect();
        (!terms.is_empty()).then_some(Terms { terms, ..all })
    }

    /// Returns the names of the terms that are most like a word, at most five, the most similar first.
    #[must_use]
    pub fn nearest(word: &str) -> Vec<&'static str> {
        let word = plain(word);
        let likeness = |term: &Term| {
            let names = std::iter::once(&term.name).chain(term.also);
            names.map(|name| similarity(&plain(name), &word)).fold(0.0, f64::max)
        };
        let mut like: Vec<(f64, &str)> = Terms::all().terms.iter().map(|term| (likeness(term), term.name)).collect();
        like.retain(|&(similarity, _)| similarity >= LEAST_SIMILAR);
        like.sort_by(|a, b| b.0.total_cmp(&a.0));
        like.into_iter().take(SUGGESTED).map(|(_, name)| name).collect()
    }
}

/// The whole name counts more than a word of it.
fn similarity(name: &str, word: &str) -> f64 {
    let of_part = name.split(' ').map(|part| strsim::jaro_winkler(part, word)).fold(0.0, f64::max);
    strsim::jaro_winkler(name, word).max(PART * of_part)
}

/// The form in which words are compared.
fn plain(word: &str) -> String {
    let word = word.to_lowercase().replace(['-', '_'], " ");
    let word = word.trim().trim_end_matches(':');
    ["a ", "an ", "the "].iter().find_map(|article| word.strip_prefix(article)).unwrap_or(word).to_owned()
}
