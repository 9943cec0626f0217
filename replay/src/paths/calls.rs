//! Symbolic execution of calls within a path.

use paratrace_jvm::library::{self, Habit, MethodFact};
use paratrace_traceformat::map::{
    Access, Accessed, Effect, Filled, InstructionId, MethodId, REF, RESULT, Ranges, Site,
};

use super::builder::{Builder, field_index};
use super::origins::field_space;
use super::program::{Cost, Depth, Place, Space, Step};
use super::values::{Deep, Value};
use crate::paths::accesses;
use crate::paths::accesses::{Origin, What};
use crate::program::{
    End, answered_outside, argument_slots, is_array_of_references, is_told_by_receiver, parameter_slots, static_slot,
};
use crate::replay::Outcome;

/// The states of the objects that a call is given, or the memory that it accesses.
#[derive(Debug, Default)]
pub(super) struct States {
    /// Slots, in the order of the site's arguments.
    pub(super) slots: Vec<u32>,
    /// The slot of the static field that is accessed.
    fixed: Option<u32>,
    /// The slot of a state that is accessed as one, in place of what is not known.
    whole: Option<u32>,
    /// Register of the first of the objects.
    pub(super) first: Option<u32>,
}

impl States {
    /// Lists the states or the memory.
    pub(super) fn places(&self) -> impl Iterator<Item = accesses::Place> + use<> {
        let (slots, fixed) = (self.slots.clone(), self.fixed);
        slots.into_iter().map(accesses::Place::Resolved).chain(fixed.map(accesses::Place::Static))
    }
}

