//! Stack map frames (JVMS §4.7.4), decoded to absolute form.

use super::class::Attribute;
use super::reader::Reader;
use crate::error::{Error, Result};
use crate::limits;

/// A verification type (JVMS §4.7.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VerificationType {
    /// Unusable.
    Top,
    /// `int` and the smaller types.
    Integer,
    /// `float`
    Float,
    /// `double`, of two slots.
    Double,
    /// `long`, of two slots.
    Long,
    /// The type of `null`.
    Null,
    /// `this` in a constructor before the call of the other constructor.
    UninitializedThis,
    /// A class or array, by the pool index of its `Class` constant.
    Object(u16),
    /// The result of the `new` at that pc, before its constructor is called.
    Uninitialized(u32),
}

impl VerificationType {
    /// Slots that a value of this type takes.
    pub fn slots(&self) -> u16 {
        if matches!(self, VerificationType::Long | VerificationType::Double) { 2 } else { 1 }
    }
}

/// A verification type as it occurs while frames are worked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum FrameType {
    Known(VerificationType),
    /// A class without a pool index yet, by its number in a `NameTable`.
    Named(u32),
}

impl FrameType {
    pub(crate) const TOP: FrameType = FrameType::Known(VerificationType::Top);

    pub(crate) fn slots(self) -> usize {
        match self {
            FrameType::Known(known) => usize::from(known.slots()),
            FrameType::Named(_) => 1,
        }
    }
}

/// A frame with everything spelled out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) pc: u32,
    pub(crate) locals: Vec<FrameType>,
    pub(crate) stack: Vec<FrameType>,
}

/// Slots that a list of types takes.
pub(crate) fn slots(types: &[FrameType]) -> usize {
    types.iter().map(|kind| kind.slots()).sum()
}

/// The room that a method gives to its frames.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    pub(crate) max_locals: u16,
    pub(crate) max_stack: u16,
}

/// Decodes a StackMapTable; `initial` are the locals at method entry.
pub(crate) fn decode(attribute: &Attribute<'_>, initial: &[FrameType], room: Room) -> Result<Vec<Frame>> {
    let mut reader = Reader::new(attribute.data, attribute.offset);
    let count = usize::from(reader.u2()?);
    let mut decoder = Decoder { reader, locals: initial.to_vec(), next_pc: 0, room, types: 0 };
    let mut frames = Vec::with_capacity(count.min(attribute.data.len()));
    for _ in 0..count {
        frames.push(decoder.frame()?);
    }
    decoder.reader.finish()?;
    Ok(frames)
}

struct Decoder<'a> {
    reader: Reader<'a>,
    locals: Vec<FrameType>,
    /// Offset at which the next frame applies if its delta is 0.
    next_pc: u32,
    room: Room,
    /// How many types were handed out so far.
    types: usize,
}

impl Decoder<'_> {
    fn frame(&mut self) -> Result<Frame> {
        let offset = self.reader.offset();
        let tag = self.reader.u1()?;
        let delta = match tag {
            0..=63 => u16::from(tag),
            64..=127 => u16::from(tag - 64),
            128..=246 => return Err(Error::BadFrameTag { what: "frame type", value: tag, offset }),
            247..=255 => self.reader.u2()?,
        };
        let pc = self.next_pc + u32::from(delta);
        let stack = match tag {
            64..=127 | 247 => vec![self.verification_type()?],
            248..=250 => self.chop(usize::from(251 - tag), pc)?,
            252..=254 => self.append(usize::from(tag - 251))?,
            255 => self.full()?,
            _ => Vec::new(),
        };
        self.finish_frame(pc, stack)
    }

    fn chop(&mut self, count: usize, pc: u32) -> Result<Vec<FrameType>> {
        let left = self.locals.len().checked_sub(count).ok_or(Error::BadFrame { pc })?;
        self.locals.truncate(left);
        Ok(Vec::new())
    }

    fn append(&mut self, count: usize) -> Result<Vec<FrameType>> {
        for _ in 0..count {
            let kind = self.verification_type()?;
            self.locals.push(kind);
        }
        Ok(Vec::new())
    }

    fn full(&mut self) -> Result<Vec<FrameType>> {
        self.locals = self.types()?;
        self.types()
    }

    fn types(&mut self) -> Result<Vec<FrameType>> {
        let count = usize::from(self.reader.u2()?);
        let mut types = Vec::with_capacity(count.min(self.reader.remaining()));
        for _ in 0..count {
            types.push(self.verification_type()?);
        }
        Ok(types)
    }

    fn finish_frame(&mut self, pc: u32, stack: Vec<FrameType>) -> Result<Frame> {
        let fits = slots(&self.locals) <= usize::from(self.room.max_locals)
            && slots(&stack) <= usize::from(self.room.max_stack);
        if !fits {
            return Err(Error::BadFrame { pc });
        }
        self.types += self.locals.len() + stack.len();
        if self.types > limits::MAX_FRAME_TYPES {
            return Err(Error::FramesTooLarge { limit: limits::MAX_FRAME_TYPES });
        }
        self.next_pc = pc + 1;
        Ok(Frame { pc, locals: self.locals.clone(), stack })
    }

    fn verification_type(&mut self) -> Result<FrameType> {
        let offset = self.reader.offset();
        let tag = self.reader.u1()?;
        Ok(FrameType::Known(match tag {
            0 => VerificationType::Top,
            1 => VerificationType::Integer,
            2 => VerificationType::Float,
            3 => VerificationType::Double,
            4 => VerificationType::Long,
            5 => VerificationType::Null,
            6 => VerificationType::UninitializedThis,
            7 => VerificationType::Object(self.reader.u2()?),
            8 => VerificationType::Uninitialized(u32::from(self.reader.u2()?)),
            _ => return Err(Error::BadFrameTag { what: "verification type", value: tag, offset }),
        }))
    }
}
