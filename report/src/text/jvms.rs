//! The JVMs that a command started, side by side.

use super::TextOptions;
use crate::canvas::{Style, left, left_name, right};
use crate::numbers::{count, plural, ratio};
use paratrace_analyzer::Report;

const NODES: usize = 18;
const PARALLELISM: usize = 13;
const STATE: usize = 12;

/// One JVM, and what is known of it: its report, or why there is none.
#[derive(Debug, Clone, Copy)]
pub struct Jvm<'r> {
    /// Its name within the run.
    pub name: &'r str,
    /// The report of the JVM, or the reason why there is none.
    pub found: Result<&'r Report, &'r str>,
}

/// A table of JVMs, ending with a line break.
pub fn jvms(jvms: &[Jvm<'_>], options: &TextOptions) -> String {
    let mut canvas = super::new_canvas(options);
    let name = canvas.width.saturating_sub(2 * NODES + PARALLELISM + STATE + 2).max(12);
    canvas.paragraph(Style::Strong, &format!("{} traced", plural(jvms.len() as u64, "JVM", "JVMs")));
    let head = [
        left("", name),
        right("instructions", NODES),
        right("critical path", NODES),
        right("parallelism", PARALLELISM),
    ];
    canvas.line(&[(Style::Faint, &head.concat())]);
    for jvm in jvms {
        match jvm.found {
            Ok(report) => {
                let (style, state) = state(report);
                canvas.line(&[
                    (Style::Plain, &left_name(jvm.name, name)),
                    (Style::Plain, &right(&count(report.nodes), NODES)),
                    (Style::Plain, &right(&count(report.critical_path), NODES)),
                    (Style::Plain, &right(&ratio(report.parallelism), PARALLELISM)),
                    (style, &right(state, STATE)),
                ]);
            }
            Err(why) => {
                canvas.line(&[(Style::Plain, &left_name(jvm.name, name)), (Style::Warning, "  no report")]);
                canvas.indented(Style::Warning, 2, why);
            }
        }
    }
    canvas.finish()
}

fn state(report: &Report) -> (Style, &'static str) {
    if report.completeness.complete { (Style::Faint, "complete") } else { (Style::Warning, "INCOMPLETE") }
}
