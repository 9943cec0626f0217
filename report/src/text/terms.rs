//! Terms with their explanations.

use super::TextOptions;
use crate::canvas::{Canvas, Style, left};
use crate::terms::{Term, Terms};

/// Columns of a name in the list of all terms.
const NAME: usize = 36;

/// Explanations in full, ending with a line break.
pub fn explained(found: &Terms, options: &TextOptions) -> String {
    let mut canvas = super::new_canvas(options);
    for (i, term) in found.terms.iter().enumerate() {
        if i > 0 {
            canvas.gap();
        }
        explain(&mut canvas, term);
    }
    canvas.finish()
}

fn explain(canvas: &mut Canvas, term: &Term) {
    canvas.paragraph(Style::Strong, term.name);
    canvas.indented(Style::Plain, 2, term.text);
    for line in term.example.into_iter().flat_map(str::lines) {
        canvas.line(&[(Style::Plain, "      "), (Style::Plain, line)]);
    }
    if !term.also.is_empty() {
        canvas.indented(Style::Faint, 2, &format!("also: {}", term.also.join(", ")));
    }
    canvas.indented(Style::Faint, 2, &format!("more: {}", term.see));
}

/// All terms, a line each, ending with a line break.
pub fn terms(all: &Terms, options: &TextOptions) -> String {
    let mut canvas = super::new_canvas(options);
    for term in &all.terms {
        canvas.line(&[(Style::Strong, &left(term.name, NAME)), (Style::Plain, first_sentence(term.text))]);
    }
    canvas.gap();
    canvas.paragraph(Style::Faint, "paratrace explain TERM says more");
    canvas.finish()
}

fn first_sentence(text: &str) -> &str {
    text.split_inclusive(". ").next().unwrap_or_default().trim_end()
}
