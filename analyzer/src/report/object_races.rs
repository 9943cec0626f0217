//! Races for objects of the library, as report data.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use paratrace_traceformat::map::{InstructionId, ProgramMap};

use crate::dependences::Points;
use crate::model::ObjectRace;
use crate::races::{RaceCounts, RacingCalls};

/// A class, and the method and the line of each of two calls. All calls of a line are one.
type Row = (String, [(String, i32); 2]);

/// Lists the calls that race for an object, the most frequent first. Accesses of elements count only if each array is known for itself.
pub(super) fn object_races(
    map: &ProgramMap,
    found: &[(RacingCalls<'_>, RaceCounts)],
    threads: &[String],
    knows_arrays: bool,
) -> Vec<ObjectRace> {
    let points = Points::new(map);
    let called = |call: InstructionId| map.call_at(call).map_or_else(String::new, |site| site.name.clone());
    let name = |thread: u32| threads.get(thread as usize).cloned();
    let mut rows: BTreeMap<Row, ObjectRace> = BTreeMap::new();
    for (RacingCalls { class, calls: [head, tail] }, counts) in found {
        let count = counts.fields + if knows_arrays { counts.elements } else { 0 };
        if count == 0 {
            continue;
        }
        let (class, ends) = (class.replace('/', "."), [*head, *tail].map(|end| points.point(end)));
        let row = (class.clone(), ends.clone().map(|end| (end.method, end.line)));
        let [head_point, tail_point] = ends;
        let race = ObjectRace {
            class,
            head: head_point,
            tail: tail_point,
            head_calls: called(*head),
            tail_calls: called(*tail),
            count,
            from: counts.threads.and_then(|[from, _]| name(from)),
            to: counts.threads.and_then(|[_, to]| name(to)),
        };
        rows.entry(row).and_modify(|before| before.add(&race)).or_insert(race);
    }
    let mut races: Vec<ObjectRace> = rows.into_values().collect();
    races.sort_by_key(|race| Reverse(race.count));
    races
}

impl ObjectRace {
    /// Adds another race of the same lines. The first one, of which more was seen, says what is called.
    fn add(&mut self, other: &Self) {
        self.count += other.count;
        if (&self.from, &self.to) != (&other.from, &other.to) {
            (self.from, self.to) = (None, None);
        }
    }
}
