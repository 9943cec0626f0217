//! The loop nesting forest: Havlak's, as Ramalingam states it (METRICS section 3).
//!
//! Depth-first preorder from the entry; in each strongly connected component the vertex with the smallest preorder
//! number is the header; inner loops are the components that are left without it.

use super::cfg::Cfg;

/// No such thing.
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
}

/// The graph, one list behind the other.
struct Successors {
    list: Vec<usize>,
    /// Where each block's part begins, and the end.
    first: Vec<usize>,
}

impl Successors {
    fn of(cfg: &Cfg) -> Successors {
        let mut all = Successors { list: Vec::new(), first: vec![0] };
        for block in 0..cfg.blocks.len() {
            all.list.extend(cfg.successors_of(block));
            all.first.push(all.list.len());
        }
        all
    }

    fn len(&self) -> usize {
        self.first.len() - 1
    }

    fn at(&self, block: usize) -> &[usize] {
        &self.list[self.first[block]..self.first[block + 1]]
    }
}

impl LoopForest {
    /// Finds the loops.
    pub(crate) fn build(cfg: &Cfg) -> LoopForest {
        let succ = Successors::of(cfg);
        let (preorder, cyclic) = preorder(&succ);
        let mut forest =
            LoopForest { loops: Vec::new(), innermost: vec![None; succ.len()], entries: vec![false; succ.len()] };
        if cyclic {
            let reachable: Vec<usize> = (0..succ.len()).filter(|&block| preorder[block] != NONE).collect();
            forest.find(&succ, &preorder, reachable.clone());
            forest.mark_entries(&succ, &reachable);
        }
        forest
    }

    /// True if `inner` is `outer` or inside of it.
    pub(crate) fn within(&self, inner: Option<usize>, outer: usize) -> bool {
        let mut current = inner;
        while let Some(index) = current {
            if index == outer {
                return true;
            }
            current = self.loops[index].parent;
        }
        false
    }

    /// Works through sub-graphs with an explicit list: nests can be deep.
    fn find(&mut self, succ: &Successors, preorder: &[usize], all: Vec<usize>) {
        let mut search = Tarjan::new(succ.len());
        let mut member = vec![0usize; succ.len()];
        let mut todo = vec![(all, None::<usize>)];
        let mut stamp = 0;
        while let Some((nodes, parent)) = todo.pop() {
            stamp += 1;
            for &node in &nodes {
                member[node] = stamp;
            }
            for component in search.components(succ, &nodes, |node| member[node] == stamp) {
                if let [only] = component[..]
                    && !succ.at(only).contains(&only)
                {
                    continue;
                }
                let header = component.iter().copied().min_by_key(|&n| preorder[n]).unwrap_or(component[0]);
                let depth = parent.map_or(0, |p| self.loops[p].depth + 1);
                let index = self.loops.len();
                self.loops.push(NaturalLoop { header, parent, depth, reducible: true });
                for &node in &component {
                    self.innermost[node] = Some(index);
                }
                let rest = component.into_iter().filter(|&n| n != header).collect();
                todo.push((rest, Some(index)));
            }
        }
    }

    /// An edge that comes from outside of a loop enters it; one to its header enters or continues it.
    fn mark_entries(&mut self, succ: &Successors, reachable: &[usize]) {
        let mut entered = vec![Vec::new(); self.loops.len()];
        let edges = reachable.iter().flat_map(|&from| succ.at(from).iter().map(move |&to| (Some(from), to)));
        for (from, to) in edges.chain(std::iter::once((None, 0))) {
            let mut current = self.innermost[to];
            while let Some(index) = current {
                let inside = from.is_some_and(|from| self.within(self.innermost[from], index));
                if !inside && !entered[index].contains(&to) {
                    entered[index].push(to);
                }
                current = self.loops[index].parent;
            }
        }
        for (index, places) in entered.iter().enumerate() {
            self.loops[index].reducible = places.len() == 1;
            self.entries[self.loops[index].header] = true;
            for &place in places {
                self.entries[place] = true;
            }
        }
    }
}

/// Depth-first numbers of the reachable blocks, and whether there is a cycle.
fn preorder(succ: &Successors) -> (Vec<usize>, bool) {
    let mut order = vec![NONE; succ.len()];
    let mut open = vec![false; succ.len()];
    let mut cyclic = false;
    let mut next = 1;
    order[0] = 0;
    open[0] = true;
    let mut stack = vec![(0usize, 0usize)];
    while let Some(top) = stack.last_mut() {
        let (node, position) = *top;
        top.1 += 1;
        match succ.at(node).get(position) {
            Some(&to) if order[to] == NONE => {
                order[to] = next;
                open[to] = true;
                next += 1;
                stack.push((to, 0));
            }
            Some(&to) => cyclic |= open[to],
            None => {
                open[node] = false;
                stack.pop();
            }
        }
    }
    (order, cyclic)
}

#[derive(Default)]
struct Tarjan {
    index: Vec<usize>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: usize,
    found: Vec<Vec<usize>>,
}

impl Tarjan {
    fn new(blocks: usize) -> Tarjan {
        Tarjan { index: vec![NONE; blocks], low: vec![0; blocks], on_stack: vec![false; blocks], ..Tarjan::default() }
    }

    /// Strongly connected components of the sub-graph of `nodes` (Tarjan, without recursion).
    fn components(&mut self, succ: &Successors, nodes: &[usize], member: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        self.next = 0;
        nodes.iter().for_each(|&node| self.index[node] = NONE);
        for &root in nodes {
            if self.index[root] == NONE {
                self.visit(succ, root, &member);
            }
        }
        std::mem::take(&mut self.found)
    }

    fn visit(&mut self, succ: &Successors, root: usize, member: &impl Fn(usize) -> bool) {
        let mut work = vec![(root, 0usize)];
        self.open(root);
        while let Some(top) = work.last_mut() {
            let (node, position) = *top;
            top.1 += 1;
            match succ.at(node).get(position) {
                Some(&to) if !member(to) => {}
                Some(&to) if self.index[to] == NONE => {
                    self.open(to);
                    work.push((to, 0));
                }
                Some(&to) => {
                    if self.on_stack[to] {
                        self.low[node] = self.low[node].min(self.index[to]);
                    }
                }
                None => {
                    work.pop();
                    self.close(node);
                    if let Some(&(parent, _)) = work.last() {
                        self.low[parent] = self.low[parent].min(self.low[node]);
                    }
                }
            }
        }
    }

    fn open(&mut self, node: usize) {
        self.index[node] = self.next;
        self.low[node] = self.next;
        self.next += 1;
        self.stack.push(node);
        self.on_stack[node] = true;
    }

    fn close(&mut self, node: usize) {
        if self.low[node] != self.index[node] {
            return;
        }
        let mut component = Vec::new();
        while let Some(top) = self.stack.pop() {
            self.on_stack[top] = false;
            component.push(top);
            if top == node {
                break;
            }
        }
        component.sort_unstable();
        self.found.push(component);
    }
}
