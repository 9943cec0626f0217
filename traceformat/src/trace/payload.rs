//! Contents of the payloads of chunks.

use super::error::ChunkProblem;
use super::{ChunkKind, ColumnKind};
use crate::bytes::Cursor;

/// The head of a column in an events chunk, and where its bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnHead<'a> {
    /// [`ColumnKind`] as a byte.
    pub kind: u8,
    /// [`super::Encoding`] as a byte.
    pub encoding: u8,
    /// Number of values.
    pub values: u32,
    /// The encoded values.
    pub bytes: &'a [u8],
}

/// Bytes of a column head.
pub(super) const HEAD_LEN: usize = 10;

/// A payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payload<'a> {
    /// Columns.
    Events(Vec<ColumnHead<'a>>),
    /// A thread.
    Thread {
        /// `Thread.getId()`.
        java_id: u64,
        /// `Thread.getName()`.
        name: &'a str,
        /// Identity hash of the `java.lang.Thread`; 0 if unknown. Traces before version 1.4 have none.
        hash: u32,
    },
    /// Class indices and names.
    Classes(Vec<(u32, &'a str)>),
    /// Values written in all, by [`ColumnKind::index`].
    ThreadEnd([u64; 3]),
    /// The end.
    TraceEnd {
        /// 1: normal shutdown.
        reason: u8,
        /// Events that were not written.
        lost: u64,
    },
}

impl<'a> Payload<'a> {
    /// Reads a payload.
    ///
    /// # Errors
    /// Fails if the bytes are not the payload of such a chunk. Columns are not decoded.
    pub fn parse(kind: ChunkKind, bytes: &'a [u8]) -> Result<Payload<'a>, ChunkProblem> {
        let mut at = Cursor::new(bytes);
        let payload = match kind {
            ChunkKind::Events => Payload::Events(columns(&mut at)?),
            ChunkKind::Thread => {
                let java_id = at.u64().ok_or_else(|| truncated(&at, "the thread id"))?;
                let name = name(&mut at)?;
                let hash = if at.rest().is_empty() { Some(0) } else { at.u32() };
                Payload::Thread { java_id, name, hash: hash.ok_or_else(|| truncated(&at, "the hash of the thread"))? }
            }
            ChunkKind::Classes => Payload::Classes(classes(&mut at)?),
            ChunkKind::ThreadEnd => {
                let values = (|| Some([at.u64()?, at.u64()?, at.u64()?]))();
                Payload::ThreadEnd(values.ok_or_else(|| truncated(&at, "the counts"))?)
            }
            ChunkKind::TraceEnd => {
                let fields = (|| Some((at.u8()?, at.u64()?)))();
                let (reason, lost) = fields.ok_or_else(|| truncated(&at, "the end of the trace"))?;
                Payload::TraceEnd { reason, lost }
            }
        };
        if !at.rest().is_empty() {
            return Err(ChunkProblem::Trailing { at: at.at() as u64, found: at.rest().len() as u64 });
        }
        Ok(payload)
    }
}

/// Kind, values and bytes of the columns of an events chunk, from the first bytes of its payload; none if they do not fit its length,
/// or there are more columns than the bytes show.
pub(super) fn event_heads(first: &[u8], length: u32) -> Option<Vec<(u8, u32, u32)>> {
    let mut at = Cursor::new(first);
    let count = usize::from(at.u8()?);
    let mut heads = Vec::with_capacity(count.min(3));
    for _ in 0..count {
        let (kind, _encoding, values, bytes) = (at.u8()?, at.u8()?, at.u32()?, at.u32()?);
        let known = |&(other, ..): &(u8, u32, u32)| other == kind && ColumnKind::from_byte(kind).is_some();
        if heads.iter().any(known) {
            return None;
        }
        heads.push((kind, values, bytes));
    }
    let columns: u64 = heads.iter().map(|&(.., bytes)| u64::from(bytes)).sum();
    ((1 + count * HEAD_LEN) as u64 + columns == u64::from(length)).then_some(heads)
}

fn truncated(at: &Cursor<'_>, what: &'static str) -> ChunkProblem {
    ChunkProblem::Truncated { at: (at.at() + at.rest().len()) as u64, what }
}

fn columns<'a>(at: &mut Cursor<'a>) -> Result<Vec<ColumnHead<'a>>, ChunkProblem> {
    let count = at.u8().ok_or_else(|| truncated(at, "the column count"))?;
    let heads = at.take(usize::from(count) * HEAD_LEN).ok_or_else(|| truncated(at, "the column heads"))?;
    let mut columns: Vec<ColumnHead<'a>> = Vec::with_capacity(count.into());
    for head in heads.chunks_exact(HEAD_LEN) {
        let column = column(head, at).ok_or_else(|| truncated(at, "a column"))?;
        if let Some(kind) = ColumnKind::from_byte(column.kind)
            && columns.iter().any(|c| c.kind == column.kind)
        {
            return Err(ChunkProblem::Twice { kind });
        }
        columns.push(column);
    }
    Ok(columns)
}

fn column<'a>(head: &[u8], at: &mut Cursor<'a>) -> Option<ColumnHead<'a>> {
    let mut head = Cursor::new(head);
    let (kind, encoding, values, bytes) = (head.u8()?, head.u8()?, head.u32()?, head.u32()?);
    Some(ColumnHead { kind, encoding, values, bytes: at.take(bytes as usize)? })
}

fn name<'a>(at: &mut Cursor<'a>) -> Result<&'a str, ChunkProblem> {
    let length = at.u32().ok_or_else(|| truncated(at, "the length of a name"))?;
    let here = at.at() as u64;
    let bytes = at.take(length as usize).ok_or_else(|| truncated(at, "a name"))?;
    std::str::from_utf8(bytes).map_err(|_| ChunkProblem::Name { at: here, problem: "not UTF-8" })
}

fn classes<'a>(at: &mut Cursor<'a>) -> Result<Vec<(u32, &'a str)>, ChunkProblem> {
    let count = at.u32().ok_or_else(|| truncated(at, "the class count"))?;
    if u64::from(count) * 8 > at.rest().len() as u64 {
        return Err(truncated(at, "the classes"));
    }
    (0..count)
        .map(|_| {
            let index = at.u32().ok_or_else(|| truncated(at, "a class index"))?;
            Ok((index, name(at)?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Traces before version 1.4 told no hashes of threads.
    #[test]
    fn a_thread_may_have_no_hash() {
        let mut bytes = [&7u64.to_le_bytes()[..], &1u32.to_le_bytes(), b"t"].concat();
        let parsed = |bytes: &[u8]| match Payload::parse(ChunkKind::Thread, bytes) {
            Ok(Payload::Thread { java_id: 7, name: "t", hash }) => Ok(hash),
            other => Err(format!("{other:?}")),
        };
        assert_eq!(parsed(&bytes), Ok(0));
        bytes.extend(9u32.to_le_bytes());
        assert_eq!(parsed(&bytes), Ok(9));
        for wrong in [bytes.len() - 1, bytes.len() - 3] {
            assert!(parsed(&bytes[..wrong]).is_err());
        }
        bytes.push(0);
        assert!(parsed(&bytes).is_err());
    }
}
