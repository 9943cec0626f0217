//! Resolving locations: follows a path's recipe, takes its recorded data and finds the slots of its locations.

use paratrace_traceformat::map::{InstructionId, NONE};

use crate::base::arithmetic;
use crate::base::error::{Desync, Halt};
use crate::base::limits;
use crate::events::Events;
use crate::paths::{Space, Step, field_index};
use crate::program::{
    ClassNames, MONITOR_INDEX, Reflected, element_index, monitor_owner, static_slot, unknown_field_index, unknown_owner,
};
use crate::replay::Classes;
use crate::stream::{ChunkSink, Emitter, Entity, Frame, Joined, Made, SPACES, STATE_INDEX, copies, meetings};

impl<S: ChunkSink> Emitter<'_, S> {
    /// Takes all steps of the current path's recipe.
    pub fn resolve(&mut self, frame: Frame, events: &mut Events<'_>, classes: &mut Classes<'_>) -> Result<(), Halt> {
        let recipe = self.recipe;
        self.copies.clear();
        self.copied_before_call = usize::MAX;
        self.meetings.clear();
        self.arrays.clear();
        self.resolved = self.writer.chunk.words.len();
        if self.registers.len() < recipe.registers as usize {
            self.registers.resize(recipe.registers as usize, 0);
        }
        for at in recipe.steps() {
            self.step(frame, self.compiler.step(at), events, classes)?;
        }
        for at in recipe.saves() {
            match self.compiler.step(at) {
                Step::Save { cell, space, from } => {
                    self.known[known_at(frame, cell, space)] = self.registers[from as usize];
                }
                Step::Forget { cell, space } => self.known[known_at(frame, cell, space)] = NONE,
                _ => {}
            }
        }
        Ok(())
    }

    #[inline]
    fn step(
        &mut self,
        frame: Frame,
        step: Step,
        events: &mut Events<'_>,
        classes: &mut Classes<'_>,
    ) -> Result<(), Halt> {
        match step {
            Step::Identity { space: Space::Number, to } => {
                self.registers[to as usize] = self.locations.by_number(events.data()?)?;
            }
            Step::Identity { space: Space::Hash, to } => {
                self.registers[to as usize] = self.locations.by_hash(events.data()?)?;
            }
            Step::Index { to } | Step::Identity { space: Space::Int | Space::Monitor, to } => {
                self.registers[to as usize] = events.data()?;
            }
            Step::Constant { value, to } => self.registers[to as usize] = value.cast_unsigned(),
            Step::Add { from, by, to } => {
                self.registers[to as usize] = self.registers[from as usize].wrapping_add_signed(by);
            }
            Step::Arithmetic { opcode, a, b, to } => {
                let (a, b) = (self.registers[a as usize], self.registers[b as usize]);
                self.registers[to as usize] =
                    arithmetic::compute(opcode, a.cast_signed(), b.cast_signed()).cast_unsigned();
            }
            Step::Known { cell, space, to, insn } => {
                let known = self.known[known_at(frame, cell, space)];
                if known == NONE && !insn.is_none() {
                    return Err(Desync::UnknownValue { insn }.into());
                }
                self.registers[to as usize] = known;
            }
            Step::Field { object, index } => {
                let object = self.registers[object as usize];
                let slot = self.locations.slot(object, index)?;
                self.part(object)?;
                self.writer.push(slot);
            }
            Step::Element { array, index } => {
                let index = self.registers[index as usize];
                if index > i32::MAX as u32 {
                    return Err(Desync::BadIndex { index: index as i32 }.into());
                }
                let array = self.registers[array as usize];
                let slot = self.locations.slot(array, element_index(index))?;
                self.part(array)?;
                self.writer.push(slot);
            }
            Step::Enter { from } => self.enter_monitor(self.registers[from as usize])?,
            Step::EnterClass { class } => self.enter_monitor(monitor_owner(class))?,
            Step::Leave { from } => self.leave_monitor(self.registers[from as usize]),
            Step::Monitor { object } => {
                let slot = self.locations.slot_if_any(self.registers[object as usize], MONITOR_INDEX)?;
                self.writer.push(slot);
            }
            Step::Unknown { insn } => return Err(Desync::UnknownValue { insn }.into()),
            Step::Save { .. } | Step::Forget { .. } => {}
            _ => return self.call_step(step, events, classes),
        }
        Ok(())
    }

    /// Takes a step that belongs to a call.
    fn call_step(&mut self, step: Step, events: &mut Events<'_>, classes: &mut Classes<'_>) -> Result<(), Halt> {
        match step {
            Step::Class { site, last } => {
                let class = events.data()?;
                if last {
                    classes.call = Some(class);
                } else {
                    classes.leaves.push((site, class));
                }
            }
            Step::FieldOfCall { object, index } => self.part_of_call(self.registers[object as usize], index)?,
            Step::ElementOfCall { array, index } => {
                let index = self.registers[index as usize];
                // A call with a wrong index throws.
                let array = if index > i32::MAX as u32 { 0 } else { self.registers[array as usize] };
                self.part_of_call(array, element_index(index.min(i32::MAX as u32)))?;
            }
            Step::Reflected { field } => self.reflected(field as usize, classes.names)?,
            Step::MemoryOfCall { object, bytes } => self.memory_of_call(object as usize, bytes.into())?,
            Step::State { to } => {
                let entity = self.locations.by_hash(events.data()?)?;
                self.registers[to as usize] = entity;
                self.whole(entity)?;
                self.push_state(entity)?;
            }
            Step::Given { array } => {
                self.arrays.extend(Some(self.registers[array as usize]).filter(|&array| array != 0))
            }
            Step::Source { from } => {
                let source = self.registers[from as usize];
                if let Some(frame) = self.top() {
                    frame.source = source;
                }
            }
            Step::Returned { source } => {
                let object = self.locations.by_hash(events.data()?)?;
                self.locations.share(object, self.registers[source as usize]);
            }
            Step::ReturnedBefore => {
                let object = self.locations.by_hash(events.data()?)?;
                let source = self.top().map_or(0, |frame| frame.source);
                self.locations.share(object, source);
            }
            Step::Shares { object, source } => {
                let [object, source] = [object, source].map(|at| self.registers[at as usize]);
                self.locations.share(object, source);
            }
            Step::SharesBefore => {
                let (object, source) = self.top().map_or((0, 0), |frame| (frame.initialises, frame.source));
                self.locations.share(object, source);
            }
            Step::Copy { from, to } => self.array_copy(from, to, events)?,
            Step::SkipCopy { from, to } => {
                self.array_data(from, to, events)?;
            }
            Step::Clone { from, to, insn } => self.clone_array(from, to, insn, events)?,
            Step::Elements { ranges, throws, last } => {
                if last {
                    self.copied_before_call = self.copies.len();
                }
                self.elements(ranges, throws, events)?;
            }
            Step::Filled { is_new, insn } => self.filled(is_new, insn, events)?,
            Step::Created { to, insn, length } => {
                let hash = events.data()?;
                self.registers[to as usize] = self.created(hash, Made::Array { insn, length })?;
            }
            Step::Fresh { to } => {
                let entity = self.locations.fresh(Made::Initialised)?;
                self.registers[to as usize] = entity;
                if let Some(frame) = self.top() {
                    frame.initialises = entity;
                }
            }
            Step::Initialised { object } => {
                let hash = events.data()?;
                let entity = self.created(hash, Made::Initialised)?;
                self.registers[object as usize] = entity;
                self.push_state(entity)?;
            }
            Step::InitialisedBefore => {
                let hash = events.data()?;
                let entity = self.top().map_or(0, |frame| frame.initialises);
                self.locations.take_over(hash, entity);
                self.push_state(entity)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Creates the new object that has a hash from now on.
    pub(super) fn created(&mut self, hash: u32, made: Made) -> Result<Entity, Halt> {
        let entity = self.locations.fresh(made)?;
        self.locations.take_over(hash, entity);
        Ok(entity)
    }

    /// Resolves a location that a call accesses; there is none without an object.
    fn part_of_call(&mut self, object: Entity, index: u32) -> Result<(), Halt> {
        if object == 0 {
            self.writer.push(0);
            return Ok(());
        }
        let slot = self.locations.slot(object, index)?;
        self.part(object)?;
        self.writer.push(slot);
        Ok(())
    }

    /// Resolves the state of an object, then so many of its elements, with slot 0 for what is not accessed: either is.
    fn memory_of_call(&mut self, at: usize, bytes: u32) -> Result<(), Halt> {
        let [object, first, last] = [0, 1, 2].map(|register| self.registers[at + register]);
        let are_elements = first <= last && last < i32::MAX as u32;
        self.push_state(if are_elements { 0 } else { object })?;
        for index in (0..bytes).map(|byte| first.saturating_add(byte)) {
            let object = if are_elements && index <= last { object } else { 0 };
            self.part_of_call(object, element_index(index.min(last).min(i32::MAX as u32)))?;
        }
        Ok(())
    }

    /// Resolves a field that is accessed by reflection.
    fn reflected(&mut self, at: usize, names: &ClassNames<'_>) -> Result<(), Halt> {
        let [field, number, hash] = [0, 1, 2].map(|register| self.registers[at + register]);
        let (is_numbered, index) = match self.reflected.find(field, self.map, names) {
            Reflected::Nothing => return self.part_of_call(0, 0),
            Reflected::Known(field) => match &self.map.fields[field as usize] {
                known if known.is_static => {
                    self.writer.push(static_slot(known));
                    return Ok(());
                }
                known => (known.traced, field_index(known)),
            },
            Reflected::Unknown { number, is_static: true } => {
                let owner = self.locations.by_hash(unknown_owner(number))?;
                return self.part_of_call(owner, unknown_field_index(0));
            }
            Reflected::Unknown { number, .. } => (true, unknown_field_index(number)),
        };
        let object = match is_numbered && number != 0 {
            true => self.locations.by_number(number)?,
            false => self.locations.by_hash(hash)?,
        };
        self.part_of_call(object, index)
    }

    /// Notes that the location that is resolved next is a part of an object that untraced code was given.
    #[inline]
    fn part(&mut self, object: Entity) -> Result<(), Halt> {
        if self.joins.is_some() && self.locations.is_given(object) {
            let whole = self.locations.state_of_whole(object)?;
            self.meetings.extend([self.next_slot(), whole, 0]);
        }
        Ok(())
    }

    /// Notes the parts of an object that untraced code is given, or of the one that it shares state with.
    fn whole(&mut self, object: Entity) -> Result<(), Halt> {
        if object == 0 || self.joins.is_none() {
            return Ok(());
        }
        self.locations.give(object);
        let head = self.meetings.len();
        self.meetings.extend([self.next_slot(), self.locations.state_of_whole(object)?, 0]);
        if self.parts > limits::PARTS_AT_ONCE + limits::PARTS_PER_PATH * self.paths {
            self.meetings[head + 2] = meetings::UNKNOWN;
            return Ok(());
        }
        self.parts += self.locations.parts(object, &mut self.meetings);
        self.meetings[head + 2] = ((self.meetings.len() - head - 3) / 2) as u32;
        Ok(())
    }

    /// Returns the number, among those of the path, of the slot that is resolved next.
    fn next_slot(&self) -> u32 {
        (self.writer.chunk.words.len() - self.resolved) as u32
    }

    /// Untraced code that may call back looks at the elements of the arrays that it is given: what it returns and passes on depends on
    /// them.
    pub(super) fn gather(&mut self) {
        let Some(result) = self.top().map(|frame| frame.result()) else { return };
        let mut runs = Vec::new();
        for array in std::mem::take(&mut self.arrays) {
            if self.gathered > limits::PARTS_AT_ONCE + limits::PARTS_PER_PATH * self.paths {
                return;
            }
            runs.clear();
            self.gathered += self.locations.elements(array, &mut runs);
            for run in runs.chunks_exact(2) {
                self.writer.join(Joined::Slots { first: run[0], count: run[1] }, result);
            }
        }
    }

    fn push_state(&mut self, entity: Entity) -> Result<(), Halt> {
        let slot = self.locations.slot_if_any(entity, STATE_INDEX)?;
        self.writer.push(slot);
        Ok(())
    }

    /// Takes the data of an `arraycopy`, and returns both positions and the length.
    fn array_data(&mut self, from: u32, to: u32, events: &mut Events<'_>) -> Result<[u32; 3], Halt> {
        self.registers[from as usize] = self.locations.by_hash(events.data()?)?;
        let source = events.data()?;
        self.registers[to as usize] = self.locations.by_hash(events.data()?)?;
        let target = events.data()?;
        Ok([source, target, events.data()?])
    }

    fn array_copy(&mut self, from: u32, to: u32, events: &mut Events<'_>) -> Result<(), Halt> {
        let [source, target, length] = self.array_data(from, to, events)?;
        let (from, to) = (self.registers[from as usize], self.registers[to as usize]);
        self.copy_elements((from, source), (to, target), length)
    }

    fn clone_array(&mut self, from: u32, to: u32, insn: InstructionId, events: &mut Events<'_>) -> Result<(), Halt> {
        let (hash, length) = (events.data()?, events.data()?);
        let clone = self.created(hash, Made::Array { insn, length })?;
        let from = self.registers[from as usize];
        self.registers[to as usize] = clone;
        self.copy_elements((from, 0), (clone, 0), length)
    }

    /// Adds element copies as runs of consecutive slots. An overlapping copy to higher indices goes backwards, because
    /// all reads come before all writes.
    fn copy_elements(&mut self, from: (Entity, u32), to: (Entity, u32), length: u32) -> Result<(), Halt> {
        for start in [from.1, to.1] {
            if start.checked_add(length).is_none_or(|end| end > i32::MAX as u32) {
                return Err(Desync::BadIndex { index: start.wrapping_add(length) as i32 }.into());
            }
        }
        if from.0 == 0 || to.0 == 0 {
            return Err(Desync::NullAccess.into());
        }
        let backwards = from.0 == to.0 && from.1 < to.1;
        if self.touches {
            // With slots for the source, a later write to a location that was never written before finds its read.
            self.locations.touch(from.0, element_index(from.1), length)?;
        }
        let head = self.copies.len();
        self.copies.extend([if backwards { copies::BACKWARDS } else { 0 }, 0]);
        let mut done = 0;
        while done < length {
            let (source, first) = self.locations.written_run(from.0, element_index(from.1 + done));
            let (target, second) = self.locations.run(to.0, element_index(to.1 + done))?;
            let run = first.min(second).min(length - done);
            append_run(&mut self.copies, head + 2, source, target, run);
            done += run;
        }
        if backwards {
            reverse_runs(&mut self.copies[head + 2..]);
        }
        self.copies[head + 1] = ((self.copies.len() - head - 2) / 3) as u32;
        Ok(())
    }
}

/// Appends a run, or extends the last one if it goes on there.
pub(super) fn append_run(copies: &mut Vec<u32>, first: usize, source: u32, target: u32, length: u32) {
    if copies.len() > first
        && let [.., from, to, count] = &mut copies[..]
        && (if *to == 0 { target == 0 } else { *to + *count == target })
        && (if *from == 0 { source == 0 } else { *from + *count == source })
    {
        *count += length;
        return;
    }
    copies.extend([source, target, length]);
}

fn reverse_runs(runs: &mut [u32]) {
    runs.reverse();
    for run in runs.chunks_exact_mut(3) {
        run.reverse();
    }
}

#[inline]
fn known_at(frame: Frame, cell: u32, space: Space) -> usize {
    SPACES * (frame.base + cell) as usize + space as usize
}
