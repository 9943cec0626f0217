//! The machine that interprets the instructions of paths.

use std::mem;

use paratrace_jvm::opcodes;
use paratrace_replay::base::arithmetic;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_replay::base::error::{AnalyzeError, Desync, Halt};
use paratrace_replay::events::Events;
use paratrace_replay::program::{End, PathInfo, ReflectedFields, parameter_slots};
use paratrace_replay::replay::{Classes, Entry, Machine, Outcome};
use paratrace_traceformat::map::{BlockId, INDEX, InstructionId, LoopId, MethodId, NEW, Op, ProgramMap, REF};
use rustc_hash::{FxHashMap, FxHashSet};

use super::calls::Pending;
use super::sink::{Location, Node, NodeSink, Object, Region};
use super::values::{Value, integer, unknown};

/// One activation.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) id: u64,
    pub(super) method: MethodId,
    pub(super) locals: FxHashMap<u32, Value>,
    pub(super) stack: Vec<Value>,
    /// Whether its caller's call entered it directly, so that it takes the result.
    direct: bool,
    /// Open loops, outermost first.
    loops: Vec<LoopId>,
    /// Number of the frame that a direct call enters.
    pub(super) callee: u64,
    /// The object that the call at the end of the last path initialises.
    pub(super) initialises: Option<Object>,
    /// Untraced code called it back.
    called_back: bool,
    /// It has returned a value.
    returned: bool,
    /// Something that its call has called back has returned a value.
    pub(super) is_joined: bool,
}

/// A message for the sink, kept until the path is known to be complete.
#[derive(Debug)]
pub(super) enum Told {
    Node { insn: InstructionId, reads: Vec<Location>, writes: Vec<Location> },
    Vertex { reads: Vec<Location>, writes: Vec<Location> },
    Moved { from: Option<Location>, to: Location },
    Joined { from: Location, to: Location },
    Gathered { array: Object, to: Location },
    Occurs { object: Object, created: bool },
    Counted { nodes: u64, written: Vec<Location> },
    Arrive(BlockId),
    Enter(Region),
    Exit,
}

/// Objects as several threads know them.
#[derive(Debug, Default)]
pub(super) struct Objects {
    generations: FxHashMap<u32, Object>,
    anonymous: u64,
    numbers: FxHashSet<u32>,
}

/// The machine; it handles single instructions.
pub(super) struct NodeMachine<'m, S> {
    pub(super) map: &'m ProgramMap,
    sink: S,
    pub(super) frames: Vec<Frame>,
    pub(super) next_frame: u64,
    pub(super) anonymous: u64,
    /// The current object of each hash.
    generations: FxHashMap<u32, Object>,
    /// Object numbers that occurred.
    numbers: FxHashSet<u32>,
    pub(super) told: Vec<Told>,
    pub(super) pending: Option<Pending>,
    /// What the latest call at the end of a path has written.
    pub(super) written: Vec<Location>,
    /// Fields that were accessed by reflection.
    pub(super) reflected: ReflectedFields,
}

impl<'m, S: NodeSink> NodeMachine<'m, S> {
    pub(super) fn new(map: &'m ProgramMap, sink: S) -> Self {
        Self {
            map,
            sink,
            frames: Vec::new(),
            next_frame: 0,
            anonymous: 0,
            generations: FxHashMap::default(),
            numbers: FxHashSet::default(),
            told: Vec::new(),
            pending: None,
            written: Vec::new(),
            reflected: ReflectedFields::default(),
        }
    }

    pub(super) fn into_sink(self) -> S {
        self.sink
    }

    /// Swaps the objects that all threads share with the machine's own.
    pub(super) fn exchange(&mut self, objects: &mut Objects) {
        mem::swap(&mut self.generations, &mut objects.generations);
        mem::swap(&mut self.anonymous, &mut objects.anonymous);
        mem::swap(&mut self.numbers, &mut objects.numbers);
    }

