//! Calls of traced virtual methods that a class answers which the map does not know (docs/format.md section 1.5).
//!
//! Such a class may call back, so nothing but a mark tells that its method has returned. Behind the first such call of a thread, a mark
//! tells where each call of a traced virtual method returns.

use paratrace_traceformat::map::Mode;

use super::machine::Machine;
use super::{Activation, Call, Replay, Step};
use crate::base::error::Halt;
use crate::events::Mark;
use crate::program::{End, PathRow};

impl<M: Machine> Replay<'_, '_, '_, M> {
    /// Returns the path as it is executed: another one if a class that the map does not know answers the call at its end, which the next
    /// control value says. The path's own event is consumed.
    #[inline]
    pub(super) fn answered_variant(&mut self, path: PathRow) -> PathRow {
        if self.next.is_some() || self.events.mark() != Some(Mark::Outside) {
            return path;
        }
        self.answered_outside(path)
    }

    #[cold]
    fn answered_outside(&mut self, path: PathRow) -> PathRow {
        let End::Call { site, .. } = self.paths.infos[path.index()].end else { return path };
        if self.index.map.sites[site as usize].mode != Mode::TracedVirtual {
            return path;
        }
        self.events.pass_mark();
        self.tells_returns = true;
        self.paths.answered_outside(path)
    }

    /// Replays one step where a mark comes next.
    #[cold]
    pub(super) fn step_to_mark(&mut self, mark: Mark) -> Result<Step, Halt> {
        let Some(&top) = self.stack.last() else { return Err(self.no_owner()) };
        if let Call::Silent(callee) = top.call {
            self.count_silent()?;
            return self.enter(callee).map(|()| Step::Done);
        }
        if let Some(held) = top.held {
            return self.go_on(held, None).map(|()| Step::Done);
        }
        match mark {
            Mark::Returned if self.awaits_mark(top) => {
                if self.events.at_unit() {
                    return Ok(Step::Unit);
                }
                self.events.pass_mark();
                let direct = top.was_answered();
                self.stand(top.start, Call::Told { direct });
            }
            Mark::Counted | Mark::Resumed if self.can_count(mark, top) => {
                self.events.pass_mark();
                self.counting = true;
            }
            Mark::CalledBack if self.counting => {
                self.events.pass_mark();
                self.call_back();
            }
            Mark::Followed if !top.counted && self.counting => {
                self.events.pass_mark();
                self.end_counting();
            }
            _ if self.is_silent(top) => self.run_silent(top.start)?,
            Mark::Followed if self.counting => {
                self.events.pass_mark();
                self.end_counting();
            }
            _ => return Err(self.no_owner()),
        }
        Ok(Step::Done)
    }

    /// Returns whether an activation goes on without an event.
    pub(super) fn is_silent(&self, top: Activation) -> bool {
        self.index.map.starts[top.start as usize].silent && !self.awaits_mark(top)
    }

    /// Returns whether an activation stands behind the call of a traced virtual method, and a mark will tell that it has returned.
    #[inline]
    fn awaits_mark(&self, top: Activation) -> bool {
        self.tells_returns
            && !top.counted
            && !matches!(top.call, Call::Told { .. } | Call::None)
            && self.is_behind_virtual(top.start)
    }

    fn is_behind_virtual(&self, start: u32) -> bool {
        let map = self.index.map;
        let call = map.blocks[map.starts[start as usize].block.index()].after_call;
        !call.is_none() && map.sites[map.insns.arg[call.index()] as usize].mode == Mode::TracedVirtual
    }
}
