//! The program map and the trace: the one place that knows the bytes.
//!
//! `docs/format.md` says what the bytes mean; this crate reads, writes, checks and shows them.
//!
//! * [`map`]: the program map, in memory and on disk;
//! * [`paths`]: from a path id to the blocks the program went through;
//! * [`data`]: which data values belong to a path;
//! * [`trace`]: trace directories: [`trace::TraceDir`] reads, [`trace::write`] writes;
//! * [`dump`], [`info`], [`verify`]: what is in a file, byte by byte, in figures, and whether it is sound;
//! * [`plain`], [`numbers`]: names as terminals may show them, counts as people read them;
//! * [`limits`]: every limit and its reason.
//!
//! No input makes this crate panic; every error says what is wrong, the value, and where.
//!
//! ```
//! use paratrace_traceformat::map::ProgramMap;
//!
//! let map = ProgramMap { tool: "example 1".into(), ..ProgramMap::default() };
//! let bytes = map.to_bytes()?;
//! assert_eq!(&bytes[..8], b"PTRCMAP\0");
//! assert_eq!(ProgramMap::from_bytes(&bytes)?, map);
//! # Ok::<(), paratrace_traceformat::map::MapError>(())
//! ```

mod bytes;
pub mod data;
pub mod dump;
pub mod files;
mod handle;
pub mod info;
pub mod limits;
pub mod map;
pub mod numbers;
pub mod paths;
pub mod patterns;
pub mod plain;
pub mod trace;
pub mod verify;
