//! The emitter: the machine that turns a replay into the operation stream.
//!
//! It compiles paths, resolves locations, and records which regions are entered and left.

use std::sync::Arc;

use paratrace_traceformat::map::{BlockId, Effect, InstructionId, Method, MethodId, NONE, ProgramMap};

use crate::base::error::{AnalyzeError, Desync, Halt};
use crate::base::limits;
use crate::base::pages::Pages;
use crate::events::Events;
use crate::paths::{Alone, Compiler, RecipeAt, SharedPaths, Space, Variant, frame_size};
use crate::program::{
    Arrival, Constructs, End, PathInfo, PathRow, ReflectedFields, RegionId, arrival, parameter_slots,
};
use crate::replay::{Classes, Entry, Machine, Outcome};
use crate::stream::monitors::Held;
use crate::stream::{Callbacks, Chunk, Entity, Joined, Locations, Spread, Writer};

/// Number of name spaces in which a frame cell's value may be known.
pub(super) const SPACES: usize = Space::ALL.len();

/// A consumer of the chunks of a stream.
pub trait ChunkSink {
    /// Takes the next chunk.
    ///
    /// # Errors
    /// If the consumer fails or stops. The replay ends with that error.
    fn chunk(&mut self, chunk: Chunk) -> Result<(), AnalyzeError>;
}

/// The frame of one activation.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// The method that runs.
    pub method: MethodId,
    /// Address of its first cell.
    pub base: u32,
    /// Number of cells.
    pub size: u32,
    /// The block whose loops are open.
    pub block: Option<BlockId>,
    /// Number of region levels of those loops.
    pub levels: u32,
    /// The object that the call at the end of the last path initialises.
    pub initialises: Entity,
    /// The object that the result of that call may share state with.
    pub source: Entity,
    /// The call at the end of the last path.
    pub call: InstructionId,
    /// What it returned, if untraced code called it back.
    returns: Returns,
    /// Something that untraced code has called back has returned a value since the last path.
    is_joined: bool,
}

/// Whether an activation gives a value to untraced code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Returns {
    /// It was not called by untraced code.
    Never,
    /// It was, and has not returned one yet.
    NotYet,
    Returned,
}

impl Frame {
    /// Address of the depth that the result of a call has.
    pub fn result(self) -> u32 {
        self.base + self.size
    }

    /// Address of the depth that the parameters of what a call of untraced code calls back have.
    fn passed(self) -> u32 {
        self.result() + u32::from(self.is_joined)
    }
}

/// The callbacks of an open call of untraced code.
#[derive(Debug)]
struct Called {
    /// Number of frames up to that of the caller.
    depth: usize,
    call: InstructionId,
    /// The methods called back in the current task.
    methods: Vec<MethodId>,
}

/// The facts of a method that entering it needs.
#[derive(Debug, Clone, Copy, Default)]
struct MethodEntry {
    /// Number of cells of a frame; 0 if the method was not entered yet.
    size: u32,
    /// Its first block.
    first: BlockId,
    /// Whether the first block lies in a loop.
    in_loop: bool,
    /// Whether the method initialises its class.
    initialises: bool,
}

impl MethodEntry {
    fn of(map: &ProgramMap, method: &Method) -> Self {
        let first = BlockId::new(method.blocks.start);
        let in_loop = map.blocks.get(first.index()).is_some_and(|block| !block.loop_.is_none());
        Self { size: frame_size(method), first, in_loop, initialises: method.name == "<clinit>" }
    }
}

