//! Writes the new Code attribute.

use std::ops::Range;

use super::annotations;
use super::bytes::{count_u2, put_attribute, put_u2, put_u4};
use super::editor::{BranchSlot, CodeEditor};
use super::frames;
use super::insertions::Place;
use super::islands::Islands;
use super::layout::{Layout, distance};
use super::pool::PoolBuilder;
use super::tables;
use crate::error::{Error, Result};
use crate::opcodes as op;
use crate::read::class::Attribute;
use crate::read::instruction::{Instruction, Operands, Switch, switch_padding};

/// An editor whose code has found its place.
pub(crate) struct Placed<'e, 'a> {
    pub(crate) editor: &'e CodeEditor<'a>,
    pub(crate) islands: Islands,
    pub(crate) layout: Layout,
}

impl CodeEditor<'_> {
    /// The contents of the new Code attribute. Without a change they are those of the input.
    ///
    /// # Errors
    /// A refusal (see [`Error::is_refusal`]) if the method cannot take the changes; otherwise the first mistake of the
    /// caller or the fault found in the method.
    pub fn finish(mut self, pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if !self.is_edited() {
            return Ok(self.attribute.data.to_vec());
        }
        self.inserted.arrange(self.instructions.len());
        let islands = Islands::build(&self);
        let layout = Layout::compute(&self, &islands)?;
        Placed { editor: &self, islands, layout }.body(pool)
    }
}

/// The constant of a call; `invokeinterface` says the slots of its arguments besides.
fn retarget(call: &mut [u8], constant: u16, more: u8) {
    let [high, low] = constant.to_be_bytes();
    match call {
        [op::INVOKEINTERFACE, a, b, count, _] => (*a, *b, *count) = (high, low, count.saturating_add(more)),
        [_, a, b] => (*a, *b) = (high, low),
        _ => {}
    }
}

