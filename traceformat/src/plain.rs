//! Text that a terminal shows and does not obey.
//!
//! Names in a trace are chosen by the traced program: the JVM allows nearly any character in the name of a class, method,
//! field or thread. Written to a terminal as they are, some of them move the cursor, change colours or titles, run
//! commands of the terminal, begin new lines, or turn the direction of the text around them. Everything that prints
//! names for people uses the functions of this module.

use std::borrow::Cow;
use std::fmt::Write;

/// Stands for a character that is not shown.
pub const REPLACEMENT: char = '\u{fffd}';

/// Does the character show itself and nothing else? Controls do not, nor do marks that are invisible or that turn the
/// direction of the text.
pub fn is_plain(c: char) -> bool {
    !matches!(c,
        '\u{061c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
        && !c.is_control()
}

/// The character itself, or what is shown instead of it: a blank for a tab, [`REPLACEMENT`] for the others.
pub fn shown(c: char) -> char {
    match c {
        '\t' => ' ',
        c if is_plain(c) => c,
        _ => REPLACEMENT,
    }
}

/// A name as part of a line: whatever is not plain is replaced, line breaks, too.
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) { Cow::Borrowed(text) } else { Cow::Owned(text.chars().map(shown).collect()) }
}

/// Several lines: as [`line()`], but line breaks stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    let stays = |c: char| c == '\n' || is_plain(c);
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if c == '\n' { c } else { shown(c) }).collect())
}

/// A name in a file that other programs read, where different names must stay different: whatever is not plain becomes
/// `\u001b`, as in Java.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for c in text.chars() {
        if is_plain(c) { out.push(c) } else { escape(c, &mut out) }
    }
    Cow::Owned(out)
}

/// Appends `\u001b`; two of them for a character that UTF-16 needs two units for.
pub fn escape(c: char, out: &mut String) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\u{unit:04x}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}[2J\u{9b}0m\u{202e}\u{61c}\n\tz\u{7f}";

    #[test]
    fn nothing_but_text_is_left() {
        assert_eq!(line(HOSTILE), "a\u{fffd}[2J\u{fffd}0m\u{fffd}\u{fffd}\u{fffd} z\u{fffd}");
        assert_eq!(lines(HOSTILE), "a\u{fffd}[2J\u{fffd}0m\u{fffd}\u{fffd}\n z\u{fffd}");
        assert_eq!(escaped(HOSTILE), "a\\u001b[2J\\u009b0m\\u202e\\u061c\\u000a\\u0009z\\u007f");
        assert_eq!(escaped("\u{e0041}"), "\\udb40\\udc41");
    }

    #[test]
    fn text_stays_as_it_is() {
        for text in ["org/acme/Größe.run(I)V", "名前 🙂 \u{301}", ""] {
            assert!(matches!(line(text), Cow::Borrowed(same) if same == text));
            assert!(matches!(escaped(text), Cow::Borrowed(same) if same == text));
        }
    }
}
