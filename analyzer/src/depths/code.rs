//! Code: programs in the form that the engines run, in one column of words.
//!
//! Loads of frame cells come first and stores to them last where possible. Temps are written once, so a frame cell may
//! be loaded at the path's beginning unless the path stored it before. Depths may be compared with the maximum as late
//! as the next exit of a region.

use paratrace_replay::paths::{Cost, Depth, Micro, Program};

use super::lanes::Costs;

/// The header of a program: where its words are, and what they need.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Head {
    at: u32,
    loads: u32,
    ops: u32,
    notes: u32,
    stores: u32,
    /// Number of frame cells that it may touch.
    pub(super) reach: u32,
    /// Number of temps in use, temp 0 included.
    pub(super) temps: u32,
    /// Number of slots before the element copies.
    pub(super) slots: u32,
    /// Number of instructions executed.
    pub(super) nodes: u32,
}

/// Number of words of an operation, of a depth that counts for the maximum, and of a store to the frame.
pub(super) const OP: usize = 8;
pub(super) const NOTE: usize = 3;
pub(super) const STORE: usize = 4;

/// Kinds of operations, in word 0. Words 1 to 7 are: temp, slot, a, added to a, b, added to b, floor.
pub(super) const LOAD_SLOT: u32 = 0;
pub(super) const LOAD_STATIC: u32 = 1;
pub(super) const LOAD_EXCEPTION: u32 = 2;
pub(super) const JOIN: u32 = 3;
pub(super) const STORE_SLOT: u32 = 4;
pub(super) const STORE_STATIC: u32 = 5;
pub(super) const STORE_EXCEPTION: u32 = 6;
pub(super) const MAX: u32 = 7;
/// Leaves as many levels as word 2 says.
pub(super) const EXIT: u32 = 8;
/// Copies elements; word 6 is the cost of an element.
pub(super) const COPY: u32 = 9;
/// `temp = max(a + add_a, slot + add_b, floor)`
pub(super) const JOIN_SLOT: u32 = 10;
/// `temp = frame cell`, where the load cannot come first.
pub(super) const LOAD_FRAME: u32 = 11;
pub(super) const STORE_FRAME: u32 = 12;
/// Releases something: what counts for the maximum so far comes before.
pub(super) const RELEASE: u32 = 13;

/// The words of a program by part.
pub(super) struct Code<'c> {
    /// Frame cells whose depths go to temps 1, 2, …
    pub(super) loads: &'c [u32],
    pub(super) ops: &'c [[u32; OP]],
    /// Depths that count for the maximum: temp, added, floor.
    pub(super) notes: &'c [[u32; NOTE]],
    /// Stores to the frame: frame cell, temp, added, floor.
    pub(super) stores: &'c [[u32; STORE]],
}

/// The code of all programs of a thread.
#[derive(Debug, Default)]
pub(crate) struct Codes {
    heads: Vec<Head>,
    words: Vec<u32>,
    /// Greatest number of frame cells that a program may touch.
    widest: u32,
    /// For each program, the levels that its exits leave.
    exits: Vec<Vec<u32>>,
}

/// Packs costs into one word. No path of a method has more than 65,535 instructions.
fn costs(cost: Cost) -> u32 {
    Costs(cost.unit.min(0xffff) | cost.free.min(0xffff) << 16).0
}

impl Codes {
    #[inline(always)]
    pub(super) fn head(&self, program: u32) -> &Head {
        &self.heads[program as usize]
    }

    /// Returns the levels that are left within a program, one number per exit.
    pub(super) fn exits(&self, program: u32) -> &[u32] {
        &self.exits[program as usize]
    }

    #[inline(always)]
    pub(super) fn code(&self, head: &Head) -> Code<'_> {
        let words = &self.words[head.at as usize..];
        let (loads, words) = words.split_at(head.loads as usize);
        let (ops, words) = words.split_at(OP * head.ops as usize);
        let (notes, words) = words.split_at(NOTE * head.notes as usize);
        let stores = &words[..STORE * head.stores as usize];
        Code { loads, ops: ops.as_chunks().0, notes: notes.as_chunks().0, stores: stores.as_chunks().0 }
    }

    /// Returns the greatest number of frame cells that a program may touch.
    pub(super) fn widest(&self) -> u32 {
        self.widest
    }

    pub(crate) fn add(&mut self, program: &Program) {
        self.widest = self.widest.max(program.reach);
        let parts = Parts::of(program);
        self.exits.push(program.exits.iter().map(|exit| exit.levels).collect());
        self.heads.push(Head {
            at: self.words.len() as u32,
            loads: parts.loads.len() as u32,
            ops: (parts.ops.len() / OP) as u32,
            notes: (parts.notes.len() / NOTE) as u32,
            stores: (parts.stores.len() / STORE) as u32,
            reach: program.reach,
            temps: program.micros.temps,
            slots: program.slots,
            nodes: program.nodes,
        });
        for part in [parts.loads, parts.ops, parts.notes, parts.stores] {
            self.words.extend(part);
        }
    }
}

#[derive(Default)]
struct Parts {
    loads: Vec<u32>,
    ops: Vec<u32>,
    notes: Vec<u32>,
    stores: Vec<u32>,
    /// New number of each temp.
    temps: Vec<u32>,
}

