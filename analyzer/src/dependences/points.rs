//! Names for the report: instructions, constructs and the locations that edges run through.

use std::sync::{Arc, OnceLock};

use paratrace_jvm::library::{self, MethodFact};
use paratrace_jvm::opcodes;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_replay::program::{ConstructId, ConstructKind, first_pc, kind_of, line, source_file, variable};
use paratrace_traceformat::map::{
    Accessed, BlockId, Effect, InstructionId, LoopId, Method, MethodId, Op, ProgramMap, Site,
};
use rustc_hash::FxHashSet;

use super::asked_streams::{asks_stream, is_of_stream, runs_stream};
use super::closed_types::{ClosedTypes, DEEP};
use super::effects::{Effects, Use};
use super::flow::Flow;
use super::hierarchy::Hierarchy;
use super::passed_object;
use crate::dependences::{Key, Kind, Stat};
use crate::model::{Edge, EdgeKind, Point, Via, ViaKind};

/// What a field is called that is accessed by reflection, and only so.
const REFLECTED: &str = "a field (by reflection)";

/// Looks up methods, lines and names of instructions.
pub(crate) struct Points<'m> {
    pub(crate) map: &'m ProgramMap,
    /// First instruction of each method with code and the number of the method, ascending.
    methods: Vec<(InstructionId, MethodId)>,
    effects: Effects<'m>,
    /// The fields that more than the constructors of their objects write, once they are asked for.
    rewritten: OnceLock<FxHashSet<u32>>,
    hierarchy: OnceLock<Arc<Hierarchy>>,
    /// The only method that each site can call, looked up once.
    only_callees: Vec<OnceLock<Option<MethodId>>>,
    /// The blocks, once they are asked for.
    flow: OnceLock<Flow>,
    closed_types: OnceLock<ClosedTypes>,
}

