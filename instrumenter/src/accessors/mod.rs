//! Calls that access memory as instructions do: through `Unsafe`, variable handles, field updaters and reflection.
//!
//! What such a call accesses is told by one of its arguments: an offset or a handle. Nearly always that is a constant of a class, which
//! its initialiser has asked for by name. Which field is accessed by reflection is recorded.

mod calls;
mod constants;

use std::borrow::Cow;

use paratrace_classfile::ClassFile;

pub(crate) use calls::{Accessor, Holder, accessor};
pub(crate) use constants::{Constant, constants};

/// The class with accesses to memory by object and offset.
pub(crate) const UNSAFE: &str = "jdk/internal/misc/Unsafe";
/// The same of a JDK 8. Later ones have a class of this name for programs, which the JDK itself does not use.
pub(crate) const UNSAFE_OF_8: &str = "sun/misc/Unsafe";
/// The class with accesses to fields by reflection.
pub(crate) const FIELD: &str = "java/lang/reflect/Field";
/// The constant of [`UNSAFE`] that says where the first reference of an array lies.
pub(crate) const FIRST_OFFSET: &str = "ARRAY_OBJECT_BASE_OFFSET";
/// The same of bytes; of the same type.
pub(crate) const FIRST_BYTE_OFFSET: &str = "ARRAY_BYTE_BASE_OFFSET";

/// The class by which a traced JDK accesses memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Memory {
    /// [`UNSAFE`] or [`UNSAFE_OF_8`].
    pub(crate) class: &'static str,
    /// The descriptor of [`FIRST_OFFSET`]: it has changed.
    pub(crate) offset: String,
}

impl Memory {
    /// What is known of such a class.
    pub(crate) fn of(class: &'static str, declared: &ClassFile<'_>) -> Option<Memory> {
        let pool = &declared.constant_pool;
        let field = declared.fields.iter().find(|field| field.name(pool).is_ok_and(|name| name == FIRST_OFFSET))?;
        Some(Memory { class, offset: field.descriptor(pool).ok().map(Cow::into_owned)? })
    }
}

/// What an offset or a handle denotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Denoted {
    /// The field of this class and name.
    Field {
        /// Class that was asked for it.
        class: String,
        /// Name of the field.
        name: String,
    },
    /// The elements of arrays.
    Elements,
    /// The bytes of arrays, several at once.
    Bytes,
}
