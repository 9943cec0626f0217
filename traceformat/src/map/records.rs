//! Cold sections: records in the bincode wire format, with numbers of variable width (version 2) or of fixed width (version 1).

use wincode::config::Configuration;
use wincode::int_encoding::{LittleEndian, VarInt};
use wincode::io::Reader;
use wincode::len::BincodeLen;
use wincode::{SchemaRead, SchemaWrite};

use super::section::{Entry, FIXED_WIDTH};
use super::{Class, Field, MapError, Method, Section, Site};
use crate::limits::{MAX_RECORD_RESERVE, MAX_ROWS};

/// Bincode's wire format: little-endian integers of one byte if they are below 251, else of a byte more than they need.
type Wire = Configuration<true, MAX_RECORD_RESERVE, BincodeLen, LittleEndian, VarInt>;

/// The same with fixed-width integers, `u64` lengths, `u32` enum tags.
type FixedWire = Configuration<true, MAX_RECORD_RESERVE>;

/// The one record of section `Meta`.
#[derive(Debug, Clone, PartialEq, Eq, SchemaRead, SchemaWrite)]
pub(crate) struct Meta {
    pub(crate) tool: String,
    pub(crate) static_slots: u32,
}

/// A record of section `VariableNames`.
#[derive(Debug, Clone, PartialEq, Eq, SchemaRead, SchemaWrite)]
pub(crate) struct VariableName {
    pub(crate) text: String,
}

/// A record of section `OtherFiles`.
#[derive(Debug, Clone, PartialEq, Eq, SchemaRead, SchemaWrite)]
pub(crate) struct FileName {
    pub(crate) text: String,
}

/// A type of record.
pub(crate) trait Record:
    Sized
    + for<'de> SchemaRead<'de, Wire, Dst = Self>
    + for<'de> SchemaRead<'de, FixedWire, Dst = Self>
    + SchemaWrite<Wire, Src = Self>
{
    const SECTION: Section;
    /// Bytes of the smallest record, which bound the count before memory is reserved.
    const MIN: u64;
    /// The same in a section of version 1.
    const MIN_FIXED: u64;
}

impl Record for Meta {
    const SECTION: Section = Section::Meta;
    const MIN: u64 = 1 + 1;
    const MIN_FIXED: u64 = 8 + 4;
}

impl Record for VariableName {
    const SECTION: Section = Section::VariableNames;
    const MIN: u64 = 1;
    const MIN_FIXED: u64 = 8;
}

impl Record for FileName {
    const SECTION: Section = Section::OtherFiles;
    const MIN: u64 = 1;
    const MIN_FIXED: u64 = 8;
}

impl Record for Class {
    const SECTION: Section = Section::Classes;
    const MIN: u64 = 1 + 1 + 1 + 1 + 1 + 1 + 1 + 2;
    const MIN_FIXED: u64 = 8 + 1 + 8 + 2 + 1 + 8 + 1 + 8;
}

impl Record for Field {
    const SECTION: Section = Section::Fields;
    const MIN: u64 = 3 + 1 + 1 + 1;
    const MIN_FIXED: u64 = 3 * 8 + 1 + 1 + 4;
}

impl Record for Method {
    const SECTION: Section = Section::Methods;
    const MIN: u64 = 1 + 1 + 1 + 1 + 1 + 1 + 1 + 6 * 2;
    const MIN_FIXED: u64 = 4 + 8 + 8 + 2 + 1 + 2 + 2 + 6 * 8;
}

impl Record for Site {
    const SECTION: Section = Section::Sites;
    const MIN: u64 = 1 + 3 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1;
    const MIN_FIXED: u64 = 1 + 3 * 8 + 4 + 4 + 4 + 1 + 1 + 1 + 8 + 1;
}

/// Reads one record and moves on behind it.
pub(crate) fn read_record<T: Record>(version: u32, bytes: &mut &[u8]) -> Result<T, String> {
    let read = match version {
        FIXED_WIDTH => <T as SchemaRead<'_, FixedWire>>::get(bytes.by_ref()),
        _ => <T as SchemaRead<'_, Wire>>::get(bytes.by_ref()),
    };
    read.map_err(|e| e.to_string())
}

