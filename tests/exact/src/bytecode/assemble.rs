//! A small assembler of class files, apart from the project's own reader and writer.

use super::op;
use std::collections::BTreeMap;

pub(super) const PUBLIC: u16 = 1;
pub(super) const STATIC: u16 = 8;
const SUPER: u16 = 0x20;

/// The types of values, as in frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Int,
    Long,
    /// A reference to an object of this class, by its index in the constant pool.
    Reference(u16),
}

impl Type {
    /// Slots in locals and words on the stack.
    pub(super) fn words(self) -> u16 {
        if self == Type::Long { 2 } else { 1 }
    }
}

/// A class under construction.
pub(super) struct Class {
    version: u16,
    pool: Vec<u8>,
    entries: u16,
    known: BTreeMap<Vec<u8>, u16>,
    this: u16,
    fields: Vec<u8>,
    field_count: u16,
    methods: Vec<u8>,
    method_count: u16,
    /// The one row of `BootstrapMethods`, if it is needed: a method handle.
    bootstrap: Option<u16>,
}

impl Class {
    pub(super) fn new(name: &str, version: u16) -> Self {
        let mut class = Self {
            version,
            pool: Vec::new(),
            entries: 1,
            known: BTreeMap::new(),
            this: 0,
            fields: Vec::new(),
            field_count: 0,
            methods: Vec::new(),
            method_count: 0,
            bootstrap: None,
        };
        class.this = class.class(name);
        class
    }

    fn entry(&mut self, bytes: Vec<u8>, size: u16) -> u16 {
        if let Some(&index) = self.known.get(&bytes) {
            return index;
        }
        let index = self.entries;
        self.entries += size;
        self.pool.extend(&bytes);
        self.known.insert(bytes, index);
        index
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let mut bytes = vec![1];
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
        self.entry(bytes, 1)
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        let mut bytes = vec![tag];
        bytes.extend(first.to_be_bytes());
        bytes.extend(second.to_be_bytes());
        self.entry(bytes, 1)
    }

    pub(super) fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.entry([&[7], &name.to_be_bytes()[..]].concat(), 1)
    }

    pub(super) fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.entry([&[8], &text.to_be_bytes()[..]].concat(), 1)
    }

    pub(super) fn integer(&mut self, value: i32) -> u16 {
        self.entry([&[3], &value.to_be_bytes()[..]].concat(), 1)
    }

    pub(super) fn long(&mut self, value: i64) -> u16 {
        self.entry([&[5], &value.to_be_bytes()[..]].concat(), 2)
    }

    fn member(&mut self, tag: u8, class: &str, name: &str, desc: &str) -> u16 {
        let (class, name, desc) = (self.class(class), self.utf8(name), self.utf8(desc));
        let name_and_type = self.pair(12, name, desc);
        self.pair(tag, class, name_and_type)
    }

    pub(super) fn field_ref(&mut self, class: &str, name: &str, desc: &str) -> u16 {
        self.member(9, class, name, desc)
    }

    pub(super) fn method_ref(&mut self, class: &str, name: &str, desc: &str) -> u16 {
        self.member(10, class, name, desc)
    }

    /// An `int` that a static method computes when it is asked for first; `None` if class files of this version have none.
    pub(super) fn computed(&mut self, class: &str, method: &str, name: &str) -> Option<u16> {
        if self.version < COMPUTED_FROM {
            return None;
        }
        let desc = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)I";
        let method = self.method_ref(class, method, desc);
        self.bootstrap = Some(self.entry([&[15, INVOKE_STATIC], &method.to_be_bytes()[..]].concat(), 1));
        let (name, desc) = (self.utf8(name), self.utf8("I"));
        let name_and_type = self.pair(12, name, desc);
        Some(self.pair(17, 0, name_and_type))
    }

    /// Adds a public static field.
    pub(super) fn add_field(&mut self, name: &str, desc: &str) {
        for word in [PUBLIC | STATIC, self.utf8(name), self.utf8(desc), 0] {
            self.fields.extend(word.to_be_bytes());
        }
        self.field_count += 1;
    }

    /// Adds a public static method.
    pub(super) fn add_method(&mut self, name: &str, desc: &str, code: &Code) {
        let attribute = code.attribute(self.version, self);
        let (name, desc, code_name) = (self.utf8(name), self.utf8(desc), self.utf8("Code"));
        for word in [PUBLIC | STATIC, name, desc, 1, code_name] {
            self.methods.extend(word.to_be_bytes());
        }
        self.methods.extend((attribute.len() as u32).to_be_bytes());
        self.methods.extend(attribute);
        self.method_count += 1;
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let object = self.class("java/lang/Object");
        let attribute = self.utf8("BootstrapMethods");
        let mut bytes = 0xCAFE_BABE_u32.to_be_bytes().to_vec();
        let words = |bytes: &mut Vec<u8>, words: &[u16]| words.iter().for_each(|w| bytes.extend(w.to_be_bytes()));
        words(&mut bytes, &[0, self.version, self.entries]);
        bytes.extend(&self.pool);
        words(&mut bytes, &[PUBLIC | SUPER, self.this, object, 0, self.field_count]);
        bytes.extend(&self.fields);
        words(&mut bytes, &[self.method_count]);
        bytes.extend(&self.methods);
        words(&mut bytes, &[u16::from(self.bootstrap.is_some())]);
        if let Some(handle) = self.bootstrap {
            words(&mut bytes, &[attribute, 0, 6, 1, handle, 0]);
        }
        bytes
    }
}

