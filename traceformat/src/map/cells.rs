//! Cells of columns in few bytes: sections of version 2.
//!
//! A number is written seven bits at a time, the low ones first; the top bit of a byte says that another follows (LEB128).
//! As tables are in the order of the code, most numbers are close to those of the row above: one byte each.

use super::NONE;

/// The number that stands for a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// The cell, one byte.
    Byte,
    /// The cell.
    Plain,
    /// The difference to the row above (above the first: 0), as [`zigzag`].
    Delta,
    /// 0 for [`NONE`]; else 1 more than the difference to the last cell that was not, as [`zigzag`].
    Index,
}

/// Goes through the cells of one column.
#[derive(Debug, Clone)]
pub(crate) struct Cells {
    code: Code,
    last: u32,
}

/// Most bytes of a number: 35 bits.
const LONGEST: usize = 5;

impl Cells {
    pub(crate) fn new(code: Code) -> Cells {
        Cells { code, last: 0 }
    }

    /// Appends all cells of a column; returns how many there were. One loop for each code: this runs for millions of cells.
    pub(crate) fn put_all(mut self, cells: impl Iterator<Item = u32>, out: &mut Vec<u8>) -> usize {
        let mut found = 0;
        let cells = cells.inspect(|_| found += 1);
        match self.code {
            #[expect(clippy::cast_possible_truncation, reason = "cells of one byte")]
            Code::Byte => cells.for_each(|cell| out.push(cell as u8)),
            Code::Plain => cells.for_each(|cell| put(out, cell.into())),
            Code::Delta => cells.for_each(|cell| put(out, self.difference(cell))),
            Code::Index => cells.for_each(|cell| {
                let number = if cell == NONE { 0 } else { 1 + self.difference(cell) };
                put(out, number);
            }),
        }
        found
    }

    /// Takes the next cell off the front; `None` if there is none that is whole and sound.
    #[inline]
    pub(crate) fn take(&mut self, bytes: &mut &[u8]) -> Option<u32> {
        if self.code == Code::Byte {
            let (&byte, rest) = bytes.split_first()?;
            *bytes = rest;
            return Some(byte.into());
        }
        let number = take(bytes)?;
        match self.code {
            Code::Byte | Code::Plain => u32::try_from(number).ok(),
            Code::Delta => self.moved(number),
            Code::Index if number == 0 => Some(NONE),
            Code::Index => self.moved(number - 1).filter(|&cell| cell != NONE),
        }
    }

    /// Takes so many cells off the front; `None` if there are fewer that are whole and sound.
    pub(crate) fn take_all(mut self, count: usize, bytes: &mut &[u8]) -> Option<Vec<u32>> {
        let mut cells = Vec::with_capacity(count);
        let mut rest = *bytes;
        for _ in 0..count {
            cells.push(self.take(&mut rest)?);
        }
        *bytes = rest;
        Some(cells)
    }

    #[inline]
    fn difference(&mut self, cell: u32) -> u64 {
        let difference = cell.wrapping_sub(self.last);
        self.last = cell;
        zigzag(difference).into()
    }

    fn moved(&mut self, number: u64) -> Option<u32> {
        let zigzag = u32::try_from(number).ok()?;
        self.last = self.last.wrapping_add(zigzag >> 1 ^ (zigzag & 1).wrapping_neg());
        Some(self.last)
    }
}

/// Small numbers for small differences of either sign: 0, -1, 1, -2 and so on are 0, 1, 2, 3.
fn zigzag(difference: u32) -> u32 {
    difference << 1 ^ (difference.cast_signed() >> 31).cast_unsigned()
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "seven bits at a time")]
fn put(out: &mut Vec<u8>, number: u64) {
    if number < 0x80 {
        return out.push(number as u8);
    }
    let mut rest = number;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

#[inline]
fn take(bytes: &mut &[u8]) -> Option<u64> {
    // Nearly all.
    if let Some((&byte @ ..0x80, rest)) = bytes.split_first() {
        *bytes = rest;
        return Some(byte.into());
    }
    let mut number = 0;
    for (index, &byte) in bytes.iter().take(LONGEST).enumerate() {
        number |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            *bytes = bytes.get(index + 1..)?;
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back() {
        let cells = [0, 1, 5, 4, 300, NONE, 299, 70_000, NONE - 1, 0, NONE, NONE, 1 << 31, 7];
        for code in [Code::Plain, Code::Delta, Code::Index] {
            let (mut out, mut reader) = (Vec::new(), Cells::new(code));
            assert_eq!(Cells::new(code).put_all(cells.into_iter(), &mut out), cells.len());
            let mut rest = &out[..];
            let read: Vec<Option<u32>> = cells.iter().map(|_| reader.take(&mut rest)).collect();
            assert_eq!((read, rest), (cells.map(Some).to_vec(), &[][..]), "{code:?}");
            assert_eq!(reader.take(&mut rest), None);
        }
    }

    #[test]
    fn numbers_are_those_of_the_format() {
        let bytes = |code, cells: &[u32]| {
            let mut out = Vec::new();
            Cells::new(code).put_all(cells.iter().copied(), &mut out);
            out
        };
        assert_eq!(bytes(Code::Plain, &[127, 128, 300]), [127, 0x80, 1, 0xac, 2]);
        assert_eq!(bytes(Code::Delta, &[3, 2, 2, 130]), [6, 1, 0, 0x80, 2]);
        assert_eq!(bytes(Code::Index, &[NONE, 0, 1, NONE, 1]), [0, 1, 3, 0, 1]);
        assert_eq!(bytes(Code::Byte, &[200]), [200]);
    }

    #[test]
    fn what_no_cell_gives_is_refused() {
        let take = |code, mut bytes: &[u8]| Cells::new(code).take(&mut bytes);
        assert_eq!(take(Code::Plain, &[0x80]), None);
        assert_eq!(take(Code::Plain, &[0xff, 0xff, 0xff, 0xff, 0x0f]), Some(NONE));
        assert_eq!(take(Code::Plain, &[0xff, 0xff, 0xff, 0xff, 0x1f]), None);
        assert_eq!(take(Code::Plain, &[0x80, 0x80, 0x80, 0x80, 0x80, 0]), None);
        assert_eq!(take(Code::Index, &[2]), None, "none has one number");
    }
}
