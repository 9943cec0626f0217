//! Hot sections: fixed-width columns.

use super::section::Entry;
use super::{Block, Edge, Handler, Insns, Line, Loop, MapError, Op, ProgramMap, Section, Start, StartKind, Variable};
use crate::limits::MAX_ROWS;
use crate::map::{BlockId, InstructionId, LoopId, MethodId};

/// A column of a hot section.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    /// Bytes of a cell.
    pub(crate) width: usize,
}

const fn col(name: &'static str, width: usize) -> Column {
    Column { name, width }
}

/// The columns of a hot section; empty for cold ones.
pub(crate) fn layout(section: Section) -> &'static [Column] {
    match section {
        Section::Insns => &const { [col("pc", 2), col("opcode", 1), col("op", 1), col("flags", 1), col("arg", 4)] },
        Section::Blocks => {
            &const {
                [
                    col("first insn", 4),
                    col("end insn", 4),
                    col("first edge", 4),
                    col("end edge", 4),
                    col("loop", 4),
                    col("start", 4),
                    col("after_call", 4),
                    col("height", 2),
                ]
            }
        }
        Section::Edges => &const { [col("to", 4), col("inc", 4), col("cut", 1)] },
        Section::Starts => {
            &const { [col("block", 4), col("base", 4), col("count", 4), col("kind", 1), col("silent", 1)] }
        }
        Section::Handlers => &const { [col("from", 4), col("to", 4), col("block", 4)] },
        Section::Lines => &const { [col("pc", 2), col("line", 2)] },
        Section::Loops => &const { [col("header", 4), col("parent", 4), col("depth", 2), col("reducible", 1)] },
        Section::Variables => {
            &const { [col("method", 4), col("name", 4), col("from", 2), col("end", 2), col("slot", 2)] }
        }
        _ => &[],
    }
}

/// Bytes of a section with this many rows.
fn section_len(section: Section, rows: u64) -> u64 {
    layout(section).iter().fold(8, |sum, c| sum + (rows * c.width as u64).next_multiple_of(8))
}

/// Cells of four and of two bytes.
type Cells4<'a> = &'a [[u8; 4]];
type Cells2<'a> = &'a [[u8; 2]];

/// The columns of one section; all have `rows` cells.
struct Reader<'a> {
    section: Section,
    columns: Vec<&'a [u8]>,
    rows: usize,
}

impl<'a> Reader<'a> {
    fn new(section: Section, entry: Entry, bytes: &'a [u8]) -> Result<Self, MapError> {
        let (offset, length) = (entry.offset, bytes.len() as u64);
        let (head, mut rest) = bytes.split_first_chunk::<8>().ok_or(MapError::Truncated {
            what: "row count",
            offset,
            need: 8,
            have: length,
        })?;
        let rows = u64::from_le_bytes(*head);
        if rows > MAX_ROWS || section_len(section, rows) != length {
            let problem = "are not the columns of as many";
            return Err(MapError::Count { section, offset, length, what: "rows", found: rows, problem });
        }
        let rows = rows as usize;
        let mut columns = Vec::new();
        for c in layout(section) {
            let (column, after) = rest.split_at((rows * c.width).next_multiple_of(8).min(rest.len()));
            columns.push(column.get(..rows * c.width).unwrap_or_default());
            rest = after;
        }
        Ok(Reader { section, columns, rows })
    }

    fn bytes(&self, column: usize) -> &'a [u8] {
        self.columns.get(column).copied().unwrap_or_default()
    }

    fn u16(&self, column: usize) -> Cells2<'a> {
        self.bytes(column).as_chunks().0
    }

    fn u32(&self, column: usize) -> Cells4<'a> {
        self.bytes(column).as_chunks().0
    }

    /// A byte column whose cells do not exceed `limit`.
    fn enumerated(&self, column: usize, limit: u8) -> Result<&'a [u8], MapError> {
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

/// Appends one section.
struct Writer<'o> {
    section: Section,
    rows: usize,
    out: &'o mut Vec<u8>,
    column: usize,
}

impl<'o> Writer<'o> {
    fn new(out: &'o mut Vec<u8>, section: Section, rows: usize) -> Result<Self, MapError> {
        if rows as u64 > MAX_ROWS {
            let reason = format!("{rows} rows, the limit is {MAX_ROWS}");
            return Err(MapError::Encode { section, reason });
        }
        out.extend_from_slice(&(rows as u64).to_le_bytes());
        Ok(Writer { section, rows, out, column: 0 })
    }

