//! Traces: directories of segments, each a sequence of chunks (`docs/format.md` sections 3 and 4).
//!
//! [`TraceDir`] indexes the chunk headers of all segments and streams the columns of each thread with [`Columns`];
//! [`Follower`] reads a trace while it is written; [`mod@write`] is the mirror of both. Damage costs the chunk it hit and is always reported: by [`Completeness`], and by
//! [`Columns::stop`] where a thread cannot go on.

mod chunk;
mod column;
mod columns;
mod completeness;
mod dir;
mod error;
mod follow;
mod index;
mod payload;
mod predict;
mod scratch;
mod segment;
mod stamps;
mod summary;
pub mod write;

pub use chunk::{
    CALLED_BACK, CHUNK_HEADER_LEN, CHUNK_MAGIC, COUNTED, ChunkHeader, ChunkKind, ColumnKind, Encoding, FOLLOWED,
    INTERRUPTED, INTERRUPTED_LEN, Link, MAGIC, MAJOR, MARKS, MINOR, NO_THREAD, NORMAL_SHUTDOWN, OUTSIDE, PATH_IDS,
    RESUMED, RETURNED, SEGMENT_HEADER_LEN, SIZE_LIMIT, SegmentHeader, interrupted_at,
};
pub use column::{ColumnDecoder, ColumnEncoder};
pub use columns::{Columns, Stop};
pub use completeness::{Completeness, Gap};
pub use dir::{MAP_NAME, SegmentInfo, TraceDir};
pub use error::{ChunkProblem, ColumnProblem, TraceError};
pub use follow::{Followed, FollowedChunk, FollowedEnd, Follower};
pub use index::ThreadInfo;
pub use payload::{ColumnHead, Payload};
pub use predict::{HASH_D, HASH_F, Predictor, TABLE_WORDS};
pub use stamps::{STAMP_WORDS, Stamp, decode_stamps, encode_stamps};

pub(crate) use chunk::{LINKED, control_events};
pub use dir::segment_files;
pub(crate) use segment::{Damage, SegmentIndex};
pub(crate) use summary::lost;
