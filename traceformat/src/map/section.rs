//! The container: header, section table, sections.

use std::fmt;

use super::MapError;
use crate::bytes::Cursor;
use crate::limits::MAX_SECTIONS;

/// First bytes of a map.
pub const MAGIC: [u8; 8] = *b"PTRCMAP\0";
/// Major version: readers refuse any other.
pub const MAJOR: u16 = 1;
/// Minor version: later ones may add sections, which readers skip.
/// (1: names of variables; 2: results of calls, states that are only looked at; 3: the methods that lambdas run; 4: sections of
/// version 2; 5: constants of type `double`; 6: calls that are accesses to memory; 7: those to several bytes; 8: those by
/// reflection, and calls that work on elements; 9: monitors, volatile fields; 10: calls that work on elements and states, or end a path;
/// 11: hashes of the names of classes; 12: lines of other files; 13: calls of all modes that work on elements; 14: callees of calls that may be
/// answered otherwise.)
pub const MINOR: u16 = 14;
/// Version of every section that is written: numbers take as many bytes as they need.
pub(super) const SECTION_VERSION: u32 = 2;
/// The version before: numbers of fixed width.
pub(crate) const FIXED_WIDTH: u32 = 1;
pub(crate) const HEADER_LEN: usize = 16;
pub(crate) const ENTRY_LEN: usize = 32;

/// The sections of a map; the discriminant is the id in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
#[allow(missing_docs)] // named after the tables of `ProgramMap`
pub enum Section {
    Meta = 1,
    Classes,
    Fields,
    Methods,
    Sites,
    Insns,
    Blocks,
    Edges,
    Starts,
    Handlers,
    Lines,
    Loops,
    VariableNames,
    Variables,
    LockedMethods,
    VolatileFields,
    ClassNames,
    OtherFiles,
    ForeignLines,
}

impl Section {
    /// Every section, in the order of their ids.
    pub const ALL: [Section; 19] = [
        Section::Meta,
        Section::Classes,
        Section::Fields,
        Section::Methods,
        Section::Sites,
        Section::Insns,
        Section::Blocks,
        Section::Edges,
        Section::Starts,
        Section::Handlers,
        Section::Lines,
        Section::Loops,
        Section::VariableNames,
        Section::Variables,
        Section::LockedMethods,
        Section::VolatileFields,
        Section::ClassNames,
        Section::OtherFiles,
        Section::ForeignLines,
    ];

    /// The id in the file.
    pub fn id(self) -> u32 {
        self as u32
    }

    /// The minor version that has brought it: maps of that version and later ones have it, earlier ones do not.
    pub(crate) fn since(self) -> u16 {
        match self {
            Section::VariableNames | Section::Variables => 1,
            Section::LockedMethods | Section::VolatileFields => 9,
            Section::ClassNames => 11,
            Section::OtherFiles | Section::ForeignLines => 12,
            _ => 0,
        }
    }

    /// The section with this id.
    pub fn from_id(id: u32) -> Option<Section> {
        Section::ALL.get((id as usize).checked_sub(1)?).copied()
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({self:?})", self.id())
    }
}

/// A row of the section table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) id: u32,
    pub(crate) version: u32,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) crc: u32,
    pub(crate) reserved: u32,
}

/// A map file with its section table; the sections are in bounds and do not overlap.
pub(crate) struct Container<'a> {
    bytes: &'a [u8],
    pub(crate) minor: u16,
    pub(crate) entries: Vec<Entry>,
}

impl<'a> Container<'a> {
    /// Reads header and table, and checks bounds; contents and CRCs come with [`Container::section`].
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Self, MapError> {
        let (minor, count) = header(bytes)?;
        let entries = table(bytes, count)?;
        let container = Container { bytes, minor, entries };
        container.check_layout()?;
        Ok(container)
    }