/// Takes the number of records off the front of a section.
pub(crate) fn read_count(version: u32, bytes: &mut &[u8]) -> Option<u64> {
    match version {
        FIXED_WIDTH => <u64 as SchemaRead<'_, FixedWire>>::get(bytes.by_ref()).ok(),
        _ => <u64 as SchemaRead<'_, Wire>>::get(bytes.by_ref()).ok(),
    }
}

/// Reads a section that holds one record.
pub(super) fn read_one<T: Record>(entry: Entry, bytes: &[u8]) -> Result<T, MapError> {
    let mut rest = bytes;
    let record = read_record(entry.version, &mut rest).map_err(|reason| bad::<T>(entry.offset, 0, reason))?;
    check_end::<T>(entry, bytes, rest, 1)?;
    Ok(record)
}

/// Reads a section of many records.
pub(super) fn read_all<T: Record>(entry: Entry, bytes: &[u8]) -> Result<Vec<T>, MapError> {
    let (count, mut rest) = checked_count::<T>(entry, bytes)?;
    let mut records = Vec::with_capacity(count);
    for index in 0..count {
        let at = entry.offset + (bytes.len() - rest.len()) as u64;
        records.push(read_record(entry.version, &mut rest).map_err(|reason| bad::<T>(at, index as u64, reason))?);
    }
    check_end::<T>(entry, bytes, rest, count as u64)?;
    Ok(records)
}

/// The count in front of the records, checked against the bytes behind it.
fn checked_count<T: Record>(entry: Entry, bytes: &[u8]) -> Result<(usize, &[u8]), MapError> {
    let (section, mut rest) = (T::SECTION, bytes);
    let (need, least) = if entry.version == FIXED_WIDTH { (8, T::MIN_FIXED) } else { (1, T::MIN) };
    let count = read_count(entry.version, &mut rest).ok_or(MapError::Truncated {
        what: "record count",
        offset: entry.offset,
        need,
        have: bytes.len() as u64,
    })?;
    if count > MAX_ROWS || count > rest.len() as u64 / least {
        let problem = "cannot hold as many";
        let (offset, length) = (entry.offset, bytes.len() as u64);
        return Err(MapError::Count { section, offset, length, what: "records", found: count, problem });
    }
    Ok((count as usize, rest))
}

fn check_end<T: Record>(entry: Entry, bytes: &[u8], rest: &[u8], count: u64) -> Result<(), MapError> {
    if rest.is_empty() {
        return Ok(());
    }
    let (section, offset, length) = (T::SECTION, entry.offset, bytes.len() as u64);
    Err(MapError::Count { section, offset, length, what: "records", found: count, problem: "go on behind them" })
}

fn bad<T: Record>(offset: u64, index: u64, reason: String) -> MapError {
    MapError::Record { section: T::SECTION, index, offset, reason }
}

/// Appends a section with one record.
pub(super) fn write_one<T: Record>(out: &mut Vec<u8>, record: &T) -> Result<(), MapError> {
    append(out, record)
}

/// Appends a section of records: the bytes of a `Vec`.
pub(super) fn write_all<T: Record>(out: &mut Vec<u8>, records: &[T]) -> Result<(), MapError> {
    if records.len() as u64 > MAX_ROWS {
        let reason = format!("{} records, the limit is {MAX_ROWS}", records.len());
        return Err(MapError::Encode { section: T::SECTION, reason });
    }
    let fail = |e: wincode::WriteError| MapError::Encode { section: T::SECTION, reason: e.to_string() };
    <u64 as SchemaWrite<Wire>>::write(&mut *out, &(records.len() as u64)).map_err(fail)?;
    records.iter().try_for_each(|r| append(out, r))
}

fn append<T: Record>(out: &mut Vec<u8>, record: &T) -> Result<(), MapError> {
    let fail = |e: wincode::WriteError| MapError::Encode { section: T::SECTION, reason: e.to_string() };
    <T as SchemaWrite<Wire>>::write(out, record).map_err(fail)
}
