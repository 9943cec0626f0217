//! Constructs and their edges as plain data.

use std::collections::BTreeMap;

use paratrace_traceformat::map::{Effect, NONE, Op, ProgramMap};
use rustc_hash::FxHashMap;

use super::model::{Construct, ConstructKind, Edge, EdgeKind, EdgeTotals, Point, Via, ViaKind};
use super::regions::{first_pc, line, ratio};
use crate::arithmetic::iinc;
use crate::distances::{ConstructNumber, Extents, Found, Key, Kind, Stat, kind_of};

impl From<Kind> for EdgeKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Raw => EdgeKind::Raw,
            Kind::War => EdgeKind::War,
            Kind::Waw => EdgeKind::Waw,
        }
    }
}

/// Sums of the threads' constructs and edges.
pub(super) fn constructs<'f>(map: &ProgramMap, found: impl Iterator<Item = &'f Found>) -> (Vec<Construct>, EdgeTotals) {
    let mut extents = Extents::default();
    let mut edges: FxHashMap<Key, Stat> = FxHashMap::default();
    let mut totals = EdgeTotals::default();
    for thread in found {
        for (&construct, extent) in &thread.extents {
            let sum = extents.entry(construct).or_default();
            sum.instances += extent.instances;
            sum.duration += extent.duration;
        }
        for (key, stat) in thread.table.edges() {
            edges.entry(*key).and_modify(|sum| sum.add(stat)).or_insert(*stat);
        }
        totals.raw += thread.totals[Kind::Raw as usize];
        totals.war += thread.totals[Kind::War as usize];
        totals.waw += thread.totals[Kind::Waw as usize];
    }
    (list(map, &extents, edges), totals)
}

fn list(map: &ProgramMap, extents: &Extents, edges: FxHashMap<Key, Stat>) -> Vec<Construct> {
    let points = Points::new(map);
    let mut by_construct: BTreeMap<ConstructNumber, Vec<(Key, Stat)>> = BTreeMap::new();
    for (key, stat) in edges {
        by_construct.entry(key.construct).or_default().push((key, stat));
    }
    let mut constructs: Vec<Construct> = extents
        .iter()
        .map(|(&number, extent)| {
            let (kind, method, head_pc) = points.head(number);
            let mut edges = by_construct.remove(&number).unwrap_or_default();
            edges.sort_unstable_by_key(|(key, _)| (key.kind, key.head, key.tail));
            Construct {
                method: map.method_name(method),
                kind,
                head_pc: u32::from(head_pc),
                file: map.classes[map.methods[method as usize].class as usize].source.clone(),
                line: line(map, method, head_pc),
                instances: extent.instances,
                duration_total: extent.duration,
                duration_mean: ratio(extent.duration, extent.instances),
                violating_raw: edges.iter().filter(|(key, stat)| key.kind == Kind::Raw && stat.violations > 0).count()
                    as u64,
                edges: edges.iter().map(|(key, stat)| points.edge(key, stat)).collect(),
            }
        })
        .collect();
    constructs.sort_by(|a, b| (&a.method, a.head_pc, a.kind).cmp(&(&b.method, b.head_pc, b.kind)));
    constructs
}

/// Instructions as users know them.
pub(crate) struct Points<'m> {
    map: &'m ProgramMap,
    /// First instruction of each method with code, ascending, and the method.
    methods: Vec<(u32, u32)>,
}

