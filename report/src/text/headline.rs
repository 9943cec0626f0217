//! The box on top: how much ran, its critical path, and what that means.

use crate::canvas::{Canvas, Style, columns};
use crate::numbers::{count, ratio};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::Thread;

/// Blanks between two figures.
const BETWEEN: &str = "    ";

pub(super) fn draw(canvas: &mut Canvas, report: &Report) {
    let inner = canvas.width - 4;
    edge(canvas, '╭', '╮', &title(report));
    for figures in [size(report), parallelism(report)] {
        for line in wrap(&figures, inner) {
            row(canvas, &line, inner);
        }
    }
    edge(canvas, '╰', '╯', "");
}

fn title(report: &Report) -> String {
    match &report.program.main {
        Some(main) => format!("paratrace: {}", [std::slice::from_ref(main), &report.program.args].concat().join(" ")),
        None => "paratrace".into(),
    }
}

fn size(report: &Report) -> Vec<(String, String)> {
    vec![
        ("instructions".into(), count(report.nodes)),
        ("critical path".into(), bound("at least ", report) + &count(report.critical_path)),
        ("threads".into(), count(threads(report))),
    ]
}

/// Threads that ran code of the program. On a traced JDK, those of the JVM are traced, too.
fn threads(report: &Report) -> u64 {
    let counts = |thread: &&Thread| !report.coverage.jdk.traced || thread.own_nodes > 0;
    report.threads.iter().filter(counts).count() as u64
}

fn parallelism(report: &Report) -> Vec<(String, String)> {
    let ordered = report.with_synchronization.map(|with| ("with its locks and joins".into(), ratio(with.parallelism)));
    let data = [
        ("parallelism".into(), bound("at most ", report) + &ratio(report.parallelism)),
        ("if loop counters cost nothing".into(), ratio(report.parallelism_without_induction)),
    ];
    data.into_iter().chain(ordered).collect()
}

/// Returns the words before a figure that leaves out what threads hand to each other, if it does.
fn bound(words: &str, report: &Report) -> String {
    if report.across_threads || report.threads.len() <= 1 { String::new() } else { words.to_owned() }
}

/// Puts as many figures on each line as fit into `width` columns.
fn wrap(figures: &[(String, String)], width: usize) -> Vec<Vec<(String, String)>> {
    let mut lines: Vec<Vec<(String, String)>> = Vec::new();
    for figure in figures {
        match lines.last_mut() {
            Some(line) if length(line) + BETWEEN.len() + length(std::slice::from_ref(figure)) <= width => {
                line.push(figure.clone());
            }
            _ => lines.push(vec![figure.clone()]),
        }
    }
    lines
}

fn length(figures: &[(String, String)]) -> usize {
    let texts: usize = figures.iter().map(|(name, value)| columns(name) + 1 + columns(value)).sum();
    texts + BETWEEN.len() * figures.len().saturating_sub(1)
}

fn row(canvas: &mut Canvas, figures: &[(String, String)], inner: usize) {
    let fill = " ".repeat(inner.saturating_sub(length(figures)));
    let mut pieces = vec![(Style::Faint, "│ ")];
    for (i, (name, value)) in figures.iter().enumerate() {
        pieces.push((Style::Plain, if i > 0 { BETWEEN } else { "" }));
        pieces.extend([(Style::Plain, name.as_str()), (Style::Plain, " "), (Style::Strong, value.as_str())]);
    }
    pieces.extend([(Style::Plain, fill.as_str()), (Style::Faint, " │")]);
    canvas.line(&pieces);
}

fn edge(canvas: &mut Canvas, first: char, last: char, title: &str) {
    let room = canvas.width - 6;
    let shown = crate::canvas::clip(title, room, canvas.unicode);
    let (open, close) = if shown.is_empty() { ("─", "─") } else { ("─ ", " ") };
    let used = 2 + columns(open) + columns(&shown) + columns(close);
    let rule = "─".repeat(canvas.width - used);
    canvas.line(&[
        (Style::Faint, &format!("{first}{open}")),
        (Style::Strong, &shown),
        (Style::Faint, &format!("{close}{rule}{last}")),
    ]);
}
