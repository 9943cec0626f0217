//! Random executions: what a traced program would write, and what it really did.

use paratrace_traceformat::map::InstructionId;
use paratrace_traceformat::trace::{COUNTED, FOLLOWED};
use std::collections::{BTreeMap, HashMap};

use paratrace_analyzer::listing::{Location, Node, NodeSink, Object, Region};
use paratrace_traceformat::map::*;

use crate::figures::Brute;
use crate::program::Program;
use crate::random::Random;
use crate::sites;

/// A value: an object and an integer at once, so that it may be used as either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    pub object: u32,
    pub index: u32,
}

/// A step that is told once the next event is written: without it, no reader can know.
#[derive(Debug)]
pub enum Told {
    Node(MethodId, InstructionId, Vec<Location>, Vec<Location>),
    Vertex(Vec<Location>, Vec<Location>),
    Moved(Option<Location>, Location),
    Joined(Location, Location),
    Gathered(Object, Location),
    Counted(u64, Vec<Location>),
    Arrive(BlockId),
    Enter(Region),
    Exit,
}

/// An activation.
#[derive(Debug)]
pub struct Frame {
    pub id: u64,
    pub method: MethodId,
    pub start: u32,
    pub locals: HashMap<u32, Value>,
    pub stack: Vec<Value>,
    pub loops: Vec<usize>,
    pub direct: bool,
    pub result: Option<Value>,
    /// The object that the last call initialises.
    pub initialises: Value,
    /// What the last call has called back has returned a value.
    pub is_joined: bool,
}

/// Counts by caller and callee.
pub type Calls = BTreeMap<(MethodId, String), u64>;

/// One thread's execution.
pub struct Execution<'p> {
    pub program: &'p Program,
    pub random: Random,
    pub control: Vec<u32>,
    pub data: Vec<u32>,
    pub truth: Brute,
    pub ended: bool,
    pub calls: Calls,
    pub callbacks: Calls,
    pub opaque: Calls,
    pub(crate) told: Vec<Told>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) next_frame: u64,
    pub(crate) hashes: HashMap<u32, u32>,
    pub(crate) pool: Vec<u32>,
    /// Some calls of untraced code are only counted.
    pub(crate) counts: bool,
    /// The latest path has no event.
    pub(crate) was_silent: bool,
    /// What the latest call of untraced code has written.
    pub(crate) written: Vec<Location>,
    next_object: u32,
    budget: i64,
}

/// How an activation ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flow {
    Returned,
    Threw,
    /// It threw, and wrote no event about it.
    Vanished,
    Stopped,
}

/// How a path ended.
pub enum Ended {
    At(u32),
    Call(super::calls::Decided),
    Returned,
    Threw(InstructionId),
}

impl<'p> Execution<'p> {
    pub fn new(program: &'p Program, seed: u64, budget: i64) -> Self {
        Self {
            program,
            random: Random(seed),
            control: Vec::new(),
            data: Vec::new(),
            truth: Brute::new(&program.map),
            ended: false,
            calls: Calls::new(),
            callbacks: Calls::new(),
            opaque: Calls::new(),
            told: Vec::new(),
            frames: Vec::new(),
            next_frame: 0,
            hashes: (1..5).map(|object| (object, 100 + object)).collect(),
            pool: (1..5).collect(),
            counts: false,
            was_silent: false,
            written: Vec::new(),
            next_object: 5,
            budget,
        }
    }

    /// Some calls of untraced code are only counted.
    pub fn counting(self) -> Self {
        Self { counts: true, ..self }
    }

    /// Runs traced code that is only counted: nothing is known of it but its paths. Returns whether the program is killed there.
    pub(crate) fn count(&mut self, methods: &[MethodId]) -> bool {
        let (told, data, written) = (std::mem::take(&mut self.told), self.data.len(), self.written.clone());
        let (hashes, pool, truth) = (self.hashes.clone(), self.pool.clone(), self.truth.clone());
        let (calls, callbacks, opaque) = (self.calls.clone(), self.callbacks.clone(), self.opaque.clone());
        self.counts = false;
        self.truth = Brute::new(&self.program.map);
        self.control.push(COUNTED);
        let is_stopped = methods.iter().any(|&method| self.activation(method, Vec::new(), None) == Flow::Stopped);
        if is_stopped {
            self.told.clear();
        } else {
            self.tell();
            self.control.push(FOLLOWED);
        }
        let nodes = self.truth.insns.len() as u64;
        self.data.truncate(data);
        (self.told, self.written, self.counts) = (told, written, true);
        (self.hashes, self.pool, self.truth) = (hashes, pool, truth);
        (self.calls, self.callbacks, self.opaque) = (calls, callbacks, opaque);
        if nodes > 0 {
            self.told.push(Told::Counted(nodes, self.written.clone()));
        }
        self.tell();
        is_stopped
    }

