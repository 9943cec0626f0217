//! What the map says of synchronisation beside its instructions: lists of methods and of fields.

use super::section::Container;
use super::{MapError, Method, MethodId, ProgramMap, Section, columns};

/// Access flag of methods that hold a monitor (JVMS §4.6).
const ACC_SYNCHRONIZED: u16 = 0x0020;
/// Access flag of methods without `this`.
const ACC_STATIC: u16 = 0x0008;

impl Method {
    /// Returns whether it holds a monitor: that of `this`, or that of its class if it [`Self::is_static`].
    #[must_use]
    pub fn is_synchronized(&self) -> bool {
        self.access & ACC_SYNCHRONIZED != 0
    }

    /// Returns whether it is static.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.access & ACC_STATIC != 0
    }
}

impl ProgramMap {
    /// Returns whether the entry path of a method begins with the hash of the object whose monitor the method holds: of `this`, or of the
    /// class if it is static.
    #[must_use]
    pub fn records_lock(&self, method: MethodId) -> bool {
        self.locked_methods.binary_search(&method).is_ok()
    }

    /// Returns whether a class of the map declares this field, a row of `fields`, volatile; false if that is not known.
    #[must_use]
    pub fn is_volatile(&self, field: u32) -> bool {
        self.volatile_fields.binary_search(&field).is_ok()
    }
}

/// The rows that a section lists; none if the map is older than the section.
pub(super) fn rows(c: &Container<'_>, section: Section) -> Result<Vec<u32>, MapError> {
    let found = c.later_section(section)?;
    found.map_or(Ok(Vec::new()), |(entry, bytes)| columns::read_rows(section, entry, bytes))
}