    /// Sends the waiting messages to the sink.
    fn tell(&mut self) -> Result<(), Halt> {
        let method = self.frames.last().map_or(MethodId::NONE, |frame| frame.method);
        for told in mem::take(&mut self.told) {
            match told {
                Told::Node { insn, reads, writes } => {
                    self.sink.node(Node { method, insn, reads: &reads, writes: &writes });
                }
                Told::Vertex { reads, writes } => self.sink.vertex(&reads, &writes),
                Told::Moved { from, to } => self.sink.moved(from, to),
                Told::Joined { from, to } => self.sink.joined(from, to),
                Told::Gathered { array, to } => self.sink.gathered(array, to),
                Told::Occurs { object, created } => self.sink.occurs(object, created),
                Told::Counted { nodes, written } => self.sink.counted(nodes, &written),
                Told::Arrive(block) => self.sink.arrive(block),
                Told::Enter(region) => self.sink.enter(region),
                Told::Exit => self.sink.exit(),
            }
        }
        if self.sink.done() { Err(Halt::Stopped(AnalyzeError::Cancelled)) } else { Ok(()) }
    }

    /// Returns the object that has a hash now; 0 is null.
    pub(super) fn by_hash(&mut self, hash: u32) -> Option<Object> {
        if hash == 0 {
            return None;
        }
        let (told, object) = (&mut self.told, Object::Hash(hash, 0));
        Some(*self.generations.entry(hash).or_insert_with(|| {
            told.push(Told::Occurs { object, created: false });
            object
        }))
    }

    /// Gives a hash to a new object.
    pub(super) fn renew(&mut self, hash: u32, created: bool) -> Object {
        let next = match self.generations.get(&hash) {
            Some(Object::Hash(_, generation)) => Object::Hash(hash, generation + 1),
            Some(Object::Anonymous(_)) => {
                self.anonymous += 1;
                Object::Anonymous(self.anonymous)
            }
            _ => Object::Hash(hash, 1),
        };
        self.take_over(hash, next);
        self.told.push(Told::Occurs { object: next, created });
        next
    }

    pub(super) fn take_over(&mut self, hash: u32, object: Object) {
        if hash != 0 {
            self.generations.insert(hash, object);
        }
    }

    fn contains(&self, looped: LoopId, block: BlockId) -> bool {
        let mut at = self.map.blocks[block.index()].loop_;
        while !at.is_none() {
            if at == looped {
                return true;
            }
            at = self.map.loops[at.index()].parent;
        }
        false
    }

    /// Lets control of an activation arrive at a block.
    fn arrive(&mut self, frame: &mut Frame, block: BlockId) {
        while let Some(&innermost) = frame.loops.last() {
            if self.contains(innermost, block) {
                break;
            }
            frame.loops.pop();
            self.told.extend([Told::Exit, Told::Exit]);
        }
        let mut around = Vec::new();
        let mut at = self.map.blocks[block.index()].loop_;
        while !at.is_none() {
            around.push(at);
            at = self.map.loops[at.index()].parent;
        }
        for &looped in around.iter().rev() {
            let header = self.map.loops[looped.index()].header == block;
            let iteration = Told::Enter(Region::Iteration { looped, header });
            if !frame.loops.contains(&looped) {
                frame.loops.push(looped);
                self.told.push(Told::Enter(Region::Loop(looped)));
                self.told.push(iteration);
            } else if header {
                self.told.push(Told::Exit);
                self.told.push(iteration);
            }
        }
        self.told.push(Told::Arrive(block));
    }

    /// Executes a path up to a call at its end.
    fn path(
        &mut self,
        frame: &mut Frame,
        path: &PathInfo,
        direct: bool,
        events: &mut Events<'_>,
        classes: &mut Classes<'_>,
    ) -> Result<(), Halt> {
        if let End::CallThrew { .. } = path.end {
            if !direct {
                self.told.push(Told::Moved { from: Some(Location::Call(frame.id)), to: Location::Exception });
            }
            return Ok(());
        }
        self.behind_call(frame, path, direct, events)?;
        self.skip_lock_of_method(path, events)?;
        for (i, &block) in path.path.blocks.iter().enumerate() {
            if i > 0 {
                self.arrive(frame, block);
            }
            for insn in self.map.blocks[block.index()].instructions() {
                self.skip_lock(insn, path, events)?;
                self.insn(frame, insn, path, events, classes)?;
                if path.end == (End::Throws { insn }) {
                    return Ok(());
                }
            }
        }
        if let End::Arrive { block, .. } = path.end {
            self.skip_lock_on_arrival(block, events)?;
            self.arrive(frame, block);
        }
        Ok(())
    }