impl<'m> Points<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        let with_code = map.methods.iter().zip(MethodId::all()).filter(|(method, _)| !method.insns.is_empty());
        let mut methods: Vec<(InstructionId, MethodId)> =
            with_code.map(|(method, number)| (InstructionId::new(method.insns.start), number)).collect();
        methods.sort_unstable();
        let (rewritten, hierarchy) = (OnceLock::new(), OnceLock::new());
        let (flow, closed_types) = (OnceLock::new(), OnceLock::new());
        let only_callees = map.sites.iter().map(|_| OnceLock::new()).collect();
        Self { map, methods, effects: Effects::new(map), rewritten, hierarchy, only_callees, flow, closed_types }
    }

    pub(crate) fn method_of(&self, insn: InstructionId) -> MethodId {
        let after = self.methods.partition_point(|&(first, _)| first <= insn);
        self.methods[after.saturating_sub(1)].1
    }

    pub(crate) fn head(&self, construct: ConstructId) -> (ConstructKind, MethodId, u16) {
        let map = self.map;
        match kind_of(map, construct) {
            (ConstructKind::Method, method) => (ConstructKind::Method, MethodId::new(method), 0),
            (ConstructKind::Iteration, looped) => {
                let header = map.loops[looped as usize].header;
                (ConstructKind::Iteration, self.method_with(header), first_pc(map, header))
            }
            (kind @ (ConstructKind::Conditional | ConstructKind::Callback), insn) => {
                let insn = InstructionId::new(insn);
                (kind, self.method_of(insn), map.insns.pc[insn.index()])
            }
        }
    }

    /// Returns the method of the map that a call runs, if it is the only one that it can run.
    pub(crate) fn only_callee(&self, call: InstructionId) -> Option<MethodId> {
        let site = self.call(call)?;
        if !site.callee.is_none() {
            return Some(site.callee);
        }
        let known = self.only_callees.get(self.map.insns.arg[call.index()] as usize)?;
        *known.get_or_init(|| self.hierarchy().only_method(self.map, site))
    }

    /// Returns the classes of the map, one below another.
    pub(crate) fn hierarchy(&self) -> &Arc<Hierarchy> {
        self.hierarchy.get_or_init(|| Arc::new(Hierarchy::new(self.map)))
    }

    /// Returns whether only the constructors of an object write this field of it. Reflection does not count.
    pub(crate) fn is_constant_field(&self, field: u32) -> bool {
        let is_traced = self.map.fields.get(field as usize).is_some_and(|field| field.traced && !field.is_static);
        is_traced && !self.rewritten.get_or_init(|| self.rewritten_fields()).contains(&field)
    }

    fn rewritten_fields(&self) -> FxHashSet<u32> {
        let stores = |method: &Method| method.instructions().filter(|&insn| self.op(insn) == Op::PutField);
        let is_own = |method: &Method, store: InstructionId| &*method.name == "<init>" && self.stores_to_this(store);
        let of_method = |method| stores(method).filter(move |&store| !is_own(method, store));
        let all = self.map.methods.iter().flat_map(of_method);
        all.map(|store| self.map.insns.arg[store.index()]).collect()
    }

    /// Returns whether an instruction stores to a field of the object that runs its method.
    fn stores_to_this(&self, store: InstructionId) -> bool {
        let object = self.producer_by_all_ways(store, 1);
        object.is_some_and(|load| self.op(load) == Op::Load && self.map.insns.arg[load.index()] == 0)
    }

    /// Returns the method that a block belongs to.
    pub(crate) fn method_with(&self, block: BlockId) -> MethodId {
        let at = self
            .methods
            .partition_point(|&(_, method)| self.map.methods[method.index()].blocks.start <= block.number());
        self.methods[at.saturating_sub(1)].1
    }

    /// Returns the method that a loop is in.
    pub(crate) fn method_of_loop(&self, looped: LoopId) -> MethodId {
        self.method_with(self.map.loops[looped.index()].header)
    }

    /// Returns the blocks that control goes to from a block.
    pub(crate) fn next(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.map.blocks[block.index()].edges.clone().map(|edge| self.map.edges[edge as usize].to)
    }

    /// Returns the innermost loop around an instruction.
    pub(crate) fn innermost_loop(&self, insn: InstructionId) -> Option<LoopId> {
        let block = self.block_of(insn)?;
        Some(self.map.blocks[block.index()].loop_).filter(|looped| !looped.is_none())
    }

    /// Returns the first instruction of a block.
    pub(crate) fn first_of(&self, block: BlockId) -> InstructionId {
        InstructionId::new(self.map.blocks[block.index()].insns.start)
    }

    /// Returns the block of an instruction.
    pub(crate) fn block_of(&self, insn: InstructionId) -> Option<BlockId> {
        self.flow().block_of(insn)
    }

    /// Lists the blocks from which control comes to a block, other than by an exception: one for each edge.
    pub(crate) fn before(&self, block: BlockId) -> &[BlockId] {
        self.flow().before(block)
    }

    fn flow(&self) -> &Flow {
        self.flow.get_or_init(|| Flow::new(self.map))
    }

    /// Returns where a construct begins.
    pub(crate) fn start(&self, construct: ConstructId) -> Point {
        let (_, method, pc) = self.head(construct);
        self.place(method, pc)
    }

    pub(crate) fn point(&self, insn: InstructionId) -> Point {
        self.place(self.method_of(insn), self.map.insns.pc[insn.index()])
    }

    pub(crate) fn place(&self, method: MethodId, pc: u16) -> Point {
        let other = self.map.other_file(method, pc);
        Point {
            method: self.map.method_name(method),
            pc: u32::from(pc),
            line: line(self.map, method, pc),
            file: other.map(|file| self.map.other_files[file as usize].clone()),
        }
    }

    pub(crate) fn edge(&self, key: &Key, stat: &Stat) -> Edge {
        Edge {
            kind: match key.kind {
                Kind::Raw => EdgeKind::Raw,
                Kind::War => EdgeKind::War,
                Kind::Waw | Kind::State | Kind::Passed | Kind::Unseen => EdgeKind::Waw,
            },
            head: self.point(key.head),
            tail: self.point(key.tail),
            min_distance: stat.min,
            count: stat.count,
            violations: stat.violations,
            via: self.via(key),
        }
    }

    pub(crate) fn op(&self, insn: InstructionId) -> Op {
        Op::from_byte(self.map.insns.op[insn.index()]).unwrap_or(Op::Drop)
    }

    /// Names the location that an edge runs through, which follows from its two instructions.
    pub(crate) fn via(&self, key: &Key) -> Via {
        // One end names the location best: the read of a RAW or WAR edge, the later write of a WAW edge.
        let end = if key.kind == Kind::War { key.head } else { key.tail };
        let (head, arg) = (self.op(key.head), self.map.insns.arg[end.index()]);
        if key.kind.is_of_calls() {
            // What is given no object shares what its class has.
            let class =
                |call: &'m Site| if call.state_args.is_empty() { &call.class } else { passed_object::class(call) };
            return Via::new(ViaKind::Object, self.call(key.tail).map_or("", class));
        }
        if key.kind == Kind::Raw && head == Op::ReturnValue {
            return Via::new(ViaKind::Return, self.map.method_name(self.method_of(key.head)));
        }
        if self.accessed(end) == Some(Accessed::Reflected) {
            let other = if end == key.head { key.tail } else { key.head };
            return self
                .named_field(other)
                .map_or_else(|| Via::new(ViaKind::Field, REFLECTED), |field| self.via_field(field));
        }
        match self.op(end) {
            op @ (Op::Load | Op::Store | Op::Iinc) => {
                let slot = if op == Op::Iinc { iinc(arg).0 } else { arg };
                let kind = if head == Op::Invoke { ViaKind::Parameter } else { ViaKind::Local };
                let variable = variable(self.map, self.method_of(end), end, slot);
                Via { variable, ..Via::new(kind, format!("local {slot}")) }
            }
            _ => match self.named_field(end) {
                Some(field) => self.via_field(field),
                None => Via::new(ViaKind::Element, self.element(key)),
            },
        }
    }

    fn via_field(&self, field: u32) -> Via {
        let kind = if self.map.fields[field as usize].is_static { ViaKind::Static } else { ViaKind::Field };
        Via::new(kind, self.field(field))
    }

    /// Returns the field that an instruction names, or its call by a constant.
    fn named_field(&self, insn: InstructionId) -> Option<u32> {
        match (self.op(insn), self.accessed(insn)) {
            (Op::GetStatic | Op::PutStatic | Op::GetField | Op::PutField, _) => Some(self.map.insns.arg[insn.index()]),
            (_, Some(Accessed::Field(field))) => Some(field),
            _ => None,
        }
    }

    /// Returns what an instruction accesses by a call.
    pub(crate) fn accessed(&self, insn: InstructionId) -> Option<Accessed> {
        self.call(insn)?.accessed()
    }

    /// Returns the call at an instruction.
    pub(crate) fn call(&self, insn: InstructionId) -> Option<&'m Site> {
        self.map.call_at(insn)
    }

    /// Returns the local or field that holds the object `above` stack entries below the top before an instruction, if the
    /// code shows it plainly.
    pub(crate) fn holder(&self, insn: InstructionId, above: u32) -> Option<(Op, u32)> {
        let producer = self.producer(insn, above)?;
        let op = self.op(producer);
        matches!(op, Op::Load | Op::GetField | Op::GetStatic).then(|| (op, self.map.insns.arg[producer.index()]))
    }

    /// Returns the instruction that pushes the stack entry `above` entries below the top before another instruction, if the code
    /// shows it plainly.
    pub(crate) fn producer(&self, insn: InstructionId, above: u32) -> Option<InstructionId> {
        passed_object::producer(self.map, self.method_of(insn), insn, above)
    }

    /// Returns the same if branches lie between: all ways there come past that instruction.
    pub(crate) fn producer_by_all_ways(&self, insn: InstructionId, above: u32) -> Option<InstructionId> {
        passed_object::producer_by_all_ways(self.map, self.flow(), insn, above)
    }

    /// Returns the instruction that pushes an argument of a call, the receiver included, by all ways.
    pub(crate) fn argument(&self, call: InstructionId, argument: u8) -> Option<InstructionId> {
        let above = self.call(call)?.args.checked_sub(argument)?.checked_sub(1)?;
        self.producer_by_all_ways(call, above.into())
    }

    /// Returns the instruction that makes what another one pushes: that one itself, or if it is a cast, the one whose value it hands on.
    pub(crate) fn without_cast(&self, pushed: InstructionId) -> Option<InstructionId> {
        let is_cast = self.map.insns.opcode[pushed.index()] == opcodes::CHECKCAST;
        if is_cast { self.producer(pushed, 0) } else { Some(pushed) }
    }

    /// Returns the instruction that pushes the object of a call: of calls that are chained, the object of the first one.
    pub(crate) fn object_of_chain(&self, call: InstructionId) -> Option<InstructionId> {
        let args = u32::from(self.call(call)?.args);
        let pushed = self.producer_by_all_ways(call, args.checked_sub(1)?)?;
        match self.call(pushed) {
            Some(site) if passed_object::returns_its_object(site) => self.object_of_chain(pushed),
            _ => Some(pushed),
        }
    }

    /// Returns whether the library reaches nothing that objects of this type hold, but by calling traced methods of theirs.
    pub(crate) fn is_closed(&self, described: &str) -> bool {
        self.closed_types.get_or_init(|| ClosedTypes::new(self.map)).has(described)
    }

    /// Returns how the call `insn` uses the state of the object that is its `argument`.
    pub(super) fn use_of(&self, insn: InstructionId, argument: u8) -> Use {
        let used = self.effects.of(insn, argument);
        let is_last = self.call(insn).is_some_and(|call| argument + 1 == call.args);
        let holds_nothing = || {
            is_last && self.passes_values(insn)
                || self.gives_only(insn, argument, &library::is_value_type)
                || self.keeps_closed(insn, argument)
        };
        let Some(call) = self.call(insn).filter(|call| is_of_stream(&call.class)) else {
            return Use { inside: used.inside && !holds_nothing(), ..used };
        };
        let is_asked = asks_stream(self, insn);
        let is_lazy = !is_asked && argument == 0 && runs_stream(call);
        Use {
            changes: used.changes && !(is_asked && argument > 0),
            inside: is_lazy || used.inside && !holds_nothing(),
            through: used.through && !is_asked,
            shows: used.shows && !is_asked,
            ..used
        }
    }

    /// Returns whether all that a call is ever given as this argument is null, a constant, or of types that `is_wanted` accepts, whatever the
    /// method may be given.
    pub(crate) fn gives_only(&self, call: InstructionId, argument: u8, is_wanted: &dyn Fn(&str) -> bool) -> bool {
        self.argument(call, argument).is_some_and(|pushed| self.pushes(pushed, DEEP, is_wanted))
    }

    /// Returns whether the array that a call gets as its last argument is one of values, or made for it of nothing but values.
    pub(crate) fn passes_values(&self, call: InstructionId) -> bool {
        let is_of_values = |described: &str| described.strip_prefix('[').is_some_and(library::is_value_type);
        let last = self.call(call).and_then(|site| site.args.checked_sub(1));
        last.is_some_and(|last| self.gives_only(call, last, &is_of_values))
            || self.passes_only(call, &|stored| self.pushes(stored, DEEP, &library::is_value_type))
    }

    /// Returns whether the array that a call gets as its last argument is made for it, of nothing but what `is_wanted` accepts of the
    /// instructions that push it.
    pub(crate) fn passes_only(&self, call: InstructionId, is_wanted: &dyn Fn(InstructionId) -> bool) -> bool {
        let Some(array) = self.producer(call, 0) else { return false };
        let mut stores = array.up_to(call).filter(|&insn| self.op(insn) == Op::ArrayStore);
        let is_made = self.map.insns.opcode[array.index()] == opcodes::ANEWARRAY;
        is_made && stores.all(|store| self.producer(store, 0).is_some_and(is_wanted))
    }

    /// Returns whether nobody uses the result of a call: it has none, or the next instruction drops it.
    pub(crate) fn is_result_dropped(&self, insn: InstructionId) -> bool {
        let is_last = insn.number() + 1 >= self.map.methods[self.method_of(insn).index()].insns.end;
        let dropped = || !is_last && matches!(self.op(insn.plus(1)), Op::Pop | Op::Pop2);
        self.call(insn).is_some_and(|call| !call.has_result) || dropped()
    }

    /// Returns whether an instruction calls a method of untraced code whose result follows from its arguments alone.
    pub(crate) fn calls_pure(&self, insn: InstructionId) -> bool {
        const CHANGING: [MethodFact; 3] = [MethodFact::Varies, MethodFact::Environment, MethodFact::Acquires];
        let is_told = |site: &Site| {
            let method = library::method(&site.class, &site.name, &site.desc);
            !method.is_some_and(|method| CHANGING.iter().any(|&fact| method.is(fact)))
        };
        self.call(insn).is_some_and(|site| site.effect == Effect::Pure && site.callee.is_none() && is_told(site))
    }

    /// Returns whether an instruction calls a method that reads a clock or a setting of the JVM: it may give another value each time.
    pub(crate) fn reads_environment(&self, insn: InstructionId) -> bool {
        let reads = |it: &Site| library::method_is(&it.class, &it.name, &it.desc, MethodFact::Environment);
        self.call(insn).is_some_and(reads)
    }

    /// Returns whether the call `insn` may change the object that is its `argument`.
    pub(crate) fn changes(&self, insn: InstructionId, argument: u8) -> bool {
        self.effects.of(insn, argument).changes
    }

    /// Returns whether a call that changes its `argument` may change what that is a view of, too: an iterator that only moves on does not.
    pub(crate) fn changes_whole(&self, insn: InstructionId, argument: u8) -> bool {
        self.use_of(insn, argument).through
    }

    /// Returns whether the call `insn` may have something keep the object that is its `argument`.
    pub(crate) fn hands_over(&self, insn: InstructionId, argument: u8) -> bool {
        self.effects.of(insn, argument).hands_over
    }

    /// Returns whether an instruction calls a method that leaves the objects that it is given unchanged.
    pub(crate) fn only_looks(&self, insn: InstructionId) -> bool {
        self.call(insn).is_some_and(|call| self.effects.only_looks(call))
    }

    /// Returns the field or variable that holds the object whose state the call `insn` may change, if the code shows it
    /// plainly. Tasks are iterations of `looped`.
    pub(crate) fn origin(&self, insn: InstructionId, looped: Option<LoopId>) -> Option<String> {
        self.call(insn).and_then(|_| passed_object::origin(self.map, self.method_of(insn), insn, looped))
    }

    /// Names the location of an edge like [`Self::via`], but takes parameters as locals: tasks share them alike.
    pub(crate) fn location(&self, key: &Key) -> Via {
        let via = self.via(key);
        if via.kind == ViaKind::Parameter { Via { kind: ViaKind::Local, ..via } } else { via }
    }

    /// Returns the source file that an instruction lies in.
    pub(crate) fn file(&self, method: MethodId, pc: u16) -> Option<String> {
        source_file(self.map, method, pc)
    }

    pub(crate) fn file_at(&self, insn: InstructionId) -> Option<String> {
        self.file(self.method_of(insn), self.map.insns.pc[insn.index()])
    }

    pub(crate) fn line(&self, method: MethodId, pc: u16) -> i32 {
        line(self.map, method, pc)
    }

    /// Names a field: its class, and its name.
    pub(crate) fn field(&self, field: u32) -> String {
        let field = &self.map.fields[field as usize];
        format!("{}.{}", field.class, field.name)
    }

    fn element(&self, key: &Key) -> &'static str {
        let of = |insn: InstructionId| self.element_type(insn);
        // Bytes at an address may be part of wider elements.
        let is_plain = |&end: &InstructionId| !matches!(self.accessed(end), Some(Accessed::Memory(_)));
        let ends = [key.tail, key.head];
        match ends.into_iter().filter(is_plain).chain(ends).find_map(of) {
            Some(b'Z') => "boolean[]",
            Some(b'B') => "byte[]",
            Some(b'C') => "char[]",
            Some(b'S') => "short[]",
            Some(b'I') => "int[]",
            Some(b'J') => "long[]",
            Some(b'F') => "float[]",
            Some(b'D') => "double[]",
            Some(_) => "Object[]",
            None => "array",
        }
    }
}

#[cfg(test)]
mod tests {
    use paratrace_traceformat::map::{ClassId, ForeignLine, Line, Method};

    use super::*;

    #[test]
    fn lines_of_inlined_code_name_their_file() {
        let method = Method { lines: 0..2, ..Method::without_code(ClassId::new(0), "main", "()V") };
        let map = ProgramMap {
            methods: vec![method],
            lines: vec![Line { pc: 0, line: 3 }, Line { pc: 8, line: 27 }],
            other_files: vec!["Scale.kt".to_owned()],
            foreign_lines: vec![ForeignLine { line: 1, file: 0 }],
            ..ProgramMap::default()
        };
        let points = Points::new(&map);
        let place = |pc| points.place(MethodId::new(0), pc);
        assert_eq!((place(7).line, place(7).file), (3, None));
        assert_eq!((place(9).line, place(9).file.as_deref()), (27, Some("Scale.kt")));
    }
}
