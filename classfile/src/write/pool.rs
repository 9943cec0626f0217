//! The constant pool that grows: old entries keep their bytes and their indices, new ones go to the end.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::bytes::put_u2;
use crate::error::{Error, Result};
use crate::mutf8;
use crate::read::pool::{Constant, ConstantPool, tag};

/// Constants that changes to a class add, as a rule at most.
const ROOM: usize = 32;

/// A constant that is no text, by its tag and what it holds: cheaper to hash and to compare than the constant.
type Key = (u8, u64);

/// Hands out indices of constants, existing ones where the class has them already.
#[derive(Debug, Clone)]
pub struct PoolBuilder<'a> {
    old: &'a ConstantPool<'a>,
    appended: Vec<u8>,
    /// The `constant_pool_count`: index of the next entry.
    count: u16,
    /// Index of every `Utf8` constant; filled, as `known`, when the first constant is asked for.
    texts: FxHashMap<Cow<'a, [u8]>, u16>,
    /// Index of every other constant.
    known: FxHashMap<Key, u16>,
    indexed: bool,
}

impl<'a> PoolBuilder<'a> {
    /// Starts with the pool of a class.
    pub fn new(old: &'a ConstantPool<'a>) -> Self {
        PoolBuilder {
            old,
            appended: Vec::new(),
            count: old.len(),
            texts: FxHashMap::default(),
            known: FxHashMap::default(),
            indexed: false,
        }
    }

    /// The `constant_pool_count` with everything appended so far.
    pub fn len(&self) -> u16 {
        self.count
    }

    /// True if there is no constant.
    pub fn is_empty(&self) -> bool {
        self.count <= 1
    }

    /// How many slots are free.
    pub fn room(&self) -> u16 {
        u16::MAX - self.count
    }

    /// True if nothing was appended.
    pub fn is_unchanged(&self) -> bool {
        self.appended.is_empty()
    }

    /// The bytes of the new entries.
    pub(crate) fn appended(&self) -> &[u8] {
        &self.appended
    }

    /// A `Utf8` constant.
    pub fn utf8(&mut self, text: &str) -> Result<u16> {
        self.utf8_bytes(&mutf8::encode(text))
    }

    /// A `Utf8` constant of bytes that are already modified UTF-8.
    pub fn utf8_bytes(&mut self, bytes: &[u8]) -> Result<u16> {
        if let Some(index) = self.find_utf8(bytes) {
            return Ok(index);
        }
        let length = u16::try_from(bytes.len()).map_err(|_| Error::Utf8TooLong { length: bytes.len() })?;
        let index = self.reserve(1)?;
        self.appended.push(tag::UTF8);
        put_u2(&mut self.appended, length);
        self.appended.extend(bytes);
        self.texts.insert(Cow::Owned(bytes.to_vec()), index);
        Ok(index)
    }

    /// A class or array type by its internal name.
    pub fn class(&mut self, name: &str) -> Result<u16> {
        self.class_bytes(&mutf8::encode(name))
    }

    /// A class or array type by the modified UTF-8 of its internal name.
    pub fn class_bytes(&mut self, name: &[u8]) -> Result<u16> {
        let name = self.utf8_bytes(name)?;
        self.constant(Constant::Class(name))
    }

    /// The index of a class that is in the pool already.
    pub fn find_class(&mut self, name: &[u8]) -> Option<u16> {
        let name = self.find_utf8(name)?;
        self.known.get(&(tag::CLASS, name.into())).copied()
    }

    /// A `String` constant.
    pub fn string(&mut self, text: &str) -> Result<u16> {
        let text = self.utf8(text)?;
        self.constant(Constant::String(text))
    }

    /// An `int` constant.
    pub fn integer(&mut self, value: i32) -> Result<u16> {
        self.constant(Constant::Integer(value))
    }

    /// A `float` constant.
    pub fn float(&mut self, value: f32) -> Result<u16> {
        self.constant(Constant::Float(value.to_bits()))
    }

    /// A `long` constant; takes two slots.
    pub fn long(&mut self, value: i64) -> Result<u16> {
        self.constant(Constant::Long(value))
    }

    /// A `double` constant; takes two slots.
    pub fn double(&mut self, value: f64) -> Result<u16> {
        self.constant(Constant::Double(value.to_bits()))
    }

