//! Monitors as the replay of a traced program tells them: each thread leaves what it has entered, and in the order of all threads
//! no monitor is held by two of them.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{javac, paratrace, rewrite, root, succeed, traced};
use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::thread_inputs;
use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Place, What};
use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, Emitter, Operation};
use paratrace_replay::threads::{MergedSink, merge_chunks};
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// The monitors that threads hold, while all threads are replayed in one order.
struct Monitors<'m> {
    map: &'m ProgramMap,
    programs: HashMap<usize, Vec<Arc<Program>>>,
    /// How often each thread has entered each monitor more than it has left it.
    held: HashMap<(usize, u32), u32>,
    /// What threads that wait have given up.
    given_up: HashMap<usize, Vec<(u32, u32)>>,
    entered: usize,
    again: usize,
    waits: usize,
    turns: usize,
    last: Option<(u32, usize)>,
}

impl Monitors<'_> {
    fn take(&mut self, thread: usize, monitor: u32, times: u32) {
        let others = self.held.iter().filter(|((other, of), times)| *other != thread && *of == monitor && **times > 0);
        assert_eq!(others.count(), 0, "monitor {monitor}, which thread {thread} enters, is held");
        let held = self.held.entry((thread, monitor)).or_default();
        self.again += usize::from(*held > 0);
        *held += times;
        self.turns += usize::from(self.last.is_some_and(|last| last.0 == monitor && last.1 != thread));
        self.last = Some((monitor, thread));
    }

    fn leave(&mut self, thread: usize, monitor: u32) {
        assert_ne!(monitor, 0, "thread {thread} leaves what it has not entered");
        let held = self.held.get_mut(&(thread, monitor)).unwrap();
        *held = held.checked_sub(1).unwrap();
    }

    fn path(&mut self, thread: usize, program: &Program, slots: &[u32]) {
        for (monitor, times) in self.given_up.remove(&thread).unwrap_or_default() {
            self.take(thread, monitor, times);
        }
        for event in &program.script.events {
            match event.what {
                What::Enter { place: Place::Resolved(slot) } => {
                    self.entered += 1;
                    self.take(thread, slots[slot as usize], 1);
                }
                What::Leave { place: Place::Resolved(slot) } => self.leave(thread, slots[slot as usize]),
                _ => {}
            }
        }
        let last = program.script.insns().last();
        if last.and_then(|insn| self.map.call_at(insn)).is_some_and(|site| site.name == "wait") {
            self.wait(thread);
        }
    }

    /// A thread that waits gives up its monitors: the program waits only where it holds one.
    fn wait(&mut self, thread: usize) {
        let own = self.held.iter_mut().filter(|((holder, _), times)| *holder == thread && **times > 0);
        let given_up = own.map(|(&(_, monitor), times)| (monitor, std::mem::take(times))).collect();
        self.given_up.insert(thread, given_up);
        self.waits += 1;
    }
}

impl MergedSink for Monitors<'_> {
    type End = ();

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.programs.entry(thread).or_default().extend(chunk.programs);
        let mut at = 0;
        while at < chunk.words.len() {
            if let Operation::Path { program, slots, .. } = Operation::read(&chunk.words, &mut at) {
                let program = Arc::clone(&self.programs[&thread][program as usize]);
                self.path(thread, &program, slots);
            }
        }
        Ok(())
    }

    fn end(&mut self, thread: usize, _: ReplayStats, stop: Stop) {
        assert!(stop.desync.is_none(), "thread {thread}");
    }
}

/// Replays a trace and checks its monitors.
fn monitors(trace: &Path) -> (usize, usize, usize, usize) {
    let dir = TraceDir::open(trace).unwrap();
    assert!(dir.completeness().complete);
    let names = |class| dir.class_name(class).map(str::to_owned);
    let index = Index::new(dir.map(), &names);
    let monitors = Monitors {
        map: dir.map(),
        programs: HashMap::new(),
        held: HashMap::new(),
        given_up: HashMap::new(),
        entered: 0,
        again: 0,
        waits: 0,
        turns: 0,
        last: None,
    };
    let emitter = |sink| Emitter::new(dir.map(), sink).for_synchronization();
    let (found, _) = merge_chunks(&index, thread_inputs(&dir), monitors, emitter).unwrap();
    assert!(found.held.values().all(|&times| times == 0), "{:?}", found.held);
    (found.entered, found.again, found.waits, found.turns)
}

#[test]
fn no_monitor_is_held_by_two_threads() {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join("cli/tests/monitors/Monitors.java")], &dir.path().join("plain"));
    rewrite(dir.path());
    traced(dir.path(), "trace", &["Monitors"]);
    let (entered, again, waits, turns) = monitors(&dir.path().join("trace"));
    assert!(entered > 2000 && again > 500 && waits > 0 && turns > 4, "{entered} {again} {waits} {turns}");
    succeed(paratrace().args(["verify", "--deep", "trace"]).current_dir(dir.path()));
}

/// Programs of one thread, whose figures do not depend on monitors, leave them, too.
#[test]
fn every_monitor_is_left() {
    for (name, least) in [("SynchronizedBlocks", 20), ("SynchronizedMethods", 10)] {
        let dir = tempfile::tempdir().unwrap();
        javac([root().join(format!("tests/programs/{name}.java"))], &dir.path().join("plain"));
        rewrite(dir.path());
        traced(dir.path(), "trace", &[name]);
        let (entered, ..) = monitors(&dir.path().join("trace"));
        assert!(entered >= least, "{name}: {entered}");
    }
}
