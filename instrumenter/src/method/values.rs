//! Values in locals and on the operand stack of a method, by abstract interpretation.
//!
//! A value is known by a number within a block. What matters of it: its kind, whether its identity has been recorded on
//! every way here ("once per value"), whether it cannot be null, and whether it is still uninitialised. Blocks start with what
//! holds on all ways into them; two slots that held the same value count as different ones then. Of an uninitialised object
//! it remains known which one it is: initialising it initialises all copies (JVMS §4.10.1.4).

use std::ops::Range;

use super::operand::Kind;

/// Uninitialised objects: `this` of a constructor, or the index of the `new` instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Uninit(u32);

impl Uninit {
    /// Initialised, or no object.
    pub(crate) const NO: Uninit = Uninit(u32::MAX);
    /// `this` before the call of another constructor.
    pub(crate) const THIS: Uninit = Uninit(u32::MAX - 1);

    /// Created by the instruction with this index: there are fewer than 65,536.
    pub(crate) fn new(index: usize) -> Option<Uninit> {
        u16::try_from(index).ok().map(|index| Uninit(index.into()))
    }
}

/// What has been recorded of a value on every way here, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Recorded(u8);

impl Recorded {
    /// Its number, the hash of an array, or the `int` that it is.
    const IDENTITY: u8 = 1;
    /// The hash by which its monitor is known.
    const LOCK: u8 = 2;

    /// Its identity only.
    pub(crate) fn identity_if(known: bool) -> Recorded {
        Recorded(if known { Recorded::IDENTITY } else { 0 })
    }
}

/// The facts known of a value. It is small and without padding: each block begins with one for each local, and they are
/// compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) kind: Kind,
    pub(super) recorded: Recorded,
    pub(crate) non_null: bool,
    /// True if `number` is valid; otherwise it is 0.
    pub(super) numbered: bool,
    pub(crate) uninit: Uninit,
    pub(super) number: i32,
}

impl Value {
    pub(crate) fn of(kind: Kind) -> Value {
        Value { kind, recorded: Recorded::default(), non_null: false, numbered: false, uninit: Uninit::NO, number: 0 }
    }

    /// Returns whether its identity, or the `int` that it is, is known from before.
    pub(crate) fn is_known(&self) -> bool {
        self.recorded.0 & Recorded::IDENTITY != 0
    }

    /// Notes that its identity, or the `int` that it is, is recorded now.
    pub(crate) fn know(&mut self) {
        self.recorded.0 |= Recorded::IDENTITY;
    }

    /// Returns whether the hash by which its monitor is known has been recorded before.
    pub(crate) fn is_lock_known(&self) -> bool {
        self.recorded.0 & Recorded::LOCK != 0
    }

    /// Notes that the hash by which its monitor is known is recorded now.
    pub(crate) fn know_lock(&mut self) {
        self.recorded.0 |= Recorded::LOCK;
    }

    /// The constant that it is, or the length of an array that this method has created.
    pub(crate) fn number(&self) -> Option<i32> {
        self.numbered.then_some(self.number)
    }

    pub(crate) fn set_number(&mut self, number: Option<i32>) {
        (self.numbered, self.number) = (number.is_some(), number.unwrap_or_default());
    }

    /// Keeps the facts that hold on both paths; true if that is less than before.
    fn meet(&mut self, other: &Value) -> bool {
        if self.bits() == other.bits() {
            return false;
        }
        let before = *self;
        self.recorded.0 &= other.recorded.0;
        self.non_null &= other.non_null;
        self.set_number(self.number().filter(|_| self.number() == other.number()));
        if self.kind != other.kind || self.uninit != other.uninit {
            *self = Value::of(UNSET);
        }
        *self != before
    }

    pub(crate) fn is_wide(&self) -> bool {
        matches!(self.kind, b'J' | b'D')
    }

    /// All of it in three words, which are compared faster than its parts.
    fn bits(&self) -> [u32; 3] {
        let Value { kind, recorded, non_null, numbered, uninit, number } = *self;
        [u32::from_ne_bytes([kind, recorded.0, non_null.into(), numbered.into()]), uninit.0, number.cast_unsigned()]
    }
}

/// A local that holds nothing usable.
pub(crate) const UNSET: Kind = b'-';

/// The abstract state at one place of the code.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    /// Locals, then the operand stack.
    pub(crate) cells: Vec<Value>,
    pub(crate) common: Common,
}

/// Facts of a state that do not belong to a single value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Common {
    /// Classes (by number within the method) that are surely initialised.
    pub(crate) initialized: u64,
    /// False in a constructor before `this` is initialised.
    pub(crate) this_ready: bool,
}

