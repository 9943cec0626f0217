//! Random programs, as maps.

use std::collections::BTreeSet;

use paratrace_traceformat::map::{InstructionId, Loop as MapLoop, *};

use crate::known;
use crate::loops::{self, Loop};
use crate::random::Random;
use crate::sites::{self, CLASSES, Shape};

/// A program and what an execution wants to know about it beside the map.
#[derive(Debug, Clone)]
pub struct Program {
    pub map: ProgramMap,
    /// Loops of all methods, blocks numbered as in the map.
    pub loops: Vec<Loop>,
}

/// A block being made.
#[derive(Debug, Clone, Default)]
pub struct RawBlock {
    pub insns: Vec<RawInsn>,
    pub height: u32,
    pub to: Vec<usize>,
    /// The block whose last instruction is the call before this one.
    pub after: Option<usize>,
    pub handler: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct RawInsn {
    pub op: Op,
    pub arg: u32,
    pub opcode: u8,
    pub flags: u8,
}

/// A method being made.
#[derive(Debug, Clone, Default)]
pub struct RawMethod {
    pub blocks: Vec<RawBlock>,
    /// Protected blocks and their handler.
    pub handlers: Vec<(std::ops::Range<usize>, usize)>,
    pub locals: u32,
}

impl RawMethod {
    pub fn catches(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let some = !self.blocks[block].insns.is_empty();
        self.handlers.iter().filter(move |(range, _)| some && range.contains(&block)).map(|(_, handler)| *handler)
    }
}

pub const FIELDS: usize = 8;
/// The first of them are static.
pub const STATIC_FIELDS: usize = 3;
/// The least slot of an instance field that a class which is not traced declares.
pub const UNTRACED_SLOTS: u32 = 10_000;

/// The slot of a field. Here an object may be an array, too: fields of untraced classes keep away from its elements.
fn field_slot(field: u32) -> u32 {
    if field < STATIC_FIELDS as u32 { field } else { (field - 3) * 3 + if field < 6 { 0 } else { UNTRACED_SLOTS } }
}

pub fn field_name(field: u32) -> String {
    format!("f{}", field_slot(field))
}

/// Makes a program; `None` if the dice fell so that it would not be one.
pub fn random_program(random: &mut Random) -> Option<Program> {
    random_program_with_locks(random, 70)
}

/// The same; so many of a hundred methods have a lock if they can.
pub fn random_program_with_locks(random: &mut Random, locked: u32) -> Option<Program> {
    let shapes = random_shapes(random);
    let mut map = ProgramMap { tool: "test".to_owned(), static_slots: 3, ..ProgramMap::default() };
    for slot in 0..FIELDS as u32 {
        let (is_static, traced) = (slot < STATIC_FIELDS as u32, slot < 6);
        let (class, name, desc) = ("C0".to_owned(), field_name(slot), "I".to_owned());
        let slot = field_slot(slot);
        map.fields.push(Field { class, name, desc, is_static, traced, slot });
    }
    let mut all_loops = Vec::new();
    for shape in &shapes {
        let first = map.blocks.len();
        let loops = if shape.traced {
            add_method((random, locked), &mut map, &shapes, shape)?
        } else {
            add_untraced(&mut map, shape);
            Vec::new()
        };
        let at = all_loops.len();
        for l in loops {
            let body: BTreeSet<usize> = l.body.iter().map(|b| b + first).collect();
            all_loops.push(Loop { header: l.header + first, body, parent: l.parent.map(|p| p + at) });
        }
    }
    for (i, (name, super_name, interfaces)) in CLASSES.iter().enumerate() {
        let from = shapes.iter().position(|s| s.class >= i).unwrap_or(shapes.len()) as u32;
        let to = shapes.iter().position(|s| s.class > i).unwrap_or(shapes.len()) as u32;
        map.classes.push(Class {
            name: (*name).to_owned(),
            super_name: super_name.map(str::to_owned),
            interfaces: interfaces.iter().map(|&i| i.to_owned()).collect(),
            access: 1,
            source: None,
            origin: String::new(),
            untraced: None,
            methods: from..to,
        });
    }
    hold_monitors(random, &mut map);
    // Apart from the rest, so that seeds stand for the programs that tests were made with.
    let mut apart = Random(random.0);
    map.volatile_fields = (0..map.fields.len() as u32).filter(|_| apart.chance(25)).collect();
    call_locks(&mut apart, &mut map);
    map.validate().unwrap_or_else(|error| panic!("the generator made a broken map: {error}"));
    Some(Program { map, loops: all_loops })
}

fn random_shapes(random: &mut Random) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    let (v, w) = (sites::random_desc(random), sites::random_desc(random));
    for class in 0..CLASSES.len() {
        for (name, desc) in [("v", &v), ("w", &w)] {
            if random.chance(45) || (class == 0 && name == "v") {
                let traced = !random.chance(15) || class == 0;
                shapes.push(Shape { class, name, desc: desc.clone(), is_static: false, traced });
            }
        }
        if random.chance(60) {
            shapes.push(Shape { class, name: "s", desc: sites::random_desc(random), is_static: true, traced: true });
        }
        if random.chance(50) {
            shapes.push(Shape { class, name: "<clinit>", desc: "()V".to_owned(), is_static: true, traced: true });
        }
    }
    shapes
}

