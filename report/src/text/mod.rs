//! The summary on the terminal: a box with the run's figures, the opening, what to do, the loops by gain, and how far all can be
//! trusted.

pub(crate) mod advice;
mod chain;
mod diff;
pub(crate) mod doubts;
mod edits;
mod footer;
mod headline;
mod jvms;
mod locks;
mod loops;
mod meetings;
mod merged;
mod races;
mod replayed;
mod simulations;
mod sites;
mod speculation;
mod suggestions;
mod terms;
mod threads;

pub use crate::canvas::Style;
pub use chain::{critical_path, why};
pub use diff::diff;
pub use doubts::incomplete;
pub use footer::WITHOUT_JDK;
pub use jvms::{Jvm, jvms};
pub use merged::merged;
pub use terms::{explained, terms};

use crate::canvas::Canvas;
use crate::lists::Top;
use crate::opening::opening;
use crate::rows::RowFilter;
use crate::sources::SourceFinder;
use paratrace_analyzer::Report;
use paratrace_analyzer::model::Simulations;

/// Never narrower than this, whatever the terminal says: lines wrap instead.
const MIN_WIDTH: usize = 40;
/// Never wider than this: long lines are hard to follow.
const MAX_WIDTH: usize = 140;

/// How to show a report.
#[derive(Debug)]
pub struct TextOptions {
    /// Rows of every list; each has its own number where none is asked for.
    pub top: Top,
    /// Use colours.
    pub color: bool,
    /// Draw with characters beyond ASCII.
    pub unicode: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Cores that the report's Amdahl bounds are for.
    pub cores: usize,
    /// Packages and classes of own code, with `*` for any text; empty for what directories hold.
    pub mine: Vec<String>,
    /// Selects rows of lists.
    pub rows: RowFilter,
    /// Finds source lines.
    pub sources: SourceFinder,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions {
            top: Top::default(),
            color: false,
            unicode: true,
            width: 100,
            cores: 8,
            mine: Vec::new(),
            rows: RowFilter::default(),
            sources: SourceFinder::default(),
        }
    }
}

/// The summary, ending with a line break. Names that come from class files cannot carry terminal controls through it.
pub fn summary(report: &Report, options: &TextOptions) -> String {
    let mut canvas = new_canvas(options);
    doubts::draw(&mut canvas, "the trace", &report.completeness, options.top);
    doubts::draw_left_out(&mut canvas, &report.left_out_for_memory);
    headline::draw(&mut canvas, report);
    draw_opening(&mut canvas, report);
    advice::draw(&mut canvas, report, options);
    loops::draw(&mut canvas, report, options);
    if let Some(simulated) = &report.simulated {
        simulations::draw_short(&mut canvas, simulated, options);
    }
    draw_hidden(&mut canvas, options.rows.hidden_of(report));
    footer::draw(&mut canvas, report, options.top);
    canvas.finish()
}

/// The opening as a paragraph of its own.
fn draw_opening(canvas: &mut Canvas, report: &Report) {
    let sentences = opening(report);
    if !sentences.is_empty() {
        canvas.gap();
        canvas.paragraph(Style::Plain, &sentences.join(" "));
    }
}

/// Says below all lists that rows of them are hidden.
fn draw_hidden(canvas: &mut Canvas, told: Option<String>) {
    if let Some(text) = told {
        canvas.gap();
        canvas.paragraph(Style::Faint, &text);
    }
}

/// Simulations in full, ending with a line break.
pub fn simulations(simulated: &Simulations, options: &TextOptions) -> String {
    let mut canvas = new_canvas(options);
    doubts::draw(&mut canvas, "the trace", &simulated.completeness, options.top);
    simulations::draw(&mut canvas, simulated, options.top);
    canvas.finish()
}

fn new_canvas(options: &TextOptions) -> Canvas {
    Canvas::new(options.width.clamp(MIN_WIDTH, MAX_WIDTH), options.color, options.unicode)
}
