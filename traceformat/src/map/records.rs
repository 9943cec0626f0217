//! Cold sections: records in the bincode wire format.

use wincode::config::{Configuration, DefaultConfig};
use wincode::io::Reader;
use wincode::{SchemaRead, SchemaWrite};

use super::section::Entry;
use super::{Class, Field, MapError, Method, Section, Site};
use crate::limits::{MAX_RECORD_RESERVE, MAX_ROWS};

/// Bincode's wire format: fixed-width little-endian integers, `u64` lengths, `u32` enum tags.
type Wire = Configuration<true, MAX_RECORD_RESERVE>;

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

/// A type of record.
pub(crate) trait Record:
    Sized + for<'de> SchemaRead<'de, Wire, Dst = Self> + SchemaWrite<DefaultConfig, Src = Self>
{
    const SECTION: Section;
    /// Bytes of the smallest record: bounds the count before memory is reserved.
    const MIN: u64;
}

impl Record for Meta {
    const SECTION: Section = Section::Meta;
    const MIN: u64 = 8 + 4;
}

impl Record for VariableName {
    const SECTION: Section = Section::VariableNames;
    const MIN: u64 = 8;
}

impl Record for Class {
    const SECTION: Section = Section::Classes;
    const MIN: u64 = 8 + 1 + 8 + 2 + 1 + 8 + 1 + 8;
}

impl Record for Field {
    const SECTION: Section = Section::Fields;
    const MIN: u64 = 3 * 8 + 1 + 1 + 4;
}

impl Record for Method {
    const SECTION: Section = Section::Methods;
    const MIN: u64 = 4 + 8 + 8 + 2 + 1 + 2 + 2 + 6 * 8;
}

impl Record for Site {
    const SECTION: Section = Section::Sites;
    const MIN: u64 = 1 + 3 * 8 + 4 + 4 + 4 + 1 + 1 + 1 + 8 + 1;
}

/// Reads one record and moves on behind it.
pub(crate) fn read_record<T: Record>(bytes: &mut &[u8]) -> Result<T, String> {
    <T as SchemaRead<'_, Wire>>::get(bytes.by_ref()).map_err(|e| e.to_string())
}

/// Reads a section that holds one record.
pub(super) fn read_one<T: Record>(entry: Entry, bytes: &[u8]) -> Result<T, MapError> {
    let mut rest = bytes;
    let record = read_record(&mut rest).map_err(|reason| bad::<T>(entry.offset, 0, reason))?;
    check_end::<T>(entry, bytes, rest, 1)?;
    Ok(record)
}

/// Reads a section of many records.
pub(super) fn read_all<T: Record>(entry: Entry, bytes: &[u8]) -> Result<Vec<T>, MapError> {
    let (count, mut rest) = read_count::<T>(entry, bytes)?;
    let mut records = Vec::with_capacity(count);
    for index in 0..count {
        let at = entry.offset + (bytes.len() - rest.len()) as u64;
        records.push(read_record(&mut rest).map_err(|reason| bad::<T>(at, index as u64, reason))?);
    }
    check_end::<T>(entry, bytes, rest, count as u64)?;
    Ok(records)
}

/// The count in front of the records, checked against the bytes behind it.
fn read_count<T: Record>(entry: Entry, bytes: &[u8]) -> Result<(usize, &[u8]), MapError> {
    let section = T::SECTION;
    let (head, rest) = bytes.split_first_chunk::<8>().ok_or(MapError::Truncated {
        what: "record count",
        offset: entry.offset,
        need: 8,
        have: bytes.len() as u64,
    })?;
    let count = u64::from_le_bytes(*head);
    if count > MAX_ROWS || count > rest.len() as u64 / T::MIN {
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
    out.extend_from_slice(&(records.len() as u64).to_le_bytes());
    records.iter().try_for_each(|r| append(out, r))
}

fn append<T: Record>(out: &mut Vec<u8>, record: &T) -> Result<(), MapError> {
    let fail = |e: wincode::WriteError| MapError::Encode { section: T::SECTION, reason: e.to_string() };
    <T as SchemaWrite<DefaultConfig>>::write(out, record).map_err(fail)
}
