//! Indices of locations within objects, and slots of static fields.

use paratrace_traceformat::map::{ClassId, Field};

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

/// Index behind those of all fields of the map, where fields begin that only reflection accesses. A class has fewer than that.
const UNKNOWN_FIELDS: u32 = 1 << 17;

/// Returns the index of a field that is not in the map, among the locations of an object that has it.
pub fn unknown_field_index(number: u32) -> u32 {
    UNKNOWN_FIELDS.saturating_add(number)
}

/// Index of the monitor among the locations of an object or class: behind those of all elements and fields.
pub const MONITOR_INDEX: u32 = u32::MAX;

/// Returns the hash that stands for a class as the owner of its monitor. No object has one so great, and no static field that is not
/// in the map has one: those are fewer.
pub fn monitor_owner(class: ClassId) -> u32 {
    3 << 30 | class.number()
}

/// Returns the hash that stands for the owner of a static field that is not in the map. No object has one so great.
pub fn unknown_owner(number: u32) -> u32 {
    1 << 31 | number
}
