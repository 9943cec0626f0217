//! The critical path of all threads with what they synchronise on, by its definition: no node comes before what its thread has
//! acquired, nor, while it holds a monitor, before what was done while that was held before.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use paratrace_analyzer::ThreadInput;
use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Event, Place, Through, What};
use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, Emitter, Operation};
use paratrace_replay::threads::{MergedSink, merge_chunks};
use paratrace_traceformat::map::{Accessed, ClassId, ProgramMap, Site};

use crate::joined::Joined;

/// What threads meet at: its kind, and which one of these.
type Meeting = (&'static str, u32);

/// A depth, and the vertices that have it.
#[derive(Clone, Default)]
struct Reached {
    depth: u64,
    vertices: Rc<BTreeSet<usize>>,
}

impl Reached {
    fn of(depth: u64, vertex: usize) -> Self {
        Self { depth, vertices: Rc::new(BTreeSet::from([vertex])) }
    }

    /// The greater one; if both are equal, the vertices of both.
    fn max(mut self, other: &Self) -> Self {
        if other.depth > self.depth {
            return other.clone();
        }
        if other.depth == self.depth && !other.vertices.is_subset(&self.vertices) {
            Rc::make_mut(&mut self.vertices).extend(other.vertices.iter());
        }
        self
    }

    fn raise(&mut self, other: &Self) {
        *self = std::mem::take(self).max(other);
    }
}

#[derive(Default)]
struct Thread {
    programs: Vec<Arc<Program>>,
    own: u32,
    awaited: Vec<(u32, Meeting)>,
    level: u32,
    acquired: Reached,
    /// The greatest depth of its vertices.
    depth: Reached,
    /// Number of its nodes.
    nodes: u64,
    held: Vec<Held>,
}

/// A monitor that a thread holds.
struct Held {
    monitor: Meeting,
    floor: Reached,
    /// The greatest depth since.
    depth: Reached,
}

impl Thread {
    fn floor(&self) -> Reached {
        self.held.iter().fold(self.acquired.clone(), |floor, held| floor.max(&held.floor))
    }
}

struct Ordered<'a> {
    map: &'a ProgramMap,
    joined: &'a Joined,
    vertices: Vec<(u64, Vec<usize>)>,
    depths: HashMap<usize, u64>,
    /// What comes before each vertex without being read by it.
    floors: HashMap<usize, Reached>,
    threads: Vec<Thread>,
    /// The greatest depths that threads released.
    released: HashMap<Meeting, HashMap<usize, Reached>>,
    /// The greatest depths of what was done while monitors were held.
    sections: HashMap<Meeting, Reached>,
    classes: HashMap<ClassId, Option<Meeting>>,
}

