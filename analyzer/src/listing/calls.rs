//! Interpretation of calls.

use paratrace_replay::base::error::{Desync, Halt};
use paratrace_replay::events::Events;
use paratrace_replay::program::{
    ClassNames, End, PathInfo, Reflected, answered_outside, argument_slots, is_array_of_references, parameter_slots,
    unknown_field_index, unknown_owner,
};
use paratrace_replay::replay::{Classes, Outcome};
use paratrace_traceformat::map::{Accessed, Effect, Filled, InstructionId, MethodId, REF, RESULT, Ranges, Site};
use rustc_hash::FxHashSet;

use super::machine::{Frame, NodeMachine, Told};
use super::sink::{Location, NodeSink, Object};
use super::values::{Value, unknown};

/// A call at the end of a path, as long as it is not known what answers it.
#[derive(Debug)]
pub(super) struct Pending {
    insn: InstructionId,
    site: u32,
    entries: Vec<Location>,
    states: Vec<Location>,
    /// Elements that it reads, and those that it writes, unless the program's own code is followed there.
    read: Vec<Location>,
    written: Vec<Location>,
    /// Arrays of references among the arguments.
    arrays: Vec<Object>,
}

/// A copy of elements: array and position of the source, those of the target, number of elements.
type Copied = (Option<Object>, u32, Option<Object>, u32, u32);