/// The emitter of one thread's stream.
pub struct Emitter<'m, S> {
    pub(super) map: &'m ProgramMap,
    /// Locations of objects and their fields, with counts of how certain the identities are.
    pub locations: Locations,
    pub(super) compiler: Compiler<'m>,
    /// Of each method that was entered.
    entries: Pages<MethodEntry>,
    pub(super) writer: Writer,
    pub(super) frames: Vec<Frame>,
    /// Monitors that activations hold, if the stream is to show them.
    pub(super) held: Vec<Held>,
    /// Known identities of frame cells, one per name space.
    pub(super) known: Vec<u32>,
    pub(super) registers: Vec<u32>,
    /// Element copies of the current path.
    pub(super) copies: Vec<u32>,
    /// How many words of them there were before those of the call at its end; no limit if that has none.
    pub(super) copied_before_call: usize,
    /// Meetings of the current path ([`crate::stream::meetings`]).
    pub(super) meetings: Vec<u32>,
    /// Word of the stream at which the slots of the current path begin.
    pub(super) resolved: usize,
    /// Slots that the call at the end of each program changes, by their numbers among its slots, and those of the last path's call.
    changes: Vec<Box<[u32]>>,
    changed: Vec<u32>,
    /// Fields that were accessed by reflection.
    pub(super) reflected: ReflectedFields,
    /// Arrays of references that the call at the end of the current path is given.
    pub(super) arrays: Vec<Entity>,
    /// Number of paths, of parts of objects listed for them, and of elements that calls looked at.
    pub(super) paths: u64,
    pub(super) parts: u64,
    pub(super) gathered: u64,
    pub(super) recipe: RecipeAt,
    path_at: usize,
    direct: bool,
    /// Whether every copied element gets a slot, even if it was never written.
    pub(super) touches: bool,
    /// Constructs of the program, if the stream is to show where conditionals may end.
    pub(super) joins: Option<Constructs<'m>>,
    /// Calls of untraced code that have called back, if the stream is to show their tasks.
    called: Vec<Called>,
    sink: S,
}

impl<'m, S: ChunkSink> Emitter<'m, S> {
    /// Creates an emitter that hands its chunks to `sink`.
    pub fn new(map: &'m ProgramMap, sink: S) -> Self {
        Self {
            map,
            locations: Locations::new(map.static_slots),
            compiler: Compiler::new(map),
            entries: Pages::default(),
            writer: Writer::new(),
            frames: Vec::new(),
            held: Vec::new(),
            known: Vec::new(),
            registers: Vec::new(),
            copies: Vec::new(),
            copied_before_call: usize::MAX,
            meetings: Vec::new(),
            resolved: 0,
            changes: Vec::new(),
            changed: Vec::new(),
            reflected: ReflectedFields::default(),
            arrays: Vec::new(),
            paths: 0,
            parts: 0,
            gathered: 0,
            recipe: RecipeAt::default(),
            path_at: 0,
            direct: false,
            touches: false,
            joins: None,
            called: Vec::new(),
            sink,
        }
    }

    /// Makes the stream show where conditionals may end and what untraced code calls back, and gives a slot to every copied
    /// element.
    pub fn for_dependences(mut self) -> Self {
        self.joins = Some(Constructs::new(self.map));
        self.with_slots_for_copies()
    }

    /// Gives a slot to every copied element, even if it was never written.
    pub fn with_slots_for_copies(mut self) -> Self {
        self.touches = true;
        self
    }

    /// Makes it use paths of the same map that the emitters of other threads have compiled.
    pub fn sharing(mut self, paths: &Arc<SharedPaths>) -> Self {
        self.compiler.share(paths);
        self
    }

    /// Makes programs include their data flow, node by node.
    pub fn for_chain(mut self) -> Self {
        self.compiler.tell_flow();
        self
    }

    /// Makes scripts tell what they synchronise on. Monitors get a slot for each time that they are entered or left.
    pub fn for_synchronization(mut self) -> Self {
        self.compiler.tell_synchronization();
        self
    }

