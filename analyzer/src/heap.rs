//! Heap locations as paths name them.

use paratrace_replay::paths::accesses::Place;
use paratrace_traceformat::map::Op;

/// The location of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum At {
    /// The n-th slot of the path.
    Resolved(u32),
    /// A fixed slot: that of a static field.
    Static(u32),
}

impl At {
    #[inline]
    pub(crate) fn slot(self, slots: &[u32]) -> u32 {
        match self {
            At::Resolved(n) => slots[n as usize],
            At::Static(slot) => slot,
        }
    }

    /// Returns the location if it is on the heap; `None` for locals and stack entries.
    pub(crate) fn of(place: Place) -> Option<At> {
        match place {
            Place::Resolved(n) => Some(At::Resolved(n)),
            Place::Static(slot) => Some(At::Static(slot)),
            Place::Local(_) | Place::Parameter(_) | Place::Entry(_) => None,
        }
    }
}

/// Returns whether an operation accesses a field, whose number is its argument.
pub(crate) fn is_field(op: u8) -> bool {
    let fields = [Op::GetField, Op::PutField, Op::GetStatic, Op::PutStatic];
    Op::from_byte(op).is_some_and(|op| fields.contains(&op))
}
