//! The condenser: replaces sequences of operations by units.

use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Operation, begin_path, copies, end_path, meetings};

use super::dictionary::{Dictionary, UNIT, Unit};
use super::tokens::{Found, OTHER, Tokens};

/// Facts of a path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    /// Number of slots that the replay resolves.
    pub(crate) slots: u32,
    /// Number of copies of array elements.
    pub(crate) copies: u32,
    /// Whether it may be part of a unit.
    pub(crate) is_plain: bool,
}

/// A user of units.
pub(crate) trait Learner {
    /// Returns the facts of a path, by the number of its program.
    fn known(&self, program: u32) -> Known;
    /// Returns whether activations of a method may be part of a unit.
    fn may_enter(&self, method: RegionId) -> bool;
    /// A new unit was found, the next one in number. Returns whether it is to be used.
    fn learn(&mut self, unit: &Unit) -> bool;
}

/// Rewrites the chunks of one thread.
#[derive(Debug)]
pub(crate) struct Condenser {
    tokens: Tokens,
    dictionary: Dictionary,
    /// The tokens of the current chunk.
    found: Vec<Found>,
    /// Copies and meetings of the current unit.
    copies: Vec<u32>,
    meetings: Vec<u32>,
    /// The rewritten chunk.
    pub(crate) words: Vec<u32>,
}

impl Condenser {
    /// Creates a condenser to which two sequences are one if they follow each other so often.
    pub(crate) fn new(times: u32) -> Self {
        Self {
            tokens: Tokens::default(),
            dictionary: Dictionary::new(times),
            found: Vec::new(),
            copies: Vec::new(),
            meetings: Vec::new(),
            words: Vec::new(),
        }
    }

    /// Rewrites the operations of a chunk, into [`Self::words`].
    pub(crate) fn take(&mut self, words: &[u32], learner: &mut impl Learner) {
        self.find_tokens(words, learner);
        self.words.clear();
        let found = std::mem::take(&mut self.found);
        let end = |at: usize| found.get(at).map_or(words.len(), |next| next.at as usize);
        let (mut at, mut before) = (0, None);
        while at < found.len() {
            let node = (found[at].token != OTHER).then(|| self.dictionary.longest(&found[at..]));
            let length = node.map_or(1, |node| self.dictionary.length(node));
            match node.and_then(|node| self.dictionary.unit(node)) {
                Some(unit) => self.replace(unit, words, &found[at..at + length], learner),
                None => self.words.extend_from_slice(&words[found[at].at as usize..end(at + length)]),
            }
            if let (Some((first, frame)), Some(node)) = (before, node)
                && let Some(joined) = self.dictionary.met(first, node, found[at].frame.wrapping_sub(frame))
                && learner.learn(&self.dictionary.operations(joined, &self.tokens))
            {
                self.dictionary.make_unit(joined);
            }
            at += length;
            before = node.map(|node| (node, found[at - 1].frame));
        }
        self.found = found;
    }

    /// Writes a unit in the place of its tokens.
    #[inline]
    fn replace(&mut self, unit: u32, words: &[u32], found: &[Found], learner: &impl Learner) {
        let at = begin_path(&mut self.words, found[0].frame);
        let mut first = 0;
        for one in found {
            let Operation::Path { program, slots, .. } = Operation::read(words, &mut (one.path as usize)) else {
                continue;
            };
            let Known { slots: own, copies, .. } = learner.known(program);
            let (slots, rest) = slots.split_at(own as usize);
            self.words.extend_from_slice(slots);
            if !rest.is_empty() {
                let (copies, met) = copies::split(rest, copies);
                self.copies.extend_from_slice(copies);
                meetings::move_to(met, first, &mut self.meetings);
            }
            first += own;
        }
        self.words.append(&mut self.copies);
        self.words.append(&mut self.meetings);
        end_path(&mut self.words, at, UNIT | unit);
    }

