//! The operation stream between the replay and its consumers.
//!
//! A chunk is a column of words; the low three bits of an operation's first word say what it is. Frame addresses count
//! cells of the thread's stack: cell 0 of a frame takes the value that the activation returns, locals follow.
//!
//! | operation | words |
//! |---|---|
//! | `PATH` | length × 8, program, frame, memory slots …, per element copy: kind (`copies.rs`), runs, (source, target, length)…, per meeting (`meetings.rs`): slot, whole, runs, (first, length)… |
//! | `ENTER` | –, region, parent, frame: an activation |
//! | `LOOP` | header × 8, region, parent, frame: a loop, with its first iteration |
//! | `NEXT` | – : the innermost open loop's next iteration |
//! | `EXIT` | levels × 8 |
//! | `ARRIVE` | block × 8: conditionals may end (only if the stream is to say so) |
//! | `CALLBACK` | [`Callbacks`] × 8, call: untraced code calls back (only if the stream is to say so) |
//! | `CALLBACK` | 3 × 8, nodes: work of code that the stream does not show |
//! | `CALLBACK` | 4 × 8, source, target, 0: the depth at a frame address joins the one at another |
//! | `CALLBACK` | 5 × 8, first slot, target, number of slots: depths of memory join the one at a frame address |
//! | `CALLBACK` | 6 × 8, nodes, target, 0: a call that is only counted executes nodes, one after the other, for its result at a frame address |
//! | `CALLBACK` | 7 × 8, source, slot, 0: what that call has written there gets the depth of its result, at a frame address |
//! | `SPREAD` | count × 8, source ([`Spread`]), target: a depth is copied to several frame addresses |

use paratrace_traceformat::map::{BlockId, InstructionId};
use std::sync::Arc;

use crate::paths::Program;
use crate::program::RegionId;
use crate::stream::Notes;

pub(super) const PATH: u32 = 0;
pub(super) const ENTER: u32 = 1;
pub(super) const LOOP: u32 = 2;
pub(super) const NEXT: u32 = 3;
pub(super) const EXIT: u32 = 4;
pub(super) const SPREAD: u32 = 5;
pub(super) const ARRIVE: u32 = 6;
pub(super) const CALLBACK: u32 = 7;
/// The argument of a `CALLBACK` that is none, but work.
const WORK: u32 = 3;
/// The same of a depth that joins another one: that of a frame address, or those of memory slots.
const JOIN: u32 = 4;
const GATHER: u32 = 5;
/// The same of a call that is only counted.
const COUNTED: u32 = 6;
/// The same of what that has written.
const DEEPENED: u32 = 7;

/// A piece of the stream.
#[derive(Debug, Default)]
pub struct Chunk {
    /// The operations as words, decoded by [`Operation::read`].
    pub words: Vec<u32>,
    /// Programs that occur for the first time; their numbers go on where the last chunk's ended.
    pub programs: Vec<Arc<Program>>,
    /// Number of region levels open at its beginning.
    pub level: u32,
    /// Greatest number of region levels open at once within the chunk.
    pub deepest: u32,
    /// Greatest address of a frame so far.
    pub highest: u32,
    /// New entities and pages of locations, if notes are wanted.
    pub notes: Notes,
}

/// The source of a `SPREAD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// Depth 0.
    Zero,
    /// The depth of the exception in flight.
    Exception,
    /// The depth at a frame address.
    Frame(u32),
}

impl Spread {
    const ZERO: u32 = u32::MAX;
    const EXCEPTION: u32 = u32::MAX - 1;

    fn word(self) -> u32 {
        match self {
            Spread::Zero => Self::ZERO,
            Spread::Exception => Self::EXCEPTION,
            Spread::Frame(address) => address,
        }
    }

    #[inline(always)]
    fn of(word: u32) -> Self {
        match word {
            Self::ZERO => Spread::Zero,
            Self::EXCEPTION => Spread::Exception,
            address => Spread::Frame(address),
        }
    }
}

/// What joins the depth at a frame address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joined {
    /// The depth at another frame address.
    Frame(u32),
    /// The depths of so many memory slots from a first one on.
    #[allow(missing_docs, reason = "the sentence above names them")]
    Slots { first: u32, count: u32 },
}

/// What happens with the tasks of a call of untraced code: the groups of activations that it calls back.
///
/// A task lasts until a method is called back that the call has called back in it before. So the functions of a stream that
/// handle one element are one task, as far as each of them handles it once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callbacks {
    /// The call begins its first task.
    Begin,
    /// Its next task begins.
    Next,
    /// The call ends, and with it its last task.
    End,
}

