//! What answers a call: a directly entered callee, untraced code, or nothing.

use paratrace_traceformat::map::{Mode, NONE, Site};

use super::index::{Index, Selected};
use super::machine::{Machine, Outcome};
use super::{Call, Replay};
use crate::error::Halt;

impl<M: Machine> Replay<'_, '_, '_, M> {
    /// Decides by the next event what the call at the end of the current path does.
    pub(super) fn answer(&mut self, caller: u32, site: u32, after: u32) -> Result<(Outcome, Call), Halt> {
        let next = self.peek().ok().flatten();
        let map = self.index.map;
        let decided = match map.sites[site as usize].mode {
            Mode::Traced => self.traced(&map.sites[site as usize], after, next),
            Mode::TracedVirtual => self.virtual_(&map.sites[site as usize], after, next),
            Mode::Open | Mode::Leaf => self.open(site, &map.sites[site as usize], next),
        };
        if decided.0 == Outcome::Opaque {
            *self.stats.opaque.entry((caller, site, self.classes.call)).or_insert(0) += 1;
        }
        Ok(decided)
    }

    fn traced(&mut self, site: &Site, after: u32, next: Option<u32>) -> (Outcome, Call) {
        let map = self.index.map;
        let callee = map.methods.get(site.callee as usize);
        let entry = callee.and_then(|m| map.starts.get(m.starts.start as usize).filter(|_| !m.starts.is_empty()));
        let silent = entry.is_some_and(|start| start.silent);
        let answered = next.is_some_and(|path| self.start_of(path) == after);
        let threw = answered && self.events.peek() == Some(map.starts[after as usize].base);
        let own = entry.zip(next).is_some_and(|(entry, path)| {
            map.starts[self.start_of(path) as usize].base == entry.base && self.start_of(path) != after
        });
        match (answered, silent) {
            _ if own => (Outcome::Direct, Call::Awaits(site.callee)),
            (true, true) if !threw => (Outcome::Direct, Call::Silent(site.callee)),
            (false, true) if next.is_some() || self.ended => (Outcome::Direct, Call::Silent(site.callee)),
            (true, _) => (Outcome::Failed, Call::Opaque),
            (false, _) => (Outcome::Direct, Call::Awaits(site.callee)),
        }
    }

    fn virtual_(&mut self, site: &Site, after: u32, next: Option<u32>) -> (Outcome, Call) {
        let map = self.index.map;
        if next.is_some_and(|path| self.start_of(path) == after) {
            return (Outcome::Failed, Call::Opaque);
        }
        let callee = next.and_then(|path| self.entered_by(path)).filter(|&m| {
            let method = &map.methods[m as usize];
            method.name == site.name && method.desc == site.desc
        });
        match callee {
            Some(callee) => (Outcome::Direct, Call::Awaits(callee)),
            None if next.is_none() => (Outcome::Direct, Call::Awaits(NONE)),
            // A class that was made at run time answers.
            None => (Outcome::Opaque, Call::Opaque),
        }
    }

    fn open(&mut self, number: u32, site: &Site, next: Option<u32>) -> (Outcome, Call) {
        if site.class_recorded && self.classes.call == Some(0) {
            return (Outcome::Failed, Call::Opaque);
        }
        let class = self.classes.call.filter(|_| site.class_recorded);
        let index = self.index;
        let select = || match class {
            Some(class) => traced_target(index, &(index.class_name)(class)?, site),
            None => traced_target(index, &site.class, site),
        };
        let Some(callee) = *self.selected.entry((number, class)).or_insert_with(select) else {
            return (Outcome::Opaque, Call::Opaque);
        };
        match next.map(|path| self.entered_by(path)) {
            None => (Outcome::Direct, Call::Awaits(callee)),
            Some(Some(method)) if method == callee => (Outcome::Direct, Call::Awaits(callee)),
            Some(_) => (Outcome::Opaque, Call::Opaque),
        }
    }
}

/// The traced method that a call selects in a class.
fn traced_target(index: &Index<'_>, class: &str, site: &Site) -> Option<u32> {
    match index.select(class, &site.name, &site.desc)? {
        Selected::Method(method) if index.is_traced(method) => Some(method),
        _ => None,
    }
}
