//! The report as JSON: field names of `paratrace.report/1`, stable order, one line break at the end.
//!
//! Names are exact: a character that a terminal would obey is written as `\u009b`, which means the same in JSON.

use paratrace_analyzer::plain::{escape, is_plain};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};

/// The report as indented JSON with a trailing line break.
pub fn to_string(report: &impl Serialize) -> io::Result<String> {
    let mut text = Vec::new();
    write_to(&mut text, report)?;
    String::from_utf8(text).map_err(io::Error::other)
}

/// Writes the report to `out`, as [`to_string`] would.
pub fn write_to(mut out: impl Write, report: &impl Serialize) -> io::Result<()> {
    report.serialize(&mut Serializer::with_formatter(&mut out, Plain(PrettyFormatter::new())))?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Indents as usual, and escapes what is not plain.
struct Plain(PrettyFormatter<'static>);

impl Formatter for Plain {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| !is_plain(c)) {
            let mut escaped = String::new();
            escape(c, &mut escaped);
            out.write_all(&rest.as_bytes()[..at])?;
            out.write_all(escaped.as_bytes())?;
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use serde_json::json;

    #[test]
    fn names_are_exact_and_move_no_cursor() {
        let value = json!({"\u{1b}k": ["a\u{9b}b\u{202e}\u{7f}\n", "\u{e0041}"], "empty": [], "none": {}});
        let text = to_string(&value).unwrap();
        assert!(text.chars().all(|c| c == '\n' || is_plain(c)), "{text:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
        let ordinary = json!({"a": [1, {"b": "ü"}], "empty": [], "none": {}});
        assert_eq!(to_string(&ordinary).unwrap(), format!("{ordinary:#}\n"));
    }
}
