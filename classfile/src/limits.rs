//! Every limit of this crate, each with its reason.

/// Oldest class-file version that is read: JDK 1.0.2 and 1.1 (JVMS table 4.1-A).
pub const MIN_MAJOR_VERSION: u16 = 45;

/// Newest class-file version that is read: Java 25 (JVMS table 4.1-A).
pub const MAX_MAJOR_VERSION: u16 = 69;

/// First version whose methods are checked by means of a StackMapTable (JVMS §4.10).
pub const FIRST_MAJOR_WITH_FRAMES: u16 = 50;

/// First version for which the verifier does not fall back to type inference (JVMS §4.10).
pub const FIRST_MAJOR_WITHOUT_FALLBACK: u16 = 51;

/// Longest code array: `code_length` must be less than 65,536 (JVMS §4.7.3).
pub const MAX_CODE_LENGTH: usize = 65_535;

/// Largest value of the 16-bit counts and indices of a class file: constant-pool count, members, locals, stack, table
/// rows, bytes of a `Utf8` constant (JVMS §4.11).
pub const MAX_U16: usize = 65_535;

/// Most types that the frames of one method may hold when they are expanded to absolute form.
///
/// A few hundred kilobytes of `append` and `chop` frames can expand to gigabytes. None of the 103,333 classes this crate
/// was tried on (JDK 17, JDK 25, 40 jars), each with two locals added to every frame, came to this limit.
pub const MAX_FRAME_TYPES: usize = 1 << 22;

/// Most bytes of a rewritten StackMapTable. Its frames are padded to the new locals, so that 65,535 frames with 65,535
/// locals could ask for 4 GiB.
pub const MAX_STACK_MAP_BYTES: usize = 1 << 24;

/// Deepest nesting of annotations within annotations that is followed. They are walked recursively, and no compiler
/// nests more than a handful.
pub const MAX_ANNOTATION_DEPTH: usize = 64;

/// Array types have at most 255 dimensions (JVMS §4.3.2).
pub const MAX_ARRAY_DIMENSIONS: usize = 255;
