//! Segments.

use std::io;

use super::out::{Fields, Out};
use super::sized;
use crate::map::{Owners, PathId, ProgramMap};
use crate::numbers::plural;
use crate::paths;
use crate::trace::{
    CALLED_BACK, CHUNK_HEADER_LEN, CHUNK_MAGIC, COUNTED, ChunkHeader, ChunkKind, ColumnDecoder, ColumnHead, ColumnKind,
    Damage, Encoding, FOLLOWED, MAGIC, NO_THREAD, NORMAL_SHUTDOWN, OUTSIDE, Payload, RESUMED, RETURNED, SIZE_LIMIT,
    SegmentHeader, SegmentIndex, control_events, decode_stamps, interrupted_at,
};

/// Values on a line.
const VALUES_PER_LINE: usize = 8;

/// Dumps a segment.
pub(super) fn dump(bytes: &[u8], map: Option<&ProgramMap>, out: &mut Out<'_>) -> io::Result<()> {
    out.heading(format_args!("trace segment, {}", sized(bytes.len())))?;
    let Some(header) = SegmentHeader::parse(bytes).filter(|_| bytes.starts_with(&MAGIC)) else {
        out.note("!! no segment header")?;
        return out.bytes(0, bytes, "not understood");
    };
    segment_header(bytes, &header, out)?;
    let index = SegmentIndex::all(bytes);
    let mut dumper = Dumper { bytes, map, owners: map.map(ProgramMap::owners), decoder: ColumnDecoder::default(), out };
    dumper.run(&index)
}

fn segment_header(bytes: &[u8], header: &SegmentHeader, out: &mut Out<'_>) -> io::Result<()> {
    let mut f = Fields::new(out, 0, bytes);
    f.field(8, "magic")?;
    f.field(2, format_args!("major version {}", header.major))?;
    f.field(2, format_args!("minor version {}", header.minor))?;
    f.field(4, format_args!("segment {}", header.number))?;
    f.field(32, "hash of the map").map(|_| ())
}

struct Dumper<'a, 'o, 'w> {
    bytes: &'a [u8],
    map: Option<&'a ProgramMap>,
    owners: Option<Owners>,
    decoder: ColumnDecoder,
    out: &'o mut Out<'w>,
}

