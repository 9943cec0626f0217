//! Finds the directory and the entries where the JVM finds them.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::Read;
use std::ops::Range;

use flate2::read::DeflateDecoder;

use crate::record::{self, u16_at, u32_at, u64_at};
use crate::source::Reader;
use crate::{DEFLATED, STORED, Source, ZipError};

/// Class files rarely unpack to more times their packed size.
const LIKELY_RATIO: u64 = 8;

thread_local! {
    /// Kept, because it has more memory to clear than most entries have bytes.
    static DECODER: Cell<Option<DeflateDecoder<Reader>>> = const { Cell::new(None) };
}

/// An opened archive. The directory is kept in memory, as in the JVM; the data is not.
#[derive(Debug)]
pub struct Archive {
    source: Source,
    directory: Vec<u8>,
    /// The entries, in the order of the directory.
    pub entries: Vec<Entry>,
    /// Bytes before the first entry: a shell script, for instance.
    pub prefix: u64,
    /// The comment at its end.
    pub comment: Vec<u8>,
}

/// An entry as the directory describes it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// [`STORED`] or [`DEFLATED`].
    pub method: u16,
    /// CRC-32 of the contents.
    pub crc: u32,
    /// Bytes as stored, as the directory says.
    pub compressed: u64,
    /// Bytes of the contents, as the directory says.
    pub size: u64,
    /// Offset of its local header.
    local: u64,
    /// Its record in the directory.
    record: Range<usize>,
}

impl Archive {
    /// Reads the directory.
    ///
    /// # Errors
    /// Fails if the archive cannot be read, or the JVM would not read it.
    pub fn open(source: Source) -> Result<Archive, ZipError> {
        let end = End::find(&source)?;
        let misplaced = || ZipError::Directory { size: end.directory_size, end: end.directory_end };
        let start = end.directory_end.checked_sub(end.directory_size).ok_or_else(misplaced)?;
        // Offsets count from where the archive begins, which need not be where the file begins.
        let base = start.checked_sub(end.directory_offset).ok_or_else(misplaced)?;
        let directory = source.bytes(start, end.directory_size)?;
        let entries = entries(&directory, base)?;
        let prefix = entries.iter().map(|entry| entry.local).min().unwrap_or(start).min(start);
        let archive = Archive { source, directory, entries, prefix, comment: end.comment };
        archive.refuse_overlaps(start)?;
        Ok(archive)
    }

