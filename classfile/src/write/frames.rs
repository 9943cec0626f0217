//! The new StackMapTable (JVMS §4.7.4): old frames moved and extended, and frames for new jump targets.
//!
//! Frames are not computed from the code. Those of the class file are decoded to absolute form, padded to the locals
//! that were added, and encoded again in the shortest form. New ones are needed for code on branches (as at the
//! branch's target), for added handlers (given by the caller), and behind conditional branches that had to be inverted
//! (see [`super::simulate`]).

use super::bytes::put_u2;
use super::emit::Placed;
use super::pool::PoolBuilder;
use super::simulate;
use crate::error::{Error, Result};
use crate::limits;
use crate::read::frames::{Frame, FrameType, VerificationType};

/// The contents of the new table; `None` if the method needs none.
pub(crate) fn stack_map_table(placed: &Placed<'_, '_>, pool: &mut PoolBuilder<'_>) -> Result<Option<Vec<u8>>> {
    let editor = placed.editor;
    if editor.frames.is_none() {
        return Ok(None);
    }
    let (behind, names) = simulate::frames_behind_long_branches(placed)?;
    let known = names.resolve_known(pool);
    let (encoder, memory) = (Encoder::with_room(editor.attribute.data.len()), Default::default());
    let mut table = Table { placed, pool, known, names, encoder, types: 0, memory };
    let mut initial = Vec::with_capacity(editor.initial.len());
    table.resolve(&editor.initial, &mut initial)?;
    table.encoder.locals = Some(initial);
    let mut behind = behind.into_iter().peekable();
    table.check_islands()?;
    for frame in editor.frames.iter().flatten() {
        let index = editor.floor_index(frame.pc);
        while let Some((at, frame)) = behind.next_if(|(at, _)| *at <= index) {
            table.moved(placed.layout.start_of(at), &frame)?;
        }
        table.at_instruction(index, frame)?;
    }
    for (at, frame) in behind {
        table.moved(placed.layout.start_of(at), &frame)?;
    }
    table.handlers()?;
    table.encoder.finish()
}

struct Table<'p, 'e, 'a, 'b, 'c> {
    placed: &'p Placed<'e, 'a>,
    pool: &'p mut PoolBuilder<'b>,
    names: super::names::NameTable<'c>,
    /// Pool indices of names that were in the pool from the start.
    known: Vec<Option<u16>>,
    encoder: Encoder,
    /// How many types were written so far.
    types: usize,
    /// For the types of the next frame: locals and stack.
    memory: (Vec<VerificationType>, Vec<VerificationType>),
}

impl Table<'_, '_, '_, '_, '_> {
    /// Code on branches needs the frame of their target.
    fn check_islands(&self) -> Result<()> {
        let editor = self.placed.editor;
        let missing = self.placed.islands.targets().filter(|&target| editor.frame_at(target).is_none()).min();
        match missing.and_then(|target| editor.instructions.get(target)) {
            Some(instruction) => Err(Error::MissingFrame { pc: instruction.pc }),
            None => Ok(()),
        }
    }

    /// Frames of the code on branches to an instruction, and its own.
    fn at_instruction(&mut self, index: usize, frame: &Frame) -> Result<()> {
        let label = self.placed.layout.label_of(index);
        if let Some(island) = self.placed.islands.at(index) {
            for distance in &island.entries {
                self.moved(label - distance, frame)?;
            }
        }
        self.moved(label, frame)
    }

    fn handlers(&mut self) -> Result<()> {
        let editor = self.placed.editor;
        for (handler, &position) in editor.handlers.iter().zip(&self.placed.layout.handlers) {
            self.encoder.frame(position, &handler.locals, &handler.stack)?;
        }
        Ok(())
    }

    /// A frame of the old code at its new place, with the added locals.
    fn moved(&mut self, position: usize, frame: &Frame) -> Result<()> {
        let (mut locals, mut stack) = std::mem::take(&mut self.memory);
        self.resolve(&frame.locals, &mut locals)?;
        self.extend(&mut locals, frame.pc)?;
        self.resolve(&frame.stack, &mut stack)?;
        self.types += locals.len() + stack.len();
        if self.types > limits::MAX_FRAME_TYPES {
            return Err(Error::FramesTooLarge { limit: limits::MAX_FRAME_TYPES });
        }
        self.encoder.frame(position, &locals, &stack)?;
        self.memory = (locals, stack);
        Ok(())
    }

    fn extend(&self, locals: &mut Vec<VerificationType>, pc: u32) -> Result<()> {
        let mut slots: usize = locals.iter().map(|kind| usize::from(kind.slots())).sum();
        for &(index, kind) in &self.placed.editor.extra_locals {
            let gap = index.checked_sub(slots).ok_or(Error::BadFrame { pc })?;
            locals.resize(locals.len() + gap, VerificationType::Top);
            locals.push(kind);
            slots = index + usize::from(kind.slots());
        }
        Ok(())
    }

    fn resolve(&mut self, types: &[FrameType], to: &mut Vec<VerificationType>) -> Result<()> {
        to.clear();
        types.iter().try_for_each(|&kind| {
            to.push(self.resolve_one(kind)?);
            Ok(())
        })
    }

    fn resolve_one(&mut self, kind: FrameType) -> Result<VerificationType> {
        match kind {
            FrameType::Known(VerificationType::Uninitialized(pc)) => {
                let editor = self.placed.editor;
                let index = editor.index_at(pc).ok_or(Error::BadPc { table: "StackMapTable", pc })?;
                let moved = self.placed.layout.own_of(index);
                Ok(VerificationType::Uninitialized(u32::try_from(moved).unwrap_or(u32::MAX)))
            }
            FrameType::Known(known) => Ok(known),
            FrameType::Named(number) => match self.known.get(number as usize) {
                Some(&Some(index)) => Ok(VerificationType::Object(index)),
                _ => self.names.resolve(kind, self.pool),
            },
        }
    }
}

