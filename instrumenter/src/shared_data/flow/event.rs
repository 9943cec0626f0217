//! Events of references: they are made, copied, stored, loaded and handed to calls; and the accesses on the way.

use std::sync::Arc;

/// Number of a reference within the method; 0 is no reference.
pub(crate) type Ref = u32;

/// A reference that is null.
pub(crate) const NULL: Ref = 1;

/// The place that a value was read from, if it may be read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Source {
    /// A local variable.
    Local(u16),
    /// A field of `this`: constant of the instruction.
    OwnField(u16),
    /// It is an `int` constant.
    Constant(i32),
    /// Anywhere else.
    Other,
}

/// An event in the flow of references.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// An object or array is created: class or array name. Arrays of arrays have all `dimensions`.
    New {
        to: Ref,
        class: String,
        dimensions: u8,
        at: usize,
    },
    /// Something that only the library knows, of this class: constants, caught exceptions.
    Foreign {
        to: Ref,
        class: String,
    },
    /// A reference is in another place as well.
    Copy {
        from: Ref,
        to: Ref,
    },
    /// A reference that has this class, else control does not come here.
    Cast {
        from: Ref,
        to: Ref,
        class: String,
    },
    /// A reference is read from or written to a field.
    Load {
        base: Option<Ref>,
        field: FieldName,
        to: Ref,
    },
    Store {
        base: Option<Ref>,
        field: FieldName,
        from: Ref,
    },
    /// A reference is read from or written to an array.
    LoadElement {
        base: Ref,
        to: Ref,
    },
    StoreElement {
        base: Ref,
        from: Ref,
    },
    /// A call; the receiver is the first argument, primitive arguments are 0.
    Call(Arc<Call>),
    Return(Ref),
    Throw(Ref),
}

/// A field as an instruction names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FieldName {
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) desc: String,
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) at: usize,
    pub(crate) opcode: u8,
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) desc: String,
    pub(crate) args: Vec<Ref>,
    pub(crate) result: Ref,
    /// The class of the caller.
    pub(crate) named_in: String,
    /// Bodies of the lambda that an `invokedynamic` makes, and whether it is one.
    pub(crate) bodies: Vec<MethodName>,
    pub(crate) is_lambda: bool,
}

/// A method as a constant names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct MethodName {
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) desc: String,
}

/// An index: a value, and what is added to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Index {
    pub(crate) value: u32,
    pub(crate) offset: i32,
}

/// The place that is accessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Static(FieldName),
    /// With the value (see [`crate::shared_data::stack::Value::id`]) and reference of the object.
    Field(FieldName, u32, Ref),
    /// An element of an array: the reference, the place it was read from, the index.
    Element(Ref, Source, Index),
}

/// An access to data by an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) at: usize,
    pub(crate) write: bool,
    /// A reference is read or written, not a primitive value.
    pub(crate) of_reference: bool,
    pub(crate) place: Place,
}
