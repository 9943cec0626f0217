//! Writes archives: entries as they were, with new contents, or new ones.

use std::cell::Cell;
use std::io::{self, Write};

use flate2::{Compression, Crc, write::DeflateEncoder};

use crate::record::{self, u16_at};
use crate::{Archive, DEFLATED, Entry, STORED, Source, ZipError};

/// New contents of an entry, as they are stored.
#[derive(Debug)]
pub struct Packed {
    content: Content,
    data: Vec<u8>,
}

/// The description of contents in a record.
#[derive(Debug, Clone, Copy)]
struct Content {
    method: u16,
    crc: u32,
    compressed: u64,
    size: u64,
}

thread_local! {
    /// Kept, because it has more memory to clear than most entries have bytes.
    static ENCODER: Cell<Option<DeflateEncoder<Vec<u8>>>> = const { Cell::new(None) };
}

/// Packs contents.
///
/// # Errors
/// None in practice: it writes to memory.
pub fn pack(bytes: &[u8]) -> io::Result<Packed> {
    Packed::deflated(|out| out.write_all(bytes))
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

impl Packed {
    /// The contents as they are stored.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    fn write(&self, out: &mut impl Write) -> io::Result<u64> {
        out.write_all(&self.data)?;
        Ok(self.data.len() as u64)
    }

    /// Contents as they are: quick to write and to read.
    pub fn stored(data: Vec<u8>) -> Packed {
        let size = data.len() as u64;
        let content = Content { method: STORED, crc: checksum(&data), compressed: size, size };
        Packed { content, data }
    }

    /// Contents that need not be in memory as a whole before they are packed.
    ///
    /// # Errors
    /// Fails if `fill` fails, with its error.
    pub fn deflated(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Packed> {
        let encoder = ENCODER.take().unwrap_or_else(|| DeflateEncoder::new(Vec::new(), Compression::fast()));
        let mut counted = Counted { out: encoder, crc: Crc::new(), size: 0 };
        fill(&mut counted)?;
        let (crc, size) = (counted.crc.sum(), counted.size);
        let data = counted.out.reset(Vec::new())?;
        ENCODER.set(Some(counted.out));
        Ok(Packed { content: Content { method: DEFLATED, crc, compressed: data.len() as u64, size }, data })
    }
}

struct Counted<W> {
    out: W,
    crc: Crc,
    size: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.crc.update(&bytes[..written]);
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes an archive front to back.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    offset: u64,
    directory: Vec<u8>,
    count: u64,
}

impl<W: Write> Writer<W> {
    /// Begins an archive.
    pub fn new(out: W) -> Writer<W> {
        Writer { out, offset: 0, directory: Vec::new(), count: 0 }
    }

    /// Copies what comes before the first entry of an archive.
    ///
    /// # Errors
    /// Fails if the archive cannot be read or the output cannot be written.
    pub fn prefix(&mut self, archive: &Archive) -> io::Result<()> {
        self.offset += io::copy(&mut archive.prefix().reader(), &mut self.out)?;
        Ok(())
    }

    /// Copies an entry.
    ///
    /// # Errors
    /// Fails if the archive cannot be read or the output cannot be written.
    pub fn copy(&mut self, archive: &Archive, entry: &Entry) -> Result<(), ZipError> {
        let Entry { method, crc, compressed, size, .. } = *entry;
        let content = Content { method, crc, compressed, size };
        let mut data = archive.data(entry)?.reader();
        let copy = |out: &mut W| io::copy(&mut data, out);
        Ok(self.put(&archive.local(entry)?, archive.central(entry), content, copy)?)
    }

    /// An entry with new contents.
    ///
    /// # Errors
    /// Fails if the archive cannot be read or the output cannot be written.
    pub fn replace(&mut self, archive: &Archive, entry: &Entry, new: &Packed) -> Result<(), ZipError> {
        Ok(self.put(&archive.local(entry)?, archive.central(entry), new.content, |out| new.write(out))?)
    }

    /// An entry with an archive of its own as new contents.
    ///
    /// # Errors
    /// Fails if an archive cannot be read or the output cannot be written.
    pub fn replace_archive(&mut self, archive: &Archive, entry: &Entry, new: &Source) -> Result<(), ZipError> {
        if entry.method != STORED {
            let packed = Packed::deflated(|out| io::copy(&mut new.reader(), out).map(drop))?;
            return self.replace(archive, entry, &packed);
        }
        let mut counted = Counted { out: io::sink(), crc: Crc::new(), size: 0 };
        io::copy(&mut new.reader(), &mut counted)?;
        let (crc, size) = (counted.crc.sum(), counted.size);
        let content = Content { method: STORED, crc, compressed: size, size };
        let copy = |out: &mut W| io::copy(&mut new.reader(), out);
        Ok(self.put(&archive.local(entry)?, archive.central(entry), content, copy)?)
    }

    /// A new entry.
    ///
    /// # Errors
    /// A name longer than 65,535 bytes; what cannot be written.
    pub fn add(&mut self, name: &str, new: &Packed) -> io::Result<()> {
        let length = u16::try_from(name.len()).map_err(io::Error::other)?.to_le_bytes();
        let mut local = vec![0; record::LOCAL_SIZE];
        local[..4].copy_from_slice(&record::LOCAL.to_le_bytes());
        local[4] = 20;
        local[6..8].copy_from_slice(&record::FLAG_UTF8.to_le_bytes());
        // The earliest date there is, 1980-01-01: the same input gives the same bytes.
        local[12] = 0x21;
        local[26..28].copy_from_slice(&length);
        local.extend(name.as_bytes());
        let mut central = vec![0; record::CENTRAL_SIZE];
        central[..4].copy_from_slice(&record::CENTRAL.to_le_bytes());
        central[4] = 20;
        central[6..32].copy_from_slice(&local[4..record::LOCAL_SIZE]);
        central.extend(name.as_bytes());
        self.put(&local, &central, new.content, |out| new.write(out))
    }

    /// Records like `local` and `central`, but for these contents at this place.
    /// `data` writes them and says how many bytes they are.
    fn put(
        &mut self,
        local: &[u8],
        central: &[u8],
        content: Content,
        data: impl FnOnce(&mut W) -> io::Result<u64>,
    ) -> io::Result<()> {
        let central = filled(central, content, Some(self.offset));
        self.directory.extend(central);
        self.count += 1;
        let local = filled(local, content, None);
        self.out.write_all(&local)?;
        let copied = data(&mut self.out)?;
        self.offset += local.len() as u64 + copied;
        Ok(())
    }

    /// Writes the directory.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn finish(mut self, comment: &[u8]) -> io::Result<W> {
        self.out.write_all(&self.directory)?;
        let size = self.directory.len() as u64;
        let small = |value: u64| u32::try_from(value).unwrap_or(record::IN_ZIP64);
        let count = u16::try_from(self.count).unwrap_or(record::COUNT_IN_ZIP64);
        if count == record::COUNT_IN_ZIP64 || small(size) == record::IN_ZIP64 || small(self.offset) == record::IN_ZIP64
        {
            self.out.write_all(&zip64_end(self.count, size, self.offset))?;
        }
        let mut end = record::END.to_le_bytes().to_vec();
        end.extend([0; 4]);
        end.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
        end.extend([small(size).to_le_bytes(), small(self.offset).to_le_bytes()].concat());
        end.extend(u16::try_from(comment.len()).map_err(io::Error::other)?.to_le_bytes());
        self.out.write_all(&end)?;
        self.out.write_all(comment)?;
        Ok(self.out)
    }
}

