//! Hot sections: columns of numbers.

use std::borrow::Cow;

use super::cells::{Cells, Code};
use super::section::{Entry, FIXED_WIDTH};
use super::{
    Block, Edge, ForeignLine, Handler, Insns, Line, Loop, MapError, Op, ProgramMap, Section, Start, StartKind, Variable,
};
use crate::limits::MAX_ROWS;
use crate::map::{BlockId, InstructionId, LoopId, MethodId};

/// A column of a hot section.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    /// Bytes of a cell in sections of version 1, and in memory.
    pub(crate) width: usize,
    /// How a cell is written in sections of version 2.
    pub(crate) code: Code,
}

const fn col(name: &'static str, width: usize, code: Code) -> Column {
    Column { name, width, code }
}

/// The columns of a hot section; empty for cold ones.
pub(crate) fn layout(section: Section) -> &'static [Column] {
    use Code::{Byte, Delta, Index, Plain};
    match section {
        Section::Insns => {
            &const {
                [
                    col("pc", 2, Delta),
                    col("opcode", 1, Byte),
                    col("op", 1, Byte),
                    col("flags", 1, Byte),
                    col("arg", 4, Plain),
                ]
            }
        }
        Section::Blocks => {
            &const {
                [
                    col("first insn", 4, Delta),
                    col("end insn", 4, Delta),
                    col("first edge", 4, Delta),
                    col("end edge", 4, Delta),
                    col("loop", 4, Index),
                    col("start", 4, Index),
                    col("after_call", 4, Index),
                    col("height", 2, Plain),
                ]
            }
        }
        Section::Edges => &const { [col("to", 4, Delta), col("inc", 4, Plain), col("cut", 1, Byte)] },
        Section::Starts => {
            &const {
                [
                    col("block", 4, Delta),
                    col("base", 4, Delta),
                    col("count", 4, Plain),
                    col("kind", 1, Byte),
                    col("silent", 1, Byte),
                ]
            }
        }
        Section::Handlers => &const { [col("from", 4, Delta), col("to", 4, Delta), col("block", 4, Delta)] },
        Section::Lines => &const { [col("pc", 2, Delta), col("line", 2, Delta)] },
        Section::LockedMethods => &const { [col("method", 4, Delta)] },
        Section::VolatileFields => &const { [col("field", 4, Delta)] },
        Section::ClassNames => &const { [col("hash", 4, Plain)] },
        Section::ForeignLines => &const { [col("line", 4, Delta), col("file", 4, Plain)] },
        Section::Loops => {
            &const { [col("header", 4, Delta), col("parent", 4, Index), col("depth", 2, Plain), col("reducible", 1, Byte)] }
        }
        Section::Variables => {
            &const {
                [
                    col("method", 4, Delta),
                    col("name", 4, Plain),
                    col("from", 2, Plain),
                    col("end", 2, Plain),
                    col("slot", 2, Plain),
                ]
            }
        }
        _ => &[],
    }
}

/// Bytes of a section of version 1 with this many rows.
fn section_len(section: Section, rows: u64) -> u64 {
    layout(section).iter().fold(8, |sum, c| sum + (rows * c.width as u64).next_multiple_of(8))
}

/// Cells of four and of two bytes.
type Cells4<'a> = &'a [[u8; 4]];
type Cells2<'a> = &'a [[u8; 2]];

/// The columns of one section, as cells of fixed width; all have `rows` cells.
struct Reader<'a> {
    section: Section,
    columns: Vec<Cow<'a, [u8]>>,
    rows: usize,
}

impl<'a> Reader<'a> {
    fn new(section: Section, entry: Entry, bytes: &'a [u8]) -> Result<Self, MapError> {
        let (offset, length) = (entry.offset, bytes.len() as u64);
        let (head, rest) = bytes.split_first_chunk::<8>().ok_or(MapError::Truncated {
            what: "row count",
            offset,
            need: 8,
            have: length,
        })?;
        let rows = u64::from_le_bytes(*head);
        let fits = rows <= MAX_ROWS && could_hold(section, entry.version, rows, length);
        let columns = match (fits, entry.version) {
            (false, _) => None,
            (true, FIXED_WIDTH) => Some(fixed(section, rows as usize, rest)),
            (true, _) => unpacked(section, rows as usize, rest),
        };
        let problem = "are not the columns of as many";
        let wrong = MapError::Count { section, offset, length, what: "rows", found: rows, problem };
        Ok(Reader { section, columns: columns.ok_or(wrong)?, rows: rows as usize })
    }

