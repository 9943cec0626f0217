//! The hot tables of a map, written from pieces: nobody has to put them together in memory first.

use super::columns::Writer;
use super::{MapError, NONE, Op, ProgramMap, Section};

/// Hot tables with numbers of their own: those of one class, say. The pieces of a map follow each other.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'p> {
    /// The rows; only hot tables count.
    pub rows: &'p ProgramMap,
    /// What the piece's numbers begin with in the map.
    pub bases: Bases,
    /// For each field that instructions name, its row in the map; `None`: they name rows of the map.
    pub fields: Option<&'p [u32]>,
    /// The same of sites.
    pub sites: Option<&'p [u32]>,
    /// The same of names of variables.
    pub variable_names: Option<&'p [u32]>,
}

/// Numbers with which a piece begins: rows of tables before it, and path ids of starts before it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs)] // named after the tables of `ProgramMap`
pub struct Bases {
    pub methods: u32,
    pub insns: u32,
    pub blocks: u32,
    pub edges: u32,
    pub starts: u32,
    pub loops: u32,
    pub paths: u32,
}

impl<'p> Piece<'p> {
    /// A map as its only piece.
    pub(super) fn whole(map: &'p ProgramMap) -> Piece<'p> {
        Piece { rows: map, bases: Bases::default(), fields: None, sites: None, variable_names: None }
    }

    /// The argument of an instruction of the piece.
    fn argument(&self, row: usize, argument: u32) -> u32 {
        match self.rows.insns.op.get(row).and_then(|&op| Op::from_byte(op)) {
            Some(Op::Invoke) => row_of(self.sites, argument),
            Some(Op::GetField | Op::PutField | Op::GetStatic | Op::PutStatic) => row_of(self.fields, argument),
            _ => argument,
        }
    }
}

fn row_of(rows: Option<&[u32]>, number: u32) -> u32 {
    rows.map_or(number, |rows| rows.get(number as usize).copied().unwrap_or(NONE))
}

/// A number that may be missing.
fn moved(number: u32, by: u32) -> u32 {
    if number == NONE { NONE } else { number.wrapping_add(by) }
}

/// Cells of one column, of all pieces.
fn each<'p, I: IntoIterator + 'p>(
    pieces: &'p [Piece<'p>],
    cells: impl Fn(&'p Piece<'p>) -> I,
) -> impl Iterator<Item = I::Item> {
    pieces.iter().flat_map(cells)
}

