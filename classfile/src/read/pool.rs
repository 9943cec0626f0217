//! The constant pool (JVMS §4.4), read through a table of offsets.

use std::borrow::Cow;

use super::reader::Reader;
use crate::error::{Error, Result};
use crate::mutf8;

/// One constant (JVMS §4.4). Numbers named after other constants are pool indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Constant<'a> {
    /// Modified UTF-8, see [`crate::mutf8`].
    Utf8(&'a [u8]),
    /// An `int`.
    Integer(i32),
    /// The bits of a `float`.
    Float(u32),
    /// A `long`.
    Long(i64),
    /// The bits of a `double`.
    Double(u64),
    /// A class or array type, by its name.
    Class(u16),
    /// A string.
    String(u16),
    /// A field.
    FieldRef {
        /// The class named in the reference.
        class: u16,
        /// Name and descriptor.
        name_and_type: u16,
    },
    /// A method of a class.
    MethodRef {
        /// The class named in the reference.
        class: u16,
        /// Name and descriptor.
        name_and_type: u16,
    },
    /// A method of an interface.
    InterfaceMethodRef {
        /// The interface named in the reference.
        class: u16,
        /// Name and descriptor.
        name_and_type: u16,
    },
    /// A name and a descriptor.
    NameAndType {
        /// The name.
        name: u16,
        /// The descriptor.
        descriptor: u16,
    },
    /// A method handle.
    MethodHandle {
        /// Its kind, 1 to 9 (JVMS table 5.4.3.5-A).
        kind: u8,
        /// The field or method.
        reference: u16,
    },
    /// A method type, by its descriptor.
    MethodType(u16),
    /// A constant computed by a bootstrap method.
    Dynamic {
        /// Row of the BootstrapMethods attribute.
        bootstrap: u16,
        /// Name and descriptor.
        name_and_type: u16,
    },
    /// A call site linked by a bootstrap method.
    InvokeDynamic {
        /// Row of the BootstrapMethods attribute.
        bootstrap: u16,
        /// Name and descriptor.
        name_and_type: u16,
    },
    /// A module.
    Module(u16),
    /// A package.
    Package(u16),
}

impl Constant<'_> {
    /// The name of the kind as in JVMS table 4.4-A, without the `CONSTANT_`.
    pub fn kind_name(&self) -> &'static str {
        match self {
            Constant::Utf8(_) => "Utf8",
            Constant::Integer(_) => "Integer",
            Constant::Float(_) => "Float",
            Constant::Long(_) => "Long",
            Constant::Double(_) => "Double",
            Constant::Class(_) => "Class",
            Constant::String(_) => "String",
            Constant::FieldRef { .. } => "Fieldref",
            Constant::MethodRef { .. } => "Methodref",
            Constant::InterfaceMethodRef { .. } => "InterfaceMethodref",
            Constant::NameAndType { .. } => "NameAndType",
            Constant::MethodHandle { .. } => "MethodHandle",
            Constant::MethodType(_) => "MethodType",
            Constant::Dynamic { .. } => "Dynamic",
            Constant::InvokeDynamic { .. } => "InvokeDynamic",
            Constant::Module(_) => "Module",
            Constant::Package(_) => "Package",
        }
    }

    /// How many pool slots the constant takes: two for `long` and `double` (JVMS §4.4.5).
    pub fn slots(&self) -> u16 {
        if matches!(self, Constant::Long(_) | Constant::Double(_)) { 2 } else { 1 }
    }
}

/// The kind of member that a [`MemberRef`] names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemberKind {
    /// A field.
    Field,
    /// A method, of a class or an interface.
    Method,
}

/// A field or method reference with its names resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberRef<'a> {
    /// Field or method.
    pub kind: MemberKind,
    /// Internal name of the class in the reference; an array descriptor for methods of arrays.
    pub class: Cow<'a, str>,
    /// Name of the member.
    pub name: Cow<'a, str>,
    /// Its descriptor.
    pub descriptor: Cow<'a, str>,
    /// True if the constant is an `InterfaceMethodref`.
    pub is_interface: bool,
}

/// The constant pool of one class.
#[derive(Debug, Clone)]
pub struct ConstantPool<'a> {
    /// The entries, without the count in front of them.
    bytes: &'a [u8],
    /// Offset of each entry's tag in `bytes`; `NO_ENTRY` for unusable indices.
    offsets: Vec<u32>,
}

