//! The footer says how far the figures can be trusted: what was traced, and whether the trace has everything.

use crate::canvas::{Canvas, Style};
use crate::lists::{Cut, Top, cut, more_text};
use crate::names::{NO_CODE, short};
use crate::numbers::{count, percent, plural};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Blind, Completeness, Coverage, JdkCoverage};

/// Callees that the sentence about blind spots names.
const MOST_BLIND: usize = 3;
/// Remarks of each kind.
const MOST_REMARKS: usize = 4;
/// What a report says less of where the JDK is not traced.
pub const WITHOUT_JDK: &str =
    "values that pass through its collections count as one state, and what it executes does not count";

pub(super) fn draw(canvas: &mut Canvas, report: &Report, top: Top) {
    canvas.gap();
    let (covered, text) = coverage(report, top);
    canvas.paragraph(if covered { Style::Faint } else { Style::Plain }, &text);
    let style = if report.completeness.complete { Style::Faint } else { Style::Warning };
    canvas.paragraph(style, &completeness(&report.completeness, top));
}

/// True if everything with code was traced, and the sentence about it.
fn coverage(report: &Report, top: Top) -> (bool, String) {
    let c = &report.coverage;
    let with_code = c.methods.saturating_sub(without_code(c));
    let share = percent(c.traced as f64 / with_code.max(1) as f64);
    let mut text = format!(
        "Coverage: {} of {} with code traced ({share})",
        count(c.traced),
        plural(with_code, "method", "methods")
    );
    let left: Vec<_> = left_alone(c).map(|(reason, n)| format!("{reason} {}", count(n))).collect();
    if !left.is_empty() {
        text += &format!("; left as they were: {}", left.join(", "));
    }
    let opaque = report.opaque_calls.iter().map(|call| call.count).sum();
    if opaque > 0 {
        text += &format!("; {} of code that is not traced", plural(opaque, "call", "calls"));
    }
    (left.is_empty(), text + "." + &blind(&c.blind, top) + " " + &jdk(&c.jdk, report.nodes))
}

/// The sentence about the JDK.
fn jdk(jdk: &JdkCoverage, nodes: u64) -> String {
    if jdk.traced {
        let methods = plural(jdk.traced_methods, "method", "methods");
        return format!("The JDK is traced, too: {methods} of java.base.{}", counted(jdk, nodes));
    }
    let why = jdk.why_not.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
    format!("The JDK is not traced{why}: {WITHOUT_JDK}.")
}

/// The sentence about instructions that were only counted; empty if there are none.
fn counted(jdk: &JdkCoverage, nodes: u64) -> String {
    if jdk.counted_nodes == 0 {
        return String::new();
    }
    let share = percent(jdk.counted_nodes as f64 / nodes.max(1) as f64);
    format!(
        " {share} of the instructions are inside of calls whose effects are known, and were only counted: run --follow-jdk follows \
         them, too."
    )
}

/// The sentence about values that pass where the analysis is blind; empty if there are none.
fn blind(blind: &Blind, top: Top) -> String {
    if blind.values == 0 {
        return String::new();
    }
    let Cut { shown, more } = cut(&blind.callees, top, MOST_BLIND);
    let most: Vec<_> = shown.iter().map(|callee| short(&callee.callee)).collect();
    let rest = more_text(more as u64).map_or_else(String::new, |text| format!(" {text}"));
    let share = percent(blind.share);
    format!(
        " Blind spots: {share} of the values that calls pass go to code of unknown effect, most of them to {}{rest}.",
        most.join(", ")
    )
}

fn without_code(c: &Coverage) -> u64 {
    NO_CODE.iter().filter_map(|reason| c.untraced_by_reason.get(*reason)).sum()
}

fn left_alone(c: &Coverage) -> impl Iterator<Item = (&str, u64)> {
    let all = c.untraced_by_reason.iter().map(|(reason, n)| (reason.as_str(), *n));
    all.filter(|(reason, _)| !NO_CODE.contains(reason))
}

fn completeness(c: &Completeness, top: Top) -> String {
    let mut text = String::from(if c.complete {
        "Completeness: the trace has every event."
    } else {
        "Completeness: the trace is incomplete, as said at the top; the figures are for the part that could be followed."
    });
    text += &remarks("Note", &c.notes, top);
    text
}

fn remarks(title: &str, all: &[String], top: Top) -> String {
    if all.is_empty() {
        return String::new();
    }
    let Cut { shown, more } = cut(all, top, MOST_REMARKS);
    let rest = more_text(more as u64).map_or_else(String::new, |text| format!(" {text}"));
    format!(" {title}: {}{rest}.", shown.join("; "))
}