    fn insn(
        &mut self,
        frame: &mut Frame,
        insn: InstructionId,
        path: &PathInfo,
        events: &mut Events<'_>,
        classes: &mut Classes<'_>,
    ) -> Result<(), Halt> {
        let i = insn.index();
        let (op, arg) = (Op::from_byte(self.map.insns.op[i]).unwrap_or(Op::Drop), self.map.insns.arg[i]);
        if op == Op::Invoke {
            return self.call(frame, insn, path, events, classes);
        }
        let throws = path.end == (End::Throws { insn });
        let (pops, pushes) = self.map.stack_effect(insn).unwrap_or((0, 0));
        let (popped, mut reads) = frame.pop(pops as usize);
        let mut writes = Vec::new();
        let place = self.place(insn, op, arg, &popped, throws, events)?;
        if throws {
            writes.push(Location::Exception);
        } else {
            let slot = if op == Op::Iinc { iinc(arg).0 } else { arg };
            let local = Location::Local { frame: frame.id, slot };
            match op {
                Op::Load => reads.push(local),
                Op::Store => writes.push(local),
                Op::Iinc => {
                    reads.push(local);
                    writes.push(local);
                }
                Op::GetField | Op::ArrayLoad | Op::GetStatic => reads.extend(place),
                Op::PutField | Op::ArrayStore | Op::PutStatic => writes.extend(place),
                Op::Throw => writes.push(Location::Exception),
                Op::ReturnValue if frame.direct => writes.extend(self.frames.last().map(Frame::top)),
                Op::ReturnValue => {
                    writes.push(Location::Returned(frame.id));
                    frame.returned = frame.called_back;
                }
                _ => {}
            }
            self.moves(frame, op, insn, arg, &popped, pushes as usize, events)?;
            let height = frame.stack.len();
            writes.extend((height - pushes as usize..height).map(|entry| frame.entry(entry)));
        }
        self.told.push(Told::Node { insn, reads, writes });
        Ok(())
    }

    /// Pushes the values that an instruction leaves, with what is known about them.
    #[allow(clippy::too_many_arguments)]
    fn moves(
        &mut self,
        frame: &mut Frame,
        op: Op,
        insn: InstructionId,
        arg: u32,
        popped: &[Value],
        pushes: usize,
        events: &mut Events<'_>,
    ) -> Result<(), Halt> {
        let p = |n: usize| popped[n].clone();
        let left: Vec<Value> = match op {
            Op::Load => vec![frame.local(arg)],
            Op::Dup => vec![p(0), p(0)],
            Op::DupX1 => vec![p(1), p(0), p(1)],
            Op::DupX2 => vec![p(2), p(0), p(1), p(2)],
            Op::Dup2 => vec![p(0), p(1), p(0), p(1)],
            Op::Dup2X1 => vec![p(1), p(2), p(0), p(1), p(2)],
            Op::Dup2X2 => vec![p(2), p(3), p(0), p(1), p(2), p(3)],
            Op::Swap => vec![p(1), p(0)],
            Op::Compute if self.map.insns.opcode[insn.index()] == opcodes::CHECKCAST && popped.len() == 1 => {
                vec![p(0)]
            }
            Op::PushInt => vec![integer(Some(arg))],
            Op::Compute => vec![integer(self.computed(insn, popped))],
            _ => (0..pushes).map(|_| unknown()).collect(),
        };
        if op == Op::Store {
            frame.locals.insert(arg, p(0));
        }
        if op == Op::Iinc {
            let (local, constant) = iinc(arg);
            let sum = frame.local(local).index.get().map(|value| value.wrapping_add_signed(constant));
            frame.locals.insert(local, integer(sum));
        }
        if op == Op::Compute && self.map.insns.flags[insn.index()] & NEW != 0 {
            let array = self.renew(events.data()?, true);
            left[0].object.set(Some(Some(array)));
        }
        frame.stack.extend(left);
        Ok(())
    }

