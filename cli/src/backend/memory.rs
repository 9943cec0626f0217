//! The memory that analyses may take.

use paratrace_analyzer::Memory;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use sysinfo::{MemoryRefreshKind, Pid, ProcessRefreshKind, ProcessesToUpdate, RefreshKind, System};

/// The allocator gives memory that was freed back to the system after a second; threads give theirs up at the next chunk.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Three quarters of what the machine has, or the container.
fn by_default() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let all = system.cgroup_limits().map_or(system.total_memory(), |limits| limits.total_memory);
    all / 4 * 3
}

/// Measures this process.
pub(super) struct Meter {
    system: Mutex<System>,
    process: Pid,
}

impl Meter {
    pub(super) fn new() -> Self {
        Self { system: Mutex::new(System::new()), process: Pid::from_u32(std::process::id()) }
    }

    /// Bytes of memory that the process has now; 0 where that is not known.
    pub(super) fn in_use(&self) -> u64 {
        let mut system = self.system.lock().unwrap_or_else(PoisonError::into_inner);
        let what = ProcessRefreshKind::nothing().with_memory().without_tasks();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[self.process]), false, what);
        system.process(self.process).map_or(0, sysinfo::Process::memory)
    }
}

/// What an analysis may take, as measured by `in_use`.
pub(super) fn allowed(most: Option<u64>, in_use: &(dyn Fn() -> u64 + Sync)) -> Memory<'_> {
    Memory { most: most.unwrap_or_else(by_default), in_use, patience: PATIENCE }
}
