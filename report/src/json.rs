//! Results as JSON: field names of their schema, stable order, each record of a list on a line of its own.
//!
//! Names are exact: a character that a terminal would obey is written as `\u009b`, which means the same in JSON.

use paratrace_analyzer::plain::{escape, is_plain};
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// The result as JSON with a trailing line break.
pub fn to_string(result: &impl Serialize) -> io::Result<String> {
    let mut text = Vec::new();
    write_to(&mut text, result)?;
    String::from_utf8(text).map_err(io::Error::other)
}

/// Writes the result to `out`, as [`to_string`] would.
pub fn write_to(mut out: impl Write, result: &impl Serialize) -> io::Result<()> {
    result.serialize(&mut Serializer::with_formatter(&mut out, Records::default()))?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Levels of objects whose fields have a line each: the document, and what it has once.
const OPEN_LEVELS: usize = 2;

/// Lays out what is written: a record of a list on one line, a list within it one line for each record of its own. Indenting every
/// field would make a large report a third longer, and a dependence seventeen lines.
#[derive(Default)]
struct Records {
    /// The objects and lists that are open; true if they have lines of their own.
    open: Vec<bool>,
    /// Number of these that have lines.
    indent: usize,
    /// True before a value of a list: a record starts a line, a number or a string does not.
    is_element: bool,
}

impl Records {
    fn line(&mut self, out: &mut (impl ?Sized + Write)) -> io::Result<()> {
        if let Some(has_lines) = self.open.last_mut().filter(|has_lines| !**has_lines) {
            *has_lines = true;
            self.indent += 1;
        }
        self.line_break(out)
    }

    fn line_break(&self, out: &mut (impl ?Sized + Write)) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.indent).try_for_each(|_| out.write_all(b"  "))
    }

    fn begin(&mut self, out: &mut (impl ?Sized + Write), bracket: &[u8]) -> io::Result<()> {
        if std::mem::take(&mut self.is_element) {
            self.line(out)?;
        }
        self.open.push(false);
        out.write_all(bracket)
    }

    fn end(&mut self, out: &mut (impl ?Sized + Write), bracket: &[u8]) -> io::Result<()> {
        self.is_element = false;
        if self.open.pop() == Some(true) {
            self.indent -= 1;
            self.line_break(out)?;
        }
        out.write_all(bracket)
    }

    fn has_line_per_field(&self) -> bool {
        self.open.len() <= OPEN_LEVELS
    }
}

impl Formatter for Records {
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
        self.begin(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.is_element = true;
        if first { Ok(()) } else { out.write_all(b",") }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.has_line_per_field() { self.line(out) } else { Ok(()) }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.is_element = false;
        out.write_all(if self.has_line_per_field() { b": " } else { b":" })
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
    }

    #[test]
    fn records_have_a_line_each() {
        let edges = json!([{"count": 1, "head": {"pc": 2}}, {"count": 3, "of": []}]);
        let list = json!([{"a": "ü", "edges": edges, "numbers": [1, 2], "z": {}}, {"b": [[1], [2, 3]]}]);
        let value = json!({"list": list, "none": [], "once": {"cause": null, "notes": ["x", "y"]}});
        let expected = r#"{
  "list": [
    {"a":"ü","edges":[
      {"count":1,"head":{"pc":2}},
      {"count":3,"of":[]}
    ],"numbers":[1,2],"z":{}},
    {"b":[
      [1],
      [2,3]
    ]}
  ],
  "none": [],
  "once": {
    "cause": null,
    "notes": ["x","y"]
  }
}
"#;
        let text = to_string(&value).unwrap();
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
