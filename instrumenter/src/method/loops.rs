//! The loop nesting forest: Havlak's, as Ramalingam states it (docs/metrics.md, “Loops and methods”).
//!
//! Depth-first preorder from the entry; in each strongly connected component the vertex with the smallest preorder
//! number is the header; inner loops are the components that are left without it.
//!
//! Found from the inside out, in almost linear time (Tarjan 1973; Ramalingam 1999): headers are taken in descending
//! preorder, what reaches the header backward is its loop, and a loop that was found counts as its header from then on
//! (disjoint sets). An edge is looked at when the nearest common ancestor of its ends in the depth-first tree is taken: no
//! loop that is found before has both ends, and every loop that is found later and has its target has its source, too.

use super::cfg::Cfg;

/// Stands for no loop, block or position.
const NONE: usize = usize::MAX;

/// A loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NaturalLoop {
    pub(crate) header: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) depth: u16,
    pub(crate) reducible: bool,
}

/// The loops of a method, parents before children.
#[derive(Debug)]
pub(crate) struct LoopForest {
    pub(crate) loops: Vec<NaturalLoop>,
    /// Innermost loop of each block.
    pub(crate) innermost: Vec<Option<usize>>,
    /// Blocks at which a loop is entered from outside, or begins its next iteration.
    pub(crate) entries: Vec<bool>,
    /// For each loop, the range of numbers of the loops inside it; its own number is the first.
    spans: Vec<(usize, usize)>,
}

impl LoopForest {
    /// Finds the loops.
    pub(crate) fn build(cfg: &Cfg) -> LoopForest {
        let blocks = cfg.blocks.len();
        // Most methods lead only forward; among the others a search tells.
        let forward = (0..blocks).all(|block| cfg.successors_of(block).all(|to| to > block));
        if forward {
            return LoopForest::none(blocks);
        }
        let search = Search::run(cfg);
        if !search.cyclic {
            return LoopForest::none(blocks);
        }
        let mut nest = Nest::new(blocks);
        for &block in search.order.iter().rev() {
            nest.take(block, &search);
        }
        nest.finish(&search.finished)
    }

    fn none(blocks: usize) -> LoopForest {
        let (loops, spans) = Default::default();
        LoopForest { loops, innermost: vec![None; blocks], entries: vec![false; blocks], spans }
    }

    /// True if `inner` is `outer` or inside of it.
    pub(crate) fn within(&self, inner: Option<usize>, outer: usize) -> bool {
        let (first, end) = self.spans[outer];
        inner.is_some_and(|inner| (first..end).contains(&self.spans[inner].0))
    }
}

/// A depth-first search from the entry.
struct Search {
    /// The reachable blocks in preorder.
    order: Vec<usize>,
    /// Position of each block in postorder.
    finished: Vec<usize>,
    /// Edges by the nearest common ancestor of their ends, but for those to ancestors.
    meeting: Lists,
    /// Edges to ancestors, by these.
    back: Lists,
    /// There are edges to ancestors.
    cyclic: bool,
}

impl Search {
    fn run(cfg: &Cfg) -> Search {
        let blocks = cfg.blocks.len();
        let mut found = Search {
            order: Vec::with_capacity(blocks),
            finished: vec![NONE; blocks],
            meeting: Lists::new(blocks),
            back: Lists::new(blocks),
            cyclic: false,
        };
        // Finished blocks belong to the deepest ancestor that is still open.
        let mut ancestors = Sets::new(blocks);
        let mut reached = vec![false; blocks];
        let mut stack = vec![(0, cfg.successors_of(0))];
        reached[0] = true;
        found.order.push(0);
        let mut next = 0;
        while let Some((block, successors)) = stack.last_mut() {
            let block = *block;
            match successors.next() {
                Some(to) if !std::mem::replace(&mut reached[to], true) => {
                    found.order.push(to);
                    found.meeting.add(block, (block, to));
                    stack.push((to, cfg.successors_of(to)));
                }
                Some(to) if found.finished[to] == NONE => {
                    found.back.add(to, (block, to));
                    found.cyclic = true;
                }
                Some(to) => found.meeting.add(ancestors.find(to), (block, to)),
                None => {
                    found.finished[block] = next;
                    next += 1;
                    stack.pop();
                    if let Some(&(parent, _)) = stack.last() {
                        ancestors.join(block, parent);
                    }
                }
            }
        }
        found
    }
}

/// Loops as far as they were found.
struct Nest {
    /// Header of the innermost loop around a block, its own aside.
    around: Vec<usize>,
    /// Blocks that head a loop, in the order in which these were found: inner ones first.
    headers: Vec<usize>,
    is_header: Vec<bool>,
    /// Blocks of loops by their outermost header so far.
    outermost: Sets,
    /// Edges that lead into a loop, or to a block that is in none, by that header or block.
    into: Lists,
    /// The header whose loop a block or header was found to be in last.
    seen: Vec<usize>,
    /// Blocks where a loop is entered besides its header.
    side_entries: Vec<bool>,
    /// How many edges enter loops elsewhere than at their headers, by the first of these loops and by the last.
    first_entered: Vec<usize>,
    last_entered: Vec<usize>,
}

impl Nest {
    fn new(blocks: usize) -> Nest {
        Nest {
            around: vec![NONE; blocks],
            headers: Vec::new(),
            is_header: vec![false; blocks],
            outermost: Sets::new(blocks),
            into: Lists::new(blocks),
            seen: vec![NONE; blocks],
            side_entries: vec![false; blocks],
            first_entered: vec![0; blocks],
            last_entered: vec![0; blocks],
        }
    }

