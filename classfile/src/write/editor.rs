//! The editor of one method's code: what is to be inserted where.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::insertions::{Insertions, Place};
use super::islands::EdgeCode;
use super::names::NameTable;
use crate::descriptor::MethodDescriptor;
use crate::error::{Error, Result};
use crate::limits;
use crate::opcodes as op;
use crate::read::class::{Attribute, ClassFile, Member};
use crate::read::code::Code;
use crate::read::frames::{self, Frame, FrameType, Room, VerificationType};
use crate::read::instruction::Instruction;

/// One of the ways that a branching instruction can go, apart from falling through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BranchSlot {
    /// The target of a conditional branch or `goto`.
    Target,
    /// A case of a switch, by its position in [`crate::Switch::cases`].
    Case(usize),
    /// The default of a switch.
    Default,
}

/// A handler added at the end of the method.
#[derive(Debug, Clone)]
pub(crate) struct Handler {
    pub(crate) ranges: Vec<Range<usize>>,
    pub(crate) catch_type: u16,
    pub(crate) code: Vec<u8>,
    pub(crate) locals: Vec<VerificationType>,
    pub(crate) stack: Vec<VerificationType>,
}

/// Edits the code of one method.
///
/// Instructions are named by their position in [`CodeEditor::instructions`]. Inserted code is raw bytecode without
/// branches, with pool indices of the [`super::PoolBuilder`] that is later given to [`CodeEditor::finish`]. It must
/// leave the operand stack as it found it (but for what a call takes that gets another target, see
/// [`CodeEditor::retarget`]), and the types of all locals but those that the editor handed out.
/// Several insertions at the same place run in the order in which they were asked for.
///
/// In front of instruction `i` there is, in this order:
///
/// ```text
/// code of insert_on_fallthrough(i)    line numbers and local variables that begin at i begin here
/// code of insert_on_branch(…) to i    jumped over by what comes from above
/// code of insert_before(i)            jumps, handlers, frames and exception ranges at i begin here
/// instruction i                       `Uninitialized` types and annotations that name i point here
/// ```
///
/// A mistake of the caller, such as an index that does not exist, is reported by [`CodeEditor::finish`].
#[derive(Debug, Clone)]
pub struct CodeEditor<'a> {
    pub(crate) class: &'a ClassFile<'a>,
    pub(crate) attribute: Attribute<'a>,
    pub(crate) code: Code<'a>,
    pub(crate) instructions: Cow<'a, [Instruction]>,
    /// For each pc the instruction that it is part of.
    index_of: Vec<u16>,
    pub(crate) inserted: Insertions,
    pub(crate) edges: Vec<EdgeCode>,
    pub(crate) handlers: Vec<Handler>,
    /// New locals that appear in frames, with their index.
    pub(crate) extra_locals: Vec<(usize, VerificationType)>,
    pub(crate) max_locals: usize,
    pub(crate) max_stack: usize,
    pub(crate) names: NameTable<'a>,
    /// Types of the locals at method entry.
    pub(crate) initial: Vec<FrameType>,
    /// The frames, ordered by pc; `None` if the method is verified by type inference.
    pub(crate) frames: Option<Vec<Frame>>,
    edited: bool,
    pub(crate) fault: Option<Error>,
    dropped: Vec<String>,
    /// Calls that get another target: the instruction, the constant, and how many slots more it takes.
    pub(crate) retargeted: BTreeMap<usize, (u16, u8)>,
}

impl<'a> CodeEditor<'a> {
    /// Decodes the code of a method.
    ///
    /// # Errors
    /// [`Error::NoCode`] and [`Error::JsrRet`] for methods that cannot be edited; anything else for malformed ones.
    pub fn new(class: &'a ClassFile<'a>, method_index: usize) -> Result<Self> {
        CodeEditor::build(class, method_index, None)
    }

