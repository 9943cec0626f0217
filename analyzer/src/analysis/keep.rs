//! Operations that are kept for later passes.

use std::collections::BTreeMap;
use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::limits::SPOOL_IN_MEMORY;
use paratrace_replay::events::Recorded;

use crate::limits;
use crate::options::Options;
use crate::units::KeptStream;

/// The operations of threads that are kept to be read again, by the number of the thread.
pub(crate) struct Keep {
    most: usize,
    /// Bytes that the kept operations have in memory.
    in_memory: usize,
    /// Number of recorded values from which on it is worthwhile.
    from: u64,
    streams: BTreeMap<usize, Arc<KeptStream>>,
}

impl Keep {
    /// Keeps nothing.
    pub(crate) fn none() -> Self {
        Self { most: 0, in_memory: 0, from: u64::MAX, streams: BTreeMap::new() }
    }

    /// Keeps the operations of some threads: those are replayed again whose replay takes little time, and those beyond a limit.
    pub(crate) fn some(options: &Options<'_>) -> Self {
        Self { most: limits::KEPT_STREAMS, in_memory: 0, from: options.events_to_keep, streams: BTreeMap::new() }
    }

    /// Keeps the operations of all threads, up to a limit.
    pub(super) fn all() -> Self {
        Self { from: 0, ..Self::some(&Options::default()) }
    }

    /// Returns the same with other numbers for the threads; those without a number are left out.
    pub(super) fn renumbered(self, number: impl Fn(usize) -> Option<usize>) -> Self {
        let streams = self.streams.into_iter().filter_map(|(thread, stream)| Some((number(thread)?, stream))).collect();
        Self { streams, ..self }
    }

    /// Returns the number of threads whose operations are kept.
    pub(super) fn len(&self) -> usize {
        self.streams.len()
    }

    /// Returns the operations of a thread, by its place among all.
    pub(crate) fn get(&self, thread: usize) -> Option<&KeptStream> {
        self.streams.get(&thread).map(Arc::as_ref)
    }

    /// Returns whether the operations of the next thread are to be kept, which has recorded so much.
    pub(super) fn wants(&self, recorded: Option<Recorded>) -> bool {
        self.most > 0 && recorded.is_some_and(|all| all.events() >= self.from)
    }

    /// Adds the operations of the next thread, if it is to be kept. All of them have as much room in memory as those of one thread.
    ///
    /// # Errors
    /// If the temporary file cannot be written.
    pub(super) fn add(
        &mut self,
        thread: usize,
        stream: Option<Arc<KeptStream>>,
        recorded: Option<Recorded>,
    ) -> Result<(), AnalyzeError> {
        if let Some(mut stream) = stream.filter(|_| self.wants(recorded)) {
            let has_room = self.in_memory + stream.spool.in_memory() <= SPOOL_IN_MEMORY;
            // One that is being read stays where it is.
            if let Some(stream) = Arc::get_mut(&mut stream).filter(|_| !has_room) {
                stream.spool.leave_memory()?;
            }
            self.in_memory += stream.spool.in_memory();
            self.most -= 1;
            self.streams.insert(thread, stream);
        }
        Ok(())
    }
}
