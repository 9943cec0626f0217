//! The critical path with what threads synchronise on: where they meet on it, and which monitors are held meanwhile.

use super::TextOptions;
use super::chain::{self, NODES, SHARE, SHOWN, at};
use crate::canvas::{Canvas, Style, left, left_name, right};
use crate::lists::{Cut, cut, more};
use crate::names;
use crate::numbers::{count, percent, plural, ratio};
use paratrace_analyzer::model::{ChainMeeting, CriticalPath, MeetingEnd, MeetingKind, OrderedPath, OrderedWhy, Why};

const TIMES: usize = 11;

/// Draws what locks, joins and the like add to a critical path; nothing if there is one thread.
pub(super) fn draw(canvas: &mut Canvas, path: &CriticalPath, options: &TextOptions) {
    let (Some(with), Some(thread)) = (path.with_synchronization.as_deref(), &path.thread) else { return };
    canvas.gap();
    if with.critical_path <= thread.critical_path {
        canvas.paragraph(Style::Strong, "With its locks and joins, the critical path is not longer.");
        return;
    }
    let (length, nodes) = (count(with.critical_path), plural(path.nodes, "instruction", "instructions"));
    canvas.paragraph(Style::Strong, &format!("With its locks and joins, the critical path is {length} of {nodes}"));
    let by_data = ratio(path.nodes as f64 / thread.critical_path as f64);
    canvas.paragraph(
        Style::Faint,
        &format!(
            "each waits for the one before, or its thread does; parallelism {}, {by_data} by data alone",
            ratio(with.parallelism)
        ),
    );
    meetings(canvas, with, options);
    monitors(canvas, with, options);
    chain::ordered_lines(canvas, with, options);
}

/// Draws where threads wait for each other.
fn meetings(canvas: &mut Canvas, path: &OrderedPath, options: &TextOptions) {
    if path.meetings.is_empty() {
        return;
    }
    let width = canvas.width.saturating_sub(TIMES + NODES + SHARE).max(8);
    canvas.gap();
    let heads =
        left("waits at", width) + &right("times", TIMES) + &right("instructions", NODES) + &right("share", SHARE);
    canvas.line(&[(Style::Faint, &heads)]);
    let Cut { shown, more: hidden } = cut(&path.meetings, options.top, SHOWN);
    for meeting in shown {
        let share = meeting.nodes as f64 / path.critical_path as f64;
        canvas.line(&[
            (Style::Strong, &left_name(&acquired(meeting), width)),
            (Style::Plain, &right(&count(meeting.count), TIMES)),
            (Style::Plain, &right(&count(meeting.nodes), NODES)),
            (Style::Plain, &right(&percent(share), SHARE)),
        ]);
        if let Some(before) = released(meeting) {
            let before = left_name(&before, canvas.width.saturating_sub(2));
            canvas.line(&[(Style::Faint, &format!("  {}", before.trim_end()))]);
        }
    }
    more(canvas, 0, hidden as u64);
    canvas.paragraph(Style::Faint, "instructions: those on the way there, since the wait before");
}

fn monitors(canvas: &mut Canvas, path: &OrderedPath, options: &TextOptions) {
    if path.monitors.is_empty() {
        return;
    }
    let width = canvas.width.saturating_sub(NODES + SHARE).max(8);
    canvas.gap();
    let heads = left("meanwhile held: lock entered at", width) + &right("instructions", NODES) + &right("share", SHARE);
    canvas.line(&[(Style::Faint, &heads)]);
    let Cut { shown, more: hidden } = cut(&path.monitors, options.top, SHOWN);
    for monitor in shown {
        canvas.line(&[
            (Style::Strong, &left_name(&end(&monitor.entered), width)),
            (Style::Plain, &right(&count(monitor.nodes), NODES)),
            (Style::Plain, &right(&percent(monitor.share), SHARE)),
        ]);
    }
    more(canvas, 0, hidden as u64);
}

/// Draws what a line does on the critical path with synchronisation, if that is longer than the one by data.
pub(super) fn draw_why(canvas: &mut Canvas, why: &Why, options: &TextOptions) {
    let longer = why.with_synchronization.as_ref().filter(|with| with.critical_path > why.critical_path);
    let Some(with) = longer else { return };
    let nodes: u64 = with.lines.iter().map(|line| line.nodes).sum();
    let share = percent(nodes as f64 / with.critical_path as f64);
    canvas.gap();
    let part = match nodes {
        0 => "no instruction here is on the critical path".to_owned(),
        1 => format!("1 instruction here is on the critical path, {share} of it"),
        _ => format!("{} instructions here are on the critical path, {share} of it", count(nodes)),
    };
    let of = format!("With its locks and joins, {part}");
    canvas.paragraph(Style::Strong, &of);
    met_here(canvas, with);
    if nodes > 0 {
        chain::ordered_edges(canvas, with, options);
    }
}

