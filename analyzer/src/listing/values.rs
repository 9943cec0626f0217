//! Knowledge about values, which copies share.

use std::cell::Cell;
use std::rc::Rc;

use super::sink::Object;

/// The knowledge about one value.
#[derive(Debug, Default)]
pub(super) struct Knowledge {
    /// Its object number; 0 is null.
    pub(super) number: Cell<Option<u32>>,
    /// The object that has its hash; `None` inside is null.
    pub(super) object: Cell<Option<Option<Object>>>,
    /// The integer that it is.
    pub(super) index: Cell<Option<u32>>,
}

/// A value on the operand stack or in a local.
pub(super) type Value = Rc<Knowledge>;

/// Creates a value of which nothing is known.
pub(super) fn unknown() -> Value {
    Rc::default()
}

/// Creates an `int`, known or not.
pub(super) fn integer(value: Option<u32>) -> Value {
    let known = Knowledge::default();
    known.index.set(value);
    Rc::new(known)
}