impl Parts {
    fn of(program: &Program) -> Parts {
        let micros = &program.micros.ops;
        let mut parts = Parts { temps: vec![0; program.micros.temps as usize], ..Parts::default() };
        let early = loads_come_first(micros);
        let mut next = 1;
        for early_turn in [true, false] {
            for micro in micros {
                if let Some((temp, load)) = written(micro)
                    && (load && early) == early_turn
                {
                    parts.temps[temp as usize] = next;
                    next += 1;
                }
            }
        }
        let last_exit =
            micros.iter().rposition(|micro| matches!(micro, Micro::Exit { .. } | Micro::Release)).unwrap_or(0);
        let mut at = 0;
        while at < micros.len() {
            at += parts.micro(&micros[at..], early, at >= last_exit);
        }
        parts
    }

    /// Adds the first operation, perhaps fused with the next one; returns how many it took.
    fn micro(&mut self, micros: &[Micro], early: bool, notes_last: bool) -> usize {
        match (micros[0], micros.get(1)) {
            (Micro::LoadFrame { cell, .. }, _) if early => self.loads.push(cell),
            (Micro::StoreFrame { cell, value }, _) if early => {
                let [temp, add, floor] = self.value(value);
                self.stores.extend([cell, temp, add, floor]);
            }
            (Micro::Max { value }, _) if notes_last => {
                let note = self.value(value);
                self.notes.extend(note);
            }
            (Micro::LoadSlot { temp, slot }, Some(&Micro::Join { temp: to, a, add_a, b, add_b, floor }))
                if (a == temp || b == temp) && !used_later(&micros[2..], temp) =>
            {
                let (other, add, loaded) = if a == temp { (b, add_b, add_a) } else { (a, add_a, add_b) };
                let [to, other] = [self.temp(to), self.temp(other)];
                let tail = [other, costs(add), 0, costs(loaded), costs(floor)];
                self.ops.extend([JOIN_SLOT, to, slot].into_iter().chain(tail));
                return 2;
            }
            (micro, _) => self.general(micro),
        }
        1
    }

    fn general(&mut self, micro: Micro) {
        let zero = Depth::default();
        let (kind, temp, slot, value) = match micro {
            Micro::LoadFrame { temp, cell } => (LOAD_FRAME, temp, cell, zero),
            Micro::LoadSlot { temp, slot } => (LOAD_SLOT, temp, slot, zero),
            Micro::LoadStatic { temp, slot } => (LOAD_STATIC, temp, slot, zero),
            Micro::LoadException { temp } => (LOAD_EXCEPTION, temp, 0, zero),
            Micro::StoreFrame { cell, value } => (STORE_FRAME, 0, cell, value),
            Micro::StoreSlot { slot, value } => (STORE_SLOT, 0, slot, value),
            Micro::StoreStatic { slot, value } => (STORE_STATIC, 0, slot, value),
            Micro::StoreException { value } => (STORE_EXCEPTION, 0, 0, value),
            Micro::Max { value } => (MAX, 0, 0, value),
            Micro::Exit { levels } => (EXIT, 0, levels, zero),
            Micro::Release => (RELEASE, 0, 0, zero),
            Micro::Copy { temp, value, .. } => (COPY, temp, 0, value),
            Micro::Join { temp, a, add_a, floor, .. } => {
                (JOIN, temp, 0, Depth { temp: a, add: add_a, floor, value: 0 })
            }
        };
        let (b, second) = match micro {
            Micro::Join { b, add_b, .. } => (self.temp(b), costs(add_b)),
            Micro::Copy { cost, .. } => (0, costs(cost)),
            _ => (0, 0),
        };
        let [a, add, floor] = self.value(value);
        self.ops.extend([kind, self.temp(temp), slot, a, add, b, second, floor]);
    }

    fn temp(&self, temp: u32) -> u32 {
        self.temps[temp as usize]
    }

    fn value(&self, value: Depth) -> [u32; NOTE] {
        [self.temp(value.temp), costs(value.add), costs(value.floor)]
    }
}

/// Returns the temp that an operation writes, and whether the operation loads a frame cell.
fn written(micro: &Micro) -> Option<(u32, bool)> {
    match *micro {
        Micro::LoadFrame { temp, .. } => Some((temp, true)),
        Micro::LoadSlot { temp, .. }
        | Micro::LoadStatic { temp, .. }
        | Micro::LoadException { temp }
        | Micro::Join { temp, .. }
        | Micro::Copy { temp, .. } => Some((temp, false)),
        _ => None,
    }
}

fn used_later(micros: &[Micro], temp: u32) -> bool {
    micros.iter().any(|micro| match *micro {
        Micro::Join { a, b, .. } => a == temp || b == temp,
        Micro::StoreFrame { value, .. }
        | Micro::StoreSlot { value, .. }
        | Micro::StoreStatic { value, .. }
        | Micro::StoreException { value }
        | Micro::Max { value }
        | Micro::Copy { value, .. } => value.temp == temp,
        _ => false,
    })
}

/// Returns whether no frame cell is loaded after the path stored it.
fn loads_come_first(micros: &[Micro]) -> bool {
    let mut stored = Vec::new();
    micros.iter().all(|micro| match *micro {
        Micro::StoreFrame { cell, .. } => {
            stored.push(cell);
            true
        }
        Micro::LoadFrame { cell, .. } => !stored.contains(&cell),
        _ => true,
    })
}