const NO_ENTRY: u32 = u32::MAX;

impl<'a> ConstantPool<'a> {
    /// Reads the count and the entries that `class` begins with at `reader`.
    pub(crate) fn parse(reader: &mut Reader<'a>) -> Result<Self> {
        let count = reader.u2()?;
        if count == 0 {
            return Err(Error::EmptyPool);
        }
        let start = reader.clone();
        // An entry takes three bytes or more, so a false count reserves no more than the input is long.
        let mut offsets = Vec::with_capacity(usize::from(count).min(reader.remaining() / 3 + 2));
        offsets.push(NO_ENTRY);
        while offsets.len() < usize::from(count) {
            let at = reader.pos() - start.pos();
            offsets.push(u32::try_from(at).unwrap_or(NO_ENTRY));
            let index = offsets.len() - 1;
            let (length, slots) =
                extent(reader.rest()).ok_or_else(|| fault(reader.clone(), u16::try_from(index).unwrap_or(u16::MAX)))?;
            reader.take(length)?;
            if slots == 2 {
                offsets.push(NO_ENTRY);
            }
        }
        let length = reader.pos() - start.pos();
        let bytes = start.clone().take(length)?;
        offsets.truncate(usize::from(count));
        Ok(ConstantPool { bytes, offsets })
    }

    /// The `constant_pool_count` of the class: one more than the largest index.
    pub fn len(&self) -> u16 {
        u16::try_from(self.offsets.len()).unwrap_or(u16::MAX)
    }

    /// True if there is no constant.
    pub fn is_empty(&self) -> bool {
        self.offsets.len() <= 1
    }

