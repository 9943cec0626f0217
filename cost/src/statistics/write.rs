//! Writing.

use std::fmt::{Display, Formatter, Result};

use super::{Counter, HEADING, Statistics, ThreadStatistics, WorkerStatistics};

impl Display for Statistics {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "{HEADING}")?;
        self.threads.iter().try_for_each(|thread| write_thread(f, thread))?;
        if let Some(run) = self.run {
            write!(f, "VM run = {}", run.time_us)?;
            run.sequential_us.map_or(Ok(()), |time| write!(f, " sequential {time}"))?;
            writeln!(f)?;
        }
        self.workers.iter().try_for_each(|worker| write_worker(f, worker))
    }
}

fn write_worker(f: &mut Formatter<'_>, worker: &WorkerStatistics) -> Result {
    write!(f, "VM wrk [{},{}] = {}", worker.thread, worker.number, worker.time_us)?;
    remark(f, "name", worker.name.as_deref())?;
    writeln!(f, " scalars {} elements {}", worker.accesses.scalars, worker.accesses.elements)
}

fn write_thread(f: &mut Formatter<'_>, thread: &ThreadStatistics) -> Result {
    let id = thread.id;
    write!(f, "VM {} [{id}] = {}", if thread.main { "main" } else { "thd" }, thread.time_us)?;
    remark(f, "type", thread.class.as_deref())?;
    remark(f, "name", thread.name.as_deref())?;
    writeln!(f)?;
    for method in &thread.methods {
        write!(f, "VM cnt [{id},{}] = {}", method.number, method.time_us)?;
        remark(f, "method", method.method.as_deref())?;
        writeln!(f)?;
    }
    for counter in &thread.counters {
        write_count(f, "drd", id, counter, (counter.reads, counter.read))?;
        write_count(f, "dwr", id, counter, (counter.writes, counter.written))?;
    }
    Ok(())
}

/// A count; none is as good as 0.
fn write_count(
    f: &mut Formatter<'_>,
    item: &str,
    thread: u64,
    counter: &Counter,
    (count, indices): (u64, Option<(u64, u64)>),
) -> Result {
    if count == 0 {
        return Ok(());
    }
    write!(f, "VM {item} [{thread},{}] = {count}", counter.id)?;
    remark(f, "array", counter.array.as_deref())?;
    if let Some(length) = counter.length {
        write!(f, " length {length}")?;
    }
    if let Some((first, last)) = indices {
        write!(f, " index {first}..{last}")?;
    }
    writeln!(f)
}

fn remark(f: &mut Formatter<'_>, key: &str, name: Option<&str>) -> Result {
    let Some(name) = name else { return Ok(()) };
    let plain = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '"' || c == '\\');
    if plain {
        return write!(f, " {key} {name}");
    }
    let quoted = name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r");
    write!(f, " {key} \"{quoted}\"")
}
