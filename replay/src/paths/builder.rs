//! The builder: symbolic execution of one path.
//!
//! Straight-line data flow is folded away. A value is `max(temp + add, floor)`: moving it adds to `add`, and joining it
//! with a constant raises `floor`. Only joins of values with different bases become micro-operations. Heap accesses
//! keep their order. Locals and operand-stack entries are loaded at most once, and are stored at the end if they live
//! on.

use paratrace_jvm::opcodes;
use paratrace_traceformat::data::recorded_on_arrival;
use paratrace_traceformat::map::{
    BlockId, Field, INDEX, INDUCTION, InstructionId, Method, NEW, NONE, Op, ProgramMap, REF, Start,
};
use rustc_hash::FxHashMap;

use super::depths::Depths;
use super::live::Liveness;
use super::origins::field_space;
use super::program::{Cost, Depth, Exit, Place, Program, Recipe, Space, Step};
use super::shape::{effect, op_of, shuffle};
use super::values::{Deep, Identities, Source, Value};
use super::variant::Variant;
use crate::base::arithmetic;
use crate::base::arithmetic::iinc;
use crate::paths::accesses;
use crate::paths::accesses::{Origin, Recorder, Script, Through, What};
use crate::program::{End, PathInfo, arrival, block_instructions, element_index, outside_field_index};
use crate::replay::{Outcome, leaves_at_test};

/// The symbolic execution of one path.
pub(super) struct Builder<'a> {
    pub(super) map: &'a ProgramMap,
    method: &'a Method,
    live: &'a Liveness,
    pub(super) info: &'a PathInfo,
    /// Whether monitors are followed.
    pub(super) follows: bool,
    /// The instruction whose monitor the path before has recorded.
    pub(super) arrived: Option<InstructionId>,
    pub(super) depths: Depths,
    pub(super) identities: Identities,
    pub(super) steps: Vec<Step>,
    saves: Vec<Step>,
    locals: FxHashMap<u32, Value>,
    pub(super) stack: Vec<Value>,
    pub(super) accesses: Recorder,
    pub(super) slots: u32,
    reach: u32,
    nodes: u32,
    exits: Vec<Exit>,
}

impl<'a> Builder<'a> {
    /// Begins the execution of a path; its script tells of monitors if it `follows` them.
    pub(super) fn new(map: &'a ProgramMap, live: &'a Liveness, info: &'a PathInfo, follows: bool) -> Self {
        let method = &map.methods[info.method.index()];
        let size = frame_size(method);
        Self {
            map,
            method,
            live,
            info,
            follows,
            arrived: recorded_on_arrival(map, map.starts[info.start as usize].block),
            depths: Depths::new(),
            identities: Identities::default(),
            steps: Vec::new(),
            saves: Vec::new(),
            locals: FxHashMap::default(),
            stack: Vec::new(),
            accesses: Recorder::default(),
            slots: 0,
            reach: size + 1,
            nodes: 0,
            exits: Vec::new(),
        }
    }

    /// Executes the path, and returns its program, its recipe and its script.
    pub(super) fn run(mut self, variant: Variant) -> (Program, Recipe, Script) {
        self.begin(variant.direct);
        self.enter_method();
        let mut before = None;
        if !matches!(self.info.end, End::CallThrew { .. }) {
            for &block in &self.info.path.blocks {
                self.block(before, block, variant.outcome);
                before = Some(block);
            }
        }
        self.end();
        let tested = match self.info.end {
            End::Arrive { block, .. } => {
                before.is_some_and(|last| leaves_at_test(self.map, self.info.method, last, block))
            }
            _ => false,
        };
        let recipe = Recipe { steps: self.steps, saves: self.saves, registers: self.identities.registers };
        let program = Program {
            nodes: self.nodes,
            reach: self.reach,
            slots: self.slots,
            exits: self.exits,
            tested,
            flow: std::mem::take(&mut self.depths.flow),
            micros: self.depths.finish(),
            ..Program::default()
        };
        (program, recipe, self.accesses.finish(self.map, self.info))
    }

