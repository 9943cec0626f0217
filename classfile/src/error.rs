//! One error variant per fault; each says what is wrong, the bad value, and where.
//!
//! Offsets named `offset` count bytes from the start of the class file, `pc` counts bytes from the start of a method's
//! code array.

use thiserror::Error;

/// Shorthand for results of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Errors of reading or rewriting a class file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The input ends inside a structure.
    #[error("input ends at offset {offset}, {needed} more bytes were needed")]
    Truncated {
        /// Offset at which the read began, bytes.
        offset: usize,
        /// How many bytes the read asked for.
        needed: usize,
    },
    /// Bytes are left over behind a structure that should fill its container.
    #[error("{count} bytes too many at offset {offset}")]
    TrailingBytes {
        /// Offset at which the surplus begins, bytes.
        offset: usize,
        /// Its length.
        count: usize,
    },
    /// The file does not start with `CAFEBABE`.
    #[error("not a class file: magic number {0:#010x}")]
    BadMagic(u32),
    /// A class-file version this crate does not know (see [`crate::limits`]).
    #[error("class file version {major}.{minor} is not supported")]
    UnsupportedVersion {
        /// Major version.
        major: u16,
        /// Minor version.
        minor: u16,
    },
    /// The constant pool says it has no entries at all, not even the unused one.
    #[error("constant pool count is 0")]
    EmptyPool,
    /// Unknown constant-pool tag.
    #[error("unknown constant tag {tag} in entry {index} at offset {offset}")]
    BadConstantTag {
        /// The tag byte.
        tag: u8,
        /// Index of the entry.
        index: u16,
        /// Offset of the tag, bytes.
        offset: usize,
    },
    /// An index that is 0, past the pool, or the unusable second half of a long or double.
    #[error("constant pool index {index} is not usable")]
    BadConstantIndex {
        /// The index.
        index: u16,
    },
    /// An index that leads to another kind of constant than the one expected.
    #[error("constant pool entry {index} is {found}, expected {expected}")]
    WrongConstant {
        /// The index.
        index: u16,
        /// Kind that was wanted.
        expected: &'static str,
        /// Kind that is there.
        found: &'static str,
    },
    /// A `Utf8` constant that is not modified UTF-8 (JVMS §4.4.7).
    #[error("malformed modified UTF-8 in constant {index}, byte {at}")]
    BadUtf8 {
        /// Index of the constant.
        index: u16,
        /// Byte within the constant.
        at: usize,
    },
    /// A malformed descriptor (JVMS §4.3).
    #[error("malformed descriptor {descriptor:?}, byte {at}")]
    BadDescriptor {
        /// The descriptor, lossily decoded.
        descriptor: String,
        /// First byte that does not fit.
        at: usize,
    },
    /// No method of that number in the class.
    #[error("the class has no method number {index}")]
    NoSuchMethod {
        /// The number.
        index: usize,
    },
    /// The method is abstract or native.
    #[error("method number {index} has no Code attribute")]
    NoCode {
        /// Number of the method.
        index: usize,
    },
    /// The same attribute occurs twice where one is allowed.
    #[error("second {name} attribute at offset {offset}")]
    DuplicateAttribute {
        /// Name of the attribute.
        name: &'static str,
        /// Offset of the data of the second one, bytes.
        offset: usize,
    },
    /// The code array is empty or longer than [`crate::limits::MAX_CODE_LENGTH`].
    #[error("code length {length} at offset {offset} is not allowed")]
    BadCodeLength {
        /// The length.
        length: u32,
        /// Its offset, bytes.
        offset: usize,
    },
    /// An opcode that does not exist, or that cannot be `wide`.
    #[error("unknown opcode {opcode:#04x} at pc {pc}")]
    BadOpcode {
        /// The opcode.
        opcode: u8,
        /// Offset in the code.
        pc: u32,
    },
    /// An instruction that goes past the end of the code.
    #[error("the instruction at pc {pc} is cut off by the end of the code")]
    TruncatedInstruction {
        /// Offset of its beginning in the code.
        pc: u32,
    },
    /// A switch whose bounds or number of pairs make no sense.
    #[error("malformed switch at pc {pc}")]
    BadSwitch {
        /// Offset of its beginning in the code.
        pc: u32,
    },
    /// A branch that leaves the code or ends inside an instruction.
    #[error("the branch at pc {pc} goes to {target}, which is no instruction")]
    BadBranchTarget {
        /// The branch.
        pc: u32,
        /// The offset that it leads to.
        target: i64,
    },
    /// A pc in a table of the Code attribute that is not the start of an instruction.
    #[error("{table} names pc {pc}, which is no instruction")]
    BadPc {
        /// Which table.
        table: &'static str,
        /// The pc.
        pc: u32,
    },
    /// An exception-table entry with an empty or reversed range.
    #[error("exception range {start_pc}..{end_pc} is empty")]
    BadExceptionRange {
        /// First pc covered.
        start_pc: u32,
        /// First pc not covered any more.
        end_pc: u32,
    },
    /// An unknown frame type or verification type in a StackMapTable.
    #[error("unknown {what} {value} in StackMapTable at offset {offset}")]
    BadFrameTag {
        /// `frame type` or `verification type`.
        what: &'static str,
        /// The byte.
        value: u8,
        /// Its offset, bytes.
        offset: usize,
    },
    /// A frame that chops more locals than there are, or has more slots than the method.
    #[error("the frame at pc {pc} does not fit the method")]
    BadFrame {
        /// Offset in the code at which the frame applies.
        pc: u32,
    },
    /// A place that needs a stack map frame but has none.
    #[error("no stack map frame at pc {pc}")]
    MissingFrame {
        /// The place.
        pc: u32,
    },
    /// The code pops more than was pushed, or reads a local that is not there.
    #[error("the type state does not allow the instruction at pc {pc}")]
    BadTypeState {
        /// The instruction.
        pc: u32,
    },
    /// The frames of one method hold more types than [`crate::limits::MAX_FRAME_TYPES`].
    #[error("the stack map frames of one method hold more than {limit} types")]
    FramesTooLarge {
        /// The limit.
        limit: usize,
    },
    /// A malformed annotation element.
    #[error("unknown {what} {value:#04x} in an annotation at offset {offset}")]
    BadAnnotation {
        /// The kind of the unknown byte.
        what: &'static str,
        /// The byte.
        value: u8,
        /// Its offset, bytes.
        offset: usize,
    },
    /// Annotations nested deeper than [`crate::limits::MAX_ANNOTATION_DEPTH`].
    #[error("annotations nested too deeply at offset {offset}")]
    AnnotationTooDeep {
        /// Its offset, bytes.
        offset: usize,
    },

    /// Refusal: the method uses `jsr` or `ret`.
    #[error("the method uses jsr or ret at pc {pc}")]
    JsrRet {
        /// The first such instruction.
        pc: u32,
    },
    /// Refusal: the constant pool would need more than 65,535 slots.
    #[error("the constant pool is full")]
    PoolFull,
    /// Refusal: the rewritten code would exceed [`crate::limits::MAX_CODE_LENGTH`].
    #[error("the rewritten code would have {length} bytes, more than 65,535")]
    CodeTooLarge {
        /// Length the code would have.
        length: usize,
    },
    /// Refusal: more than 65,535 of something that is counted in 16 bits.
    #[error("too many {what}: {count} exceed 65,535")]
    TooMany {
        /// The kind of things that are counted.
        what: &'static str,
        /// How many there would be.
        count: usize,
    },
    /// Refusal: an attribute would exceed its 32-bit length or the limit of this crate.
    #[error("the {name} attribute would have {length} bytes")]
    AttributeTooLarge {
        /// Name of the attribute.
        name: &'static str,
        /// Its length.
        length: usize,
    },
    /// A string of more than 65,535 bytes of modified UTF-8.
    #[error("a string of {length} bytes does not fit a Utf8 constant")]
    Utf8TooLong {
        /// Its encoded length.
        length: usize,
    },

    /// The caller named an instruction that does not exist.
    #[error("the method has no instruction number {index}")]
    NoSuchInstruction {
        /// The number.
        index: usize,
    },
    /// The caller named a branch slot that the instruction does not have.
    #[error("instruction number {index} has no such branch")]
    NoSuchBranch {
        /// The instruction.
        index: usize,
    },
    /// The caller asked for an empty or reversed range, or for a handler without code.
    #[error("handler range {start}..{end} or its code is empty")]
    BadHandler {
        /// First instruction.
        start: usize,
        /// First instruction not covered any more.
        end: usize,
    },
}

impl Error {
    /// True for faults of size or age, not of form: the class is sound, but cannot be rewritten as asked.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Error::JsrRet { .. }
                | Error::PoolFull
                | Error::CodeTooLarge { .. }
                | Error::TooMany { .. }
                | Error::AttributeTooLarge { .. }
                | Error::Utf8TooLong { .. }
        )
    }
}
