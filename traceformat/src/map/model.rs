//! The contents of a program map, in memory. `docs/format.md` section 1 gives the meaning; names here are the same.

use crate::map::{BlockId, ClassId, InstructionId, LoopId, MethodId};
use std::ops::Range;

use wincode::{SchemaRead, SchemaWrite};

/// "No such index" in the index fields below.
pub const NONE: u32 = u32::MAX;

/// A whole program map. Tables refer to each other by index; ranges are into the flat tables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProgramMap {
    /// Name and version of the tool that made it.
    pub tool: String,
    /// Classes given to the instrumenter, traced or not.
    pub classes: Vec<Class>,
    /// Fields that traced code accesses.
    pub fields: Vec<Field>,
    /// Methods of those classes, traced or not.
    pub methods: Vec<Method>,
    /// Ways in which traced methods call, each once: instructions share them.
    pub sites: Vec<Site>,
    /// Instructions of all traced methods.
    pub insns: Insns,
    /// Blocks of all traced methods.
    pub blocks: Vec<Block>,
    /// Edges of all blocks.
    pub edges: Vec<Edge>,
    /// Starts of all methods, ascending by `base`.
    pub starts: Vec<Start>,
    /// Exception handlers, per method in table order.
    pub handlers: Vec<Handler>,
    /// Line numbers, per method ascending by `pc`.
    pub lines: Vec<Line>,
    /// Loops, per method: parents before children.
    pub loops: Vec<Loop>,
    /// Number of static-field slots in use.
    pub static_slots: u32,
    /// Names of local variables, each once.
    pub variable_names: Vec<String>,
    /// Local variables that class files name, by method, slot and `from`; those of one slot do not overlap.
    pub variables: Vec<Variable>,
    /// Methods whose entry path begins with the hash of the object whose monitor they hold: of `this`, or of the class if they are static.
    /// Ascending; none in maps before version 1.9.
    pub locked_methods: Vec<MethodId>,
    /// Fields that a class of the map declares volatile, as rows of `fields`; ascending. None in maps before version 1.9.
    pub volatile_fields: Vec<u32>,
    /// Names of source files that [`ForeignLine`]s lie in, each once. None in maps before version 1.11.
    pub other_files: Vec<String>,
    /// Lines that lie in another file than that of their class, ascending by `line`. None in maps before version 1.11.
    pub foreign_lines: Vec<ForeignLine>,
}

/// A class of the program.
#[derive(Debug, Clone, PartialEq, Eq, SchemaRead, SchemaWrite)]
pub struct Class {
    /// Binary name with `/`.
    pub name: String,
    /// Super class; `None` for `java/lang/Object`.
    pub super_name: Option<String>,
    /// Direct interfaces.
    pub interfaces: Vec<String>,
    /// JVM access flags.
    pub access: u16,
    /// `SourceFile` attribute.
    pub source: Option<String>,
    /// Jar or directory and entry it came from.
    pub origin: String,
    /// Why no method of it is traced, if so.
    pub untraced: Option<Untraced>,
    /// Its methods.
    pub methods: Range<u32>,
}

/// How the origin of a class of a traced JDK begins: the scheme of run-time images (JEP 220).
pub const JDK_ORIGIN: &str = "jrt:/";

impl Class {
    /// Returns whether it belongs to a traced JDK.
    #[must_use]
    pub fn is_of_jdk(&self) -> bool {
        self.origin.starts_with(JDK_ORIGIN)
    }
}

