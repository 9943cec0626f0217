//! The layout of rewritten code: the place of every instruction.
//!
//! The length of a switch depends on where it is, and the length of a branch on how far away its target is. All
//! branches begin as they were; whenever one turns out to be too short it is made long and everything is placed again.
//! Branches never become short again, so this ends.

use super::editor::{BranchSlot, CodeEditor};
use super::insertions::Place;
use super::islands::Islands;
use crate::error::{Error, Result};
use crate::limits;
use crate::opcodes as op;
use crate::read::instruction::{Instruction, Operands, switch_padding};

/// Positions in the new code. All vectors but `handlers` are indexed by instruction; `start` has one element more.
#[derive(Debug)]
pub(crate) struct Layout {
    /// For each instruction, the end of the one above: code on fall-through begins there.
    pub(crate) start: Vec<usize>,
    /// Destinations of jumps to the instructions: the beginnings of the code before them.
    pub(crate) label: Vec<usize>,
    /// The instruction itself.
    pub(crate) own: Vec<usize>,
    /// Branches that need a wide form.
    pub(crate) long: Vec<bool>,
    /// The added handlers.
    pub(crate) handlers: Vec<usize>,
    /// The length of the code.
    pub(crate) length: usize,
}

impl Layout {
    pub(crate) fn compute(editor: &CodeEditor<'_>, islands: &Islands) -> Result<Self> {
        let count = editor.instructions.len();
        let mut layout = Layout {
            start: vec![0; count + 1],
            label: vec![0; count],
            own: vec![0; count],
            long: vec![false; count],
            handlers: Vec::new(),
            length: 0,
        };
        loop {
            layout.place(editor, islands);
            if layout.length > limits::MAX_CODE_LENGTH {
                return Err(Error::CodeTooLarge { length: layout.length });
            }
            if !layout.lengthen(editor, islands) {
                return Ok(layout);
            }
        }
    }

    /// The destination of a branch.
    pub(crate) fn destination(
        &self,
        editor: &CodeEditor<'_>,
        islands: &Islands,
        branch: usize,
        slot: BranchSlot,
    ) -> Result<usize> {
        let target = editor.slot_target(branch, slot)?;
        let label = self.label.get(target).ok_or(Error::NoSuchInstruction { index: target })?;
        Ok(label - islands.distance(branch, slot))
    }

    /// The start of the instruction's jump target; past the end, the end of the original code.
    pub(crate) fn label_of(&self, index: usize) -> usize {
        self.label.get(index).copied().unwrap_or_else(|| self.start_of(index))
    }

    /// The end of the instruction above; for an index past the last, the end of the original code.
    pub(crate) fn start_of(&self, index: usize) -> usize {
        self.start.get(index).or(self.start.last()).copied().unwrap_or(0)
    }

    /// The instruction itself.
    pub(crate) fn own_of(&self, index: usize) -> usize {
        self.own.get(index).copied().unwrap_or_else(|| self.start_of(index))
    }

    fn place(&mut self, editor: &CodeEditor<'_>, islands: &Islands) {
        let mut at = 0;
        let (starts, labels) = (self.start.iter_mut(), self.label.iter_mut());
        let places = starts.zip(labels).zip(self.own.iter_mut()).zip(&self.long);
        for (index, (((start, label), own), &long)) in places.enumerate() {
            *start = at;
            at += editor.fallthrough_code(index).len() + islands.at(index).map_or(0, |island| island.bytes.len());
            *label = at;
            at += editor.inserted.at(index, Place::Before).len();
            *own = at;
            at += editor.instructions.get(index).map_or(0, |instruction| length(instruction, at, long));
        }
        if let Some(end) = self.start.last_mut() {
            *end = at;
        }
        self.handlers.clear();
        for handler in &editor.handlers {
            self.handlers.push(at);
            at += handler.code.len();
        }
        self.length = at;
    }

    /// Marks short branches that do not reach; true if there are any.
    fn lengthen(&mut self, editor: &CodeEditor<'_>, islands: &Islands) -> bool {
        if self.length <= usize::from(i16::MAX.cast_unsigned()) {
            return false;
        }
        let mut changed = false;
        for (index, instruction) in editor.instructions.iter().enumerate() {
            if is_short_branch(instruction) && !self.long.get(index).is_none_or(|&long| long) {
                let reaches = self.reaches(editor, islands, index);
                changed |= !reaches;
                if let Some(long) = self.long.get_mut(index) {
                    *long = !reaches;
                }
            }
        }
        changed
    }

    fn reaches(&self, editor: &CodeEditor<'_>, islands: &Islands, index: usize) -> bool {
        let destination = self.destination(editor, islands, index, BranchSlot::Target);
        destination.is_ok_and(|to| i16::try_from(distance(self.own_of(index), to)).is_ok())
    }
}

impl CodeEditor<'_> {
    /// The code on fall through to an instruction, if control can come that way.
    pub(crate) fn fallthrough_code(&self, index: usize) -> &[u8] {
        let code = self.inserted.at(index, Place::Fallthrough);
        if code.is_empty() || self.is_reached_from_above(index) { code } else { &[] }
    }
}

/// How far it is from one place to another.
pub(crate) fn distance(from: usize, to: usize) -> i64 {
    to.cast_signed() as i64 - from.cast_signed() as i64
}

/// A branch with a 16-bit offset.
pub(crate) fn is_short_branch(instruction: &Instruction) -> bool {
    matches!(instruction.operands, Operands::Branch(_)) && instruction.opcode != op::GOTO_W
}

/// The length of an instruction at a place.
fn length(instruction: &Instruction, at: usize, long: bool) -> usize {
    match &instruction.operands {
        Operands::Switch(switch) if instruction.opcode == op::TABLESWITCH => {
            1 + switch_padding(at) + 12 + 4 * switch.cases.len()
        }
        Operands::Switch(switch) => 1 + switch_padding(at) + 8 + 8 * switch.cases.len(),
        Operands::Branch(_) if long && instruction.opcode == op::GOTO => 5,
        // The inverted condition and a `goto_w`.
        Operands::Branch(_) if long => 8,
        _ => instruction.len.into(),
    }
}
