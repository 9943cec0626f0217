//! What an analysis leaves out rather than take more memory than it may.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use paratrace_replay::base::error::AnalyzeError;

use crate::model::Part;
use crate::options::{Memory, Options};

/// Least time between two measurements.
const PAUSE: Duration = Duration::from_millis(50);

/// Watches the memory of one analysis. If it takes too much, parts are left out, one after the other; if that does not help,
/// threads are not followed any further.
pub(crate) struct Budget<'a> {
    memory: Option<Memory<'a>>,
    /// What may be left out, in this order, and how much of it is.
    parts: Vec<Part>,
    left_out: AtomicUsize,
    /// When to measure next.
    next: Mutex<Instant>,
}

/// Returns what a pass has found; nothing if it was left out.
pub(crate) fn unless_left_out<T>(found: Result<T, AnalyzeError>) -> Result<Option<T>, AnalyzeError> {
    match found {
        Err(AnalyzeError::Memory { .. }) => Ok(None),
        found => found.map(Some),
    }
}

impl<'a> Budget<'a> {
    /// Begins with all parts that the options ask for.
    pub(crate) fn new(options: &Options<'a>) -> Self {
        let communication = options.communication.map(|_| Part::Communication);
        let dependences = options.distances.then_some(Part::Dependences);
        let parts = communication.into_iter().chain(dependences).collect();
        Self { memory: options.memory, parts, left_out: AtomicUsize::new(0), next: Mutex::new(Instant::now()) }
    }

    /// Lists the parts that are left out.
    pub(crate) fn left_out(&self) -> &[Part] {
        let count = self.left_out.load(Ordering::Relaxed).min(self.parts.len());
        &self.parts[..count]
    }

    /// Measures, and returns whether a part is still wanted.
    ///
    /// # Errors
    /// [`AnalyzeError::Memory`] if it is to be left out.
    pub(crate) fn allow(&self, part: Part) -> Result<(), AnalyzeError> {
        self.measure();
        self.error_if(self.left_out().contains(&part))
    }

    /// Measures, and returns whether threads may be followed further.
    ///
    /// # Errors
    /// [`AnalyzeError::Memory`] if not.
    pub(crate) fn allow_more(&self) -> Result<(), AnalyzeError> {
        self.measure();
        self.error_if(self.left_out.load(Ordering::Relaxed) > self.parts.len())
    }

    fn error_if(&self, over: bool) -> Result<(), AnalyzeError> {
        let Some(memory) = self.memory.filter(|_| over) else { return Ok(()) };
        Err(AnalyzeError::Memory { most: memory.most })
    }

    fn measure(&self) {
        let Some(memory) = &self.memory else { return };
        // If another thread measures, that is enough.
        let Ok(mut next) = self.next.try_lock() else { return };
        let now = Instant::now();
        if now < *next {
            return;
        }
        let is_over = (memory.in_use)() > memory.most;
        if is_over {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
        *next = now + if is_over { memory.patience } else { memory.patience.min(PAUSE) };
    }
}