/// Encodes frames in the shortest form.
#[derive(Debug, Default)]
pub(crate) struct Encoder {
    out: Vec<u8>,
    count: usize,
    /// Position of the last frame.
    position: Option<usize>,
    /// Locals of the last frame or of the method entry; `None` if they are not known.
    pub(crate) locals: Option<Vec<VerificationType>>,
}

impl Encoder {
    /// For a table of so many bytes, if it is no longer than expected.
    fn with_room(bytes: usize) -> Encoder {
        Encoder { out: Vec::with_capacity(bytes), ..Encoder::default() }
    }

    pub(crate) fn frame(
        &mut self,
        position: usize,
        locals: &[VerificationType],
        stack: &[VerificationType],
    ) -> Result<()> {
        let delta = match self.position {
            Some(last) => position.checked_sub(last + 1),
            None => Some(position),
        };
        let pc = u32::try_from(position).unwrap_or(u32::MAX);
        let delta = delta.and_then(|delta| u16::try_from(delta).ok()).ok_or(Error::BadFrame { pc })?;
        self.put(delta, locals, stack)?;
        self.position = Some(position);
        let memory = self.locals.get_or_insert_default();
        memory.clear();
        memory.extend_from_slice(locals);
        self.count += 1;
        if self.out.len() > limits::MAX_STACK_MAP_BYTES {
            return Err(Error::AttributeTooLarge { name: "StackMapTable", length: self.out.len() });
        }
        Ok(())
    }

    /// The whole table; `None` if it has no frame.
    pub(crate) fn finish(self) -> Result<Option<Vec<u8>>> {
        if self.count == 0 {
            return Ok(None);
        }
        let mut table = Vec::with_capacity(self.out.len() + 2);
        put_u2(&mut table, super::bytes::count_u2(self.count, "stack map frames")?);
        table.extend(self.out);
        Ok(Some(table))
    }

    fn put(&mut self, delta: u16, locals: &[VerificationType], stack: &[VerificationType]) -> Result<()> {
        let memory = self.locals.take();
        match (memory.as_deref(), stack) {
            (Some(last), []) if last == locals => self.put_same(delta, 0, 251),
            (Some(last), [single]) if last == locals => {
                self.put_same(delta, 64, 247);
                self.put_type(*single);
            }
            (Some(last), []) => match Change::between(last, locals) {
                Some(Change::Chop(count)) => self.put_tag(251 - count, delta),
                Some(Change::Append(tail)) => {
                    self.put_tag(251 + u8::try_from(tail.len()).unwrap_or(0), delta);
                    tail.iter().for_each(|&kind| self.put_type(kind));
                }
                None => self.put_full(delta, locals, stack)?,
            },
            _ => self.put_full(delta, locals, stack)?,
        }
        self.locals = memory;
        Ok(())
    }

    /// A frame with the same locals, short if the delta allows it.
    fn put_same(&mut self, delta: u16, short: u8, extended: u8) {
        match u8::try_from(delta) {
            Ok(delta @ 0..=63) => self.out.push(short + delta),
            _ => self.put_tag(extended, delta),
        }
    }

    fn put_tag(&mut self, tag: u8, delta: u16) {
        self.out.push(tag);
        put_u2(&mut self.out, delta);
    }

    fn put_full(&mut self, delta: u16, locals: &[VerificationType], stack: &[VerificationType]) -> Result<()> {
        self.put_tag(255, delta);
        for types in [locals, stack] {
            put_u2(&mut self.out, super::bytes::count_u2(types.len(), "types in a frame")?);
            types.iter().for_each(|&kind| self.put_type(kind));
        }
        Ok(())
    }

    fn put_type(&mut self, kind: VerificationType) {
        let (tag, operand) = match kind {
            VerificationType::Top => (0, None),
            VerificationType::Integer => (1, None),
            VerificationType::Float => (2, None),
            VerificationType::Double => (3, None),
            VerificationType::Long => (4, None),
            VerificationType::Null => (5, None),
            VerificationType::UninitializedThis => (6, None),
            VerificationType::Object(class) => (7, Some(class)),
            VerificationType::Uninitialized(pc) => (8, Some(u16::try_from(pc).unwrap_or(u16::MAX))),
        };
        self.out.push(tag);
        if let Some(operand) = operand {
            put_u2(&mut self.out, operand);
        }
    }
}

/// How the locals of a frame differ from those of the frame before it, if a short form can say it.
enum Change<'t> {
    Chop(u8),
    Append(&'t [VerificationType]),
}

impl<'t> Change<'t> {
    fn between(last: &[VerificationType], locals: &'t [VerificationType]) -> Option<Self> {
        if let Some(tail) = locals.strip_prefix(last) {
            return (tail.len() <= 3).then_some(Change::Append(tail));
        }
        let chopped = last.strip_prefix(locals)?.len();
        u8::try_from(chopped).ok().filter(|&count| count <= 3).map(Change::Chop)
    }
}