    /// A `NameAndType` constant.
    pub fn name_and_type(&mut self, name: &str, descriptor: &str) -> Result<u16> {
        let (name, descriptor) = (self.utf8(name)?, self.utf8(descriptor)?);
        self.constant(Constant::NameAndType { name, descriptor })
    }

    /// A `Fieldref` constant.
    pub fn field_ref(&mut self, class: &str, name: &str, descriptor: &str) -> Result<u16> {
        let (class, name_and_type) = self.member(class, name, descriptor)?;
        self.constant(Constant::FieldRef { class, name_and_type })
    }

    /// A `Methodref` constant: a method of a class.
    pub fn method_ref(&mut self, class: &str, name: &str, descriptor: &str) -> Result<u16> {
        let (class, name_and_type) = self.member(class, name, descriptor)?;
        self.constant(Constant::MethodRef { class, name_and_type })
    }

    /// An `InterfaceMethodref` constant: a method of an interface.
    pub fn interface_method_ref(&mut self, class: &str, name: &str, descriptor: &str) -> Result<u16> {
        let (class, name_and_type) = self.member(class, name, descriptor)?;
        self.constant(Constant::InterfaceMethodRef { class, name_and_type })
    }

    fn member(&mut self, class: &str, name: &str, descriptor: &str) -> Result<(u16, u16)> {
        Ok((self.class(class)?, self.name_and_type(name, descriptor)?))
    }

    /// Any constant whose parts are pool indices or numbers.
    pub fn constant(&mut self, constant: Constant<'a>) -> Result<u16> {
        let key = match key(constant) {
            Ok(key) => key,
            Err(text) => return self.utf8_bytes(text),
        };
        self.index_old();
        if let Some(&index) = self.known.get(&key) {
            return Ok(index);
        }
        let index = self.reserve(constant.slots())?;
        put_constant(&mut self.appended, constant);
        self.known.insert(key, index);
        Ok(index)
    }

    fn find_utf8(&mut self, bytes: &[u8]) -> Option<u16> {
        self.index_old();
        self.texts.get(bytes).copied()
    }

    fn index_old(&mut self) {
        if self.indexed {
            return;
        }
        self.indexed = true;
        // As a rule about half of the constants are texts; what is inserted comes on top of the others.
        let half = usize::from(self.old.len()) / 2;
        self.texts.reserve(half + ROOM);
        self.known.reserve(half + ROOM);
        for (index, constant) in self.old.iter() {
            match key(constant) {
                Ok(key) => self.known.entry(key).or_insert(index),
                Err(text) => self.texts.entry(Cow::Borrowed(text)).or_insert(index),
            };
        }
    }

    fn reserve(&mut self, slots: u16) -> Result<u16> {
        let index = self.count;
        self.count = index.checked_add(slots).ok_or(Error::PoolFull)?;
        Ok(index)
    }
}

/// The key of a constant, or the text that it is.
fn key(constant: Constant<'_>) -> std::result::Result<Key, &[u8]> {
    let one = |index: u16| u64::from(index);
    let two = |first: u16, second: u16| u64::from(first) << 16 | u64::from(second);
    Ok(match constant {
        Constant::Utf8(text) => return Err(text),
        Constant::Integer(value) => (tag::INTEGER, u64::from(value.cast_unsigned())),
        Constant::Float(bits) => (tag::FLOAT, bits.into()),
        Constant::Long(value) => (tag::LONG, value.cast_unsigned()),
        Constant::Double(bits) => (tag::DOUBLE, bits),
        Constant::Class(name) => (tag::CLASS, one(name)),
        Constant::String(text) => (tag::STRING, one(text)),
        Constant::FieldRef { class, name_and_type } => (tag::FIELD_REF, two(class, name_and_type)),
        Constant::MethodRef { class, name_and_type } => (tag::METHOD_REF, two(class, name_and_type)),
        Constant::InterfaceMethodRef { class, name_and_type } => (tag::INTERFACE_METHOD_REF, two(class, name_and_type)),
        Constant::NameAndType { name, descriptor } => (tag::NAME_AND_TYPE, two(name, descriptor)),
        Constant::MethodHandle { kind, reference } => (tag::METHOD_HANDLE, two(kind.into(), reference)),
        Constant::MethodType(descriptor) => (tag::METHOD_TYPE, one(descriptor)),
        Constant::Dynamic { bootstrap, name_and_type } => (tag::DYNAMIC, two(bootstrap, name_and_type)),
        Constant::InvokeDynamic { bootstrap, name_and_type } => (tag::INVOKE_DYNAMIC, two(bootstrap, name_and_type)),
        Constant::Module(name) => (tag::MODULE, one(name)),
        Constant::Package(name) => (tag::PACKAGE, one(name)),
    })
}

