//! The executed instructions of a replay, thread by thread, against those that the JVM reported.

mod with_jdk;

pub use with_jdk::compare_with_jdk;

use anyhow::{Context, bail};
use paratrace_analyzer::listing::{Location, Node, NodeSink, Region, mnemonic, replay_nodes};
use paratrace_analyzer::thread_inputs;
use paratrace_traceformat::map::{InstructionId, Method, MethodId, ProgramMap, Untraced};
use paratrace_traceformat::trace::TraceDir;
use paratrace_witness::{Event, Log, MethodName, Record, Step, Thread};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;

/// The result of one comparison.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Instructions that the JVM reported in traced methods.
    pub instructions: u64,
    /// The first difference of each thread that has one.
    pub differences: Vec<Difference>,
}

/// The first place at which a replay leaves the JVM's order.
#[derive(Debug)]
pub struct Difference {
    /// The thread's name.
    pub thread: String,
    /// How many instructions agree.
    pub agreed: usize,
    what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {}, instruction {}: {}", self.thread, self.agreed, self.what)
    }
}

/// One thread's executed instructions of the map, and why there are no more.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Executed {
    insns: Vec<InstructionId>,
    stopped: Option<String>,
}

/// Threads by name.
type Threads = BTreeMap<String, Vec<Executed>>;

/// Compares thread by thread; threads of one name are taken in any order that fits.
///
/// # Errors
/// Fails if the trace cannot be read, or the JVM executed what the map does not know.
pub fn compare_order(dir: &TraceDir, record: &Record) -> anyhow::Result<Comparison> {
    let map = dir.map();
    Ok(compare(map, reported(map, record, |thread| ordered(&thread.events))?, replayed(dir, Nodes::default)?))
}

fn compare(map: &ProgramMap, mut jvm: Threads, mut replay: Threads) -> Comparison {
    let instructions = count(&jvm);
    let mut differences = Vec::new();
    let names: Vec<String> = jvm.keys().chain(replay.keys()).cloned().collect();
    for name in names {
        let (mut expected, mut found) =
            (jvm.remove(&name).unwrap_or_default(), replay.remove(&name).unwrap_or_default());
        expected.sort();
        found.sort();
        expected.resize_with(expected.len().max(found.len()), Executed::default);
        found.resize_with(expected.len(), Executed::default);
        let pairs = expected.iter().zip(&found);
        differences.extend(pairs.filter_map(|(jvm, replay)| difference(map, &name, jvm, replay)));
    }
    Comparison { instructions, differences }
}

/// Compares how often each instruction was executed by all threads together: for programs whose threads share work.
///
/// # Errors
/// As [`compare_order`].
pub fn compare_counts(dir: &TraceDir, record: &Record) -> anyhow::Result<Comparison> {
    let map = dir.map();
    let jvm = reported(map, record, |thread| ordered(&thread.events))?;
    let replay = replayed(dir, Nodes::default)?;
    let all = |threads: &Threads| {
        let mut insns: Vec<InstructionId> =
            threads.values().flatten().flat_map(|thread| thread.insns.clone()).collect();
        insns.sort_unstable();
        Executed { insns, stopped: threads.values().flatten().find_map(|thread| thread.stopped.clone()) }
    };
    let differences = difference(map, "(all, sorted)", &all(&jvm), &all(&replay)).into_iter().collect();
    Ok(Comparison { instructions: count(&jvm), differences })
}

fn count(threads: &Threads) -> u64 {
    threads.values().flatten().map(|thread| thread.insns.len() as u64).sum()
}

fn difference(map: &ProgramMap, thread: &str, jvm: &Executed, replay: &Executed) -> Option<Difference> {
    let (expected, found) = (&jvm.insns, &replay.insns);
    let (at, replayed) = agreement(expected, found);
    if at == expected.len() && replayed == found.len() && replay.stopped.is_none() {
        return None;
    }
    let before = expected[at.saturating_sub(3)..at].iter().map(|&insn| name(map, insn)).collect::<Vec<_>>().join(", ");
    let next = |insns: &[InstructionId], at: usize| {
        insns.get(at).map_or_else(|| "the end".to_owned(), |&insn| name(map, insn))
    };
    let mut what = format!("JVM {}, replay {}", next(expected, at), next(found, replayed));
    if let Some(stopped) = &replay.stopped {
        what += &format!(" ({stopped})");
    }
    what += &format!("; after {before}");
    if let Some(&last) = expected[..at].iter().rev().find(|insn| is_of_program(map, **insn)) {
        what += &format!("; the program is at {}", name(map, last));
    }
    Some(Difference { thread: thread.to_owned(), agreed: at, what })
}

/// How far two sequences agree. The JVM does not report an instruction that directly follows itself.
fn agreement<T: PartialEq>(jvm: &[T], replay: &[T]) -> (usize, usize) {
    let (mut at, mut replayed) = (0, 0);
    while let Some(insn) = replay.get(replayed) {
        if jvm.get(at) == Some(insn) {
            at += 1;
        } else if replayed == 0 || replay[replayed - 1] != *insn {
            break;
        }
        replayed += 1;
    }
    (at, replayed)
}

