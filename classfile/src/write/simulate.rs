//! Type states in the middle of basic blocks.
//!
//! When a conditional branch is too short for its target, `if_x L` becomes `if_not_x S; goto_w L; S:`, and `S` needs a
//! frame that the class file does not have. Between two frames control flow does not join, so the state at `S` follows
//! from the last frame by executing the instructions in between on types. Nothing has to be merged.

use super::emit::Placed;
use super::names::NameTable;
use super::stack_effect::{State, effect};
use crate::descriptor::{self, MethodDescriptor};
use crate::error::{Error, Result};
use crate::limits;
use crate::opcodes as op;
use crate::read::frames::{Frame, FrameType, VerificationType as V};
use crate::read::instruction::Instruction;
use crate::read::pool::Constant;

/// For each conditional branch that became long, the instruction below it and the frame between the two. The frames
/// may use names of the returned table.
pub(crate) fn frames_behind_long_branches<'a>(placed: &Placed<'_, 'a>) -> Result<(Vec<(usize, Frame)>, NameTable<'a>)> {
    let editor = placed.editor;
    let mut frames = Vec::new();
    if !editor.instructions.iter().enumerate().any(|(index, _)| placed.is_inverted(index)) {
        return Ok((frames, editor.names.clone()));
    }
    let mut simulator = Simulator { placed, names: editor.names.clone(), state: Some(simulated_entry(placed)) };
    let mut types = 0;
    for (index, instruction) in editor.instructions.iter().enumerate() {
        if placed.needs_frame_above(index) {
            let frame = simulator.frame(instruction.pc)?;
            types += frame.locals.len() + frame.stack.len();
            if types > limits::MAX_FRAME_TYPES {
                return Err(Error::FramesTooLarge { limit: limits::MAX_FRAME_TYPES });
            }
            frames.push((index, frame));
        }
        simulator.enter(index);
        simulator.execute(instruction)?;
    }
    match editor.instructions.last() {
        Some(last) if placed.is_inverted(editor.instructions.len() - 1) => Err(Error::MissingFrame { pc: last.end() }),
        _ => Ok((frames, simulator.names)),
    }
}

fn simulated_entry(placed: &Placed<'_, '_>) -> State {
    State::new(&placed.editor.initial, &[], placed.editor.code.max_locals)
}

impl Placed<'_, '_> {
    /// True if an instruction is a conditional branch that is now an inverted branch and a `goto_w`.
    fn is_inverted(&self, index: usize) -> bool {
        let long = self.layout.long.get(index).is_some_and(|&long| long);
        long && self.editor.instructions.get(index).is_some_and(Instruction::falls_through)
    }

    /// True if there must be a frame right behind the instruction above, and none is moved there.
    fn needs_frame_above(&self, index: usize) -> bool {
        let inverted = index.checked_sub(1).is_some_and(|above| self.is_inverted(above));
        let moved_here = self.layout.start_of(index) == self.layout.label_of(index);
        inverted && !(moved_here && self.editor.frame_at(index).is_some())
    }
}

struct Simulator<'p, 'e, 'a> {
    placed: &'p Placed<'e, 'a>,
    names: NameTable<'a>,
    /// `None` in code that cannot be reached.
    state: Option<State>,
}

impl<'a> Simulator<'_, '_, 'a> {
    /// The state as a frame.
    fn frame(&self, pc: u32) -> Result<Frame> {
        let state = self.state.as_ref().ok_or(Error::MissingFrame { pc })?;
        Ok(Frame { pc, locals: state.locals(), stack: state.stack() })
    }

    /// Takes the state from the frame at an instruction, if there is one.
    fn enter(&mut self, index: usize) {
        if let Some(frame) = self.placed.editor.frame_at(index) {
            self.state = Some(State::new(&frame.locals, &frame.stack, self.placed.editor.code.max_locals));
        }
    }

