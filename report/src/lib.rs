//! Text and JSON views of analyzer results.
//!
//! [`json`] writes results, of a large report what [`excerpt`] takes; [`text`] shows on a terminal what a person looks for first:
//!
//! ```text
//! ╭─ paratrace: demo.Rays 64 48 ─────────────────────────────────────────────────────────────────────╮
//! │ instructions 12,345,678    critical path 45,678    threads 1                                     │
//! │ parallelism 270.3    if loop counters cost nothing 617.3                                         │
//! ╰──────────────────────────────────────────────────────────────────────────────────────────────────╯
//!
//! Loops that would gain most from running in parallel
//! speed-up: of the whole run, if only this loop ran in parallel, at most, on 8 cores
//!   # loop                                       of run            parallelism speed-up     iterations
//!   1 Rays.java:5                                93.0 % █████████▎       191.4    5.37×             49
//!     in Rays.render  for (int y = 0; y < height; y++) {
//! ```
//!
//! which is the result of
//!
//! ```
//! use paratrace_analyzer::Report;
//! use paratrace_report::text;
//!
//! # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/raytracer.json");
//! # let json = std::fs::read_to_string(file)?;
//! let report: Report = serde_json::from_str(&json)?;
//! let shown = text::summary(&report, &text::TextOptions::default());
//! assert!(shown.contains("12,345,678"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod advice;
mod canvas;
mod columns;
pub mod communication;
pub mod cost;
pub mod csv;
pub mod excerpt;
pub mod json;
mod limits;
pub mod lists;
mod locations;
mod loops;
mod mine;
mod names;
pub mod numbers;
mod opening;
pub mod rows;
pub mod scaling;
pub mod shared;
pub mod sources;
mod suggested;
pub mod terms;
pub mod text;
pub mod timeline;