impl<S: NodeSink> NodeMachine<'_, S> {
    /// Interprets a call. If the call ends the path, its node waits for [`Self::finish_call`].
    pub(super) fn call(
        &mut self,
        frame: &mut Frame,
        insn: InstructionId,
        path: &PathInfo,
        events: &mut Events<'_>,
        classes: &mut Classes<'_>,
    ) -> Result<(), Halt> {
        let number = self.map.insns.arg[insn.index()];
        let site = &self.map.sites[number as usize];
        let last = matches!(path.end, End::Call { insn: call, .. } if call == insn);
        let outside = last && path.outside;
        let all_told = if outside { answered_outside(site) } else { None };
        let site = all_told.as_ref().unwrap_or(site);
        let (args, entries) = frame.pop(usize::from(site.args));
        let throws = path.end == (End::Throws { insn });
        if site.class_recorded {
            let class = events.data()?;
            if last {
                classes.call = Some(class);
            } else {
                classes.leaves.push((number, class));
            }
        }
        if matches!(site.effect, Effect::ArrayCopy | Effect::Clone) {
            return self.elements(frame, insn, site, &args, entries, last || throws, last, events);
        }
        if let Effect::Elements(ranges) = site.effect {
            let states = self.states(site, &args, events)?;
            let parts = parts(self, ranges, events)?;
            if last {
                let arrays = arrays(site, &args);
                let [read, written] = [ranges.read(false), ranges.written()].map(|of_parts| parts[of_parts].concat());
                self.pending = Some(Pending { insn, site: number, entries, states, read, written, arrays });
                return Ok(());
            }
            return self.work(frame, (insn, site), (ranges, parts), throws, (entries, states), events);
        }
        let states = match site.effect {
            Effect::Access(access) => self.accessed(access.place, site, events, classes.names)?,
            _ => self.states(site, &args, events)?,
        };
        if outside && all_told.is_none() {
            classes.call = Some(events.data()?);
            events.data()?; // The receiver, whose state is told already.
        }
        if last {
            if site.post_receiver
                && let Some(receiver) = args.first()
            {
                self.anonymous += 1;
                let object = Object::Anonymous(self.anonymous);
                self.told.push(Told::Occurs { object, created: false });
                receiver.object.set(Some(Some(object)));
                frame.initialises = Some(object);
            }
            let arrays = arrays(site, &args);
            let (read, written) = (Vec::new(), Vec::new());
            self.pending = Some(Pending { insn, site: number, entries, states, read, written, arrays });
            return Ok(());
        }
        let (read, mut writes) = read_and_written(site, &states);
        let reads = [entries, read].concat();
        if throws {
            writes.push(Location::Exception);
        } else {
            if site.has_result {
                writes.push(frame.top());
                frame.stack.push(unknown());
            }
            if self.map.insns.flags[insn.index()] & RESULT != 0 {
                self.by_hash(events.data()?);
            }
            if site.post_receiver
                && let Some(receiver) = args.first()
            {
                let object = self.renew(events.data()?, false);
                receiver.object.set(Some(Some(object)));
                writes.extend((site.effect == Effect::State).then_some(Location::State(object)));
            }
        }
        self.told.push(Told::Node { insn, reads, writes });
        Ok(())
    }

    /// Takes the objects whose state a call may change, and returns the states that it reads and writes.
    fn states(&mut self, site: &Site, args: &[Value], events: &mut Events<'_>) -> Result<Vec<Location>, Halt> {
        let mut states = Vec::new();
        for &arg in &site.state_args {
            let object = self.by_hash(events.data()?);
            if let Some(value) = args.get(usize::from(arg)) {
                value.object.set(Some(object));
            }
            states.extend(object.filter(|_| site.effect != Effect::Pure).map(Location::State));
        }
        Ok(states)
    }

    /// Takes the places that a call accesses.
    fn accessed(
        &mut self,
        place: Accessed,
        site: &Site,
        events: &mut Events<'_>,
        names: &ClassNames<'_>,
    ) -> Result<Vec<Location>, Halt> {
        let place = match place {
            Accessed::Field(field) => {
                let field = &self.map.fields[field as usize];
                if site.state_args.is_empty() {
                    return Ok(vec![Location::Static(field.slot)]);
                }
                let object = match field.traced {
                    true => Some(self.number(events)?).filter(|&number| number != 0).map(Object::Number),
                    false => self.by_hash(events.data()?),
                };
                object.map(|object| Location::Field(object, field.slot))
            }
            Accessed::Element => {
                let (array, index) = (self.by_hash(events.data()?), events.data()?);
                array.filter(|_| index <= i32::MAX as u32).map(|array| Location::Element(array, index))
            }
            Accessed::Reflected => return self.reflected(events, names),
            Accessed::Memory(bytes) => {
                let (object, first, last) = (self.by_hash(events.data()?), events.data()?, events.data()?);
                let bytes = (first..=last).take(bytes.into());
                return Ok(match object {
                    Some(object) if first <= last && last < i32::MAX as u32 => {
                        bytes.map(|index| Location::Element(object, index)).collect()
                    }
                    object => object.map(Location::State).into_iter().collect(),
                });
            }
        };
        Ok(place.into_iter().collect())
    }

    /// Takes a field that is accessed by reflection.
    fn reflected(&mut self, events: &mut Events<'_>, names: &ClassNames<'_>) -> Result<Vec<Location>, Halt> {
        let (field, number, hash) = (events.data()?, events.data()?, events.data()?);
        let (is_numbered, slot) = match self.reflected.find(field, self.map, names) {
            Reflected::Nothing => return Ok(Vec::new()),
            Reflected::Known(field) => match &self.map.fields[field as usize] {
                known if known.is_static => return Ok(vec![Location::Static(known.slot)]),
                known => (known.traced, known.slot),
            },
            Reflected::Unknown { number, is_static: true } => {
                let owner = self.by_hash(unknown_owner(number));
                return Ok(owner.map(|owner| Location::Field(owner, unknown_field_index(0))).into_iter().collect());
            }
            Reflected::Unknown { number, .. } => (true, unknown_field_index(number)),
        };
        let object = if is_numbered && number != 0 {
            self.occurs(number);
            Some(Object::Number(number))
        } else {
            self.by_hash(hash)
        };
        Ok(object.map(|object| Location::Field(object, slot)).into_iter().collect())
    }

    /// Interprets a call of `arraycopy` or `clone`.
    #[allow(clippy::too_many_arguments)]
    fn elements(
        &mut self,
        frame: &mut Frame,
        insn: InstructionId,
        site: &Site,
        args: &[Value],
        entries: Vec<Location>,
        inert: bool,
        last: bool,
        events: &mut Events<'_>,
    ) -> Result<(), Halt> {
        let mut copied = None;
        let mut result = unknown();
        if site.effect == Effect::ArrayCopy && args.len() > 2 {
            let from = self.by_hash(events.data()?);
            let first = events.data()?;
            let to = self.by_hash(events.data()?);
            let second = events.data()?;
            let length = events.data()?;
            args[0].object.set(Some(from));
            args[2].object.set(Some(to));
            copied = Some((from, first, to, second, length));
        }
        if site.effect == Effect::Clone {
            let recorded = self.map.insns.flags[insn.index()] & REF != 0;
            let from = self.object(insn, &args[0], recorded, inert && !last, events)?;
            if !inert {
                let to = self.renew(events.data()?, true);
                result.object.set(Some(Some(to)));
                copied = Some((from, 0, Some(to), 0, events.data()?));
            }
        }
        if last {
            let site = self.map.insns.arg[insn.index()];
            let [states, read, written] = [Vec::new(), Vec::new(), Vec::new()];
            self.pending = Some(Pending { insn, site, entries, states, read, written, arrays: Vec::new() });
            return Ok(());
        }
        if inert {
            self.told.push(Told::Node { insn, reads: entries, writes: vec![Location::Exception] });
            return Ok(());
        }
        self.copy(frame, insn, site, entries, copied, &mut result)
    }

    /// Interprets a call inside a path that works on ranges of elements.
    fn work(
        &mut self,
        frame: &mut Frame,
        (insn, site): (InstructionId, &Site),
        (ranges, parts): (Ranges, Vec<Vec<Location>>),
        throws: bool,
        (entries, states): (Vec<Location>, Vec<Location>),
        events: &mut Events<'_>,
    ) -> Result<(), Halt> {
        let mut reads = [&entries[..], &states].concat();
        reads.extend(parts[ranges.read(throws)].concat());
        let mut writes = [states, parts[ranges.written()].concat()].concat();
        if throws {
            writes.push(Location::Exception);
        } else if site.post_receiver {
            // The entry below the arguments is the object, too.
            writes.push(frame.entry(frame.stack.len().saturating_sub(1)));
        } else if site.has_result {
            writes.push(frame.top());
            frame.stack.push(unknown());
            if ranges.result != Filled::Nothing {
                let hash = events.data()?;
                let array =
                    if ranges.result == Filled::New { Some(self.renew(hash, true)) } else { self.by_hash(hash) };
                writes.extend(listed(array, 0, events.data()?)?);
            }
        }
        self.told.push(Told::Node { insn, reads: each_once(reads), writes: each_once(writes) });
        Ok(())
    }

    fn copy(
        &mut self,
        frame: &mut Frame,
        insn: InstructionId,
        site: &Site,
        entries: Vec<Location>,
        copied: Option<Copied>,
        result: &mut Value,
    ) -> Result<(), Halt> {
        let Some((Some(from), first, Some(to), second, length)) = copied else {
            return Err(Desync::NullAccess.into());
        };
        for start in [first, second] {
            if start.checked_add(length).is_none_or(|end| end > i32::MAX as u32) {
                return Err(Desync::BadIndex { index: start.wrapping_add(length) as i32 }.into());
            }
        }
        let listed = length.min(crate::limits::LISTED_ELEMENTS);
        let elements = (0..listed).map(|k| (Location::Element(from, first + k), Location::Element(to, second + k)));
        let mut reads = entries.clone();
        reads.extend(elements.clone().map(|(source, _)| source));
        let mut writes = Vec::new();
        if site.has_result {
            writes.push(frame.top());
            frame.stack.push(std::mem::take(result));
        }
        self.told.push(Told::Node { insn, reads, writes });
        for (source, target) in elements {
            let reads = [&entries[..], &[source]].concat();
            self.told.push(Told::Vertex { reads, writes: vec![target] });
        }
        Ok(())
    }

    /// Adds the node of the call at the end of a path.
    pub(super) fn finish_call(&mut self, outcome: Outcome) {
        let Some(Pending { insn, site, entries, states, read: elements, written, arrays }) = self.pending.take() else {
            return;
        };
        let callee = self.new_frame();
        let Some(frame) = self.frames.last_mut() else { return };
        (frame.callee, frame.is_joined) = (callee, false);
        let site = &self.map.sites[site as usize];
        if outcome == Outcome::Direct {
            self.told.push(Told::Node { insn, reads: entries.clone(), writes: Vec::new() });
            for (entry, slot) in entries.into_iter().zip(argument_slots(site)) {
                let writes = vec![Location::Local { frame: callee, slot }];
                self.told.push(Told::Vertex { reads: vec![entry], writes });
            }
            return;
        }
        if let Outcome::Lambda(method) = outcome {
            return self.enter_lambda(insn, method, &entries, callee);
        }
        let works =
            outcome == Outcome::Opaque || outcome == Outcome::NoCall && matches!(site.effect, Effect::Elements(_));
        let [states, elements, written] = if works { [states, elements, written] } else { Default::default() };
        let (read, mut writes) = read_and_written(site, &states);
        writes.extend(written);
        writes.push(Location::Call(frame.id));
        if site.has_result {
            writes.push(frame.top());
        }
        let writes = each_once(writes);
        self.written.clone_from(&writes);
        let targets = [Location::Call(frame.id), frame.top()];
        self.told.push(Told::Node { insn, reads: each_once([entries, elements, read].concat()), writes });
        for array in arrays.into_iter().filter(|_| outcome == Outcome::Opaque) {
            self.told.extend(targets.map(|to| Told::Gathered { array, to }));
        }
    }

    /// Adds the node of a call on a lambda: the last parameters of its method are the arguments, those before them were captured.
    fn enter_lambda(&mut self, insn: InstructionId, method: MethodId, entries: &[Location], callee: u64) {
        self.told.push(Told::Node { insn, reads: entries.to_vec(), writes: Vec::new() });
        let mut passed = entries.to_vec();
        for slot in parameter_slots(&self.map.methods[method.index()]).into_iter().rev() {
            // The lambda itself is the first entry.
            let from = if passed.len() > 1 { passed.pop() } else { passed.first().copied() };
            let writes = vec![Location::Local { frame: callee, slot }];
            self.told.push(Told::Vertex { reads: from.into_iter().collect(), writes });
        }
    }

    /// Begins a path behind a call that returned.
    pub(super) fn behind_call(
        &mut self,
        frame: &mut Frame,
        path: &PathInfo,
        direct: bool,
        events: &mut Events<'_>,
    ) -> Result<(), Halt> {
        let block = self.map.starts[path.start as usize].block;
        let call = self.map.blocks[block.index()].after_call;
        if call.is_none() {
            return Ok(());
        }
        let site = &self.map.sites[self.map.insns.arg[call.index()] as usize];
        if site.has_result {
            frame.stack.push(unknown());
        }
        if self.map.insns.flags[call.index()] & RESULT != 0 {
            self.by_hash(events.data()?);
        }
        if site.post_receiver && !site.records_made() && !direct {
            let to = frame.entry(frame.stack.len().saturating_sub(1));
            self.told.push(Told::Moved { from: Some(Location::Call(frame.id)), to });
        }
        if site.records_made() {
            let hash = events.data()?;
            let Some(object) = frame.initialises else { return Ok(()) };
            self.take_over(hash, object);
            if !direct && site.effect == Effect::State {
                self.told.push(Told::Moved { from: Some(Location::Call(frame.id)), to: Location::State(object) });
            }
        }
        Ok(())
    }
}

