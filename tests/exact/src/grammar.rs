//! Grammars, and random texts of them.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rustc_hash::FxHashMap;

/// How deep symbols lie within each other before all that is left is the first alternative.
const DEPTH: u32 = 7;

/// Symbols, and the texts that each may become.
#[derive(Debug)]
pub(crate) struct Grammar<'g>(FxHashMap<&'g str, Vec<&'g str>>);

impl<'g> Grammar<'g> {
    pub(crate) fn parse(text: &'g str) -> Self {
        Self::of_release(text, u32::MAX)
    }

    /// Without the alternatives that need a later release.
    pub(crate) fn of_release(text: &'g str, release: u32) -> Self {
        let mut symbols: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        let mut symbol = "";
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let Some(alternative) = line.strip_prefix("    ") else {
                symbol = line;
                continue;
            };
            let (needs, alternative) = needed(alternative).unwrap_or((0, alternative));
            if needs <= release {
                symbols.entry(symbol).or_default().push(alternative);
            }
        }
        Self(symbols)
    }
}

/// The release that an alternative needs, and what follows.
fn needed(alternative: &str) -> Option<(u32, &str)> {
    let (release, rest) = alternative.strip_prefix('[')?.split_once("] ")?;
    Some((release.parse().ok()?, rest))
}

/// Makes random texts.
#[derive(Debug)]
pub(crate) struct Expander<'g> {
    grammar: &'g Grammar<'g>,
    pub(crate) rng: StdRng,
    /// So many alternatives were taken: names end with the number of theirs.
    taken: u32,
}

impl<'g> Expander<'g> {
    pub(crate) fn new(grammar: &'g Grammar<'g>, seed: u64) -> Self {
        Self { grammar, rng: StdRng::seed_from_u64(seed), taken: 0 }
    }

    /// A number of a range, both ends included.
    pub(crate) fn between(&mut self, from: u32, to: u32) -> u32 {
        self.rng.random_range(from..=to)
    }

    /// A number from 0 to one below the bound.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.rng.random_range(0..bound)
    }

    /// True in so many of a hundred cases.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// A text of a symbol.
    pub(crate) fn expand(&mut self, symbol: &str) -> String {
        let mut text = String::new();
        self.symbol(symbol, DEPTH, &mut text);
        text
    }

    fn symbol(&mut self, symbol: &str, depth: u32, text: &mut String) {
        let alternatives = &self.grammar.0[symbol];
        let chosen = if depth == 0 { 0 } else { self.rng.random_range(0..alternatives.len()) };
        self.taken += 1;
        self.alternative(alternatives[chosen], &self.taken.to_string(), depth.saturating_sub(1), text);
    }

    fn alternative(&mut self, mut rest: &str, number: &str, depth: u32, text: &mut String) {
        while let Some(at) = rest.find(['{', '$']) {
            text.push_str(&rest[..at]);
            rest = &rest[at..];
            let length = match (symbol(rest), name(rest)) {
                (Some(symbol), _) => {
                    self.symbol(symbol, depth, text);
                    symbol.len() + 2
                }
                (None, Some(name)) => {
                    *text += &name[1..];
                    text.push_str(number);
                    name.len()
                }
                (None, None) => {
                    text.push_str(&rest[..1]);
                    1
                }
            };
            rest = &rest[length..];
        }
        text.push_str(rest);
    }
}

/// The symbol at the beginning of a text: a brace of Java is followed by a blank.
fn symbol(text: &str) -> Option<&str> {
    let (symbol, _) = text.strip_prefix('{')?.split_once('}')?;
    (symbol.starts_with(|c: char| c.is_ascii_lowercase())).then_some(symbol)
}

/// The name at the beginning of a text, with its `$`.
fn name(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('$')?;
    let length = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
    (length > 0).then(|| &text[..=length])
}
