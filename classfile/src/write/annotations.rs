//! Type annotations of code (JVMS §4.7.20): those of targets 0x40 to 0x4B name positions.

use super::emit::Placed;
use super::tables::put_position;
use crate::error::{Error, Result};
use crate::limits;
use crate::read::class::Attribute;
use crate::read::reader::Reader;

/// Moves the positions in a RuntimeVisibleTypeAnnotations or RuntimeInvisibleTypeAnnotations attribute.
pub(crate) fn type_annotations(placed: &Placed<'_, '_>, attribute: &Attribute<'_>) -> Result<Vec<u8>> {
    let reader = Reader::new(attribute.data, attribute.offset);
    let mut mover = Mover { placed, reader, out: Vec::with_capacity(attribute.data.len()) };
    let count = mover.copy_u2()?;
    for _ in 0..count {
        mover.annotation()?;
    }
    mover.reader.finish()?;
    Ok(mover.out)
}

struct Mover<'p, 'e, 'a, 'r> {
    placed: &'p Placed<'e, 'a>,
    reader: Reader<'r>,
    out: Vec<u8>,
}

impl Mover<'_, '_, '_, '_> {
    fn annotation(&mut self) -> Result<()> {
        self.target()?;
        let path_length = self.copy_u1()?;
        self.copy(usize::from(path_length) * 2)?;
        self.plain_annotation(0)
    }

    /// `target_type` and `target_info` (JVMS §4.7.20.1).
    fn target(&mut self) -> Result<()> {
        let offset = self.reader.offset();
        let target = self.copy_u1()?;
        match target {
            0x40 | 0x41 => {
                for _ in 0..self.copy_u2()? {
                    self.placed.move_range(&mut self.reader, &mut self.out)?;
                    self.copy(2)?;
                }
                Ok(())
            }
            // Rows of the exception table keep their numbers.
            0x42 => self.copy(2),
            0x43..=0x46 => self.position(),
            0x47..=0x4B => {
                self.position()?;
                self.copy(1)
            }
            // Targets of declarations have no place in code, but do no harm.
            0x00 | 0x01 | 0x16 => self.copy(1),
            0x10..=0x12 | 0x17 => self.copy(2),
            0x13..=0x15 => Ok(()),
            value => Err(Error::BadAnnotation { what: "target type", value, offset }),
        }
    }

    /// The position of an instruction.
    fn position(&mut self) -> Result<()> {
        let index = self.placed.editor.floor_index(u32::from(self.reader.u2()?));
        put_position(&mut self.out, self.placed.layout.own_of(index))
    }

    /// An annotation without target (JVMS §4.7.16).
    fn plain_annotation(&mut self, depth: usize) -> Result<()> {
        self.copy(2)?;
        for _ in 0..self.copy_u2()? {
            self.copy(2)?;
            self.element_value(depth)?;
        }
        Ok(())
    }

    /// An element value (JVMS §4.7.16.1).
    fn element_value(&mut self, depth: usize) -> Result<()> {
        let offset = self.reader.offset();
        if depth > limits::MAX_ANNOTATION_DEPTH {
            return Err(Error::AnnotationTooDeep { offset });
        }
        let tag = self.copy_u1()?;
        match tag {
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => self.copy(2),
            b'e' => self.copy(4),
            b'@' => self.plain_annotation(depth + 1),
            b'[' => {
                for _ in 0..self.copy_u2()? {
                    self.element_value(depth + 1)?;
                }
                Ok(())
            }
            value => Err(Error::BadAnnotation { what: "element tag", value, offset }),
        }
    }

    fn copy(&mut self, count: usize) -> Result<()> {
        self.out.extend(self.reader.take(count)?);
        Ok(())
    }

    fn copy_u1(&mut self) -> Result<u8> {
        let value = self.reader.u1()?;
        self.out.push(value);
        Ok(value)
    }

    fn copy_u2(&mut self) -> Result<u16> {
        let value = self.reader.u2()?;
        self.out.extend(value.to_be_bytes());
        Ok(value)
    }
}
