//! Maps.

use std::fmt::Debug;
use std::io;

use super::out::{Fields, Out, PER_LINE};
use super::sized;
use crate::map::{
    Cells, Class, Column, Container, ENTRY_LEN, Entry, FIXED_WIDTH, Field, FileName, HEADER_LEN, MAJOR, Meta, Method,
    NONE, Op, Record, Section, Site, StartKind, VariableName, layout, read_count, read_record,
};
use crate::numbers::plural;

/// Dumps a map.
pub(super) fn dump(bytes: &[u8], out: &mut Out<'_>) -> io::Result<()> {
    out.heading(format_args!("program map, {}", sized(bytes.len())))?;
    let container = match Container::parse(bytes) {
        Ok(container) => container,
        Err(e) => {
            out.note(format_args!("!! {e}"))?;
            return out.bytes(0, bytes, "not understood");
        }
    };
    header(bytes, &container, out)?;
    let mut at = HEADER_LEN + ENTRY_LEN * container.entries.len();
    for entry in container.by_offset() {
        let offset = entry.offset as usize;
        out.bytes(at, bytes.get(at..offset).unwrap_or_default(), "padding")?;
        section(&container, &entry, out)?;
        at = offset + entry.length as usize;
    }
    out.bytes(at, bytes.get(at..).unwrap_or_default(), "padding")
}

fn header(bytes: &[u8], container: &Container<'_>, out: &mut Out<'_>) -> io::Result<()> {
    let mut f = Fields::new(out, 0, bytes);
    f.field(8, "magic")?;
    f.field(2, format_args!("major version {MAJOR}"))?;
    f.field(2, format_args!("minor version {}", container.minor))?;
    f.field(4, plural(container.entries.len() as u64, "section", "sections"))?;
    for e in &container.entries {
        f.field(8, format_args!("section {}, version {}", name(e), e.version))?;
        f.field(16, format_args!("at byte {:#x}, {}", e.offset, plural(e.length, "byte", "bytes")))?;
        let computed = crc32c::crc32c(container.bytes_of(e));
        let right = if computed == e.crc { "right" } else { "WRONG" };
        f.field(8, format_args!("CRC32C {:08x} ({right}), reserved", e.crc))?;
    }
    Ok(())
}

fn name(entry: &Entry) -> String {
    Section::from_id(entry.id).map_or_else(|| format!("{} (unknown)", entry.id), |s| s.to_string())
}

fn section(container: &Container<'_>, entry: &Entry, out: &mut Out<'_>) -> io::Result<()> {
    out.heading(format_args!("section {}", name(entry)))?;
    let bytes = container.bytes_of(entry);
    let at = entry.offset as usize;
    match Section::from_id(entry.id) {
        Some(Section::Meta) => records::<Meta>(entry.version, bytes, at, out, Some(1)),
        Some(Section::Classes) => records::<Class>(entry.version, bytes, at, out, None),
        Some(Section::Fields) => records::<Field>(entry.version, bytes, at, out, None),
        Some(Section::Methods) => records::<Method>(entry.version, bytes, at, out, None),
        Some(Section::Sites) => records::<Site>(entry.version, bytes, at, out, None),
        Some(Section::VariableNames) => records::<VariableName>(entry.version, bytes, at, out, None),
        Some(Section::OtherFiles) => records::<FileName>(entry.version, bytes, at, out, None),
        Some(hot) => columns(hot, entry.version, bytes, at, out),
        None => out.bytes(at, bytes, "unknown section"),
    }
}

/// Records; their count stands in front of them unless it is given.
fn records<T: Record + Debug>(
    version: u32,
    bytes: &[u8],
    offset: usize,
    out: &mut Out<'_>,
    count: Option<u64>,
) -> io::Result<()> {
    let mut f = Fields::new(out, offset, bytes);
    let mut rest = bytes;
    let count = match count {
        Some(count) => count,
        None => match read_count(version, &mut rest) {
            Some(count) => {
                f.field(bytes.len() - rest.len(), plural(count, "record", "records"))?;
                count
            }
            None => 0,
        },
    };
    for i in 0..count {
        let before = rest.len();
        match read_record::<T>(version, &mut rest) {
            Ok(record) => f.field(before - rest.len(), format_args!("{i}: {record:?}"))?,
            Err(e) => return f.rest(format_args!("!! record {i}: {e}")),
        };
    }
    f.rest("!! behind the last record")
}

