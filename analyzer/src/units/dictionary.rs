//! The dictionary of units: a trie of tokens, and how often two units followed each other.

use paratrace_replay::stream::move_frames;
use rustc_hash::FxHashMap;

use super::tokens::{Found, OTHER, Tokens};
use crate::limits;

/// Set in the number of a program that is a unit.
pub(crate) const UNIT: u32 = 1 << 31;

/// The root of the trie.
const ROOT: u32 = 0;
const NONE: u32 = u32::MAX;

/// A sequence of tokens.
#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    /// The last token, and the frame of its path relative to that of the path before.
    token: u32,
    distance: u32,
    /// Number of tokens.
    length: u32,
    /// The unit, if the sequence is one; [`NONE`] if not.
    unit: u32,
    /// The child that was met last.
    likely: u32,
}

/// A sequence of operations that is executed as one.
#[derive(Debug, Default, Clone)]
pub(crate) struct Unit {
    /// Its operations; frames are relative to that of its first path, and paths have no slots.
    pub(crate) words: Vec<u32>,
}

/// All known units.
#[derive(Debug)]
pub(super) struct Dictionary {
    nodes: Vec<Node>,
    children: FxHashMap<(u32, u32, u32), u32>,
    pairs: FxHashMap<(u32, u32, u32), u32>,
    units: u32,
    /// How often two sequences must follow each other to become one.
    times: u32,
}

impl Dictionary {
    pub(super) fn new(times: u32) -> Self {
        let root = Node { parent: ROOT, token: OTHER, distance: 0, length: 0, unit: NONE, likely: ROOT };
        Self { nodes: vec![root], children: FxHashMap::default(), pairs: FxHashMap::default(), units: 0, times }
    }

    /// Returns the longest known sequence that a chunk goes on with: its node. The first token gets one if it has none.
    #[inline]
    pub(super) fn longest(&mut self, found: &[Found]) -> u32 {
        let mut at = self.child_or_new(ROOT, found[0].token, 0);
        let mut best = at;
        let mut before = found[0].frame;
        for next in &found[1..] {
            if next.token == OTHER {
                break;
            }
            let Some(child) = self.child(at, next.token, next.frame.wrapping_sub(before)) else { break };
            at = child;
            before = next.frame;
            if self.nodes[at as usize].unit != NONE {
                best = at;
            }
        }
        best
    }

    #[inline]
    fn child(&mut self, at: u32, token: u32, distance: u32) -> Option<u32> {
        let likely = self.nodes[at as usize].likely;
        let Node { token: its_token, distance: its_distance, .. } = self.nodes[likely as usize];
        if likely != ROOT && (its_token, its_distance) == (token, distance) {
            return Some(likely);
        }
        let child = *self.children.get(&(at, token, distance))?;
        self.nodes[at as usize].likely = child;
        Some(child)
    }

    fn child_or_new(&mut self, at: u32, token: u32, distance: u32) -> u32 {
        if let Some(child) = self.child(at, token, distance) {
            return child;
        }
        let child = self.nodes.len() as u32;
        let length = self.nodes[at as usize].length + 1;
        self.nodes.push(Node { parent: at, token, distance, length, unit: NONE, likely: ROOT });
        self.children.insert((at, token, distance), child);
        child
    }

    /// Returns the number of tokens of a sequence.
    #[inline]
    pub(super) fn length(&self, node: u32) -> usize {
        self.nodes[node as usize].length as usize
    }

    /// Returns the unit of a sequence.
    #[inline]
    pub(super) fn unit(&self, node: u32) -> Option<u32> {
        let unit = self.nodes[node as usize].unit;
        (unit != NONE).then_some(unit)
    }

    /// Two sequences were met, one after the other. Returns the sequence of both, if it is to become a unit.
    #[inline]
    pub(super) fn met(&mut self, first: u32, second: u32, distance: u32) -> Option<u32> {
        if self.length(first) + self.length(second) > limits::PATHS_OF_UNIT || self.units >= limits::UNITS {
            return None;
        }
        if self.pairs.len() >= limits::PAIRS_OF_UNITS {
            self.pairs.clear();
        }
        let times = self.pairs.entry((first, second, distance)).or_insert(0);
        *times += 1;
        if *times != self.times {
            return None;
        }
        self.joined(first, second, distance)
    }

    #[cold]
    #[inline(never)]
    fn joined(&mut self, first: u32, second: u32, distance: u32) -> Option<u32> {
        let mut tokens = self.tokens(second);
        if let Some(first) = tokens.first_mut() {
            first.1 = distance;
        }
        let mut at = first;
        for (token, distance) in tokens {
            at = self.child_or_new(at, token, distance);
        }
        self.unit(at).is_none().then_some(at)
    }

    /// Makes a sequence a unit; returns its number.
    pub(super) fn make_unit(&mut self, node: u32) -> u32 {
        let unit = self.units;
        self.nodes[node as usize].unit = unit;
        self.units += 1;
        unit
    }

    /// Lists the tokens of a sequence, with distances of frames.
    fn tokens(&self, node: u32) -> Vec<(u32, u32)> {
        let mut tokens = Vec::new();
        let mut at = node;
        while at != ROOT {
            let Node { parent, token, distance, .. } = self.nodes[at as usize];
            tokens.push((token, distance));
            at = parent;
        }
        tokens.reverse();
        tokens
    }

    /// Returns the operations of a sequence.
    pub(super) fn operations(&self, node: u32, tokens: &Tokens) -> Unit {
        let (mut words, mut frame) = (Vec::new(), 0u32);
        for (token, distance) in self.tokens(node) {
            let from = words.len();
            words.extend_from_slice(tokens.get(token));
            frame = frame.wrapping_add(distance);
            move_frames(&mut words[from..], frame);
        }
        Unit { words }
    }
}
