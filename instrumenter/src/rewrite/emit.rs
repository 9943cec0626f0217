//! Encodes probe code: instructions without branches, with constant-pool indices.

use paratrace_classfile::{PoolBuilder, Result, opcodes as op};

use super::identity::Recorder;
use crate::method::{Kind, Probe, Step};

/// Runtime classes.
pub(crate) const PROBE_CLASS: &str = "paratrace/rt/Probe";
/// The buffer of a thread.
pub(crate) const BUFFER_CLASS: &str = "paratrace/rt/Buffer";
/// Names of synthetic members.
pub(crate) const NUMBER_FIELD: &str = "$paratrace$number";
/// Takes the number of a copied object away.
pub(crate) const FRESH_METHOD: &str = "$paratrace$fresh";

/// Locals that the inserted code of a method uses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Locals {
    pub(crate) buffer: u16,
    pub(crate) path: u16,
    /// The object's number in constructors that need it early.
    pub(crate) number: Option<u16>,
    /// First scratch slot.
    pub(crate) scratch: u16,
}

/// Code under construction.
pub(crate) struct Emitter<'e, 'a> {
    pub(crate) pool: &'e mut PoolBuilder<'a>,
    pub(crate) locals: Locals,
    recorder: Recorder,
    pub(crate) code: Vec<u8>,
}

impl<'e, 'a> Emitter<'e, 'a> {
    pub(crate) fn new(pool: &'e mut PoolBuilder<'a>, locals: Locals, recorder: Recorder) -> Self {
        Emitter { pool, locals, recorder, code: Vec::new() }
    }

    /// Takes the code so far.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.code)
    }

    pub(crate) fn op(&mut self, opcode: u8) {
        self.code.push(opcode);
    }

    fn op_u2(&mut self, opcode: u8, operand: u16) {
        self.code.push(opcode);
        self.code.extend(operand.to_be_bytes());
    }

    /// A load or store in its shortest form.
    fn local(&mut self, opcode: u8, short: u8, local: u16) {
        match u8::try_from(local) {
            Ok(small @ 0..=3) => self.code.push(short + small),
            Ok(local) => self.code.extend([opcode, local]),
            Err(_) => {
                self.code.push(op::WIDE);
                self.op_u2(opcode, local);
            }
        }
    }

    pub(crate) fn load(&mut self, kind: Kind, local: u16) {
        let index = kind_index(kind);
        self.local(op::ILOAD + index, op::ILOAD_0 + 4 * index, local);
    }

    pub(crate) fn store(&mut self, kind: Kind, local: u16) {
        let index = kind_index(kind);
        self.local(op::ISTORE + index, op::ISTORE_0 + 4 * index, local);
    }

    /// Pushes an int constant in its shortest form.
    pub(crate) fn push_int(&mut self, value: i32) -> Result<()> {
        if let Ok(small @ -1..=5) = i8::try_from(value) {
            self.code.push(op::ICONST_0.wrapping_add_signed(small));
        } else if let Ok(byte) = i8::try_from(value) {
            self.code.extend([op::BIPUSH, byte.cast_unsigned()]);
        } else if let Ok(short) = i16::try_from(value) {
            self.op_u2(op::SIPUSH, short.cast_unsigned());
        } else {
            let index = self.pool.integer(value)?;
            match u8::try_from(index) {
                Ok(index) => self.code.extend([op::LDC, index]),
                Err(_) => self.op_u2(op::LDC_W, index),
            }
        }
        Ok(())
    }

    /// `path += by`
    pub(crate) fn increment_path(&mut self, by: u32) {
        let local = self.locals.path;
        match (u8::try_from(local), i8::try_from(by)) {
            (Ok(local), Ok(by)) => self.code.extend([op::IINC, local, by.cast_unsigned()]),
            _ => {
                self.code.push(op::WIDE);
                self.op_u2(op::IINC, local);
                self.code.extend(u16::try_from(by).unwrap_or(u16::MAX).to_be_bytes());
            }
        }
    }

    /// Sets the path number.
    pub(crate) fn set_path(&mut self, id: u32) -> Result<()> {
        self.push_int(id.cast_signed())?;
        self.store(b'I', self.locals.path);
        Ok(())
    }

    /// Writes the path number to the trace.
    pub(crate) fn end_path(&mut self) -> Result<()> {
        self.load(b'A', self.locals.buffer);
        self.load(b'I', self.locals.path);
        self.call_probe("path", "(Lparatrace/rt/Buffer;I)V")
    }

    /// The same behind an exception, which stays on the stack.
    pub(crate) fn end_path_thrown(&mut self) -> Result<()> {
        self.op(op::DUP);
        self.load(b'A', self.locals.buffer);
        self.load(b'I', self.locals.path);
        self.call_probe("thrown", "(Ljava/lang/Object;Lparatrace/rt/Buffer;I)V")
    }

    pub(crate) fn call_probe(&mut self, name: &str, desc: &str) -> Result<()> {
        let method = self.pool.method_ref(PROBE_CLASS, name, desc)?;
        self.op_u2(op::INVOKESTATIC, method);
        Ok(())
    }

    pub(crate) fn put_number(&mut self, class: &str) -> Result<()> {
        let field = self.pool.field_ref(class, NUMBER_FIELD, "I")?;
        self.op_u2(op::PUTFIELD, field);
        Ok(())
    }

    /// Encodes steps.
    pub(crate) fn steps(&mut self, steps: &[Step]) -> Result<()> {
        for step in steps {
            self.step(step)?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<()> {
        match step {
            Step::Plain(opcode) => self.op(*opcode),
            Step::Load(kind, local) => self.load(*kind, *local),
            Step::StoreScratch(kind, place) => self.store(*kind, self.locals.scratch + place),
            Step::LoadScratch(kind, place) => self.load(*kind, self.locals.scratch + place),
            Step::Probe(probe) => {
                self.load(b'A', self.locals.buffer);
                let (name, desc) = signature(*probe);
                self.call_probe(name, desc)?;
            }
            Step::Record(class) => {
                self.load(b'A', self.locals.buffer);
                let method = self.recorder.record_method(self.pool, class)?;
                self.op_u2(op::INVOKESTATIC, method);
            }
            Step::EarlyNumber => self.load(b'I', self.locals.number.unwrap_or(self.locals.path)),
            Step::Fresh(class) => {
                let method = self.pool.method_ref(class, FRESH_METHOD, "(Ljava/lang/Object;)V")?;
                self.op_u2(op::INVOKESTATIC, method);
            }
        }
        Ok(())
    }
}

fn kind_index(kind: Kind) -> u8 {
    match kind {
        b'J' => 1,
        b'F' => 2,
        b'D' => 3,
        b'A' => 4,
        _ => 0,
    }
}

fn signature(probe: Probe) -> (&'static str, &'static str) {
    match probe {
        Probe::Value => ("value", "(ILparatrace/rt/Buffer;)V"),
        Probe::Identity => ("identity", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
        Probe::Element => ("element", "(Ljava/lang/Object;ILparatrace/rt/Buffer;)V"),
        Probe::State => ("state", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
        Probe::Receiver => ("receiver", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
        Probe::Copy => ("copy", "(Ljava/lang/Object;ILjava/lang/Object;IILparatrace/rt/Buffer;)V"),
        Probe::Clone => ("clone", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
    }
}
