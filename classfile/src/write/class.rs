//! Puts a class file together again: what was not touched is copied.

use super::bytes::{count_u2, put_attribute, put_u2, put_u4};
use super::pool::PoolBuilder;
use crate::error::{Error, Result};
use crate::read::class::{ClassFile, Member};
use crate::read::pool::Constant;

/// The index of name and type in a reference to a member, counted from its tag (JVMS §4.4.2).
const NAME_IN_REFERENCE: usize = 3;
/// The index of the name in a field or method (JVMS §4.6).
const NAME_IN_MEMBER: usize = 2;

/// Name and length of an attribute (JVMS §4.7).
const ATTRIBUTE_HEADER: usize = 6;
/// The annotations that a JVM looks at.
const ANNOTATIONS: &[u8] = b"RuntimeVisibleAnnotations";
/// The name that they get so that none does.
const DROPPED: &str = "DroppedAnnotations";

/// Collects the changes to one class.
#[derive(Debug)]
pub struct ClassEditor<'a> {
    class: &'a ClassFile<'a>,
    pool: PoolBuilder<'a>,
    /// New contents of the Code attribute, by method.
    bodies: Vec<Option<Vec<u8>>>,
    new_fields: NewMembers,
    new_methods: NewMembers,
    /// New attributes of the class, with their count.
    attributes: Option<Vec<u8>>,
    /// New names of methods and of their annotations: method, and indices of the texts.
    names: Vec<(usize, (u16, u16))>,
    /// Where in the old pool an index of two bytes is another one: of its bytes, and the index.
    patches: Vec<(usize, u16)>,
}

#[derive(Debug, Default)]
struct NewMembers {
    count: usize,
    bytes: Vec<u8>,
}

/// The value of a `ConstantValue` attribute (JVMS §4.7.2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ConstantValue<'v> {
    /// For `int`, `short`, `char`, `byte`, `boolean`.
    Integer(i32),
    /// For `long`.
    Long(i64),
    /// For `float`.
    Float(f32),
    /// For `double`.
    Double(f64),
    /// For `String`.
    String(&'v str),
}

impl<'a> ClassEditor<'a> {
    /// Starts with no change.
    pub fn new(class: &'a ClassFile<'a>) -> Self {
        ClassEditor {
            class,
            pool: PoolBuilder::new(&class.constant_pool),
            bodies: vec![None; class.methods.len()],
            new_fields: NewMembers::default(),
            new_methods: NewMembers::default(),
            attributes: None,
            names: Vec::new(),
            patches: Vec::new(),
        }
    }