/// Why code was left as it was. Stable names for the report are given by [`Untraced::name`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, SchemaRead, SchemaWrite)]
pub enum Untraced {
    /// Left out by `--trace-only` or `--trace-except`.
    Excluded,
    /// No code: `abstract`.
    Abstract,
    /// No code: `native`.
    Native,
    /// Uses `jsr` / `ret`.
    Subroutine,
    /// Would exceed 65,535 bytes of code.
    CodeTooLarge,
    /// The constant pool would exceed 65,535 entries.
    PoolFull,
    /// More paths than path ids.
    TooManyPaths,
    /// The operand stack or control flow could not be understood.
    Malformed,
    /// A class file version outside 45 to 69, or one that does not allow the members that tracing needs.
    Version,
    /// Part of the tracing runtime, or of the JDK.
    Runtime,
    /// A `finalize` that does nothing: with any code in it, the JVM would put every object in line for finalization.
    EmptyFinalizer,
    /// The JVM may call it while another method is in the middle of an instruction (class loaders and the like). Nothing is
    /// recorded while it runs, neither of it nor of what it calls.
    CalledByJvm,
    /// Valid, but beyond what tracing is made for: a table of the method would take too much time or memory.
    TooComplex,
    /// A template of advice, which a library copies out of the class file into other methods while the program runs.
    Template,
}

/// A field that traced code accesses, after resolution.
#[derive(Debug, Clone, PartialEq, Eq, SchemaRead, SchemaWrite)]
pub struct Field {
    /// Declaring class.
    pub class: String,
    /// Name.
    pub name: String,
    /// Descriptor.
    pub desc: String,
    /// Static field?
    pub is_static: bool,
    /// Declared by a class of the map (identity = object number), or by another one (identity = hash).
    pub traced: bool,
    /// Static slot, or slot within the object.
    pub slot: u32,
}

impl Site {
    /// Returns whether a call of a traced virtual method records the states of its arguments if a class answers it that the map does not know:
    /// unless what is known of the library says what it records in any case.
    #[must_use]
    pub fn tells_arguments(&self) -> bool {
        self.state_args.is_empty() && matches!(self.effect, Effect::State | Effect::Pure)
    }

    /// True if the hash of the object that it has initialised is recorded after the call. What is made of elements has none.
    pub fn records_made(&self) -> bool {
        self.post_receiver && !matches!(self.effect, Effect::Elements(_))
    }

    /// What the call accesses, if it is an access.
    pub fn accessed(&self) -> Option<Accessed> {
        if let Effect::Access(access) = self.effect { Some(access.place) } else { None }
    }

    /// The access that the call is, and the first character of the descriptor of what it accesses.
    pub fn access(&self, map: &ProgramMap) -> Option<(Access, u8)> {
        let Effect::Access(access) = self.effect else { return None };
        let descriptor = match access.place {
            Accessed::Field(field) => &*map.fields.get(field as usize)?.desc,
            Accessed::Element | Accessed::Reflected if access.writes => last_parameter(&self.desc),
            Accessed::Element | Accessed::Reflected => self.desc.rsplit(')').next()?,
            Accessed::Memory(_) => "B",
        };
        Some((access, descriptor.bytes().next()?))
    }
}

/// The descriptor of the last parameter of a method; empty without any.
fn last_parameter(desc: &str) -> &str {
    let parameters = desc.split(')').next().unwrap_or_default().trim_start_matches('(');
    let mut rest = parameters;
    loop {
        let element = rest.trim_start_matches('[');
        let end = if element.starts_with('L') { element.find(';').unwrap_or(element.len() - 1) } else { 0 };
        let after = element.get(end + 1..).unwrap_or_default();
        if after.is_empty() {
            return rest;
        }
        rest = after;
    }
}

impl ProgramMap {
    /// Returns whether a method belongs to a traced JDK.
    #[must_use]
    pub fn is_of_jdk(&self, method: &Method) -> bool {
        self.classes[method.class.index()].is_of_jdk()
    }

    /// Returns whether the program ran on a traced JDK, whose classes come first.
    #[must_use]
    pub fn has_jdk(&self) -> bool {
        self.classes.first().is_some_and(Class::is_of_jdk)
    }

    /// Lists the methods of the program itself, without those of a traced JDK.
    pub fn own_methods(&self) -> impl Iterator<Item = (MethodId, &Method)> {
        MethodId::all().zip(&self.methods).filter(|(_, method)| !self.is_of_jdk(method))
    }

