//! The tables of a Code attribute that name positions: exceptions (JVMS §4.7.3), lines (§4.7.12), local variables
//! (§4.7.13, §4.7.14).

use super::bytes::{count_u2, put_u2};
use super::emit::Placed;
use crate::error::{Error, Result};
use crate::read::class::{Attribute, read_list};
use crate::read::code::ExceptionEntry;
use crate::read::reader::Reader;

impl Placed<'_, '_> {
    /// The old rows in their order, then those of the added handlers.
    pub(crate) fn put_exception_table(&self, out: &mut Vec<u8>) -> Result<()> {
        let editor = self.editor;
        let mut old = Vec::with_capacity(8 * editor.code.exception_table.len());
        for entry in &editor.code.exception_table {
            self.put_entry(&mut old, entry)?;
        }
        let added: usize = editor.handlers.iter().map(|handler| handler.ranges.len()).sum();
        put_u2(out, count_u2(old.len() / 8 + added, "exception handlers")?);
        out.extend(old);
        for (handler, &position) in editor.handlers.iter().zip(&self.layout.handlers) {
            for range in &handler.ranges {
                put_position(out, self.layout.label_of(range.start))?;
                put_position(out, self.layout.start_of(range.end))?;
                put_position(out, position)?;
                put_u2(out, handler.catch_type);
            }
        }
        Ok(())
    }

    /// A handler that protects itself does not protect the code inserted at its beginning: if that fails, it must not come
    /// back to itself.
    fn put_entry(&self, out: &mut Vec<u8>, entry: &ExceptionEntry) -> Result<()> {
        let (start_pc, end_pc) = (u32::from(entry.start_pc), u32::from(entry.end_pc));
        if start_pc >= end_pc {
            return Err(Error::BadExceptionRange { start_pc, end_pc });
        }
        let end = if end_pc as usize == self.editor.code.code.len() {
            self.editor.instructions.len()
        } else {
            self.exact(end_pc)?
        };
        let (start, handler) = (self.exact(start_pc)?, self.exact(u32::from(entry.handler_pc))?);
        let (from, to) = (self.layout.label_of(start), self.layout.start_of(end));
        let inserted = self.layout.label_of(handler)..self.layout.own_of(handler);
        let pieces = match (start..end).contains(&handler) && !inserted.is_empty() {
            true => [from..inserted.start, inserted.end..to],
            false => [from..to, to..to],
        };
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            put_position(out, piece.start)?;
            put_position(out, piece.end)?;
            put_position(out, inserted.start)?;
            put_u2(out, entry.catch_type);
        }
        Ok(())
    }

    fn exact(&self, pc: u32) -> Result<usize> {
        self.editor.index_at(pc).ok_or(Error::BadPc { table: "exception table", pc })
    }

    /// The new offset for the beginning or end, at `pc`, of the scope of a line or variable.
    fn scope(&self, pc: u32) -> usize {
        self.layout.start_of(self.editor.floor_index(pc))
    }

    /// Reads a range of start and length, and writes what has become of it.
    pub(crate) fn move_range(&self, reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Result<()> {
        let (start, length) = (u32::from(reader.u2()?), u32::from(reader.u2()?));
        let (from, to) = (self.scope(start), self.scope(start + length));
        put_position(out, from)?;
        put_position(out, to - from)
    }
}

/// A position in the new code; the layout has made sure that it fits.
pub(crate) fn put_position(out: &mut Vec<u8>, position: usize) -> Result<()> {
    put_u2(out, u16::try_from(position).map_err(|_| Error::CodeTooLarge { length: position })?);
    Ok(())
}

/// A LineNumberTable: inserted code belongs to the line of the instruction below it.
pub(crate) fn line_numbers(placed: &Placed<'_, '_>, attribute: &Attribute<'_>) -> Result<Vec<u8>> {
    rows(attribute, 4, |reader, out| {
        put_position(out, placed.scope(u32::from(reader.u2()?)))?;
        put_u2(out, reader.u2()?);
        Ok(())
    })
}

/// A LocalVariableTable or LocalVariableTypeTable.
pub(crate) fn local_variables(placed: &Placed<'_, '_>, attribute: &Attribute<'_>) -> Result<Vec<u8>> {
    rows(attribute, 10, |reader, out| {
        placed.move_range(reader, out)?;
        out.extend(reader.take(6)?);
        Ok(())
    })
}

/// Rewrites a counted table row by row.
fn rows(
    attribute: &Attribute<'_>,
    width: usize,
    mut row: impl FnMut(&mut Reader<'_>, &mut Vec<u8>) -> Result<()>,
) -> Result<Vec<u8>> {
    let mut reader = Reader::new(attribute.data, attribute.offset);
    let mut out = Vec::with_capacity(attribute.data.len());
    let count = read_list(&mut reader.clone(), width, |reader| reader.take(width).map(drop))?.len();
    reader.take(2)?;
    put_u2(&mut out, count_u2(count, "rows")?);
    for _ in 0..count {
        row(&mut reader, &mut out)?;
    }
    reader.finish()?;
    Ok(out)
}