/// One operation, decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of a variant names its fields")]
pub enum Operation<'c> {
    /// A path of the activation at `frame` runs `program` on the memory slots `slots`; its element copies follow the
    /// slots.
    Path { program: u32, frame: u32, slots: &'c [u32] },
    /// An activation of a method begins; `parent` is the activation directly around it, or `NONE` if that is an
    /// iteration.
    Enter { region: RegionId, parent: RegionId, frame: u32 },
    /// A loop of the activation at `frame` begins with its first iteration; `header` says whether control arrived at
    /// its header.
    Loop { region: RegionId, parent: RegionId, frame: u32, header: bool },
    /// The innermost open loop begins its next iteration.
    Next,
    /// Region levels end: an activation is one level, a loop with its iteration two.
    Exit { levels: u32 },
    /// The depth `from` is copied to `count` frame addresses from `to` on.
    Spread { count: u32, from: Spread, to: u32 },
    /// The depth at the frame address `to` becomes at least what joins it.
    Join { from: Joined, to: u32 },
    /// Control arrives at a block at which conditionals may end.
    Arrive { block: BlockId },
    /// Untraced code that the instruction `call` has called begins or ends a task.
    Callback { what: Callbacks, call: InstructionId },
    /// Code that the stream does not show executes nodes.
    Work { nodes: u32 },
    /// A call that is only counted executes nodes, one after the other. The depth of its result is at the frame address `result`.
    Counted { nodes: u32, result: u32 },
    /// A memory slot that such a call has written gets the depth of its result.
    Deepened { result: u32, slot: u32 },
}

impl Operation<'_> {
    /// Decodes the operation at `*at`, and moves `*at` behind it. Chunks come from [`Writer`], so they are well formed.
    #[inline(always)]
    pub fn read<'c>(words: &'c [u32], at: &mut usize) -> Operation<'c> {
        let first = words[*at];
        let (argument, here) = (first >> 3, *at);
        match first & 7 {
            PATH => {
                let length = argument as usize;
                *at += length;
                let body = &words[here..here + length];
                Operation::Path { program: body[1], frame: body[2], slots: &body[3..] }
            }
            ENTER => {
                *at += 4;
                let [region, parent] = [1, 2].map(|word| RegionId::new(words[here + word]));
                Operation::Enter { region, parent, frame: words[here + 3] }
            }
            LOOP => {
                *at += 4;
                let [region, parent] = [1, 2].map(|word| RegionId::new(words[here + word]));
                Operation::Loop { region, parent, frame: words[here + 3], header: argument != 0 }
            }
            NEXT => {
                *at += 1;
                Operation::Next
            }
            EXIT => {
                *at += 1;
                Operation::Exit { levels: argument }
            }
            ARRIVE => {
                *at += 1;
                Operation::Arrive { block: BlockId::new(argument) }
            }
            CALLBACK if argument >= JOIN => {
                *at += 4;
                let [from, to, count] = [1, 2, 3].map(|word| words[here + word]);
                match argument {
                    COUNTED => return Operation::Counted { nodes: from, result: to },
                    DEEPENED => return Operation::Deepened { result: from, slot: to },
                    _ => {}
                }
                let joined = if argument == JOIN { Joined::Frame(from) } else { Joined::Slots { first: from, count } };
                Operation::Join { from: joined, to }
            }
            CALLBACK => {
                *at += 2;
                let own = [Callbacks::Begin, Callbacks::Next, Callbacks::End];
                match own.get(argument as usize) {
                    Some(&what) => Operation::Callback { what, call: InstructionId::new(words[here + 1]) },
                    None => Operation::Work { nodes: words[here + 1] },
                }
            }
            _ => {
                *at += 3;
                Operation::Spread { count: argument, from: Spread::of(words[here + 1]), to: words[here + 2] }
            }
        }
    }
}

/// Appends the beginning of a path, and returns its position. Slots follow, then [`end_path`].
#[inline]
pub fn begin_path(words: &mut Vec<u32>, frame: u32) -> usize {
    let at = words.len();
    words.extend_from_slice(&[PATH, 0, frame]);
    at
}

/// Ends the path that begins at word `at`: it runs `program`.
#[inline]
pub fn end_path(words: &mut [u32], at: usize, program: u32) {
    let length = (words.len() - at) as u32;
    words[at] = PATH | length << 3;
    words[at + 1] = program;
}

/// Moves the frames of operations by a distance.
pub fn move_frames(words: &mut [u32], by: u32) {
    let mut at = 0;
    while at < words.len() {
        let here = at;
        match Operation::read(words, &mut at) {
            Operation::Path { .. } => words[here + 2] = words[here + 2].wrapping_add(by),
            Operation::Enter { .. } | Operation::Loop { .. } => words[here + 3] = words[here + 3].wrapping_add(by),
            _ => {}
        }
    }
}

/// Lists the operations of a chunk, the last first.
pub(super) fn reversed(words: &[u32]) -> impl Iterator<Item = (usize, Operation<'_>)> {
    let mut starts = Vec::new();
    let mut at = 0;
    while at < words.len() {
        starts.push(at);
        Operation::read(words, &mut at);
    }
    starts.into_iter().rev().map(|start| (start, Operation::read(words, &mut { start })))
}

