//! The parts of a run that a trace lacks, in words.

use std::path::PathBuf;

use super::MINOR;
use super::completeness::Completeness;
use super::dir::segment_number;
use super::index::Index;
use super::segment::Damage;
use crate::limits::MAX_REASONS;
use crate::numbers::plural;

/// A segment file.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) path: PathBuf,
    /// The number that its header says.
    pub(super) number: u32,
    pub(super) minor: u16,
    /// The minor version that a chunk names, where it is another one.
    pub(super) other_minor: Option<u16>,
}

pub(super) fn summarize(segments: &[&Facts], index: &Index, damages: &[(u32, Damage)], torn: u64) -> Completeness {
    let mut c = Completeness {
        ended: index.ended,
        lost_events: index.lost_events,
        limited: index.limited,
        torn_bytes: torn,
        missing_chunks: index.gaps.iter().map(|g| g.missing).sum(),
        damaged_chunks: damages.len() as u64,
        damaged_bytes: damages.iter().map(|(_, d)| d.length).sum(),
        gaps: index.gaps.clone(),
        ..Completeness::default()
    };
    let mut reasons = Vec::new();
    if !c.ended {
        push_reason(
            &mut reasons,
            "no end record: the program was killed, could not write any more, or still runs".into(),
        );
    }
    if c.lost_events > 0 {
        push_reason(&mut reasons, lost(c.lost_events, c.limited));
    }
    if torn > 0 {
        push_reason(&mut reasons, format!("{} of unfinished chunks at the end", plural(torn, "byte", "bytes")));
    }
    damages.iter().for_each(|(i, d)| push_reason(&mut reasons, describe(segments[*i as usize], d)));
    index.gaps.iter().for_each(|g| push_reason(&mut reasons, g.to_string()));
    index.reasons.iter().for_each(|r| push_reason(&mut c.contradictions, r.clone()));
    check_numbers(segments, &mut c.contradictions);
    check_minors(segments, &mut c.contradictions);
    c.contradictions.iter().for_each(|r| push_reason(&mut reasons, r.clone()));
    c.complete = reasons.is_empty();
    minor_notes(segments, &mut reasons);
    c.reasons = reasons;
    c
}

/// The sentence about events that were recorded and not written.
pub(crate) fn lost(events: u64, limited: bool) -> String {
    match limited {
        true => format!(
            "the trace was cut at its size limit: {} behind that not in it, and nothing was recorded after them",
            plural(events, "event is", "events are")
        ),
        false => format!("{} lost while writing", plural(events, "event was", "events were")),
    }
}

/// Segments are numbered from 0 without gaps, in the names as in the headers.
fn check_numbers(segments: &[&Facts], reasons: &mut Vec<String>) {
    for (expected, s) in (0u32..).zip(segments) {
        let name = s.path.file_name().and_then(|n| segment_number(n.to_str()?));
        if s.number != expected || name != Some(expected) {
            push_reason(reasons, format!("{}: segment {} where {expected} is expected", file(s), s.number));
        }
    }
}

/// Chunks name the version of their segment, under their CRC.
fn check_minors(segments: &[&Facts], reasons: &mut Vec<String>) {
    for (s, other) in segments.iter().filter_map(|s| Some((s, s.other_minor?))) {
        push_reason(reasons, format!("{}: minor version {}, its chunks have {other}", file(s), s.minor));
    }
}

/// A later minor version is readable, but something may have been skipped.
fn minor_notes(segments: &[&Facts], reasons: &mut Vec<String>) {
    for s in segments.iter().filter(|s| s.minor > MINOR) {
        let note = format!("{} has minor version {}, this program knows {MINOR}", file(s), s.minor);
        push_reason(reasons, note + ": what is new in it is skipped");
    }
}

fn describe(segment: &Facts, d: &Damage) -> String {
    let damaged = plural(d.length, "byte is", "bytes are");
    let place = format!("{}: {damaged} damaged, from byte {} on", file(segment), d.offset);
    match d.header {
        Some(h) => format!("{place} (perhaps thread {}, sequence {})", h.thread, h.sequence),
        None => place,
    }
}

fn file(segment: &Facts) -> String {
    segment.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Appends, up to [`MAX_REASONS`].
pub(super) fn push_reason(reasons: &mut Vec<String>, reason: String) {
    if reasons.len() < MAX_REASONS {
        reasons.push(reason);
    } else if reasons.len() == MAX_REASONS {
        reasons.push("and more".into());
    }
}