    /// Appends the next column.
    fn put<const N: usize>(mut self, cells: impl Iterator<Item = [u8; N]>) -> Result<Self, MapError> {
        let before = self.out.len();
        cells.for_each(|c| self.out.extend_from_slice(&c));
        let found = (self.out.len() - before) / N;
        if found != self.rows {
            let name = layout(self.section).get(self.column).map_or("?", |c| c.name);
            let reason = format!("column {name} has {found} cells, others have {}", self.rows);
            return Err(MapError::Encode { section: self.section, reason });
        }
        self.out.resize(self.out.len().next_multiple_of(8), 0);
        self.column += 1;
        Ok(self)
    }

    fn u32(self, cells: impl Iterator<Item = u32>) -> Result<Self, MapError> {
        self.put(cells.map(u32::to_le_bytes))
    }

    fn u16(self, cells: impl Iterator<Item = u16>) -> Result<Self, MapError> {
        self.put(cells.map(u16::to_le_bytes))
    }

    fn u8(self, cells: impl Iterator<Item = u8>) -> Result<Self, MapError> {
        self.put(cells.map(|b| [b]))
    }
}

/// Bytes of the hot sections of a map.
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
    rows.into_iter().map(|(section, rows)| section_len(section, rows as u64) as usize).sum()
}

pub(super) fn write_insns(out: &mut Vec<u8>, t: &Insns) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Insns, t.pc.len())?.u16(t.pc.iter().copied())?;
    let w = w.u8(t.opcode.iter().copied())?.u8(t.op.iter().copied())?.u8(t.flags.iter().copied())?;
    w.u32(t.arg.iter().copied())?;
    Ok(())
}

pub(super) fn write_blocks(out: &mut Vec<u8>, t: &[Block]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Blocks, t.len())?;
    let w = w.u32(t.iter().map(|b| b.insns.start))?.u32(t.iter().map(|b| b.insns.end))?;
    let w = w.u32(t.iter().map(|b| b.edges.start))?.u32(t.iter().map(|b| b.edges.end))?;
    let w = w.u32(t.iter().map(|b| b.loop_.number()))?.u32(t.iter().map(|b| b.start))?;
    w.u32(t.iter().map(|b| b.after_call.number()))?.u16(t.iter().map(|b| b.height))?;
    Ok(())
}

pub(super) fn write_edges(out: &mut Vec<u8>, t: &[Edge]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Edges, t.len())?.u32(t.iter().map(|e| e.to.number()))?;
    w.u32(t.iter().map(|e| e.inc))?.u8(t.iter().map(|e| e.cut.into()))?;
    Ok(())
}

pub(super) fn write_starts(out: &mut Vec<u8>, t: &[Start]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Starts, t.len())?.u32(t.iter().map(|s| s.block.number()))?;
    let w = w.u32(t.iter().map(|s| s.base))?.u32(t.iter().map(|s| s.count))?;
    w.u8(t.iter().map(|s| s.kind as u8))?.u8(t.iter().map(|s| s.silent.into()))?;
    Ok(())
}

pub(super) fn write_handlers(out: &mut Vec<u8>, t: &[Handler]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Handlers, t.len())?.u32(t.iter().map(|h| h.from.number()))?;
    w.u32(t.iter().map(|h| h.to.number()))?.u32(t.iter().map(|h| h.block.number()))?;
    Ok(())
}

pub(super) fn write_lines(out: &mut Vec<u8>, t: &[Line]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Lines, t.len())?.u16(t.iter().map(|l| l.pc))?;
    w.u16(t.iter().map(|l| l.line))?;
    Ok(())
}

pub(super) fn write_loops(out: &mut Vec<u8>, t: &[Loop]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Loops, t.len())?.u32(t.iter().map(|l| l.header.number()))?;
    let w = w.u32(t.iter().map(|l| l.parent.number()))?.u16(t.iter().map(|l| l.depth))?;
    w.u8(t.iter().map(|l| l.reducible.into()))?;
    Ok(())
}

pub(super) fn write_variables(out: &mut Vec<u8>, t: &[Variable]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Variables, t.len())?.u32(t.iter().map(|v| v.method.number()))?;
    let w = w.u32(t.iter().map(|v| v.name))?.u16(t.iter().map(|v| v.from))?;
    w.u16(t.iter().map(|v| v.end))?.u16(t.iter().map(|v| v.slot))?;
    Ok(())
}