    fn execute(&mut self, instruction: &Instruction) -> Result<()> {
        let Some(mut state) = self.state.take() else { return Ok(()) };
        if !instruction.falls_through() {
            return Ok(());
        }
        self.step(&mut state, instruction).ok_or(Error::BadTypeState { pc: instruction.pc })??;
        self.state = Some(state);
        Ok(())
    }

    /// `None` if the state does not allow the instruction; `Some(Err)` if a constant is malformed.
    fn step(&mut self, state: &mut State, instruction: &Instruction) -> Option<Result<()>> {
        let opcode = instruction.opcode;
        if let Some((pops, push)) = effect(opcode) {
            state.pop(pops)?;
            push.into_iter().for_each(|kind| state.push(FrameType::Known(kind)));
            return Some(Ok(()));
        }
        if let Some(local) = instruction.local() {
            return access_local(state, opcode, local).map(Ok);
        }
        match opcode {
            op::DUP => state.duplicate(1, 0)?,
            op::DUP_X1 => state.duplicate(1, 1)?,
            op::DUP_X2 => state.duplicate(1, 2)?,
            op::DUP2 => state.duplicate(2, 0)?,
            op::DUP2_X1 => state.duplicate(2, 1)?,
            op::DUP2_X2 => state.duplicate(2, 2)?,
            op::SWAP => state.swap()?,
            op::AALOAD => {
                state.pop(1)?;
                let array = state.pop_one()?;
                state.push(self.component(array)?);
            }
            op::NEWARRAY => {
                state.pop(1)?;
                state.push(self.names.named(primitive_array(instruction)?));
            }
            op::NEW => state.push(FrameType::Known(V::Uninitialized(instruction.pc))),
            _ => return self.step_constant(state, instruction, instruction.constant()?),
        }
        Some(Ok(()))
    }

    /// An instruction with a pool index.
    fn step_constant(&mut self, state: &mut State, instruction: &Instruction, index: u16) -> Option<Result<()>> {
        match instruction.opcode {
            op::ANEWARRAY => match self.placed.editor.class.constant_pool.class_name_bytes(index) {
                Ok(element) => {
                    state.pop(1)?;
                    state.push(self.names.named(array_of(element)));
                    Some(Ok(()))
                }
                Err(error) => Some(Err(error)),
            },
            op::CHECKCAST => {
                state.pop(1)?;
                state.push(FrameType::Known(V::Object(index)));
                Some(Ok(()))
            }
            op::MULTIANEWARRAY => {
                state.pop(dimensions(instruction))?;
                state.push(FrameType::Known(V::Object(index)));
                Some(Ok(()))
            }
            op::LDC | op::LDC_W | op::LDC2_W => Some(self.load_constant(index).map(|kind| state.push(kind))),
            op::GETSTATIC..=op::PUTFIELD => self.access_field(state, instruction.opcode, index),
            _ => self.call(state, instruction.opcode, index),
        }
    }