impl Builder<'_> {
    /// Executes a call: the one at the end of the path, with this outcome, or one that cannot run traced code.
    pub(super) fn invoke(&mut self, insn: InstructionId, site: u32, outcome: Outcome, throws: bool) {
        let number = site;
        let cut = self.is_last_call(insn);
        let outside = cut && self.info.outside;
        let all_told = if outside { answered_outside(&self.map.sites[site as usize]) } else { None };
        let site = all_told.as_ref().unwrap_or(&self.map.sites[site as usize]);
        let args = self.pop(usize::from(site.args));
        if site.class_recorded {
            self.steps.push(Step::Class { site: number, last: cut });
        }
        let states = self.take_before(insn, site, &args, throws);
        if outside && all_told.is_none() {
            // The states are recorded in any case; then follows the class, and the receiver.
            self.steps.push(Step::Class { site: number, last: true });
            if is_told_by_receiver(site) {
                let to = self.identities.register();
                self.steps.push(Step::Index { to });
            }
        }
        if let Some(from) = states.first.filter(|_| cut && self.is_view(insn, site)) {
            self.steps.push(Step::Source { from });
        }
        if cut
            && site.records_made()
            && let Some(receiver) = args.first()
        {
            let to = self.identities.record(receiver.identity, Space::Hash);
            self.steps.push(Step::Fresh { to });
        }
        self.lock(site, &states, throws);
        match (cut, outcome) {
            (true, Outcome::Direct) => {
                self.direct(&args, argument_slots(site).into_iter().zip(0..));
                self.await_end(insn, site, &states);
            }
            (true, Outcome::Lambda(method)) => self.lambda(method, &args),
            (true, Outcome::Failed | Outcome::NoCall) => {
                let depth = match site.effect {
                    Effect::Elements(ranges) if outcome == Outcome::NoCall => {
                        self.elements(insn, site, &args, ranges, &states)
                    }
                    _ => self.node(&args),
                };
                self.depths.store(Place::Frame(self.result_cell()), depth);
                // Who waits and is interrupted has seen that. An access that throws does not happen.
                if outcome == Outcome::Failed && !matches!(site.effect, Effect::Access(_)) {
                    self.order(insn, site, &states);
                }
            }
            (true, Outcome::Opaque) => {
                let depth = self.opaque(insn, site, &args, &states);
                self.depths.store(Place::Frame(self.result_cell()), depth);
            }
            (false, _) if throws => {
                let depth = self.opaque(insn, site, &args, &states);
                self.depths.store(Place::Exception, depth);
            }
            (false, _) => self.leaf(insn, site, &args, &states),
        }
    }

    /// Takes the data recorded before a call, and returns the states of the objects that it is given.
    fn take_before(&mut self, insn: InstructionId, site: &Site, args: &[Value], throws: bool) -> States {
        let mut states = States::default();
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
            Effect::Access(access) => self.place_of_call(access.place, site, &mut states),
            Effect::Elements(ranges) => {
                self.states_of(insn, site, args, &mut states);
                self.steps.push(Step::Elements { ranges, throws, last: self.is_last_call(insn) });
            }
            Effect::State | Effect::Pure => self.states_of(insn, site, args, &mut states),
        }
        states
    }

    /// Resolves the states of the objects that a call is given.
    fn states_of(&mut self, insn: InstructionId, site: &Site, args: &[Value], states: &mut States) {
        for &arg in &site.state_args {
            if let Some(value) = args.get(usize::from(arg)) {
                let to = self.identities.record(value.identity, Space::Hash);
                self.steps.push(Step::State { to });
                states.first.get_or_insert(to);
                let slot = self.slot();
                states.slots.push(slot);
                if self.is_last_call(insn) && is_array_of_references(site, arg) {
                    self.steps.push(Step::Given { array: to });
                }
            }
        }
    }

    /// Resolves the place that a call accesses.
    fn place_of_call(&mut self, place: Accessed, site: &Site, states: &mut States) {
        if site.state_args.is_empty() {
            if let Accessed::Field(field) = place {
                states.fixed = Some(static_slot(&self.map.fields[field as usize]));
            }
            return;
        }
        match place {
            Accessed::Field(field) => {
                let space = field_space(self.map, field);
                let (to, index) = (self.identities.register(), field_index(&self.map.fields[field as usize]));
                self.steps.extend([Step::Identity { space, to }, Step::FieldOfCall { object: to, index }]);
            }
            Accessed::Element => {
                let (array, index) = (self.identities.register(), self.identities.register());
                self.steps.extend([Step::Identity { space: Space::Hash, to: array }, Step::Index { to: index }]);
                self.steps.push(Step::ElementOfCall { array, index });
            }
            Accessed::Memory(bytes) => return self.memory_of_call(bytes, states),
            Accessed::Reflected => {
                let [field, number, hash] = [(); 3].map(|()| self.identities.register());
                self.steps.extend([field, number, hash].map(|to| Step::Index { to }));
                self.steps.push(Step::Reflected { field });
            }
        }
        states.slots.push(self.slot());
    }

    /// Resolves the bytes that a call accesses.
    fn memory_of_call(&mut self, bytes: u8, states: &mut States) {
        let [object, first, last] = [(); 3].map(|()| self.identities.register());
        self.steps.push(Step::Identity { space: Space::Hash, to: object });
        self.steps.extend([first, last].map(|to| Step::Index { to }));
        self.steps.push(Step::MemoryOfCall { object, bytes });
        states.whole = Some(self.slot());
        states.slots.extend((0..bytes).map(|_| self.slot()));
    }

    fn is_last_call(&self, insn: InstructionId) -> bool {
        self.last_call() == Some(insn)
    }

    /// Returns whether what a call returns or initialises may share state with the first object that it is given.
    fn is_view(&self, insn: InstructionId, site: &Site) -> bool {
        let is_known = || {
            let wraps = |nature| library::has_habit(nature, Habit::Wraps, &site.name) == Some(true);
            library::method_is(&site.class, &site.name, &site.desc, MethodFact::View)
                || library::nature(&site.class, &site.name, &site.desc).is_some_and(wraps)
        };
        self.map.insns.flags[insn.index()] & RESULT != 0 || site.post_receiver && is_known()
    }

    /// Executes a call that enters traced code; arguments travel separately. `parameters` are the callee's locals, and which argument
    /// each of them gets.
    fn direct(&mut self, args: &[Value], parameters: impl Iterator<Item = (u32, usize)>) {
        let inputs = self.read(args);
        for (local, from) in parameters {
            let cell = self.callee_cell(local);
            self.accesses.add(What::Write(accesses::Place::Parameter(cell)));
            let depth = self.depths.argument(inputs.get(from).copied().unwrap_or_default(), Cost::NODE);
            self.depths.store(Place::Frame(cell), depth);
        }
        self.depths.node(&inputs, Cost::NODE);
    }

    /// Executes a call that enters the method of a lambda. What the lambda has captured comes with the reference to it.
    fn lambda(&mut self, method: MethodId, args: &[Value]) {
        let slots = parameter_slots(&self.map.methods[method.index()]);
        let captured = (slots.len() + 1).saturating_sub(args.len());
        let from = (1..).map(|next: usize| next.saturating_sub(captured));
        self.direct(args, slots.into_iter().zip(from));
    }

    /// Executes a call of untraced code. Returns the call's depth, which the states have from now on.
    fn opaque(&mut self, insn: InstructionId, site: &Site, args: &[Value], states: &States) -> Depth {
        let depth = match site.effect {
            Effect::Elements(ranges) => self.elements(insn, site, args, ranges, states),
            Effect::Access(access) => {
                let inputs = self.read(args);
                self.access_by_call(access, site, inputs, states)
            }
            _ => {
                let inputs = self.read(args);
                self.use_states(site, inputs, states)
            }
        };
        self.order(insn, site, states);
        depth
    }

    /// Executes a call that may use and change the states of objects.
    fn use_states(&mut self, site: &Site, mut inputs: Vec<Depth>, states: &States) -> Depth {
        self.touch(site, &mut inputs, states);
        let depth = self.depths.node(&inputs, Cost::NODE);
        self.change(site, states, depth);
        depth
    }

    /// Touches the states of objects; what they depend on is among the inputs of the call then, but of one without side effects.
    fn touch(&mut self, site: &Site, inputs: &mut Vec<Depth>, states: &States) {
        for (&slot, &argument) in states.slots.iter().zip(&site.state_args) {
            self.accesses.add(What::Touch { place: accesses::Place::Resolved(slot), argument });
            if site.effect != Effect::Pure {
                inputs.push(self.depths.load(Place::Resolved(slot)));
            }
        }
    }

    /// Gives the states of objects the depth of the call that may change them.
    fn change(&mut self, site: &Site, states: &States, depth: Depth) {
        for &slot in states.slots.iter().filter(|_| site.effect != Effect::Pure) {
            self.depths.store(Place::Resolved(slot), depth);
        }
    }

    /// Executes a call that accesses memory as an instruction does.
    fn access_by_call(&mut self, access: Access, site: &Site, mut inputs: Vec<Depth>, states: &States) -> Depth {
        let resolved = states.slots.iter().map(|&slot| (Place::Resolved(slot), accesses::Place::Resolved(slot)));
        let fixed = states.fixed.iter().map(|&slot| (Place::Static(slot), accesses::Place::Static(slot)));
        if let (Some(slot), Some(&argument)) = (states.whole, site.state_args.first()) {
            self.accesses.add(What::Touch { place: accesses::Place::Resolved(slot), argument });
            inputs.push(self.depths.load(Place::Resolved(slot)));
        }
        let places: Vec<_> = resolved.chain(fixed).collect();
        for &(place, at) in places.iter().filter(|_| access.reads) {
            self.accesses.add(What::Read(at));
            inputs.push(self.depths.load(place));
        }
        let depth = self.depths.node(&inputs, Cost::NODE);
        for &(place, at) in places.iter().filter(|_| access.writes) {
            self.accesses.add(What::Write(at));
            self.depths.store(place, depth);
        }
        if let Some(slot) = states.whole {
            self.depths.store(Place::Resolved(slot), depth);
        }
        depth
    }

    /// Executes a call inside the path that returns.
    fn leaf(&mut self, insn: InstructionId, site: &Site, args: &[Value], states: &States) {
        let depth = match site.effect {
            Effect::ArrayCopy => self.copy(args),
            Effect::Clone => return self.clone_array(insn, site, args),
            Effect::Elements(ranges) => return self.work(insn, site, args, ranges, states),
            Effect::State | Effect::Pure | Effect::Access(_) => self.opaque(insn, site, args, states),
        };
        if site.has_result {
            self.push(depth);
        }
        let source = states.first.filter(|_| self.is_view(insn, site));
        if let Some(source) = source.filter(|_| !site.post_receiver) {
            self.steps.push(Step::Returned { source });
        }
        if site.post_receiver
            && let Some(receiver) = args.first()
        {
            let object = self.identities.record(receiver.identity, Space::Hash);
            self.steps.push(Step::Initialised { object });
            self.steps.extend(source.map(|source| Step::Shares { object, source }));
            let slot = self.made();
            if site.effect == Effect::State {
                self.depths.store(Place::Resolved(slot), depth);
            }
        }
    }

    /// Resolves the state of an object that a call has initialised.
    fn made(&mut self) -> u32 {
        let slot = self.slot();
        self.accesses.add(What::Made { place: accesses::Place::Resolved(slot) });
        slot
    }

    fn copy(&mut self, args: &[Value]) -> Depth {
        self.accesses.add(What::Copy);
        let inputs = self.read(args);
        let all = self.depths.copy(&inputs, Cost::NODE);
        self.depths.node(&[all], Cost::NODE)
    }

    /// Executes a call that works on elements, and returns.
    fn work(&mut self, insn: InstructionId, site: &Site, args: &[Value], ranges: Ranges, states: &States) {
        let depth = self.elements(insn, site, args, ranges, states);
        if site.has_result {
            self.push(depth);
        }
        if site.post_receiver {
            self.made_of_elements(depth);
        }
    }

    /// Gives the object on top of the stack the depth of the call that has made it of elements.
    fn made_of_elements(&mut self, depth: Depth) {
        if let Some(made) = self.stack.last_mut() {
            (made.depth, made.origin) = (Deep::Known(depth), Origin::Plain);
        }
    }

    /// Executes a call that works on elements: what it writes depends on all that it reads.
    fn elements(&mut self, insn: InstructionId, site: &Site, args: &[Value], ranges: Ranges, states: &States) -> Depth {
        let throws = self.info.end == End::Throws { insn };
        let mut inputs = self.read(args);
        self.touch(site, &mut inputs, states);
        if !ranges.read(throws).is_empty() {
            self.accesses.add(What::Copy);
            inputs = vec![self.depths.copy(&inputs, Cost::NODE)];
        }
        let depth = self.depths.node(&inputs, Cost::NODE);
        if !ranges.written().is_empty() {
            self.accesses.add(What::Copy);
            self.depths.copy(&inputs, Cost::NODE);
        }
        if ranges.result != Filled::Nothing && !throws {
            self.steps.push(Step::Filled { is_new: ranges.result == Filled::New, insn });
            self.accesses.add(What::Copy);
            self.depths.copy(&inputs, Cost::NODE);
        }
        self.change(site, states, depth);
        depth
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
        if self.map.insns.flags[insn.index()] & RESULT != 0 {
            self.steps.push(Step::ReturnedBefore);
        }
        if site.post_receiver && !site.records_made() && !direct {
            let depth = self.depths.load(Place::Frame(self.result_cell()));
            self.made_of_elements(depth);
        }
        if site.records_made() {
            self.steps.push(Step::InitialisedBefore);
            if !site.state_args.is_empty() && self.is_view(insn, site) {
                self.steps.push(Step::SharesBefore);
            }
            let slot = self.made();
            if !direct && site.effect == Effect::State {
                let depth = self.depths.load(Place::Frame(self.result_cell()));
                self.depths.store(Place::Resolved(slot), depth);
            }
        }
    }
}