impl Ordered<'_> {
    fn class(&mut self, class: ClassId) -> Option<Meeting> {
        if let Some(&known) = self.classes.get(&class) {
            return known;
        }
        let found = self.find_class(class);
        self.classes.insert(class, found);
        found
    }

    fn find_class(&self, class: ClassId) -> Option<Meeting> {
        let has_initialiser = |class: &ClassId| {
            let methods = self.map.methods.iter().filter(|method| method.class == *class);
            methods.clone().any(|method| method.name == "<clinit>" && method.untraced.is_none())
        };
        let by_name = |name: &str| {
            let at = self.map.classes.iter().position(|class| class.name == name)?;
            Some(ClassId::new(at as u32))
        };
        let above = |class: &ClassId| by_name(self.map.classes[class.index()].super_name.as_deref()?);
        let initialised = std::iter::successors(Some(class), above).take(1000).find(has_initialiser);
        initialised.map(|class| ("class", class.number()))
    }

    fn meeting(&mut self, thread: usize, through: Through, slots: &[u32]) -> Option<Meeting> {
        let slot = |place| match place {
            Place::Resolved(slot) => slots[slot as usize],
            Place::Static(slot) => slot,
            _ => 0,
        };
        let found = match through {
            Through::Place(place) => ("slot", slot(place)),
            Through::Thread(place) => ("thread", slot(place)),
            Through::Own => ("thread", self.threads[thread].own),
            Through::EndOf(place) => ("end", slot(place)),
            Through::Class(class) => return self.class(class),
            Through::Unknown => return Some(("unknown", 0)),
            Through::Fences => return Some(("fences", 0)),
            Through::Tasks => return Some(("tasks", 0)),
            Through::Results => return Some(("results", 0)),
        };
        Some(found).filter(|found| found.1 != 0)
    }

    fn acquire(&mut self, thread: usize, meeting: Option<Meeting>) {
        let Some(meeting) = meeting else { return };
        let others = self.released.get(&meeting).into_iter().flatten().filter(|released| *released.0 != thread);
        let depth = others.fold(Reached::default(), |depth, released| depth.max(released.1));
        let before = self.sections.get(&meeting).cloned().unwrap_or_default();
        let this = &mut self.threads[thread];
        this.acquired.raise(&depth);
        if let Some(held) = this.held.iter_mut().rev().find(|held| held.monitor == meeting) {
            held.floor.raise(&before);
        }
    }

    fn release(&mut self, thread: usize, meeting: Option<Meeting>) {
        let Some(meeting) = meeting else { return };
        let this = &self.threads[thread];
        let depth = this.depth.clone().max(&this.floor());
        self.released.entry(meeting).or_default().entry(thread).or_default().raise(&depth);
        if let (Some(held), Some(inner)) =
            (this.held.iter().rev().find(|held| held.monitor == meeting), this.held.last())
        {
            let depth = inner.depth.clone().max(&held.floor);
            self.sections.entry(meeting).or_default().raise(&depth);
        }
    }

    fn begin(&mut self, thread: usize, (frame, events): (u32, &[Event]), slots: &[u32]) {
        while let Some((_, meeting)) = self.threads[thread].awaited.pop_if(|awaited| awaited.0 >= frame) {
            self.acquire(thread, Some(meeting));
        }
        for event in events {
            match event.what {
                What::Begins { place } => {
                    let own = self.meeting(thread, Through::Thread(place), slots);
                    self.threads[thread].own = own.map_or(0, |own| own.1);
                    self.acquire(thread, own);
                }
                What::Acquires { through } => {
                    let meeting = self.meeting(thread, through, slots);
                    self.acquire(thread, meeting);
                }
                What::Read(Place::Static(_)) | What::Write(Place::Static(_)) => {
                    let called = self.map.call_at(event.insn).and_then(Site::accessed);
                    let field = match called {
                        Some(Accessed::Field(field)) => field,
                        _ => self.map.insns.arg[event.insn.index()],
                    };
                    let field = &self.map.fields[field as usize];
                    let at = self.map.classes.iter().position(|class| class.name == field.class);
                    let class = at.and_then(|at| self.class(ClassId::new(at as u32)));
                    self.acquire(thread, class);
                }
                What::Enter { place } => {
                    let Some(monitor) = self.meeting(thread, Through::Place(place), slots) else { continue };
                    self.acquire(thread, Some(monitor));
                    let before = self.sections.get(&monitor).cloned().unwrap_or_default();
                    let this = &mut self.threads[thread];
                    let floor = this.floor().max(&before);
                    this.held.push(Held { monitor, floor, depth: Reached::default() });
                }
                _ => {}
            }
        }
    }

    fn path(&mut self, thread: usize, program: &Program, frame: u32, slots: &[u32]) {
        let events = &program.script.events;
        self.begin(thread, (frame, events), slots);
        let (floor, mut pending) = (self.threads[thread].floor(), events.iter().peekable());
        for node in 0..=program.nodes {
            while let Some(event) = pending.next_if(|event| event.node < node || node == program.nodes) {
                match event.what {
                    What::Releases { through } => {
                        let meeting = self.meeting(thread, through, slots);
                        self.release(thread, meeting);
                    }
                    What::Leave { place } => {
                        let monitor = self.meeting(thread, Through::Place(place), slots);
                        self.release(thread, monitor);
                        let held = &mut self.threads[thread].held;
                        let at = held.iter().rposition(|held| Some(held.monitor) == monitor);
                        at.map(|at| held.remove(at));
                    }
                    What::Awaits { through } => {
                        let meeting = self.meeting(thread, through, slots);
                        self.threads[thread].awaited.extend(meeting.map(|meeting| (frame, meeting)));
                    }
                    _ => {}
                }
            }
            if node < program.nodes {
                self.node(thread, &floor);
            }
        }
        self.exit(thread, program.exits.iter().map(|exit| exit.levels).sum());
    }

    /// The next node of a thread.
    fn node(&mut self, thread: usize, floor: &Reached) {
        let time = self.joined.time(thread, self.threads[thread].nodes).unwrap();
        self.threads[thread].nodes += 1;
        let first = self.vertices.partition_point(|vertex| vertex.0 < time);
        for vertex in (first..self.vertices.len()).take_while(|&vertex| self.vertices[vertex].0 == time) {
            let inputs = self.vertices[vertex].1.iter().map(|producer| self.depths[producer]);
            let depth = 1 + inputs.max().unwrap_or(0).max(floor.depth);
            self.depths.insert(vertex, depth);
            self.floors.insert(vertex, floor.clone());
            let (this, reached) = (&mut self.threads[thread], Reached::of(depth, vertex));
            this.depth.raise(&reached);
            this.held.iter_mut().for_each(|held| held.depth.raise(&reached));
        }
    }

    fn enter(&mut self, thread: usize, levels: u32) {
        self.threads[thread].level += levels;
        if self.threads[thread].level == levels {
            self.acquire(thread, Some(("tasks", 0)));
        }
    }

    fn exit(&mut self, thread: usize, levels: u32) {
        let before = self.threads[thread].level;
        self.threads[thread].level = before.saturating_sub(levels);
        if before > 0 && self.threads[thread].level == 0 {
            self.release(thread, Some(("results", 0)));
        }
    }
}

