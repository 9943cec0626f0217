//! Puts the plans of all methods together to one program map with global indices.

use std::ops::Range;

use paratrace_traceformat::map::{self, NONE, Op, PEI, ProgramMap};
use rustc_hash::FxHashMap;

use crate::method::{Fact, FieldUse, Operand, Plan, Protected, is_cut_call};
use crate::world::World;

/// Name and version of this tool.
const TOOL: &str = concat!("paratrace ", env!("CARGO_PKG_VERSION"));

/// Builds the map. `plans` has one entry per method id of the world; path ids follow their order.
pub(crate) fn assemble(world: &World, plans: &[Option<Plan>]) -> ProgramMap {
    let mut map = ProgramMap { tool: TOOL.to_owned(), ..ProgramMap::default() };
    let mut assembler = Assembler {
        map: &mut map,
        fields: FxHashMap::default(),
        static_slots: world.static_slots,
        library_slots: 0,
        next_path: 0,
    };
    for (index, class) in world.classes.iter().enumerate() {
        let first = world.method_base[index];
        let methods = first..first + length(class.methods.len());
        assembler.map.classes.push(map::Class {
            name: class.name.clone(),
            super_name: class.super_name.clone(),
            interfaces: class.interfaces.clone(),
            access: class.access,
            source: class.source.clone(),
            origin: class.origin.clone(),
            untraced: class.untraced,
            methods,
        });
        for (position, method) in class.methods.iter().enumerate() {
            let plan = plans[(first as usize) + position].as_ref();
            assembler.method(length(index), method, plan);
        }
    }
    assembler.map.static_slots = assembler.static_slots;
    map
}

/// First path id of every method that has a plan.
pub(crate) fn path_bases(plans: &[Option<Plan>]) -> Option<Vec<u32>> {
    let mut bases = Vec::with_capacity(plans.len());
    let mut next = 0u32;
    for plan in plans {
        bases.push(next);
        next = next.checked_add(plan.as_ref().map_or(0, |plan| plan.path_count))?;
    }
    Some(bases)
}

struct Assembler<'m> {
    map: &'m mut ProgramMap,
    fields: FxHashMap<(String, String, String, bool), u32>,
    static_slots: u32,
    library_slots: u32,
    next_path: u32,
}