    fn bytes(&self, column: usize) -> &[u8] {
        self.columns.get(column).map(Cow::as_ref).unwrap_or_default()
    }

    fn u16(&self, column: usize) -> Cells2<'_> {
        self.bytes(column).as_chunks().0
    }

    fn u32(&self, column: usize) -> Cells4<'_> {
        self.bytes(column).as_chunks().0
    }

    /// A byte column whose cells do not exceed `limit`.
    fn enumerated(&self, column: usize, limit: u8) -> Result<&[u8], MapError> {
        let cells = self.bytes(column);
        let bad = |(row, &found): (usize, &u8)| MapError::Cell {
            section: self.section,
            column: layout(self.section)[column].name,
            row: row as u64,
            found: found.into(),
            limit: limit.into(),
        };
        if cells.iter().fold(0, |max, &b| b.max(max)) <= limit {
            return Ok(cells);
        }
        cells.iter().enumerate().find(|&(_, &b)| b > limit).map_or(Ok(cells), |found| Err(bad(found)))
    }
}

/// True if a section may have so many rows; checked before memory is reserved for them.
fn could_hold(section: Section, version: u32, rows: u64, length: u64) -> bool {
    match version {
        FIXED_WIDTH => section_len(section, rows) == length,
        // Each cell takes a byte or more.
        _ => 8 + rows * layout(section).len() as u64 <= length,
    }
}

fn fixed(section: Section, rows: usize, bytes: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let mut rest = bytes;
    let column = |column: &Column| {
        let (cells, after) = rest.split_at((rows * column.width).next_multiple_of(8).min(rest.len()));
        rest = after;
        Cow::Borrowed(cells.get(..rows * column.width).unwrap_or_default())
    };
    layout(section).iter().map(column).collect()
}

/// The columns of a section of version 2; `None` unless they are whole, sound and all that there is.
fn unpacked(section: Section, rows: usize, bytes: &[u8]) -> Option<Vec<Cow<'_, [u8]>>> {
    let mut rest = bytes;
    let columns = layout(section).iter().map(|column| unpack(column, rows, &mut rest)).collect::<Option<Vec<_>>>()?;
    rest.is_empty().then_some(columns)
}

fn unpack<'a>(column: &Column, rows: usize, bytes: &mut &'a [u8]) -> Option<Cow<'a, [u8]>> {
    if column.code == Code::Byte {
        let (cells, rest) = bytes.split_at_checked(rows)?;
        *bytes = rest;
        return Some(Cow::Borrowed(cells));
    }
    let cells = Cells::new(column.code).take_all(rows, bytes)?;
    if column.width == 4 {
        return Some(Cow::Owned(cells.into_iter().map(u32::to_le_bytes).collect::<Vec<_>>().into_flattened()));
    }
    let narrow = cells.into_iter().map(|cell| u16::try_from(cell).map(u16::to_le_bytes));
    Some(Cow::Owned(narrow.collect::<Result<Vec<_>, _>>().ok()?.into_flattened()))
}

fn u32s(cells: Cells4<'_>) -> Vec<u32> {
    cells.iter().map(|c| u32::from_le_bytes(*c)).collect()
}

fn u16s(cells: Cells2<'_>) -> Vec<u16> {
    cells.iter().map(|c| u16::from_le_bytes(*c)).collect()
}

/// The largest byte of an enumeration with as many members.
const fn last(members: usize) -> u8 {
    (members - 1) as u8
}

pub(super) fn read_insns(entry: Entry, bytes: &[u8]) -> Result<Insns, MapError> {
    let r = Reader::new(Section::Insns, entry, bytes)?;
    Ok(Insns {
        pc: u16s(r.u16(0)),
        opcode: r.bytes(1).to_vec(),
        op: r.enumerated(2, last(Op::ALL.len()))?.to_vec(),
        flags: r.bytes(3).to_vec(),
        arg: u32s(r.u32(4)),
    })
}