/// Lists the arrays of references whose state a call may use.
fn arrays(site: &Site, args: &[Value]) -> Vec<Object> {
    let looks = matches!(site.effect, Effect::State | Effect::Pure | Effect::Elements(_));
    let given = site.state_args.iter().filter(|&&arg| looks && is_array_of_references(site, arg));
    given.filter_map(|&arg| args.get(usize::from(arg))?.object.get().flatten()).collect()
}

/// Takes the elements that a call works on: a list for each range.
fn parts<S: NodeSink>(
    machine: &mut NodeMachine<'_, S>,
    ranges: Ranges,
    events: &mut Events<'_>,
) -> Result<Vec<Vec<Location>>, Halt> {
    let mut parts = Vec::with_capacity(ranges.count());
    for _ in 0..ranges.count() {
        let array = machine.by_hash(events.data()?);
        parts.push(listed(array, events.data()?, events.data()?)?);
    }
    Ok(parts)
}

/// Lists elements of an array, as many as are listed of one at most.
fn listed(array: Option<Object>, first: u32, count: u32) -> Result<Vec<Location>, Halt> {
    if first.checked_add(count).is_none_or(|end| end > i32::MAX as u32) {
        return Err(Desync::BadIndex { index: first.wrapping_add(count) as i32 }.into());
    }
    let count = count.min(crate::limits::LISTED_ELEMENTS);
    Ok(array.into_iter().flat_map(|array| (first..first + count).map(move |at| Location::Element(array, at))).collect())
}

/// Leaves out what is there already: ranges may overlap.
fn each_once(mut places: Vec<Location>) -> Vec<Location> {
    let mut seen = FxHashSet::default();
    places.retain(|&place| seen.insert(place));
    places
}

/// Splits the places that a call of untraced code uses: those that it reads, and those that it writes.
fn read_and_written(site: &Site, places: &[Location]) -> (Vec<Location>, Vec<Location>) {
    let (reads, writes) = match site.effect {
        Effect::Access(access) => (access.reads, access.writes),
        _ => (true, true),
    };
    // What is not known is read and written.
    let of = |wanted| places.iter().copied().filter(|place| wanted || matches!(place, Location::State(_))).collect();
    (of(reads), of(writes))
}
