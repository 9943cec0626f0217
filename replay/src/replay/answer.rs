//! Answers to calls: a directly entered callee, untraced code, or nothing.

use paratrace_jvm::opcodes;
use paratrace_traceformat::map::{MethodId, Mode, NONE, PathId, ProgramMap, Site};

use super::machine::{Machine, Outcome};
use super::{Call, Replay};
use crate::base::error::Halt;
use crate::base::pages::Pages;
use crate::program::{Index, PathRow, Selected};

/// Stands for the class that the instruction names, where no class was recorded.
const NAMED: u32 = u32::MAX - 1;

/// Call sites as the replay needs them, each decoded at its first call.
#[derive(Debug)]
pub(super) struct Sites(Pages<CallSite>);

/// A call site in few bytes.
#[derive(Debug, Clone, Copy)]
struct CallSite {
    known: bool,
    mode: Mode,
    class_recorded: bool,
    /// Whether the call accesses memory as an instruction does, unless it throws.
    accesses: bool,
    /// Whether the callee of a `Traced` call starts without an event.
    silent: bool,
    /// The callee. For `Traced`, the only one; for `TracedVirtual`, the last that was entered; else the method selected
    /// for `class`.
    callee: MethodId,
    /// First path id of the entry of a `Traced` call's callee, or `NONE`.
    base: u32,
    /// The class for which `callee` was selected at an `Open` or `Leaf` call.
    class: u32,
}

impl Default for CallSite {
    fn default() -> Self {
        Self {
            known: false,
            mode: Mode::Leaf,
            class_recorded: false,
            accesses: false,
            silent: false,
            callee: MethodId::NONE,
            base: NONE,
            class: NONE,
        }
    }
}

impl Sites {
    pub(super) fn new() -> Self {
        Self(Pages::default())
    }

    #[inline]
    fn get(&mut self, map: &ProgramMap, site: u32) -> CallSite {
        let known = self.0.get(site as usize);
        if known.known { known } else { self.learn(map, site) }
    }

    /// Returns whether a site calls one method, which begins with an event, and it is not this one.
    pub(super) fn is_of_other(&mut self, map: &ProgramMap, site: u32, method: MethodId) -> bool {
        let known = self.get(map, site);
        known.mode == Mode::Traced && !known.silent && known.callee != method
    }

    #[cold]
    fn learn(&mut self, map: &ProgramMap, number: u32) -> CallSite {
        let site = &map.sites[number as usize];
        let callee = map.methods.get(site.callee.index()).filter(|_| site.mode == Mode::Traced);
        let entry = callee.and_then(|m| map.starts.get(m.starts.start as usize).filter(|_| !m.starts.is_empty()));
        let learnt = CallSite {
            known: true,
            mode: site.mode,
            class_recorded: site.class_recorded,
            accesses: site.accessed().is_some(),
            silent: entry.is_some_and(|start| start.silent),
            callee: if site.mode == Mode::Traced { site.callee } else { MethodId::NONE },
            base: entry.map_or(NONE, |start| start.base),
            class: NONE,
        };
        *self.0.at(number as usize) = learnt;
        learnt
    }
}