/// The zip64 end record and its locator.
fn zip64_end(count: u64, size: u64, offset: u64) -> Vec<u8> {
    let mut end = record::END64.to_le_bytes().to_vec();
    end.extend((record::END64_SIZE as u64 - 12).to_le_bytes());
    end.extend([record::ZIP64_VERSION.to_le_bytes(), record::ZIP64_VERSION.to_le_bytes()].concat());
    end.extend([0; 8]);
    end.extend([count, count, size, offset].map(u64::to_le_bytes).concat());
    end.extend(record::LOCATOR64.to_le_bytes());
    end.extend([0; 4]);
    end.extend((offset + size).to_le_bytes());
    end.extend(1u32.to_le_bytes());
    end
}

/// A record like `template`, local or (with the offset of the local one) central. Its sizes are in the header, not behind
/// the data, and in a zip64 field only if they need one.
fn filled(template: &[u8], content: Content, offset: Option<u64>) -> Vec<u8> {
    let (fixed, shift) = if offset.is_some() { (record::CENTRAL_SIZE, 2) } else { (record::LOCAL_SIZE, 0) };
    let name_end = fixed + usize::from(u16_at(template, 26 + shift));
    let extra_end = name_end + usize::from(u16_at(template, 28 + shift));
    let mut large = Vec::new();
    let sizes_large = content.size.max(content.compressed) >= u64::from(record::IN_ZIP64);
    let mut field = |value: u64, is_large: bool| match u32::try_from(value) {
        Ok(small) if !is_large => small,
        _ => {
            large.extend(value.to_le_bytes());
            record::IN_ZIP64
        }
    };
    let (size, compressed) = (field(content.size, sizes_large), field(content.compressed, sizes_large));
    let offset = offset.map(|offset| field(offset, offset >= u64::from(record::IN_ZIP64)));
    let extra = extra(&template[name_end..extra_end], &large);
    let version = u16_at(template, 4 + shift).max(if large.is_empty() { 0 } else { record::ZIP64_VERSION });
    let flags = u16_at(template, 6 + shift) & !record::FLAG_DESCRIPTOR;

    let mut new = template[..name_end].to_vec();
    let mut set = |at: usize, bytes: &[u8]| new[at..at + bytes.len()].copy_from_slice(bytes);
    set(4 + shift, &version.to_le_bytes());
    set(6 + shift, &flags.to_le_bytes());
    set(8 + shift, &content.method.to_le_bytes());
    for (index, value) in [content.crc, compressed, size].into_iter().enumerate() {
        set(14 + shift + 4 * index, &value.to_le_bytes());
    }
    set(28 + shift, &u16::try_from(extra.len()).unwrap_or(0).to_le_bytes());
    if let Some(offset) = offset {
        set(42, &offset.to_le_bytes());
    }
    new.extend(extra);
    new.extend(&template[extra_end..]);
    new
}

/// Extra fields with this zip64 field in place of the one that was there.
fn extra(old: &[u8], large: &[u8]) -> Vec<u8> {
    let is_zip64 = |id: u16| id == record::ZIP64_EXTRA;
    if large.is_empty() && !record::extra_fields(old).any(|(id, _)| is_zip64(id)) {
        return old.to_vec();
    }
    let mut new = Vec::new();
    let kept = record::extra_fields(old).filter(|(id, _)| !is_zip64(*id));
    for (id, data) in std::iter::once((record::ZIP64_EXTRA, large)).filter(|(_, d)| !d.is_empty()).chain(kept) {
        if new.len() + 4 + data.len() <= usize::from(u16::MAX) {
            new.extend(id.to_le_bytes());
            new.extend(u16::try_from(data.len()).unwrap_or(0).to_le_bytes());
            new.extend(data);
        }
    }
    new
}
