//! The frame of a class file: header, members, attributes (JVMS §4.1, §4.5, §4.6, §4.7).

use std::borrow::Cow;
use std::ops::Range;

use super::pool::ConstantPool;
use super::reader::Reader;
use crate::error::{Error, Result};
use crate::limits;

const MAGIC: u32 = 0xCAFE_BABE;

/// A class file, as windows into its bytes.
#[derive(Debug, Clone)]
pub struct ClassFile<'a> {
    /// Minor version; 65,535 marks preview features.
    pub minor_version: u16,
    /// Major version, 45 to 69.
    pub major_version: u16,
    /// The constants.
    pub constant_pool: ConstantPool<'a>,
    /// Access flags (JVMS table 4.1-B).
    pub access_flags: u16,
    /// Pool index of this class.
    pub this_class: u16,
    /// Pool index of the superclass; 0 for `java/lang/Object` and module descriptors.
    pub super_class: u16,
    /// Pool indices of the direct superinterfaces.
    pub interfaces: Vec<u16>,
    /// The fields, in file order.
    pub fields: Vec<Member<'a>>,
    /// The methods, in file order.
    pub methods: Vec<Member<'a>>,
    /// The attributes of the class.
    pub attributes: Vec<Attribute<'a>>,
    /// The whole file.
    pub(crate) bytes: &'a [u8],
    pub(crate) layout: Layout,
}

/// The places of the parts of a class file.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// Access flags, this, super and interfaces, up to the count of fields.
    pub(crate) header: Range<usize>,
    /// The fields without their count.
    pub(crate) fields: Range<usize>,
    /// The methods without their count.
    pub(crate) methods: Range<usize>,
    /// The class attributes with their count, to the end of the file.
    pub(crate) attributes: Range<usize>,
}

/// A field or a method (JVMS §4.5, §4.6).
#[derive(Debug, Clone)]
pub struct Member<'a> {
    /// Access flags (JVMS tables 4.5-A and 4.6-A).
    pub access_flags: u16,
    /// Pool index of the name.
    pub name_index: u16,
    /// Pool index of the descriptor.
    pub descriptor_index: u16,
    /// The attributes.
    pub attributes: Vec<Attribute<'a>>,
    /// The bytes of the class file that the member takes.
    pub span: Range<usize>,
}

/// An attribute (JVMS §4.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// Pool index of the name.
    pub name_index: u16,
    /// The name, in modified UTF-8.
    pub name: &'a [u8],
    /// The contents, without name and length.
    pub data: &'a [u8],
    /// Offset of the contents in the class file, bytes.
    pub offset: usize,
}

impl<'a> ClassFile<'a> {
    /// Reads the frame of a class file: constants, members and the extents of attributes. The contents of attributes
    /// are looked at by the functions that need them.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes, 0);
        let (minor_version, major_version) = read_version(&mut reader)?;
        let constant_pool = ConstantPool::parse(&mut reader)?;
        let header_start = reader.pos();
        let (access_flags, this_class, super_class) = (reader.u2()?, reader.u2()?, reader.u2()?);
        let interfaces = read_list(&mut reader, 2, Reader::u2)?;
        let header = header_start..reader.pos();
        let (fields, fields_span) = read_members(&mut reader, &constant_pool)?;
        let (methods, methods_span) = read_members(&mut reader, &constant_pool)?;
        let attributes_start = reader.pos();
        let attributes = read_attributes(&mut reader, &constant_pool)?;
        reader.finish()?;
        let layout =
            Layout { header, fields: fields_span, methods: methods_span, attributes: attributes_start..bytes.len() };
        Ok(ClassFile {
            minor_version,
            major_version,
            constant_pool,
            access_flags,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
            bytes,
            layout,
        })
    }

    /// The internal name of the class whose file begins with `head`, which has to reach to the end of its constants.
    ///
    /// # Errors
    /// [`Error::Truncated`] if it does not, others if this is no class file.
    pub fn name_in(head: &'a [u8]) -> Result<Cow<'a, str>> {
        let mut reader = Reader::new(head, 0);
        read_version(&mut reader)?;
        let constant_pool = ConstantPool::parse(&mut reader)?;
        let (_access_flags, this_class) = (reader.u2()?, reader.u2()?);
        constant_pool.class_name(this_class)
    }

    /// The whole file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// A part of the file.
    pub(crate) fn window(&self, range: &Range<usize>) -> &'a [u8] {
        self.bytes.get(range.clone()).unwrap_or_default()
    }

    /// The internal name of the class, such as `java/lang/String`.
    pub fn name(&self) -> Result<Cow<'a, str>> {
        self.constant_pool.class_name(self.this_class)
    }

    /// The internal name of the superclass, if there is one.
    pub fn super_name(&self) -> Result<Option<Cow<'a, str>>> {
        match self.super_class {
            0 => Ok(None),
            index => self.constant_pool.class_name(index).map(Some),
        }
    }

    /// The internal names of the direct superinterfaces.
    pub fn interface_names(&self) -> impl Iterator<Item = Result<Cow<'a, str>>> + '_ {
        self.interfaces.iter().map(|&index| self.constant_pool.class_name(index))
    }

    /// The first class attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute<'a>> {
        find(&self.attributes, name)
    }

    /// True if methods of the class are verified by means of stack map frames, at least at first (JVMS §4.10).
    pub fn has_frames(&self) -> bool {
        self.major_version >= limits::FIRST_MAJOR_WITH_FRAMES
    }
}