    /// The constant pool, to append to.
    pub fn pool(&mut self) -> &mut PoolBuilder<'a> {
        &mut self.pool
    }

    /// Replaces the contents of a method's Code attribute.
    pub fn set_code(&mut self, method_index: usize, code_attribute_body: Vec<u8>) -> Result<()> {
        let method = self.class.methods.get(method_index).ok_or(Error::NoSuchMethod { index: method_index })?;
        method.code_attribute().ok_or(Error::NoCode { index: method_index })?;
        if let Some(body) = self.bodies.get_mut(method_index) {
            *body = Some(code_attribute_body);
        }
        Ok(())
    }

    /// Gives a method another name, here and wherever the class names it as one of its own: for private methods, which no other class names.
    /// It loses its annotations.
    pub fn rename_method(&mut self, method_index: usize, name: &str) -> Result<()> {
        let class = self.class;
        let method = class.methods.get(method_index).ok_or(Error::NoSuchMethod { index: method_index })?;
        let pool = &class.constant_pool;
        let (own, old, descriptor) = (class.name()?, method.name(pool)?, method.descriptor(pool)?);
        let names = (self.pool.utf8(name)?, self.pool.utf8(DROPPED)?);
        let name_and_type = self.pool.name_and_type(name, &descriptor)?;
        for (index, constant) in pool.iter() {
            if !matches!(constant, Constant::MethodRef { .. } | Constant::InterfaceMethodRef { .. }) {
                continue;
            }
            let named = pool.member_ref(index)?;
            if (&named.class, &named.name, &named.descriptor) == (&own, &old, &descriptor) {
                let place = pool.offset(index).map(|tag| tag + NAME_IN_REFERENCE);
                self.patches.extend(place.map(|place| (place, name_and_type)));
            }
        }
        self.names.push((method_index, names));
        Ok(())
    }

    /// Adds a field, for a static one with a constant if wanted.
    pub fn add_field(
        &mut self,
        access_flags: u16,
        name: &str,
        descriptor: &str,
        constant_value: Option<ConstantValue<'_>>,
    ) -> Result<()> {
        let mut data = Vec::new();
        if let Some(value) = constant_value {
            put_u2(&mut data, self.constant_value(value)?);
        }
        let attribute = constant_value.map(|_| ("ConstantValue", data.as_slice()));
        let bytes = member(&mut self.pool, access_flags, name, descriptor, attribute)?;
        self.new_fields.push(&bytes);
        Ok(())
    }

    /// Adds a method. The body comes from [`super::CodeBody::build`].
    pub fn add_method(
        &mut self,
        access_flags: u16,
        name: &str,
        descriptor: &str,
        code_attribute_body: Vec<u8>,
    ) -> Result<()> {
        let attribute = Some(("Code", code_attribute_body.as_slice()));
        let bytes = member(&mut self.pool, access_flags, name, descriptor, attribute)?;
        self.new_methods.push(&bytes);
        Ok(())
    }

    /// Replaces all attributes of the class: pool indices of their names, and contents.
    pub fn set_attributes(&mut self, attributes: &[(u16, Vec<u8>)]) -> Result<()> {
        let mut bytes = Vec::new();
        put_u2(&mut bytes, count_u2(attributes.len(), "attributes")?);
        for (name, data) in attributes {
            put_attribute(&mut bytes, *name, "of a class", data)?;
        }
        self.attributes = Some(bytes);
        Ok(())
    }

    fn constant_value(&mut self, value: ConstantValue<'_>) -> Result<u16> {
        match value {
            ConstantValue::Integer(value) => self.pool.integer(value),
            ConstantValue::Long(value) => self.pool.long(value),
            ConstantValue::Float(value) => self.pool.float(value),
            ConstantValue::Double(value) => self.pool.double(value),
            ConstantValue::String(value) => self.pool.string(value),
        }
    }

    /// The bytes of the class. Without a change they are those of the input.
    pub fn finish(self) -> Result<Vec<u8>> {
        let class = self.class;
        let added = self.pool.appended().len() + self.new_fields.bytes.len() + self.new_methods.bytes.len();
        let mut out = Vec::with_capacity(class.bytes.len() + added + self.growth());
        put_u4(&mut out, 0xCAFE_BABE);
        put_u2(&mut out, class.minor_version);
        put_u2(&mut out, class.major_version);
        put_u2(&mut out, self.pool.len());
        let pool = out.len();
        out.extend(class.constant_pool.bytes());
        for &(place, index) in &self.patches {
            out[pool + place..][..2].copy_from_slice(&index.to_be_bytes());
        }
        out.extend(self.pool.appended());
        out.extend(class.window(&class.layout.header));
        put_u2(&mut out, count_u2(class.fields.len() + self.new_fields.count, "fields")?);
        out.extend(class.window(&class.layout.fields));
        out.extend(&self.new_fields.bytes);
        put_u2(&mut out, count_u2(class.methods.len() + self.new_methods.count, "methods")?);
        self.put_methods(&mut out)?;
        out.extend(&self.new_methods.bytes);
        match &self.attributes {
            Some(attributes) => out.extend(attributes),
            None => out.extend(class.window(&class.layout.attributes)),
        }
        Ok(out)
    }

    fn growth(&self) -> usize {
        self.bodies.iter().flatten().map(Vec::len).sum()
    }

    fn put_methods(&self, out: &mut Vec<u8>) -> Result<()> {
        if self.bodies.iter().all(Option::is_none) && self.names.is_empty() {
            out.extend(self.class.window(&self.class.layout.methods));
            return Ok(());
        }
        for (index, (method, body)) in self.class.methods.iter().zip(&self.bodies).enumerate() {
            let begin = out.len();
            match body {
                Some(body) => self.put_method(out, method, body)?,
                None => out.extend(self.class.window(&method.span)),
            }
            if let Some((_, (name, dropped))) = self.names.iter().find(|(renamed, _)| *renamed == index) {
                out[begin + NAME_IN_MEMBER..][..2].copy_from_slice(&name.to_be_bytes());
                rename_annotations(&mut out[begin..], method, *dropped);
            }
        }
        Ok(())
    }

    /// Copies a method, but for length and contents of its Code attribute.
    fn put_method(&self, out: &mut Vec<u8>, method: &Member<'_>, body: &[u8]) -> Result<()> {
        let Some(code) = method.code_attribute() else {
            out.extend(self.class.window(&method.span));
            return Ok(());
        };
        let too_large = |_| Error::AttributeTooLarge { name: "Code", length: body.len() };
        out.extend(self.class.window(&(method.span.start..code.offset - 4)));
        put_u4(out, u32::try_from(body.len()).map_err(too_large)?);
        out.extend(body);
        out.extend(self.class.window(&(code.offset + code.data.len()..method.span.end)));
        Ok(())
    }
}

