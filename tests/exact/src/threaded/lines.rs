//! Lines of source code.

use std::fmt::Write;

/// Source code, indented.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) text: String,
    indent: usize,
    /// So many names that end with a number.
    names: u32,
}

impl Lines {
    /// Lines with names that are none of the first ones of others.
    pub(super) fn from_number(names: u32) -> Self {
        Self { names, ..Self::default() }
    }

    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = self.indent * 4);
    }

    pub(super) fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
    }

    pub(super) fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    /// The number of a new name.
    pub(super) fn number(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    /// Statements whose exceptions become a value of `x`.
    pub(super) fn guarded(&mut self, body: &str) {
        let number = self.number();
        self.open("try");
        self.line(body);
        self.close();
        self.line(&format!("catch (RuntimeException | LinkageError g{number}) {{ x = code(g{number}); }}"));
    }
}
