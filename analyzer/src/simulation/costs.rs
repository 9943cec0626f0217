//! Costs of nodes in a simulation: 1, or the cost that a table gives for the instruction.

use std::fmt;

use paratrace_replay::program::mnemonic;

/// Number of opcodes, those that the JVM does not use included.
const OPCODES: usize = 256;
/// Greatest cost of a node, so that sums over all traces that fit on a disk stay within 64 bits.
const MOST: u32 = 1_000_000;

/// Costs of nodes by instruction, in units of the simulated time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Costs([u32; OPCODES]);

/// The error for a line of a cost table that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostsError {
    /// Line number, from 1.
    pub line: usize,
    /// Description of the fault.
    pub why: String,
}

impl fmt::Display for CostsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for CostsError {}

impl Default for Costs {
    /// Returns the table in which every node costs 1.
    fn default() -> Self {
        Self([1; OPCODES])
    }
}

impl Costs {
    /// Reads a cost table.
    ///
    /// Each line has a mnemonic and its cost, from 0 to 1,000,000; `#` begins a comment. A `*` at the end of a mnemonic
    /// stands for any rest. Later lines override earlier ones. Instructions that no line names cost 1.
    ///
    /// # Errors
    /// If a line is not of this form, or names no instruction.
    pub fn parse(text: &str) -> Result<Self, CostsError> {
        let mut costs = Self::default();
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or_default().trim();
            if !content.is_empty() {
                costs.line(content).map_err(|why| CostsError { line, why })?;
            }
        }
        Ok(costs)
    }

    fn line(&mut self, content: &str) -> Result<(), String> {
        let words: Vec<&str> = content.split_whitespace().collect();
        let [name, cost] = words[..] else {
            return Err(format!("'{content}' is not an instruction and its cost"));
        };
        let cost = cost.parse().ok().filter(|&cost| cost <= MOST);
        let cost = cost.ok_or_else(|| format!("{} is not a cost: a number from 0 to {MOST}", words[1]))?;
        let mut known = false;
        for opcode in 0..=u8::MAX {
            let is_named = match name.strip_suffix('*') {
                Some(begin) => mnemonic(opcode) != "?" && mnemonic(opcode).starts_with(begin),
                None => mnemonic(opcode) == name,
            };
            if is_named {
                self.0[usize::from(opcode)] = cost;
                known = true;
            }
        }
        if known { Ok(()) } else { Err(format!("there is no instruction '{name}'")) }
    }

    /// Returns the cost of an instruction.
    pub(super) fn of(&self, opcode: u8) -> u64 {
        u64::from(self.0[usize::from(opcode)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_lines_override() {
        let costs = Costs::parse("# all calls\ninvoke* 10\ninvokestatic 4 # but these\n\nidiv 20\n").unwrap();
        assert_eq!([182, 184, 108, 96].map(|opcode| costs.of(opcode)), [10, 4, 20, 1]);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text| Costs::parse(text).unwrap_err().to_string();
        assert_eq!(error("iadd 1\nfoo 2"), "line 2: there is no instruction 'foo'");
        assert_eq!(error("iadd"), "line 1: 'iadd' is not an instruction and its cost");
        assert_eq!(error("iadd -1"), "line 1: -1 is not a cost: a number from 0 to 1000000");
    }
}