/// Gives the annotations of a method the name of an attribute that nobody knows. Its code may have another length than before.
fn rename_annotations(written: &mut [u8], method: &Member<'_>, name: u16) {
    let code = method.code_attribute().map_or(method.span.end, |code| code.offset);
    for attribute in method.attributes.iter().filter(|attribute| attribute.name == ANNOTATIONS) {
        let begin = attribute.offset - ATTRIBUTE_HEADER;
        let at = if begin < code { begin - method.span.start } else { written.len() - (method.span.end - begin) };
        written[at..][..2].copy_from_slice(&name.to_be_bytes());
    }
}

impl NewMembers {
    fn push(&mut self, bytes: &[u8]) {
        self.count += 1;
        self.bytes.extend(bytes);
    }
}

/// The bytes of a field or method with at most one attribute.
fn member(
    pool: &mut PoolBuilder<'_>,
    access_flags: u16,
    name: &str,
    descriptor: &str,
    attribute: Option<(&'static str, &[u8])>,
) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    put_u2(&mut bytes, access_flags);
    put_u2(&mut bytes, pool.utf8(name)?);
    put_u2(&mut bytes, pool.utf8(descriptor)?);
    put_u2(&mut bytes, u16::from(attribute.is_some()));
    if let Some((name, data)) = attribute {
        put_attribute(&mut bytes, pool.utf8(name)?, name, data)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, opcodes as op};

    /// A class with a private method `old` that calls itself.
    fn recursive() -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        put_u4(&mut bytes, 0xCAFE_BABE);
        [0, 52, 11].iter().for_each(|&half| put_u2(&mut bytes, half));
        for text in ["C", "java/lang/Object", "old", "()V", "Code", "RuntimeVisibleAnnotations"] {
            bytes.push(1);
            put_u2(&mut bytes, count_u2(text.len(), "bytes")?);
            bytes.extend(text.as_bytes());
        }
        bytes.extend([7, 0, 1, 7, 0, 2, 12, 0, 3, 0, 4, 10, 0, 7, 0, 9]);
        [0x21, 7, 8, 0, 0, 1, 0x0A, 3, 4, 2].iter().for_each(|&half| put_u2(&mut bytes, half));
        let code = [0, 0, 0, 0, 0, 0, 0, 4, op::INVOKESTATIC, 0, 10, op::RETURN, 0, 0, 0, 0];
        put_attribute(&mut bytes, 5, "Code", &code)?;
        put_attribute(&mut bytes, 6, "RuntimeVisibleAnnotations", &[0, 0])?;
        put_u2(&mut bytes, 0);
        Ok(bytes)
    }

    #[test]
    fn a_method_is_renamed_with_all_that_calls_it() -> Result<()> {
        let bytes = recursive()?;
        let class = ClassFile::parse(&bytes)?;
        let mut editor = ClassEditor::new(&class);
        editor.rename_method(0, "new")?;
        let mut longer = class.methods[0].code_attribute().map_or_else(Vec::new, |code| code.data.to_vec());
        longer.splice(7..8, [5]).for_each(drop);
        longer.insert(8, op::NOP);
        editor.set_code(0, longer)?;
        let renamed = editor.finish()?;
        let class = ClassFile::parse(&renamed)?;
        let method = &class.methods[0];
        assert_eq!(method.name(&class.constant_pool)?, "new");
        let code = Code::of(&class, method)?.map(|code| code.instructions().count());
        assert_eq!((code, &*class.constant_pool.member_ref(10)?.name), (Some(3), "new"));
        assert_eq!(
            method.attributes.iter().map(|one| one.name).collect::<Vec<_>>(),
            [&b"Code"[..], DROPPED.as_bytes()]
        );
        Ok(())
    }
}
