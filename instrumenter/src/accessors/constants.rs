//! The constants of a class that denote memory: offsets and handles that its initialiser asks for by name.

use paratrace_classfile::{ClassFile, Code, Constant as Pooled, ConstantPool, Instruction, Member, opcodes as op};

use super::{Denoted, UNSAFE, UNSAFE_OF_8};
use crate::access_flags::{ACC_FINAL, ACC_STATIC};

/// A static field that keeps an offset or a handle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Constant {
    /// Name and descriptor of the field.
    pub(crate) name: String,
    pub(crate) desc: String,
    pub(crate) denotes: Denoted,
}

/// Lists the constants of a class. Each is final and written once, by what the instructions right before it say.
pub(crate) fn constants(class: &ClassFile<'_>) -> Vec<Constant> {
    let pool = &class.constant_pool;
    let Some(initializer) = class.methods.iter().find(|method| named(method, pool, "<clinit>")) else {
        return Vec::new();
    };
    if !pool.iter().any(|(_, constant)| matches!(constant, Pooled::Utf8(text) if is_source(text))) {
        return Vec::new();
    }
    let Ok(Some(code)) = Code::of(class, initializer) else { return Vec::new() };
    let Ok(insns) = code.decode() else { return Vec::new() };
    let handlers = code.exception_table.iter().map(|entry| entry.handler_pc.into()).collect();
    let initializer = Initializer { class, insns: &insns, handlers };
    let mut written: Vec<Written> = (0..insns.len()).filter_map(|at| initializer.written(at)).collect();
    let names: Vec<String> = written.iter().map(|one| one.name.clone()).collect();
    written.retain(|one| names.iter().filter(|&name| *name == one.name).count() == 1 && is_constant(class, &one.name));
    let known = written.into_iter();
    known.filter_map(|Written { name, desc, denotes }| Some(Constant { name, desc, denotes: denotes? })).collect()
}

/// Names of methods that give offsets and handles.
fn is_source(text: &[u8]) -> bool {
    let names = [
        "objectFieldOffset",
        "findVarHandle",
        "findStaticVarHandle",
        "arrayElementVarHandle",
        "byteArrayViewVarHandle",
        "newUpdater",
    ];
    names.iter().any(|name| name.as_bytes() == text)
}

fn named(method: &Member<'_>, pool: &ConstantPool<'_>, name: &str) -> bool {
    method.name(pool).is_ok_and(|found| found == name)
}

fn is_constant(class: &ClassFile<'_>, name: &str) -> bool {
    let flags = ACC_STATIC | ACC_FINAL;
    let own = class.fields.iter().find(|field| field.name(&class.constant_pool).is_ok_and(|found| found == name));
    own.is_some_and(|field| field.access_flags & flags == flags)
}

fn is_load(insn: &Instruction) -> bool {
    matches!(insn.opcode, op::ALOAD | op::ALOAD_0..=op::ALOAD_3)
}

/// A static field of the class that is written.
struct Written {
    name: String,
    desc: String,
    denotes: Option<Denoted>,
}

/// The code of a class initialiser.
struct Initializer<'c> {
    class: &'c ClassFile<'c>,
    insns: &'c [Instruction],
    /// Where exceptions are caught.
    handlers: Vec<u32>,
}

