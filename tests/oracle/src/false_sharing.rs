//! Lines of the cache that threads may pull from each other, by definition, from the nodes of all threads.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_analyzer::Report;
use paratrace_analyzer::listing::{Location, Object};
use paratrace_analyzer::model::Point;
use paratrace_traceformat::map::{Accessed, InstructionId, Op, ProgramMap};

/// Both ends, the instruction that comes first in the map first: method and bytecode offset.
type Ends = [(String, u32); 2];

/// Greatest number of transfers, and number of lines.
pub type FalseSharing = BTreeMap<Ends, (u64, u64)>;

/// What a thread did with a line.
#[derive(Default)]
struct Share {
    writes: u64,
    /// The first of those that wrote.
    insn: Option<InstructionId>,
    /// Threads that read or overwrote what this one wrote.
    takers: BTreeSet<usize>,
}

/// Accesses of all threads to arrays and objects.
pub struct Lines<'m> {
    map: &'m ProgramMap,
    writes: Vec<(Object, u32, usize, InstructionId)>,
    taken: Vec<(Object, u32, usize, usize)>,
    /// How many locations a line has, as the first of the map's instructions that write there tells it. An object of a random program may be
    /// an array of several types.
    locations: BTreeMap<Object, (InstructionId, u32)>,
}

impl<'m> Lines<'m> {
    pub fn new(map: &'m ProgramMap) -> Self {
        Self { map, writes: Vec::new(), taken: Vec::new(), locations: BTreeMap::new() }
    }

    /// A thread writes a location, not by a copy.
    pub fn write(&mut self, location: Location, thread: usize, insn: InstructionId) {
        let Some((object, index)) = self.place(location, insn) else { return };
        let field = |field: u32| self.map.fields[field as usize].traced.then_some(8);
        let arg = self.map.insns.arg[insn.index()];
        let call = self.map.call_at(insn);
        let size = match Op::from_byte(self.map.insns.op[insn.index()]).unwrap() {
            Op::ArrayStore => Some(size(arg as u8)),
            Op::PutField => field(arg),
            Op::Invoke => match call.and_then(|call| call.accessed()) {
                Some(Accessed::Field(number)) => field(number),
                Some(Accessed::Element) => Some(size(call.unwrap().access(self.map).unwrap().1)),
                _ => None,
            },
            _ => None,
        };
        let Some(size) = size else { return };
        let told = (insn, 64 / size);
        self.locations.entry(object).and_modify(|known| *known = told.min(*known)).or_insert(told);
        self.writes.push((object, index, thread, insn));
    }

    /// A thread uses what another one wrote last.
    pub fn taken(&mut self, location: Location, insn: InstructionId, thread: usize, by: usize) {
        if let Some((object, index)) = self.place(location, insn) {
            self.taken.push((object, index, thread, by));
        }
    }

    fn place(&self, location: Location, insn: InstructionId) -> Option<(Object, u32)> {
        match location {
            Location::Field(object, slot) => {
                let is_access =
                    matches!(Op::from_byte(self.map.insns.op[insn.index()]), Some(Op::GetField | Op::PutField));
                let outside = is_access && !self.map.fields[self.map.insns.arg[insn.index()] as usize].traced;
                Some((object, slot + u32::from(outside)))
            }
            // The state of the array comes first.
            Location::Element(array, index) => Some((array, index + 1)),
            _ => None,
        }
    }

    /// Counts transfers. `point` names an instruction.
    pub fn count(&self, point: impl Fn(InstructionId) -> (String, u32)) -> FalseSharing {
        let mut lines: BTreeMap<(Object, u32), BTreeMap<usize, Share>> = BTreeMap::new();
        let line =
            |object: Object, index: u32| self.locations.get(&object).map(|(_, locations)| (object, index / locations));
        for &(object, index, thread, insn) in &self.writes {
            let share = lines.entry(line(object, index).unwrap()).or_default().entry(thread).or_default();
            share.writes += 1;
            share.insn = share.insn.into_iter().chain([insn]).min();
        }
        for &(object, index, thread, by) in &self.taken {
            if let Some(share) = line(object, index).and_then(|line| lines.get_mut(&line)?.get_mut(&thread)) {
                share.takers.insert(by);
            }
        }
        let mut found: BTreeMap<[InstructionId; 2], (u64, u64)> = BTreeMap::new();
        for shares in lines.values() {
            let mut ends = BTreeSet::new();
            let uses = |one: usize, other: usize| {
                let takers = &shares[&other].takers;
                takers.len() > 1 || takers.contains(&one)
            };
            for (&own, share) in shares {
                let others =
                    shares.keys().copied().filter(|&other| other != own && !uses(own, other) && !uses(other, own));
                let mut others: Vec<usize> = others.collect();
                let transfers = share.writes.min(others.iter().map(|other| shares[other].writes).sum());
                others.sort_by_key(|other| std::cmp::Reverse(shares[other].writes));
                let Some(other) = others.first().filter(|_| transfers > 0) else { continue };
                let mut pair = [share.insn.unwrap(), shares[other].insn.unwrap()];
                pair.sort_unstable();
                let sum = found.entry(pair).or_default();
                sum.0 += transfers;
                sum.1 += u64::from(ends.insert(pair));
            }
        }
        found.into_iter().map(|(ends, sum)| (ends.map(&point), sum)).collect()
    }
}

fn size(descriptor: u8) -> u32 {
    match descriptor {
        b'Z' | b'B' => 1,
        b'C' | b'S' => 2,
        b'J' | b'D' => 8,
        _ => 4,
    }
}

/// Reads them from a report, wherever the arrays were created.
pub fn reported(report: &Report) -> FalseSharing {
    let point = |point: &Point| (point.method.clone(), point.pc);
    let mut found = FalseSharing::new();
    for row in &report.false_sharing {
        let sum = found.entry([point(&row.head), point(&row.tail)]).or_default();
        *sum = (sum.0 + row.transfers, sum.1 + row.lines);
    }
    found
}
