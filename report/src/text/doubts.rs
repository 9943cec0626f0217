//! The first part of a summary if its trace does not have the whole run: how much is missing, why, what to do.

use crate::canvas::{Canvas, Style};
use crate::lists::{Cut, Top, cut, more};
use crate::numbers::{count, percent};
use paratrace_analyzer::model::{Cause, Completeness, Part};

/// Reasons shown.
const MOST_REASONS: usize = 4;
/// Smaller shares are shown with two digits: none of them is nothing.
const SMALL_SHARE: f64 = 0.01;

/// Draws it; nothing for a complete trace.
pub(crate) fn draw(canvas: &mut Canvas, what: &str, completeness: &Completeness, top: Top) {
    if completeness.complete {
        return;
    }
    canvas.paragraph(Style::Warning, &incomplete(what, completeness));
    let Cut { shown, more: left } = cut(&completeness.reasons, top, MOST_REASONS);
    shown.iter().for_each(|reason| canvas.indented(Style::Warning, 2, reason));
    more(canvas, 2, left as u64);
    for cause in &completeness.causes {
        canvas.indented(Style::Plain, 2, &format!("What to do: {}", advice(*cause)));
    }
    canvas.gap();
}

/// Draws which parts of an analysis were left out; nothing if it is whole.
pub(crate) fn draw_left_out(canvas: &mut Canvas, parts: &[Part]) {
    if parts.is_empty() {
        return;
    }
    let names: Vec<&str> = parts.iter().map(|part| name(*part)).collect();
    let names = names.join("; ");
    canvas
        .paragraph(Style::Warning, &format!("LEFT OUT, as the analysis would take more memory than it may: {names}."));
    canvas.indented(
        Style::Plain,
        2,
        "What to do: give it more (--memory), or trace less (--trace-only, --trace-except).",
    );
    canvas.gap();
}

fn name(part: Part) -> &'static str {
    match part {
        Part::Communication => "communication",
        Part::Dependences => "dependences, and with them all advice",
    }
}

/// One sentence: that `what` is incomplete, and how much is missing.
pub fn incomplete(what: &str, completeness: &Completeness) -> String {
    format!("INCOMPLETE: {what} does not have the whole run. {}", missing(completeness))
}

fn missing(c: &Completeness) -> String {
    let mut parts = Vec::new();
    if let Some(share) = share(c.missing_events, c.events) {
        parts.push(format!("{share} of the events ({} of {})", count(c.missing_events), count(c.events)));
    }
    if let Some(share) = share(c.missing_bytes, c.bytes) {
        parts.push(format!("{share} of the bytes"));
    }
    // Nobody knows what a killed program would have done, and what was in chunks that are gone.
    let open = c.causes.iter().any(|cause| matches!(cause, Cause::Killed | Cause::Damaged));
    // Behind the limit nothing is recorded: what was on its way says nothing of the rest.
    let unknown = parts.is_empty() || c.causes.contains(&Cause::Limit);
    match (unknown, open) {
        (true, _) => "How much is missing is not known.".to_owned(),
        (false, true) => format!("At least {} are in no figure here.", parts.join(" and ")),
        (false, false) => format!("{} are in no figure here.", parts.join(" and ")),
    }
}

fn share(part: u64, whole: u64) -> Option<String> {
    let share = part as f64 / whole.max(1) as f64;
    match part {
        0 => None,
        _ if share < SMALL_SHARE => Some(small(share * 100.0)),
        _ => Some(percent(share)),
    }
}

/// Two digits, wherever they begin.
fn small(per_cent: f64) -> String {
    let decimals = (1.0 - per_cent.log10().floor()).clamp(1.0, 9.0) as usize;
    format!("{per_cent:.decimals$} %")
}

fn advice(cause: Cause) -> &'static str {
    match cause {
        Cause::Killed => "let the program end by itself, or by SIGTERM, and trace it again.",
        Cause::Lost => {
            "trace less (--trace-only, --trace-except), or give the JVM more memory (-Xmx) and the trace more room. What reflection \
             accesses in a closed module is lost with --app-only, and followed without."
        }
        Cause::Limit => {
            "raise the limit (run --max-size, -Dparatrace.max-size), trace less (--trace-only, --trace-except), or analyse while the \
             program runs (run --live)."
        }
        Cause::Damaged => "look at what paratrace verify says is damaged, and trace the program again.",
        Cause::Unreplayable => {
            "please report what paratrace verify --deep says. If that names code, the rest of the run can be followed without it \
             (--trace-except)."
        }
        Cause::TooLong => "trace a shorter run.",
        Cause::Memory => "give the analysis more memory (--memory), or trace less (--trace-only, --trace-except).",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lacking(missing: u64, events: u64, causes: Vec<Cause>) -> Completeness {
        Completeness { missing_events: missing, events, causes, ..Completeness::default() }
    }

    #[test]
    fn shares_are_of_what_was_recorded() {
        assert_eq!(
            missing(&lacking(25, 200, vec![Cause::Lost])),
            "12.5 % of the events (25 of 200) are in no figure here."
        );
        let hardly = lacking(1, 1_000_000, vec![Cause::Killed]);
        assert_eq!(missing(&hardly), "At least 0.00010 % of the events (1 of 1,000,000) are in no figure here.");
        assert_eq!(missing(&lacking(0, 9, vec![Cause::Killed])), "How much is missing is not known.");
        assert_eq!(missing(&lacking(1, 9, vec![Cause::Limit])), "How much is missing is not known.");
    }
}