    fn find_tokens(&mut self, words: &[u32], learner: &impl Learner) {
        self.found.clear();
        let (mut at, mut begins, mut is_plain) = (0, 0, true);
        let mut before = Before::Other;
        while at < words.len() {
            let here = at;
            let operation = Operation::read(words, &mut at);
            match operation {
                Operation::Path { program, frame, slots } => {
                    is_plain &= is_plain_path(&learner.known(program), slots);
                    let token = if is_plain { self.tokens.number(&words[begins..here], program, frame) } else { None };
                    let token = token.unwrap_or(OTHER);
                    self.found.push(Found { token, frame, at: begins as u32, path: here as u32 });
                    (begins, is_plain) = (at, true);
                }
                // Others are called by code that is not traced.
                Operation::Enter { region, .. } => is_plain &= before == Before::Path && learner.may_enter(region),
                // The second one ends an activation that an exception has left.
                Operation::Exit { .. } => is_plain &= before != Before::Exit,
                Operation::Spread { .. } | Operation::Join { .. } => is_plain = false,
                Operation::Callback { .. }
                | Operation::Work { .. }
                | Operation::Counted { .. }
                | Operation::Deepened { .. } => is_plain = false,
                Operation::Loop { .. } | Operation::Next | Operation::Arrive { .. } => {}
            }
            before = Before::of(&operation);
        }
        if begins < words.len() {
            self.found.push(Found { token: OTHER, frame: 0, at: begins as u32, path: begins as u32 });
        }
    }
}

/// The operation before another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Path,
    Exit,
    Other,
}

impl Before {
    fn of(operation: &Operation<'_>) -> Self {
        match operation {
            Operation::Path { .. } => Self::Path,
            Operation::Exit { .. } => Self::Exit,
            _ => Self::Other,
        }
    }
}

/// Returns whether a path may be part of a unit: none of its meetings has parts that are not listed.
fn is_plain_path(known: &Known, slots: &[u32]) -> bool {
    let rest = &slots[known.slots as usize..];
    known.is_plain && (rest.is_empty() || !meetings::has_unknown(copies::split(rest, known.copies).1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Vocabulary;

    /// Programs with as many slots as their numbers; the second one copies elements, too, and the third one is part of no unit.
    struct Learning(Vocabulary);

    impl Learner for Learning {
        fn known(&self, program: u32) -> Known {
            self.0.known[program as usize]
        }

        fn may_enter(&self, method: RegionId) -> bool {
            method.number() != 9
        }

        fn learn(&mut self, unit: &Unit) -> bool {
            self.0.add_unit(unit);
            true
        }
    }

    #[test]
    fn units_stand_for_what_they_replace() {
        let known = |n| Known { slots: n, copies: u32::from(n == 2), is_plain: n < 3 };
        let vocabulary = Vocabulary { known: (0..4).map(known).collect(), ..Vocabulary::default() };
        let (mut condenser, mut learning, mut state) = (Condenser::new(16), Learning(vocabulary), 1u32);
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 10) % below
        };
        let (mut before, mut after) = (0, 0);
        for _ in 0..200 {
            let mut words = Vec::new();
            for _ in 0..random(300) {
                let (frame, program) = (40 + 8 * random(2), random(8).min(3));
                match random(12) {
                    0 => words.extend([1, 7 + random(3), 0, frame]),
                    1 => words.extend([3, 4 | 1 << 3]),
                    2 => words.extend([5 | 1 << 3, 0, 5]),
                    _ => {}
                }
                let path = begin_path(&mut words, frame);
                words.extend((0..program).map(|_| random(1000)));
                if program == 2 {
                    words.extend([0, 1, random(100), random(100), 4]);
                }
                if program > 0 && random(4) == 0 {
                    words.extend([random(program), random(1000), 1, random(1000), 8]);
                }
                end_path(&mut words, path, program);
            }
            condenser.take(&words, &mut learning);
            let mut expanded = Vec::new();
            learning.0.expand(&condenser.words, &mut expanded);
            assert_eq!(expanded, words);
            (before, after) = (before + words.len(), after + condenser.words.len());
        }
        let units = learning.0.units.len();
        assert!(units > 20 && after < before, "{units} units, {before} words, {after}");
    }
}
