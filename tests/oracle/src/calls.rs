//! Calls of an execution.

use std::collections::BTreeSet;

use paratrace_analyzer::listing::{Location, Object, unknown_field_index, unknown_owner};
use paratrace_jvm::opcodes;
use paratrace_traceformat::map::InstructionId;
use paratrace_traceformat::map::*;

use crate::execute::{Execution, Flow, Told, Value, object};
use crate::program::FIELDS;
use crate::sites::{self, CLASSES, DYNAMIC};

/// The decision of a call at the end of a path.
pub struct Decided {
    pub insn: InstructionId,
    pub after: u32,
    args: Vec<Value>,
    what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Direct(MethodId, u64),
    Opaque,
    /// Untraced code that throws at once.
    OpaqueThrow,
    /// The same of a call that would access memory otherwise.
    AccessThrow,
    Failed,
}

impl Decided {
    /// True if an exception that comes out of the call is the callee's. (That of a failed call is the call's own.)
    pub fn is_direct(&self) -> bool {
        matches!(self.what, What::Direct(..))
    }
}

impl Execution<'_> {
    /// The node of a call that ends a path.
    pub(crate) fn decide(&mut self, insn: InstructionId, after: u32) -> Decided {
        let map = &self.program.map;
        let site = &map.sites[map.insns.arg[insn.index()] as usize];
        let (mut args, entries) = self.pop(usize::from(site.args));
        let class = site.class_recorded.then(|| self.random.below(DYNAMIC.len() as u32));
        self.data.extend(class);
        let states = self.states(site, &args);
        let arrays = self.arrays(site, &args);
        if site.post_receiver && matches!(site.effect, Effect::Elements(_)) {
            self.hide(args[0].object);
        }
        let (read, written) = self.elements_used(site, &args);
        self.top().is_joined = false;
        let full = self.frames.len() > 8 || self.random.chance(3);
        let what = match (site.mode, class) {
            (Mode::Traced, _) if full => What::Failed,
            (Mode::Traced, _) => What::Direct(site.callee, 0),
            (Mode::TracedVirtual, _) if full => What::Failed,
            (Mode::TracedVirtual, _) => What::Direct(self.overriding(site), 0),
            (_, Some(0)) => What::Failed,
            (_, class) => match self.selected(site, class) {
                Some(method) if map.methods[method.index()].untraced.is_none() => {
                    if full {
                        What::OpaqueThrow
                    } else {
                        What::Direct(method, 0)
                    }
                }
                _ => match self.run_by_lambda(site, class) {
                    Some(_) if full => What::OpaqueThrow,
                    Some(method) => What::Direct(method, 0),
                    None if site.accessed().is_some() && self.random.chance(12) => What::AccessThrow,
                    None => What::Opaque,
                },
            },
        };
        let frame = self.top().id;
        if site.post_receiver {
            self.top().initialises = args[0];
        }
        let what = match what {
            What::Direct(method, _) => {
                let callee = self.new_frame();
                self.node(insn, entries.clone(), Vec::new());
                if class.and_then(sites::made_by).is_some() {
                    args = self.enter_lambda(method, callee, &args, &entries);
                } else {
                    let slots = sites::slots(&site.desc, site.opcode == opcodes::INVOKESTATIC);
                    for (entry, slot) in entries.into_iter().zip(slots) {
                        self.told.push(Told::Vertex(vec![entry], vec![Location::Local { frame: callee, slot }]));
                    }
                }
                What::Direct(method, callee)
            }
            What::Failed | What::AccessThrow => {
                self.node(insn, entries, vec![Location::Call(frame)]);
                what
            }
            _ => {
                let (states, changed) = split(site, states);
                let mut writes = [&changed[..], &written, &[Location::Call(frame)]].concat();
                if site.has_result {
                    let height = self.top().stack.len();
                    writes.push(self.entry(height));
                }
                self.written = unique(writes.clone());
                self.node(insn, unique([entries, states, read].concat()), unique(writes));
                self.gather(arrays);
                self.count_opaque(site, class);
                what
            }
        };
        Decided { insn, after, args, what }
    }

    /// The method that a lambda of `C0` runs: any one of those that such lambdas of it run. `None` if it makes none, or if one of them
    /// runs a method that is not of the program, which may do anything.
    fn run_by_lambda(&mut self, site: &Site, class: Option<u32>) -> Option<MethodId> {
        let (desc, map) = (sites::made_by(class?)?, &self.program.map);
        let of_host = map.methods.iter().filter(|method| map.classes[method.class.index()].name == "C0");
        let made = of_host.flat_map(Method::instructions).filter_map(|insn| map.call_at(insn));
        let alike = made
            .filter(|made| made.opcode == opcodes::INVOKEDYNAMIC && (&*made.name, &*made.desc) == (&*site.name, desc));
        let find = |made: &Site| MethodId::all().take(map.methods.len()).find(|&m| map.method_name(m) == made.class);
        let run: Vec<MethodId> = alike.map(find).collect::<Option<_>>()?;
        (!run.is_empty()).then(|| self.random.pick(&run))
    }

    /// Gives a method what a lambda has captured and what it is called with. Returns the values.
    fn enter_lambda(&mut self, method: MethodId, frame: u64, args: &[Value], entries: &[Location]) -> Vec<Value> {
        let own = &self.program.map.methods[method.index()];
        let slots = sites::slots(&own.desc, true);
        let captured = slots.len() - (entries.len() - 1);
        let mut values = Vec::new();
        for (number, slot) in slots.into_iter().enumerate() {
            let from = if number < captured { 0 } else { number - captured + 1 };
            values.push(if from == 0 { self.value() } else { args[from] });
            self.told.push(Told::Vertex(vec![entries[from]], vec![Location::Local { frame, slot }]));
        }
        values
    }

    fn count_opaque(&mut self, site: &Site, class: Option<u32>) {
        let (caller, name) = (self.top().method, self.name(site, class));
        *self.opaque.entry((caller, name)).or_insert(0) += 1;
    }

    /// Lists the arrays of references among the arguments whose states count.
    fn arrays(&self, site: &Site, args: &[Value]) -> Vec<u32> {
        if matches!(site.effect, Effect::Access(_)) {
            return Vec::new();
        }
        let receiver = u8::from(!matches!(site.opcode, opcodes::INVOKESTATIC | opcodes::INVOKEDYNAMIC));
        let is_array = |arg: u8| arg >= receiver && sites::is_array_of_references(&site.desc, arg - receiver);
        let given = site.state_args.iter().filter(|&&arg| is_array(arg));
        given.map(|&arg| args[usize::from(arg)].object).filter(|&holder| holder != 0).collect()
    }

    /// The inputs of a call of untraced code, and what it may return.
    fn inputs_and_result(&mut self) -> [Location; 2] {
        let height = self.top().stack.len();
        [Location::Call(self.top().id), self.entry(height)]
    }

    /// Untraced code looks at elements.
    fn gather(&mut self, arrays: Vec<u32>) {
        let targets = self.inputs_and_result();
        for array in arrays {
            self.told.extend(targets.map(|to| Told::Gathered(object(array), to)));
        }
    }

    /// What untraced code has called back, in this frame, has returned a value.
    fn take_back(&mut self, frame: u64) {
        let targets = self.inputs_and_result();
        if !self.top().is_joined {
            let to = Location::Passed(self.top().id);
            self.told.push(Told::Moved(Some(targets[0]), to));
        }
        self.top().is_joined = true;
        self.told.extend(targets.map(|to| Told::Joined(Location::Returned(frame), to)));
    }

    /// Records the states of arguments.
    fn states(&mut self, site: &Site, args: &[Value]) -> Vec<Location> {
        let mut states = Vec::new();
        if let Effect::Access(access) = site.effect {
            return self.accessed(access.place, site, args);
        }
        for &arg in &site.state_args {
            let holder = args[usize::from(arg)].object;
            self.data.push(self.hash(holder));
            if holder != 0 && site.effect != Effect::Pure {
                states.push(Location::State(object(holder)));
            }
        }
        states
    }

    /// Records the places that a call accesses: of the object that it is given, if any.
    fn accessed(&mut self, place: Accessed, site: &Site, args: &[Value]) -> Vec<Location> {
        let given = site.state_args.first().map(|&arg| args[usize::from(arg)]);
        match (place, given) {
            (Accessed::Field(field), None) => vec![Location::Static(self.program.map.fields[field as usize].slot)],
            (Accessed::Field(field), Some(given)) => {
                let field = &self.program.map.fields[field as usize];
                let identity = if field.traced { given.object } else { self.hash(given.object) };
                self.data.push(identity);
                (given.object != 0).then(|| Location::Field(object(given.object), field.slot)).into_iter().collect()
            }
            (Accessed::Element, given) => {
                let given = given.unwrap();
                self.data.extend([self.hash(given.object), given.index]);
                let exists = given.object != 0 && given.index <= i32::MAX as u32;
                exists.then(|| Location::Element(object(given.object), given.index)).into_iter().collect()
            }
            (Accessed::Reflected, given) => self.reflected(given.unwrap()),
            (Accessed::Memory(bytes), given) => self.bytes(given.unwrap(), bytes.into()),
        }
    }

    /// Records an access by reflection, to any field.
    fn reflected(&mut self, given: Value) -> Vec<Location> {
        let (fields, unknown) = (&self.program.map.fields, FIELDS as u32);
        let field = self.random.below(unknown + 3);
        let hash = self.hash(given.object);
        if field > unknown + 1 {
            self.data.extend([0, given.object, hash]);
            return Vec::new();
        }
        let number = sites::FIRST_FIELD + field;
        self.data.extend([number, given.object, hash]);
        let is_there = given.object != 0;
        match fields.get(field as usize) {
            Some(field) if field.is_static => vec![Location::Static(field.slot)],
            Some(field) => is_there.then(|| Location::Field(object(given.object), field.slot)).into_iter().collect(),
            None if field > unknown => {
                vec![Location::Field(Object::Hash(unknown_owner(number), 0), unknown_field_index(0))]
            }
            None => {
                let slot = unknown_field_index(number);
                is_there.then(|| Location::Field(object(given.object), slot)).into_iter().collect()
            }
        }
    }

    /// Records an access to some bytes of an array, or to one that nobody knows.
    fn bytes(&mut self, given: Value, bytes: u32) -> Vec<Location> {
        let hash = self.hash(given.object);
        if given.index > i32::MAX as u32 || self.random.chance(20) {
            self.data.extend([hash, u32::MAX, u32::MAX]);
            return (given.object != 0).then(|| Location::State(object(given.object))).into_iter().collect();
        }
        let (first, count) = (given.index.min(100_000), 1 + self.random.below(bytes));
        self.data.extend([hash, first, first + count - 1]);
        let all = (first..first + count).filter(|_| given.object != 0);
        all.map(|index| Location::Element(object(given.object), index)).collect()
    }

    /// Any traced method that a virtual call may reach.
    fn overriding(&mut self, site: &Site) -> MethodId {
        let methods = &self.program.map.methods;
        let fits = |m: &Method| m.name == site.name && m.desc == site.desc && m.untraced.is_none();
        let all: Vec<MethodId> = MethodId::all().zip(methods).filter(|(_, m)| fits(m)).map(|(id, _)| id).collect();
        self.random.pick(&all)
    }

    /// Method selection, written down for the few classes that there are.
    fn selected(&self, site: &Site, class: Option<u32>) -> Option<MethodId> {
        let from = class.map_or(site.class.as_str(), |class| DYNAMIC[class as usize]);
        self.lookup(from, site)
    }

    fn lookup(&self, from: &str, site: &Site) -> Option<MethodId> {
        let order: &[&str] = match from {
            "C0" => &["C0"],
            "C1" => &["C1", "C0", "I"],
            "C2" => &["C2", "C1", "C0", "I"],
            "K" => &["K", "I"],
            "I" => &["I"],
            _ => &[],
        };
        order.iter().find_map(|name| {
            let class = CLASSES.iter().position(|c| c.0 == *name)? as u32;
            let methods = &self.program.map.methods;
            let found =
                methods.iter().position(|m| m.class.number() == class && m.name == site.name && m.desc == site.desc);
            found.map(|m| MethodId::new(m as u32))
        })
    }

    fn name(&self, site: &Site, class: Option<u32>) -> String {
        if site.opcode == opcodes::INVOKEDYNAMIC {
            return format!("invokedynamic.{}{}", site.name, site.desc);
        }
        let dynamic = class.map(|class| DYNAMIC[class as usize]);
        let owner = match dynamic {
            Some("[I") => "java/lang/Object",
            _ if site.class == "[I" => "[array",
            _ => {
                let from = dynamic.filter(|name| !name.contains("Lambda")).unwrap_or(&site.class);
                match (self.lookup(from, site), from) {
                    (Some(method), _) => CLASSES[self.program.map.methods[method.index()].class.index()].0,
                    (None, "C0" | "C1" | "C2") => "Lib",
                    (None, "K" | "I") => "java/lang/Object",
                    (None, from) => from,
                }
            }
        };
        format!("{owner}.{}{}", site.name, site.desc)
    }

    /// Does what was decided.
    pub(crate) fn perform(&mut self, decided: Decided) -> Flow {
        let caller = self.top().method;
        match decided.what {
            What::Failed | What::OpaqueThrow | What::AccessThrow => Flow::Threw,
            What::Direct(method, frame) => {
                let name = self.program.map.method_name(method);
                *self.calls.entry((caller, name)).or_insert(0) += 1;
                self.activation(method, decided.args, Some(frame))
            }
            What::Opaque if self.may_count(decided.insn) && self.random.chance(50) => {
                let count = 1 + self.random.below(2);
                let methods: Vec<MethodId> = (0..count).map(|_| self.any_method()).collect();
                if self.count(&methods) {
                    return Flow::Stopped;
                }
                for method in methods {
                    let name = self.program.map.method_name(method);
                    *self.calls.entry((caller, name)).or_insert(0) += 1;
                }
                if self.random.chance(12) { Flow::Threw } else { Flow::Returned }
            }
            What::Opaque => {
                let count = if self.frames.len() > 8 { 0 } else { self.random.below(3) };
                for _ in 0..count {
                    let method = self.any_method();
                    let id = self.top().id;
                    let from = if self.top().is_joined { Location::Passed(id) } else { Location::Call(id) };
                    let own = &self.program.map.methods[method.index()];
                    let next = self.next_frame + 1;
                    for slot in sites::slots(&own.desc, own.access & 8 != 0) {
                        let to = Location::Local { frame: next, slot };
                        self.told.push(Told::Moved(Some(from), to));
                    }
                    let name = self.program.map.method_name(method);
                    *self.callbacks.entry((caller, name)).or_insert(0) += 1;
                    match self.activation(method, Vec::new(), None) {
                        Flow::Stopped => return Flow::Stopped,
                        Flow::Returned if own.desc.ends_with('I') => self.take_back(next),
                        _ => {}
                    }
                }
                // Whether a call that accesses memory throws was decided before.
                let accesses = self.program.map.call_at(decided.insn).is_some_and(|site| site.accessed().is_some());
                if !accesses && self.random.chance(12) { Flow::Threw } else { Flow::Returned }
            }
        }
    }

    /// Whether what a call of untraced code runs may only be counted: events tell which one it is, and what it has returned or thrown.
    fn may_count(&mut self, insn: InstructionId) -> bool {
        let (map, counts) = (&self.program.map, self.counts);
        let after = &map.starts[self.top().start as usize];
        let effect = map.call_at(insn).map(|site| site.effect);
        counts && !after.silent && !self.was_silent && matches!(effect, Some(Effect::State | Effect::Pure))
    }

    /// The state behind a call that returned.
    pub(crate) fn behind_call(&mut self, insn: InstructionId, direct: bool) {
        let map = &self.program.map;
        let site = &map.sites[map.insns.arg[insn.index()] as usize];
        if site.has_result {
            let any = self.value();
            let value = self.top().result.take().filter(|_| direct).unwrap_or(any);
            self.top().stack.push(value);
        }
        if site.post_receiver && matches!(site.effect, Effect::Elements(_)) {
            let (call, height) = (Location::Call(self.top().id), self.top().stack.len());
            let to = self.entry(height - 1);
            self.told.push(Told::Moved(Some(call), to));
        } else if site.post_receiver {
            let receiver = self.top().initialises.object;
            let hash = self.give_hash(receiver);
            self.data.push(hash);
            if !direct && site.effect == Effect::State {
                let call = Location::Call(self.top().id);
                self.told.push(Told::Moved(Some(call), Location::State(object(receiver))));
            }
        }
    }

    /// A call inside a path; whether it threw.
    pub(crate) fn leaf(&mut self, insn: InstructionId, throw: bool) -> bool {
        let map = &self.program.map;
        let site = &map.sites[map.insns.arg[insn.index()] as usize];
        let flags = map.insns.flags[insn.index()];
        let (args, entries) = self.pop(usize::from(site.args));
        let mut throw = throw;
        let mut class = None;
        if site.class_recorded {
            let some = if flags & PEI != 0 { 0 } else { 1 };
            let recorded = some + self.random.below(DYNAMIC.len() as u32 - some);
            throw |= recorded == 0;
            class = Some(recorded);
            self.data.push(recorded);
        }
        if class != Some(0) {
            self.count_opaque(site, class);
        }
        if let Effect::Elements(ranges) = site.effect {
            self.ranges((insn, site), ranges, throw, &args, entries);
            return throw;
        }
        if matches!(site.effect, Effect::ArrayCopy | Effect::Clone) {
            return self.elements(insn, site, flags, &args, entries, throw);
        }
        let (states, mut writes) = split(site, self.states(site, &args));
        if throw {
            writes.push(Location::Exception);
        } else {
            if site.has_result {
                let value = self.value();
                self.push(value, &mut writes);
            }
            if site.post_receiver {
                self.top().initialises = args[0];
                let hash = self.give_hash(args[0].object);
                self.data.push(hash);
                writes.extend((site.effect == Effect::State).then_some(Location::State(object(args[0].object))));
            }
        }
        self.node(insn, [entries, states].concat(), writes);
        throw
    }

    /// A call that reads some ranges of elements and writes others, all of which the elements written depend on.
    fn ranges(
        &mut self,
        (insn, site): (InstructionId, &Site),
        ranges: Ranges,
        throw: bool,
        args: &[Value],
        entries: Vec<Location>,
    ) {
        if site.post_receiver {
            self.hide(args[0].object);
        }
        let mut writes = self.states(site, args);
        let mut reads = [entries, writes.clone()].concat();
        for number in 0..ranges.count() {
            // The new object has no hash yet.
            let places = self.range(&args[usize::from(site.post_receiver)..]);
            if throw || number < usize::from(ranges.reads + ranges.updates) {
                reads.extend(&places);
            }
            if number >= usize::from(ranges.reads) {
                writes.extend(&places);
            }
        }
        if throw {
            writes.push(Location::Exception);
        } else if site.post_receiver {
            let below = self.top().stack.len() - 1;
            writes.push(self.entry(below));
        } else if site.has_result {
            let (places, array) = self.filled(ranges.result, args);
            writes.extend(places);
            let value = self.value();
            self.push(Value { object: array.unwrap_or(value.object), ..value }, &mut writes);
        }
        self.node(insn, unique(reads), unique(writes));
    }

    /// Gives a new object a hash that nobody records: no other one ever had it.
    fn hide(&mut self, object: u32) {
        self.hashes.insert(object, u32::MAX - object);
    }

    /// Records the elements that a call at the end of a path reads, and those that it writes.
    fn elements_used(&mut self, site: &Site, args: &[Value]) -> (Vec<Location>, Vec<Location>) {
        let Effect::Elements(ranges) = site.effect else { return Default::default() };
        let arrays = &args[usize::from(site.post_receiver)..];
        let parts: Vec<Vec<Location>> = (0..ranges.count()).map(|_| self.range(arrays)).collect();
        (parts[..usize::from(ranges.reads + ranges.updates)].concat(), parts[usize::from(ranges.reads)..].concat())
    }

    /// Records elements of an array that is an argument, or null.
    fn range(&mut self, args: &[Value]) -> Vec<Location> {
        let array = args[self.random.below(args.len() as u32) as usize].object;
        let most = if self.random.chance(10) { 150 } else { 6 };
        let (first, count) = (self.random.below(most), self.random.below(most));
        self.data.extend([self.hash(array), first, count]);
        let places = (first..first + count).map(|index| Location::Element(object(array), index));
        if array == 0 { Vec::new() } else { places.collect() }
    }

    /// Records the array that a call returns, and lists its elements.
    fn filled(&mut self, result: Filled, args: &[Value]) -> (Vec<Location>, Option<u32>) {
        let (array, hash) = match result {
            Filled::Nothing => return (Vec::new(), None),
            Filled::New => {
                let array = self.new_object();
                (array, self.give_hash(array))
            }
            Filled::Found => (args[0].object, self.hash(args[0].object)),
        };
        let length = self.random.below(6);
        self.data.extend([hash, length]);
        let places = (0..length).map(|index| Location::Element(object(array), index));
        (if array == 0 { Vec::new() } else { places.collect() }, Some(array))
    }

    fn elements(
        &mut self,
        insn: InstructionId,
        site: &Site,
        flags: u8,
        args: &[Value],
        entries: Vec<Location>,
        mut throw: bool,
    ) -> bool {
        let mut writes = Vec::new();
        let from = args[0].object;
        let (first, to, second, length);
        if site.effect == Effect::ArrayCopy {
            (first, to, second, length) = (args[1].index, args[2].object, args[3].index, args[4].index);
            self.data.extend([self.hash(from), first, self.hash(to), second, length]);
            throw |= from == 0 || to == 0 || [first, second, length].iter().any(|&n| n > 2000);
        } else {
            if flags & REF != 0 {
                self.data.push(self.hash(from));
            }
            throw |= from == 0;
            let most = if self.random.chance(10) { 150 } else { 6 };
            (first, second, length) = (0, 0, self.random.below(most));
            to = if throw { 0 } else { self.new_object() };
        }
        if throw {
            self.node(insn, entries, vec![Location::Exception]);
            return true;
        }
        if site.effect == Effect::Clone {
            let hash = self.give_hash(to);
            self.data.extend([hash, length]);
            let index = self.value().index;
            self.push(Value { object: to, index }, &mut writes);
        }
        let places: Vec<(Location, Location)> = (0..length)
            .map(|k| (Location::Element(object(from), first + k), Location::Element(object(to), second + k)))
            .collect();
        let mut reads = entries.clone();
        reads.extend(places.iter().map(|place| place.0));
        self.node(insn, reads, writes);
        for (source, target) in places {
            self.told.push(Told::Vertex([&entries[..], &[source]].concat(), vec![target]));
        }
        false
    }
}

fn unique(mut places: Vec<Location>) -> Vec<Location> {
    let mut seen = BTreeSet::new();
    places.retain(|&place| seen.insert(place));
    places
}

/// What a call reads of these places, and what it writes.
fn split(site: &Site, places: Vec<Location>) -> (Vec<Location>, Vec<Location>) {
    match site.effect {
        Effect::Access(_) if places.iter().any(|place| matches!(place, Location::State(_))) => (places.clone(), places),
        Effect::Access(Access { reads: true, writes: false, .. }) => (places, Vec::new()),
        Effect::Access(Access { reads: false, .. }) => (Vec::new(), places),
        _ => (places.clone(), places),
    }
}
