//! Paths that an error of the JVM interrupted, perhaps inside a probe (docs/format.md section 1.2).

use paratrace_traceformat::data::longest_prefix;
use paratrace_traceformat::map::PathId;

use super::{Machine, Outcome, Replay};
use crate::base::error::{Desync, Halt};
use crate::program::PathRow;

impl<M: Machine> Replay<'_, '_, '_, M> {
    /// Executes the part of a path that was recorded within the first `values` data values of the thread, and goes on
    /// behind these.
    pub(super) fn run_interrupted(&mut self, path: PathRow, values: u64) -> Result<(), Halt> {
        let at = self.events.data_position();
        if values < at {
            return Err(Desync::DataBehind { at, values }.into());
        }
        let id = self.paths.infos[path.index()].id;
        let recorded = self.recorded(id, values)?;
        if recorded == Some(id) {
            self.run_path(path)?;
            self.events.skip_data_to(values);
            return Ok(());
        }
        self.stats.cut_short += 1;
        if let Some(id) = recorded {
            let path = self.paths.of_id(id)?;
            self.begin(path)?;
            self.finish(path, Outcome::NoCall)?;
        }
        self.events.skip_data_to(values);
        // It is not known exactly which instruction the error left, so any handler of the method may catch it.
        self.unwind(|_| true);
        Ok(())
    }

    /// Returns whether the data of this path were recorded. Only an interruption before the next event can have cut
    /// them short.
    pub(super) fn has_data_of(&self, id: PathId) -> Result<bool, Desync> {
        match self.events.interrupted_at() {
            Some(values) => Ok(self.recorded(id, values)? == Some(id)),
            None => Ok(true),
        }
    }

    /// Returns the longest part of a path (as a path id) whose data lie within the first `values` data values; none if
    /// there is no such part.
    fn recorded(&self, id: PathId, values: u64) -> Result<Option<PathId>, Desync> {
        let available = values.saturating_sub(self.events.data_position());
        longest_prefix(self.index.map, id, available).map_err(|_| Desync::UnknownPath { id })
    }
}
