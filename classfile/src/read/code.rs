//! The `Code` attribute (JVMS §4.7.3), its line numbers (§4.7.12) and its variables (§4.7.13).

use super::class::{Attribute, ClassFile, Member, read_attributes, read_list};
use super::instruction::{Instruction, Instructions, decode, instructions};
use super::pool::ConstantPool;
use super::reader::Reader;
use crate::error::{Error, Result};
use crate::limits;

/// The body of a method.
#[derive(Debug, Clone)]
pub struct Code<'a> {
    /// Most stack slots in use at a time.
    pub max_stack: u16,
    /// Number of local variable slots.
    pub max_locals: u16,
    /// The instructions.
    pub code: &'a [u8],
    /// The exception table, in search order.
    pub exception_table: Vec<ExceptionEntry>,
    /// The attributes of the code.
    pub attributes: Vec<Attribute<'a>>,
}

/// A row of the exception table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExceptionEntry {
    /// First pc covered.
    pub start_pc: u16,
    /// First pc not covered any more.
    pub end_pc: u16,
    /// Offset of the handler in the code.
    pub handler_pc: u16,
    /// Pool index of the class that is caught; 0 catches everything.
    pub catch_type: u16,
}

impl<'a> Code<'a> {
    /// Reads a `Code` attribute.
    pub fn parse(attribute: &Attribute<'a>, pool: &ConstantPool<'a>) -> Result<Self> {
        let mut reader = Reader::new(attribute.data, attribute.offset);
        let (max_stack, max_locals) = (reader.u2()?, reader.u2()?);
        let code = read_code_array(&mut reader)?;
        let exception_table = read_list(&mut reader, 8, |reader| {
            Ok(ExceptionEntry {
                start_pc: reader.u2()?,
                end_pc: reader.u2()?,
                handler_pc: reader.u2()?,
                catch_type: reader.u2()?,
            })
        })?;
        let attributes = read_attributes(&mut reader, pool)?;
        reader.finish()?;
        Ok(Code { max_stack, max_locals, code, exception_table, attributes })
    }

    /// The code of a method; `None` if it is abstract or native.
    pub fn of(class: &ClassFile<'a>, method: &Member<'a>) -> Result<Option<Self>> {
        method.code_attribute().map(|attribute| Code::parse(attribute, &class.constant_pool)).transpose()
    }

    /// The instructions, one after the other.
    pub fn instructions(&self) -> Instructions<'a> {
        instructions(self.code)
    }

    /// All instructions.
    pub fn decode(&self) -> Result<Vec<Instruction>> {
        let mut list = Vec::with_capacity(self.code.len() / 2 + 8);
        let mut pc = 0;
        while pc < self.code.len() {
            let instruction = decode(self.code, pc)?;
            pc += usize::from(instruction.len);
            list.push(instruction);
        }
        Ok(list)
    }

    /// The first attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute<'a>> {
        self.attributes.iter().find(|attribute| attribute.name == name.as_bytes())
    }
}

fn read_code_array<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8]> {
    let offset = reader.offset();
    let length = reader.u4()?;
    if length == 0 || length as usize > limits::MAX_CODE_LENGTH {
        return Err(Error::BadCodeLength { length, offset });
    }
    reader.take(length as usize)
}

/// The pairs (pc, line) of all LineNumberTable attributes, ordered by pc. Pairs of the same pc keep their file order.
pub fn line_numbers(code: &Code<'_>) -> Result<Vec<(u16, u16)>> {
    let mut lines = Vec::new();
    for attribute in code.attributes.iter().filter(|attribute| attribute.name == b"LineNumberTable") {
        let mut reader = Reader::new(attribute.data, attribute.offset);
        append(&mut lines, read_list(&mut reader, 4, |reader| Ok((reader.u2()?, reader.u2()?)))?);
        reader.finish()?;
    }
    lines.sort_by_key(|&(pc, _)| pc);
    Ok(lines)
}

/// Adds the rows of one more table; as a rule it is the only one.
fn append<T>(all: &mut Vec<T>, mut rows: Vec<T>) {
    if all.is_empty() {
        std::mem::swap(all, &mut rows);
    }
    all.append(&mut rows);
}

/// A row of a LocalVariableTable: a local holds a variable in a part of the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LocalVariable {
    /// First pc at which it holds it: behind the store that gives it its first value.
    pub start_pc: u16,
    /// Bytes of code from there on.
    pub length: u16,
    /// Pool index of its name.
    pub name: u16,
    /// Pool index of its descriptor.
    pub descriptor: u16,
    /// The local.
    pub index: u16,
}

/// The rows of all LocalVariableTable attributes (JVMS §4.7.13), in file order.
pub fn local_variables(code: &Code<'_>) -> Result<Vec<LocalVariable>> {
    let mut variables = Vec::new();
    for attribute in code.attributes.iter().filter(|attribute| attribute.name == b"LocalVariableTable") {
        let mut reader = Reader::new(attribute.data, attribute.offset);
        let rows = read_list(&mut reader, 10, |reader| {
            Ok(LocalVariable {
                start_pc: reader.u2()?,
                length: reader.u2()?,
                name: reader.u2()?,
                descriptor: reader.u2()?,
                index: reader.u2()?,
            })
        });
        append(&mut variables, rows?);
        reader.finish()?;
    }
    Ok(variables)
}