fn columns(section: Section, version: u32, bytes: &[u8], offset: usize, out: &mut Out<'_>) -> io::Result<()> {
    let mut f = Fields::new(out, offset, bytes);
    let rows = bytes.first_chunk::<8>().map_or(0, |b| u64::from_le_bytes(*b));
    f.field(8, plural(rows, "row", "rows"))?;
    // A wrong count ends at the end of the bytes.
    let rows = rows.min(bytes.len() as u64) as usize;
    for column in layout(section) {
        if version != FIXED_WIDTH {
            packed_cells(section, column, rows, &mut f)?;
            continue;
        }
        cells(section, column, rows, &mut f)?;
        let used = rows * column.width;
        f.field(used.next_multiple_of(8) - used, "padding")?;
    }
    f.rest("!! behind the last column")
}

fn cells(section: Section, column: &Column, rows: usize, f: &mut Fields<'_, '_, '_>) -> io::Result<()> {
    let per_line = PER_LINE / column.width;
    for first in (0..rows).step_by(per_line) {
        let n = per_line.min(rows - first);
        // The meaning needs the bytes: look before taking.
        let cells = f.peek(n * column.width).chunks(column.width);
        let values = cells.map(|bytes| bytes.iter().rev().fold(0u32, |v, &b| v << 8 | u32::from(b)));
        let text: Vec<String> = values.map(|value| cell(section, column, value)).collect();
        f.field(n * column.width, meaning(column, first, n, &text))?;
    }
    Ok(())
}

/// Cells of a section of version 2: as many on a line as have room there.
fn packed_cells(section: Section, column: &Column, rows: usize, f: &mut Fields<'_, '_, '_>) -> io::Result<()> {
    let (mut cells, mut first) = (Cells::new(column.code), 0);
    while first < rows {
        let line = f.peek(PER_LINE);
        let (mut rest, mut text) = (line, Vec::new());
        while first + text.len() < rows {
            // What does not end on this line begins the next.
            let mut ahead = cells.clone();
            let Some(value) = ahead.take(&mut rest) else { break };
            cells = ahead;
            text.push(cell(section, column, value));
        }
        if text.is_empty() {
            return f.rest(format_args!("!! {}[{first}] is no number", column.name));
        }
        f.field(line.len() - rest.len(), meaning(column, first, text.len(), &text))?;
        first += text.len();
    }
    Ok(())
}

fn meaning(column: &Column, first: usize, count: usize, cells: &[String]) -> String {
    format!("{}[{first}..{}] {}", column.name, first + count, cells.join(" "))
}

fn cell(section: Section, column: &Column, value: u32) -> String {
    let byte = value as u8;
    let known = match (section, column.name) {
        (Section::Insns, "op") => Op::from_byte(byte).map(|op| format!("{op:?}")),
        (Section::Starts, "kind") => StartKind::from_byte(byte).map(|k| format!("{k:?}")),
        (Section::Insns, "flags") => Some(flags(byte)),
        (Section::Insns, "opcode") => Some(format!("{byte:#04x}")),
        _ if column.width == 4 && value == NONE => Some("none".into()),
        _ => None,
    };
    known.unwrap_or_else(|| value.to_string())
}

fn flags(byte: u8) -> String {
    const NAMES: [&str; 8] = ["PEI", "REF", "INDEX", "NEW", "INDUCTION", "RESULT", "MONITOR", "bit7"];
    let set: Vec<&str> = NAMES.into_iter().enumerate().filter(|(i, _)| byte >> i & 1 != 0).map(|(_, n)| n).collect();
    if set.is_empty() { "-".into() } else { set.join("+") }
}
