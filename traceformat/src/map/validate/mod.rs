//! Cross references: after this pass every index of the map may be used without a check.
//!
//! * Ranges of classes (into methods) and of methods (into every flat table) tile their tables: no row belongs to two
//!   owners or to none.
//! * Every index of a row names a row of the same method, or is `NONE` where that is allowed.
//! * [`graph`]: without the cut edges a method's blocks are acyclic, and increments and counts are those of the path
//!   numbering, so that every id of a start decodes.
//! * [`stack`]: operand-stack heights never fall below zero and agree along edges.

mod foreign_lines;
mod graph;
mod insns;
mod stack;
mod tables;
mod variables;

use crate::map::InstructionId;
use std::num::NonZero;
use std::ops::Range;
use std::thread::ScopedJoinHandle;

use super::{MapError, Method, Op, ProgramMap};

/// Fewer methods are not worth a thread.
const METHODS_PER_THREAD: usize = 4096;
/// More threads wait for memory.
const MAX_THREADS: usize = 8;

impl ProgramMap {
    /// Checks all cross references: ranges tile their tables,
    /// indices stay within their method, starts are ascending and do not overlap, the ids of a start are paths, loops
    /// come behind their parents, stack heights agree. Analyzers may index freely in a map that passed.
    ///
    /// # Errors
    /// [`MapError::Invalid`] with the first contradiction.
    pub fn validate(&self) -> Result<(), MapError> {
        tables::check(self)?;
        variables::check(self)?;
        foreign_lines::check(self)?;
        let len = self.methods.len();
        let most = (len / METHODS_PER_THREAD).clamp(1, MAX_THREADS);
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(most);
        let cut = |i: usize| (len * i / threads) as u32;
        std::thread::scope(|scope| {
            let spawn = |ids: Range<u32>| {
                let check = move || check_methods(self, ids);
                std::thread::Builder::new().spawn_scoped(scope, check)
            };
            let others: Vec<_> = (1..threads).map(|i| cut(i)..cut(i + 1)).map(|p| (p.clone(), spawn(p))).collect();
            check_methods(self, 0..cut(1))?;
            // In order, so that the first contradiction is reported whatever the number of threads.
            let join = |(ids, other): (Range<u32>, std::io::Result<ScopedJoinHandle<'_, _>>)| {
                // Without a thread, do it here.
                other.ok().and_then(|o| o.join().ok()).unwrap_or_else(|| check_methods(self, ids))
            };
            others.into_iter().try_for_each(join)
        })
    }

    /// Operand-stack entries that an instruction pops and pushes. `None` if it, its op or its call site is not there.
    #[inline]
    pub fn stack_effect(&self, insn: InstructionId) -> Option<(u32, u32)> {
        let op = Op::from_byte(*self.insns.op.get(insn.index())?)?;
        let arg = *self.insns.arg.get(insn.index())?;
        Some(match op {
            Op::Push | Op::PushInt | Op::Load | Op::GetStatic => (0, 1),
            Op::Store | Op::Pop | Op::PutStatic | Op::Throw | Op::ReturnValue => (1, 0),
            Op::Iinc | Op::Return => (0, 0),
            Op::Compute => (arg, 1),
            Op::Drop => (arg, 0),
            Op::Pop2 | Op::PutField => (2, 0),
            Op::Dup => (1, 2),
            Op::DupX1 => (2, 3),
            Op::DupX2 => (3, 4),
            Op::Dup2 => (2, 4),
            Op::Dup2X1 => (3, 5),
            Op::Dup2X2 => (4, 6),
            Op::Swap => (2, 2),
            Op::GetField => (1, 1),
            Op::ArrayLoad => (2, 1),
            Op::ArrayStore => (3, 0),
            Op::Invoke => {
                let site = self.sites.get(arg as usize)?;
                (site.args.into(), site.has_result.into())
            }
        })
    }
}

fn check_methods(map: &ProgramMap, ids: Range<u32>) -> Result<(), MapError> {
    let mut numbering = graph::Numbering::default();
    for (id, method) in ids.clone().zip(rows(&map.methods, &ids)) {
        tables::check_method(map, id)?;
        insns::check(map, method)?;
        stack::check(map, method)?;
        numbering.check(map, method)?;
    }
    Ok(())
}

/// The error for a bad field.
#[cold]
fn bad<T>(
    table: &'static str,
    row: impl Into<u64>,
    field: &'static str,
    found: impl Into<u64>,
    expected: impl Into<String>,
) -> Result<T, MapError> {
    Err(MapError::Invalid { table, row: row.into(), field, found: found.into(), expected: expected.into() })
}

/// The rows of a range that [`tables::check`] found to be in bounds.
fn rows<'a, T>(table: &'a [T], range: &Range<u32>) -> &'a [T] {
    table.get(range.start as usize..range.end as usize).unwrap_or_default()
}

/// Fails unless `value` lies in `range`.
fn within(
    value: u32,
    range: &Range<u32>,
    table: &'static str,
    row: u32,
    field: &'static str,
    what: &str,
) -> Result<(), MapError> {
    if range.contains(&value) {
        return Ok(());
    }
    bad(table, row, field, value, format!("{what}, {} to {} exclusive", range.start, range.end))
}

/// True if the method has code in the map.
fn is_traced(method: &Method) -> bool {
    method.untraced.is_none()
}