    /// The bytes of an entry.
    pub(crate) fn bytes_of(&self, entry: &Entry) -> &'a [u8] {
        let end = entry.offset.saturating_add(entry.length);
        self.bytes.get(entry.offset as usize..end as usize).unwrap_or_default()
    }

    /// A section's entry and bytes, with version and CRC checked.
    pub(crate) fn section(&self, section: Section) -> Result<(Entry, &'a [u8]), MapError> {
        let mut found = self.entries.iter().filter(|e| e.id == section.id());
        let entry = *found.next().ok_or(MapError::Section { section, problem: "missing" })?;
        if found.next().is_some() {
            return Err(MapError::Section { section, problem: "there twice" });
        }
        if !(FIXED_WIDTH..=SECTION_VERSION).contains(&entry.version) {
            return Err(MapError::SectionVersion { section, found: entry.version, known: SECTION_VERSION });
        }
        let bytes = self.bytes_of(&entry);
        let computed = crc32c::crc32c(bytes);
        if computed != entry.crc {
            return Err(MapError::Crc { section, offset: entry.offset, stored: entry.crc, computed });
        }
        Ok((entry, bytes))
    }

    /// The same for a section that maps of an earlier minor version lack: they say nothing of it.
    pub(crate) fn later_section(&self, section: Section) -> Result<Option<(Entry, &'a [u8])>, MapError> {
        (self.minor >= section.since()).then(|| self.section(section)).transpose()
    }

    /// Entries by offset.
    pub(crate) fn by_offset(&self) -> Vec<Entry> {
        let mut sorted = self.entries.clone();
        sorted.sort_by_key(|e| (e.offset, e.length));
        sorted
    }

    fn check_layout(&self) -> Result<(), MapError> {
        let mut at = (HEADER_LEN + ENTRY_LEN * self.entries.len()) as u64;
        for e in self.by_offset() {
            let bad = |problem| MapError::Bounds { id: e.id, offset: e.offset, length: e.length, problem };
            if e.reserved != 0 {
                return Err(bad("has a reserved field that is not zero"));
            }
            if e.offset < at {
                return Err(bad("overlaps what is before it"));
            }
            let end = e.offset.checked_add(e.length).filter(|&end| end <= self.bytes.len() as u64);
            let end = end.ok_or_else(|| bad("exceeds the file"))?;
            if !e.offset.is_multiple_of(8) {
                return Err(bad("is not aligned to 8"));
            }
            self.check_zero(at, e.offset)?;
            at = end;
        }
        self.check_zero(at, self.bytes.len() as u64)
    }

    fn check_zero(&self, from: u64, to: u64) -> Result<(), MapError> {
        let gap = self.bytes.get(from as usize..to as usize).unwrap_or_default();
        match gap.iter().position(|&b| b != 0) {
            Some(i) => Err(MapError::Padding { offset: from + i as u64, found: gap[i] }),
            None => Ok(()),
        }
    }
}

fn header(bytes: &[u8]) -> Result<(u16, u32), MapError> {
    let found = &bytes[..bytes.len().min(MAGIC.len())];
    if found != MAGIC {
        return Err(MapError::Magic { found: found.to_vec() });
    }
    let mut at = Cursor::new(bytes);
    let fields = at.take(8).and_then(|_| Some((at.u16()?, at.u16()?, at.u32()?)));
    let short = MapError::Truncated { what: "header", offset: 0, need: HEADER_LEN as u64, have: bytes.len() as u64 };
    let (major, minor, count) = fields.ok_or(short)?;
    if major != MAJOR {
        return Err(MapError::Version { found: major, known: MAJOR });
    }
    if count > MAX_SECTIONS {
        return Err(MapError::Sections { found: count, limit: MAX_SECTIONS });
    }
    Ok((minor, count))
}

fn table(bytes: &[u8], count: u32) -> Result<Vec<Entry>, MapError> {
    let need = count as usize * ENTRY_LEN;
    let rest = bytes.get(HEADER_LEN..).unwrap_or_default();
    let table = rest.get(..need).ok_or(MapError::Truncated {
        what: "section table",
        offset: HEADER_LEN as u64,
        need: need as u64,
        have: rest.len() as u64,
    })?;
    Ok(table.chunks_exact(ENTRY_LEN).filter_map(entry).collect())
}

fn entry(bytes: &[u8]) -> Option<Entry> {
    let mut at = Cursor::new(bytes);
    Some(Entry {
        id: at.u32()?,
        version: at.u32()?,
        offset: at.u64()?,
        length: at.u64()?,
        crc: at.u32()?,
        reserved: at.u32()?,
    })
}

/// A file in the making: header, a table with all sections in the order of their ids, and the sections in the order in which
/// they are written.
pub(super) struct Assembly {
    out: Vec<u8>,
}

impl Assembly {
    /// Header and an empty table. `bytes` of sections are expected.
    pub(super) fn new(bytes: usize) -> Assembly {
        let table_end = HEADER_LEN + ENTRY_LEN * Section::ALL.len();
        let mut out = Vec::with_capacity(table_end + bytes);
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&MAJOR.to_le_bytes());
        out.extend_from_slice(&MINOR.to_le_bytes());
        out.extend_from_slice(&(Section::ALL.len() as u32).to_le_bytes());
        out.resize(table_end, 0);
        Assembly { out }
    }

    /// Appends a section; `write` adds its bytes, which begin at a multiple of eight.
    pub(super) fn section(
        &mut self,
        section: Section,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), MapError>,
    ) -> Result<(), MapError> {
        self.out.resize(self.out.len().next_multiple_of(8), 0);
        let offset = self.out.len();
        write(&mut self.out)?;
        let row = entry_bytes(section, offset, &self.out[offset..]);
        let at = HEADER_LEN + ENTRY_LEN * (section.id() as usize - 1);
        self.out[at..at + ENTRY_LEN].copy_from_slice(&row);
        Ok(())
    }

    /// The whole file.
    pub(super) fn finish(self) -> Vec<u8> {
        self.out
    }
}

fn entry_bytes(section: Section, offset: usize, bytes: &[u8]) -> Vec<u8> {
    let mut row = Vec::with_capacity(ENTRY_LEN);
    row.extend_from_slice(&section.id().to_le_bytes());
    row.extend_from_slice(&SECTION_VERSION.to_le_bytes());
    row.extend_from_slice(&(offset as u64).to_le_bytes());
    row.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    row.extend_from_slice(&crc32c::crc32c(bytes).to_le_bytes());
    row.extend_from_slice(&0u32.to_le_bytes());
    row
}