    /// Returns what takes the chunks.
    pub fn sink(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Closes the thread's own region, hands over the last chunk and returns the sink.
    pub fn finish(mut self) -> Result<S, AnalyzeError> {
        self.writer.exit(self.writer.level());
        let chunk = self.writer.take();
        self.sink.chunk(chunk)?;
        Ok(self.sink)
    }

    fn flush(&mut self) -> Result<(), Halt> {
        if self.writer.chunk.words.len() >= limits::CHUNK_WORDS { self.cut() } else { Ok(()) }
    }

    /// Hands over the operations and notes written so far.
    pub fn cut(&mut self) -> Result<(), Halt> {
        let notes = self.locations.take_notes();
        if self.writer.chunk.words.is_empty() && notes.is_empty() {
            return Ok(());
        }
        let chunk = Chunk { notes, ..self.writer.take() };
        self.sink.chunk(chunk).map_err(Halt::Stopped)
    }

    /// Appends a path without instructions, in the frame of the running activation, and with this slot.
    pub(super) fn alone(&mut self, alone: Alone, slot: Option<u32>) {
        let (number, new) = self.compiler.alone(alone);
        if let Some(new) = new {
            self.changes.push(Box::default());
            self.writer.chunk.programs.push(new);
        }
        let at = self.writer.begin_path(self.frames.last().map_or(0, |frame| frame.base));
        slot.into_iter().for_each(|slot| self.writer.push(slot));
        self.writer.end_path(at, number, 0);
    }

    /// The running activation ends: it may be that of a class initialiser.
    fn initialised(&mut self) {
        if let Some(&Frame { method, .. }) = self.frames.last()
            && self.compiler.tells_synchronization()
            && self.entries.at(method.index()).initialises
        {
            self.alone(Alone::Initialised(method), None);
        }
    }

    /// Returns the activation directly around a region that begins now, or `NONE` if that is a loop's iteration.
    fn parent(&self) -> RegionId {
        match self.frames.last() {
            Some(frame) if frame.levels == 0 => RegionId::of_method(frame.method),
            _ => RegionId::NONE,
        }
    }

    /// Returns whether the call at the end of a path may change objects that it is given, and does not only look at them.
    fn changes_state(&self, path: &PathInfo) -> bool {
        matches!(path.end, End::Call { site, .. } if self.map.sites[site as usize].effect != Effect::Pure)
    }

    /// Opens and closes loops of the current activation.
    fn arrive(&mut self, arrival: &Arrival, to: BlockId) {
        let Some(&frame) = self.frames.last() else { return };
        let left = (2 * arrival.left).min(frame.levels);
        self.writer.exit(left);
        if let Some(joins) = &mut self.joins
            && joins.is_join(frame.method, to)
        {
            self.writer.arrive(to);
        }
        let mut levels = frame.levels - left;
        if arrival.next && levels > 0 {
            self.writer.next_iteration();
        }
        for (i, &opened) in arrival.opened.iter().enumerate() {
            let header = arrival.at_header && i + 1 == arrival.opened.len();
            let parent = if levels == 0 { RegionId::of_method(frame.method) } else { RegionId::NONE };
            self.writer.open_loop(RegionId::of_loop(self.map, opened), parent, frame.base, header);
            levels += 2;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.block = Some(to);
            frame.levels = levels;
        }
    }

    /// Returns the address of a new frame.
    fn base(&self, entry: Entry) -> Result<u32, Halt> {
        let Some(frame) = self.frames.last() else { return Ok(0) };
        let gap = match entry {
            Entry::Direct | Entry::Bottom => 0,
            Entry::Initialiser => 1,
            Entry::CallBack => 2,
            Entry::Unexpected => limits::UNEXPECTED_GAP,
        };
        let base = frame.base.checked_add(frame.size + gap).filter(|&base| base < limits::MAX_FRAME_CELLS);
        base.ok_or(Halt::Desync(Desync::TooDeep))
    }

    /// Sets the depths of parameters that no direct call wrote.
    fn parameters(&mut self, method: MethodId, entry: Entry, base: u32) {
        let from = match (entry, self.frames.last()) {
            (Entry::Direct, _) => return,
            (Entry::CallBack, Some(caller)) => Spread::Frame(caller.passed()),
            _ => Spread::Zero,
        };
        let slots = parameter_slots(&self.map.methods[method.index()]);
        let count = slots.last().map_or(0, |last| last + 1);
        self.writer.spread(count, from, base + 1);
    }

    /// Untraced code calls a method back: the method belongs to the current task of the call, or begins the next one.
    fn callback(&mut self, method: MethodId) {
        let (depth, call) = (self.frames.len(), self.frames.last().map_or(InstructionId::NONE, |frame| frame.call));
        if self.joins.is_none() || call.is_none() {
            return;
        }
        match self.called.last_mut().filter(|open| open.depth == depth) {
            None => {
                self.called.push(Called { depth, call, methods: vec![method] });
                self.writer.callback(Callbacks::Begin, call);
            }
            Some(open) if open.methods.contains(&method) => {
                open.methods = vec![method];
                self.writer.callback(Callbacks::Next, call);
            }
            Some(open) => open.methods.push(method),
        }
    }

    /// The running activation goes on or ends: the untraced code that it called has ended.
    fn end_callbacks(&mut self) {
        let depth = self.frames.len();
        if let Some(open) = self.called.pop_if(|open| open.depth == depth) {
            self.writer.callback(Callbacks::End, open.call);
        }
    }

    /// The result of a call of untraced code may come from what it called back. What it calls back next need not: it gets what the
    /// call had before.
    fn give_back(&mut self, callee: Frame) {
        let Some(caller) = self.frames.last_mut() else { return };
        let (result, before) = (caller.result(), caller.passed());
        caller.is_joined = true;
        let kept = caller.passed();
        if before != kept {
            self.writer.spread(1, Spread::Frame(before), kept);
        }
        self.writer.join(Joined::Frame(callee.base), result);
    }

    fn forget(&mut self, base: u32, size: u32) {
        let (from, to) = (SPACES * base as usize, SPACES * (base + size + 1) as usize);
        if self.known.len() < to {
            self.known.resize(to, NONE);
        }
        self.known[from..to].fill(NONE);
    }
}

impl<S: ChunkSink> Machine for Emitter<'_, S> {
    fn enter(&mut self, method: MethodId, entry: Entry) -> Result<(), Halt> {
        let base = self.base(entry)?;
        let known = self.entries.at(method.index());
        if known.size == 0 {
            *known = MethodEntry::of(self.map, &self.map.methods[method.index()]);
        }
        let MethodEntry { size, first, in_loop, .. } = *known;
        self.parameters(method, entry, base);
        self.forget(base, size);
        if entry == Entry::CallBack {
            self.callback(method);
        }
        self.writer.enter(RegionId::of_method(method), self.parent(), base);
        self.frames.push(Frame {
            method,
            base,
            size,
            block: Some(first),
            levels: 0,
            initialises: 0,
            source: 0,
            call: InstructionId::NONE,
            returns: if entry == Entry::CallBack { Returns::NotYet } else { Returns::Never },
            is_joined: false,
        });
        if in_loop {
            self.arrive(&arrival(self.map, None, first), first);
        }
        self.flush()
    }

