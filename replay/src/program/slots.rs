//! Where the locations of objects and classes lie among their slots.

use paratrace_traceformat::map::Field;

/// Index of an array element among the array's locations; the state comes first.
pub fn element_index(index: u32) -> u32 {
    1 + index
}

/// Index of a field declared by a class outside the map.
pub fn outside_field_index(slot: u32) -> u32 {
    slot.saturating_add(1)
}

/// Slot of a static field.
pub fn static_slot(field: &Field) -> u32 {
    field.slot.saturating_add(1)
}
