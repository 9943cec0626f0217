//! The recipes of a method: a fixed point over its blocks.

use paratrace_traceformat::map::Untraced;

use super::body::Body;
use super::cfg::Cfg;
use super::facts::Fact;
use super::loops::LoopForest;
use super::monitor;
use super::operand::{Kind, OperandId, Operands};
use super::split::is_cut_call;
use super::steps::{Around, Step};
use super::values::{Common, Entries, State, UNSET, Uninit, Value, Values};
use crate::limits;

/// The properties of a method, besides its code, that its analysis needs.
pub(crate) struct Context {
    pub(crate) is_static: bool,
    pub(crate) is_constructor: bool,
    /// The hash of `this` is recorded at the entry, as its monitor is held.
    pub(crate) locks_this: bool,
    /// Kinds of the parameters, without `this`.
    pub(crate) parameters: Vec<Kind>,
}

/// Buffers that are used again for the next method.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    entries: Entries,
    values: Values,
    leaving: State,
    around: Around,
}

/// The recipes of all reachable instructions.
#[derive(Debug)]
pub(crate) struct Recipes {
    pub(crate) facts: Vec<Option<Fact>>,
    /// The steps that facts insert.
    pub(crate) steps: Vec<Step>,
}

/// Finds the recipe of every reachable instruction.
pub(crate) fn find(
    context: &Context,
    body: &Body,
    operands: &Operands<'_>,
    ids: &[OperandId],
    cfg: &Cfg,
    forest: &LoopForest,
    memory: &mut Memory,
) -> Result<Recipes, Untraced> {
    let Memory { entries, values, leaving, around } = memory;
    entries.clear(cfg.blocks.len());
    values.use_slots(slots(context, body));
    around.clear();
    let mut walker = Walker {
        body,
        operands,
        ids,
        cfg,
        forest,
        entries,
        waits: vec![false; cfg.blocks.len()],
        waiting: 0,
        next: 0,
        work: limits::WORK_PER_BYTE * body.insns.last().map_or(0, |last| last.end() as usize + CALM),
        classes: Vec::new(),
        stores: None,
        facts: vec![None; body.insns.len()],
        steps: Vec::with_capacity(body.insns.len()),
        leaving,
    };
    walker.number_classes();
    walker.reach(0, &entry_state(context, values, body.max_locals)?)?;
    while let Some(block) = walker.next_block() {
        walker.walk(block, values, around)?;
    }
    Ok(Recipes { facts: walker.facts, steps: walker.steps })
}

/// Bytes of code that any method is granted work for.
const CALM: usize = 1 << 10;

/// Locals that are searched in the time in which one value is looked at.
const SEARCHED: usize = 16;

/// Classes whose initialisation is tracked within a method: one bit each.
const MAX_CLASSES: usize = 64;

pub(super) struct Walker<'a, 'c> {
    pub(super) body: &'a Body,
    pub(super) operands: &'a Operands<'c>,
    /// Operand of each instruction.
    pub(super) ids: &'a [OperandId],
    pub(super) cfg: &'a Cfg,
    pub(super) forest: &'a LoopForest,
    entries: &'a mut Entries,
    /// Blocks to walk, taken in rounds: compilers mostly emit a block behind those that lead to it, so that all of them
    /// have been walked by then, and what loops bring back comes from all of them at once.
    waits: Vec<bool>,
    waiting: usize,
    /// The block at which the round goes on.
    next: usize,
    /// Number of values that may still be looked at.
    work: usize,
    /// Classes whose initialisation may run traced code, in order of appearance.
    pub(super) classes: Vec<usize>,
    /// Locals with the instructions that store into them, ordered, if it was asked.
    pub(super) stores: Option<Vec<(u16, usize)>>,
    facts: Vec<Option<Fact>>,
    pub(super) steps: Vec<Step>,
    leaving: &'a mut State,
}

/// The abstract state when the method is entered.
fn entry_state(context: &Context, values: &Values, max_locals: u16) -> Result<State, Untraced> {
    let mut cells = vec![Value::of(UNSET); values.slots().len()];
    let mut next = 0u16;
    let mut place = |value: Value| -> Result<(), Untraced> {
        let place = values.place(next).ok_or(Untraced::Malformed)?;
        cells[place] = value;
        next = next.saturating_add(if value.is_wide() { 2 } else { 1 });
        if next > max_locals { Err(Untraced::Malformed) } else { Ok(()) }
    };
    if !context.is_static {
        let uninit = if context.is_constructor { Uninit::THIS } else { Uninit::NO };
        let mut this = Value { non_null: true, uninit, ..Value::of(b'A') };
        if context.locks_this {
            this.know_lock();
        }
        place(this)?;
    }
    for &kind in &context.parameters {
        place(Value::of(kind))?;
    }
    Ok(State { cells, common: Common { initialized: 0, this_ready: !context.is_constructor } })
}

