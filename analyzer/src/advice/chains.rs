//! Short chains: locals or elements that every iteration computes from the last value by a few instructions, as `n = n.next`,
//! `p = p * 31 + work(i)` or `sums[i + 1] = sums[i] + work(i)`. Only these instructions are in order: the rest of all iterations can run before or after them.

use paratrace_traceformat::map::{InstructionId, Op};
use rustc_hash::FxHashSet;

use super::body::Body;
use super::element_chains::{self, Link};
use super::reach::{Reach, is_untraced};
use super::rounds::is_passed_always;
use super::small;
use crate::dependences::{Key, Kind, Points, Stat};

/// Most locals that one chain runs through.
const MOST_LOCALS: usize = 4;

/// The short chains of a loop.
#[derive(Default)]
pub(super) struct Chains {
    /// The locals that they run through.
    pub(super) locals: FxHashSet<u32>,
    /// The stores of the elements that they run through.
    pub(super) stores: FxHashSet<InstructionId>,
    /// Those of chains that call no code of the program: the chain alone gives their values.
    pub(super) walked: FxHashSet<u32>,
    /// Number of nodes of an iteration that compute them.
    pub(super) length: u64,
}

impl Chains {
    /// Finds the chains among the locals that iterations take over from one another. `edges` are those that leave an iteration.
    pub(super) fn find(points: &Points<'_>, body: &Body<'_>, edges: &[(&Key, &Stat)], reach: &Reach<'_>) -> Self {
        let carried =
            edges.iter().filter(|(key, stat)| key.kind == Kind::Raw && stat.carried > 0).map(|(key, _)| key.head);
        let locals: FxHashSet<u32> = carried
            .filter(|&head| points.op(head) == Op::Store)
            .map(|head| points.map.insns.arg[head.index()])
            .filter(|local| !body.counted.contains(local))
            .collect();
        let mut all = Self::default();
        for local in locals {
            if let Some(chain) = Chain::through(points, body, local).filter(|chain| chain.is_apart(reach)) {
                // Two locals of one chain are found twice.
                if !all.locals.contains(&local) {
                    all.length += chain.parts.len() as u64 + chain.inside;
                }
                if !chain.calls {
                    all.walked.extend(&chain.locals);
                }
                all.locals.extend(chain.locals);
            }
        }
        for link in element_chains::links(points, body, edges, reach) {
            let chain = Chain::through_elements(points, body, link).filter(|chain| chain.is_apart(reach));
            if let Some(chain) = chain.filter(|_| all.stores.insert(link.store)) {
                all.length += chain.parts.len() as u64 + chain.inside;
            }
        }
        all
    }
}

/// A chain through one local, or through several that are computed from one another.
struct Chain<'b, 'p> {
    body: &'b Body<'p>,
    points: &'b Points<'p>,
    locals: Vec<u32>,
    /// The instructions that compute the next values, and store them.
    parts: FxHashSet<InstructionId>,
    /// The store of the element, if the chain runs through elements.
    stored: Option<InstructionId>,
    /// The fields that they read, and the types of the elements.
    fields: FxHashSet<u32>,
    elements: FxHashSet<u32>,
    /// Number of nodes, at most, that functions of the library execute among them.
    inside: u64,
    /// Whether they call code that may read what the iteration has written.
    calls: bool,
}

impl<'b, 'p> Chain<'b, 'p> {
    /// Follows a chain; `None` if more than a few plain instructions compute the next value, or not every iteration does.
    fn through(points: &'b Points<'p>, body: &'b Body<'p>, local: u32) -> Option<Self> {
        let mut chain = Self::new(points, body);
        chain.locals.push(local);
        chain.follow_locals()?;
        Some(chain)
    }

    /// Follows a chain that an element takes part in.
    fn through_elements(points: &'b Points<'p>, body: &'b Body<'p>, link: Link) -> Option<Self> {
        let mut chain = Self::new(points, body);
        chain.stored = Some(link.store);
        chain.follow(link.store)?;
        chain.follow_locals()?;
        if chain.parts.contains(&link.load) { Some(chain) } else { None }
    }

