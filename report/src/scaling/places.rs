//! Where each limitation that matters is.

use super::words::{amount, counted, label, method, short, threads, time, value};
use crate::canvas::{Canvas, Style, clip_middle, right};
use crate::lists::{Cut, Top, cut, more};
use crate::numbers::{percent, ratio};
use paratrace_scaling::measurements::Metric;
use paratrace_scaling::model::{Limit, LockPlace, MethodGrowth, MethodShare, Places, Scaling, ThreadShare};

/// Methods, threads and locks shown of each.
const SHOWN: usize = 5;
const NUMBER: usize = 16;

/// Where to look, limitation by limitation.
pub(super) fn places(canvas: &mut Canvas, scaling: &Scaling, top: Top) {
    for limit in scaling.limits.iter().filter(|limit| limit.matters) {
        canvas.gap();
        canvas.paragraph(Style::Strong, &title(limit));
        of_limit(canvas, limit, top);
    }
}

fn title(limit: &Limit) -> String {
    let gain = limit.gain.map_or(String::new(), |gain| format!(", {:.0} % faster", gain * 100.0));
    let what = label(limit.group);
    let by = match &limit.places {
        Places::Growth { metric, .. } => format!(", by {}", counted(*metric)),
        _ => String::new(),
    };
    format!("Where to look: {what}{by} (without it {}{gain})", value(limit.possible))
}

fn of_limit(canvas: &mut Canvas, limit: &Limit, top: Top) {
    match &limit.places {
        Places::Methods { innermost, inclusive, .. } => {
            shares(canvas, "executing", innermost, top);
            shares(canvas, "with what they call", inclusive, top);
        }
        Places::Threads { region, busiest, idlest } => {
            thread(canvas, "busiest", busiest);
            thread(canvas, "least busy", idlest);
            canvas.indented(Style::Faint, 2, &format!("times the average of a thread in region {region}"));
        }
        Places::Growth { metric, innermost, inclusive } => {
            growth(canvas, *metric, "executing", innermost, top);
            growth(canvas, *metric, "with what they call", inclusive, top);
        }
        Places::Locks { locks } => waits(canvas, locks, top),
        Places::Waits { thread, methods, .. } => {
            shares(canvas, "waiting", methods, top);
            canvas.indented(Style::Faint, 2, &format!("of what thread {thread} waits, which lives longest"));
        }
        Places::NotKnown => canvas.indented(Style::Faint, 2, "Where is not known: nothing that was measured shows it."),
    }
}

fn shares(canvas: &mut Canvas, title: &str, methods: &[MethodShare], top: Top) {
    canvas.line(&[(Style::Faint, &format!("{}  {title}", right("of it", NUMBER)))]);
    let Cut { shown, more: hidden } = cut(methods, top, SHOWN);
    for of in shown {
        line(canvas, &right(&percent(of.share), NUMBER), &method(&of.method, of.within.as_deref()));
    }
    more(canvas, 2, hidden as u64);
}

fn thread(canvas: &mut Canvas, which: &str, of: &ThreadShare) {
    line(canvas, &right(&ratio(of.of_mean), NUMBER), &format!("{which}: {}", threads(&of.names)));
}

fn growth(canvas: &mut Canvas, metric: Metric, title: &str, methods: &[MethodGrowth], top: Top) {
    let numbers = right("sequential", NUMBER) + &right("parallel", NUMBER);
    canvas.line(&[(Style::Faint, &format!("{numbers}  {title}"))]);
    let Cut { shown, more: hidden } = cut(methods, top, SHOWN);
    for of in shown {
        let numbers = [of.before, of.after].map(|number| right(&amount(metric, number), NUMBER)).concat();
        let before = of.before_method.as_ref().map(|name| format!(", before {}", short(name))).unwrap_or_default();
        line(canvas, &numbers, &(method(&of.method, of.within.as_deref()) + &before));
    }
    more(canvas, 2, hidden as u64);
}

fn waits(canvas: &mut Canvas, locks: &[LockPlace], top: Top) {
    let numbers = right("of waits", NUMBER) + &right("all threads", NUMBER);
    canvas.line(&[(Style::Faint, &format!("{numbers}  lock"))]);
    let Cut { shown, more: hidden } = cut(locks, top, SHOWN);
    for of in shown {
        let numbers = right(&percent(of.share), NUMBER) + &right(&time(of.wait_ns), NUMBER);
        let lock = &of.lock;
        line(canvas, &numbers, &format!("{lock}, mostly in {}", short(&of.method)));
    }
    more(canvas, 2, hidden as u64);
}

fn line(canvas: &mut Canvas, numbers: &str, name: &str) {
    let room = canvas.width.saturating_sub(numbers.len() + 2);
    let name = clip_middle(name, room);
    canvas.line(&[(Style::Plain, numbers), (Style::Plain, &format!("  {name}"))]);
}