fn met_here(canvas: &mut Canvas, why: &OrderedWhy) {
    for monitor in &why.monitors {
        let nodes = plural(monitor.nodes, "instruction", "instructions");
        let text = format!("  The lock entered here is held for {nodes} of it, {}.", percent(monitor.share));
        canvas.line(&[(Style::Plain, &text)]);
    }
    for meeting in &why.meetings {
        let waits = plural(meeting.count, "wait on it begins or ends", "waits on it begin or end");
        let before = released(meeting).map_or_else(String::new, |before| format!(", {before}"));
        canvas.paragraph(Style::Plain, &format!("  {waits} here: {}{before}.", acquired(meeting)));
    }
}

/// What a thread does when it waits for another one.
fn acquired(meeting: &ChainMeeting) -> String {
    let ChainMeeting { kind, name, released, acquired, .. } = meeting;
    let there = acquired.as_ref().map(end);
    match (kind, there) {
        (MeetingKind::Monitor, Some(there)) => match acquired.as_ref().and_then(|end| end.call.as_ref()) {
            Some(_) => format!("a lock in {there}"),
            None => format!("the lock entered at {there}"),
        },
        (MeetingKind::Start, _) => match released {
            Some(from) => end(from),
            None => "the start of a thread".to_owned(),
        },
        (MeetingKind::End, Some(there)) if acquired.as_ref().is_some_and(|end| end.call.is_none()) => {
            format!("the end of a thread, {there}")
        }
        (MeetingKind::Class, Some(there)) => format!("the initialiser of {}, {there}", names::short(name)),
        (MeetingKind::Volatile, Some(there))
            if !name.is_empty() && acquired.as_ref().is_some_and(|end| end.call.is_none()) =>
        {
            format!("{}, read at {there}", names::short(name))
        }
        (MeetingKind::Task, Some(there)) => format!("the begin of a task, {there}"),
        (_, Some(there)) => there,
        (_, None) => "another thread".to_owned(),
    }
}

/// What the other thread has done, if that is another place.
fn released(meeting: &ChainMeeting) -> Option<String> {
    let ChainMeeting { kind, released, acquired, .. } = meeting;
    let from = released.as_ref().filter(|_| released != acquired);
    let there = match (kind, from) {
        (MeetingKind::Result, None) => return Some("after what a task has done".to_owned()),
        (_, from) => end(from?),
    };
    match kind {
        MeetingKind::Start => {
            let is_start = |call: &str| names::short(call).ends_with("Thread.start");
            let tells = from.and_then(|from| from.call.as_deref()).is_some_and(is_start);
            (!tells).then(|| "which starts a thread".to_owned())
        }
        MeetingKind::Monitor => Some(format!("held before from {there}")),
        _ => Some(format!("after {there}")),
    }
}

/// `Queue.take at File.java:12 in Class.method`.
fn end(end: &MeetingEnd) -> String {
    match &end.call {
        Some(call) => format!("{} at {}", names::short(call), at(&end.place)),
        None => at(&end.place),
    }
}

/// What threads meet at, in words that follow “through”.
pub(super) fn through(kind: Option<MeetingKind>, name: &str) -> String {
    let words = match kind {
        Some(MeetingKind::Monitor) => "a lock",
        Some(MeetingKind::Volatile) if name.is_empty() => "a volatile location",
        Some(MeetingKind::Volatile) => {
            return format!("volatile field {}", name.rsplit('/').next().unwrap_or_default());
        }
        Some(MeetingKind::Start) => "the start of its thread",
        Some(MeetingKind::Wake) => "being woken up",
        Some(MeetingKind::End) => "the end of a thread",
        Some(MeetingKind::Class) => return format!("the initialiser of {}", names::short(name)),
        Some(MeetingKind::Object) => return format!("a shared {}", name.rsplit('/').next().unwrap_or_default()),
        Some(MeetingKind::Task) => "the begin of a task",
        Some(MeetingKind::Result) => "the result of a task",
        Some(MeetingKind::Fence) => "memory fences",
        Some(MeetingKind::Unknown) | None => "what its thread waits for",
    };
    words.to_owned()
}