    /// The bytes of the entries.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The bytes from a constant on, if they begin with this tag. Frequent questions read them at once: a whole constant is
    /// written to memory in small pieces and read in large ones, which processors wait for.
    #[inline]
    fn tagged(&self, index: u16, tag: u8) -> Option<&'a [u8]> {
        let offset = *self.offsets.get(usize::from(index))?;
        let (&found, rest) = self.bytes.get(offset as usize..)?.split_first()?;
        (found == tag).then_some(rest)
    }

    /// Where the tag of a constant stands among the bytes of the entries.
    pub(crate) fn offset(&self, index: u16) -> Option<usize> {
        self.offsets.get(usize::from(index)).filter(|&&offset| offset != NO_ENTRY).map(|&offset| offset as usize)
    }

    /// The constant at an index.
    pub fn get(&self, index: u16) -> Result<Constant<'a>> {
        let bad = || Error::BadConstantIndex { index };
        let offset = *self.offsets.get(usize::from(index)).ok_or_else(bad)?;
        let entry = self.bytes.get(offset as usize..).ok_or_else(bad)?;
        constant(entry).ok_or_else(|| fault(Reader::new(entry, offset as usize), index))
    }

    /// Every usable index with its constant.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Constant<'a>)> + '_ {
        (1..self.len()).filter_map(|index| Some((index, self.get(index).ok()?)))
    }

    /// The bytes of a `Utf8` constant.
    pub fn utf8_bytes(&self, index: u16) -> Result<&'a [u8]> {
        let text = self.tagged(index, tag::UTF8).and_then(|rest| {
            let (&length, rest) = rest.split_first_chunk()?;
            rest.get(..usize::from(u16::from_be_bytes(length)))
        });
        if let Some(text) = text {
            return Ok(text);
        }
        match self.get(index)? {
            Constant::Utf8(bytes) => Ok(bytes),
            other => Err(wrong(index, "Utf8", other)),
        }
    }

    /// A `Utf8` constant as text; lone surrogates become U+FFFD (see [`crate::mutf8::decode`]).
    pub fn utf8(&self, index: u16) -> Result<Cow<'a, str>> {
        mutf8::decode(self.utf8_bytes(index)?).map_err(|at| Error::BadUtf8 { index, at })
    }

    /// The bytes of the name of a `Class` constant.
    pub fn class_name_bytes(&self, index: u16) -> Result<&'a [u8]> {
        self.utf8_bytes(self.class_name_index(index)?)
    }

    fn class_name_index(&self, index: u16) -> Result<u16> {
        if let Some(&name) = self.tagged(index, tag::CLASS).and_then(|rest| rest.first_chunk()) {
            return Ok(u16::from_be_bytes(name));
        }
        match self.get(index)? {
            Constant::Class(name) => Ok(name),
            other => Err(wrong(index, "Class", other)),
        }
    }

    /// The internal name of a `Class` constant.
    pub fn class_name(&self, index: u16) -> Result<Cow<'a, str>> {
        self.utf8(self.class_name_index(index)?)
    }

    /// The pool indices of name and descriptor of a `NameAndType` constant.
    pub fn name_and_type_indices(&self, index: u16) -> Result<(u16, u16)> {
        if let Some(&[a, b, c, d]) = self.tagged(index, tag::NAME_AND_TYPE).and_then(|rest| rest.first_chunk()) {
            return Ok((u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])));
        }
        match self.get(index)? {
            Constant::NameAndType { name, descriptor } => Ok((name, descriptor)),
            other => Err(wrong(index, "NameAndType", other)),
        }
    }

    /// Name and descriptor of a `NameAndType` constant.
    pub fn name_and_type(&self, index: u16) -> Result<(Cow<'a, str>, Cow<'a, str>)> {
        let (name, descriptor) = self.name_and_type_indices(index)?;
        Ok((self.utf8(name)?, self.utf8(descriptor)?))
    }

    /// The pool index of the class that a field or method reference names.
    pub fn class_of_member(&self, index: u16) -> Result<u16> {
        match self.get(index)? {
            Constant::FieldRef { class, .. }
            | Constant::MethodRef { class, .. }
            | Constant::InterfaceMethodRef { class, .. } => Ok(class),
            other => Err(wrong(index, "a member reference", other)),
        }
    }

    /// A field or method reference with its names.
    pub fn member_ref(&self, index: u16) -> Result<MemberRef<'a>> {
        let (kind, is_interface, class, name_and_type) = match self.get(index)? {
            Constant::FieldRef { class, name_and_type } => (MemberKind::Field, false, class, name_and_type),
            Constant::MethodRef { class, name_and_type } => (MemberKind::Method, false, class, name_and_type),
            Constant::InterfaceMethodRef { class, name_and_type } => (MemberKind::Method, true, class, name_and_type),
            other => return Err(wrong(index, "a member reference", other)),
        };
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Ok(MemberRef { kind, class: self.class_name(class)?, name, descriptor, is_interface })
    }

    /// The bytes of name and descriptor of a member reference or of a dynamic constant or call site.
    pub fn reference_bytes(&self, index: u16) -> Result<(&'a [u8], &'a [u8])> {
        match self.get(index)? {
            Constant::FieldRef { name_and_type, .. }
            | Constant::MethodRef { name_and_type, .. }
            | Constant::InterfaceMethodRef { name_and_type, .. }
            | Constant::Dynamic { name_and_type, .. }
            | Constant::InvokeDynamic { name_and_type, .. } => {
                let (name, descriptor) = self.name_and_type_indices(name_and_type)?;
                Ok((self.utf8_bytes(name)?, self.utf8_bytes(descriptor)?))
            }
            other => Err(wrong(index, "a reference with name and type", other)),
        }
    }
}

fn wrong(index: u16, expected: &'static str, found: Constant<'_>) -> Error {
    Error::WrongConstant { index, expected, found: found.kind_name() }
}

/// Tags of JVMS table 4.4-A.
pub(crate) mod tag {
    pub(crate) const UTF8: u8 = 1;
    pub(crate) const INTEGER: u8 = 3;
    pub(crate) const FLOAT: u8 = 4;
    pub(crate) const LONG: u8 = 5;
    pub(crate) const DOUBLE: u8 = 6;
    pub(crate) const CLASS: u8 = 7;
    pub(crate) const STRING: u8 = 8;
    pub(crate) const FIELD_REF: u8 = 9;
    pub(crate) const METHOD_REF: u8 = 10;
    pub(crate) const INTERFACE_METHOD_REF: u8 = 11;
    pub(crate) const NAME_AND_TYPE: u8 = 12;
    pub(crate) const METHOD_HANDLE: u8 = 15;
    pub(crate) const METHOD_TYPE: u8 = 16;
    pub(crate) const DYNAMIC: u8 = 17;
    pub(crate) const INVOKE_DYNAMIC: u8 = 18;
    pub(crate) const MODULE: u8 = 19;
    pub(crate) const PACKAGE: u8 = 20;
}