    /// Returns the `int` that an instruction computes from known ones.
    fn computed(&self, insn: InstructionId, popped: &[Value]) -> Option<u32> {
        let opcode = self.map.insns.opcode[insn.index()];
        let count = arithmetic::operands(opcode).filter(|&count| count == popped.len())?;
        let (first, last) = (popped[0].index.get()?, popped[count - 1].index.get()?);
        Some(arithmetic::compute(opcode, first.cast_signed(), last.cast_signed()).cast_unsigned())
    }

    /// Returns the heap location of an access, and takes its recorded data. An access that throws has none.
    fn place(
        &mut self,
        insn: InstructionId,
        op: Op,
        arg: u32,
        popped: &[Value],
        throws: bool,
        events: &mut Events<'_>,
    ) -> Result<Option<Location>, Halt> {
        let flags = self.map.insns.flags[insn.index()];
        let unknown = Halt::Desync(Desync::UnknownValue { insn });
        match op {
            Op::GetStatic | Op::PutStatic => Ok(Some(Location::Static(self.map.fields[arg as usize].slot))),
            Op::GetField | Op::PutField if self.map.fields[arg as usize].traced => {
                let number = &popped[0].number;
                if flags & REF != 0 {
                    number.set(Some(self.number(events)?));
                }
                match number.get() {
                    _ if throws => Ok(None),
                    None => Err(unknown),
                    Some(0) => Err(Desync::NullAccess.into()),
                    Some(n) => Ok(Some(Location::Field(Object::Number(n), self.map.fields[arg as usize].slot))),
                }
            }
            Op::GetField | Op::PutField => {
                let object = self.object(insn, &popped[0], flags & REF != 0, throws, events)?;
                Ok(object.map(|object| Location::Field(object, self.map.fields[arg as usize].slot)))
            }
            Op::ArrayLoad | Op::ArrayStore => {
                let array = self.object(insn, &popped[0], flags & REF != 0, throws, events)?;
                if flags & INDEX != 0 {
                    popped[1].index.set(Some(events.data()?));
                }
                match (array, popped[1].index.get()) {
                    _ if throws => Ok(None),
                    (_, None) => Err(unknown),
                    (_, Some(index)) if (index as i32) < 0 => Err(Desync::BadIndex { index: index as i32 }.into()),
                    (array, Some(index)) => Ok(array.map(|array| Location::Element(array, index))),
                }
            }
            _ => Ok(None),
        }
    }

    /// Takes an object number.
    pub(super) fn number(&mut self, events: &mut Events<'_>) -> Result<u32, Halt> {
        let number = events.data()?;
        self.occurs(number);
        Ok(number)
    }

    /// An object with a number occurs, unless it is null.
    pub(super) fn occurs(&mut self, number: u32) {
        if number != 0 && self.numbers.insert(number) {
            self.told.push(Told::Occurs { object: Object::Number(number), created: false });
        }
    }

    /// Returns the object, identified by its hash, that an access goes to.
    pub(super) fn object(
        &mut self,
        insn: InstructionId,
        value: &Value,
        recorded: bool,
        throws: bool,
        events: &mut Events<'_>,
    ) -> Result<Option<Object>, Halt> {
        if recorded {
            let object = self.by_hash(events.data()?);
            value.object.set(Some(object));
        }
        match value.object.get() {
            _ if throws => Ok(None),
            None => Err(Desync::UnknownValue { insn }.into()),
            Some(None) => Err(Desync::NullAccess.into()),
            Some(object) => Ok(object),
        }
    }
}

impl Frame {
    pub(super) fn entry(&self, entry: usize) -> Location {
        Location::Entry { frame: self.id, entry: entry as u32 }
    }

    /// Returns where the parameters of what untraced code calls back come from.
    fn passed(&self) -> Location {
        if self.is_joined { Location::Passed(self.id) } else { Location::Call(self.id) }
    }