impl<'m> Points<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        let with_code = map.methods.iter().zip(0..).filter(|(method, _)| !method.insns.is_empty());
        let mut methods: Vec<(u32, u32)> = with_code.map(|(method, number)| (method.insns.start, number)).collect();
        methods.sort_unstable();
        Self { map, methods }
    }

    fn method_of(&self, insn: u32) -> u32 {
        let after = self.methods.partition_point(|&(first, _)| first <= insn);
        self.methods[after.saturating_sub(1)].1
    }

    fn head(&self, construct: ConstructNumber) -> (ConstructKind, u32, u16) {
        let map = self.map;
        match kind_of(map, construct) {
            (ConstructKind::Method, method) => (ConstructKind::Method, method, 0),
            (ConstructKind::Iteration, looped) => {
                let header = map.loops[looped as usize].header;
                (ConstructKind::Iteration, self.method_with(header), first_pc(map, header))
            }
            (ConstructKind::Conditional, insn) => {
                (ConstructKind::Conditional, self.method_of(insn), map.insns.pc[insn as usize])
            }
        }
    }

    /// The method of a block.
    fn method_with(&self, block: u32) -> u32 {
        let at = self.methods.partition_point(|&(_, method)| self.map.methods[method as usize].blocks.start <= block);
        self.methods[at.saturating_sub(1)].1
    }

    pub(crate) fn point(&self, insn: u32) -> Point {
        let (method, pc) = (self.method_of(insn), self.map.insns.pc[insn as usize]);
        Point { method: self.map.method_name(method), pc: u32::from(pc), line: line(self.map, method, pc) }
    }

    fn edge(&self, key: &Key, stat: &Stat) -> Edge {
        Edge {
            kind: key.kind.into(),
            head: self.point(key.head),
            tail: self.point(key.tail),
            min_distance: stat.min,
            count: stat.count,
            violations: stat.violations,
            via: self.via(key.kind, key.head, key.tail),
        }
    }

    fn op(&self, insn: u32) -> Op {
        Op::from_byte(self.map.insns.op[insn as usize]).unwrap_or(Op::Drop)
    }

    /// What an edge runs through follows from what its instructions do.
    pub(crate) fn via(&self, kind: Kind, head: u32, tail: u32) -> Via {
        // The end that tells most: what is read, or written last.
        let end = if kind == Kind::War { head } else { tail };
        let (first, arg) = (self.op(head), self.map.insns.arg[end as usize]);
        if kind == Kind::Raw && first == Op::ReturnValue {
            return Via { kind: ViaKind::Return, name: self.map.method_name(self.method_of(head)) };
        }
        match self.op(end) {
            op @ (Op::Load | Op::Store | Op::Iinc) => {
                let slot = if op == Op::Iinc { iinc(arg).0 } else { arg };
                let kind = if first == Op::Invoke { ViaKind::Parameter } else { ViaKind::Local };
                Via { kind, name: format!("local {slot}") }
            }
            Op::GetStatic | Op::PutStatic => Via { kind: ViaKind::Static, name: self.field(arg) },
            Op::GetField | Op::PutField => Via { kind: ViaKind::Field, name: self.field(arg) },
            Op::Invoke if self.map.sites[arg as usize].effect == Effect::State => {
                Via { kind: ViaKind::State, name: self.map.sites[arg as usize].class.clone() }
            }
            _ => Via { kind: ViaKind::Element, name: self.element(head, tail).to_owned() },
        }
    }

    /// The innermost loop around an instruction.
    pub(crate) fn loop_of(&self, insn: u32) -> Option<u32> {
        let blocks = &self.map.blocks[crate::span(&self.map.methods[self.method_of(insn) as usize].blocks)];
        let block = blocks.iter().find(|block| block.insns.contains(&insn))?;
        (block.loop_ != NONE).then_some(block.loop_)
    }

    fn field(&self, field: u32) -> String {
        let field = &self.map.fields[field as usize];
        format!("{}.{}", field.class, field.name)
    }

    fn element(&self, head: u32, tail: u32) -> &'static str {
        let descriptor = [tail, head]
            .into_iter()
            .find(|&insn| matches!(self.op(insn), Op::ArrayLoad | Op::ArrayStore))
            .map_or(NONE, |insn| self.map.insns.arg[insn as usize]);
        match u8::try_from(descriptor) {
            Ok(b'Z') => "boolean[]",
            Ok(b'B') => "byte[]",
            Ok(b'C') => "char[]",
            Ok(b'S') => "short[]",
            Ok(b'I') => "int[]",
            Ok(b'J') => "long[]",
            Ok(b'F') => "float[]",
            Ok(b'D') => "double[]",
            Ok(_) => "Object[]",
            Err(_) => "array",
        }
    }
}