impl MergedSink for Ordered<'_> {
    type End = ();

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.threads[thread].programs.extend(chunk.programs);
        let mut at = 0;
        while at < chunk.words.len() {
            match Operation::read(&chunk.words, &mut at) {
                Operation::Path { program, frame, slots } => {
                    let program = Arc::clone(&self.threads[thread].programs[program as usize]);
                    self.path(thread, &program, frame, slots);
                }
                Operation::Enter { .. } => self.enter(thread, 1),
                Operation::Loop { .. } => self.enter(thread, 2),
                Operation::Exit { levels } => self.exit(thread, levels),
                _ => {}
            }
        }
        // Paths without events may leave monitors before the thread's next turn.
        let held: Vec<Meeting> = self.threads[thread].held.iter().map(|held| held.monitor).collect();
        held.into_iter().for_each(|monitor| self.release(thread, Some(monitor)));
        Ok(())
    }

    fn end(&mut self, thread: usize, _: ReplayStats, _: Stop) {
        let own = Some(("end", self.threads[thread].own)).filter(|own| own.1 != 0);
        self.release(thread, own);
    }
}

/// The depths of all vertices with synchronisation.
pub struct OrderedDepths {
    /// The length of the critical path.
    pub length: u64,
    vertices: Vec<(u64, Vec<usize>)>,
    depths: HashMap<usize, u64>,
    floors: HashMap<usize, Reached>,
}

impl OrderedDepths {
    /// The fault of a chain of nodes, by their time stamps, as critical path: each node reads what the one before wrote, or comes behind
    /// it, and the first has depth 1. Also returns how many come behind the one before without reading of it.
    pub fn wrong(&self, chain: &[u64]) -> Result<u64, String> {
        if chain.len() as u64 != self.length {
            return Err(format!("{} nodes of {} with synchronisation", chain.len(), self.length));
        }
        let (mut before, mut waits): (HashSet<usize>, u64) = (HashSet::new(), 0);
        for (&time, depth) in chain.iter().zip(1..) {
            let first = self.vertices.partition_point(|vertex| vertex.0 < time);
            let all = (first..self.vertices.len()).take_while(|&vertex| self.vertices[vertex].0 == time);
            let here: Vec<usize> = all.filter(|vertex| self.depths[vertex] == depth).collect();
            let reads = |vertex: &usize| self.vertices[*vertex].1.iter().any(|producer| before.contains(producer));
            let behind = |vertex: &usize| {
                let floor = &self.floors[vertex];
                floor.depth + 1 == depth && floor.vertices.iter().any(|other| before.contains(other))
            };
            let is_first = depth == 1;
            waits += u64::from(!is_first && !here.iter().any(reads));
            let next = here.iter().copied().filter(|vertex| is_first || reads(vertex) || behind(vertex)).collect();
            before = next;
            if before.is_empty() {
                return Err(format!(
                    "the node at {time}, {depth} of the chain with synchronisation, does not wait for the one before"
                ));
            }
        }
        Ok(waits)
    }
}

/// The depths with synchronisation; `None` if no thread's object is known.
pub fn ordered(
    map: &ProgramMap,
    class_name: &(dyn Fn(u32) -> Option<String> + Sync),
    threads: Vec<ThreadInput<'_>>,
    joined: &Joined,
) -> Option<OrderedDepths> {
    let ordered = Ordered {
        map,
        joined,
        vertices: joined.brute.vertices().cloned().collect(),
        depths: HashMap::new(),
        floors: HashMap::new(),
        threads: threads.iter().map(|_| Thread::default()).collect(),
        released: HashMap::new(),
        sections: HashMap::new(),
        classes: HashMap::new(),
    };
    let index = Index::new(map, class_name);
    let emitter = |sink| Emitter::new(map, sink).with_slots_for_copies().for_synchronization();
    let (found, _) = merge_chunks(&index, threads, ordered, emitter).unwrap();
    let is_known = found.threads.len() > 1 && found.threads.iter().any(|thread| thread.own != 0);
    let depths = found.threads.iter().map(|thread| thread.depth.depth.max(thread.acquired.depth));
    let length = depths.max().unwrap_or(0);
    let Ordered { vertices, depths, floors, .. } = found;
    is_known.then_some(OrderedDepths { length, vertices, depths, floors })
}
