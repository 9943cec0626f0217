//! Names for people, and what the tables say about one method.

use super::{Method, Op, ProgramMap, StartKind, Untraced};
use crate::map::MethodId;

impl Untraced {
    /// Every reason.
    pub const ALL: [Untraced; 14] = [
        Untraced::Excluded,
        Untraced::Abstract,
        Untraced::Native,
        Untraced::Subroutine,
        Untraced::CodeTooLarge,
        Untraced::PoolFull,
        Untraced::TooManyPaths,
        Untraced::Malformed,
        Untraced::Version,
        Untraced::Runtime,
        Untraced::EmptyFinalizer,
        Untraced::CalledByJvm,
        Untraced::TooComplex,
        Untraced::Template,
    ];

    /// A stable name for reports: lower case, words joined by `-`.
    pub fn name(self) -> &'static str {
        match self {
            Untraced::Excluded => "excluded",
            Untraced::Abstract => "abstract",
            Untraced::Native => "native",
            Untraced::Subroutine => "subroutine",
            Untraced::CodeTooLarge => "code-too-large",
            Untraced::PoolFull => "pool-full",
            Untraced::TooManyPaths => "too-many-paths",
            Untraced::Malformed => "malformed",
            Untraced::Version => "version",
            Untraced::Runtime => "runtime",
            Untraced::EmptyFinalizer => "empty-finalizer",
            Untraced::CalledByJvm => "called-by-jvm",
            Untraced::TooComplex => "too-complex",
            Untraced::Template => "template",
        }
    }
}

impl Op {
    /// Every operation, by its byte.
    pub const ALL: [Op; 26] = [
        Op::Push,
        Op::Load,
        Op::Store,
        Op::Iinc,
        Op::Compute,
        Op::Drop,
        Op::Pop,
        Op::Pop2,
        Op::Dup,
        Op::DupX1,
        Op::DupX2,
        Op::Dup2,
        Op::Dup2X1,
        Op::Dup2X2,
        Op::Swap,
        Op::GetField,
        Op::PutField,
        Op::GetStatic,
        Op::PutStatic,
        Op::ArrayLoad,
        Op::ArrayStore,
        Op::Invoke,
        Op::Throw,
        Op::Return,
        Op::ReturnValue,
        Op::PushInt,
    ];

    /// The operation with this byte.
    #[inline]
    pub fn from_byte(byte: u8) -> Option<Op> {
        Op::ALL.get(usize::from(byte)).copied()
    }
}

impl StartKind {
    /// Every kind, by its byte.
    pub const ALL: [StartKind; 6] = [
        StartKind::Entry,
        StartKind::Header,
        StartKind::Handler,
        StartKind::AfterCall,
        StartKind::Trigger,
        StartKind::Split,
    ];

    /// The kind with this byte.
    #[inline]
    pub fn from_byte(byte: u8) -> Option<StartKind> {
        StartKind::ALL.get(usize::from(byte)).copied()
    }
}

impl ProgramMap {
    /// `pkg/Class.name(desc)ret`; `method <id>` if there is no such method or class.
    pub fn method_name(&self, id: MethodId) -> String {
        let method = self.methods.get(id.index());
        let class = method.and_then(|m| self.classes.get(m.class.index()));
        match (method, class) {
            (Some(m), Some(c)) => format!("{}.{}{}", c.name, m.name, m.desc),
            _ => format!("method {}", id.number()),
        }
    }

    /// The source line of an offset in the original code: the entry with the greatest `pc` not above it, on ties the later
    /// entry. `None` before the first entry, or without line numbers.
    pub fn line_of(&self, method: MethodId, pc: u16) -> Option<u16> {
        Some(self.lines.get(self.row_of_line(method, pc)?)?.line)
    }

    /// The row of `lines` that an offset in the original code has.
    fn row_of_line(&self, method: MethodId, pc: u16) -> Option<usize> {
        let m: &Method = self.methods.get(method.index())?;
        let lines = self.lines.get(m.lines.start as usize..m.lines.end as usize)?;
        let after = lines.partition_point(|l| l.pc <= pc);
        Some(m.lines.start as usize + after.checked_sub(1)?)
    }

    /// The source file that the line of an offset in the original code lies in, if the class file tells.
    pub fn file_of(&self, method: MethodId, pc: u16) -> Option<&str> {
        let other = self.other_file(method, pc).and_then(|file| self.other_files.get(file as usize));
        other.map(String::as_str).or_else(|| self.source_of(method))
    }

    /// The row of `other_files` that the line of an offset in the original code lies in; `None` if it lies in the file of its class.
    pub fn other_file(&self, method: MethodId, pc: u16) -> Option<u32> {
        if self.foreign_lines.is_empty() {
            return None;
        }
        let row = self.row_of_line(method, pc)?;
        let at = self.foreign_lines.binary_search_by_key(&row, |foreign| foreign.line as usize).ok()?;
        Some(self.foreign_lines.get(at)?.file)
    }

    /// The name of a local at an offset in the original code, if the class file told it. A store belongs to the variable
    /// that begins behind it: ask for the offset of the next instruction.
    pub fn variable_name(&self, method: MethodId, slot: u16, pc: u16) -> Option<&str> {
        let variable = self.variable_at(method, slot, pc)?;
        self.variable_names.get(variable.name as usize).map(String::as_str)
    }

    /// The variable that a local holds at an offset in the original code, if the class file told it.
    pub fn variable_at(&self, method: MethodId, slot: u16, pc: u16) -> Option<&super::Variable> {
        let key = |v: &super::Variable| (v.method, v.slot, v.from);
        let after = self.variables.partition_point(|v| key(v) <= (method, slot, pc));
        let last = self.variables.get(after.checked_sub(1)?)?;
        Some(last).filter(|_| (last.method, last.slot) == (method, slot) && pc < last.end)
    }

    /// The `SourceFile` of a method's class.
    pub fn source_of(&self, method: MethodId) -> Option<&str> {
        let m = self.methods.get(method.index())?;
        self.classes.get(m.class.index())?.source.as_deref()
    }
}
