//! Limits, each with its reason.

/// Largest class file that is read: no valid one comes near it (65,535 methods of 65,535 bytes would, none is known),
/// and a jar entry that unpacks to more is taken for a bomb.
pub(crate) const MAX_CLASS_BYTES: u64 = 64 << 20;

/// Largest manifest that is looked at; the main section, which matters here, comes first.
pub(crate) const MAX_MANIFEST_BYTES: u64 = 16 << 20;