fn is_of_program(map: &ProgramMap, insn: InstructionId) -> bool {
    let mut classes = map.classes.iter().filter(|class| !class.is_of_jdk());
    let has = |method: &Method| method.insns.contains(&insn.number());
    classes.any(|class| map.methods[class.methods.start as usize..class.methods.end as usize].iter().any(has))
}

fn name(map: &ProgramMap, insn: InstructionId) -> String {
    let method = map.methods.iter().zip(MethodId::all()).find(|(method, _)| method.insns.contains(&insn.number()));
    let method = method.map_or(MethodId::NONE, |(_, id)| id);
    let (pc, opcode) = (map.insns.pc[insn.index()], map.insns.opcode[insn.index()]);
    format!("{} {pc} {}", map.method_name(method), mnemonic(opcode))
}

/// The instructions of traced methods among the steps of each thread.
fn reported(map: &ProgramMap, record: &Record, steps: impl Fn(&Thread) -> Vec<Step>) -> anyhow::Result<Threads> {
    let traced = map.methods.iter().filter(|method| method.untraced.is_none() && !method.insns.is_empty());
    let by_name: FxHashMap<_, _> = traced
        .map(|m| ((map.classes[m.class.index()].name.as_str(), m.name.as_str(), m.desc.as_str()), &m.insns))
        .collect();
    let methods: Vec<_> = record.methods.iter().map(|m| by_name.get(&(&*m.class, &*m.name, &*m.descriptor))).collect();
    let mut threads = Threads::new();
    for thread in &record.threads {
        let mut insns = Vec::new();
        for step in steps(thread) {
            let Some(range) = methods[usize::from(step.method)] else { continue };
            let offsets = &map.insns.pc[range.start as usize..range.end as usize];
            let Ok(at) = offsets.binary_search(&step.pc) else {
                bail!("the map has no instruction at {:?} {}", record.methods[usize::from(step.method)], step.pc);
            };
            insns.push(InstructionId::new(range.start + at as u32));
        }
        add(&mut threads, &thread.name, Executed { insns, stopped: None });
    }
    Ok(threads)
}

/// Steps in the order of nodes: an instruction comes after the class initialisers that it triggers. While the recording is
/// paused there are none.
fn ordered(events: &Log) -> Vec<Step> {
    let (mut steps, mut triggers) = (Vec::new(), Vec::new());
    let mut pauses = 0u32;
    for event in events.iter() {
        match event {
            Event::PauseBegins => pauses += 1,
            Event::PauseEnds => pauses -= 1,
            _ if pauses > 0 => {}
            Event::Step(step) => steps.push(step),
            Event::InitialiserBegins => triggers.push(steps.pop()),
            Event::InitialiserEnds => steps.extend(triggers.pop().flatten()),
        }
    }
    steps
}

/// The methods of a program that pause the recording while they run: what the witness has to mark.
pub fn pauses(map: &ProgramMap) -> Vec<MethodName> {
    let pausing = map.methods.iter().filter(|method| method.untraced == Some(Untraced::CalledByJvm));
    let name = |method: &Method| MethodName {
        class: map.classes[method.class.index()].name.clone(),
        name: method.name.clone(),
        descriptor: method.desc.clone(),
    };
    pausing.map(name).collect()
}

/// The instructions that sinks take of each thread.
fn replayed<S: NodeSink + Into<Nodes>>(dir: &TraceDir, sink: impl Fn() -> S) -> anyhow::Result<Threads> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    let mut threads = Threads::new();
    for thread in thread_inputs(dir) {
        let name = thread.name.clone();
        let (sink, desync) =
            replay_nodes(dir.map(), &class_name, thread, sink()).with_context(|| format!("thread {name}"))?;
        add(&mut threads, &name, Executed { insns: sink.into().0, stopped: desync.map(|why| why.to_string()) });
    }
    Ok(threads)
}

fn add(threads: &mut Threads, name: &str, executed: Executed) {
    if executed != Executed::default() {
        threads.entry(name.to_owned()).or_default().push(executed);
    }
}

/// Takes the nodes only.
#[derive(Default)]
struct Nodes(Vec<InstructionId>);

impl NodeSink for Nodes {
    fn node(&mut self, node: Node<'_>) {
        self.0.push(node.insn);
    }

    fn vertex(&mut self, _: &[Location], _: &[Location]) {}

    fn moved(&mut self, _: Option<Location>, _: Location) {}

    fn enter(&mut self, _: Region) {}

    fn exit(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::agreement;

    #[test]
    fn a_repeated_instruction_may_be_missing_in_the_witness_only() {
        assert_eq!(agreement(&[1, 2, 3], &[1, 2, 2, 3]), (3, 4));
        assert_eq!(agreement(&[1, 2, 2, 3], &[1, 2, 3]), (2, 2));
        assert_eq!(agreement(&[1, 3], &[1, 2, 3]), (1, 1));
        assert_eq!(agreement(&[1], &[]), (0, 0));
    }
}