    /// Runs to the end, or to where the program is killed.
    pub fn run(mut self) -> Self {
        for _ in 0..self.random.between(1, 3) {
            let method = self.any_method();
            if self.activation(method, Vec::new(), None) == Flow::Stopped {
                self.told.clear();
                return self;
            }
        }
        self.ended = true;
        self.tell();
        self
    }

    /// A traced method.
    pub(crate) fn any_method(&mut self) -> MethodId {
        let methods = &self.program.map.methods;
        let traced: Vec<MethodId> =
            MethodId::all().take(methods.len()).filter(|&m| methods[m.index()].untraced.is_none()).collect();
        self.random.pick(&traced)
    }

    fn tell(&mut self) {
        for told in std::mem::take(&mut self.told) {
            match told {
                Told::Node(method, insn, reads, writes) => {
                    self.truth.node(Node { method, insn, reads: &reads, writes: &writes });
                }
                Told::Vertex(reads, writes) => self.truth.vertex(&reads, &writes),
                Told::Moved(from, to) => self.truth.moved(from, to),
                Told::Joined(from, to) => self.truth.joined(from, to),
                Told::Gathered(array, to) => self.truth.gathered(array, to),
                Told::Counted(nodes, written) => self.truth.counted(nodes, &written),
                Told::Arrive(block) => self.truth.arrive(block),
                Told::Enter(region) => self.truth.enter(region),
                Told::Exit => self.truth.exit(),
            }
        }
    }

    /// The path is over.
    pub(crate) fn event(&mut self, start: u32, rest: u32, threw: bool) {
        let start = &self.program.map.starts[start as usize];
        self.was_silent = start.silent && !threw;
        if threw || !start.silent {
            self.control.push(start.base + rest);
            self.tell();
        }
    }