    fn begin(
        &mut self,
        path: &PathInfo,
        direct: bool,
        events: &mut Events<'_>,
        classes: &mut Classes<'_>,
    ) -> Result<(), Halt> {
        self.end_callbacks();
        let Some(&frame) = self.frames.last() else { return Ok(()) };
        if path.left + 2 * path.arrival.left > frame.levels {
            return Err(Desync::Loops { method: path.method }.into());
        }
        self.recipe = self.compiler.recipe(path);
        self.direct = direct;
        self.paths += 1;
        self.path_at = self.writer.begin_path(frame.base);
        self.locations.note_at(self.path_at);
        let taken = self.resolve(frame, events, classes);
        self.locations.note_doubt(path.method);
        if taken.is_err() {
            self.writer.cancel_path(self.path_at);
        }
        taken
    }

    fn finish(&mut self, path: &PathInfo, outcome: Outcome) -> Result<(), Halt> {
        // Only paths behind a call differ by how that call was answered.
        let variant = Variant { direct: self.direct && path.behind_call, outcome };
        let (number, new) = self.compiler.program(path, variant);
        self.changed.clear();
        if let Some(new) = new {
            self.changes.push(new.script.changed_last().collect());
            self.writer.chunk.programs.push(new);
        }
        if outcome == Outcome::Opaque && self.changes_state(path) {
            let slots = &self.writer.chunk.words[self.resolved..];
            let changed = self.changes[number as usize].iter().map(|&slot| slots[slot as usize]);
            self.changed.extend(changed.filter(|&slot| slot != 0));
            // It may be given one object several times.
            self.changed.sort_unstable();
            self.changed.dedup();
        }
        if !matches!(outcome, Outcome::Opaque | Outcome::NoCall) {
            self.copies.truncate(self.copied_before_call);
        }
        self.writer.chunk.words.append(&mut self.copies);
        self.writer.chunk.words.append(&mut self.meetings);
        self.writer.end_path(self.path_at, number, path.left);
        if let Some(frame) = self.frames.last_mut() {
            frame.block = path.last.or(frame.block);
            frame.levels -= path.left;
            frame.call = if let End::Call { insn, .. } = path.end { insn } else { InstructionId::NONE };
            frame.is_joined = false;
            if path.end == End::Return && frame.returns == Returns::NotYet && returns_value(self.map, path.method) {
                frame.returns = Returns::Returned;
            }
        }
        if outcome == Outcome::Opaque {
            self.gather();
        }
        if let End::Arrive { block, .. } = path.end {
            self.arrive(&path.arrival, block);
        }
        self.flush()
    }

