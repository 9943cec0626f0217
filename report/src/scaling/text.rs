//! What a person sees on a terminal: the verdict first, then the figures behind it.

use crate::communication::TableOptions;
use crate::text::canvas::Canvas;
use paratrace_scaling::model::Scaling;

/// The text, ending with a line break.
pub fn text(scaling: &Scaling, options: &TableOptions) -> String {
    let _ = scaling;
    Canvas::new(options.width.clamp(60, 200), options.color, options.unicode).finish()
}