    /// Untraced code gets a value of the program, which the call's result may come from. What it calls back next need not get it.
    fn take_back(&mut self, value: Location, told: &mut Vec<Told>) {
        let call = Location::Call(self.id);
        if !self.is_joined {
            told.push(Told::Moved { from: Some(call), to: Location::Passed(self.id) });
        }
        self.is_joined = true;
        told.extend([call, self.top()].map(|to| Told::Joined { from: value, to }));
    }

    /// Returns the entry that a callee's result goes to.
    pub(super) fn top(&self) -> Location {
        self.entry(self.stack.len())
    }

    /// Pops values, lowest first, with the entries that they were in.
    pub(super) fn pop(&mut self, count: usize) -> (Vec<Value>, Vec<Location>) {
        let from = self.stack.len().saturating_sub(count);
        let popped = self.stack.split_off(from);
        let entries = (from..from + popped.len()).map(|entry| self.entry(entry)).collect();
        (popped, entries)
    }

    fn local(&mut self, slot: u32) -> Value {
        self.locals.entry(slot).or_insert_with(unknown).clone()
    }
}

impl<S: NodeSink> Machine for NodeMachine<'_, S> {
    fn enter(&mut self, method: MethodId, entry: Entry) -> Result<(), Halt> {
        let id = match (entry, self.frames.last()) {
            (Entry::Direct, Some(caller)) => caller.callee,
            _ => self.new_frame(),
        };
        if entry != Entry::Direct {
            let call = self.frames.last().filter(|_| entry == Entry::CallBack).map(Frame::passed);
            for slot in parameter_slots(&self.map.methods[method.index()]) {
                self.told.push(Told::Moved { from: call, to: Location::Local { frame: id, slot } });
            }
        }
        self.told.push(Told::Enter(Region::Method(method)));
        let (locals, stack, loops) = (FxHashMap::default(), Vec::new(), Vec::new());
        let (direct, called_back) = (entry == Entry::Direct, entry == Entry::CallBack);
        let (initialises, returned, is_joined) = Default::default();
        let mut frame = Frame {
            id,
            method,
            locals,
            stack,
            direct,
            loops,
            callee: 0,
            initialises,
            called_back,
            returned,
            is_joined,
        };
        self.arrive(&mut frame, BlockId::new(self.map.methods[method.index()].blocks.start));
        self.frames.push(frame);
        self.tell()
    }

    fn begin(
        &mut self,
        path: &PathInfo,
        direct: bool,
        events: &mut Events<'_>,
        classes: &mut Classes<'_>,
    ) -> Result<(), Halt> {
        let Some(mut frame) = self.frames.pop() else { return Ok(()) };
        let done = self.path(&mut frame, path, direct, events, classes);
        self.frames.push(frame);
        if done.is_err() {
            self.told.clear();
            self.pending = None;
        }
        done
    }

    fn finish(&mut self, _: &PathInfo, outcome: Outcome) -> Result<(), Halt> {
        self.finish_call(outcome);
        self.tell()
    }

    fn counted(&mut self, nodes: u64) {
        self.told.push(Told::Counted { nodes, written: self.written.clone() });
        // If the sink wants no more, that is noticed at the next path.
        let _ = self.tell();
    }

    fn catch(&mut self, block: BlockId) {
        let Some(mut frame) = self.frames.pop() else { return };
        self.arrive(&mut frame, block);
        self.told.push(Told::Moved { from: Some(Location::Exception), to: frame.entry(0) });
        frame.stack = vec![unknown()];
        self.frames.push(frame);
    }

    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.told.extend((0..1 + 2 * frame.loops.len()).map(|_| Told::Exit));
        if let Some(caller) = self.frames.last_mut().filter(|_| frame.returned) {
            caller.take_back(Location::Returned(frame.id), &mut self.told);
        }
        // If the sink wants no more, that was noticed before.
        let _ = self.tell();
    }
}

impl<S: NodeSink> NodeMachine<'_, S> {
    pub(super) fn new_frame(&mut self) -> u64 {
        self.next_frame += 1;
        self.next_frame - 1
    }
}
