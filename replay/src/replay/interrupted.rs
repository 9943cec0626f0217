//! Paths that an error of the JVM interrupted, perhaps inside a probe (docs/format.md section 1.2).

use paratrace_traceformat::data::longest_prefix;

use super::{Machine, Outcome, Replay};
use crate::base::error::{Desync, Halt};

impl<M: Machine> Replay<'_, '_, '_, M> {
    /// Executes as much of a path as was recorded before so many data values, then goes on behind them.
    pub(super) fn run_interrupted(&mut self, path: u32, values: u64) -> Result<(), Halt> {
        let at = self.events.data_position();
        if values < at {
            return Err(Desync::DataBehind { at, values }.into());
        }
        let id = self.paths.infos[path as usize].id;
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
        // Which instruction the error left is not known exactly: any handler of the method may catch it.
        self.unwind(|_, _| true);
        Ok(())
    }

    /// Are the data of this path there? Only an interruption before the next event can have cut them short.
    pub(super) fn has_data_of(&self, id: u32) -> Result<bool, Desync> {
        match self.events.interrupted_at() {
            Some(values) => Ok(self.recorded(id, values)? == Some(id)),
            None => Ok(true),
        }
    }

    /// How far along a path the data go that were recorded before so many values.
    fn recorded(&self, id: u32, values: u64) -> Result<Option<u32>, Desync> {
        let available = values.saturating_sub(self.events.data_position());
        longest_prefix(self.index.map, id, available).map_err(|_| Desync::UnknownPath { id })
    }
}
