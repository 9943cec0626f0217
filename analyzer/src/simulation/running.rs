//! The candidates that run.

use super::subject::Subject;

/// The candidates of a pass with an open instance, and methods that were called: calls may run until the thread ends.
#[derive(Debug, Default)]
pub(super) struct Running {
    /// Their numbers.
    pub(super) numbers: Vec<u32>,
    /// Whether methods are among them.
    pub(super) with_calls: bool,
    /// Frames of the activations of the loops among them.
    pub(super) loop_frames: Vec<u32>,
    /// The stretch that began with the last change of a candidate's task: writes since are of the running tasks of all.
    pub(super) since: u64,
}

impl Running {
    /// Adds a candidate that begins, unless it runs already.
    pub(super) fn add(&mut self, number: u32, subjects: &[Subject<'_>]) {
        if !self.numbers.contains(&number) {
            self.numbers.push(number);
            self.note(subjects);
        }
    }

    /// Keeps some of them only.
    pub(super) fn retain(&mut self, subjects: &[Subject<'_>], is_kept: impl Fn(u32) -> bool) {
        self.numbers.retain(|&number| is_kept(number));
        self.note(subjects);
    }

    /// Notes which kinds of candidates there are.
    fn note(&mut self, subjects: &[Subject<'_>]) {
        let running = || self.numbers.iter().map(|&number| &subjects[number as usize]);
        self.with_calls = running().any(|subject| !subject.has_locals());
        self.loop_frames = running().filter(|subject| subject.has_locals()).map(|subject| subject.frame).collect();
    }
}