/// The abstract states at the starts of all blocks.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    /// Cells of the blocks that were reached, one block behind the other.
    cells: Vec<Value>,
    blocks: Vec<Option<(Range<usize>, Common)>>,
}

impl Entries {
    /// Begins anew: no block was reached.
    pub(crate) fn clear(&mut self, blocks: usize) {
        self.cells.clear();
        self.blocks.clear();
        self.blocks.resize(blocks, None);
    }

    /// Merges another way into a block. `None` if the stacks do not fit, else whether anything changed.
    pub(crate) fn reach(&mut self, block: usize, state: &State) -> Option<bool> {
        let Some((place, common)) = &mut self.blocks[block] else {
            let first = self.cells.len();
            self.cells.extend_from_slice(&state.cells);
            self.blocks[block] = Some((first..self.cells.len(), state.common));
            return Some(true);
        };
        let cells = self.cells.get_mut(place.clone()).filter(|cells| cells.len() == state.cells.len())?;
        let mut changed = false;
        for (mine, theirs) in cells.iter_mut().zip(&state.cells) {
            changed |= mine.meet(theirs);
        }
        let both = Common {
            initialized: common.initialized & state.common.initialized,
            this_ready: common.this_ready && state.common.this_ready,
        };
        Some(std::mem::replace(common, both) != both || changed)
    }

    /// All values that are kept.
    pub(crate) fn values(&self) -> usize {
        self.cells.len()
    }

    /// The state at the start of a block; `None` if it was not reached.
    pub(crate) fn of(&self, block: usize) -> Option<(&[Value], Common)> {
        let (place, common) = self.blocks.get(block)?.as_ref()?;
        Some((self.cells.get(place.clone())?, *common))
    }
}

/// Number of a value within a block.
pub(crate) type ValueId = usize;

/// The values while a block is walked.
#[derive(Debug, Default)]
pub(crate) struct Values {
    pub(crate) values: Vec<Value>,
    /// Values of the locals that the method uses.
    pub(crate) locals: Vec<ValueId>,
    /// The numbers of those locals, ascending, and the place of each.
    slots: Vec<u16>,
    places: Vec<u16>,
    pub(crate) stack: Vec<ValueId>,
    pub(crate) common: Common,
    /// A handler may find less than at the last look: a local was written, or an object initialised. Otherwise it only
    /// finds more.
    pub(crate) news_for_handlers: bool,
    /// Memory for the next numbering.
    spare: Vec<Value>,
}

impl Values {
    /// Begins a method that uses these locals, ascending.
    pub(crate) fn use_slots(&mut self, slots: Vec<u16>) {
        self.places.clear();
        self.places.resize(slots.last().map_or(0, |&last| usize::from(last) + 1), NOWHERE);
        for (&slot, place) in slots.iter().zip(0..) {
            self.places[usize::from(slot)] = place;
        }
        self.slots = slots;
    }

    /// The locals that the method uses.
    pub(crate) fn slots(&self) -> &[u16] {
        &self.slots
    }

    /// The place of a local among those that the method uses.
    pub(crate) fn place(&self, local: u16) -> Option<usize> {
        self.places.get(usize::from(local)).filter(|&&place| place != NOWHERE).map(|&place| place.into())
    }

    /// The value of a local.
    pub(crate) fn local(&self, local: u16) -> Option<ValueId> {
        self.locals.get(self.place(local)?).copied()
    }

    /// Starts a block; the first of the cells are locals.
    pub(crate) fn enter(&mut self, cells: &[Value], common: Common) {
        let locals = self.slots.len().min(cells.len());
        self.values.clear();
        self.locals.clear();
        self.stack.clear();
        self.values.extend_from_slice(cells);
        self.locals.extend(0..locals);
        self.stack.extend(locals..cells.len());
        self.common = common;
        self.news_for_handlers = true;
    }

    /// Forgets which cells hold the same value, as at the start of a block.
    pub(crate) fn forget_sharing(&mut self) {
        let cells = self.locals.iter().chain(&self.stack).map(|&id| self.values[id]);
        self.spare.clear();
        self.spare.extend(cells);
        std::mem::swap(&mut self.values, &mut self.spare);
        let (locals, all) = (self.locals.len(), self.values.len());
        self.locals.clear();
        self.locals.extend(0..locals);
        self.stack.clear();
        self.stack.extend(locals..all);
    }