    /// The entry of this name; the last one, as for the JVM, if several have it.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().rfind(|entry| self.name(entry) == name)
    }

    /// The name; what is no UTF-8 the JVM does not open either.
    pub fn name(&self, entry: &Entry) -> Cow<'_, str> {
        name(&self.directory[entry.record.clone()])
    }

    /// The entry's record in the directory.
    pub(crate) fn central(&self, entry: &Entry) -> &[u8] {
        &self.directory[entry.record.clone()]
    }

    /// The local header with name and extra fields.
    pub(crate) fn local(&self, entry: &Entry) -> Result<Vec<u8>, ZipError> {
        let fixed = self.source.bytes(entry.local, record::LOCAL_SIZE as u64)?;
        if u32_at(&fixed, 0) != record::LOCAL {
            return Err(ZipError::Local { offset: entry.local });
        }
        let more = u64::from(u16_at(&fixed, 26)) + u64::from(u16_at(&fixed, 28));
        Ok(self.source.bytes(entry.local, record::LOCAL_SIZE as u64 + more)?)
    }

    /// The stored bytes of an entry, compressed or not.
    ///
    /// # Errors
    /// There is no such entry where the directory says, or the file cannot be read.
    pub fn data(&self, entry: &Entry) -> Result<Source, ZipError> {
        let start = entry.local + self.local(entry)?.len() as u64;
        if start.checked_add(entry.compressed).is_none_or(|end| end > self.source.len()) {
            return Err(ZipError::Size { declared: entry.compressed });
        }
        Ok(self.source.part(start, entry.compressed))
    }

    /// An entry's contents, to be read once. More than it declares is not given.
    ///
    /// # Errors
    /// As [`Self::data`].
    pub fn contents(&self, entry: &Entry) -> Result<Box<dyn Read>, ZipError> {
        let data = self.data(entry)?.reader();
        Ok(match entry.method {
            STORED => Box::new(data.take(entry.size)),
            _ => Box::new(DeflateDecoder::new(data).take(entry.size)),
        })
    }

    /// All of an entry's contents. Memory is taken as they come: declared sizes may lie.
    ///
    /// # Errors
    /// As [`Self::data`]; more than `limit` bytes, or other than declared.
    pub fn bytes(&self, entry: &Entry, limit: u64) -> Result<Vec<u8>, ZipError> {
        if entry.size > limit {
            return Err(ZipError::Limit { size: entry.size, limit });
        }
        let likely = entry.size.min(entry.compressed.saturating_mul(LIKELY_RATIO));
        let mut bytes = Vec::with_capacity(usize::try_from(likely).unwrap_or(0));
        let data = self.data(entry)?.reader();
        if entry.method == STORED {
            data.take(entry.size).read_to_end(&mut bytes)?;
        } else {
            let mut decoder = DECODER.take().unwrap_or_else(|| DeflateDecoder::new(data.clone()));
            decoder.reset(data);
            decoder.by_ref().take(entry.size).read_to_end(&mut bytes)?;
            DECODER.set(Some(decoder));
        }
        match bytes.len() as u64 == entry.size {
            true => Ok(bytes),
            false => Err(ZipError::Size { declared: entry.size }),
        }
    }

    /// The bytes before the first entry.
    pub(crate) fn prefix(&self) -> Source {
        self.source.part(0, self.prefix)
    }

    /// No two entries share data, so that all of them together unpack to a known multiple of the file at most. Names in
    /// local headers need not be those of the directory: they do not count.
    fn refuse_overlaps(&self, directory: u64) -> Result<(), ZipError> {
        let mut order: Vec<&Entry> = self.entries.iter().collect();
        order.sort_by_key(|entry| entry.local);
        let starts = order.iter().skip(1).map(|entry| entry.local).chain([directory]);
        for (entry, next) in order.iter().zip(starts) {
            let end = entry.local.saturating_add(record::LOCAL_SIZE as u64).saturating_add(entry.compressed);
            if end > next {
                return Err(ZipError::Overlap { name: self.name(entry).into_owned() });
            }
        }
        Ok(())
    }
}

fn name(central: &[u8]) -> Cow<'_, str> {
    let length = usize::from(u16_at(central, 28));
    String::from_utf8_lossy(&central[record::CENTRAL_SIZE..record::CENTRAL_SIZE + length])
}

fn entries(directory: &[u8], base: u64) -> Result<Vec<Entry>, ZipError> {
    let mut entries = Vec::new();
    let mut at = 0;
    while at + record::CENTRAL_SIZE <= directory.len() {
        let rest = &directory[at..];
        let lengths = [28, 30, 32].map(|field| usize::from(u16_at(rest, field)));
        let length = record::CENTRAL_SIZE + lengths.iter().sum::<usize>();
        let central = rest.get(..length).filter(|_| u32_at(rest, 0) == record::CENTRAL);
        let central = central.ok_or(ZipError::Record { offset: at })?;
        entries.push(entry(central, base, at..at + length).ok_or(ZipError::Record { offset: at })??);
        at += length;
    }
    Ok(entries)
}

