//! The critical path as report data, by line, method and instruction.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use paratrace_replay::program::{ConstructId, mnemonic};
use paratrace_traceformat::map::{Effect, InstructionId, MethodId, Op, ProgramMap};

use super::meetings::Met;
use crate::critical_path::{Body, EdgeCount, Item, Slack, Sums, Through};
use crate::dependences::{Key, Kind, Points};
use crate::model::{
    CRITICAL_PATH_SCHEMA, ChainEdge, ChainInstruction, ChainLine, ChainLink, ChainMethod, ChainPlace, ChainThread,
    Completeness, CriticalPath, LinkKind, Stretch, ViaKind, Way,
};
use crate::ratios::ratio;

/// The lines of a program, each numbered by its first instruction.
pub(crate) struct Places<'m> {
    pub(super) points: Points<'m>,
    of: Vec<InstructionId>,
}

impl<'m> Places<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        let points = Points::new(map);
        let mut of = vec![InstructionId::NONE; map.insns.pc.len()];
        for (method, number) in map.methods.iter().zip(MethodId::all()) {
            let mut first = BTreeMap::new();
            for insn in method.instructions() {
                let pc = map.insns.pc[insn.index()];
                let line = (points.line(number, pc), map.other_file(number, pc));
                of[insn.index()] = *first.entry(line).or_insert(insn);
            }
        }
        Self { points, of }
    }

    /// Returns the line of an instruction.
    pub(crate) fn of(&self, insn: InstructionId) -> InstructionId {
        self.of[insn.index()]
    }

    pub(super) fn place(&self, place: InstructionId) -> ChainPlace {
        let method = self.points.method_of(place);
        let line = self.points.line(method, self.points.map.insns.pc[place.index()]);
        ChainPlace { method: self.points.map.method_name(method), file: self.points.file_at(place), line }
    }

    /// Assembles the result.
    pub(crate) fn critical_path(
        &self,
        (completeness, nodes): (Completeness, u64),
        (thread, threads): (Option<ChainThread>, Vec<ChainThread>),
        (sums, met): (&Sums, Option<&Met>),
        (executed, slacks): (&[u64], &[Slack]),
    ) -> CriticalPath {
        let length = thread.as_ref().map_or(0, |thread| thread.critical_path);
        let (lines, others) = self.lines(sums, (executed, slacks), length);
        let methods = sums.nodes.iter().map(|(&insn, &nodes)| (self.points.method_of(insn), nodes));
        let methods = ranked(methods.map(|(method, nodes)| (self.points.map.method_name(method), nodes)));
        let opcodes = sums.nodes.iter().map(|(&insn, &nodes)| (self.points.map.insns.opcode[insn.index()], nodes));
        let instructions = ranked(opcodes.map(|(opcode, nodes)| (mnemonic(opcode).to_owned(), nodes)));
        CriticalPath {
            schema: CRITICAL_PATH_SCHEMA.to_owned(),
            completeness,
            nodes,
            thread,
            threads,
            lines,
            methods: (methods.into_iter())
                .map(|(method, nodes)| ChainMethod { method, nodes, share: ratio(nodes, length) })
                .collect(),
            instructions: (instructions.into_iter())
                .map(|(instruction, nodes)| ChainInstruction { instruction, nodes, share: ratio(nodes, length) })
                .collect(),
            edges: self.edges(sums, met),
            way: self.way(sums),
            with_synchronization: None,
            others,
        }
    }

    /// Lists the lines on the critical path, and the other executed lines.
    fn lines(
        &self,
        sums: &Sums,
        (executed, slacks): (&[u64], &[Slack]),
        length: u64,
    ) -> (Vec<ChainLine>, Vec<ChainLine>) {
        let mut all: BTreeMap<InstructionId, (u64, u64, Slack)> = BTreeMap::new();
        for (insn, &count) in InstructionId::all().zip(executed).filter(|(_, count)| **count > 0) {
            let sum = all.entry(self.of(insn)).or_insert((0, 0, Slack::None));
            sum.0 += sums.nodes.get(&insn).copied().unwrap_or(0);
            sum.1 += count;
            sum.2 = sum.2.and(slacks.get(insn.index()).copied().unwrap_or(Slack::None));
        }
        let lines = all.into_iter().map(|(place, (nodes, executed, slack))| {
            let share = if nodes > 0 { ratio(nodes, length) } else { 0.0 };
            let slack = if let Slack::Nodes(nodes) = slack { Some(nodes.into()) } else { None };
            ChainLine { place: self.place(place), nodes, share, executed, slack }
        });
        let (mut on, mut off): (Vec<_>, Vec<_>) = lines.partition(|line| line.nodes > 0);
        on.sort_by(|a, b| b.nodes.cmp(&a.nodes).then_with(|| a.place.cmp(&b.place)));
        off.sort_by(|a, b| a.place.cmp(&b.place));
        (on, off)
    }

    fn edges(&self, sums: &Sums, met: Option<&Met>) -> Vec<ChainEdge> {
        let mut all: BTreeMap<_, EdgeCount> = BTreeMap::new();
        for (&(head, tail, through), count) in &sums.edges {
            let link = match (through, met) {
                (Through::Meeting { from, to }, Some(met)) => self.meeting(met, (from, to)).link(),
                _ => self.link(head, tail, through),
            };
            let sum = all.entry((self.of(head), self.of(tail), link)).or_default();
            sum.all += count.all;
            sum.between_threads += count.between_threads;
        }
        let edge = |((head, tail, through), count): (_, EdgeCount)| ChainEdge {
            head: self.place(head),
            tail: self.place(tail),
            through,
            count: count.all,
            between_threads: count.between_threads,
        };
        let mut edges: Vec<_> = all.into_iter().collect();
        edges.sort_by_key(|edge| Reverse(edge.1.all));
        edges.into_iter().map(edge).collect()
    }

    /// Names the location that a value goes through, from the two instructions and the kind of location.
    fn link(&self, head: InstructionId, tail: InstructionId, through: Through) -> ChainLink {
        let unnamed = |kind| ChainLink { kind, name: String::new(), variable: None, meeting: None };
        let map = self.points.map;
        match (through, self.points.op(head), self.points.op(tail)) {
            (Through::Exception, _, _) => unnamed(LinkKind::Exception),
            (Through::Memory, _, Op::Invoke) => {
                let effect = map.sites[map.insns.arg[tail.index()] as usize].effect;
                let copies = matches!(effect, Effect::ArrayCopy | Effect::Clone | Effect::Elements(_));
                if copies { self.via(head, tail) } else { unnamed(LinkKind::State) }
            }
            (Through::Memory, _, _) | (_, Op::ReturnValue, _) | (_, _, Op::Load | Op::Iinc) => self.via(head, tail),
            _ => unnamed(LinkKind::Stack),
        }
    }

    fn via(&self, head: InstructionId, tail: InstructionId) -> ChainLink {
        let via = self.points.via(&Key::new(ConstructId::NONE, Kind::Raw, head, tail));
        let kind = match via.kind {
            ViaKind::Local => LinkKind::Local,
            ViaKind::Parameter => LinkKind::Parameter,
            ViaKind::Return => LinkKind::Return,
            ViaKind::Field => LinkKind::Field,
            ViaKind::Static => LinkKind::Static,
            ViaKind::Element => LinkKind::Element,
            ViaKind::Object | ViaKind::Class => LinkKind::State,
        };
        ChainLink { kind, name: via.name, variable: via.variable, meeting: None }
    }

    fn way(&self, sums: &Sums) -> Way {
        // The nodes were found from the last to the first.
        let (end, left_out, beginning) = sums.repeats.items();
        let (first, last) = (self.stretches(beginning), self.stretches(end));
        Way { first, left_out, last }
    }

    fn stretches(&self, items: &[Item]) -> Vec<Stretch> {
        let one = |item: &Item| match &item.body {
            Body::Place(place) => Stretch::Line { place: self.place(InstructionId::new(*place)), nodes: item.nodes },
            Body::Repeat(items, times) => {
                Stretch::Repeat { times: *times, nodes: item.nodes, stretches: self.stretches(items) }
            }
        };
        items.iter().rev().map(one).collect()
    }
}

/// Sums counts by key, and sorts them by sum, the greatest first, then by key.
fn ranked<K: Ord + Clone>(counts: impl Iterator<Item = (K, u64)>) -> Vec<(K, u64)> {
    let mut sums: BTreeMap<K, u64> = BTreeMap::new();
    counts.for_each(|(key, count)| *sums.entry(key).or_insert(0) += count);
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    sums
}