/// Makes some methods `synchronized`, some of them so that the map tells of it.
fn hold_monitors(random: &mut Random, map: &mut ProgramMap) {
    for (id, method) in MethodId::all().zip(&mut map.methods) {
        if method.untraced.is_none() && random.chance(20) {
            method.access |= 0x20;
            map.locked_methods.extend(random.chance(80).then_some(id));
        }
    }
}

/// Makes some calls of untraced code those of locks, and of monitors.
fn call_locks(random: &mut Random, map: &mut ProgramMap) {
    let share = random.pick(&[0, 40, 90]);
    // Who gives back what it does not have, or tries what others may have, says little of locks.
    let is_tidy = random.chance(70);
    for site in &mut map.sites {
        if random.chance(share) {
            sites::of_lock(random, site, is_tidy);
        }
    }
}

fn add_untraced(map: &mut ProgramMap, shape: &Shape) {
    map.methods.push(Method {
        access: if shape.is_static { 8 } else { 1 },
        untraced: Some(Untraced::Native),
        ..Method::without_code(ClassId::new(shape.class as u32), shape.name, &shape.desc)
    });
}

fn add_method(
    (random, locked): (&mut Random, u32),
    map: &mut ProgramMap,
    shapes: &[Shape],
    shape: &Shape,
) -> Option<Vec<Loop>> {
    let mut maker = super::frames::Maker::new(random, map, shapes, shape);
    let mut raw = maker.method();
    // Apart from the rest, too.
    let mut apart = Random(random.0);
    if apart.chance(locked) {
        crate::locked::lock_around(&mut apart, map, &mut raw, shape);
    }
    known::choose_flags(random, map, &mut raw);
    let successors: Vec<Vec<usize>> =
        (0..raw.blocks.len()).map(|b| raw.blocks[b].to.iter().copied().chain(raw.catches(b)).collect()).collect();
    let mut loops = loops::forest(&successors);
    for (b, block) in raw.blocks.iter().enumerate() {
        let Some(call) = block.after else { continue };
        for l in &mut loops {
            if l.body.contains(&call) && l.body.insert(b) && !block.insns.is_empty() {
                return None;
            }
        }
    }
    Layout { random, map, raw: &raw, loops: &loops }.write(shape);
    Some(loops)
}

/// Writes a method into the map's tables.
struct Layout<'a> {
    random: &'a mut Random,
    map: &'a mut ProgramMap,
    raw: &'a RawMethod,
    loops: &'a [Loop],
}