impl Assembler<'_> {
    fn method(&mut self, class: u32, method: &crate::world::MethodDecl, plan: Option<&Plan>) {
        let empty = |length: usize| -> Range<u32> { (length as u32)..(length as u32) };
        let mut entry = map::Method {
            class,
            name: method.name.clone(),
            desc: method.desc.clone(),
            access: method.access,
            untraced: method.untraced,
            max_locals: 0,
            max_entries: 0,
            insns: empty(self.map.insns.pc.len()),
            blocks: empty(self.map.blocks.len()),
            starts: empty(self.map.starts.len()),
            handlers: empty(self.map.handlers.len()),
            lines: empty(self.map.lines.len()),
            loops: empty(self.map.loops.len()),
        };
        if let Some(plan) = plan {
            self.plan(&mut entry, plan);
        }
        self.map.methods.push(entry);
    }

    fn plan(&mut self, entry: &mut map::Method, plan: &Plan) {
        let bases = Bases {
            insn: self.insns(plan),
            block: entry.blocks.start,
            start: entry.starts.start,
            loop_: entry.loops.start,
        };
        self.loops(plan, &bases);
        self.blocks(plan, &bases);
        self.starts(plan, &bases);
        let covers = |range: &Protected| bases.insn.at(range.from) < bases.insn.at(range.to);
        for (range, block) in plan.handlers.iter().filter(|(range, _)| covers(range)) {
            self.map.handlers.push(map::Handler {
                from: bases.insn.at(range.from),
                to: bases.insn.at(range.to),
                block: bases.block + length(*block),
            });
        }
        self.lines(plan);
        let heights = plan.starts.iter().map(|start| plan.blocks[start.block].height);
        entry.max_entries = heights.max().unwrap_or(0);
        entry.max_locals = plan.max_locals;
        entry.insns.end = length(self.map.insns.pc.len());
        entry.blocks.end = length(self.map.blocks.len());
        entry.starts.end = length(self.map.starts.len());
        entry.handlers.end = length(self.map.handlers.len());
        entry.lines.end = length(self.map.lines.len());
        entry.loops.end = length(self.map.loops.len());
    }

    /// Reachable instructions, in order.
    fn insns(&mut self, plan: &Plan) -> Positions {
        let mut positions = Vec::with_capacity(plan.facts.len() + 1);
        for (index, fact) in plan.facts.iter().enumerate() {
            positions.push(length(self.map.insns.pc.len()));
            let Some(fact) = fact else { continue };
            let arg = self.argument(&plan.operands[index], fact);
            let columns = &mut self.map.insns;
            columns.pc.push(u16::try_from(plan.pcs[index]).unwrap_or(u16::MAX));
            columns.opcode.push(plan.opcodes[index]);
            columns.op.push(fact.op as u8);
            columns.flags.push(if is_cut_call(fact) { fact.flags & !PEI } else { fact.flags });
            columns.arg.push(arg);
        }
        positions.push(length(self.map.insns.pc.len()));
        Positions(positions)
    }

    fn argument(&mut self, operand: &Operand, fact: &Fact) -> u32 {
        match operand {
            Operand::Field(field) if matches!(fact.op, Op::GetField | Op::PutField | Op::GetStatic | Op::PutStatic) => {
                self.field(field)
            }
            Operand::Call(call) => {
                let Some(kind) = &fact.call else { return NONE };
                self.map.sites.push(map::Site {
                    opcode: call.opcode,
                    class: call.class.clone(),
                    name: call.name.clone(),
                    desc: call.desc.clone(),
                    mode: kind.mode,
                    effect: kind.effect,
                    callee: kind.callee,
                    args: u8::try_from(call.args.len()).unwrap_or(u8::MAX),
                    has_result: call.result.is_some(),
                    class_recorded: kind.class_recorded,
                    state_args: kind.state_args.clone(),
                    post_receiver: fact.post_receiver,
                });
                length(self.map.sites.len() - 1)
            }
            _ => fact.arg,
        }
    }

    fn field(&mut self, field: &FieldUse) -> u32 {
        let key = (field.class.clone(), field.name.clone(), field.desc.clone(), field.is_static);
        if let Some(&known) = self.fields.get(&key) {
            return known;
        }
        let slot = match (field.resolved, field.is_static) {
            // Fields of classes in the world that are not rewritten are told apart by hash, as library fields are.
            (true, true) => field.slot,
            (true, false) if field.traced => field.slot,
            (_, true) => next(&mut self.static_slots),
            _ => next(&mut self.library_slots),
        };
        let id = length(self.map.fields.len());
        self.map.fields.push(map::Field {
            class: field.class.clone(),
            name: field.name.clone(),
            desc: field.desc.clone(),
            is_static: field.is_static,
            traced: field.traced,
            slot,
        });
        self.fields.insert(key, id);
        id
    }

    fn loops(&mut self, plan: &Plan, bases: &Bases) {
        for (index, found) in plan.loops.iter().enumerate() {
            self.map.loops.push(map::Loop {
                header: bases.block + length(plan.header_blocks[index]),
                parent: found.parent.map_or(NONE, |parent| bases.loop_ + length(parent)),
                depth: found.depth,
                reducible: found.reducible,
            });
        }
    }

    fn blocks(&mut self, plan: &Plan, bases: &Bases) {
        for (index, block) in plan.blocks.iter().enumerate() {
            let first_edge = length(self.map.edges.len());
            for edge in &block.edges {
                self.map.edges.push(map::Edge { to: bases.block + length(edge.to), inc: edge.inc, cut: edge.cut });
            }
            let first = bases.insn.at(block.first);
            self.map.blocks.push(map::Block {
                insns: first..bases.insn.at(block.end).max(first),
                edges: first_edge..length(self.map.edges.len()),
                loop_: block.innermost.map_or(NONE, |innermost| bases.loop_ + length(innermost)),
                start: plan.start_of[index].map_or(NONE, |start| bases.start + length(start)),
                height: block.height,
                after_call: block.after_call.map_or(NONE, |call| bases.insn.at(call)),
            });
        }
    }

    fn starts(&mut self, plan: &Plan, bases: &Bases) {
        for start in &plan.starts {
            self.map.starts.push(map::Start {
                block: bases.block + length(start.block),
                base: self.next_path,
                count: start.count,
                kind: start.kind,
                silent: start.silent,
            });
            self.next_path += start.count;
        }
    }

    fn lines(&mut self, plan: &Plan) {
        let mut lines = plan.lines.clone();
        lines.sort_by_key(|&(pc, _)| pc);
        self.map.lines.extend(lines.into_iter().map(|(pc, line)| map::Line { pc, line }));
    }
}

/// Where a method's parts begin in the global tables.
struct Bases {
    insn: Positions,
    block: u32,
    start: u32,
    loop_: u32,
}

/// Global index of each instruction of the body (of the next reachable one for those that are not).
struct Positions(Vec<u32>);

impl Positions {
    fn at(&self, index: usize) -> u32 {
        self.0.get(index).or(self.0.last()).copied().unwrap_or(0)
    }
}

fn next(counter: &mut u32) -> u32 {
    *counter += 1;
    *counter - 1
}

fn length(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