impl<'a> Member<'a> {
    /// The name.
    pub fn name(&self, pool: &ConstantPool<'a>) -> Result<Cow<'a, str>> {
        pool.utf8(self.name_index)
    }

    /// The descriptor.
    pub fn descriptor(&self, pool: &ConstantPool<'a>) -> Result<Cow<'a, str>> {
        pool.utf8(self.descriptor_index)
    }

    /// The first attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute<'a>> {
        find(&self.attributes, name)
    }

    /// The `Code` attribute; `None` for fields and for abstract and native methods.
    pub fn code_attribute(&self) -> Option<&Attribute<'a>> {
        self.attribute("Code")
    }
}

fn find<'l, 'a>(attributes: &'l [Attribute<'a>], name: &str) -> Option<&'l Attribute<'a>> {
    attributes.iter().find(|attribute| attribute.name == name.as_bytes())
}

fn read_version(reader: &mut Reader<'_>) -> Result<(u16, u16)> {
    let magic = reader.u4()?;
    if magic != MAGIC {
        return Err(Error::BadMagic(magic));
    }
    let (minor, major) = (reader.u2()?, reader.u2()?);
    if !(limits::MIN_MAJOR_VERSION..=limits::MAX_MAJOR_VERSION).contains(&major) {
        return Err(Error::UnsupportedVersion { major, minor });
    }
    Ok((minor, major))
}

/// Reads a 16-bit count and that many elements of at least `least` bytes.
pub(crate) fn read_list<'a, T>(
    reader: &mut Reader<'a>,
    least: usize,
    mut element: impl FnMut(&mut Reader<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = usize::from(reader.u2()?);
    if reader.remaining() < count * least {
        return Err(Error::Truncated { offset: reader.offset(), needed: count * least - reader.remaining() });
    }
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        list.push(element(reader)?);
    }
    Ok(list)
}

fn read_members<'a>(reader: &mut Reader<'a>, pool: &ConstantPool<'a>) -> Result<(Vec<Member<'a>>, Range<usize>)> {
    let start = reader.pos() + 2;
    let members = read_list(reader, 8, |reader| read_member(reader, pool))?;
    Ok((members, start..reader.pos()))
}

fn read_member<'a>(reader: &mut Reader<'a>, pool: &ConstantPool<'a>) -> Result<Member<'a>> {
    let start = reader.pos();
    let (access_flags, name_index, descriptor_index) = (reader.u2()?, reader.u2()?, reader.u2()?);
    let attributes = read_attributes(reader, pool)?;
    Ok(Member { access_flags, name_index, descriptor_index, attributes, span: start..reader.pos() })
}

/// Reads a count and that many attributes.
pub(crate) fn read_attributes<'a>(reader: &mut Reader<'a>, pool: &ConstantPool<'a>) -> Result<Vec<Attribute<'a>>> {
    read_list(reader, 6, |reader| {
        let name_index = reader.u2()?;
        let name = pool.utf8_bytes(name_index)?;
        let length = reader.u4()?;
        let offset = reader.offset();
        let data = reader.take(length as usize)?;
        Ok(Attribute { name_index, name, data, offset })
    })
}