/// Length of the constant at the beginning of some bytes, and how many slots it takes; `None` if it is not whole or not known.
fn extent(bytes: &[u8]) -> Option<(usize, u16)> {
    let (length, slots) = match *bytes.first()? {
        tag::UTF8 => (3 + usize::from(u16::from_be_bytes([*bytes.get(1)?, *bytes.get(2)?])), 1),
        tag::INTEGER | tag::FLOAT => (5, 1),
        tag::LONG | tag::DOUBLE => (9, 2),
        tag::CLASS | tag::STRING | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE => (3, 1),
        tag::FIELD_REF..=tag::NAME_AND_TYPE | tag::DYNAMIC | tag::INVOKE_DYNAMIC => (5, 1),
        tag::METHOD_HANDLE => (4, 1),
        _ => return None,
    };
    (length <= bytes.len()).then_some((length, slots))
}

/// The constant at the beginning of some bytes; `None` if it is not whole or not known.
#[inline]
fn constant(bytes: &[u8]) -> Option<Constant<'_>> {
    let (&tag, rest) = bytes.split_first()?;
    let one = || rest.first_chunk().map(|&one| u16::from_be_bytes(one));
    let two = || rest.first_chunk().map(|&[a, b, c, d]| (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])));
    let four = || rest.first_chunk().map(|&four| u32::from_be_bytes(four));
    let eight = || rest.first_chunk().map(|&eight| u64::from_be_bytes(eight));
    Some(match tag {
        tag::UTF8 => Constant::Utf8(rest.get(2..2 + usize::from(one()?))?),
        tag::INTEGER => Constant::Integer(four()?.cast_signed()),
        tag::FLOAT => Constant::Float(four()?),
        tag::LONG => Constant::Long(eight()?.cast_signed()),
        tag::DOUBLE => Constant::Double(eight()?),
        tag::CLASS => Constant::Class(one()?),
        tag::STRING => Constant::String(one()?),
        tag::METHOD_TYPE => Constant::MethodType(one()?),
        tag::MODULE => Constant::Module(one()?),
        tag::PACKAGE => Constant::Package(one()?),
        tag::METHOD_HANDLE => {
            let &[kind, high, low] = rest.first_chunk()?;
            Constant::MethodHandle { kind, reference: u16::from_be_bytes([high, low]) }
        }
        _ => pair(tag, two()?)?,
    })
}

/// A constant that is made of two indices.
#[inline]
fn pair<'a>(tag: u8, (first, second): (u16, u16)) -> Option<Constant<'a>> {
    Some(match tag {
        tag::FIELD_REF => Constant::FieldRef { class: first, name_and_type: second },
        tag::METHOD_REF => Constant::MethodRef { class: first, name_and_type: second },
        tag::INTERFACE_METHOD_REF => Constant::InterfaceMethodRef { class: first, name_and_type: second },
        tag::NAME_AND_TYPE => Constant::NameAndType { name: first, descriptor: second },
        tag::DYNAMIC => Constant::Dynamic { bootstrap: first, name_and_type: second },
        tag::INVOKE_DYNAMIC => Constant::InvokeDynamic { bootstrap: first, name_and_type: second },
        _ => return None,
    })
}

/// What is wrong where no constant begins that is whole and known.
#[cold]
fn fault(mut reader: Reader<'_>, index: u16) -> Error {
    let offset = reader.offset();
    match skip_parts(&mut reader) {
        Ok(tag) => Error::BadConstantTag { tag, index, offset },
        Err(truncated) => truncated,
    }
}

/// Skips a constant part by part; returns its tag.
fn skip_parts(reader: &mut Reader<'_>) -> Result<u8> {
    let tag = reader.u1()?;
    let parts: &[usize] = match tag {
        tag::UTF8 => &[usize::from(reader.u2()?)],
        tag::INTEGER | tag::FLOAT => &[4],
        tag::LONG | tag::DOUBLE => &[8],
        tag::CLASS | tag::STRING | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE => &[2],
        tag::FIELD_REF..=tag::NAME_AND_TYPE | tag::DYNAMIC | tag::INVOKE_DYNAMIC => &[2, 2],
        tag::METHOD_HANDLE => &[1, 2],
        _ => &[],
    };
    parts.iter().try_for_each(|&part| reader.take(part).map(drop))?;
    Ok(tag)
}