impl Placed<'_, '_> {
    fn body(&self, pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>> {
        let editor = self.editor;
        let code = self.code()?;
        // The attributes grow with the code, by less.
        let mut body = Vec::with_capacity(editor.attribute.data.len() + 2 * code.len());
        put_u2(&mut body, count_u2(editor.max_stack, "stack slots")?);
        put_u2(&mut body, count_u2(editor.max_locals, "locals")?);
        put_u4(&mut body, u32::try_from(code.len()).unwrap_or(u32::MAX));
        body.extend(&code);
        self.put_exception_table(&mut body)?;
        let attributes = self.attributes(pool)?;
        put_u2(&mut body, count_u2(attributes.len(), "attributes")?);
        for (name_index, name, data) in attributes {
            put_attribute(&mut body, name_index, name, &data)?;
        }
        Ok(body)
    }

    /// The attributes in their old order; a new StackMapTable comes last.
    fn attributes(&self, pool: &mut PoolBuilder<'_>) -> Result<Vec<(u16, &'static str, Vec<u8>)>> {
        let mut stack_map = frames::stack_map_table(self, pool)?;
        let mut attributes = Vec::new();
        for attribute in &self.editor.code.attributes {
            let moved = if attribute.name == b"StackMapTable" {
                stack_map.take().map(|data| ("StackMapTable", data))
            } else {
                self.moved(attribute)?
            };
            if let Some((name, data)) = moved {
                attributes.push((attribute.name_index, name, data));
            }
        }
        if let Some(data) = stack_map {
            attributes.push((pool.utf8("StackMapTable")?, "StackMapTable", data));
        }
        Ok(attributes)
    }

    /// An attribute with its offsets changed; `None` if it is not known.
    fn moved(&self, attribute: &Attribute<'_>) -> Result<Option<(&'static str, Vec<u8>)>> {
        Ok(Some(match attribute.name {
            b"LineNumberTable" => ("LineNumberTable", tables::line_numbers(self, attribute)?),
            b"LocalVariableTable" => ("LocalVariableTable", tables::local_variables(self, attribute)?),
            b"LocalVariableTypeTable" => ("LocalVariableTypeTable", tables::local_variables(self, attribute)?),
            b"RuntimeVisibleTypeAnnotations" => {
                ("RuntimeVisibleTypeAnnotations", annotations::type_annotations(self, attribute)?)
            }
            b"RuntimeInvisibleTypeAnnotations" => {
                ("RuntimeInvisibleTypeAnnotations", annotations::type_annotations(self, attribute)?)
            }
            _ => return Ok(None),
        }))
    }

    fn code(&self) -> Result<Vec<u8>> {
        let editor = self.editor;
        let mut out = Vec::with_capacity(self.layout.length);
        // Most instructions stay where they are behind the one above: such runs are copied at once.
        let mut run = 0..0;
        for (index, instruction) in editor.instructions.iter().enumerate() {
            if self.layout.start_of(index) != self.layout.own_of(index) {
                self.copy(&mut out, &mut run);
                out.extend_from_slice(editor.fallthrough_code(index));
                if let Some(island) = self.islands.at(index) {
                    out.extend_from_slice(&island.bytes);
                }
                out.extend_from_slice(editor.inserted.at(index, Place::Before));
            }
            let moves = matches!(instruction.operands, Operands::Branch(_) | Operands::Switch(_));
            if moves || !editor.retargeted.is_empty() {
                self.copy(&mut out, &mut run);
                self.put_instruction(&mut out, index, instruction)?;
                continue;
            }
            let (start, end) = (instruction.pc as usize, instruction.end() as usize);
            run = if run.is_empty() { start..end } else { run.start..end };
        }
        self.copy(&mut out, &mut run);
        for handler in &editor.handlers {
            out.extend(&handler.code);
        }
        Ok(out)
    }

    /// Copies original code, if there is any.
    fn copy(&self, out: &mut Vec<u8>, run: &mut Range<usize>) {
        out.extend_from_slice(self.editor.code.code.get(std::mem::take(run)).unwrap_or_default());
    }

    fn put_instruction(&self, out: &mut Vec<u8>, index: usize, instruction: &Instruction) -> Result<()> {
        match &instruction.operands {
            Operands::Branch(_) => self.put_branch(out, index, instruction),
            Operands::Switch(switch) => self.put_switch(out, index, instruction.opcode, switch),
            _ => {
                let range = instruction.pc as usize..instruction.end() as usize;
                let at = out.len();
                out.extend(self.editor.code.code.get(range).unwrap_or_default());
                if let Some((constant, more)) = self.editor.retargeted.get(&index) {
                    retarget(out.get_mut(at..).unwrap_or_default(), *constant, *more);
                }
                Ok(())
            }
        }
    }

    fn put_branch(&self, out: &mut Vec<u8>, index: usize, instruction: &Instruction) -> Result<()> {
        let long = self.layout.long.get(index).copied().unwrap_or(false);
        match (instruction.opcode, long) {
            (op::GOTO_W, _) | (op::GOTO, true) => self.put_goto_w(out, index),
            (opcode, true) => {
                let inverted = op::inverted(opcode).ok_or(Error::BadOpcode { opcode, pc: instruction.pc })?;
                // Over itself and the `goto_w`.
                out.extend([inverted, 0, 8]);
                self.put_goto_w(out, index)
            }
            (opcode, false) => {
                let offset = self.offset(out.len(), index, BranchSlot::Target)?;
                let offset = i16::try_from(offset).map_err(|_| Error::CodeTooLarge { length: self.layout.length })?;
                out.push(opcode);
                out.extend(offset.to_be_bytes());
                Ok(())
            }
        }
    }

    fn put_goto_w(&self, out: &mut Vec<u8>, index: usize) -> Result<()> {
        let offset = self.offset(out.len(), index, BranchSlot::Target)?;
        out.push(op::GOTO_W);
        out.extend(offset.to_be_bytes());
        Ok(())
    }

    fn put_switch(&self, out: &mut Vec<u8>, index: usize, opcode: u8, switch: &Switch) -> Result<()> {
        let at = out.len();
        out.push(opcode);
        out.resize(out.len() + switch_padding(at), 0);
        out.extend(self.offset(at, index, BranchSlot::Default)?.to_be_bytes());
        if opcode == op::TABLESWITCH {
            let bounds = switch.cases.first().zip(switch.cases.last());
            let ((low, _), (high, _)) = bounds.ok_or(Error::NoSuchBranch { index })?;
            out.extend(low.to_be_bytes());
            out.extend(high.to_be_bytes());
        } else {
            put_u4(out, u32::try_from(switch.cases.len()).unwrap_or(u32::MAX));
        }
        for (case, (key, _)) in switch.cases.iter().enumerate() {
            if opcode == op::LOOKUPSWITCH {
                out.extend(key.to_be_bytes());
            }
            out.extend(self.offset(at, index, BranchSlot::Case(case))?.to_be_bytes());
        }
        Ok(())
    }

    /// The offset that a branch instruction at `at` needs.
    fn offset(&self, at: usize, index: usize, slot: BranchSlot) -> Result<i32> {
        let to = self.layout.destination(self.editor, &self.islands, index, slot)?;
        i32::try_from(distance(at, to)).map_err(|_| Error::CodeTooLarge { length: self.layout.length })
    }
}
