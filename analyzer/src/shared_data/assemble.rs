//! Assembling the result: from the sums of the pass to report data.

use std::collections::{BTreeSet, HashMap};

use paratrace_replay::program::element_index;
use paratrace_replay::stream::{Made, PAGE_UNIT};
use paratrace_traceformat::map::{NONE, Op, ProgramMap};

use super::bits::Bits;
use super::entities::{Entities, Kind, is_primitive};
use super::pass::SharedTotals;
use super::row::{Counter, Row, Sums};
use super::tasks::Tasks;
use crate::dependences::Points;
use crate::limits;
use crate::model::{
    Accesses, ArrayData, ArrayOrigin, Completeness, Creation, Indices, LeftOutArrays, SHARED_SCHEMA, ScalarData,
    SharedData, SharedThread, Strand, TaskData, TaskKind,
};

/// Assembles the result. Tasks are in the order of their threads; `listed` limits the arrays of each.
pub(super) fn assemble(
    map: &ProgramMap,
    found: SharedTotals,
    tasks: &Tasks,
    threads: &[(u64, String)],
    completeness: Completeness,
    listed: usize,
) -> SharedData {
    let entities = &found.entities;
    let mut order: Vec<usize> = (0..found.rows.len()).collect();
    order.sort_by_key(|&row| found.rows[row].thread);
    let place: HashMap<u32, usize> = order.iter().enumerate().map(|(place, &row)| (row as u32, place)).collect();
    let of_primitives = |counter: &&Counter| is_primitive(entities.kind(counter.entity));
    let shared: BTreeSet<u32> =
        found.rows.iter().flat_map(Row::arrays).filter(of_primitives).map(|counter| counter.entity).collect();
    let ids: HashMap<u32, u64> = shared.into_iter().zip(1..).collect();
    let view = View { map, points: Points::new(map), entities, ids: &ids, tasks };
    let chosen: Vec<Vec<&Counter>> = order.iter().map(|&row| heaviest(&found.rows[row], entities, listed)).collect();
    let units = units(entities, chosen.iter().flatten().map(|counter| counter.entity).collect());
    let rows = order.iter().zip(&chosen).map(|(&row, chosen)| view.task(&found.rows[row], chosen, &units)).collect();
    let strands = found.strands.all.iter().map(|strand| Strand {
        task: (strand.row != NONE).then(|| place[&strand.row]),
        thread: strand.thread as usize,
        nodes: strand.nodes,
        scalars: strand.accesses.0,
        elements: strand.accesses.1,
        access_time: strand.time,
        starts: strand.starts.iter().map(|&(at, other)| (at, other as usize)).collect(),
        awaits: strand.awaits.iter().map(|&(at, other)| (at, other as usize)).collect(),
        samples: strand.samples.clone(),
        orders: Vec::new(),
    });
    let main = threads.iter().position(|(id, _)| *id == 1).unwrap_or(0);
    let thread = |(number, (id, name)): (usize, &(u64, String))| SharedThread {
        id: *id,
        name: name.clone(),
        main: number == main,
        nodes: found.nodes[number],
    };
    SharedData {
        schema: SHARED_SCHEMA.to_owned(),
        completeness,
        nodes: found.nodes.iter().sum(),
        threads: threads.iter().enumerate().map(thread).collect(),
        tasks: rows,
        merged_instances: found.strands.merged,
        is_ordered: false,
        strands: strands.collect(),
    }
}

/// First index and first slot of the units of each entity.
type Units = HashMap<u32, Vec<(u32, u32)>>;

fn units(entities: &Entities, wanted: BTreeSet<u32>) -> Units {
    let mut units: Units = wanted.into_iter().map(|entity| (entity, Vec::new())).collect();
    for (slot, entity, first) in entities.owners.units() {
        if let Some(units) = units.get_mut(&entity) {
            units.push((first, slot));
        }
    }
    units.values_mut().for_each(|units| units.sort_unstable());
    units
}

/// Selects the `listed` arrays of primitive types with the most accesses; among equals, the older ones.
fn heaviest<'r>(row: &'r Row, entities: &Entities, listed: usize) -> Vec<&'r Counter> {
    let arrays = row.arrays().iter();
    let mut arrays: Vec<&Counter> = arrays.filter(|counter| is_primitive(entities.kind(counter.entity))).collect();
    arrays.sort_by_key(|counter| (std::cmp::Reverse(counter.reads + counter.writes), counter.entity));
    arrays.truncate(listed);
    arrays
}

struct View<'f> {
    map: &'f ProgramMap,
    points: Points<'f>,
    entities: &'f Entities,
    ids: &'f HashMap<u32, u64>,
    tasks: &'f Tasks,
}