    /// Overwrites `state` with the current one: the locals and the operand stack.
    pub(crate) fn save(&self, state: &mut State) {
        self.save_locals(state);
        state.cells.extend(self.stack.iter().map(|&id| self.values[id]));
    }

    /// Overwrites `state` with the one in which a handler begins: the locals, without object numbers, and the exception
    /// as the only value on the stack.
    pub(crate) fn save_for_handler(&self, state: &mut State) {
        self.save_locals(state);
        state.cells.iter_mut().for_each(|value| value.set_number(None));
        state.cells.push(Value { non_null: true, ..Value::of(b'A') });
    }

    fn save_locals(&self, state: &mut State) {
        state.cells.clear();
        state.cells.extend(self.locals.iter().map(|&id| self.values[id]));
        state.common = self.common;
    }

    pub(crate) fn add(&mut self, value: Value) -> ValueId {
        self.values.push(value);
        self.values.len() - 1
    }

    pub(crate) fn push(&mut self, kind: Kind) -> ValueId {
        let id = self.add(Value::of(kind));
        self.stack.push(id);
        id
    }

    pub(crate) fn pop(&mut self) -> Option<ValueId> {
        self.stack.pop()
    }

    /// The value `depth` entries below the top.
    pub(crate) fn peek(&self, depth: usize) -> Option<ValueId> {
        self.stack.len().checked_sub(depth + 1).map(|index| self.stack[index])
    }

    pub(crate) fn wide(&self, id: ValueId) -> bool {
        self.values[id].is_wide()
    }

    pub(crate) fn load(&mut self, local: u16) -> Option<()> {
        let id = self.local(local)?;
        if self.values[id].kind == UNSET {
            return None;
        }
        self.stack.push(id);
        Some(())
    }

    pub(crate) fn store(&mut self, local: u16) -> Option<()> {
        let id = self.pop()?;
        self.set_local(local, id)
    }

    pub(crate) fn set_local(&mut self, local: u16, id: ValueId) -> Option<()> {
        self.news_for_handlers = true;
        let place = self.place(local)?;
        // The other half of a wide value is no use any more.
        if let Some(below) = local.checked_sub(1).and_then(|below| self.place(below))
            && self.wide(self.locals[below])
        {
            self.locals[below] = self.add(Value::of(UNSET));
        }
        self.locals[place] = id;
        if self.wide(id) {
            let above = self.place(local.checked_add(1)?)?;
            self.locals[above] = self.add(Value::of(UNSET));
        }
        Some(())
    }

    /// A local that holds the value now.
    pub(crate) fn local_with(&self, id: ValueId) -> Option<u16> {
        self.locals.iter().position(|&held| held == id).map(|place| self.slots[place])
    }

    /// A local that holds the value, or another copy of the uninitialised object that it is.
    pub(crate) fn local_with_object(&self, id: ValueId) -> Option<u16> {
        let held = self.locals.iter().position(|&held| self.is_same_object(held, id));
        held.and_then(|index| u16::try_from(index).ok())
    }

    /// True if both are the same value, or copies of one uninitialised object.
    pub(crate) fn is_same_object(&self, one: ValueId, other: ValueId) -> bool {
        let uninit = self.values[one].uninit;
        one == other || uninit != Uninit::NO && uninit == self.values[other].uninit
    }

    /// A constructor call on the value returned: all copies of the object are initialised.
    pub(crate) fn initialize(&mut self, id: ValueId) {
        self.news_for_handlers = true;
        let uninit = self.values[id].uninit;
        self.common.this_ready |= uninit == Uninit::THIS;
        let initialized = |value: &mut Value| (value.uninit, value.non_null) = (Uninit::NO, true);
        initialized(&mut self.values[id]);
        for &held in self.locals.iter().chain(&self.stack) {
            if uninit != Uninit::NO && self.values[held].uninit == uninit {
                initialized(&mut self.values[held]);
            }
        }
    }

    /// Rearranges the top `count` entries: new order by index from the top (0) of the old ones, bottom first.
    pub(crate) fn restack(&mut self, count: usize, order: &[usize]) -> Option<()> {
        let base = self.stack.len().checked_sub(count)?;
        let mut old = [0; MAX_RESTACKED];
        for (place, &id) in old.iter_mut().zip(self.stack[base..].iter().rev()) {
            *place = id;
        }
        self.stack.truncate(base);
        self.stack.extend(order.iter().map(|&index| old[index]));
        Some(())
    }
}

/// The place of a local that is not used.
const NOWHERE: u16 = u16::MAX;

/// `dup2_x2` rearranges four entries.
const MAX_RESTACKED: usize = 4;
