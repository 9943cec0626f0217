//! The part of a list that is shown, and the sentence that says that there is more.

use crate::canvas::{Canvas, Style};
use crate::numbers::count;

/// How many rows of every list a user wants to see, if he said so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Top(Option<usize>);

impl Top {
    /// Shows this many rows of every list.
    pub fn of(rows: usize) -> Top {
        Top(Some(rows))
    }

    /// The rows of a list that has `usual` rows if nobody asks for another number.
    pub fn rows(self, usual: usize) -> usize {
        self.0.unwrap_or(usual)
    }
}

/// A list that is shown in part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cut<'l, T> {
    /// Its first entries.
    pub(crate) shown: &'l [T],
    /// How many more it has.
    pub(crate) more: usize,
}

/// The first entries of a list.
pub(crate) fn cut<T>(all: &[T], top: Top, usual: usize) -> Cut<'_, T> {
    let (shown, hidden) = all.split_at(all.len().min(top.rows(usual)));
    Cut { shown, more: hidden.len() }
}

/// Says below a list that there is more of it.
pub(crate) fn more(canvas: &mut Canvas, indent: usize, left: u64) {
    if let Some(text) = more_text(left) {
        canvas.indented(Style::Faint, indent, &text);
    }
}

/// The same as part of a sentence.
pub(crate) fn more_text(left: u64) -> Option<String> {
    more_by(left, "", "--top shows")
}

/// The same of what other options show, too; `with` says what there is of it.
pub(crate) fn more_by(left: u64, with: &str, options_show: &str) -> Option<String> {
    let them = if left == 1 { "it" } else { "them" };
    and_more(left, with).map(|more| format!("{more}: {options_show} {them}"))
}

/// The beginning of a sentence that says how many more entries there are; `None` if there are none.
#[must_use]
pub fn and_more(left: u64, with: &str) -> Option<String> {
    (left > 0).then(|| format!("… and {} more{with}", count(left)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_is_told() {
        let all = [1, 2, 3];
        let (usual, asked) = (cut(&all, Top::default(), 2), cut(&all, Top::of(usize::MAX), 2));
        assert_eq!((usual.shown, usual.more), (&all[..2], 1));
        assert_eq!((asked.shown, asked.more), (&all[..], 0));
        assert_eq!(more_text(1).as_deref(), Some("… and 1 more: --top shows it"));
        assert_eq!(more_text(1000).as_deref(), Some("… and 1,000 more: --top shows them"));
        assert_eq!(more_text(0), None);
        assert_eq!(
            more_by(1, " with 2 bytes", "--a and --b show").as_deref(),
            Some("… and 1 more with 2 bytes: --a and --b show it")
        );
    }
}
