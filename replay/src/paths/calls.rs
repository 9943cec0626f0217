//! Symbolic execution of calls within a path.

use paratrace_traceformat::map::{Effect, InstructionId, REF, Site};

use super::builder::Builder;
use super::program::{Cost, Depth, Place, Space, Step};
use super::values::{Deep, Value};
use crate::paths::accesses;
use crate::paths::accesses::{Origin, What};
use crate::program::argument_slots;
use crate::replay::Outcome;

impl Builder<'_> {
    /// Executes a call: the one at the end of the path, with this outcome, or one that cannot run traced code.
    pub(super) fn invoke(&mut self, insn: InstructionId, site: u32, outcome: Outcome, throws: bool) {
        let number = site;
        let site = &self.map.sites[site as usize];
        let cut = self.is_last_call(insn);
        let args = self.pop(usize::from(site.args));
        if site.class_recorded {
            self.steps.push(Step::Class { site: number, last: cut });
        }
        let states = self.take_before(insn, site, &args, throws);
        if cut
            && site.post_receiver
            && let Some(receiver) = args.first()
        {
            let to = self.identities.record(receiver.identity, Space::Hash);
            self.steps.push(Step::Fresh { to });
        }
        match (cut, outcome) {
            (true, Outcome::Direct) => self.direct(site, &args),
            (true, Outcome::Failed | Outcome::NoCall) => {
                let depth = self.node(&args);
                self.depths.store(Place::Frame(self.result_cell()), depth);
            }
            (true, Outcome::Opaque) => {
                let depth = self.opaque(site, &args, &states);
                self.depths.store(Place::Frame(self.result_cell()), depth);
            }
            (false, _) if throws => {
                let depth = self.opaque(site, &args, &states);
                self.depths.store(Place::Exception, depth);
            }
            (false, _) => self.leaf(insn, site, &args, &states),
        }
    }

    /// Takes the data recorded before a call, and returns the slots of the states that it reads and writes.
    fn take_before(&mut self, insn: InstructionId, site: &Site, args: &[Value], throws: bool) -> Vec<u32> {
        let mut states = Vec::new();
        match site.effect {
            Effect::ArrayCopy => {
                if let (Some(from), Some(to)) = (args.first(), args.get(2)) {
                    let from = self.identities.record(from.identity, Space::Hash);
                    let to = self.identities.record(to.identity, Space::Hash);
                    let cut = self.is_last_call(insn);
                    self.steps.push(if throws || cut { Step::SkipCopy { from, to } } else { Step::Copy { from, to } });
                }
            }
            Effect::Clone => {
                let recorded = self.map.insns.flags[insn.index()] & REF != 0;
                if let Some(&array) = args.first().filter(|_| recorded || !throws) {
                    self.known(insn, array, Space::Hash, recorded, false);
                }
            }
            Effect::State | Effect::Pure => {
                for &arg in &site.state_args {
                    if let Some(value) = args.get(usize::from(arg)) {
                        let to = self.identities.record(value.identity, Space::Hash);
                        self.steps.push(Step::State { to });
                        let slot = self.slot();
                        states.extend((site.effect == Effect::State).then_some(slot));
                    }
                }
            }
        }
        states
    }

    fn is_last_call(&self, insn: InstructionId) -> bool {
        self.last_call() == Some(insn)
    }

    /// Executes a call that enters traced code; arguments travel separately.
    fn direct(&mut self, site: &Site, args: &[Value]) {
        let inputs = self.read(args);
        for (&depth, local) in inputs.iter().zip(argument_slots(site)) {
            let cell = self.callee_cell(local);
            self.accesses.add(What::Write(accesses::Place::Parameter(cell)));
            let depth = self.depths.argument(depth, Cost::NODE);
            self.depths.store(Place::Frame(cell), depth);
        }
        self.depths.node(&inputs, Cost::NODE);
    }

    /// Executes a call of untraced code. Returns the call's depth, which the states have from now on.
    fn opaque(&mut self, site: &Site, args: &[Value], states: &[u32]) -> Depth {
        let mut inputs = self.read(args);
        for (&slot, &argument) in states.iter().zip(&site.state_args) {
            self.accesses.add(What::Touch { place: accesses::Place::Resolved(slot), argument });
            inputs.push(self.depths.load(Place::Resolved(slot)));
        }
        let depth = self.depths.node(&inputs, Cost::NODE);
        for &slot in states {
            self.depths.store(Place::Resolved(slot), depth);
        }
        depth
    }

    /// Executes a call inside the path that returns.
    fn leaf(&mut self, insn: InstructionId, site: &Site, args: &[Value], states: &[u32]) {
        let depth = match site.effect {
            Effect::ArrayCopy => self.copy(args),
            Effect::Clone => return self.clone_array(insn, site, args),
            Effect::State | Effect::Pure => self.opaque(site, args, states),
        };
        if site.has_result {
            self.push(depth);
        }
        if site.post_receiver
            && let Some(receiver) = args.first()
        {
            let object = self.identities.record(receiver.identity, Space::Hash);
            self.steps.push(Step::Initialised { object });
            let slot = self.slot();
            if site.effect == Effect::State {
                self.depths.store(Place::Resolved(slot), depth);
            }
        }
    }

    fn copy(&mut self, args: &[Value]) -> Depth {
        self.accesses.add(What::Copy);
        let inputs = self.read(args);
        let all = self.depths.copy(&inputs, Cost::NODE);
        self.depths.node(&[all], Cost::NODE)
    }

    fn clone_array(&mut self, insn: InstructionId, site: &Site, args: &[Value]) {
        let from = args
            .first()
            .and_then(|array| self.identities.find(array.identity, Space::Hash, InstructionId::NONE, &mut self.steps));
        let to = from.map(|from| {
            let to = self.identities.register();
            self.steps.push(Step::Clone { from, to, insn });
            to
        });
        let depth = if to.is_some() { self.copy(args) } else { self.node(args) };
        if site.has_result {
            self.push(depth);
            if let (Some(to), Some(&clone)) = (to, self.stack.last()) {
                self.identities.set(clone.identity, Space::Hash, to);
            }
        }
    }

    /// Begins a path behind a call that returned.
    pub(super) fn after_call(&mut self, insn: InstructionId, direct: bool) {
        let site = &self.map.sites[self.map.insns.arg[insn.index()] as usize];
        if site.has_result {
            self.stack.pop();
            let cell = self.result_cell();
            let depth = Deep::Known(self.depths.load(Place::Frame(cell)));
            let identity = self.identities.unknown();
            let origin = if direct { Origin::Cell(cell) } else { Origin::Plain };
            self.stack.push(Value { depth, identity, origin });
        }
        if site.post_receiver {
            self.steps.push(Step::InitialisedBefore);
            let slot = self.slot();
            if !direct && site.effect == Effect::State {
                let depth = self.depths.load(Place::Frame(self.result_cell()));
                self.depths.store(Place::Resolved(slot), depth);
            }
        }
    }
}
