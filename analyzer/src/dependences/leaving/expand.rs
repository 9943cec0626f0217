//! From rows to sums per construct.

use paratrace_replay::program::ConstructId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::contexts::{Chains, Context, ROOT};
use super::methods::Methods;
use super::rows::{Carried, Row, Rows, Slot, Sums};
use crate::dependences::edges::{Edges, Key, Stat};

/// Returns the sums of all rows for the constructs that their edges leave. The table must be cleared then. `calls` are the chains of methods
/// that rows name.
///
/// Rows of edges between the same instructions are added up together: they leave few constructs, again and again. `all` is empty; its
/// memory is used.
pub(super) fn expand(
    rows: &mut Rows,
    contexts: &Chains,
    (calls, methods): (&Chains, Methods<'_>),
    mut all: Vec<(Key, Stat)>,
) -> Edges {
    let (mut called, mut group) = (Called::default(), Group::default());
    for rows in rows.sorted().chunk_by(|a, b| a.row.edge() == b.row.edge()) {
        for Slot { row, sums } in rows {
            if row.calls != ROOT {
                called.find(row, contexts, (calls, methods));
            }
            let initializer = contexts.get(row.context).initializer;
            let within = contexts.outwards(row.inner).count() as u32;
            let told = if row.is_single { row.left - 1 } else { 0 };
            for (at, context) in (0..row.left).zip(around(row, contexts)).skip(told as usize) {
                let construct = context.construct;
                let violations = if at >= row.kept { sums.count } else { 0 };
                let is_sibling = row.calls != ROOT && called.methods.contains(&construct);
                let mut stat = Stat { min: sums.min, count: sums.count, violations, ..Stat::NONE };
                stat.carried = if is_sibling { sums.count } else { 0 };
                if at + 1 == row.left {
                    carry(&mut stat, row.carried, sums);
                }
                // Class initialisers are no part of units: what lies within one is around none.
                let is_around = context.initializer.is_none() && at >= within;
                group.add((construct, if is_around { initializer } else { ConstructId::NONE }), &stat);
            }
        }
        if let Some(first) = rows.first() {
            let (head, tail, kind) = first.row.edge();
            let key = |(construct, initializer)| Key { construct, kind, head, tail, initializer };
            all.extend(group.take().map(|(of, stat)| (key(of), stat)));
        }
    }
    Edges::of(all)
}

/// Lists the constructs around the heads of a row, the innermost first.
fn around(row: &Row, contexts: &Chains) -> impl Iterator<Item = Context> {
    contexts.outwards(row.inner).chain(contexts.outwards(row.context))
}

/// Notes edges between siblings of the outermost construct that they leave.
fn carry(stat: &mut Stat, carried: Carried, sums: &Sums) {
    match carried {
        Carried::No => {}
        Carried::Yes => stat.carried += sums.count,
        Carried::Counted => stat.carry(sums.count, sums.iterations, sums.example),
    }
}

/// A construct that edges leave, and the class initialiser that they come from.
type Of = (ConstructId, ConstructId);

/// The sums of edges between the same instructions.
#[derive(Debug, Default)]
struct Group {
    sums: Vec<(Of, Stat)>,
    /// The place of each one among them.
    places: FxHashMap<Of, usize>,
}

impl Group {
    #[inline]
    fn add(&mut self, of: Of, stat: &Stat) {
        let place = *self.places.entry(of).or_insert_with(|| {
            self.sums.push((of, Stat::NONE));
            self.sums.len() - 1
        });
        self.sums[place].1.add(stat);
    }

    /// Returns the sums, in the order of the constructs, and forgets them.
    fn take(&mut self) -> impl Iterator<Item = (Of, Stat)> {
        self.sums.sort_unstable_by_key(|&(of, _)| of);
        // Clearing would take as long as the largest group is.
        for (of, _) in &self.sums {
            self.places.remove(of);
        }
        self.sums.drain(..)
    }
}

/// The methods of the calls that are open at tails, inside of what is open at the heads, too.
#[derive(Debug, Default)]
struct Called {
    /// The calls at the tail, and those at both.
    of: (u32, u32),
    methods: FxHashSet<ConstructId>,
}

impl Called {
    fn find(&mut self, row: &Row, contexts: &Chains, (calls, methods): (&Chains, Methods<'_>)) {
        let open = around(row, contexts).skip(row.left as usize);
        let both = open.filter(|context| methods.contain(context.construct)).count();
        let at_tail = calls.outwards(row.calls).count();
        let of = (row.calls, both as u32);
        if self.of != of {
            self.methods.clear();
            let inside = calls.outwards(row.calls).take(at_tail.saturating_sub(both));
            self.methods.extend(inside.map(|context| context.construct));
            self.of = of;
        }
    }
}