    /// The same without decoding the code once more: `instructions` are all of the method.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn with_instructions(
        class: &'a ClassFile<'a>,
        method_index: usize,
        instructions: &'a [Instruction],
    ) -> Result<Self> {
        CodeEditor::build(class, method_index, Some(instructions))
    }

    fn build(class: &'a ClassFile<'a>, method_index: usize, instructions: Option<&'a [Instruction]>) -> Result<Self> {
        let method = class.methods.get(method_index).ok_or(Error::NoSuchMethod { index: method_index })?;
        let attribute = *method.code_attribute().ok_or(Error::NoCode { index: method_index })?;
        let code = Code::parse(&attribute, &class.constant_pool)?;
        let instructions = match instructions {
            Some(decoded) => Cow::Borrowed(decoded),
            None => Cow::Owned(code.decode()?),
        };
        refuse_subroutines(&instructions)?;
        let mut names = NameTable::default();
        let initial = initial_locals(class, method, &mut names)?;
        let mut editor = CodeEditor {
            class,
            attribute,
            index_of: index_table(&instructions, code.code.len()),
            inserted: Insertions::with_room(code.code.len()),
            edges: Vec::new(),
            handlers: Vec::new(),
            extra_locals: Vec::new(),
            max_locals: usize::from(code.max_locals),
            max_stack: usize::from(code.max_stack),
            names,
            initial,
            frames: None,
            edited: false,
            fault: None,
            dropped: dropped_names(class, &code),
            retargeted: BTreeMap::new(),
            code,
            instructions,
        };
        editor.check_targets()?;
        editor.frames = editor.read_frames()?;
        Ok(editor)
    }

    /// The original code.
    pub fn code(&self) -> &Code<'a> {
        &self.code
    }

    /// The original instructions.
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// The position in [`Self::instructions`] of the instruction that begins at `pc`.
    pub fn index_at(&self, pc: u32) -> Option<usize> {
        let index = usize::from(*self.index_of.get(pc as usize)?);
        (self.instructions.get(index)?.pc == pc).then_some(index)
    }

    /// Names of the attributes of the code that are unknown, and will be dropped if the method is changed: they may
    /// hold offsets.
    pub fn dropped_attributes(&self) -> &[String] {
        &self.dropped
    }

    /// True if the method is verified by means of stack map frames.
    pub fn uses_frames(&self) -> bool {
        self.frames.is_some()
    }

    /// Inserts code that runs whenever control falls through from instruction `i - 1` to `i`, or enters the method for
    /// `i == 0`. Jumps, switches and handlers that go to `i` do not run it. If instruction `i - 1` never falls through,
    /// the code can never run and is left out.
    pub fn insert_on_fallthrough(&mut self, i: usize, code: impl AsRef<[u8]>) {
        self.insert(i, Place::Fallthrough, code.as_ref());
    }

    /// Inserts code that runs whenever control reaches instruction `i`, whatever the way.
    pub fn insert_before(&mut self, i: usize, code: impl AsRef<[u8]>) {
        self.insert(i, Place::Before, code.as_ref());
    }

    /// Inserts code that runs only when instruction `i` takes the given branch.
    pub fn insert_on_branch(&mut self, i: usize, slot: BranchSlot, code: impl AsRef<[u8]>) {
        self.edited = true;
        match self.slot_target(i, slot) {
            Ok(target) => self.edges.push(EdgeCode { branch: i, slot, target, code: code.as_ref().to_vec() }),
            Err(error) => self.fail(error),
        }
    }

    /// Adds locals behind all that exist, and to every frame of the method; returns the index of the first. The
    /// caller's code on fall through to instruction 0 must assign them. Without room for them the result is 0, and
    /// [`Self::finish`] reports it.
    pub fn add_locals(&mut self, types: &[VerificationType]) -> u16 {
        let first = self.max_locals;
        for &kind in types {
            self.extra_locals.push((self.max_locals, kind));
            self.max_locals += usize::from(kind.slots());
        }
        self.check_locals(first)
    }

    /// Adds `n` local slots that never appear in frames: scratch space within one piece of inserted code.
    pub fn reserve_locals(&mut self, n: u16) -> u16 {
        let first = self.max_locals;
        self.max_locals += usize::from(n);
        self.check_locals(first)
    }

    /// Makes the code that of a method with one parameter more, behind the others: an object of this class. Returns its
    /// local, which the method's own code may overwrite: the caller's code on fall through to instruction 0 can copy it
    /// to a local of [`Self::add_locals`]. To be called before locals are added.
    pub fn add_parameter(&mut self, class: &'a str) -> u16 {
        let local = self.initial.iter().map(|kind| kind.slots()).sum();
        let kind = self.names.named(class.as_bytes());
        self.initial.push(kind);
        self.max_locals = self.max_locals.max(local + 1);
        self.check_locals(local)
    }

    /// Lets the call at instruction `i` call another method of the same kind, which takes `more` slots besides: inserted
    /// code must have pushed them.
    pub fn retarget(&mut self, i: usize, constant: u16, more: u8) {
        self.edited = true;
        match self.instructions.get(i) {
            Some(call) if (op::INVOKEVIRTUAL..=op::INVOKEINTERFACE).contains(&call.opcode) => {
                self.retargeted.insert(i, (constant, more));
            }
            _ => self.fail(Error::NoSuchInstruction { index: i }),
        }
    }

    /// Adds an exception handler at the end of the method, its rows at the end of the exception table.
    ///
    /// A range `a..b` of instructions begins with the code inserted before `a` (not that on fall through to `a`), and
    /// ends with instruction `b - 1`. The frame of the handler is given in full, with the added locals at their place;
    /// it is not looked at if the method has no frames. The code must not fall off its end.
    pub fn add_handler(
        &mut self,
        ranges: &[Range<usize>],
        catch_type: u16,
        code: impl AsRef<[u8]>,
        frame_locals: Vec<VerificationType>,
        frame_stack: Vec<VerificationType>,
    ) {
        self.edited = true;
        let code = code.as_ref().to_vec();
        for range in ranges {
            if range.is_empty() || range.end > self.instructions.len() || code.is_empty() {
                return self.fail(Error::BadHandler { start: range.start, end: range.end });
            }
        }
        self.handlers.push(Handler {
            ranges: ranges.to_vec(),
            catch_type,
            code,
            locals: frame_locals,
            stack: frame_stack,
        });
    }

    /// True if a local is of this type in every frame of the method, as far as it has frames; `class` is the name of an object's type.
    pub fn is_everywhere(&self, slot: u16, type_: &VerificationType, class: &[u8]) -> bool {
        let is_type = |local: &FrameType| match (local, type_) {
            (FrameType::Named(number), VerificationType::Object(_)) => self.names.name(*number) == Some(class),
            (FrameType::Known(VerificationType::Object(constant)), VerificationType::Object(_)) => {
                self.class.constant_pool.class_name_bytes(*constant).is_ok_and(|name| name == class)
            }
            (FrameType::Known(known), wanted) => known == wanted,
            (FrameType::Named(_), _) => false,
        };
        let is_there = |frame: &Frame| {
            let mut next = 0;
            frame.locals.iter().any(|local| {
                let at = next;
                next += local.slots();
                at == usize::from(slot) && is_type(local)
            })
        };
        self.frames.iter().flatten().all(is_there)
    }

    /// Allows `extra` more stack slots.
    pub fn grow_stack(&mut self, extra: u16) {
        self.edited = true;
        self.max_stack += usize::from(extra);
        if self.max_stack > limits::MAX_U16 {
            self.fail(Error::TooMany { what: "stack slots", count: self.max_stack });
        }
    }

    /// True if something was asked for.
    pub(crate) fn is_edited(&self) -> bool {
        self.edited
    }

    /// The instruction that a branch goes to.
    pub(crate) fn slot_target(&self, i: usize, slot: BranchSlot) -> Result<usize> {
        let instruction = self.instructions.get(i).ok_or(Error::NoSuchInstruction { index: i })?;
        let switch = instruction.switch();
        let target = match slot {
            BranchSlot::Target => instruction.branch_target(),
            BranchSlot::Default => switch.map(|switch| switch.default),
            BranchSlot::Case(case) => switch.and_then(|switch| Some(switch.cases.get(case)?.1)),
        };
        let target = target.ok_or(Error::NoSuchBranch { index: i })?;
        self.index_at(target).ok_or(Error::BadBranchTarget { pc: instruction.pc, target: i64::from(target) })
    }

    /// The instruction that `pc` is part of; the number of instructions if it is past the end.
    pub(crate) fn floor_index(&self, pc: u32) -> usize {
        self.index_of.get(pc as usize).map_or(self.instructions.len(), |&index| usize::from(index))
    }

    /// The frame at an instruction.
    pub(crate) fn frame_at(&self, index: usize) -> Option<&Frame> {
        let pc = self.instructions.get(index)?.pc;
        let frames = self.frames.as_ref()?;
        frames.get(frames.binary_search_by_key(&pc, |frame| frame.pc).ok()?)
    }

    /// True if control can come to instruction `i` from the one above it, or from the start of the method.
    pub(crate) fn is_reached_from_above(&self, i: usize) -> bool {
        let above = i.checked_sub(1).and_then(|above| self.instructions.get(above));
        above.is_none_or(Instruction::falls_through)
    }

    fn insert(&mut self, i: usize, place: Place, code: &[u8]) {
        self.edited = true;
        match i < self.instructions.len() {
            true => self.inserted.add(i, place, code),
            false => self.fail(Error::NoSuchInstruction { index: i }),
        }
    }

    fn check_locals(&mut self, first: usize) -> u16 {
        self.edited = true;
        if self.max_locals > limits::MAX_U16 {
            self.fail(Error::TooMany { what: "locals", count: self.max_locals });
            return 0;
        }
        u16::try_from(first).unwrap_or(0)
    }

    /// Keeps the first fault.
    fn fail(&mut self, error: Error) {
        self.fault.get_or_insert(error);
    }

    fn check_targets(&self) -> Result<()> {
        for instruction in self.instructions.iter().filter(|instruction| op::is_branch(instruction.opcode)) {
            for target in instruction.targets() {
                if self.index_at(target).is_none() {
                    return Err(Error::BadBranchTarget { pc: instruction.pc, target: i64::from(target) });
                }
            }
        }
        Ok(())
    }

    /// Decodes the frames, and decides whether the method has any (JVMS §4.10): not before version 50. A method of
    /// version 50 without a StackMapTable that would need one can only be verified by inference.
    fn read_frames(&self) -> Result<Option<Vec<Frame>>> {
        if !self.class.has_frames() {
            return Ok(None);
        }
        let mut tables = self.code.attributes.iter().filter(|attribute| attribute.name == b"StackMapTable");
        let Some(table) = tables.next() else {
            let inferred = self.class.major_version < limits::FIRST_MAJOR_WITHOUT_FALLBACK && self.joins();
            return Ok((!inferred).then(Vec::new));
        };
        if let Some(second) = tables.next() {
            return Err(Error::DuplicateAttribute { name: "StackMapTable", offset: second.offset });
        }
        let room = Room { max_locals: self.code.max_locals, max_stack: self.code.max_stack };
        let frames = frames::decode(table, &self.initial, room)?;
        match frames.iter().find(|frame| self.index_at(frame.pc).is_none()) {
            Some(frame) => Err(Error::BadPc { table: "StackMapTable", pc: frame.pc }),
            None => Ok(Some(frames)),
        }
    }

    /// True if control flow can join anywhere.
    fn joins(&self) -> bool {
        !self.code.exception_table.is_empty()
            || self.instructions.iter().any(|instruction| op::is_branch(instruction.opcode))
    }
}