    fn load_constant(&mut self, index: u16) -> Result<FrameType> {
        let pool = &self.placed.editor.class.constant_pool;
        let name: &'static [u8] = match pool.get(index)? {
            Constant::Integer(_) => return Ok(FrameType::Known(V::Integer)),
            Constant::Float(_) => return Ok(FrameType::Known(V::Float)),
            Constant::Long(_) => return Ok(FrameType::Known(V::Long)),
            Constant::Double(_) => return Ok(FrameType::Known(V::Double)),
            Constant::String(_) => b"java/lang/String",
            Constant::Class(_) => b"java/lang/Class",
            Constant::MethodHandle { .. } => b"java/lang/invoke/MethodHandle",
            Constant::MethodType(_) => b"java/lang/invoke/MethodType",
            _ => {
                let (_, descriptor) = pool.reference_bytes(index)?;
                return Ok(self.names.of_type(descriptor::parse_field(descriptor)?));
            }
        };
        Ok(self.names.named(name))
    }

    fn access_field(&mut self, state: &mut State, opcode: u8, index: u16) -> Option<Result<()>> {
        let pool = &self.placed.editor.class.constant_pool;
        let parsed = pool.reference_bytes(index).and_then(|(_, descriptor)| descriptor::parse_field(descriptor));
        let kind = match parsed {
            Ok(kind) => kind,
            Err(error) => return Some(Err(error)),
        };
        if matches!(opcode, op::PUTSTATIC | op::PUTFIELD) {
            state.pop(usize::from(kind.slots()))?;
        }
        if matches!(opcode, op::GETFIELD | op::PUTFIELD) {
            state.pop(1)?;
        }
        if matches!(opcode, op::GETSTATIC | op::GETFIELD) {
            state.push(self.names.of_type(kind));
        }
        Some(Ok(()))
    }

    fn call(&mut self, state: &mut State, opcode: u8, index: u16) -> Option<Result<()>> {
        let pool = &self.placed.editor.class.constant_pool;
        let parsed = pool.reference_bytes(index).and_then(|(name, text)| Ok((name, MethodDescriptor::parse(text)?)));
        let (name, method) = match parsed {
            Ok(parsed) => parsed,
            Err(error) => return Some(Err(error)),
        };
        state.pop(method.parameter_slots())?;
        if !matches!(opcode, op::INVOKESTATIC | op::INVOKEDYNAMIC) {
            let receiver = state.pop_one()?;
            if name == b"<init>" {
                state.replace(receiver, self.initialized(receiver)?);
            }
        }
        if let Some(result) = method.return_type {
            state.push(self.names.of_type(result));
        }
        Some(Ok(()))
    }

    /// The type of an uninitialised object after its constructor has been called.
    fn initialized(&self, receiver: FrameType) -> Option<FrameType> {
        let class = match receiver {
            FrameType::Known(V::UninitializedThis) => self.placed.editor.class.this_class,
            FrameType::Known(V::Uninitialized(pc)) => {
                let index = self.placed.editor.index_at(pc)?;
                self.placed.editor.instructions.get(index)?.constant()?
            }
            _ => return None,
        };
        Some(FrameType::Known(V::Object(class)))
    }

    /// The type of an array's elements.
    fn component(&mut self, array: FrameType) -> Option<FrameType> {
        let name = match array {
            FrameType::Known(V::Null) => return Some(array),
            FrameType::Known(V::Object(class)) => {
                self.placed.editor.class.constant_pool.class_name_bytes(class).ok()?.to_vec()
            }
            FrameType::Named(number) => self.names.name(number)?.to_vec(),
            FrameType::Known(_) => return None,
        };
        let element = name.strip_prefix(b"[")?;
        let class = element.strip_prefix(b"L").and_then(|class| class.strip_suffix(b";"));
        match class.or_else(|| element.starts_with(b"[").then_some(element)) {
            Some(class) => Some(self.names.named(class.to_vec())),
            None => None,
        }
    }
}

fn access_local(state: &mut State, opcode: u8, local: u16) -> Option<()> {
    let local = usize::from(local);
    match opcode {
        op::ILOAD..=op::ALOAD_3 => {
            let kind = state.local(local)?;
            state.push(kind);
            Some(())
        }
        op::ISTORE..=op::ASTORE_3 => {
            let kind = state.pop_value()?;
            state.set_local(local, kind)
        }
        _ => Some(()),
    }
}

fn dimensions(instruction: &Instruction) -> usize {
    match instruction.operands {
        crate::Operands::MultiArray { dimensions, .. } => usize::from(dimensions),
        _ => 0,
    }
}

/// JVMS table 6.5.newarray-A.
fn primitive_array(instruction: &Instruction) -> Option<&'static [u8]> {
    let crate::Operands::ArrayType(kind) = instruction.operands else { return None };
    Some(match kind {
        4 => b"[Z",
        5 => b"[C",
        6 => b"[F",
        7 => b"[D",
        8 => b"[B",
        9 => b"[S",
        10 => b"[I",
        11 => b"[J",
        _ => return None,
    })
}

/// The name of the array class with the given elements.
fn array_of(element: &[u8]) -> Vec<u8> {
    if element.starts_with(b"[") {
        return [b"[", element].concat();
    }
    [b"[L", element, b";"].concat()
}