    fn new(points: &'b Points<'p>, body: &'b Body<'p>) -> Self {
        let (parts, fields, elements) = (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
        let locals = Vec::new();
        Self { body, points, locals, parts, stored: None, fields, elements, inside: 0, calls: false }
    }

    /// Follows what computes the locals, and those that are found on the way.
    fn follow_locals(&mut self) -> Option<()> {
        let (points, looped) = (self.points, self.body.looped);
        let mut at = 0;
        while let Some(&local) = self.locals.get(at) {
            at += 1;
            let mut stores = self.body.stores_to(local);
            let store = stores.next().filter(|_| stores.next().is_none())?;
            let is_own = points.op(store) == Op::Store && points.innermost_loop(store) == Some(looped);
            let always = || is_passed_always(points, looped, std::iter::once(store));
            (is_own && always()).then_some(())?;
            self.follow(store)?;
        }
        Some(())
    }

    /// Follows what computes a stored value.
    fn follow(&mut self, store: InstructionId) -> Option<()> {
        let tree = self.body.operands(self.points.block_of(store)?, store)?;
        self.parts.insert(store);
        for &insn in &tree {
            let arg = self.points.map.insns.arg[insn.index()];
            match self.points.op(insn) {
                Op::Push | Op::PushInt | Op::Compute => {}
                Op::Load if self.body.is_free(arg) || self.locals.contains(&arg) => {}
                Op::Load if !self.locals.contains(&arg) && self.is_computed_apart(arg, MOST_LOCALS) => {
                    self.calls = true
                }
                Op::Load if self.locals.len() < MOST_LOCALS => self.locals.push(arg),
                Op::GetField | Op::GetStatic => drop(self.fields.insert(arg)),
                Op::ArrayLoad => drop(self.elements.insert(arg)),
                Op::Invoke => self.call(insn)?,
                _ => return None,
            }
        }
        self.parts.extend(tree);
        Some(())
    }

    /// The result of a call is computed apart if its arguments are. Any other call is a link of the chain: it must be pure, and known to
    /// execute little.
    fn call(&mut self, insn: InstructionId) -> Option<()> {
        let arguments = self.body.operands(self.points.block_of(insn)?, insn)?;
        let is_pure = self.points.calls_pure(insn);
        if arguments.iter().all(|&argument| self.is_apart_argument(argument)) {
            self.calls |= !is_pure;
            return Some(());
        }
        if !is_pure {
            return None;
        }
        self.inside += small::nodes_inside(self.points.call(insn)?)?;
        Some(())
    }

    fn is_apart_argument(&self, insn: InstructionId) -> bool {
        match self.points.op(insn) {
            Op::Load => self.is_apart_value(self.points.map.insns.arg[insn.index()], MOST_LOCALS),
            Op::Push | Op::PushInt | Op::Compute | Op::ArrayLoad | Op::GetField | Op::GetStatic => true,
            Op::Invoke => self.points.calls_pure(insn),
            _ => false,
        }
    }

    fn is_apart_value(&self, local: u32, deep: usize) -> bool {
        self.body.is_free(local) || self.is_computed_apart(local, deep)
    }

    /// Returns whether each iteration computes a local once, of elements and of values that no chain takes part in.
    fn is_computed_apart(&self, local: u32, deep: usize) -> bool {
        let mut stores = self.body.stores_to(local);
        let Some(store) = stores.next().filter(|_| deep > 0 && stores.next().is_none()) else { return false };
        let tree = self.points.block_of(store).and_then(|block| self.body.operands(block, store));
        let is_apart = |&insn: &InstructionId| match self.points.op(insn) {
            Op::Load => self.is_apart_value(self.points.map.insns.arg[insn.index()], deep - 1),
            Op::Push | Op::PushInt | Op::Compute | Op::ArrayLoad => true,
            Op::Invoke => self.points.calls_pure(insn),
            _ => false,
        };
        self.points.op(store) == Op::Store
            && self.body.has_once(store)
            && tree.is_some_and(|tree| tree.iter().all(is_apart))
    }

    /// Returns whether an instruction may write elements of a type that the chain reads: also by the library, which may have any array.
    fn may_write_elements(&self, insn: InstructionId) -> bool {
        let points = self.points;
        match points.op(insn) {
            Op::ArrayStore if Some(insn) == self.stored => false,
            Op::ArrayStore => self.elements.contains(&points.map.insns.arg[insn.index()]),
            Op::Invoke => {
                points.call(insn).is_some_and(is_untraced) && !points.calls_pure(insn) && !points.only_looks(insn)
            }
            _ => false,
        }
    }

    /// Returns whether nothing but the chain itself leads from its last value to the next one: not by way of objects that
    /// other parts of the iteration write.
    fn is_apart(&self, reach: &Reach<'_>) -> bool {
        let code = || self.body.instructions();
        if !self.fields.is_empty() && !self.fields.is_disjoint(&reach.written(code())) {
            return false;
        }
        if !self.elements.is_empty() && reach.reached(code()).any(|insn| self.may_write_elements(insn)) {
            return false;
        }
        let first = self.parts.iter().min().copied();
        // What uses the value before it moves on may write what the calls read.
        let is_use = |insn: &InstructionId| {
            let arg = self.points.map.insns.arg[insn.index()];
            self.points.op(*insn) == Op::Load && self.locals.contains(&arg) && !self.parts.contains(insn)
        };
        !self.calls || code().filter(is_use).all(|insn| Some(insn) > first)
    }
}