/// The locals that the method uses, ascending: parameters, and what instructions name, both slots of wide ones.
fn slots(context: &Context, body: &Body) -> Vec<u16> {
    let wide = |kind: &Kind| u16::from(matches!(kind, b'J' | b'D'));
    let parameters =
        context.parameters.iter().fold(u16::from(!context.is_static), |sum, kind| sum.saturating_add(1 + wide(kind)));
    let mut used = vec![false; usize::from(body.max_locals)];
    used.iter_mut().take(parameters.into()).for_each(|used| *used = true);
    for local in body.insns.iter().filter_map(|insn| insn.local()).map(usize::from) {
        used.iter_mut().skip(local).take(2).for_each(|used| *used = true);
    }
    (0..body.max_locals).filter(|&slot| used[usize::from(slot)]).collect()
}

impl Walker<'_, '_> {
    fn number_classes(&mut self) {
        for class in self.ids.iter().filter_map(|&id| self.operands.initialized_by(id)) {
            if self.classes.len() < MAX_CLASSES && !self.classes.contains(&class) {
                self.classes.push(class);
            }
        }
    }

    /// Walks a block from its entry state: writes down the facts and passes the state on. The facts of the last walk
    /// stay: its state holds on all paths.
    fn walk(&mut self, block: usize, values: &mut Values, around: &mut Around) -> Result<(), Untraced> {
        let Some((cells, common)) = self.entries.of(block) else { return Ok(()) };
        values.enter(cells, common);
        self.spend(2 * cells.len())?;
        let cfg = self.cfg;
        let handlers = cfg.all_handlers(block);
        // Facts are made where they stay.
        let mut facts = std::mem::take(&mut self.facts);
        let range = cfg.blocks[block].first..cfg.blocks[block].end;
        for (place, index) in facts[range.clone()].iter_mut().zip(range) {
            self.reach_handlers(handlers, values)?;
            let initializes = self.operands.initialized_by(self.ids[index]);
            let acquires = self.acquires(index);
            let monitor = monitor::record(self.body.insns[index].opcode, values, around).ok_or(Untraced::Malformed)?;
            // A path may begin here. It knows values by their cells, not that two of them hold the same one.
            if !values.common.this_ready || initializes.is_some() || acquires {
                values.forget_sharing();
                self.spend(values.values.len())?;
            }
            self.spend(1 + values.locals.len() / SEARCHED)?;
            let trigger = initializes.is_some_and(|class| self.trigger(class, values));
            let new = Fact::of(&self.body.insns[index], self.ids[index], (trigger, acquires), values);
            let fact = place.insert(new.ok_or(Untraced::Malformed)?);
            fact.flags |= monitor;
            self.step(index, fact, values, around).ok_or(Untraced::Malformed)?;
            if is_cut_call(fact) {
                values.forget_sharing();
                self.spend(values.values.len())?;
            }
        }
        self.facts = facts;
        let mut state = std::mem::take(self.leaving);
        values.save(&mut state);
        for &next in cfg.next(block) {
            self.reach(next, &state)?;
        }
        *self.leaving = state;
        Ok(())
    }

    fn reach_handlers(&mut self, handlers: &[usize], values: &mut Values) -> Result<(), Untraced> {
        if handlers.is_empty() || !std::mem::take(&mut values.news_for_handlers) {
            return Ok(());
        }
        let mut state = std::mem::take(self.leaving);
        values.save_for_handler(&mut state);
        for &handler in handlers {
            self.reach(handler, &state)?;
        }
        *self.leaving = state;
        Ok(())
    }

    fn reach(&mut self, block: usize, state: &State) -> Result<(), Untraced> {
        self.spend(state.cells.len())?;
        if self.entries.reach(block, state).ok_or(Untraced::Malformed)? {
            self.waiting += usize::from(!std::mem::replace(&mut self.waits[block], true));
        }
        if self.entries.values() > limits::MAX_BLOCK_VALUES { Err(Untraced::TooComplex) } else { Ok(()) }
    }

    fn spend(&mut self, values: usize) -> Result<(), Untraced> {
        self.work = self.work.checked_sub(values).ok_or(Untraced::TooComplex)?;
        Ok(())
    }

    fn next_block(&mut self) -> Option<usize> {
        self.waiting = self.waiting.checked_sub(1)?;
        let (before, behind) = self.waits.split_at(self.next);
        let ahead = behind.iter().position(|&waits| waits).map(|distance| self.next + distance);
        let next = ahead.or_else(|| before.iter().position(|&waits| waits))?;
        self.waits[next] = false;
        self.next = next + 1;
        Some(next)
    }
}