impl Layout<'_> {
    /// Is a loop entered only at its header?
    fn is_reducible(&self, l: &Loop) -> bool {
        let outside = (0..self.raw.blocks.len()).filter(|b| !l.body.contains(b));
        let mut to = outside.flat_map(|b| self.raw.blocks[b].to.iter().copied().chain(self.raw.catches(b)));
        to.all(|to| to == l.header || !l.body.contains(&to))
    }

    fn write(&mut self, shape: &Shape) {
        let at = |n: usize| n as u32;
        let (insn0, block0) = (at(self.map.insns.pc.len()), at(self.map.blocks.len()));
        let (start0, loop0) = (at(self.map.starts.len()), at(self.map.loops.len()));
        let handler0 = at(self.map.handlers.len());
        let ranges = self.write_insns(insn0);
        let cuts = self.cuts();
        let incs = self.increments(&cuts);
        for (b, raw) in self.raw.blocks.iter().enumerate() {
            let edge0 = at(self.map.edges.len());
            for (i, &to) in raw.to.iter().enumerate() {
                self.map.edges.push(Edge { to: BlockId::new(block0 + at(to)), inc: incs.0[b][i], cut: cuts.1[b][i] });
            }
            let after_call = raw.after.map_or(InstructionId::NONE, |call| InstructionId::new(ranges[call].end - 1));
            self.map.blocks.push(Block {
                insns: ranges[b].clone(),
                edges: edge0..at(self.map.edges.len()),
                loop_: self.innermost(b).map_or(LoopId::NONE, |l| LoopId::new(loop0 + at(l))),
                start: NONE,
                height: raw.height as u16,
                after_call,
            });
        }
        self.write_starts(block0, &cuts.0, &incs.1, &cuts.1);
        for (range, handler) in &self.raw.handlers {
            let (from, to) = (ranges[range.start].start, ranges[range.end - 1].end);
            let (from, to) = (InstructionId::new(from), InstructionId::new(to));
            self.map.handlers.push(Handler { from, to, block: BlockId::new(block0 + at(*handler)) });
        }
        for l in self.loops {
            let depth = std::iter::successors(l.parent, |&p| self.loops[p].parent).count() as u16;
            let parent = l.parent.map_or(LoopId::NONE, |p| LoopId::new(loop0 + at(p)));
            let reducible = self.is_reducible(l);
            self.map.loops.push(MapLoop { header: BlockId::new(block0 + at(l.header)), parent, depth, reducible });
        }
        let max_entries = self.raw.blocks.iter().map(|b| b.height).max().unwrap_or(0) as u16;
        self.map.methods.push(Method {
            class: ClassId::new(shape.class as u32),
            name: shape.name.to_owned(),
            desc: shape.desc.clone(),
            access: if shape.is_static { 8 } else { 1 },
            untraced: None,
            max_locals: self.raw.locals as u16,
            max_entries,
            insns: insn0..at(self.map.insns.pc.len()),
            blocks: block0..at(self.map.blocks.len()),
            starts: start0..at(self.map.starts.len()),
            handlers: handler0..at(self.map.handlers.len()),
            lines: 0..0,
            loops: loop0..at(self.map.loops.len()),
        });
    }

    fn write_insns(&mut self, first: u32) -> Vec<std::ops::Range<u32>> {
        let mut ranges = Vec::new();
        let mut next = first;
        for block in &self.raw.blocks {
            for insn in &block.insns {
                let table = &mut self.map.insns;
                table.pc.push((next - first) as u16);
                table.opcode.push(insn.opcode);
                table.op.push(insn.op as u8);
                table.flags.push(insn.flags);
                table.arg.push(insn.arg);
                next += 1;
            }
            ranges.push(next - block.insns.len() as u32..next);
        }
        ranges
    }

    fn innermost(&self, block: usize) -> Option<usize> {
        (0..self.loops.len()).rev().find(|&l| self.loops[l].body.contains(&block))
    }

    /// For each block, true if it is a start; for each of its edges, true if it is cut.
    fn cuts(&mut self) -> (Vec<bool>, Vec<Vec<bool>>) {
        let blocks = &self.raw.blocks;
        let needed = |a: usize, b: usize| {
            blocks[b].after.is_some()
                || self.loops.iter().any(|l| l.body.contains(&b) && (!l.body.contains(&a) || l.header == b))
        };
        let mut starts: Vec<bool> =
            blocks.iter().enumerate().map(|(b, raw)| b == 0 || raw.handler || raw.after.is_some()).collect();
        for (a, raw) in blocks.iter().enumerate() {
            raw.to.iter().filter(|&&b| needed(a, b)).for_each(|&b| starts[b] = true);
        }
        for start in &mut starts {
            *start |= self.random.chance(25);
        }
        let mut cuts = Vec::new();
        for (a, raw) in blocks.iter().enumerate() {
            cuts.push(raw.to.iter().map(|&b| needed(a, b) || starts[b] && self.random.chance(85)).collect());
        }
        (starts, cuts)
    }

    /// Increments of edges, and the number of paths from each block.
    fn increments(&self, cuts: &(Vec<bool>, Vec<Vec<bool>>)) -> (Vec<Vec<u32>>, Vec<u32>) {
        let count = self.raw.blocks.len();
        let mut paths = vec![None; count];
        let mut incs = vec![Vec::new(); count];
        for b in 0..count {
            self.number(b, &cuts.1, &mut paths, &mut incs);
        }
        (incs, paths.into_iter().map(|p| p.unwrap_or(0)).collect())
    }

    fn number(&self, b: usize, cuts: &[Vec<bool>], paths: &mut Vec<Option<u32>>, incs: &mut Vec<Vec<u32>>) -> u32 {
        if let Some(known) = paths[b] {
            return known;
        }
        let block = &self.raw.blocks[b];
        let throws = block.insns.iter().filter(|i| i.flags & PEI != 0).count() as u32;
        let mut sum = 0;
        for (i, &to) in block.to.iter().enumerate() {
            incs[b].push(sum);
            sum += if cuts[b][i] { 1 } else { self.number(to, cuts, paths, incs) };
        }
        let returns = block.insns.last().is_some_and(|i| matches!(i.op, Op::Return | Op::ReturnValue));
        let all = throws + sum + u32::from(returns);
        paths[b] = Some(all);
        all
    }

    fn write_starts(&mut self, block0: u32, starts: &[bool], paths: &[u32], cuts: &[Vec<bool>]) {
        let mut base = self.map.starts.last().map_or(self.random.below(9), |s| s.base + s.count);
        for (b, raw) in self.raw.blocks.iter().enumerate() {
            if !starts[b] {
                continue;
            }
            let after = raw.after.is_some();
            let kind = match raw.insns.first() {
                _ if b == 0 => StartKind::Entry,
                _ if after => StartKind::AfterCall,
                _ if raw.handler => StartKind::Handler,
                _ if self.loops.iter().any(|l| l.header == b) => StartKind::Header,
                Some(insn) if insn.op == Op::GetStatic && insn.flags & PEI != 0 => StartKind::Trigger,
                _ => StartKind::Split,
            };
            let count = paths[b] + u32::from(after);
            let silent = self.may_be_silent(b, kind, count, cuts) && self.random.chance(70);
            self.map.blocks[block0 as usize + b].start = self.map.starts.len() as u32;
            self.map.starts.push(Start { block: BlockId::new(block0 + b as u32), base, count, kind, silent });
            base += count + self.random.below(2);
        }
    }

    /// Can the only path from a block end with an exception?
    fn may_throw(&self, b: usize, cuts: &[Vec<bool>]) -> bool {
        let raw = &self.raw.blocks[b];
        let here = raw.insns.iter().any(|insn| insn.flags & PEI != 0);
        here || (raw.to.len() == 1 && !cuts[b][0] && self.may_throw(raw.to[0], cuts))
    }

    /// Starts whose only normal path is their only path, and that no cycle needs.
    fn may_be_silent(&self, b: usize, kind: StartKind, count: u32, cuts: &[Vec<bool>]) -> bool {
        let raw = &self.raw.blocks[b];
        if self.may_throw(b, cuts) {
            return false;
        }
        match kind {
            StartKind::Split => count == 1,
            StartKind::AfterCall => {
                let call = raw.after.and_then(|call| self.raw.blocks[call].insns.last());
                let site = call.map(|insn| &self.map.sites[insn.arg as usize]);
                count == 2 && site.is_some_and(|site| matches!(site.mode, Mode::Traced | Mode::TracedVirtual))
            }
            _ => false,
        }
    }
}