fn rows(pieces: &[Piece<'_>], of: impl Fn(&ProgramMap) -> usize) -> usize {
    pieces.iter().map(|piece| of(piece.rows)).sum()
}

/// Bytes that the tables take, more or less: most cells take one.
pub(super) fn bytes(pieces: &[Piece<'_>]) -> usize {
    pieces.iter().map(|piece| super::columns::bytes(piece.rows)).sum()
}

pub(super) fn insns(out: &mut Vec<u8>, pieces: &[Piece<'_>]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Insns, rows(pieces, |map| map.insns.pc.len()))?;
    let w = w.u16(each(pieces, |p| p.rows.insns.pc.iter().copied()))?;
    let w = w.bytes(pieces.iter().map(|p| &p.rows.insns.opcode[..]))?;
    let w = w.bytes(pieces.iter().map(|p| &p.rows.insns.op[..]))?;
    let w = w.bytes(pieces.iter().map(|p| &p.rows.insns.flags[..]))?;
    w.u32(each(pieces, |p| p.rows.insns.arg.iter().enumerate().map(move |(row, &arg)| p.argument(row, arg))))?;
    Ok(())
}

pub(super) fn blocks(out: &mut Vec<u8>, pieces: &[Piece<'_>]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Blocks, rows(pieces, |map| map.blocks.len()))?;
    let (insns, edges) = (|p: &Piece<'_>| p.bases.insns, |p: &Piece<'_>| p.bases.edges);
    let w = w.u32(each(pieces, |p| p.rows.blocks.iter().map(move |b| b.insns.start.wrapping_add(insns(p)))))?;
    let w = w.u32(each(pieces, |p| p.rows.blocks.iter().map(move |b| b.insns.end.wrapping_add(insns(p)))))?;
    let w = w.u32(each(pieces, |p| p.rows.blocks.iter().map(move |b| b.edges.start.wrapping_add(edges(p)))))?;
    let w = w.u32(each(pieces, |p| p.rows.blocks.iter().map(move |b| b.edges.end.wrapping_add(edges(p)))))?;
    let w = w.u32(each(pieces, |p| p.rows.blocks.iter().map(move |b| moved(b.loop_.number(), p.bases.loops))))?;
    let w = w.u32(each(pieces, |p| p.rows.blocks.iter().map(move |b| moved(b.start, p.bases.starts))))?;
    let w = w.u32(each(pieces, |p| p.rows.blocks.iter().map(move |b| moved(b.after_call.number(), insns(p)))))?;
    w.u16(each(pieces, |p| p.rows.blocks.iter().map(|b| b.height)))?;
    Ok(())
}

pub(super) fn edges(out: &mut Vec<u8>, pieces: &[Piece<'_>]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Edges, rows(pieces, |map| map.edges.len()))?;
    let w = w.u32(each(pieces, |p| p.rows.edges.iter().map(|e| e.to.number().wrapping_add(p.bases.blocks))))?;
    let w = w.u32(each(pieces, |p| p.rows.edges.iter().map(|e| e.inc)))?;
    w.u8(each(pieces, |p| p.rows.edges.iter().map(|e| e.cut.into())))?;
    Ok(())
}

pub(super) fn starts(out: &mut Vec<u8>, pieces: &[Piece<'_>]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Starts, rows(pieces, |map| map.starts.len()))?;
    let w = w.u32(each(pieces, |p| p.rows.starts.iter().map(|s| s.block.number().wrapping_add(p.bases.blocks))))?;
    let w = w.u32(each(pieces, |p| p.rows.starts.iter().map(|s| s.base.wrapping_add(p.bases.paths))))?;
    let w = w.u32(each(pieces, |p| p.rows.starts.iter().map(|s| s.count)))?;
    let w = w.u8(each(pieces, |p| p.rows.starts.iter().map(|s| s.kind as u8)))?;
    w.u8(each(pieces, |p| p.rows.starts.iter().map(|s| s.silent.into())))?;
    Ok(())
}

pub(super) fn handlers(out: &mut Vec<u8>, pieces: &[Piece<'_>]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Handlers, rows(pieces, |map| map.handlers.len()))?;
    let w = w.u32(each(pieces, |p| p.rows.handlers.iter().map(|h| h.from.number().wrapping_add(p.bases.insns))))?;
    let w = w.u32(each(pieces, |p| p.rows.handlers.iter().map(|h| h.to.number().wrapping_add(p.bases.insns))))?;
    w.u32(each(pieces, |p| p.rows.handlers.iter().map(|h| h.block.number().wrapping_add(p.bases.blocks))))?;
    Ok(())
}

pub(super) fn lines(out: &mut Vec<u8>, pieces: &[Piece<'_>]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Lines, rows(pieces, |map| map.lines.len()))?;
    let w = w.u16(each(pieces, |p| p.rows.lines.iter().map(|l| l.pc)))?;
    w.u16(each(pieces, |p| p.rows.lines.iter().map(|l| l.line)))?;
    Ok(())
}

pub(super) fn loops(out: &mut Vec<u8>, pieces: &[Piece<'_>]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Loops, rows(pieces, |map| map.loops.len()))?;
    let w = w.u32(each(pieces, |p| p.rows.loops.iter().map(|l| l.header.number().wrapping_add(p.bases.blocks))))?;
    let w = w.u32(each(pieces, |p| p.rows.loops.iter().map(|l| moved(l.parent.number(), p.bases.loops))))?;
    let w = w.u16(each(pieces, |p| p.rows.loops.iter().map(|l| l.depth)))?;
    w.u8(each(pieces, |p| p.rows.loops.iter().map(|l| l.reducible.into())))?;
    Ok(())
}

pub(super) fn variables(out: &mut Vec<u8>, pieces: &[Piece<'_>]) -> Result<(), MapError> {
    let w = Writer::new(out, Section::Variables, rows(pieces, |map| map.variables.len()))?;
    let w =
        w.u32(each(pieces, |p| p.rows.variables.iter().map(|v| v.method.number().wrapping_add(p.bases.methods))))?;
    let w = w.u32(each(pieces, |p| p.rows.variables.iter().map(|v| row_of(p.variable_names, v.name))))?;
    let w = w.u16(each(pieces, |p| p.rows.variables.iter().map(|v| v.from)))?;
    let w = w.u16(each(pieces, |p| p.rows.variables.iter().map(|v| v.end)))?;
    w.u16(each(pieces, |p| p.rows.variables.iter().map(|v| v.slot)))?;
    Ok(())
}

/// Bytes that the records of a map take, more or less.
pub(super) fn record_bytes(map: &ProgramMap) -> usize {
    /// Numbers and lengths of a record.
    const ROW: usize = 48;
    let rows = map.classes.len() + map.fields.len() + map.methods.len() + map.sites.len();
    let classes: usize = map.classes.iter().map(|c| c.name.len() + c.origin.len() + 2 * ROW).sum();
    let fields: usize = map.fields.iter().map(|f| f.class.len() + f.name.len() + f.desc.len()).sum();
    let methods: usize = map.methods.iter().map(|m| m.name.len() + m.desc.len()).sum();
    let sites: usize = map.sites.iter().map(|s| s.class.len() + s.name.len() + s.desc.len()).sum();
    let names: usize = map.variable_names.iter().map(|name| name.len() + 1).sum();
    ROW * rows + classes + fields + methods + sites + names
}