pub(super) fn read_blocks(entry: Entry, bytes: &[u8]) -> Result<Vec<Block>, MapError> {
    let r = Reader::new(Section::Blocks, entry, bytes)?;
    let c: [Cells4<'_>; 7] = std::array::from_fn(|i| r.u32(i));
    let height = r.u16(7);
    let cell = |column: usize, row: usize| u32::from_le_bytes(c[column][row]);
    let block = |i| Block {
        insns: cell(0, i)..cell(1, i),
        edges: cell(2, i)..cell(3, i),
        loop_: LoopId::new(cell(4, i)),
        start: cell(5, i),
        after_call: InstructionId::new(cell(6, i)),
        height: u16::from_le_bytes(height[i]),
    };
    Ok((0..r.rows).map(block).collect())
}

pub(super) fn read_edges(entry: Entry, bytes: &[u8]) -> Result<Vec<Edge>, MapError> {
    let r = Reader::new(Section::Edges, entry, bytes)?;
    let (to, inc, cut) = (r.u32(0), r.u32(1), r.enumerated(2, 1)?);
    let edge = |i: usize| Edge {
        to: BlockId::new(u32::from_le_bytes(to[i])),
        inc: u32::from_le_bytes(inc[i]),
        cut: cut[i] != 0,
    };
    Ok((0..r.rows).map(edge).collect())
}

pub(super) fn read_starts(entry: Entry, bytes: &[u8]) -> Result<Vec<Start>, MapError> {
    let r = Reader::new(Section::Starts, entry, bytes)?;
    let (block, base, count) = (r.u32(0), r.u32(1), r.u32(2));
    let (kind, silent) = (r.enumerated(3, last(StartKind::ALL.len()))?, r.enumerated(4, 1)?);
    let start = |i: usize| Start {
        block: BlockId::new(u32::from_le_bytes(block[i])),
        base: u32::from_le_bytes(base[i]),
        count: u32::from_le_bytes(count[i]),
        kind: StartKind::from_byte(kind[i]).unwrap_or(StartKind::Entry),
        silent: silent[i] != 0,
    };
    Ok((0..r.rows).map(start).collect())
}

pub(super) fn read_handlers(entry: Entry, bytes: &[u8]) -> Result<Vec<Handler>, MapError> {
    let r = Reader::new(Section::Handlers, entry, bytes)?;
    let c = [r.u32(0), r.u32(1), r.u32(2)];
    let cell = |column: usize, row: usize| u32::from_le_bytes(c[column][row]);
    Ok((0..r.rows)
        .map(|i| Handler {
            from: InstructionId::new(cell(0, i)),
            to: InstructionId::new(cell(1, i)),
            block: BlockId::new(cell(2, i)),
        })
        .collect())
}

pub(super) fn read_lines(entry: Entry, bytes: &[u8]) -> Result<Vec<Line>, MapError> {
    let r = Reader::new(Section::Lines, entry, bytes)?;
    let (pc, line) = (r.u16(0), r.u16(1));
    let row = |(pc, line): (&[u8; 2], &[u8; 2])| Line { pc: u16::from_le_bytes(*pc), line: u16::from_le_bytes(*line) };
    Ok(pc.iter().zip(line).map(row).collect())
}

pub(super) fn read_loops(entry: Entry, bytes: &[u8]) -> Result<Vec<Loop>, MapError> {
    let r = Reader::new(Section::Loops, entry, bytes)?;
    let (header, parent, depth, reducible) = (r.u32(0), r.u32(1), r.u16(2), r.enumerated(3, 1)?);
    let row = |i: usize| Loop {
        header: BlockId::new(u32::from_le_bytes(header[i])),
        parent: LoopId::new(u32::from_le_bytes(parent[i])),
        depth: u16::from_le_bytes(depth[i]),
        reducible: reducible[i] != 0,
    };
    Ok((0..r.rows).map(row).collect())
}

pub(super) fn read_variables(entry: Entry, bytes: &[u8]) -> Result<Vec<Variable>, MapError> {
    let r = Reader::new(Section::Variables, entry, bytes)?;
    let (method, name, from, end, slot) = (r.u32(0), r.u32(1), r.u16(2), r.u16(3), r.u16(4));
    let row = |i: usize| Variable {
        method: MethodId::new(u32::from_le_bytes(method[i])),
        name: u32::from_le_bytes(name[i]),
        from: u16::from_le_bytes(from[i]),
        end: u16::from_le_bytes(end[i]),
        slot: u16::from_le_bytes(slot[i]),
    };
    Ok((0..r.rows).map(row).collect())
}

/// Reads a section that lists rows of another table.
pub(super) fn read_rows(section: Section, entry: Entry, bytes: &[u8]) -> Result<Vec<u32>, MapError> {
    Ok(u32s(Reader::new(section, entry, bytes)?.u32(0)))
}

/// Appends a section that lists rows of another table.
pub(super) fn write_rows(
    out: &mut Vec<u8>,
    section: Section,
    rows: impl ExactSizeIterator<Item = u32>,
) -> Result<(), MapError> {
    Writer::new(out, section, rows.len())?.u32(rows)?;
    Ok(())
}

pub(super) fn read_foreign_lines(entry: Entry, bytes: &[u8]) -> Result<Vec<ForeignLine>, MapError> {
    let r = Reader::new(Section::ForeignLines, entry, bytes)?;
    let (line, file) = (u32s(r.u32(0)), u32s(r.u32(1)));
    Ok(line.into_iter().zip(file).map(|(line, file)| ForeignLine { line, file }).collect())
}

pub(super) fn write_foreign_lines(out: &mut Vec<u8>, lines: &[ForeignLine]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::ForeignLines, lines.len())?;
    w.u32(lines.iter().map(|foreign| foreign.line))?.u32(lines.iter().map(|foreign| foreign.file))?;
    Ok(())
}

