//! Memory, and the end of a process that can get no more of it: one line and an exit status, instead of an abort.
//!
//! Safety: every call is passed on to [`MiMalloc`] unchanged, and what it returns is returned unchanged, so that its contract holds
//! for callers. Where it has nothing to return, the process ends: nobody sees that. (No code here relies on `try_reserve`.)

#![allow(unsafe_code)]

use crate::exit;
use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

/// Rewriting takes and gives back many small pieces of memory; it is faster with this allocator than with glibc's.
pub(crate) struct Memory;

/// The exit status of the process when there is no memory.
static STATUS: AtomicU8 = AtomicU8::new(exit::MEMORY);
/// True once a thread reports the lack of memory.
static TOLD: AtomicBool = AtomicBool::new(false);

/// From now on a lack of memory ends the process with this status.
pub(crate) fn ends_with(status: u8) {
    STATUS.store(status, Ordering::Relaxed);
}

/// Time that other threads wait for the one that reports the exhaustion and ends them all.
const PATIENCE: Duration = Duration::from_secs(1);

#[cold]
fn exhausted(bytes: usize) -> ! {
    if TOLD.swap(true, Ordering::Relaxed) {
        thread::sleep(PATIENCE);
    } else {
        // Standard error has no buffer, and neither numbers nor the text need memory.
        let _ = writeln!(
            std::io::stderr(),
            "error: out of memory: {bytes} bytes more were needed\n\nGive it more (ulimit -v, the limits of a container), or \
             less to do: --threads 1, a smaller input."
        );
    }
    std::process::exit(STATUS.load(Ordering::Relaxed).into())
}

/// The memory, unless there is none.
fn checked(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() { exhausted(bytes) } else { memory }
}

// SAFETY: see the head of the file.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps to the same contract.
        checked(unsafe { MiMalloc.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps to the same contract.
        checked(unsafe { MiMalloc.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps to the same contract.
        checked(unsafe { MiMalloc.realloc(memory, layout, size) }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps to the same contract.
        unsafe { MiMalloc.dealloc(memory, layout) }
    }
}