fn refuse_subroutines(instructions: &[Instruction]) -> Result<()> {
    match instructions.iter().find(|instruction| matches!(instruction.opcode, op::JSR | op::JSR_W | op::RET)) {
        Some(instruction) => Err(Error::JsrRet { pc: instruction.pc }),
        None => Ok(()),
    }
}

fn index_table(instructions: &[Instruction], code_length: usize) -> Vec<u16> {
    let mut table = Vec::with_capacity(code_length);
    for (index, instruction) in instructions.iter().enumerate() {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        table.extend(std::iter::repeat_n(index, instruction.len.into()));
    }
    table
}

/// Attributes of the code that the editor carries over.
pub(crate) const KNOWN_ATTRIBUTES: [&[u8]; 6] = [
    b"LineNumberTable",
    b"LocalVariableTable",
    b"LocalVariableTypeTable",
    b"StackMapTable",
    b"RuntimeVisibleTypeAnnotations",
    b"RuntimeInvisibleTypeAnnotations",
];

fn dropped_names(class: &ClassFile<'_>, code: &Code<'_>) -> Vec<String> {
    let is_dropped = |attribute: &&Attribute<'_>| {
        let useless = attribute.name == b"StackMapTable" && !class.has_frames();
        useless || !KNOWN_ATTRIBUTES.contains(&attribute.name)
    };
    let dropped = code.attributes.iter().filter(is_dropped);
    dropped.map(|attribute| String::from_utf8_lossy(attribute.name).into_owned()).collect()
}

/// The locals at method entry (JVMS §4.10.1.6).
fn initial_locals<'a>(
    class: &'a ClassFile<'a>,
    method: &Member<'a>,
    names: &mut NameTable<'a>,
) -> Result<Vec<FrameType>> {
    const ACC_STATIC: u16 = 0x0008;
    let pool = &class.constant_pool;
    let descriptor = pool.utf8_bytes(method.descriptor_index)?;
    let mut locals = Vec::new();
    if method.access_flags & ACC_STATIC == 0 {
        let constructor = pool.utf8_bytes(method.name_index)? == b"<init>";
        let root = pool.class_name_bytes(class.this_class)? == b"java/lang/Object";
        let uninitialized = constructor && !root;
        locals.push(FrameType::Known(if uninitialized {
            VerificationType::UninitializedThis
        } else {
            VerificationType::Object(class.this_class)
        }));
    }
    for parameter in MethodDescriptor::parse(descriptor)?.parameters {
        locals.push(names.of_type(parameter));
    }
    Ok(locals)
}
