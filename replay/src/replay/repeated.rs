//! Paths that a thread recorded twice, because `Thread.stop` struck between a path's event and the next path
//! (docs/format.md section 1.2).
//!
//! The method's handler then records the number that it still holds once more. Errors of the JVM do not strike there,
//! because nothing there can fail.

use paratrace_traceformat::map::StartKind;

use super::{Activation, Call, Machine, Replay};

/// The path that was consumed last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Last {
    pub(super) path: u32,
    /// Number of activations, including the one that ran it.
    pub(super) height: usize,
}

impl<M: Machine> Replay<'_, '_, '_, M> {
    /// Returns whether the next event, which is this path, only repeats the last one.
    #[inline]
    pub(super) fn repeats(&mut self, path: u32) -> bool {
        self.events.interrupted_at().is_some() && self.is_same(path) && !self.runs_again(path)
    }

    /// Returns whether a path is the last one, without data in between.
    fn is_same(&self, path: u32) -> bool {
        self.last.is_some_and(|last| last.path == path)
            && self.events.interrupted_at() == Some(self.events.data_position())
    }

    /// Returns whether the activation that ran the last path still exists.
    fn is_there(&self) -> bool {
        self.last.is_some_and(|last| self.stack.len() >= last.height)
    }

    /// Returns whether the path may have been executed a second time, up to where an error struck.
    fn runs_again(&mut self, path: u32) -> bool {
        let Some(&top) = self.stack.last() else { return self.entered_by(path).is_some() };
        let enters = self.entered_by(path);
        if enters.is_some_and(|method| self.may_enter(top, method)) {
            return true;
        }
        let stands_there = self.start_of(path) == top.start;
        if self.is_there() {
            return stands_there;
        }
        // The caller of the method that has returned sees the error, too.
        (stands_there || enters.is_some()) && !self.sees_error(top)
    }

    fn may_enter(&self, top: Activation, method: u32) -> bool {
        matches!(top.call, Call::Awaits(_) | Call::Silent(_) | Call::Opaque) || self.is_initialiser(method)
    }

    /// Returns whether the event after the next one says that the call threw behind which an activation stands.
    fn sees_error(&mut self, top: Activation) -> bool {
        let start = &self.index.map.starts[top.start as usize];
        start.kind == StartKind::AfterCall && self.events.following() == Some(start.base)
    }

    /// Skips the repeated event. If the activation that it belongs to still exists, the error arrives in it.
    pub(super) fn drop_repeated(&mut self) {
        let (there, height) = (self.is_there(), self.last.map_or(0, |last| last.height));
        self.consume();
        self.stats.cut_short += 1;
        if there {
            self.stack.drain(height..).for_each(|_| self.machine.leave());
            self.unwind(|_, _| true);
        }
    }

    /// Handles an exception whose handler was left before it recorded anything: skips the event that the next handler
    /// repeated. Returns false if there is none.
    pub(super) fn drop_left_handler(&mut self) -> bool {
        let next = self.peek().ok().flatten();
        let repeated = next.is_some_and(|path| self.is_same(path) && self.entered_by(path).is_none());
        if repeated {
            self.consume();
            self.stats.cut_short += 1;
        }
        repeated
    }
}
