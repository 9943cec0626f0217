//! Random executions, cut into units at random: no thread notices, and the units come in order.

use paratrace_traceformat::map::InstructionId;
use std::cell::RefCell;
use std::rc::Rc;

use paratrace_analyzer::listing::{Location, Node, NodeSink, Region, replay_merged_nodes, replay_nodes};
use paratrace_oracle::execute::Execution;
use paratrace_oracle::program::{Program, random_program};
use paratrace_oracle::random::Random;
use paratrace_oracle::sites::class_name;
use paratrace_oracle::stamps::stamps;
use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::{Events, ThreadInput, VecSource};
use paratrace_replay::program::Index;
use paratrace_replay::replay::{Replay, ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, ChunkSink, Emitter, Joined, Operation};
use paratrace_replay::threads::{MergedSink, merge_chunks};
use paratrace_traceformat::trace::Stamp;

fn input(execution: &Execution<'_>, stamps: &[Stamp]) -> ThreadInput<'static> {
    let events = VecSource::new(execution.control.clone(), execution.data.clone()).with_stamps(stamps.to_vec());
    ThreadInput { id: 1, name: "t".to_owned(), hash: 0, ended: execution.ended, events: Box::new(events) }
}

/// The instructions of all threads in one list.
struct Listing(usize, Rc<RefCell<Vec<(usize, InstructionId)>>>);

impl NodeSink for Listing {
    fn node(&mut self, node: Node<'_>) {
        self.1.borrow_mut().push((self.0, node.insn));
    }

    fn vertex(&mut self, _: &[Location], _: &[Location]) {}
    fn moved(&mut self, _: Option<Location>, _: Location) {}
    fn enter(&mut self, _: Region) {}
    fn exit(&mut self) {}
}

/// Operations without their slots, which depend on the other threads.
type Operations = Vec<(u32, u32, u32)>;

fn operations(words: &[u32]) -> Operations {
    let mut at = 0;
    let all = std::iter::from_fn(|| {
        (at < words.len()).then(|| match Operation::read(words, &mut at) {
            Operation::Path { program, frame, .. } => (0, program, frame),
            Operation::Enter { region, parent, frame } => (1, region.number() ^ parent.number().rotate_left(16), frame),
            Operation::Loop { region, frame, header, .. } => (2 + u32::from(header), region.number(), frame),
            Operation::Next => (4, 0, 0),
            Operation::Arrive { block } => (7, block.number(), 0),
            Operation::Exit { levels } => (5, levels, 0),
            Operation::Spread { count, to, .. } => (6, count, to),
            Operation::Join { from: Joined::Frame(from), to } => (10, from, to),
            Operation::Join { .. } => SLOTS,
            Operation::Callback { what, call } => (8, what as u32, call.number()),
            Operation::Work { nodes } => (9, nodes, 0),
            Operation::Counted { nodes, result } => (10, nodes, result),
            Operation::Deepened { result, slot } => (11, result, slot),
        })
    });
    all.filter(|&operation| operation != SLOTS).collect()
}

/// Stands for an operation on slots alone.
const SLOTS: (u32, u32, u32) = (11, 0, 0);

#[derive(Default)]
struct Chunks(Vec<(usize, Vec<u32>)>);

impl MergedSink for Chunks {
    type End = ();

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.0.push((thread, chunk.words));
        Ok(())
    }

    fn end(&mut self, _: usize, _: ReplayStats, _: Stop) {}
}

#[derive(Default)]
struct Words(Vec<u32>);

impl ChunkSink for Words {
    fn chunk(&mut self, mut chunk: Chunk) -> Result<(), AnalyzeError> {
        self.0.append(&mut chunk.words);
        Ok(())
    }
}

