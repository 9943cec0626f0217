//! Encodes inserted code: instructions without branches, with constants of the class.

use paratrace_classfile::{PoolBuilder, Result, opcodes as op};

/// The class of a task's counts; an instance of it is handed from method to method.
pub(crate) const TASK: &str = "paratrace/profiler/Task";
const COUNTER: &str = "paratrace/profiler/Counter";
const PROFILER: &str = "paratrace/profiler/Profiler";
/// The field that says which scope has created an object.
pub(crate) const MARK: &str = "$paratrace$scope";
/// Counts accesses to fields of an object.
pub(crate) const COUNT: &str = "$paratrace$count";
/// The descriptor of methods that mark clones.
pub(super) const MARK_CLONE: &str = "(Ljava/lang/Object;Lparatrace/profiler/Task;)V";
/// Marks a clone; a number follows.
const CLONED: &str = "$paratrace$cloned";

/// The name of a class's method that marks clones, one of several.
pub(super) fn clone_marker(number: usize) -> String {
    format!("{CLONED}{number}")
}

/// Descriptor of a method with one parameter more, the task to count for.
pub(crate) fn with_task(desc: &str) -> String {
    let (parameters, result) = desc.rsplit_once(')').unwrap_or((desc, "V"));
    format!("{parameters}L{TASK};){result}")
}

/// Code under construction.
pub(super) struct Code<'p, 'a> {
    pub(super) pool: &'p mut PoolBuilder<'a>,
    pub(super) bytes: Vec<u8>,
    /// The local that holds the task to count for.
    pub(super) task: u16,
}

impl<'p, 'a> Code<'p, 'a> {
    pub(super) fn new(pool: &'p mut PoolBuilder<'a>, task: u16) -> Code<'p, 'a> {
        Code { pool, bytes: Vec::new(), task }
    }

    pub(super) fn op(&mut self, opcode: u8) -> &mut Self {
        self.bytes.push(opcode);
        self
    }

    pub(super) fn ops(&mut self, opcodes: &[u8]) -> &mut Self {
        self.bytes.extend(opcodes);
        self
    }

    pub(super) fn u2(&mut self, opcode: u8, operand: u16) -> &mut Self {
        self.bytes.push(opcode);
        self.bytes.extend(operand.to_be_bytes());
        self
    }

    /// A load from or a store to a local.
    pub(super) fn local(&mut self, opcode: u8, local: u16) -> &mut Self {
        match u8::try_from(local) {
            Ok(local) => self.bytes.extend([opcode, local]),
            Err(_) => {
                self.bytes.push(op::WIDE);
                self.u2(opcode, local);
            }
        }
        self
    }

    pub(super) fn task(&mut self) -> &mut Self {
        self.local(op::ALOAD, self.task)
    }

    pub(super) fn long(&mut self, value: u32) -> Result<&mut Self> {
        match value {
            0 => Ok(self.op(op::LCONST_0)),
            1 => Ok(self.op(op::LCONST_1)),
            _ => {
                let index = self.pool.long(i64::from(value))?;
                Ok(self.u2(op::LDC2_W, index))
            }
        }
    }

    pub(super) fn int(&mut self, value: i32) -> Result<&mut Self> {
        match (u8::try_from(value), i16::try_from(value)) {
            (Ok(small @ 0..=5), _) => Ok(self.op(op::ICONST_0 + small)),
            (_, Ok(short)) => Ok(self.u2(op::SIPUSH, short.cast_unsigned())),
            _ => {
                let index = self.pool.integer(value)?;
                Ok(self.u2(op::LDC_W, index))
            }
        }
    }

    pub(super) fn text(&mut self, text: &str) -> Result<&mut Self> {
        let index = self.pool.string(text)?;
        Ok(self.u2(op::LDC_W, index))
    }

    fn call(&mut self, opcode: u8, class: &str, name: &str, desc: &str) -> Result<&mut Self> {
        let index = self.pool.method_ref(class, name, desc)?;
        Ok(self.u2(opcode, index))
    }

    /// `Math.min` or `max` of the top of the stack and a local, into the local.
    pub(super) fn extreme(&mut self, which: &str, local: u16) -> Result<&mut Self> {
        self.local(op::ILOAD, local);
        self.call(op::INVOKESTATIC, "java/lang/Math", which, "(II)I")?;
        Ok(self.local(op::ISTORE, local))
    }