fn put_constant(out: &mut Vec<u8>, constant: Constant<'_>) {
    let mut put = |tag: u8, indices: &[u16]| {
        out.push(tag);
        indices.iter().for_each(|&index| put_u2(out, index));
    };
    match constant {
        Constant::Utf8(_) => {}
        Constant::Class(name) => put(tag::CLASS, &[name]),
        Constant::String(text) => put(tag::STRING, &[text]),
        Constant::FieldRef { class, name_and_type } => put(tag::FIELD_REF, &[class, name_and_type]),
        Constant::MethodRef { class, name_and_type } => put(tag::METHOD_REF, &[class, name_and_type]),
        Constant::InterfaceMethodRef { class, name_and_type } => {
            put(tag::INTERFACE_METHOD_REF, &[class, name_and_type]);
        }
        Constant::NameAndType { name, descriptor } => put(tag::NAME_AND_TYPE, &[name, descriptor]),
        Constant::MethodType(descriptor) => put(tag::METHOD_TYPE, &[descriptor]),
        Constant::Dynamic { bootstrap, name_and_type } => put(tag::DYNAMIC, &[bootstrap, name_and_type]),
        Constant::InvokeDynamic { bootstrap, name_and_type } => put(tag::INVOKE_DYNAMIC, &[bootstrap, name_and_type]),
        Constant::Module(name) => put(tag::MODULE, &[name]),
        Constant::Package(name) => put(tag::PACKAGE, &[name]),
        Constant::MethodHandle { kind, reference } => {
            out.extend([tag::METHOD_HANDLE, kind]);
            put_u2(out, reference);
        }
        Constant::Integer(value) => put_number(out, tag::INTEGER, &value.to_be_bytes()),
        Constant::Float(bits) => put_number(out, tag::FLOAT, &bits.to_be_bytes()),
        Constant::Long(value) => put_number(out, tag::LONG, &value.to_be_bytes()),
        Constant::Double(bits) => put_number(out, tag::DOUBLE, &bits.to_be_bytes()),
    }
}

fn put_number(out: &mut Vec<u8>, tag: u8, bytes: &[u8]) {
    out.push(tag);
    out.extend(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::reader::Reader;

    /// A pool with `Utf8 "a"` and `Class a`.
    const OLD: [u8; 9] = [0, 3, 1, 0, 1, b'a', 7, 0, 1];

    #[test]
    fn old_entries_are_used_and_new_ones_shared() -> Result<()> {
        let old = ConstantPool::parse(&mut Reader::new(&OLD, 0))?;
        let mut pool = PoolBuilder::new(&old);
        assert_eq!((pool.utf8("a")?, pool.class("a")?), (1, 2));
        assert!(pool.is_unchanged());
        let method = pool.method_ref("a", "m", "()V")?;
        assert_eq!(pool.method_ref("a", "m", "()V")?, method);
        assert_ne!(pool.interface_method_ref("a", "m", "()V")?, method);
        let long = pool.long(5)?;
        assert_eq!(pool.integer(5)?, long + 2);
        let all = [&pool.len().to_be_bytes(), old.bytes(), pool.appended()].concat();
        let read = ConstantPool::parse(&mut Reader::new(&all, 0))?;
        assert_eq!(read.member_ref(method)?.name, "m");
        assert_eq!(read.get(long)?, Constant::Long(5));
        Ok(())
    }

    #[test]
    fn a_full_pool_says_so_and_stays_as_it_is() -> Result<()> {
        let old = ConstantPool::parse(&mut Reader::new(&OLD, 0))?;
        let mut pool = PoolBuilder::new(&old);
        for value in 0..65_531 {
            pool.integer(value)?;
        }
        assert_eq!(pool.long(1), Err(Error::PoolFull));
        assert_eq!(pool.integer(65_531)?, 65_534);
        assert_eq!((pool.len(), pool.room()), (65_535, 0));
        assert_eq!(pool.utf8("b"), Err(Error::PoolFull));
        let long_text = "x".repeat(65_536);
        assert_eq!(pool.utf8(&long_text), Err(Error::Utf8TooLong { length: 65_536 }));
        Ok(())
    }
}