    /// Sets up the operand stack at the beginning of the path.
    fn begin(&mut self, direct: bool) {
        let block = &self.map.blocks[self.start().block.index()];
        let first = 1 + u32::from(self.method.max_locals);
        for entry in 0..u32::from(block.height) {
            let value = Value { origin: Origin::Cell(first + entry), ..self.cell(first + entry) };
            self.stack.push(value);
        }
        if let End::CallThrew { .. } = self.info.end {
            if !direct {
                let call = self.depths.load(Place::Frame(self.result_cell()));
                self.depths.store(Place::Exception, call);
            }
            return;
        }
        if !block.after_call.is_none() {
            self.after_call(block.after_call, direct);
        }
    }

    pub(super) fn start(&self) -> &'a Start {
        &self.map.starts[self.info.start as usize]
    }

    fn cell(&mut self, cell: u32) -> Value {
        Value { depth: Deep::Cell(cell), identity: self.identities.of_cell(cell), origin: Origin::Plain }
    }

    /// Returns the frame cell that takes the result of a call.
    pub(super) fn result_cell(&self) -> u32 {
        frame_size(self.method)
    }

    /// Returns the frame cell of a callee's local.
    pub(super) fn callee_cell(&mut self, local: u32) -> u32 {
        let cell = frame_size(self.method) + 1 + local;
        self.reach = self.reach.max(cell + 1);
        cell
    }

    fn block(&mut self, before: Option<BlockId>, block: BlockId, outcome: Outcome) {
        if let Some(before) = before {
            let left = 2 * arrival(self.map, Some(before), block).left;
            if left > 0 {
                self.depths.exit(left);
                let tested = leaves_at_test(self.map, self.info.method, before, block);
                self.exits.push(Exit { levels: left, before: self.nodes, tested });
            }
            self.accesses.at(self.nodes, InstructionId::NONE);
            self.accesses.add(What::Arrive { block, left });
        }
        for insn in block_instructions(self.map, block, self.info.end) {
            self.insn(block, insn, outcome);
            self.nodes += 1;
        }
    }

    fn insn(&mut self, block: BlockId, insn: InstructionId, outcome: Outcome) {
        let i = insn.index();
        let (op, arg) = (op_of(self.map.insns.op[i]), self.map.insns.arg[i]);
        let throws = matches!(self.info.end, End::Throws { insn: last } if last == insn);
        self.accesses.at(self.nodes, insn);
        self.depths.flow.at(self.nodes, insn);
        if opcodes::is_predicate(self.map.insns.opcode[i]) {
            self.accesses.add(What::Predicate { block });
        }
        if op == Op::Invoke {
            return self.invoke(insn, arg, outcome, throws);
        }
        if let Some((taken, left)) = shuffle(op) {
            return self.shuffle(taken, left);
        }
        let (taken, _) = effect(op, arg, 0, false);
        let popped = self.pop(taken);
        if throws {
            self.recorded_before(insn, op, arg, &popped);
            let depth = self.node(&popped);
            return self.depths.store(Place::Exception, depth);
        }
        self.plain(insn, op, arg, &popped);
    }

    /// Executes an instruction that does not throw, and is neither a call nor a shuffle.
    fn plain(&mut self, insn: InstructionId, op: Op, arg: u32, popped: &[Value]) {
        match op {
            Op::Load => {
                let value = self.local(arg);
                self.accesses.add(What::Read(accesses::Place::Local(1 + arg)));
                let depth = Deep::Known(self.node(&[value]));
                self.stack.push(Value { depth, ..value });
            }
            Op::Store => {
                let depth = Deep::Known(self.node(popped));
                self.accesses.add(What::Write(accesses::Place::Local(1 + arg)));
                self.locals.insert(arg, Value::new(depth, popped[0].identity));
            }
            Op::Iinc => self.iinc(insn, arg),
            Op::Push => self.push_node(popped),
            Op::PushInt => {
                let depth = Deep::Known(self.node(popped));
                let identity = self.identities.int(Source::Constant(arg.cast_signed()));
                self.stack.push(Value::new(depth, identity));
            }
            Op::Compute => self.compute(insn, popped),
            Op::GetField | Op::PutField | Op::ArrayLoad | Op::ArrayStore => {
                if let Some(place) = self.place(insn, op, arg, popped) {
                    self.access(matches!(op, Op::GetField | Op::ArrayLoad), place, popped);
                    self.order_field(insn, (op, arg), place);
                }
            }
            Op::GetStatic | Op::PutStatic => {
                let place = Place::Static(crate::program::static_slot(&self.map.fields[arg as usize]));
                self.access(op == Op::GetStatic, place, popped);
                self.order_field(insn, (op, arg), place);
            }
            Op::Drop => {
                self.node(popped);
                if let &[object] = popped {
                    self.monitor(insn, object, false);
                }
            }
            Op::ReturnValue => {
                let depth = self.node(popped);
                self.accesses.add(What::Write(accesses::Place::Entry(0)));
                self.depths.store(Place::Frame(0), depth);
            }
            _ => {
                self.node(popped);
            }
        }
    }

    fn access(&mut self, reads: bool, place: Place, popped: &[Value]) {
        let Some(at) = on_heap(place) else { return };
        self.accesses.add(if reads { What::Read(at) } else { What::Write(at) });
        if !reads {
            let depth = self.node(popped);
            return self.depths.store(place, depth);
        }
        let mut inputs = self.read(popped);
        inputs.push(self.depths.load(place));
        let depth = self.depths.node(&inputs, Cost::NODE);
        self.push(depth);
    }

    /// An access of a volatile field orders threads.
    fn order_field(&mut self, insn: InstructionId, (op, field): (Op, u32), place: Place) {
        let Some(place) = on_heap(place) else { return };
        let is_field = !matches!(op, Op::ArrayLoad | Op::ArrayStore);
        if self.follows && is_field && self.map.is_volatile(field) {
            let reads = matches!(op, Op::GetField | Op::GetStatic);
            self.meet(insn, Through::Place(place), (reads, !reads));
        }
    }

    fn iinc(&mut self, insn: InstructionId, arg: u32) {
        let (local, constant) = iinc(arg);
        let free = self.map.insns.flags[insn.index()] & INDUCTION != 0;
        let cost = if free { Cost::INDUCTION } else { Cost::NODE };
        let value = self.local(local);
        let input = self.depths.read(value.depth);
        let depth = Deep::Known(self.depths.node(&[input], cost));
        let place = accesses::Place::Local(1 + local);
        self.accesses.add(What::Read(place));
        self.accesses.add(What::Write(place));
        let identity = self.identities.int(Source::Added(value.identity, constant));
        self.locals.insert(local, Value::new(depth, identity));
    }

    fn compute(&mut self, insn: InstructionId, popped: &[Value]) {
        let (opcode, flags) = (self.map.insns.opcode[insn.index()], self.map.insns.flags[insn.index()]);
        let depth = self.node(popped);
        if opcode == opcodes::CHECKCAST && popped.len() == 1 {
            return self.stack.push(Value::new(Deep::Known(depth), popped[0].identity));
        }
        if arithmetic::operands(opcode) == Some(popped.len()) {
            let (first, last) = (popped[0].identity, popped[popped.len() - 1].identity);
            let identity = self.identities.int(Source::Computed(opcode, first, last));
            return self.stack.push(Value::new(Deep::Known(depth), identity));
        }
        self.push(depth);
        if flags & NEW != 0
            && let Some(&created) = self.stack.last()
        {
            let to = self.identities.record(created.identity, Space::Hash);
            let length = match popped {
                [length] => self.identities.constant(length.identity),
                _ => None,
            };
            self.steps.push(Step::Created { to, insn, length: length.unwrap_or(NONE) });
        }
    }

    fn shuffle(&mut self, taken: usize, left: &[usize]) {
        let popped = self.pop(taken);
        let depth = Deep::Known(self.node(&popped));
        self.stack.extend(left.iter().map(|&from| Value::new(depth, popped[from].identity)));
    }

    /// Resolves the location of an access that does not throw. Returns `None` if the map leaves it unknown; then
    /// running the path is an error.
    fn place(&mut self, insn: InstructionId, op: Op, arg: u32, popped: &[Value]) -> Option<Place> {
        let flags = self.map.insns.flags[insn.index()];
        let array = matches!(op, Op::ArrayLoad | Op::ArrayStore);
        let space = if array { Space::Hash } else { field_space(self.map, arg) };
        let object = self.known(insn, popped[0], space, flags & REF != 0, false)?;
        if array {
            let index = self.known(insn, popped[1], Space::Int, flags & INDEX != 0, true)?;
            self.steps.push(Step::Element { array: object, index });
            debug_assert_eq!(element_index(0), outside_field_index(0));
        } else {
            let index = field_index(&self.map.fields[arg as usize]);
            self.steps.push(Step::Field { object, index });
        }
        Some(Place::Resolved(self.slot()))
    }

    /// Returns the register that holds an identity or index: recorded now, or known from earlier.
    pub(super) fn known(
        &mut self,
        insn: InstructionId,
        value: Value,
        space: Space,
        recorded: bool,
        index: bool,
    ) -> Option<u32> {
        if recorded {
            let to = self.identities.record(value.identity, space);
            self.steps.push(if index { Step::Index { to } } else { Step::Identity { space, to } });
            return Some(to);
        }
        let found = self.identities.find(value.identity, space, insn, &mut self.steps);
        if found.is_none() {
            self.steps.push(Step::Unknown { insn });
        }
        found
    }

    /// Takes the values that were recorded before an instruction that throws.
    fn recorded_before(&mut self, insn: InstructionId, op: Op, arg: u32, popped: &[Value]) {
        let flags = self.map.insns.flags[insn.index()];
        let array = matches!(op, Op::ArrayLoad | Op::ArrayStore);
        let field = matches!(op, Op::GetField | Op::PutField);
        if flags & REF != 0 && (array || field) {
            let space = if array { Space::Hash } else { field_space(self.map, arg) };
            self.known(insn, popped[0], space, true, false);
        }
        if flags & INDEX != 0 && array {
            self.known(insn, popped[1], Space::Int, true, true);
        }
        if let (Op::Drop, &[object]) = (op, popped) {
            self.monitor(insn, object, true);
        }
    }

    /// Returns the call at the end of the path.
    pub(super) fn last_call(&self) -> Option<InstructionId> {
        if let End::Call { insn, .. } = self.info.end { Some(insn) } else { None }
    }

    pub(super) fn slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    pub(super) fn pop(&mut self, count: usize) -> Vec<Value> {
        let mut popped = Vec::with_capacity(count);
        for _ in 0..count {
            // A map whose operand stack does not add up gives wrong numbers, not a panic.
            let missing = || Value::new(Deep::Known(Depth::default()), NONE);
            let value = self.stack.pop().unwrap_or_else(missing);
            self.accesses.popped(value.origin);
            popped.push(if value.identity == NONE {
                Value { identity: self.identities.unknown(), ..value }
            } else {
                value
            });
        }
        popped.reverse();
        popped
    }

    pub(super) fn local(&mut self, local: u32) -> Value {
        match self.locals.get(&local) {
            Some(&value) => value,
            None => {
                let value = self.cell(1 + local);
                self.locals.insert(local, value);
                value
            }
        }
    }

    pub(super) fn read(&mut self, values: &[Value]) -> Vec<Depth> {
        values.iter().map(|value| self.depths.read(value.depth)).collect()
    }

    /// Adds a node over some values, and returns its depth.
    pub(super) fn node(&mut self, values: &[Value]) -> Depth {
        let inputs = self.read(values);
        self.depths.node(&inputs, Cost::NODE)
    }

    /// Pushes a value of unknown identity.
    pub(super) fn push(&mut self, depth: Depth) {
        let identity = self.identities.unknown();
        self.stack.push(Value::new(Deep::Known(depth), identity));
    }

    fn push_node(&mut self, values: &[Value]) {
        let depth = self.node(values);
        self.push(depth);
    }

    /// Stores the depths and identities that are needed behind the path.
    fn end(&mut self) {
        if let End::Arrive { block, .. } = self.info.end
            && recorded_on_arrival(self.map, block).is_some()
        {
            self.arrive_at_monitor();
        }
        let (blocks, entries): (Vec<BlockId>, usize) = match self.info.end {
            End::Arrive { block, .. } => (vec![block], usize::from(self.map.blocks[block.index()].height)),
            End::Call { start, .. } => {
                let block = self.map.starts[start as usize].block;
                (vec![block], self.stack.len())
            }
            End::Throws { .. } => (self.caught_in(), 0),
            End::Return | End::CallThrew { .. } => return,
        };
        let mut cells: Vec<(u32, Value, bool)> = self
            .locals
            .iter()
            .map(|(&local, &value)| (1 + local, value, blocks.iter().any(|&b| self.live.local(b, local))))
            .collect();
        cells.sort_unstable_by_key(|cell| cell.0);
        let first = 1 + u32::from(self.method.max_locals);
        cells.extend(self.stack.iter().take(entries).zip(first..).map(|(&value, cell)| (cell, value, true)));
        self.accesses.at(self.nodes, InstructionId::NONE);
        for (&value, cell) in self.stack.iter().take(entries).zip(first..) {
            self.accesses.lives_on(value.origin, cell);
        }
        for &(cell, value, lives) in &cells {
            if lives && let Deep::Known(depth) = value.depth {
                self.depths.store(Place::Frame(cell), depth);
            }
        }
        for (cell, value, _) in cells {
            for space in Space::ALL {
                // What is known of monitors is relied on only if they are followed.
                if blocks.iter().any(|&block| self.live.relies(block, cell, space)) {
                    self.save(cell, value.identity, space);
                }
            }
        }
    }

    fn caught_in(&self) -> Vec<BlockId> {
        self.info.path.blocks.last().map_or_else(Vec::new, |&block| self.live.handlers(block).to_vec())
    }

    fn save(&mut self, cell: u32, identity: u32, space: Space) {
        match self.identities.source(identity, space) {
            Source::Cell(from) if from == cell => {}
            Source::Unknown if space == Space::Int => {}
            Source::Unknown => self.saves.push(Step::Forget { cell, space }),
            _ => {
                // The register is filled before anything is saved, because its cell may be overwritten.
                if let Some(from) = self.identities.find(identity, space, InstructionId::NONE, &mut self.steps) {
                    self.saves.push(Step::Save { cell, space, from });
                }
            }
        }
    }
}

/// Returns a place as scripts name it, if it is on the heap.
fn on_heap(place: Place) -> Option<accesses::Place> {
    match place {
        Place::Resolved(slot) => Some(accesses::Place::Resolved(slot)),
        Place::Static(slot) => Some(accesses::Place::Static(slot)),
        Place::Frame(_) | Place::Exception => None,
    }
}

/// Returns the index of a field among the locations of an object.
pub fn field_index(field: &Field) -> u32 {
    if field.traced { field.slot } else { outside_field_index(field.slot) }
}

/// Returns the number of cells of a frame: locals, operand-stack entries, and the result of a call. The cell of the
/// returned value is not counted.
pub fn frame_size(method: &Method) -> u32 {
    u32::from(method.max_locals) + u32::from(method.max_entries) + 1
}