    /// `task = Task.enter(name)`
    pub(super) fn enter(&mut self, name: &str) -> Result<&mut Self> {
        self.text(name)?;
        let task = self.task;
        Ok(self
            .call(op::INVOKESTATIC, TASK, "enter", "(Ljava/lang/String;)Lparatrace/profiler/Task;")?
            .local(op::ASTORE, task))
    }

    /// `task.leave(name)`
    pub(super) fn leave(&mut self, name: &str) -> Result<&mut Self> {
        self.task().text(name)?.call(op::INVOKEVIRTUAL, TASK, "leave", "(Ljava/lang/String;)V")
    }

    /// `task = Task.current()`
    pub(super) fn current(&mut self) -> Result<&mut Self> {
        let task = self.task;
        Ok(self.call(op::INVOKESTATIC, TASK, "current", "()Lparatrace/profiler/Task;")?.local(op::ASTORE, task))
    }

    /// `Profiler.begin()`
    pub(super) fn begin(&mut self) -> Result<&mut Self> {
        self.call(op::INVOKESTATIC, PROFILER, "begin", "()V")
    }

    /// Fields of others: `task.add(reads, writes)` with both on the stack, above the task.
    pub(super) fn add_scalars(&mut self) -> Result<&mut Self> {
        self.call(op::INVOKEVIRTUAL, TASK, "add", "(JJ)V")
    }

    /// Elements: counter, reads, writes, and whether not all indices were looked at are on the stack.
    pub(super) fn add_elements(&mut self) -> Result<&mut Self> {
        self.call(op::INVOKESTATIC, COUNTER, "add", "(Lparatrace/profiler/Counter;JJZ)V")
    }

    /// Counter, least and greatest index are on the stack.
    pub(super) fn range(&mut self) -> Result<&mut Self> {
        self.call(op::INVOKESTATIC, COUNTER, "range", "(Lparatrace/profiler/Counter;II)V")
    }

    /// `Counter.range(…)`: on the stack are the counter, first and last value of a loop counter, and the least and
    /// greatest constant that is added to both.
    pub(super) fn counted_range(&mut self) -> Result<&mut Self> {
        self.call(op::INVOKESTATIC, COUNTER, "range", "(Lparatrace/profiler/Counter;IIII)V")
    }

    /// The counter of an array: task and array are on the stack.
    pub(super) fn counter(&mut self) -> Result<&mut Self> {
        self.call(op::INVOKEVIRTUAL, TASK, "array", "(Ljava/lang/Object;)Lparatrace/profiler/Counter;")
    }

    /// One element: array and index are on the stack.
    pub(super) fn element(&mut self, write: bool) -> Result<&mut Self> {
        let name = if write { "write" } else { "read" };
        self.task().call(op::INVOKESTATIC, TASK, name, "(Ljava/lang/Object;ILparatrace/profiler/Task;)V")
    }

    /// The object on the stack stays there; it is an array that the task creates.
    pub(super) fn created(&mut self) -> Result<&mut Self> {
        self.op(op::DUP).task().op(op::SWAP);
        self.call(op::INVOKEVIRTUAL, TASK, "created", "(Ljava/lang/Object;)V")
    }

    /// `task.cloned(array)`, both on the stack.
    pub(super) fn cloned(&mut self) -> Result<&mut Self> {
        self.call(op::INVOKEVIRTUAL, TASK, "cloned", "(Ljava/lang/Object;)V")
    }

    /// `task.copied(…)`: the task and the arguments of `System.arraycopy` are on the stack.
    pub(super) fn copied(&mut self) -> Result<&mut Self> {
        self.call(op::INVOKEVIRTUAL, TASK, "copied", "(Ljava/lang/Object;ILjava/lang/Object;II)V")
    }

    /// The object below the task's number gets its mark: the object is on the stack.
    pub(super) fn mark(&mut self, holder: &str) -> Result<&mut Self> {
        let scope = self.pool.field_ref(TASK, "scope", "I")?;
        let mark = self.pool.field_ref(holder, MARK, "I")?;
        Ok(self.task().u2(op::GETFIELD, scope).u2(op::PUTFIELD, mark))
    }

    /// Constants of the classes of tasks and of counters, for verification types.
    pub(super) fn types(pool: &mut PoolBuilder<'_>) -> Result<(u16, u16)> {
        Ok((pool.class(TASK)?, pool.class(COUNTER)?))
    }
}