    /// Returns whether no method of the program itself that does something is left out of traces.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let is_left_out =
            |untraced| !matches!(untraced, Untraced::Abstract | Untraced::Native | Untraced::EmptyFinalizer);
        !self.own_methods().any(|(_, method)| method.untraced.is_some_and(is_left_out))
    }

    /// The call site of an instruction; `None` if it is no call, or not in the map.
    #[inline]
    pub fn call_at(&self, insn: InstructionId) -> Option<&Site> {
        let (op, site) = (self.insns.op.get(insn.index())?, self.insns.arg.get(insn.index())?);
        self.sites.get(*site as usize).filter(|_| *op == Op::Invoke as u8)
    }
}

/// A method of the program.
#[derive(Debug, Clone, PartialEq, Eq, SchemaRead, SchemaWrite)]
pub struct Method {
    /// Its class.
    pub class: ClassId,
    /// Name.
    pub name: String,
    /// Descriptor.
    pub desc: String,
    /// JVM access flags.
    pub access: u16,
    /// Why it is not traced; the ranges are empty then.
    pub untraced: Option<Untraced>,
    /// Number of local-variable slots of the original code.
    pub max_locals: u16,
    /// Largest number of operand-stack entries at any start.
    pub max_entries: u16,
    /// Into `insns`.
    pub insns: Range<u32>,
    /// Into `blocks`; the first is the entry.
    pub blocks: Range<u32>,
    /// Into `starts`; the first is the entry.
    pub starts: Range<u32>,
    /// Into `handlers`.
    pub handlers: Range<u32>,
    /// Into `lines`.
    pub lines: Range<u32>,
    /// Into `loops`.
    pub loops: Range<u32>,
}

impl Method {
    /// Returns a method that has no code, and no flags.
    #[must_use]
    pub fn without_code(class: ClassId, name: &str, desc: &str) -> Self {
        Self {
            class,
            name: name.to_owned(),
            desc: desc.to_owned(),
            access: 0,
            untraced: None,
            max_locals: 0,
            max_entries: 0,
            insns: 0..0,
            blocks: 0..0,
            starts: 0..0,
            handlers: 0..0,
            lines: 0..0,
            loops: 0..0,
        }
    }

    /// Lists its instructions in the order of the code.
    #[inline]
    pub fn instructions(&self) -> impl DoubleEndedIterator<Item = InstructionId> + ExactSizeIterator + Clone + use<> {
        self.insns.clone().map(InstructionId::new)
    }
}

/// How a call is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SchemaRead, SchemaWrite)]
pub enum Mode {
    /// Cannot run traced code; not cut.
    Leaf,
    /// Bound to one traced method.
    Traced,
    /// Virtual, all targets traced.
    TracedVirtual,
    /// May run anything.
    Open,
}

/// The effect of an untraced callee on depths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SchemaRead, SchemaWrite)]
pub enum Effect {
    /// Arguments and state of the objects passed.
    State,
    /// Arguments and result only.
    Pure,
    /// `System.arraycopy`.
    ArrayCopy,
    /// `clone` of an array.
    Clone,
    /// It reads or writes memory that traced code may access as well.
    Access(Access),
    /// It reads and writes elements of arrays, the states of its `state_args`, and nothing else.
    Elements(Ranges),
}

/// The elements that a call reads and writes: ranges of arrays, which are recorded in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SchemaRead, SchemaWrite)]
pub struct Ranges {
    /// Number of ranges that it reads.
    pub reads: u8,
    /// Number of ranges that it reads, and of which it may write each element.
    pub updates: u8,
    /// Number of ranges of which it writes all elements.
    pub writes: u8,
    /// What it writes of the array that it returns.
    pub result: Filled,
}

impl Ranges {
    /// The number of ranges.
    pub fn count(self) -> usize {
        usize::from(self.reads) + usize::from(self.updates) + usize::from(self.writes)
    }

