//! The condenser: replaces sequences of operations by units.

use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Operation, copies, meetings};

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
            if found[at].token == OTHER {
                self.words.extend_from_slice(&words[found[at].at as usize..end(at + 1)]);
                (at, before) = (at + 1, None);
                continue;
            }
            let node = self.dictionary.longest(&found[at..]);
            let length = self.dictionary.length(node);
            match self.dictionary.unit(node) {
                Some(unit) => self.replace(unit, words, (&found[at..at + length], end(at + length)), learner),
                None => self.words.extend_from_slice(&words[found[at].at as usize..end(at + 1)]),
            }
            if let Some((first, frame)) = before
                && let Some(joined) = self.dictionary.met(first, node, found[at].frame.wrapping_sub(frame))
                && learner.learn(&self.dictionary.operations(joined, &self.tokens))
            {
                self.dictionary.make_unit(joined);
            }
            before = Some((node, found[at + length - 1].frame));
            at += length;
        }
        self.found = found;
    }

    /// Writes a unit in the place of its tokens, which end at word `end`.
    #[inline]
    fn replace(&mut self, unit: u32, words: &[u32], (found, end): (&[Found], usize), learner: &impl Learner) {
        let at = self.words.len();
        self.words.extend_from_slice(&[0, UNIT | unit, found[0].frame]);
        for (n, one) in found.iter().enumerate() {
            let end = found.get(n + 1).map_or(end, |next| next.at as usize);
            let path = &words[one.path as usize..end];
            if !one.has_more {
                self.words.extend_from_slice(&path[3..]);
                continue;
            }
            let Known { slots, copies, .. } = learner.known(path[1]);
            let first = (self.words.len() - at - 3) as u32;
            let (slots, rest) = path[3..].split_at(slots as usize);
            let (copies, met) = copies::split(rest, copies);
            self.words.extend_from_slice(slots);
            self.copies.extend_from_slice(copies);
            meetings::move_to(met, first, &mut self.meetings);
        }
        self.words.append(&mut self.copies);
        self.words.append(&mut self.meetings);
        self.words[at] = ((self.words.len() - at) as u32) << 3;
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
                    let known = learner.known(program);
                    let has_more = slots.len() > known.slots as usize;
                    is_plain &= known.is_plain && !(has_more && has_unknown(&known, slots));
                    let token = if is_plain { self.tokens.number(&words[begins..here], program, frame) } else { None };
                    let (at, path) = (begins as u32, here as u32);
                    self.found.push(Found { token: token.unwrap_or(OTHER), frame, at, path, has_more });
                    begins = here + (words[here] >> 3) as usize;
                    is_plain = true;
                }
                // Others are called by code that is not traced.
                Operation::Enter { region, .. } => is_plain &= before == Before::Path && learner.may_enter(region),
                // The second one ends an activation that an exception has left.
                Operation::Exit { .. } => is_plain &= before != Before::Exit,
                Operation::Spread { .. } | Operation::Callback { .. } => is_plain = false,
                Operation::Loop { .. } | Operation::Next | Operation::Arrive { .. } => {}
            }
            before = Before::of(&operation);
        }
        if begins < words.len() {
            let (at, path) = (begins as u32, begins as u32);
            self.found.push(Found { token: OTHER, frame: 0, at, path, has_more: false });
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

/// Returns whether one of the meetings of a path has parts that are not listed.
fn has_unknown(known: &Known, slots: &[u32]) -> bool {
    let (_, met) = copies::split(&slots[known.slots as usize..], known.copies);
    meetings::has_unknown(met)
}

#[cfg(test)]
mod tests {
    use super::super::tokens::move_frames;
    use super::*;

    /// Expands units again.
    fn expanded(words: &[u32], units: &[Unit], slots: &[u32]) -> Vec<u32> {
        let (mut all, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let here = at;
            match Operation::read(words, &mut at) {
                Operation::Path { program, frame, slots: mut rest } if program & UNIT != 0 => {
                    let mut unit = units[(program & !UNIT) as usize].words.clone();
                    move_frames(&mut unit, frame);
                    let mut at = 0;
                    while at < unit.len() {
                        let here = at;
                        let Operation::Path { program, frame, .. } = Operation::read(&unit, &mut at) else {
                            all.extend_from_slice(&unit[here..at]);
                            continue;
                        };
                        let own;
                        (own, rest) = rest.split_at(slots[program as usize] as usize);
                        all.extend_from_slice(&[(3 + own.len() as u32) << 3, program, frame]);
                        all.extend_from_slice(own);
                    }
                }
                _ => all.extend_from_slice(&words[here..at]),
            }
        }
        all
    }

    /// Three programs with as many slots as their numbers.
    #[derive(Default)]
    struct Units(Vec<Unit>);

    impl Learner for Units {
        fn known(&self, program: u32) -> Known {
            Known { slots: program, copies: 0, is_plain: program < 3 }
        }

        fn may_enter(&self, method: RegionId) -> bool {
            method.number() != 9
        }

        fn learn(&mut self, unit: &Unit) -> bool {
            self.0.push(unit.clone());
            true
        }
    }

    #[test]
    fn units_stand_for_what_they_replace() {
        let (mut condenser, mut units, mut state) = (Condenser::new(16), Units::default(), 1u32);
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
                words.extend([(3 + program) << 3, program, frame]);
                words.extend((0..program).map(|_| random(1000)));
            }
            condenser.take(&words, &mut units);
            assert_eq!(expanded(&condenser.words, &units.0, &[0, 1, 2, 3]), words);
            (before, after) = (words.len(), condenser.words.len());
        }
        assert!(units.0.len() > 20 && after < before, "{} units, {before} words, {after}", units.0.len());
    }
}
