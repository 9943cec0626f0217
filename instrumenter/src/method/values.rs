//! Values in locals and on the operand stack of a method, by abstract interpretation.
//!
//! A value is known by a number within a block. What matters of it: its kind, whether its identity has been recorded on
//! every way here ("once per value"), whether it cannot be null, and whether it is still uninitialised. Blocks start with what
//! holds on all ways into them; two slots that held the same value count as different ones then, except uninitialised
//! objects, which the verifier (JVMS §4.10.1.4) keeps apart as well.

use super::operand::Kind;

/// Uninitialised objects: `this` of a constructor, or the `new` instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Uninit {
    /// Initialised, or no object.
    No,
    /// `this` before the call of another constructor.
    This,
    /// Created by the instruction with this index.
    New(u32),
}

/// What is known of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) kind: Kind,
    pub(crate) known: bool,
    pub(crate) non_null: bool,
    pub(crate) uninit: Uninit,
    /// The constant that it is.
    pub(crate) constant: Option<i32>,
    /// The length of an array that this method has created.
    pub(crate) length: Option<i32>,
}

impl Value {
    pub(crate) fn of(kind: Kind) -> Value {
        Value { kind, known: false, non_null: false, uninit: Uninit::No, constant: None, length: None }
    }

    /// What holds on both ways.
    fn meet(&mut self, other: &Value) -> bool {
        let before = *self;
        self.known &= other.known;
        self.non_null &= other.non_null;
        self.constant = self.constant.filter(|_| self.constant == other.constant);
        self.length = self.length.filter(|_| self.length == other.length);
        if self.kind != other.kind || self.uninit != other.uninit {
            *self = Value::of(UNSET);
        }
        *self != before
    }

    pub(crate) fn is_wide(&self) -> bool {
        matches!(self.kind, b'J' | b'D')
    }
}

/// A local that holds nothing usable.
pub(crate) const UNSET: Kind = b'-';

/// Everything that holds at the start of a block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) locals: Vec<Value>,
    pub(crate) stack: Vec<Value>,
    /// Classes (by number within the method) that are surely initialised.
    pub(crate) initialized: u64,
    /// False in a constructor before `this` is initialised.
    pub(crate) this_ready: bool,
}

impl State {
    /// Merges another way into this block. `None` if the stacks do not fit, else whether anything changed.
    pub(crate) fn meet(&mut self, other: &State) -> Option<bool> {
        if self.stack.len() != other.stack.len() {
            return None;
        }
        let mut changed = false;
        for (mine, theirs) in self.locals.iter_mut().zip(&other.locals) {
            changed |= mine.meet(theirs);
        }
        for (mine, theirs) in self.stack.iter_mut().zip(&other.stack) {
            changed |= mine.meet(theirs);
        }
        let (initialized, ready) = (self.initialized & other.initialized, self.this_ready && other.this_ready);
        changed |= initialized != self.initialized || ready != self.this_ready;
        (self.initialized, self.this_ready) = (initialized, ready);
        Some(changed)
    }
}

/// Number of a value within a block.
pub(crate) type ValueId = usize;

/// The values while a block is walked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values {
    pub(crate) values: Vec<Value>,
    pub(crate) locals: Vec<ValueId>,
    pub(crate) stack: Vec<ValueId>,
    pub(crate) initialized: u64,
    pub(crate) this_ready: bool,
    /// A handler may find less than at the last look: a local was written, or an object initialised. Otherwise it only
    /// finds more.
    pub(crate) news_for_handlers: bool,
    /// Memory for the next numbering.
    spare: Vec<Value>,
}

impl Values {
    /// Starts a block.
    pub(crate) fn enter(&mut self, state: &State) {
        self.values.clear();
        self.locals.clear();
        self.stack.clear();
        for value in &state.locals {
            let id = self.number(*value);
            self.locals.push(id);
        }
        for value in &state.stack {
            let id = self.number(*value);
            self.stack.push(id);
        }
        self.initialized = state.initialized;
        self.this_ready = state.this_ready;
        self.news_for_handlers = true;
    }

    /// Forgets which cells hold the same value, as at the start of a block.
    pub(crate) fn forget_sharing(&mut self) {
        let spare = std::mem::take(&mut self.spare);
        let old = std::mem::replace(&mut self.values, spare);
        self.values.clear();
        for cell in 0..self.locals.len() {
            self.locals[cell] = self.number(old[self.locals[cell]]);
        }
        for cell in 0..self.stack.len() {
            self.stack[cell] = self.number(old[self.stack[cell]]);
        }
        self.spare = old;
    }

    fn number(&mut self, value: Value) -> ValueId {
        if value.uninit != Uninit::No
            && let Some(existing) = self.values.iter().position(|v| v.uninit == value.uninit)
        {
            return existing;
        }
        self.add(value)
    }

    /// What holds now.
    pub(crate) fn leave(&self, state: &mut State) {
        state.stack.clear();
        state.stack.extend(self.stack.iter().map(|&id| self.values[id]));
        self.leave_locals(state);
    }

    /// What a handler finds: all but the stack.
    pub(crate) fn leave_to_handler(&self, state: &mut State) {
        state.stack.clear();
        state.stack.push(Value { non_null: true, ..Value::of(b'A') });
        self.leave_locals(state);
        state.locals.iter_mut().for_each(|value| (value.constant, value.length) = (None, None));
    }

    fn leave_locals(&self, state: &mut State) {
        state.locals.clear();
        state.locals.extend(self.locals.iter().map(|&id| self.values[id]));
        state.initialized = self.initialized;
        state.this_ready = self.this_ready;
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
        let id = *self.locals.get(usize::from(local))?;
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
        let local = usize::from(local);
        if local > 0 && self.wide(*self.locals.get(local - 1)?) {
            let unset = self.add(Value::of(UNSET));
            self.locals[local - 1] = unset;
        }
        *self.locals.get_mut(local)? = id;
        if self.wide(id) {
            let unset = self.add(Value::of(UNSET));
            *self.locals.get_mut(local + 1)? = unset;
        }
        Some(())
    }

    /// A local that holds the value now.
    pub(crate) fn local_with(&self, id: ValueId) -> Option<u16> {
        self.locals.iter().position(|&held| held == id).and_then(|index| u16::try_from(index).ok())
    }

    /// A constructor call on the value returned.
    pub(crate) fn initialize(&mut self, id: ValueId) {
        self.news_for_handlers = true;
        if self.values[id].uninit == Uninit::This {
            self.this_ready = true;
        }
        self.values[id].uninit = Uninit::No;
        self.values[id].non_null = true;
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

/// `dup2_x2` rearranges four entries.
const MAX_RESTACKED: usize = 4;
