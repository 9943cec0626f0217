//! Limits, each with its reason.

/// Largest class file that is read. Real ones stay far below; a larger one is left as it is, as it may be a bomb.
pub(crate) const MAX_CLASS_BYTES: u64 = 16 << 20;

/// Largest attribute of a manifest: a `Class-Path` of a hundred thousand jars.
pub(crate) const MAX_ATTRIBUTE_BYTES: u64 = 16 << 20;

/// How far a compressed jar inside a jar may unpack: what is in it is compressed itself, as a rule.
pub(crate) const MAX_LIBRARY_RATIO: u64 = 64;

/// A jar inside a jar may always unpack to this many bytes.
pub(crate) const MIN_LIBRARY_BYTES: u64 = 1 << 20;