    fn work(&mut self, mut nodes: u64) {
        while nodes > 0 {
            let some = u32::try_from(nodes).unwrap_or(u32::MAX);
            self.writer.work(some);
            nodes -= u64::from(some);
        }
    }

    fn counted(&mut self, mut nodes: u64) {
        let result = self.frames.last().map_or(0, |frame| frame.result());
        while nodes > 0 {
            let some = u32::try_from(nodes).unwrap_or(u32::MAX);
            self.writer.counted(some, result);
            nodes -= u64::from(some);
        }
        self.changed.iter().for_each(|&slot| self.writer.deepened(result, slot));
    }

    #[inline]
    fn expect(&self, path: PathRow) {
        self.compiler.prefetch(path);
    }

    #[inline]
    fn expect_now(&self, path: PathRow) {
        self.compiler.prefetch_steps(path);
    }

    fn catch(&mut self, block: BlockId) {
        self.end_callbacks();
        let Some(&frame) = self.frames.last() else { return };
        let first_entry = 1 + u32::from(self.map.methods[frame.method.index()].max_locals);
        self.arrive(&arrival(self.map, frame.block, block), block);
        self.writer.spread(1, Spread::Exception, frame.base + first_entry);
        let caught = SPACES * (frame.base + first_entry) as usize;
        self.known[caught..caught + SPACES].fill(NONE);
    }

    fn leave(&mut self) {
        self.end_callbacks();
        self.leave_monitors();
        self.initialised();
        if let Some(frame) = self.frames.pop() {
            self.writer.exit(1 + frame.levels);
            if frame.returns == Returns::Returned {
                self.give_back(frame);
            }
        }
    }
}

fn returns_value(map: &ProgramMap, method: MethodId) -> bool {
    !map.methods[method.index()].desc.ends_with(")V")
}

impl<S> Emitter<'_, S> {
    /// Returns the frame of the running activation.
    pub(super) fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }
}
