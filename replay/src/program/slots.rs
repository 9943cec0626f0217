//! Indices of locations within objects, and slots of static fields.

use paratrace_traceformat::map::Field;

/// Returns the index of an array element among the array's locations; the state comes first.
pub fn element_index(index: u32) -> u32 {
    1 + index
}

/// Returns the index of a field declared by a class outside of the map; the state comes first.
pub fn outside_field_index(slot: u32) -> u32 {
    slot.saturating_add(1)
}

/// Returns the slot of a static field.
pub fn static_slot(field: &Field) -> u32 {
    field.slot.saturating_add(1)
}