    /// The ranges that are read, of all of them. A call that throws may have left elements as they were, so it reads what it may write.
    pub fn read(self, throws: bool) -> std::ops::Range<usize> {
        0..if throws { self.count() } else { usize::from(self.reads) + usize::from(self.updates) }
    }

    /// The ranges that are written, of all of them.
    pub fn written(self) -> std::ops::Range<usize> {
        usize::from(self.reads)..self.count()
    }
}

/// The elements that a call writes of the array that it returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SchemaRead, SchemaWrite)]
pub enum Filled {
    /// None.
    Nothing,
    /// All, of a new array.
    New,
    /// All, of an array that may be one of those that it was given. It writes no others.
    Found,
}

/// A call that is an access, as those of `Unsafe` and `VarHandle` are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SchemaRead, SchemaWrite)]
pub struct Access {
    /// What is accessed.
    pub place: Accessed,
    /// It reads the place.
    pub reads: bool,
    /// It writes the place, or may do so.
    pub writes: bool,
}

/// What a call accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, SchemaRead, SchemaWrite)]
pub enum Accessed {
    /// This field: of the object that is the only one of `state_args`, or a static one.
    Field(u32),
    /// An element of the array whose hash is recorded with the index.
    Element,
    /// So many consecutive bytes: elements of the array whose hash is recorded with the indices of the first one and the last one, fewer
    /// if they are wider than a byte. If the indices are below 0: all state of that object, which is read and written.
    Memory(u8),
    /// The field whose number in the trace is recorded with the number of the object that has it, 0 if it has none, and its hash. If the
    /// first of them is 0: nothing.
    Reflected,
}

impl Accessed {
    /// The number of values that are recorded of the place, beside the object.
    pub fn values(self) -> u64 {
        match self {
            Self::Field(_) => 0,
            Self::Element => 1,
            Self::Memory(_) | Self::Reflected => 2,
        }
    }
}

/// A call site.
#[derive(Debug, Clone, PartialEq, Eq, Hash, SchemaRead, SchemaWrite)]
pub struct Site {
    /// The invoke opcode.
    pub opcode: u8,
    /// Class named by the instruction. For an `invokedynamic` that makes a lambda, the method that the lambda runs:
    /// `class.name(desc)ret`; empty for others.
    pub class: String,
    /// Method name.
    pub name: String,
    /// Method descriptor.
    pub desc: String,
    /// How the call is followed.
    pub mode: Mode,
    /// Effect if the callee is not traced.
    pub effect: Effect,
    /// The callee of mode `Traced`; of mode `TracedVirtual` the only one, if there is no other; else `NONE`.
    pub callee: MethodId,
    /// Operand-stack entries popped, receiver included.
    pub args: u8,
    /// True if the call pushes a result.
    pub has_result: bool,
    /// Class index of the receiver is recorded.
    pub class_recorded: bool,
    /// Arguments (0 = first popped from below, the receiver if there is one) whose state hash is recorded.
    pub state_args: Vec<u8>,
    /// The initialised object's hash is recorded after the call. Of effect `Elements`: nothing is, but the entry on top of the stack is that
    /// object then, and its value what the call has made of its elements.
    pub post_receiver: bool,
}

/// Columns of instructions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Insns {
    /// Offset in the original code.
    pub pc: Vec<u16>,
    /// Original opcode (the modified one for `wide`).
    pub opcode: Vec<u8>,
    /// [`Op`] as a byte.
    pub op: Vec<u8>,
    /// Flags `PEI` …
    pub flags: Vec<u8>,
    /// Argument of the op.
    pub arg: Vec<u32>,
}

/// The instruction may throw.
pub const PEI: u8 = 1;
/// Identity of the accessed object or array is recorded.
pub const REF: u8 = 2;
/// Array index is recorded.
pub const INDEX: u8 = 4;
/// Identity of the created array is recorded after the instruction.
pub const NEW: u8 = 8;
/// `iinc` of the counter of the innermost loop around it.
pub const INDUCTION: u8 = 16;