impl<M: Machine> Replay<'_, '_, '_, M> {
    /// Decides by the next event what the call at the end of the current path does. `after` is the start behind the
    /// call.
    pub(super) fn answer(&mut self, caller: MethodId, site: u32, after: u32) -> Result<(Outcome, Call), Halt> {
        let next = self.peek().ok().flatten();
        let known = self.sites.get(self.index.map, site);
        let decided = match known.mode {
            Mode::Traced => self.traced(known, after, next),
            Mode::TracedVirtual => self.virtual_(site, known, after, next),
            Mode::Open | Mode::Leaf if known.accesses && self.has_thrown(after, next) => {
                (Outcome::Failed, Call::Opaque)
            }
            Mode::Open | Mode::Leaf => self.open(site, known, next),
        };
        if decided.0 == Outcome::Opaque {
            self.count_opaque(caller, site);
        }
        Ok(decided)
    }

    /// A class answers the call that the map does not know, or does not know as it is now. If the method begins that the call selects in the
    /// latter, nothing traced came before it, and it is taken for the callee: other objects of a class that has mocks are called as before.
    pub(super) fn untraced(&mut self, caller: MethodId, site: u32) -> (Outcome, Call) {
        if let Some(callee) = self.entered_as_selected(site) {
            return (Outcome::Direct, Call::Awaits(callee));
        }
        self.opaque_call(caller, site)
    }

    /// Code that is not followed answers the call.
    pub(super) fn opaque_call(&mut self, caller: MethodId, site: u32) -> (Outcome, Call) {
        self.count_opaque(caller, site);
        (Outcome::Opaque, Call::Opaque)
    }

    /// Adds an opaque call to the sums. Those inside of counted calls have no effects but theirs.
    fn count_opaque(&mut self, caller: MethodId, site: u32) {
        if !self.is_counted() {
            self.opaque.count((caller, site, self.classes.call));
        }
    }

    /// Returns the method that is entered next, if the call selects that in the class of its receiver.
    fn entered_as_selected(&mut self, site: u32) -> Option<MethodId> {
        let next = self.peek().ok().flatten()?;
        let (index, entered) = (self.index, self.entered_by(next)?);
        let site = &index.map.sites[site as usize];
        if !site.callee.is_none() {
            return Some(entered).filter(|&method| method == site.callee);
        }
        let selected = match site.opcode {
            opcodes::INVOKESPECIAL => index.select(&site.class, site)?,
            _ => index.select(&(index.class_name)(self.classes.call?)?, site)?,
        };
        matches!(selected, Selected::Method(method) if method == entered).then_some(entered)
    }

    /// Returns whether the next event says that the call threw.
    fn has_thrown(&mut self, after: u32, next: Option<PathRow>) -> bool {
        let start = next.map(|path| self.start_of(path));
        start == Some(after) && self.events.peek() == Some(PathId::new(self.index.map.starts[after as usize].base))
    }

    fn traced(&mut self, site: CallSite, after: u32, next: Option<PathRow>) -> (Outcome, Call) {
        let (map, callee) = (self.index.map, site.callee);
        let start = next.map(|path| self.start_of(path));
        let answered = start == Some(after);
        let own =
            !answered && site.base != NONE && start.is_some_and(|start| map.starts[start as usize].base == site.base);
        if own {
            return (Outcome::Direct, Call::Awaits(callee));
        }
        let threw = self.has_thrown(after, next);
        match (answered, site.silent) {
            (true, true) if !threw => (Outcome::Direct, Call::Silent(callee)),
            (false, true) if next.is_some() || self.has_ended() => (Outcome::Direct, Call::Silent(callee)),
            (true, _) => (Outcome::Failed, Call::Opaque),
            (false, _) => (Outcome::Direct, Call::Awaits(callee)),
        }
    }

    fn virtual_(&mut self, number: u32, site: CallSite, after: u32, next: Option<PathRow>) -> (Outcome, Call) {
        let Some(path) = next else { return (Outcome::Direct, Call::Awaits(MethodId::NONE)) };
        if self.start_of(path) == after {
            return (Outcome::Failed, Call::Opaque);
        }
        match self.entered_by(path) {
            Some(callee) if callee == site.callee || self.could_answer(number, callee) => {
                self.sites.0.at(number as usize).callee = callee;
                (Outcome::Direct, Call::Awaits(callee))
            }
            // The callee is a method of a class made at run time, which is not traced.
            _ => (Outcome::Opaque, Call::Opaque),
        }
    }

    /// Returns whether a method is the only one that a site can select, or else has the name and descriptor that it calls.
    fn could_answer(&self, site: u32, method: MethodId) -> bool {
        let site = &self.index.map.sites[site as usize];
        if !site.callee.is_none() {
            return site.callee == method;
        }
        let method = &self.index.map.methods[method.index()];
        method.name == site.name && method.desc == site.desc
    }

    fn open(&mut self, number: u32, site: CallSite, next: Option<PathRow>) -> (Outcome, Call) {
        let class = if site.class_recorded { self.classes.call } else { Some(NAMED) };
        if class == Some(0) {
            return (Outcome::Failed, Call::Opaque);
        }
        // If the class should have been recorded and was not, the instruction's class stands in.
        let class = class.unwrap_or(NAMED);
        let callee = if site.class == class { site.callee } else { self.selects(number, class) };
        if callee.is_none() {
            return self.lambda(number, class, next);
        }
        match next.map(|path| self.entered_by(path)) {
            None => (Outcome::Direct, Call::Awaits(callee)),
            Some(Some(method)) if method == callee => (Outcome::Direct, Call::Awaits(callee)),
            Some(_) => (Outcome::Opaque, Call::Opaque),
        }
    }

    /// The call selects no traced method. The class may be that of a lambda which runs one. Behind the last event of a thread that is cut
    /// off, the lambda is taken to have begun it, as any other callee is, and which of several does not matter: it left nothing.
    fn lambda(&mut self, number: u32, class: u32, next: Option<PathRow>) -> (Outcome, Call) {
        let entered = next.and_then(|path| self.entered_by(path));
        if class == NAMED || next.is_some() && entered.is_none() || next.is_none() && self.has_ended() {
            return (Outcome::Opaque, Call::Opaque);
        }
        let index = self.index;
        let run = || {
            let name = (index.class_name)(class).unwrap_or_default();
            index.run_by_lambda(&name, &index.map.sites[number as usize])
        };
        match (&self.run_by_lambdas.entry((number, class)).or_insert_with(run)[..], entered) {
            (run, Some(method)) if run.contains(&method) => (Outcome::Lambda(method), Call::Awaits(method)),
            (&[method, ..], None) => (Outcome::Lambda(method), Call::Awaits(method)),
            _ => (Outcome::Opaque, Call::Opaque),
        }
    }

    /// Returns the traced method that a call selects in a class, or `NONE`. The site remembers it.
    fn selects(&mut self, number: u32, class: u32) -> MethodId {
        let index = self.index;
        let select = || {
            let site = &index.map.sites[number as usize];
            match class {
                NAMED => traced_target(index, &site.class, site),
                class => traced_target(index, &(index.class_name)(class)?, site),
            }
        };
        let callee = *self.selected.entry((number, class)).or_insert_with(|| select().unwrap_or_default());
        let known = self.sites.0.at(number as usize);
        (known.class, known.callee) = (class, callee);
        callee
    }
}

/// Returns the traced method that a call selects in a class.
fn traced_target(index: &Index<'_>, class: &str, site: &Site) -> Option<MethodId> {
    match index.select(class, site).or_else(|| index.inherited_by_lambda(class, site))? {
        Selected::Method(method) if index.is_traced(method) => Some(method),
        _ => None,
    }
}
