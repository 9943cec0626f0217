//! Lines of text with a width, colours that can be off, and a way down to ASCII. Names cannot carry controls through it.

use std::iter::repeat_n;

use paratrace_analyzer::plain::shown;

use crate::columns::of_character;
pub(crate) use crate::columns::{clip, clip_apart, clip_middle, columns, left, left_name, right};

/// The emphasis of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Text without emphasis.
    Plain,
    /// The text to look at first.
    Strong,
    /// Beside the point.
    Faint,
    /// Good to know before trusting the rest.
    Warning,
    /// A bar.
    Bar,
}

impl Style {
    fn code(self) -> Option<&'static str> {
        match self {
            Style::Plain => None,
            Style::Strong => Some("1"),
            Style::Faint => Some("2"),
            Style::Warning => Some("33"),
            Style::Bar => Some("36"),
        }
    }
}

/// Collects lines.
#[derive(Debug)]
pub(crate) struct Canvas {
    pub(crate) width: usize,
    color: bool,
    pub(crate) unicode: bool,
    text: String,
}

impl Canvas {
    pub(crate) fn new(width: usize, color: bool, unicode: bool) -> Canvas {
        Canvas { width, color, unicode, text: String::new() }
    }

    /// One line, cut to the width.
    pub(crate) fn line(&mut self, pieces: &[(Style, &str)]) {
        let mut left = self.width;
        for &(style, piece) in pieces {
            let shown = clip(&self.characters(piece), left, self.unicode);
            left -= columns(&shown);
            self.piece(style, &shown);
        }
        while self.text.ends_with(' ') {
            self.text.pop();
        }
        self.text.push('\n');
    }

    /// An empty line.
    pub(crate) fn gap(&mut self) {
        self.text.push('\n');
    }

    /// A sentence, broken at spaces; further lines are indented by two.
    pub(crate) fn paragraph(&mut self, style: Style, sentence: &str) {
        self.indented(style, 0, sentence);
    }

    /// The same, all of it further to the right.
    pub(crate) fn indented(&mut self, style: Style, indent: usize, sentence: &str) {
        let mut line = " ".repeat(indent);
        for word in sentence.split(' ') {
            if !line.trim().is_empty() && columns(&line) + 1 + columns(word) > self.width {
                self.line(&[(style, &line)]);
                line = " ".repeat(indent + 1);
            }
            if line.len() > indent {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.line(&[(style, &line)]);
    }

    fn piece(&mut self, style: Style, text: &str) {
        match style.code().filter(|_| self.color && !text.trim().is_empty()) {
            Some(code) => {
                self.text.push_str(&format!("\x1b[{code}m{text}\x1b[0m"));
            }
            None => self.text.push_str(text),
        }
    }

    fn characters(&self, text: &str) -> String {
        match self.unicode {
            true => text.chars().map(shown).collect(),
            // As many characters as columns: what was aligned stays aligned.
            false => text.chars().flat_map(|c| repeat_n(ascii(c), of_character(c))).collect(),
        }
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }
}

/// The nearest thing in ASCII.
fn ascii(c: char) -> char {
    match shown(c) {
        c if c.is_ascii() => c,
        '█' | '▉' | '▊' | '▋' | '▌' => '#',
        '▍' | '▎' | '▏' => ' ',
        '─' | '–' | '−' => '-',
        '│' => '|',
        '╭' | '╮' | '╰' | '╯' => '+',
        '×' => 'x',
        '±' => '~',
        'µ' => 'u',
        '≤' => '<',
        '…' => '.',
        '→' => '>',
        _ => '?',
    }
}

/// A bar of `width` columns for a share from 0 to 1, in eighths of a column.
pub(crate) fn bar(share: f64, width: usize) -> String {
    const PARTS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let eighths = (share * (width * 8) as f64).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(PARTS[eighths % 8]);
    }
    left(&bar, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_by_eighths() {
        assert_eq!(bar(0.0, 4), "    ");
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(0.5, 3), "█▌ ");
        assert_eq!(bar(2.0, 2), "██");
        assert_eq!(bar(f64::NAN, 2), "  ");
    }

    #[test]
    fn controls_do_not_reach_the_terminal() {
        let mut canvas = Canvas::new(80, true, true);
        canvas.line(&[(Style::Strong, "evil\x1b[2J\u{202e}name\n")]);
        assert_eq!(canvas.finish(), "\x1b[1mevil\u{fffd}[2J\u{fffd}name\u{fffd}\x1b[0m\n");
    }

    #[test]
    fn long_lines_are_cut() {
        let mut canvas = Canvas::new(8, false, true);
        canvas.line(&[(Style::Plain, "123456"), (Style::Faint, "789")]);
        assert_eq!(canvas.finish(), "1234567…\n");
    }

    #[test]
    fn ascii_takes_as_many_columns() {
        let mut canvas = Canvas::new(80, false, false);
        canvas.line(&[(Style::Plain, &left_name("名前a\u{301}×", 8)), (Style::Plain, "|")]);
        assert_eq!(canvas.finish(), "????ax  |\n");
    }

    #[test]
    fn wide_characters_do_not_leave_the_line() {
        let mut canvas = Canvas::new(8, false, true);
        canvas.line(&[(Style::Plain, "名前"), (Style::Faint, "名前名前")]);
        assert_eq!(canvas.finish(), "名前名…\n");
    }

    #[test]
    fn paragraphs_break_at_spaces() {
        let mut canvas = Canvas::new(10, false, false);
        canvas.paragraph(Style::Plain, "one two three four");
        assert_eq!(canvas.finish(), "one two\n  three\n  four\n");
    }
}