/// A place in code that is jumped to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(usize);

/// Code under construction.
#[derive(Default)]
pub(super) struct Code {
    bytes: Vec<u8>,
    labels: Vec<Option<u32>>,
    /// Jumps: the place of the offset, the instruction, the label it leads to, and the offset's width in bytes.
    jumps: Vec<(usize, u32, Label, usize)>,
    frames: BTreeMap<u32, (Vec<Type>, Vec<Type>)>,
    handlers: Vec<(u32, u32, u32, u16)>,
    /// First pc of each instruction.
    pub(super) pcs: Vec<u32>,
    pub(super) max_stack: u16,
    pub(super) max_locals: u16,
}

impl Code {
    pub(super) fn pc(&self) -> u32 {
        self.bytes.len() as u32
    }

    pub(super) fn op(&mut self, bytes: &[u8]) {
        self.pcs.push(self.pc());
        self.bytes.extend(bytes);
    }

    pub(super) fn op_u2(&mut self, opcode: u8, operand: u16) {
        let [high, low] = operand.to_be_bytes();
        self.op(&[opcode, high, low]);
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// The label is here, and arriving there the types are these.
    pub(super) fn place(&mut self, label: Label, locals: &[Type], stack: &[Type]) {
        self.labels[label.0] = Some(self.pc());
        self.frames.insert(self.pc(), (locals.to_vec(), stack.to_vec()));
    }

    pub(super) fn jump(&mut self, opcode: u8, to: Label) {
        let from = self.pc();
        let bytes = if opcode == op::GOTO_W { 4 } else { 2 };
        self.op(&[opcode]);
        self.offset(from, to, bytes);
    }

    fn offset(&mut self, from: u32, to: Label, bytes: usize) {
        self.jumps.push((self.bytes.len(), from, to, bytes));
        self.bytes.extend(std::iter::repeat_n(0, bytes));
    }

    pub(super) fn table_switch(&mut self, low: i32, cases: &[Label], default: Label) {
        let from = self.switch_head(op::TABLESWITCH, default);
        self.bytes.extend(low.to_be_bytes());
        self.bytes.extend((low + cases.len() as i32 - 1).to_be_bytes());
        cases.iter().for_each(|&case| self.offset(from, case, 4));
    }

    pub(super) fn lookup_switch(&mut self, cases: &[(i32, Label)], default: Label) {
        let from = self.switch_head(op::LOOKUPSWITCH, default);
        self.bytes.extend((cases.len() as u32).to_be_bytes());
        for &(key, label) in cases {
            self.bytes.extend(key.to_be_bytes());
            self.offset(from, label, 4);
        }
    }

    fn switch_head(&mut self, opcode: u8, default: Label) -> u32 {
        let from = self.pc();
        self.op(&[opcode]);
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
        self.offset(from, default, 4);
        from
    }

    /// Exceptions of a class (0: all) in a range of instructions go to a label.
    pub(super) fn handle(&mut self, from: u32, to: u32, handler: Label, class: u16) {
        let handler = self.labels[handler.0].unwrap_or(0);
        self.handlers.push((from, to, handler, class));
    }

    fn attribute(&self, version: u16, class: &mut Class) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for &(at, from, to, size) in &self.jumps {
            let offset = self.labels[to.0].unwrap_or(0).wrapping_sub(from);
            bytes[at..at + size].copy_from_slice(&offset.to_be_bytes()[4 - size..]);
        }
        let mut out = [self.max_stack.to_be_bytes(), self.max_locals.to_be_bytes()].concat();
        out.extend((bytes.len() as u32).to_be_bytes());
        out.extend(bytes);
        out.extend((self.handlers.len() as u16).to_be_bytes());
        for &(from, to, handler, class) in &self.handlers {
            for word in [from as u16, to as u16, handler as u16, class] {
                out.extend(word.to_be_bytes());
            }
        }
        // Class files before version 50 have no frames.
        out.extend(u16::from(version >= FRAMES_FROM).to_be_bytes());
        if version >= FRAMES_FROM {
            let name = class.utf8("StackMapTable");
            let frames = self.stack_map();
            out.extend(name.to_be_bytes());
            out.extend((frames.len() as u32).to_be_bytes());
            out.extend(frames);
        }
        out
    }

    /// All frames, in full.
    fn stack_map(&self) -> Vec<u8> {
        let mut out = (self.frames.len() as u16).to_be_bytes().to_vec();
        let mut before = None;
        for (&pc, (locals, stack)) in &self.frames {
            let delta = before.map_or(pc, |before| pc - before - 1);
            before = Some(pc);
            out.push(255);
            out.extend((delta as u16).to_be_bytes());
            for types in [locals, stack] {
                out.extend((types.len() as u16).to_be_bytes());
                for &of in types {
                    match of {
                        Type::Int => out.push(1),
                        Type::Long => out.push(4),
                        Type::Reference(class) => {
                            out.push(7);
                            out.extend(class.to_be_bytes());
                        }
                    }
                }
            }
        }
        out
    }
}

pub(super) const FRAMES_FROM: u16 = 50;
const COMPUTED_FROM: u16 = 55;
/// Kind of a method handle (JVMS table 5.4.3.5-A).
const INVOKE_STATIC: u8 = 6;