impl Dumper<'_, '_, '_> {
    /// Chunks and damaged places in the order of the file, then what is torn.
    fn run(&mut self, index: &SegmentIndex) -> io::Result<()> {
        let mut damage = index.damage.iter().peekable();
        for (offset, header) in &index.chunks {
            while let Some(d) = damage.next_if(|d| d.offset < *offset) {
                self.damage(d)?;
            }
            self.chunk(*offset as usize, header)?;
        }
        damage.try_for_each(|d| self.damage(d))?;
        if index.torn > 0 {
            let from = self.bytes.len() - index.torn as usize;
            self.out.heading("unfinished chunk")?;
            self.out.bytes(from, &self.bytes[from..], "torn")?;
        }
        Ok(())
    }

    fn damage(&mut self, d: &Damage) -> io::Result<()> {
        self.out.heading("damaged")?;
        let from = d.offset as usize;
        let bytes = self.bytes.get(from..from + d.length as usize).unwrap_or_default();
        match d.header {
            Some(h) => self.out.note(format_args!("perhaps thread {}, sequence {}", h.thread, h.sequence))?,
            None => self.out.note("no chunk header")?,
        }
        self.out.bytes(from, bytes, "damaged")
    }

    fn chunk(&mut self, offset: usize, h: &ChunkHeader) -> io::Result<()> {
        let kind = h.known_kind();
        let name = kind.map_or("unknown kind", ChunkKind::name);
        self.out.heading(format_args!("chunk: {name}"))?;
        let bytes = self.bytes.get(offset..offset + h.total() as usize).unwrap_or_default();
        let mut f = Fields::new(self.out, offset, bytes);
        f.field(CHUNK_MAGIC.len(), "magic")?;
        f.field(2, format_args!("kind {} ({name}), flags {:#04x}", h.kind, h.flags))?;
        f.field(2, format_args!("minor version {}", h.minor))?;
        match h.thread {
            NO_THREAD => f.field(4, "no thread")?,
            thread => f.field(4, format_args!("thread {thread}"))?,
        };
        f.field(4, format_args!("sequence {}", h.sequence))?;
        f.field(4, format_args!("payload {}", plural(h.length.into(), "byte", "bytes")))?;
        f.field(4, format_args!("chunk {} of the trace", h.link.number))?;
        f.field(4, format_args!("CRC32C of the chunk before: {:08x}", h.link.before))?;
        f.field(4, format_args!("CRC32C {:08x} (right)", h.crc))?;
        let (at, payload) = (offset + CHUNK_HEADER_LEN, bytes.get(CHUNK_HEADER_LEN..).unwrap_or_default());
        match kind.map(|kind| Payload::parse(kind, payload)) {
            Some(Ok(parsed)) => self.payload(at, payload, parsed),
            Some(Err(problem)) => f.rest(format_args!("!! {problem}")),
            None => f.rest("unknown payload"),
        }
    }

    fn payload(&mut self, at: usize, bytes: &[u8], payload: Payload<'_>) -> io::Result<()> {
        let mut f = Fields::new(self.out, at, bytes);
        match payload {
            Payload::Events(columns) => return self.events(at, bytes, &columns),
            Payload::Thread { java_id, name, hash } => {
                f.field(8, format_args!("Java thread id {java_id}"))?;
                f.field(4, "length of the name")?;
                f.field(name.len(), format_args!("name {name:?}"))?;
                f.field(bytes.len().saturating_sub(12 + name.len()), format_args!("hash of the thread {hash}"))?;
            }
            Payload::Classes(classes) => {
                f.field(4, plural(classes.len() as u64, "class", "classes"))?;
                for (index, name) in classes {
                    f.field(8, format_args!("class {index}, length of the name"))?;
                    f.field(name.len(), format_args!("name {name:?}"))?;
                }
            }
            Payload::ThreadEnd(values) => {
                for (kind, n) in ColumnKind::ALL.into_iter().zip(values) {
                    f.field(
                        8,
                        format_args!(
                            "{} in all",
                            plural(n, &format!("{} value", kind.name()), &format!("{} values", kind.name()))
                        ),
                    )?;
                }
            }
            Payload::TraceEnd { reason, lost } => {
                let text = match reason {
                    NORMAL_SHUTDOWN => "normal shutdown",
                    SIZE_LIMIT => "normal shutdown, the size limit was reached",
                    _ => "unknown",
                };
                f.field(1, format_args!("reason {reason} ({text})"))?;
                f.field(8, format_args!("{} lost", plural(lost, "event", "events")))?;
            }
        }
        Ok(())
    }

    fn events(&mut self, at: usize, bytes: &[u8], columns: &[ColumnHead<'_>]) -> io::Result<()> {
        let mut f = Fields::new(self.out, at, bytes);
        f.field(1, plural(columns.len() as u64, "column", "columns"))?;
        for c in columns {
            f.field(2, format_args!("{}, {}", column_name(c.kind), encoding_name(c.encoding)))?;
            f.field(8, format_args!("{} in {}", plural(c.values.into(), "value", "values"), sized(c.bytes.len())))?;
        }
        let mut behind = at + 1 + 10 * columns.len();
        for c in columns {
            self.out.bytes(behind, c.bytes, format_args!("{} column", column_name(c.kind)))?;
            behind += c.bytes.len();
            self.values(c)?;
        }
        Ok(())
    }

    fn stamps(&mut self, values: &[u32]) -> io::Result<()> {
        let mut stamps = Vec::new();
        if let Err(e) = decode_stamps(values, 0, &mut stamps) {
            return self.out.note(format_args!("!! {e}"));
        }
        for (i, at) in stamps.iter().enumerate() {
            self.out.note(format_args!("[{i}] stamp {} before control value {}", at.stamp, at.position))?;
        }
        Ok(())
    }

    fn values(&mut self, column: &ColumnHead<'_>) -> io::Result<()> {
        let mut values = Vec::new();
        if let Err(e) = self.decoder.decode(column.encoding, column.values, column.bytes, &mut values) {
            return self.out.note(format_args!("!! {e}"));
        }
        if let (Some(map), Some(owners), Some(ColumnKind::Control)) =
            (self.map, &self.owners, ColumnKind::from_byte(column.kind))
        {
            for (i, event) in control_events(&values) {
                let text = match (interrupted_at(event), event[0]) {
                    (Some(at), _) => format!("interrupted behind data value {at}"),
                    (None, OUTSIDE) => "the call is answered by a class that the map does not know".to_owned(),
                    (None, RETURNED) => "the call has returned".to_owned(),
                    (None, COUNTED) => "what the call runs is counted".to_owned(),
                    (None, FOLLOWED) => "the counted call has ended".to_owned(),
                    (None, CALLED_BACK) => "the counted call runs code of the program".to_owned(),
                    (None, RESUMED) => "the counted call goes on".to_owned(),
                    (None, id) => describe(map, owners, PathId::new(id)),
                };
                self.out.note(format_args!("[{i}] {text}"))?;
            }
            return Ok(());
        }
        if ColumnKind::from_byte(column.kind) == Some(ColumnKind::Sync) {
            return self.stamps(&values);
        }
        for (i, row) in values.chunks(VALUES_PER_LINE).enumerate() {
            let text: Vec<String> = row.iter().map(u32::to_string).collect();
            self.out.note(format_args!("[{}] {}", i * VALUES_PER_LINE, text.join(" ")))?;
        }
        Ok(())
    }
}

/// A path id with its method, start and end.
fn describe(map: &ProgramMap, owners: &Owners, id: PathId) -> String {
    let path = match paths::decode(map, id) {
        Ok(path) => path,
        Err(e) => return format!("{id}: !! {e}"),
    };
    let start = map.starts[path.start as usize];
    let method = owners.of_start(path.start).map_or_else(|| "?".into(), |m| map.method_name(m));
    format!("{id}: {method} {:?} + {}, {:?}", start.kind, id.number() - start.base, path.end)
}

fn column_name(kind: u8) -> &'static str {
    ColumnKind::from_byte(kind).map_or("unknown", ColumnKind::name)
}

fn encoding_name(encoding: u8) -> String {
    Encoding::from_byte(encoding).map_or_else(|| format!("unknown encoding {encoding}"), |e| format!("{e:?}"))
}
