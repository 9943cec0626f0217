//! What a person sees on a terminal: the verdict first, then the figures behind it.

use super::{notes, places, tables, verdict};
use crate::canvas::{Canvas, Style};
use crate::communication::TableOptions;
use paratrace_scaling::model::Scaling;

/// The text, ending with a line break.
#[must_use]
pub fn text(scaling: &Scaling, options: &TableOptions) -> String {
    let mut canvas = Canvas::new(options.width.clamp(60, 200), options.color, options.unicode);
    canvas.paragraph(Style::Strong, &verdict(scaling));
    notes::doubts(&mut canvas, scaling);
    tables::speedups(&mut canvas, scaling);
    tables::stack(&mut canvas, scaling);
    tables::traces(&mut canvas, scaling);
    places::places(&mut canvas, scaling, options.top);
    tables::efficiencies(&mut canvas, scaling);
    tables::threads(&mut canvas, scaling, options.top);
    tables::general(&mut canvas, scaling);
    tables::overheads(&mut canvas, scaling);
    notes::notes(&mut canvas, scaling);
    canvas.finish()
}
