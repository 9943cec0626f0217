//! From rows to sums per construct.

use paratrace_replay::program::ConstructId;
use rustc_hash::FxHashSet;

use super::contexts::{Contexts, ROOT};
use super::rows::{Carried, Methods, Row, Rows, Sums};
use crate::dependences::table::{Key, Stat, Table};

/// Adds the sums of all rows to those of the constructs that their edges leave, and forgets the rows. `calls` are the chains
/// of methods that rows name.
pub(super) fn expand(rows: &mut Rows, contexts: &Contexts, (calls, methods): (&Contexts, Methods), table: &mut Table) {
    let mut called = Called::default();
    for (row, sums) in rows.take() {
        if row.calls != ROOT {
            called.find(&row, contexts, (calls, methods));
        }
        for (at, context) in (0..row.left).zip(contexts.outwards(row.context)) {
            let construct = context.construct;
            let key = Key { construct, kind: row.kind, head: row.head, tail: row.tail };
            let violations = if at >= row.kept { sums.count } else { 0 };
            let is_sibling = row.calls != ROOT && called.methods.contains(&construct);
            let mut stat = Stat { min: sums.min, count: sums.count, violations, ..Stat::NONE };
            stat.carried = if is_sibling { sums.count } else { 0 };
            if at + 1 == row.left {
                carry(&mut stat, row.carried, &sums);
            }
            table.add_all(key, &stat);
        }
    }
}

/// Notes edges between siblings of the outermost construct that they leave.
fn carry(stat: &mut Stat, carried: Carried, sums: &Sums) {
    match carried {
        Carried::No => {}
        Carried::Yes => stat.carried += sums.count,
        Carried::Counted => stat.carry(sums.count, sums.iterations, sums.example),
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
    fn find(&mut self, row: &Row, contexts: &Contexts, (calls, methods): (&Contexts, Methods)) {
        let around = contexts.outwards(row.context).skip(row.left as usize);
        let both = around.filter(|context| methods.contain(context.construct)).count();
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