    /// Looks at the edges that meet at a block and finds the loop that it heads, if there is one.
    fn take(&mut self, block: usize, search: &Search) {
        for (from, to) in search.meeting.of(block) {
            let outermost = self.outermost.find(to);
            if outermost != to {
                self.side_entries[to] = true;
                self.first_entered[self.around[to]] += 1;
                self.last_entered[outermost] += 1;
            }
            self.into.add(outermost, (from, to));
        }
        let mut body = Vec::new();
        for (from, _) in search.back.of(block) {
            self.is_header[block] = true;
            self.reach(from, block, &mut body);
        }
        let mut next = 0;
        while let Some(&inside) = body.get(next) {
            next += 1;
            let mut edge = self.into.first(inside);
            while let Some(((from, _), following)) = self.into.get(edge) {
                self.reach(from, block, &mut body);
                edge = following;
            }
        }
        for inside in body {
            self.around[inside] = block;
            self.outermost.join(inside, block);
        }
        if self.is_header[block] {
            self.headers.push(block);
        }
    }

    fn reach(&mut self, from: usize, header: usize, body: &mut Vec<usize>) {
        let found = self.outermost.find(from);
        if found != header && std::mem::replace(&mut self.seen[found], header) != header {
            body.push(found);
        }
    }

    fn finish(mut self, finished: &[usize]) -> LoopForest {
        let blocks = self.around.len();
        let mut forest = LoopForest {
            loops: Vec::new(),
            innermost: vec![None; blocks],
            entries: self.side_entries,
            spans: Vec::new(),
        };
        self.headers.sort_unstable_by_key(|&header| finished[header]);
        let mut inside = Lists::new(blocks + 1);
        for &header in self.headers.iter().rev() {
            let around = self.around[header];
            inside.add(if around == NONE { blocks } else { around }, (header, 0));
        }
        let mut number = vec![None; blocks];
        let mut todo = vec![(blocks, None::<usize>)];
        while let Some((of, parent)) = todo.pop() {
            let depth = parent.map_or(0, |parent: usize| forest.loops[parent].depth.saturating_add(1));
            for (header, _) in inside.of(of) {
                number[header] = Some(forest.loops.len());
                todo.push((header, number[header]));
                forest.entries[header] = true;
                forest.loops.push(NaturalLoop { header, parent, depth, reducible: true });
            }
        }
        for block in 0..blocks {
            let header = if self.is_header[block] { block } else { self.around[block] };
            forest.innermost[block] = number.get(header).copied().flatten();
        }
        mark_irreducible(&mut forest.loops, self.first_entered, &self.last_entered);
        forest.spans = spans(&forest.loops);
        forest
    }
}

/// A loop is irreducible if an edge enters it elsewhere than at its header. Such an edge enters a loop, the one around it and
/// so on up to a last one: counted at both ends and summed up from the inside out.
fn mark_irreducible(loops: &mut [NaturalLoop], mut entered: Vec<usize>, last_entered: &[usize]) {
    for index in (0..loops.len()).rev() {
        let header = loops[index].header;
        loops[index].reducible = entered[header] == 0;
        let further = entered[header] - last_entered[header];
        if let Some(parent) = loops[index].parent {
            entered[loops[parent].header] += further;
        }
    }
}

/// Numbers loops so that those inside a loop follow it.
fn spans(loops: &[NaturalLoop]) -> Vec<(usize, usize)> {
    let mut sizes = vec![1; loops.len()];
    for (index, found) in loops.iter().enumerate().rev() {
        if let Some(parent) = found.parent {
            sizes[parent] += sizes[index];
        }
    }
    let mut spans: Vec<(usize, usize)> = Vec::with_capacity(loops.len());
    let mut next_inside: Vec<usize> = Vec::with_capacity(loops.len());
    let mut next_outside = 0;
    for (found, &size) in loops.iter().zip(&sizes) {
        let next = found.parent.map_or(&mut next_outside, |parent| &mut next_inside[parent]);
        let first = *next;
        *next += size;
        spans.push((first, first + size));
        next_inside.push(first + 1);
    }
    spans
}

/// Disjoint sets with a representative each.
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Sets {
        Sets((0..count).collect())
    }

    /// The representative, with path halving.
    fn find(&mut self, mut one: usize) -> usize {
        while self.0[one] != one {
            self.0[one] = self.0[self.0[one]];
            one = self.0[one];
        }
        one
    }

    /// Joins the set of a representative to that of another one.
    fn join(&mut self, one: usize, to: usize) {
        self.0[one] = to;
    }
}

/// Lists of edges, the last added first, all in one piece of memory.
struct Lists {
    heads: Vec<usize>,
    items: Vec<((usize, usize), usize)>,
}

impl Lists {
    fn new(lists: usize) -> Lists {
        Lists { heads: vec![NONE; lists], items: Vec::new() }
    }

    fn add(&mut self, list: usize, edge: (usize, usize)) {
        let next = std::mem::replace(&mut self.heads[list], self.items.len());
        self.items.push((edge, next));
    }

    fn first(&self, list: usize) -> usize {
        self.heads[list]
    }

    /// An edge and the place of the next one.
    fn get(&self, place: usize) -> Option<((usize, usize), usize)> {
        self.items.get(place).copied()
    }

    fn of(&self, list: usize) -> impl Iterator<Item = (usize, usize)> {
        let first = self.get(self.first(list));
        std::iter::successors(first, |&(_, next)| self.get(next)).map(|(edge, _)| edge)
    }
}

#[cfg(test)]
mod tests;