/// The call's result may share state with what it is called on: its hash is recorded after the call.
pub const RESULT: u8 = 32;

/// Of an instruction that enters or leaves a monitor: the hash of the object is recorded, if it has [`REF`], or known.
pub const MONITOR: u8 = 64;

/// Normalised operation of an instruction; docs/format.md section 1.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // the names are the documentation
pub enum Op {
    Push = 0,
    Load,
    Store,
    Iinc,
    Compute,
    Drop,
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    GetField,
    PutField,
    GetStatic,
    PutStatic,
    ArrayLoad,
    ArrayStore,
    Invoke,
    Throw,
    Return,
    ReturnValue,
    PushInt,
}

/// A basic block, further split at cuts and at the bounds of protected ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Into `insns`; may be empty.
    pub insns: Range<u32>,
    /// Into `edges`.
    pub edges: Range<u32>,
    /// Innermost loop or `NONE`.
    pub loop_: LoopId,
    /// Its start or `NONE`.
    pub start: u32,
    /// Operand-stack entries on entry (for an `AfterCall` block the result included).
    pub height: u16,
    /// The call it follows (index into `insns` of the invoke), or `NONE`.
    pub after_call: InstructionId,
}

impl Block {
    /// Lists its instructions in the order of the code.
    #[inline]
    pub fn instructions(&self) -> impl DoubleEndedIterator<Item = InstructionId> + ExactSizeIterator + Clone + use<> {
        self.insns.clone().map(InstructionId::new)
    }

    /// Returns whether an instruction is one of the block's.
    #[inline]
    pub fn contains(&self, insn: InstructionId) -> bool {
        self.insns.contains(&insn.number())
    }
}

impl Handler {
    /// Returns whether an instruction is protected.
    #[inline]
    pub fn covers(&self, insn: InstructionId) -> bool {
        (self.from..self.to).contains(&insn)
    }
}

/// An edge of the block graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Target block.
    pub to: BlockId,
    /// Increment of the path number; 0 on cut edges out of single-successor blocks.
    pub inc: u32,
    /// The path ends here.
    pub cut: bool,
}

/// Kind of a start; docs/format.md section 1.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum StartKind {
    Entry = 0,
    Header,
    Handler,
    AfterCall,
    Trigger,
    Split,
}

/// A place where paths begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// Its block.
    pub block: BlockId,
    /// First path id.
    pub base: u32,
    /// Number of path ids.
    pub count: u32,
    /// Kind.
    pub kind: StartKind,
    /// Its only normal path writes no event.
    pub silent: bool,
}

/// A protected range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handler {
    /// First protected instruction.
    pub from: InstructionId,
    /// One past the last protected instruction.
    pub to: InstructionId,
    /// Handler block.
    pub block: BlockId,
}

/// A line-number entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// First pc of the line.
    pub pc: u16,
    /// Line in the source file.
    pub line: u16,
}

/// A line of another file than that of its class: of code that a compiler has inlined, or of what a class was generated from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForeignLine {
    /// Into `lines`.
    pub line: u32,
    /// Into `other_files`.
    pub file: u32,
}

/// The name of a local in a part of a method (`LocalVariableTable`, JVMS §4.7.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// Its method.
    pub method: MethodId,
    /// Into `variable_names`.
    pub name: u32,
    /// First pc at which the local holds it: behind the store that gives it its first value.
    pub from: u16,
    /// First pc at which it does not any more.
    pub end: u16,
    /// The local.
    pub slot: u16,
}

/// A loop of the nesting forest (Havlak's, as Ramalingam states it; docs/metrics.md, “Loops and methods”).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loop {
    /// Header block.
    pub header: BlockId,
    /// Enclosing loop or `NONE`.
    pub parent: LoopId,
    /// 0 = outermost in its method.
    pub depth: u16,
    /// Entered only at its header.
    pub reducible: bool,
}