/// Reads one record; `None` if its zip64 field is damaged.
fn entry(central: &[u8], base: u64, place: Range<usize>) -> Option<Result<Entry, ZipError>> {
    let method = u16_at(central, 10);
    if u16_at(central, 8) & record::FLAG_ENCRYPTED != 0 {
        return Some(Err(ZipError::Encrypted { name: name(central).into_owned() }));
    }
    if method != STORED && method != DEFLATED {
        return Some(Err(ZipError::Method { name: name(central).into_owned(), method }));
    }
    let extra = record::CENTRAL_SIZE + usize::from(u16_at(central, 28));
    let extra = &central[extra..extra + usize::from(u16_at(central, 30))];
    let mut large = record::extra_fields(extra).find(|(id, _)| *id == record::ZIP64_EXTRA).map_or(&[][..], |(_, d)| d);
    let mut value = |at: usize| match u32_at(central, at) {
        record::IN_ZIP64 if large.len() >= 8 => {
            let value = u64_at(large, 0);
            large = &large[8..];
            Some(value)
        }
        record::IN_ZIP64 => None,
        small => Some(u64::from(small)),
    };
    let (size, compressed, offset) = (value(24)?, value(20)?, value(42)?);
    let local = offset.checked_add(base)?;
    Some(Ok(Entry { method, crc: u32_at(central, 16), compressed, size, local, record: place }))
}

/// The contents of the end records.
struct End {
    directory_size: u64,
    directory_offset: u64,
    /// Offset of the end records, right after the directory.
    directory_end: u64,
    comment: Vec<u8>,
}

impl End {
    /// Looks for the last end record whose comment ends with the file, or that leads to a directory.
    fn find(source: &Source) -> Result<End, ZipError> {
        let longest = (record::END_SIZE + usize::from(u16::MAX)) as u64;
        let tail_start = source.len().saturating_sub(longest);
        let tail = source.bytes(tail_start, source.len() - tail_start)?;
        let last = tail.len().checked_sub(record::END_SIZE).ok_or(ZipError::NoEnd)?;
        for at in (0..=last).rev().filter(|&at| u32_at(&tail, at) == record::END) {
            let comment = at + record::END_SIZE..at + record::END_SIZE + usize::from(u16_at(&tail, at + 20));
            let end = End {
                directory_size: u64::from(u32_at(&tail, at + 12)),
                directory_offset: u64::from(u32_at(&tail, at + 16)),
                directory_end: tail_start + at as u64,
                comment: tail.get(comment.clone()).unwrap_or_default().to_vec(),
            };
            if comment.end == tail.len() || end.leads_to_entries(source) {
                return Ok(end.or_zip64(source, u16_at(&tail, at + 10)));
            }
        }
        Err(ZipError::NoEnd)
    }

    /// Some archives have bytes behind them.
    fn leads_to_entries(&self, source: &Source) -> bool {
        let signature = |at: u64| source.bytes(at, 4).map(|bytes| u32_at(&bytes, 0)).ok();
        let Some(start) = self.directory_end.checked_sub(self.directory_size) else { return false };
        let first = start.checked_sub(self.directory_offset);
        signature(start) == Some(record::CENTRAL) && first.and_then(signature) == Some(record::LOCAL)
    }

    /// The zip64 record counts if there is one and it agrees with this one.
    fn or_zip64(self, source: &Source, count: u16) -> End {
        self.zip64(source, count).unwrap_or(self)
    }

    fn zip64(&self, source: &Source, count: u16) -> Option<End> {
        let locator = self.directory_end.checked_sub(record::LOCATOR64_SIZE as u64)?;
        let locator = source.bytes(locator, record::LOCATOR64_SIZE as u64).ok()?;
        let at = u64_at(&locator, 8);
        let end = source.bytes(at, record::END64_SIZE as u64).ok()?;
        if u32_at(&locator, 0) != record::LOCATOR64 || u32_at(&end, 0) != record::END64 {
            return None;
        }
        let (large_count, size, offset) = (u64_at(&end, 32), u64_at(&end, 40), u64_at(&end, 48));
        let agree = |small: u64, large: u64| small == large || small == u64::from(record::IN_ZIP64);
        let counts_agree = u64::from(count) == large_count || count == record::COUNT_IN_ZIP64;
        let agreed = counts_agree && agree(self.directory_size, size) && agree(self.directory_offset, offset);
        agreed.then(|| End {
            directory_size: size,
            directory_offset: offset,
            directory_end: at,
            comment: self.comment.clone(),
        })
    }
}
