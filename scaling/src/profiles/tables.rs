//! Frames and stacks, each stored once.

use crate::measurements::{Measurements, Stack};
use std::collections::HashMap;

/// The tables of frames and stacks that all runs of a file share.
#[derive(Debug, Default)]
pub struct Tables {
    frames: Vec<String>,
    stacks: Vec<Stack>,
    frame_numbers: HashMap<String, u32>,
    stack_numbers: HashMap<Stack, u32>,
}

impl Tables {
    /// Returns the number of a frame.
    pub fn frame(&mut self, name: String) -> u32 {
        if let Some(&number) = self.frame_numbers.get(&name) {
            return number;
        }
        let number = number_of(self.frames.len());
        self.frames.push(name.clone());
        self.frame_numbers.insert(name, number);
        number
    }

    /// Returns the number of a stack, given from its outermost frame to its innermost.
    pub fn stack(&mut self, frames: Vec<u32>) -> u32 {
        let stack = Stack { frames };
        if let Some(&number) = self.stack_numbers.get(&stack) {
            return number;
        }
        let number = number_of(self.stacks.len());
        self.stacks.push(stack.clone());
        self.stack_numbers.insert(stack, number);
        number
    }

    /// Names of all frames so far.
    #[must_use]
    pub fn frames(&self) -> &[String] {
        &self.frames
    }

    /// Copies the tables to where the file has them.
    pub fn write_to(&self, measurements: &mut Measurements) {
        measurements.frames.clone_from(&self.frames);
        measurements.stacks.clone_from(&self.stacks);
    }
}

/// More than four billion entries do not fit into memory.
fn number_of(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
