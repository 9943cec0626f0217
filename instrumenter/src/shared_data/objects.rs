//! Abstract objects: what a reference may refer to.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::flow::FieldName;
use super::types::TypeId;

pub(crate) use paratrace_traceformat::map::MethodId;

/// A field: where it is declared, as far as that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FieldId(pub(super) u32);

/// The members database: every field of every class once, whatever class an instruction names.
#[derive(Debug, Default)]
pub(super) struct Members(IndexSet<FieldName, FxBuildHasher>);

impl Members {
    pub(super) fn id(&mut self, field: FieldName) -> FieldId {
        FieldId(u32::try_from(self.0.insert_full(field).0).unwrap_or(u32::MAX))
    }

    pub(super) fn name(&self, id: FieldId) -> Option<&FieldName> {
        self.0.get_index(id.0 as usize)
    }
}

/// An abstract object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Object {
    /// Created within the task, by an instruction; of arrays of arrays one for each dimension.
    Created { method: MethodId, at: u32, dimension: u8, class: TypeId },
    /// An object held by a field that the task did not store there.
    Field(FieldId, TypeId),
    /// An object held by an element of an array that the task did not store there.
    Element(TypeId),
    /// A parameter of a task; `this` is 0.
    Parameter(MethodId, u16, TypeId),
    /// An object that comes from the library.
    Library(TypeId),
    /// Any of those that were not created within the task, once it is known to be of a class.
    Cast(TypeId),
}

impl Object {
    pub(super) fn class(self) -> TypeId {
        match self {
            Object::Created { class, .. }
            | Object::Field(_, class)
            | Object::Element(class)
            | Object::Parameter(_, _, class)
            | Object::Library(class)
            | Object::Cast(class) => class,
        }
    }

    /// Created within the task.
    pub(crate) fn is_created(self) -> bool {
        matches!(self, Object::Created { .. })
    }
}