/// Appends one section.
pub(super) struct Writer<'o> {
    section: Section,
    rows: usize,
    out: &'o mut Vec<u8>,
    column: usize,
}

impl<'o> Writer<'o> {
    pub(super) fn new(out: &'o mut Vec<u8>, section: Section, rows: usize) -> Result<Self, MapError> {
        if rows as u64 > MAX_ROWS {
            let reason = format!("{rows} rows, the limit is {MAX_ROWS}");
            return Err(MapError::Encode { section, reason });
        }
        out.extend_from_slice(&(rows as u64).to_le_bytes());
        Ok(Writer { section, rows, out, column: 0 })
    }

    /// Appends the next column.
    fn put(mut self, cells: impl Iterator<Item = u32>) -> Result<Self, MapError> {
        let column = layout(self.section).get(self.column).copied().unwrap_or(col("?", 4, Code::Plain));
        self.out.reserve(2 * self.rows);
        let found = Cells::new(column.code).put_all(cells, self.out);
        self.check(column.name, found)?;
        self.column += 1;
        Ok(self)
    }

    fn check(&self, column: &str, found: usize) -> Result<(), MapError> {
        if found == self.rows {
            return Ok(());
        }
        let reason = format!("column {column} has {found} cells, others have {}", self.rows);
        Err(MapError::Encode { section: self.section, reason })
    }

    pub(super) fn u32(self, cells: impl Iterator<Item = u32>) -> Result<Self, MapError> {
        self.put(cells)
    }

    pub(super) fn u16(self, cells: impl Iterator<Item = u16>) -> Result<Self, MapError> {
        self.put(cells.map(u32::from))
    }

    pub(super) fn u8(self, cells: impl Iterator<Item = u8>) -> Result<Self, MapError> {
        self.put(cells.map(u32::from))
    }

    /// A column of bytes in pieces.
    pub(super) fn bytes<'b>(mut self, pieces: impl Iterator<Item = &'b [u8]>) -> Result<Self, MapError> {
        let before = self.out.len();
        pieces.for_each(|piece| self.out.extend_from_slice(piece));
        let column = layout(self.section).get(self.column);
        self.check(column.map_or("?", |column| column.name), self.out.len() - before)?;
        self.column += 1;
        Ok(self)
    }
}

/// Bytes that the hot sections of a map take, more or less: most cells take one.
pub(super) fn bytes(map: &ProgramMap) -> usize {
    let rows = [
        (Section::Insns, map.insns.pc.len()),
        (Section::Blocks, map.blocks.len()),
        (Section::Edges, map.edges.len()),
        (Section::Starts, map.starts.len()),
        (Section::Handlers, map.handlers.len()),
        (Section::Lines, map.lines.len()),
        (Section::Loops, map.loops.len()),
        (Section::Variables, map.variables.len()),
    ];
    rows.into_iter().map(|(section, rows)| 8 + rows * (layout(section).len() + 1)).sum()
}