/// One thread alone, in one go.
fn alone(program: &Program, execution: &Execution<'_>) -> (Vec<(usize, InstructionId)>, Vec<u32>) {
    let index = Index::new(&program.map, &class_name);
    let emitter = Emitter::new(&program.map, Words::default());
    let (emitter, ..) = Replay::new(&index, Events::new(input(execution, &[]).events), execution.ended, emitter).run();
    let listing = Listing(0, Rc::default());
    let (listing, _) = replay_nodes(&program.map, &class_name, input(execution, &[]), listing).unwrap();
    (listing.1.take(), emitter.finish().unwrap().0)
}

/// The instructions come by the turns that the stamps say.
fn in_turn(nodes: &[(usize, InstructionId)], stamps: &[Vec<Stamp>]) -> bool {
    let begin = stamps.iter().enumerate().map(|(thread, _)| (0, thread));
    let later = stamps.iter().enumerate().flat_map(|(thread, all)| all.iter().map(move |at| (at.stamp, thread)));
    let mut units: Vec<(u64, usize)> = begin.chain(later).collect();
    units.sort_unstable();
    let mut units = units.into_iter().map(|(_, thread)| thread).peekable();
    nodes.iter().all(|&(thread, _)| {
        while units.next_if(|&now| now != thread).is_some() {}
        units.peek().is_some()
    })
}

fn check(seed: u64) -> usize {
    let mut random = Random(seed);
    let Some(program) = (0..20).find_map(|_| random_program(&mut random)) else { return 0 };
    let executions: Vec<Execution<'_>> =
        (0..random.between(1, 4)).map(|_| Execution::new(&program, random.next(), 200).run()).collect();
    let stamps = stamps(&mut random, &executions);
    let inputs = || executions.iter().zip(&stamps).map(|(e, s)| input(e, s)).collect::<Vec<_>>();

    let nodes = Rc::default();
    let listing = |thread| Listing(thread, Rc::clone(&nodes));
    replay_merged_nodes(&program.map, &class_name, inputs(), listing).unwrap();
    let nodes = nodes.take();
    assert!(in_turn(&nodes, &stamps), "seed {seed}: {stamps:?}");

    let index = Index::new(&program.map, &class_name);
    let (chunks, _) =
        merge_chunks(&index, inputs(), Chunks::default(), |sink| Emitter::new(&program.map, sink)).unwrap();
    for (thread, execution) in executions.iter().enumerate() {
        let (listed, words) = alone(&program, execution);
        let own = nodes.iter().filter(|node| node.0 == thread).map(|&(_, insn)| (0, insn));
        assert!(own.eq(listed), "seed {seed}, thread {thread}: {stamps:?}");
        let own: Vec<u32> = chunks.0.iter().filter(|c| c.0 == thread).flat_map(|c| &c.1).copied().collect();
        assert_eq!(operations(&own), operations(&words), "seed {seed}, thread {thread}");
        assert!(executions.len() > 1 || own == words, "seed {seed}: other locations");
    }
    nodes.windows(2).filter(|pair| pair[0].0 != pair[1].0).count()
}

#[test]
fn units_change_nothing_within_a_thread() {
    let turns: usize = (0..crate::programs(1500)).map(check).sum();
    assert!(turns > 3000, "{turns} turns");
}

/// The slots of a thread's paths.
fn slots(chunks: &Chunks, thread: usize) -> Vec<u32> {
    let mut slots = Vec::new();
    for (_, words) in chunks.0.iter().filter(|chunk| chunk.0 == thread) {
        let mut at = 0;
        while at < words.len() {
            if let Operation::Path { slots: more, .. } = Operation::read(words, &mut at) {
                slots.extend(more);
            }
        }
    }
    slots
}

