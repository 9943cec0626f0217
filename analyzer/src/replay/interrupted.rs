//! Paths that an error of the JVM interrupted, perhaps inside a probe (docs/format.md section 1.2).

use paratrace_traceformat::data::longest_prefix;

use super::{Machine, Outcome, Replay};
use crate::error::{Desync, Halt};

impl<M: Machine> Replay<'_, '_, '_, M> {
    /// Executes as much of a path as was recorded before so many data values, then goes on behind them.
    pub(super) fn run_interrupted(&mut self, path: u32, values: u64) -> Result<(), Halt> {
        let at = self.events.data_position();
        let available = values.checked_sub(at).ok_or(Desync::DataBehind { at, values })?;
        let id = self.paths.infos[path as usize].id;
        let prefix = longest_prefix(self.index.map, id, available).map_err(|_| Desync::UnknownPath { id })?;
        if prefix == Some(id) {
            self.run_path(path)?;
            self.events.skip_data_to(values);
            return Ok(());
        }
        self.stats.cut_short += 1;
        if let Some(prefix) = prefix {
            let prefix = self.paths.of_id(prefix)?;
            self.begin(prefix)?;
            self.finish(prefix, Outcome::NoCall)?;
        }
        self.events.skip_data_to(values);
        self.unwind_from_anywhere();
        Ok(())
    }

    /// Are the data of this path there? Only an interruption before the next event can have cut them short.
    pub(super) fn has_data_of(&self, id: u32) -> Result<bool, Desync> {
        let Some(values) = self.events.interrupted_at() else { return Ok(true) };
        let available = values.saturating_sub(self.events.data_position());
        let prefix = longest_prefix(self.index.map, id, available).map_err(|_| Desync::UnknownPath { id })?;
        Ok(prefix == Some(id))
    }

    /// Which instruction the error left is not known exactly: any handler of the method may catch it.
    fn unwind_from_anywhere(&mut self) {
        let next = self.peek().ok().flatten();
        match self.catcher(next, |_, _| true) {
            Some(start) => self.catch(start),
            None => self.pop(),
        }
    }
}
