//! Tokens: a path with the region operations before it.

use paratrace_replay::stream::{begin_path, end_path, move_frames};
use rustc_hash::FxHashMap;
use std::hash::Hasher;
use std::ops::Range;

use crate::limits;

/// The number of what is no token: it is left as it is.
pub(super) const OTHER: u32 = u32::MAX;

/// A token of a chunk.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// Its number, or [`OTHER`].
    pub(super) token: u32,
    /// Frame of its path, or 0.
    pub(super) frame: u32,
    /// Word of the chunk at which it begins, and at which its path begins.
    pub(super) at: u32,
    pub(super) path: u32,
}

/// Numbers for tokens. Frames are relative to that of the path.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    words: Vec<u32>,
    all: Vec<Range<u32>>,
    numbers: FxHashMap<u64, u32>,
    /// By program: the number of the token that is nothing but a path; [`OTHER`] if it has none yet.
    paths: Vec<u32>,
    /// The token that is looked for.
    token: Vec<u32>,
}

impl Tokens {
    /// Returns the number of the token of a path with some operations before it, a new one if it is not known; `None` if there are too
    /// many.
    #[inline]
    pub(super) fn number(&mut self, before: &[u32], program: u32, frame: u32) -> Option<u32> {
        if before.is_empty()
            && let Some(&number) = self.paths.get(program as usize)
            && number != OTHER
        {
            return Some(number);
        }
        self.token.clear();
        self.token.extend_from_slice(before);
        move_frames(&mut self.token, frame.wrapping_neg());
        let at = begin_path(&mut self.token, 0);
        end_path(&mut self.token, at, program);
        let hash = hash(&self.token);
        match self.numbers.get(&hash) {
            // Two tokens with the same hash: the second one is none.
            Some(&number) => (self.get(number) == self.token).then_some(number),
            None => self.add(hash, before.is_empty().then_some(program)),
        }
    }

    #[cold]
    fn add(&mut self, hash: u64, path: Option<u32>) -> Option<u32> {
        if self.all.len() >= limits::TOKENS {
            return None;
        }
        let (number, start) = (self.all.len() as u32, self.words.len() as u32);
        self.words.extend_from_slice(&self.token);
        self.all.push(start..self.words.len() as u32);
        self.numbers.insert(hash, number);
        if let Some(program) = path {
            let known = self.paths.len().max(program as usize + 1);
            self.paths.resize(known, OTHER);
            self.paths[program as usize] = number;
        }
        Some(number)
    }

    /// Returns the operations of a token.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &[u32] {
        let Range { start, end } = self.all[number as usize];
        &self.words[start as usize..end as usize]
    }
}

fn hash(words: &[u32]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    words.iter().for_each(|&word| hasher.write_u32(word));
    hasher.finish()
}
