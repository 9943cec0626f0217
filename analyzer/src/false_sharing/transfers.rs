//! How often lines can go from one thread to another.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_traceformat::map::{InstructionId, ProgramMap};

use super::lines::{Lines, MANY, Thread, taken};
use super::locations_of_line;

/// Lines of arrays that one instruction created, and the instructions of the two threads that write there; the lower one first.
pub(super) type Key = (InstructionId, InstructionId, InstructionId);

/// What is known of such lines together.
#[derive(Debug, Default)]
pub(super) struct Sum {
    /// Greatest number of transfers.
    pub(super) transfers: u64,
    pub(super) lines: u64,
    pub(super) threads: BTreeSet<u32>,
}

/// All lines that can go from one thread to another.
#[derive(Debug, Default)]
pub(crate) struct Transfers {
    pub(super) sums: BTreeMap<Key, Sum>,
    /// Number of lines to which more threads wrote than are told apart.
    pub(super) lines_left_out: u64,
}

/// What a thread wrote to a line; a line is an entity and a number.
#[derive(Debug, Clone, Copy)]
struct Share {
    line: (u32, u32),
    thread: Thread,
    insn: InstructionId,
    writes: u64,
    taker: Thread,
}

impl Share {
    /// Returns whether neither thread used what the other one wrote.
    fn is_apart_from(&self, other: &Share) -> bool {
        let used = |taker: Thread, thread: Thread| taker == MANY || taker == thread;
        self.thread != other.thread && !used(self.taker, other.thread) && !used(other.taker, self.thread)
    }
}

impl Transfers {
    /// Finds the lines that several threads write.
    pub(crate) fn of(map: &ProgramMap, lines: &Lines) -> Self {
        let mut shares = shares(map, lines);
        shares.sort_unstable_by_key(|share| (share.line, share.thread));
        let mut all = Self::default();
        for line in shares.chunk_by(|one, other| one.line == other.line) {
            all.add(lines.makers().of(line[0].line.0), &joined(line));
        }
        all
    }

    /// Adds a line, of which each thread has one share.
    fn add(&mut self, made: InstructionId, line: &[Share]) {
        if line.iter().any(|share| share.thread == MANY) {
            self.lines_left_out += 1;
            return;
        }
        let mut keys = BTreeSet::new();
        for own in line {
            let others = line.iter().filter(|other| own.is_apart_from(other));
            // Between two transfers to a thread, others write.
            let transfers = others.clone().map(|other| other.writes).sum::<u64>().min(own.writes);
            // Of those who write equally often, the first one.
            let Some(other) = others.rev().max_by_key(|other| other.writes).filter(|_| transfers > 0) else { continue };
            let key = (made, own.insn.min(other.insn), own.insn.max(other.insn));
            let sum = self.sums.entry(key).or_default();
            sum.transfers += transfers;
            sum.lines += u64::from(keys.insert(key));
            sum.threads.extend([own.thread - 1, other.thread - 1]);
        }
    }
}

/// Lists what threads wrote to arrays and objects to which several did.
fn shares(map: &ProgramMap, lines: &Lines) -> Vec<Share> {
    // Of each entity: its writers, and the first of the instructions that wrote, which tells how many locations a line of it has.
    let mut entities = vec![(0, InstructionId::NONE); lines.makers().len()];
    for (entity, _, writer) in lines.writers() {
        let Some((threads, insn)) = entities.get_mut(entity as usize) else { continue };
        (*threads, *insn) = (taken(*threads, writer.thread), writer.insn.min(*insn));
    }
    let shares = lines.writers().filter_map(|(entity, first, writer)| {
        let (_, writes) =
            entities.get(entity as usize).filter(|(threads, insn)| *threads == MANY && !insn.is_none())?;
        let line = (entity, first.checked_div(locations_of_line(map, *writes)?)?);
        let (thread, insn, writes) = (writer.thread, writer.insn, u64::from(writer.writes));
        Some(Share { line, thread, insn, writes, taker: writer.taker })
    });
    shares.collect()
}

/// Joins the shares that each thread has in the units of a line.
fn joined(line: &[Share]) -> Vec<Share> {
    let of_thread = line.chunk_by(|one, other| one.thread == other.thread);
    let joined = of_thread.map(|shares| Share {
        insn: shares.iter().map(|share| share.insn).min().unwrap_or(InstructionId::NONE),
        writes: shares.iter().map(|share| share.writes).sum(),
        taker: shares.iter().fold(0, |taker, share| taken(taker, share.taker)),
        ..shares[0]
    });
    joined.collect()
}
