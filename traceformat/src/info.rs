//! A trace in figures.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::map::{ProgramMap, Untraced};
use crate::numbers::{count, plural};
use crate::plain;
use crate::trace::{ColumnKind, Completeness, ThreadInfo, TraceDir};

/// The contents of `paratrace info`. `Display` gives text, `Serialize` the JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Info {
    /// The map and what it says about coverage.
    pub map: MapInfo,
    /// The segments.
    pub segments: Vec<FileInfo>,
    /// Bytes of map and segments.
    pub total_bytes: u64,
    /// The threads.
    pub threads: Vec<ThreadSummary>,
    /// The columns of all threads together.
    pub columns: Vec<ColumnInfo>,
    /// The parts of the run that the trace lacks.
    pub completeness: Completeness,
    /// Executed nodes, if they were counted: only the analyzer can.
    pub nodes: Option<u64>,
}

/// The map in figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MapInfo {
    /// Length of the file in bytes; 0 if unknown.
    pub bytes: u64,
    /// SHA-256 of the file; empty if unknown.
    pub hash: String,
    /// Tool that made it.
    pub tool: String,
    /// Classes given to the instrumenter.
    pub classes: u64,
    /// Classes none of whose methods is traced, by reason.
    pub untraced_classes: BTreeMap<&'static str, u64>,
    /// Methods of all classes.
    pub methods: u64,
    /// Traced methods.
    pub traced_methods: u64,
    /// Untraced methods by reason.
    pub untraced_methods: BTreeMap<&'static str, u64>,
    /// Instructions of traced methods.
    pub instructions: u64,
    /// Blocks of traced methods.
    pub blocks: u64,
    /// Starts of paths.
    pub starts: u64,
    /// Path ids in use.
    pub paths: u64,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileInfo {
    /// Its name.
    pub name: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// Its chunks.
    pub chunks: u64,
}

/// A thread in figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadSummary {
    /// Number in the trace.
    pub thread: u32,
    /// `Thread.getId()`.
    pub java_id: u64,
    /// `Thread.getName()`.
    pub name: String,
    /// It has an end record.
    pub ended: bool,
    /// Events chunks.
    pub chunks: u64,
    /// Its columns.
    pub columns: Vec<ColumnInfo>,
}

/// A column in figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnInfo {
    /// `control`, `data` or `synchronisation`.
    pub kind: &'static str,
    /// Values of 32 bits.
    pub values: u64,
    /// Encoded bytes.
    pub encoded_bytes: u64,
    /// Bytes of the values divided by the encoded bytes; `None` without bytes.
    pub compression: Option<f64>,
}

impl ColumnInfo {
    fn new(kind: ColumnKind, values: u64, encoded_bytes: u64) -> ColumnInfo {
        let compression = (encoded_bytes > 0).then(|| 4.0 * values as f64 / encoded_bytes as f64);
        ColumnInfo { kind: kind.name(), values, encoded_bytes, compression }
    }
}

impl MapInfo {
    /// The figures of a map; file length and hash are left out.
    pub fn new(map: &ProgramMap) -> MapInfo {
        MapInfo {
            bytes: 0,
            hash: String::new(),
            tool: map.tool.clone(),
            classes: map.classes.len() as u64,
            untraced_classes: by_reason(map.classes.iter().map(|c| c.untraced)),
            methods: map.methods.len() as u64,
            traced_methods: map.methods.iter().filter(|m| m.untraced.is_none()).count() as u64,
            untraced_methods: by_reason(map.methods.iter().map(|m| m.untraced)),
            instructions: map.insns.pc.len() as u64,
            blocks: map.blocks.len() as u64,
            starts: map.starts.len() as u64,
            paths: map.starts.iter().map(|s| u64::from(s.count)).sum(),
        }
    }

    /// Methods with code: those that could be traced at all.
    pub fn methods_with_code(&self) -> u64 {
        let no_code: u64 = [Untraced::Abstract, Untraced::Native]
            .iter()
            .map(|reason| self.untraced_methods.get(reason.name()).copied().unwrap_or(0))
            .sum();
        self.methods.saturating_sub(no_code)
    }
}

fn by_reason(reasons: impl Iterator<Item = Option<Untraced>>) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    reasons.flatten().for_each(|r| *counts.entry(r.name()).or_default() += 1);
    counts
}