impl Initializer<'_> {
    fn written(&self, at: usize) -> Option<Written> {
        let target = self.member(at, op::PUTSTATIC)?;
        let own = self.class.name().ok()?;
        let is_passed_on = at.checked_sub(1).is_some_and(|before| self.passes_on(before));
        let call = at.checked_sub(1 + usize::from(is_passed_on));
        let denotes = call.and_then(|call| self.denoted(call));
        (target.0 == own).then_some(Written { name: target.1, desc: target.2, denotes })
    }

    /// Whether an instruction gives what it is given, with another type or other rules for its callers.
    fn passes_on(&self, at: usize) -> bool {
        let is_exact = |method: &(String, String, String)| method.1 == "withInvokeExactBehavior";
        self.insns[at].opcode == op::CHECKCAST || self.member(at, op::INVOKEVIRTUAL).is_some_and(|m| is_exact(&m))
    }

    /// What the call at an instruction gives.
    fn denoted(&self, call: usize) -> Option<Denoted> {
        let (class, name, desc) =
            self.member(call, op::INVOKEVIRTUAL).or_else(|| self.member(call, op::INVOKESTATIC))?;
        let field = |class: usize, name: usize| {
            let class = self.loaded_class(call.checked_sub(class)?)?;
            Some(Denoted::Field { class, name: self.loaded_text(call.checked_sub(name)?)? })
        };
        let own_field = |name: usize| {
            self.is_own_lookup(call.checked_sub(name + 1)?).then_some(())?;
            let class = self.class.name().ok()?.into_owned();
            Some(Denoted::Field { class, name: self.loaded_text(call.checked_sub(name)?)? })
        };
        let parameters = desc.split_once(')').map_or("", |(parameters, _)| parameters);
        match (&*class, &*name) {
            (UNSAFE_OF_8, "objectFieldOffset") if self.is_field_of_class(call.checked_sub(1)?) => field(3, 2),
            (UNSAFE, "objectFieldOffset") if parameters.matches('L').count() >= 2 => field(2, 1),
            ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle" | "findStaticVarHandle") => field(3, 2),
            ("jdk/internal/invoke/MhUtil", "findVarHandle") => field(3, 2).or_else(|| own_field(2)),
            ("java/lang/invoke/MethodHandles", "arrayElementVarHandle") => Some(Denoted::Elements),
            ("java/lang/invoke/MethodHandles", "byteArrayViewVarHandle") => Some(Denoted::Bytes),
            (updater, "newUpdater") if updater.ends_with("AtomicReferenceFieldUpdater") => field(3, 1),
            (updater, "newUpdater") if updater.ends_with("FieldUpdater") => field(2, 1),
            _ => None,
        }
    }

    /// Whether an instruction gives the field of a class that has a name.
    fn is_field_of_class(&self, at: usize) -> bool {
        let is_it =
            |called: (String, String, String)| (&*called.0, &*called.1) == ("java/lang/Class", "getDeclaredField");
        self.member(at, op::INVOKEVIRTUAL).is_some_and(is_it)
    }

    /// Whether an instruction gives a lookup object of the class itself: it asks for it, or loads a variable, and the initialiser makes no
    /// others.
    fn is_own_lookup(&self, at: usize) -> bool {
        const OTHERS: [&str; 2] = ["privateLookupIn", "in"];
        let calls = |at| self.member(at, op::INVOKESTATIC).or_else(|| self.member(at, op::INVOKEVIRTUAL));
        let is_other =
            |at| calls(at).is_some_and(|(class, name, _)| class.contains("MethodHandles") && OTHERS.contains(&&*name));
        let is_asked = |at| self.member(at, op::INVOKESTATIC).is_some_and(|asked| asked.1 == "lookup");
        is_asked(at)
            || is_load(&self.insns[at]) && (0..self.insns.len()).any(is_asked) && !(0..self.insns.len()).any(is_other)
    }

    fn member(&self, at: usize, opcode: u8) -> Option<(String, String, String)> {
        let insn = self.insns.get(at).filter(|insn| insn.opcode == opcode)?;
        let member = self.class.constant_pool.member_ref(insn.constant()?).ok()?;
        Some((member.class.into_owned(), member.name.into_owned(), member.descriptor.into_owned()))
    }

    /// The constant that an instruction loads.
    fn loaded(&self, at: usize) -> Option<Pooled<'_>> {
        let insn = self.insns.get(at).filter(|insn| matches!(insn.opcode, op::LDC | op::LDC_W))?;
        self.class.constant_pool.get(insn.constant()?).ok()
    }

    /// The class that an instruction loads as a constant, or from a variable that has it.
    fn loaded_class(&self, at: usize) -> Option<String> {
        match self.insns.get(at).filter(|insn| is_load(insn)).and_then(Instruction::local) {
            Some(variable) => self.constant_class(self.last_write(at, variable)?.checked_sub(1)?),
            None => self.constant_class(at),
        }
    }

    /// The instruction that wrote a variable last, if control comes from there only.
    fn last_write(&self, at: usize, variable: u16) -> Option<usize> {
        let is_write = |insn: &Instruction| !is_load(insn) && insn.local() == Some(variable);
        let write = (0..at).rev().find(|&before| is_write(&self.insns[before]))?;
        let between = self.insns.get(write + 1)?.pc..=self.insns[at].pc;
        let is_passed = self.insns[write..at].iter().all(Instruction::falls_through);
        let mut targets = self.insns.iter().flat_map(Instruction::targets).chain(self.handlers.iter().copied());
        (is_passed && !targets.any(|target| between.contains(&target))).then_some(write)
    }

    fn constant_class(&self, at: usize) -> Option<String> {
        match self.loaded(at)? {
            Pooled::Class(_) => {
                let index = self.insns[at].constant()?;
                Some(self.class.constant_pool.class_name(index).ok()?.into_owned())
            }
            _ => None,
        }
    }

    fn loaded_text(&self, at: usize) -> Option<String> {
        match self.loaded(at)? {
            Pooled::String(text) => Some(self.class.constant_pool.utf8(text).ok()?.into_owned()),
            _ => None,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Denoted, constants};
    use paratrace_classfile::ClassFile;
    use std::fs;
    use std::process::Command;

    /// As a JDK 8 asks for offsets.
    const SOURCE: &str = "
import sun.misc.Unsafe;
class Node {
    volatile Node next;
    int count;
    static final Unsafe U;
    static final long NEXT, COUNT, SUM;
    static {
        try {
            U = (Unsafe) Unsafe.class.getDeclaredField(\"theUnsafe\").get(null);
            Class<?> k = Node.class;
            NEXT = U.objectFieldOffset(k.getDeclaredField(\"next\"));
            COUNT = U.objectFieldOffset(Node.class.getDeclaredField(\"count\"));
            SUM = NEXT + COUNT;
        } catch (Exception e) {
            throw new Error(e);
        }
    }
}";

    #[test]
    fn offsets_of_fields_are_known_by_their_names() {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("Node.java");
        fs::write(&source, SOURCE).unwrap();
        let compiled = Command::new("javac").args(["-nowarn", "-d"]).arg(dir.path()).arg(source).output();
        assert!(compiled.unwrap().status.success());
        let bytes = fs::read(dir.path().join("Node.class")).unwrap();
        let found = constants(&ClassFile::parse(&bytes).unwrap());
        let field = |name: &str| Denoted::Field { class: "Node".to_owned(), name: name.to_owned() };
        let found: Vec<_> = found.into_iter().map(|one| (one.name, one.denotes)).collect();
        assert_eq!(found, [("NEXT".to_owned(), field("next")), ("COUNT".to_owned(), field("count"))]);
    }
}
