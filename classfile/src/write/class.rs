//! Puts a class file together again: what was not touched is copied.

use super::bytes::{count_u2, put_attribute, put_u2, put_u4};
use super::pool::PoolBuilder;
use crate::error::{Error, Result};
use crate::read::class::{ClassFile, Member};

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
        out.extend(class.constant_pool.bytes());
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
        if self.bodies.iter().all(Option::is_none) {
            out.extend(self.class.window(&self.class.layout.methods));
            return Ok(());
        }
        for (method, body) in self.class.methods.iter().zip(&self.bodies) {
            match body {
                Some(body) => self.put_method(out, method, body)?,
                None => out.extend(self.class.window(&method.span)),
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
