//! Selection of tasks: which threads and methods are one.

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::program::names::is_called;
use paratrace_traceformat::map::{MethodId, NONE, ProgramMap};

/// A selection of tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskSelection {
    /// Every thread is a task.
    Threads,
    /// The named threads and methods are tasks. A thread is given by id or name, `threads` means all of them. A method
    /// is given as `run`, `Runner.run` or `pkg.Runner.run`, with descriptor or without. A name that fits a thread is
    /// not looked up among methods.
    Named(Vec<String>),
}

/// A task under the name that the user sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedTask {
    pub(super) name: String,
    pub(super) is_method: bool,
}

/// The tasks of a run.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    pub(super) all: Vec<NamedTask>,
    /// The task that each method is, or `NONE`.
    by_method: Vec<u32>,
    /// The task that each thread is, or `NONE`.
    by_thread: Vec<u32>,
}

impl Tasks {
    /// Resolves a selection. `threads` are ids and names.
    pub(super) fn new(
        map: &ProgramMap,
        threads: &[(u64, String)],
        selection: &TaskSelection,
    ) -> Result<Self, AnalyzeError> {
        let (by_method, by_thread) = (vec![NONE; map.methods.len()], vec![NONE; threads.len()]);
        let mut tasks = Self { all: Vec::new(), by_method, by_thread };
        let everything = ["threads".to_owned()];
        let names = match selection {
            TaskSelection::Threads => &everything[..],
            TaskSelection::Named(names) => names,
        };
        for name in names {
            if !tasks.add_threads(threads, name) && !tasks.add_methods(map, name) {
                return Err(AnalyzeError::NoTask(name.clone()));
            }
        }
        Ok(tasks)
    }

    fn add_threads(&mut self, threads: &[(u64, String)], wanted: &str) -> bool {
        let mut found = false;
        for (number, (id, name)) in threads.iter().enumerate() {
            if wanted == "threads" || wanted == name || wanted == id.to_string() {
                found = true;
                if self.by_thread[number] == NONE {
                    self.by_thread[number] = self.all.len() as u32;
                    self.all.push(NamedTask { name: format!("{name} ({id})"), is_method: false });
                }
            }
        }
        found
    }

    fn add_methods(&mut self, map: &ProgramMap, wanted: &str) -> bool {
        let mut found = false;
        for (id, method) in MethodId::all().zip(&map.methods).filter(|(_, method)| !method.insns.is_empty()) {
            let name = map.method_name(id);
            if method.untraced.is_none() && is_called(&name, wanted) {
                found = true;
                if self.by_method[id.index()] == NONE {
                    self.by_method[id.index()] = self.all.len() as u32;
                    self.all.push(NamedTask { name, is_method: true });
                }
            }
        }
        found
    }

    #[inline]
    pub(super) fn of_method(&self, method: MethodId) -> Option<u32> {
        self.by_method.get(method.index()).copied().filter(|&task| task != NONE)
    }

    pub(super) fn of_thread(&self, thread: usize) -> Option<u32> {
        self.by_thread.get(thread).copied().filter(|&task| task != NONE)
    }
}