/// Writer of operations into chunks.
#[derive(Debug, Default)]
pub struct Writer {
    /// The chunk since the last [`Writer::take`].
    pub chunk: Chunk,
    level: u32,
}

impl Writer {
    /// Creates a writer inside the thread's own region.
    pub fn new() -> Self {
        Self { chunk: Chunk { level: 1, deepest: 1, ..Chunk::default() }, level: 1 }
    }

    /// Begins a path and returns its position. Slots follow by [`Self::push`], then [`Self::end_path`] or
    /// [`Self::cancel_path`].
    #[inline]
    pub fn begin_path(&mut self, frame: u32) -> usize {
        begin_path(&mut self.chunk.words, frame)
    }

    /// Appends a memory slot of the path that was begun.
    #[inline]
    pub fn push(&mut self, slot: u32) {
        self.chunk.words.push(slot);
    }

    /// Ends the path that begins at word `at`: it runs `program` and leaves `exits` region levels.
    #[inline]
    pub fn end_path(&mut self, at: usize, program: u32, exits: u32) {
        end_path(&mut self.chunk.words, at, program);
        self.level -= exits;
    }

    /// Removes a path that was begun.
    pub fn cancel_path(&mut self, at: usize) {
        self.chunk.words.truncate(at);
    }

    /// Opens an activation.
    pub fn enter(&mut self, region: RegionId, parent: RegionId, frame: u32) {
        self.chunk.words.extend_from_slice(&[ENTER, region.number(), parent.number(), frame]);
        self.chunk.highest = self.chunk.highest.max(frame);
        self.deeper(1);
    }

    /// Opens a loop together with its first iteration; `header` says whether control arrived at its header.
    pub fn open_loop(&mut self, region: RegionId, parent: RegionId, frame: u32, header: bool) {
        self.chunk.words.extend_from_slice(&[LOOP | u32::from(header) << 3, region.number(), parent.number(), frame]);
        self.deeper(2);
    }

    /// Begins the next iteration of the innermost open loop.
    #[inline]
    pub fn next_iteration(&mut self) {
        self.chunk.words.push(NEXT);
    }

    /// Closes region levels.
    pub fn exit(&mut self, levels: u32) {
        if levels > 0 {
            self.chunk.words.push(EXIT | levels << 3);
            self.level -= levels;
        }
    }

    /// Records that control arrives at a block at which conditionals may end.
    pub fn arrive(&mut self, block: BlockId) {
        self.chunk.words.push(ARRIVE | block.number() << 3);
    }

    /// Records that untraced code begins or ends a task of its callbacks.
    pub fn callback(&mut self, what: Callbacks, call: InstructionId) {
        self.chunk.words.extend_from_slice(&[CALLBACK | (what as u32) << 3, call.number()]);
    }

    /// Records that code which the stream does not show executes nodes.
    pub fn work(&mut self, nodes: u32) {
        self.chunk.words.extend_from_slice(&[CALLBACK | WORK << 3, nodes]);
    }

    /// Records that a call which is only counted executes nodes for its result at a frame address.
    pub fn counted(&mut self, nodes: u32, result: u32) {
        self.chunk.words.extend_from_slice(&[CALLBACK | COUNTED << 3, nodes, result, 0]);
    }

    /// Records that what such a call has written at a slot gets the depth of its result.
    pub fn deepened(&mut self, result: u32, slot: u32) {
        self.chunk.words.extend_from_slice(&[CALLBACK | DEEPENED << 3, result, slot, 0]);
    }

    /// Copies one depth to `count` frame addresses from `to` on.
    pub fn spread(&mut self, count: u32, from: Spread, to: u32) {
        if count > 0 {
            self.chunk.words.extend_from_slice(&[SPREAD | count << 3, from.word(), to]);
        }
    }

    /// Makes the depth at the frame address `to` at least what joins it.
    pub fn join(&mut self, from: Joined, to: u32) {
        let [what, source, count] = match from {
            Joined::Frame(address) => [JOIN, address, 0],
            Joined::Slots { first, count } => [GATHER, first, count],
        };
        self.chunk.words.extend_from_slice(&[CALLBACK | what << 3, source, to, count]);
    }

    fn deeper(&mut self, levels: u32) {
        self.level += levels;
        self.chunk.deepest = self.chunk.deepest.max(self.level);
    }

    /// Returns the number of levels that are open now.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// Takes the chunk written so far; the writer goes on with an empty one.
    pub fn take(&mut self) -> Chunk {
        let capacity = self.chunk.words.capacity();
        let words = Vec::with_capacity(capacity);
        let highest = self.chunk.highest;
        let next = Chunk { words, level: self.level, deepest: self.level, highest, ..Chunk::default() };
        std::mem::replace(&mut self.chunk, next)
    }
}