/// What a stream tells of monitors is all there, and what it tells of the rest does not change.
#[test]
fn monitors_are_told_beside_the_rest() {
    let (mut more, mut steps) = (0, 0);
    for seed in 0..500 {
        let mut random = Random(seed);
        let Some(program) = (0..20).find_map(|_| random_program(&mut random)) else { continue };
        let execution = Execution::new(&program, random.next(), 200).run();
        let index = Index::new(&program.map, &class_name);
        let emitter = Emitter::new(&program.map, Words::default()).for_synchronization();
        let (emitter, _, stop) =
            Replay::new(&index, Events::new(input(&execution, &[]).events), execution.ended, emitter).run();
        assert!(stop.desync.is_none(), "seed {seed}: {:?}", stop.desync);
        let words = emitter.finish().unwrap().0;
        let frames =
            |words: &[u32]| operations(words).into_iter().filter(|operation| operation.0 != 0).collect::<Vec<_>>();
        let plain = alone(&program, &execution).1;
        assert_eq!(frames(&words), frames(&plain), "seed {seed}");
        more += words.len() - plain.len();
        steps += plain.len();
    }
    assert!(more > 1000 && steps > 10_000, "{more} words more than {steps}");
}

/// Two threads that do the same, one after the other: they meet at the objects that both only use, and each array or object
/// that is created is another one.
#[test]
fn locations_are_those_of_all_threads() {
    let (mut same, mut new) = (0, 0);
    for seed in 0..300 {
        let mut random = Random(seed);
        let Some(program) = (0..20).find_map(|_| random_program(&mut random)) else { continue };
        let execution = Execution::new(&program, random.next(), 200).run();
        let inputs = vec![input(&execution, &[]), input(&execution, &[Stamp { position: 0, stamp: 1 }])];
        let index = Index::new(&program.map, &class_name);
        let (chunks, _) =
            merge_chunks(&index, inputs, Chunks::default(), |sink| Emitter::new(&program.map, sink)).unwrap();
        let (first, second) = (slots(&chunks, 0), slots(&chunks, 1));
        let most = first.iter().max().copied().unwrap_or(0);
        same += first.iter().zip(&second).filter(|(a, b)| a == b && **a > 0).count();
        new += second.iter().filter(|&&slot| slot > most).count();
    }
    assert!(same > 1000 && new > 100, "{same} locations met, {new} are new");
}

fn count_enters(chunks: &[(usize, Vec<u32>)]) -> usize {
    chunks.iter().flat_map(|(_, words)| operations(words)).filter(|operation| operation.0 == 1).count()
}

/// A thread of a pool runs two tasks. The second one may wait for what another thread does in between, so it begins behind that.
#[test]
fn a_task_begins_in_its_own_unit() {
    let mut checked = 0;
    for seed in 0..300 {
        let mut random = Random(seed);
        let Some(program) = (0..20).find_map(|_| random_program(&mut random)) else { continue };
        let task = Execution::new(&program, random.next(), 200).run();
        let index = Index::new(&program.map, &class_name);
        let emitter = Emitter::new(&program.map, Words::default());
        let (emitter, stats, _) = Replay::new(&index, Events::new(input(&task, &[]).events), task.ended, emitter).run();
        if stats.open_activations > 0 || task.control.is_empty() {
            continue;
        }
        let enters = count_enters(&[(0, emitter.finish().unwrap().0)]);
        let between = Stamp { position: 0, stamp: 1 };
        let second = Stamp { position: task.control.len() as u64, stamp: 2 };
        let twice = VecSource::new(task.control.repeat(2), task.data.repeat(2)).with_stamps(vec![second]);
        let pool = ThreadInput { events: Box::new(twice), ..input(&task, &[]) };
        let inputs = vec![pool, input(&task, &[between])];
        let (chunks, _) =
            merge_chunks(&index, inputs, Chunks::default(), |sink| Emitter::new(&program.map, sink)).unwrap();
        let first = chunks.0.iter().position(|chunk| chunk.0 == 1).unwrap();
        assert_eq!(count_enters(&chunks.0[..first]), enters, "seed {seed}");
        checked += 1;
    }
    assert!(checked > 50, "{checked} programs");
}