impl View<'_> {
    fn task(&self, row: &Row, chosen: &[&Counter], units: &Units) -> TaskData {
        let task = &self.tasks.all[row.task as usize];
        let of = |kind: fn(Kind) -> bool| {
            row.arrays().iter().filter(move |counter| kind(self.entities.kind(counter.entity)))
        };
        let all = sum(of(is_primitive));
        let untyped = sum(of(|kind| kind == 0));
        let told = sum(chosen.iter().copied());
        let arrays = of(is_primitive).count() - chosen.len();
        let counted = of(is_primitive).chain([&row.scalars]);
        let (reads, writes) = counted.fold((0, 0), |(reads, writes), counter| {
            let (outer_reads, outer_writes) = counter.outermost;
            (reads + counter.reads - outer_reads, writes + counter.writes - outer_writes)
        });
        TaskData {
            task: task.name.clone(),
            kind: if task.is_method { TaskKind::Method } else { TaskKind::Thread },
            thread: row.thread as usize,
            instances: row.instances,
            nodes: row.nodes,
            scalars: scalars(&row.scalars),
            arrays: chosen.iter().map(|counter| self.array(row, counter, units)).collect(),
            left_out: LeftOutArrays {
                arrays: arrays as u64,
                reads: all.reads - told.reads,
                writes: all.writes - told.writes,
            },
            untyped,
            nested: Accesses { reads, writes },
            created_arrays: row.created.0,
            created_objects: row.created.1,
            own_scalars: accesses(row.own_scalars),
            own_elements: accesses(row.own_elements),
        }
    }

    fn array(&self, row: &Row, counter: &Counter, units: &Units) -> ArrayData {
        let units = units.get(&counter.entity).map_or(&[][..], Vec::as_slice);
        ArrayData {
            id: self.ids[&counter.entity],
            kind: java_type(self.entities.kind(counter.entity)).to_owned(),
            length: self.length(counter.entity),
            created: self.created(counter.entity),
            reads: counter.reads,
            writes: counter.writes,
            read: indices(&row.read, units),
            written: indices(&row.written, units),
            first: counter.first,
            last: counter.last,
            outermost: outermost(counter),
        }
    }

    /// Returns the length of an array if it is known: that of a clone, or the constant that it was created with.
    fn length(&self, entity: u32) -> Option<u32> {
        match self.entities.origin(entity).made {
            Made::Array { length, .. } if length != NONE => Some(length),
            _ => None,
        }
    }

    fn created(&self, entity: u32) -> ArrayOrigin {
        let origin = self.entities.origin(entity);
        let (how, insn) = match origin.made {
            Made::Array { insn, .. } => {
                let is_call = Op::from_byte(self.map.insns.op[insn.index()]) == Some(Op::Invoke);
                (if is_call { Creation::Clone } else { Creation::New }, insn)
            }
            _ => (Creation::Unseen, origin.near),
        };
        let point = (!insn.is_none()).then(|| self.points.point(insn));
        ArrayOrigin {
            how,
            thread: self.entities.created(entity).thread as usize,
            file: (!insn.is_none()).then(|| self.points.file_at(insn)).flatten(),
            line: point.as_ref().map_or(-1, |point| point.line),
            method: point.map(|point| point.method),
        }
    }
}

fn scalars(counter: &Counter) -> ScalarData {
    let any = counter.reads + counter.writes > 0;
    ScalarData {
        reads: counter.reads,
        writes: counter.writes,
        first: any.then_some(counter.first),
        last: any.then_some(counter.last),
        outermost: outermost(counter),
    }
}

fn outermost(counter: &Counter) -> Accesses {
    Accesses { reads: counter.outermost.0, writes: counter.outermost.1 }
}

fn sum<'c>(counters: impl Iterator<Item = &'c Counter>) -> Accesses {
    counters.fold(Accesses::default(), |sum, counter| Accesses {
        reads: sum.reads + counter.reads,
        writes: sum.writes + counter.writes,
    })
}

fn accesses(sums: Sums) -> Accesses {
    Accesses { reads: sums.reads, writes: sums.writes }
}

/// Lists the element indices of an array whose slots are in a set. `units` are ascending.
fn indices(bits: &Bits, units: &[(u32, u32)]) -> Indices {
    let mut found = Indices::default();
    let mut open: Option<(u32, u32)> = None;
    for &(first, slot) in units {
        for n in 0..PAGE_UNIT {
            // Index numbers below that of element 0 belong to the state of the object.
            let Some(index) = (first + n).checked_sub(element_index(0)) else { continue };
            if !bits.has(slot + n) {
                continue;
            }
            found.elements += 1;
            found.bounds = Some((found.bounds.map_or(index, |bounds| bounds.0), index));
            match &mut open {
                Some((_, last)) if *last + 1 == index => *last = index,
                _ => found.add(open.replace((index, index))),
            }
        }
    }
    found.add(open);
    found
}

impl Indices {
    fn add(&mut self, range: Option<(u32, u32)>) {
        let Some(range) = range else { return };
        if self.ranges.len() < limits::LISTED_RANGES {
            self.ranges.push(range);
        } else {
            self.ranges_left_out += 1;
        }
    }
}

fn java_type(kind: Kind) -> &'static str {
    match kind {
        b'B' | b'Z' => "byte|boolean[]",
        b'C' => "char[]",
        b'S' => "short[]",
        b'I' => "int[]",
        b'F' => "float[]",
        b'J' => "long[]",
        _ => "double[]",
    }
}
