//! Columns of a terminal: how many a text takes, and texts that are made to take a given number.
//!
//! Characters are counted one by one, so that the columns of a line are the sum of those of its parts.

use paratrace_analyzer::plain::shown;
use unicode_width::UnicodeWidthChar;

/// Columns of one character: two for wide ones as of Chinese, none for marks that stand on the character before them.
pub(super) fn of_character(c: char) -> usize {
    shown(c).width().unwrap_or(1)
}

/// Columns that a text takes.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(of_character).sum()
}

/// As much of the beginning as fits into `width` columns.
fn beginning(text: &str, width: usize) -> &str {
    &text[..fitting(text.char_indices().map(|(at, c)| (at + c.len_utf8(), c)), 0, width)]
}

/// As much of the end as fits into `width` columns, without marks that have lost the character under them.
fn end(text: &str, width: usize) -> &str {
    let end = &text[fitting(text.char_indices().rev(), text.len(), width)..];
    end.trim_start_matches(|c| of_character(c) == 0)
}

/// The position behind the last of the characters that fit into `width` columns; `none` if none does.
fn fitting(characters: impl Iterator<Item = (usize, char)>, none: usize, width: usize) -> usize {
    let mut taken = 0;
    let fits = |&(_, c): &(usize, char)| {
        taken += of_character(c);
        taken <= width
    };
    characters.take_while(fits).last().map_or(none, |(at, _)| at)
}

/// At most `width` columns of a text, the last one an ellipsis where something is missing.
pub(crate) fn clip(text: &str, width: usize, unicode: bool) -> String {
    if columns(text) <= width {
        return text.to_string();
    }
    let mut short = beginning(text, width.saturating_sub(1)).to_string();
    if width > 0 {
        short.push(if unicode { '…' } else { '.' });
    }
    short
}

/// At most `width` columns of a name, an ellipsis in the middle where something is missing: what tells names apart, a number or a
/// line, is at their end.
pub(crate) fn clip_middle(name: &str, width: usize) -> String {
    if columns(name) <= width || width == 0 {
        return beginning(name, width).to_string();
    }
    let half = (width - 1) / 2;
    format!("{}…{}", beginning(name, width - 1 - half), end(name, half))
}

/// Two names, each of at most `width` columns: what is different stays different.
pub(crate) fn clip_apart(names: [&str; 2], width: usize) -> [String; 2] {
    let cut = names.map(|name| clip_middle(name, width));
    if names[0] == names[1] || cut[0] != cut[1] {
        return cut;
    }
    let mut ends = names[0].char_indices().zip(names[1].chars()).skip_while(|((_, a), b)| a == b);
    let same = ends.next().map_or(names[0].len().min(names[1].len()), |((at, _), _)| at);
    names.map(|name| clip(&format!("…{}", &name[same..]), width, true))
}

/// `text` in exactly `width` columns, on the left.
pub(crate) fn left(text: &str, width: usize) -> String {
    padded(clip(text, width, true), width)
}

/// A name in exactly `width` columns, on the left.
pub(crate) fn left_name(name: &str, width: usize) -> String {
    padded(clip_middle(name, width), width)
}

fn padded(shown: String, width: usize) -> String {
    let gap = width - columns(&shown);
    shown + &" ".repeat(gap)
}

/// `text` in at least `width` columns, on the right: numbers are never cut.
pub(crate) fn right(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(columns(text))) + text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_end() {
        assert_eq!(left_name("worker-thread-1", 9), "work…ad-1");
        assert_eq!(left_name("worker-thread-2", 10), "worke…ad-2");
        assert_eq!(clip_apart(["worker-1-thread", "worker-2-thread"], 9), ["…1-thread", "…2-thread"]);
        assert_eq!(clip_apart(["worker-1-of-the-pool", "worker-1-of-the-pool"], 9), ["work…pool"; 2]);
        assert_eq!(clip_apart(["aaaaaaaa", "aaaaaaaaaaaaaaaa"], 4), ["…", "…aa…"]);
        assert_eq!([left_name("abc", 1), left_name("abc", 0), left_name("ab", 3)], ["…", "", "ab "]);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(columns("名前🙂x"), 7);
        assert_eq!([left("名前", 6), right("名前", 6), left("名前", 3)], ["名前  ", "  名前", "名…"]);
        // Half a character cannot be shown: a blank takes its place.
        assert_eq!([left("名前", 2), left_name("名前名前", 6)], ["… ", "名…前 "]);
    }

    #[test]
    fn marks_take_none() {
        assert_eq!(columns("e\u{301}"), 1);
        assert_eq!([left("e\u{301}", 2), clip("e\u{301}ab", 2, true)], ["e\u{301} ", "e\u{301}…"]);
        assert_eq!(left_name("abcde\u{301}", 3), "a…e\u{301}");
        assert_eq!(end("e\u{301}", 0), "");
    }

    #[test]
    fn controls_take_the_column_of_what_is_shown_instead() {
        assert_eq!(columns("\u{1b}\u{200b}\t"), 3);
    }
}