impl Info {
    /// The figures of a trace. Nothing is decoded; counts are those of the chunk headers.
    ///
    /// ```
    /// use paratrace_traceformat::{info::Info, trace::TraceDir};
    ///
    /// let info = Info::new(&TraceDir::open("../analyzer/tests/versions/1.1")?);
    /// assert_eq!(info.threads.len(), 7);
    /// assert!(info.completeness.complete);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(trace: &TraceDir) -> Info {
        let (bytes, hash) = (trace.map_bytes(), trace.map_hash().to_string());
        let file = |s: &crate::trace::SegmentInfo| FileInfo {
            name: s.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            bytes: s.bytes,
            chunks: s.chunks,
        };
        let segments: Vec<FileInfo> = trace.segments().iter().map(file).collect();
        Info {
            map: MapInfo { bytes, hash, ..MapInfo::new(trace.map()) },
            total_bytes: bytes + segments.iter().map(|s| s.bytes).sum::<u64>(),
            segments,
            threads: trace.threads().iter().map(thread).collect(),
            columns: totals(trace.threads()),
            completeness: trace.completeness(),
            nodes: None,
        }
    }

    /// 32-bit values in all columns, per node.
    pub fn values_per_node(&self) -> Option<f64> {
        self.per_node(self.columns.iter().map(|c| c.values).sum())
    }

    /// Bytes of the segments per node.
    pub fn bytes_per_node(&self) -> Option<f64> {
        self.per_node(self.segments.iter().map(|s| s.bytes).sum())
    }

    fn per_node(&self, n: u64) -> Option<f64> {
        self.nodes.filter(|&nodes| nodes > 0).map(|nodes| n as f64 / nodes as f64)
    }
}

fn thread(t: &ThreadInfo) -> ThreadSummary {
    ThreadSummary {
        thread: t.thread,
        java_id: t.java_id,
        name: t.name.clone(),
        ended: t.ended,
        chunks: t.chunks,
        columns: totals(std::slice::from_ref(t)),
    }
}

/// The columns of some threads together; without those that have no values.
fn totals(threads: &[ThreadInfo]) -> Vec<ColumnInfo> {
    let column = |kind: ColumnKind| {
        let i = kind.index();
        let (values, bytes) = threads.iter().fold((0, 0), |(v, b), t| (v + t.values()[i], b + t.encoded_bytes[i]));
        ColumnInfo::new(kind, values, bytes)
    };
    ColumnKind::ALL.into_iter().map(column).filter(|c| c.values > 0).collect()
}

impl fmt::Display for MapInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "map         {}, made by {}", bytes(self.bytes), plain::line(&self.tool))?;
        writeln!(f, "            SHA-256 {}", self.hash)?;
        writeln!(
            f,
            "            {}, {}, {}, {}",
            plural(self.instructions, "instruction", "instructions"),
            plural(self.blocks, "block", "blocks"),
            plural(self.starts, "start", "starts"),
            plural(self.paths, "path", "paths")
        )?;
        let with_code = plural(self.methods_with_code(), "method", "methods");
        writeln!(f, "coverage    {} of {with_code} with code traced", count(self.traced_methods))?;
        reasons(f, "methods", &self.untraced_methods)?;
        writeln!(f, "            {}", plural(self.classes, "class", "classes"))?;
        reasons(f, "classes", &self.untraced_classes)
    }
}

fn bytes(n: u64) -> String {
    plural(n, "byte", "bytes")
}

fn chunks(n: u64) -> String {
    plural(n, "chunk", "chunks")
}

fn reasons(f: &mut fmt::Formatter<'_>, what: &str, counts: &BTreeMap<&'static str, u64>) -> fmt::Result {
    counts.iter().try_for_each(|(reason, n)| writeln!(f, "            untraced {what}, {reason}: {n}"))
}

impl fmt::Display for ColumnInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} in {}", self.kind, plural(self.values, "value", "values"), bytes(self.encoded_bytes))?;
        self.compression.map_or(Ok(()), |ratio| write!(f, " ({ratio:.1} to 1)"))
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.map)?;
        for s in &self.segments {
            writeln!(f, "segment     {}: {}, {}", s.name, bytes(s.bytes), chunks(s.chunks))?;
        }
        writeln!(f, "total       {}", bytes(self.total_bytes))?;
        for t in &self.threads {
            let end = if t.ended { "" } else { ", no end record" };
            writeln!(f, "thread {:<4} {:?}, Java id {}, {}{end}", t.thread, t.name, t.java_id, chunks(t.chunks))?;
            t.columns.iter().try_for_each(|c| writeln!(f, "            {c}"))?;
        }
        self.columns.iter().try_for_each(|c| writeln!(f, "all threads {c}"))?;
        if let (Some(values), Some(bytes), Some(nodes)) = (self.values_per_node(), self.bytes_per_node(), self.nodes) {
            let executed = plural(nodes, "instruction", "instructions");
            writeln!(f, "executed    {executed}, {values:.4} values and {bytes:.4} bytes an instruction")?;
        }
        let complete = match (self.completeness.complete, self.nodes) {
            (true, Some(_)) => "complete",
            (true, None) => "whole; whether its events fit the code was not looked at",
            (false, _) => "incomplete, or cannot be followed to its end",
        };
        writeln!(f, "trace is    {complete}")?;
        self.completeness.reasons.iter().try_for_each(|r| writeln!(f, "            {}", plain::line(r)))
    }
}