    pub(crate) fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("an activation")
    }

    pub(crate) fn value(&mut self) -> Value {
        let index = match self.random.below(40) {
            0 => u32::MAX - 1,
            1 => self.random.between(60, 200),
            2 => self.random.below(1000),
            _ => self.random.below(6),
        };
        let object = if self.random.chance(4) { 0 } else { self.random.pick(&self.pool.clone()) };
        Value { object, index }
    }

    /// A new object, not yet known to anyone.
    pub(crate) fn new_object(&mut self) -> u32 {
        self.next_object += 1;
        self.next_object
    }

    /// Gives an object a hash, perhaps one that a dead object had.
    pub(crate) fn give_hash(&mut self, object: u32) -> u32 {
        let held: Vec<u32> = self
            .frames
            .iter()
            .flat_map(|f| f.stack.iter().chain(f.locals.values()).chain([&f.initialises]))
            .map(|value| value.object)
            .collect();
        let dead: Vec<u32> = self.pool.iter().copied().filter(|o| !held.contains(o) && *o != object).collect();
        let mut hash = 100 + object;
        if self.pool.len() > 2 && !dead.is_empty() && self.random.chance(40) {
            let dead = self.random.pick(&dead);
            self.pool.retain(|&o| o != dead);
            hash = self.hashes[&dead];
        }
        self.hashes.insert(object, hash);
        self.pool.push(object);
        hash
    }

    pub(crate) fn hash(&self, object: u32) -> u32 {
        if object == 0 { 0 } else { self.hashes[&object] }
    }

    /// Runs a method. `direct`: number of the frame, made by the call.
    pub(crate) fn activation(&mut self, method: MethodId, args: Vec<Value>, direct: Option<u64>) -> Flow {
        let map = &self.program.map;
        let own = &map.methods[method.index()];
        let slots = sites::slots(&own.desc, own.access & 8 != 0);
        let args = if direct.is_some() { args } else { slots.iter().map(|_| self.value()).collect() };
        let id = direct.unwrap_or_else(|| self.new_frame());
        self.told.push(Told::Enter(Region::Method(method)));
        self.frames.push(Frame {
            id,
            method,
            start: own.starts.start,
            locals: slots.into_iter().zip(args).collect(),
            stack: Vec::new(),
            loops: Vec::new(),
            direct: direct.is_some(),
            result: None,
            initialises: Value { object: 0, index: 0 },
            is_joined: false,
        });
        self.arrive(BlockId::new(own.blocks.start));
        let flow = self.body();
        if flow != Flow::Stopped {
            let loops = self.top().loops.len();
            self.told.extend((0..1 + 2 * loops).map(|_| Told::Exit));
            let result = self.top().result;
            self.frames.pop();
            if let (Some(result), Some(_)) = (result, direct) {
                self.top().result = Some(result);
            }
        }
        flow
    }

    pub(crate) fn new_frame(&mut self) -> u64 {
        self.next_frame += 1;
        self.next_frame
    }

    fn body(&mut self) -> Flow {
        let (mut direct, mut quiet, mut caught) = (false, true, false);
        loop {
            self.budget -= 1;
            if self.budget < 0 && (self.random.chance(20) || self.budget < -400) {
                return Flow::Stopped;
            }
            // No reader can tell if an activation that ends without an event had caught something before.
            if !caught && self.may_vanish() {
                return Flow::Vanished;
            }
            let mut force = false;
            if !quiet {
                match self.interlude() {
                    Some(Flow::Stopped) => return Flow::Stopped,
                    Some(Flow::Threw) => force = true,
                    _ => {}
                }
            }
            let start = self.top().start;
            (quiet, caught) = (false, false);
            match self.path(start, direct, force) {
                Ended::At(start) => {
                    self.top().start = start;
                    direct = false;
                }
                Ended::Returned => return Flow::Returned,
                Ended::Threw(insn) => {
                    if !self.unwind(insn) {
                        return Flow::Threw;
                    }
                    (direct, quiet, caught) = (false, true, true);
                }
                Ended::Call(decided) => {
                    let after = decided.after;
                    self.top().start = after;
                    let insn = decided.insn;
                    direct = decided.is_direct();
                    match self.perform(decided) {
                        Flow::Stopped => return Flow::Stopped,
                        Flow::Returned => quiet = true,
                        Flow::Threw | Flow::Vanished => {
                            if !direct {
                                let call = Location::Call(self.top().id);
                                self.told.push(Told::Moved(Some(call), Location::Exception));
                            }
                            self.event(after, 0, true);
                            if !self.unwind(insn) {
                                return Flow::Threw;
                            }
                            (direct, quiet, caught) = (false, true, true);
                        }
                    }
                }
            }
        }
    }

    /// Stack overflow inside a probe: the activation ends without an event.
    fn may_vanish(&mut self) -> bool {
        let [.., caller, top] = &self.frames[..] else { return false };
        let start = &self.program.map.starts[top.start as usize];
        let possible = top.direct && !start.silent && start.kind != StartKind::Entry && caller.start != top.start;
        possible && self.random.below(200) == 0
    }

    /// A class initialiser, or traced code where no one expects it, before a path.
    fn interlude(&mut self) -> Option<Flow> {
        let start = self.program.map.starts[self.top().start as usize];
        let methods = &self.program.map.methods;
        let is_initialiser = |m: &MethodId| methods[m.index()].name == "<clinit>";
        let mut all: Vec<MethodId> =
            MethodId::all().take(methods.len()).filter(|&m| methods[m.index()].untraced.is_none()).collect();
        if self.frames.len() > 8 {
            return None;
        }
        match start.kind {
            StartKind::Trigger if self.random.chance(25) => {
                all.retain(is_initialiser);
                if all.is_empty() {
                    return None;
                }
                let method = self.random.pick(&all);
                Some(self.activation(method, Vec::new(), None))
            }
            StartKind::Header | StartKind::Split if !start.silent && self.random.chance(1) => {
                all.retain(|m| !is_initialiser(m));
                let method = self.random.pick(&all);
                match self.activation(method, Vec::new(), None) {
                    Flow::Stopped => Some(Flow::Stopped),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Looks for a handler; the activation goes on there.
    fn unwind(&mut self, insn: InstructionId) -> bool {
        let map = &self.program.map;
        let method = &map.methods[self.top().method.index()];
        for h in &map.handlers[method.handlers.start as usize..method.handlers.end as usize] {
            if (h.from..h.to).contains(&insn) && self.random.chance(70) {
                self.arrive(h.block);
                let value = self.value();
                let start = map.blocks[h.block.index()].start;
                let frame = self.top();
                frame.start = start;
                frame.stack = vec![value];
                let to = Location::Entry { frame: frame.id, entry: 0 };
                self.told.push(Told::Moved(Some(Location::Exception), to));
                return true;
            }
        }
        false
    }

    /// Control arrives at a block: loops without it end, loops with it begin or go on.
    pub(crate) fn arrive(&mut self, block: BlockId) {
        let at = block.index();
        let mut frame = self.frames.pop().expect("an activation");
        while frame.loops.last().is_some_and(|&l| !self.program.loops[l].body.contains(&at)) {
            frame.loops.pop();
            self.told.extend([Told::Exit, Told::Exit]);
        }
        for (number, l) in self.program.loops.iter().enumerate() {
            let (looped, header) = (LoopId::new(number as u32), l.header == at);
            if !l.body.contains(&at) {
                continue;
            }
            if !frame.loops.contains(&number) {
                frame.loops.push(number);
                self.told.push(Told::Enter(Region::Loop(looped)));
                self.told.push(Told::Enter(Region::Iteration { looped, header }));
            } else if header {
                self.told.push(Told::Exit);
                self.told.push(Told::Enter(Region::Iteration { looped, header }));
            }
        }
        self.told.push(Told::Arrive(block));
        self.frames.push(frame);
    }
}

/// An object as a location's owner.
pub fn object(number: u32) -> Object {
    Object::Number(number)
}
