//! Placement of communicating partners on cores: the load of each core is bounded, and few bytes go between cores.
//!
//! Graph partitioning is NP-hard. This takes the best of several starts. Each is first improved by single moves, as
//! long as one saves bytes. Then come passes in the manner of Fiduccia and Mattheyses (1982), for any number of cores.
//! In a pass every partner moves at most once, the best move first, even if it costs, and even if a core then exceeds
//! the bound a little. The pass is then taken back to its best state within the bound.

use std::cmp::Reverse;

/// Greatest number of passes of one start; they end when one saves nothing.
const PASSES: usize = 16;

/// Number of starts that grow the cores from different partners.
const GROWN: usize = 8;

/// Greatest size (partners² · cores) for passes, because a pass looks at every partner and core for every move. Larger
/// graphs are only improved by single moves, and have one start of each kind.
const THOROUGH: usize = 1 << 24;

/// A placement problem.
#[derive(Debug, Clone, Default)]
pub struct Task {
    /// Load of each partner.
    pub loads: Vec<u64>,
    /// Bytes between two partners, given by index, in either direction. A pair may occur several times.
    pub bytes: Vec<(usize, usize, u64)>,
}

/// A placement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Core of each partner.
    pub core: Vec<usize>,
    /// Load of each core.
    pub loads: Vec<u64>,
    /// Bytes between partners on different cores.
    pub cut: u64,
}

/// Places by load alone: the heaviest partner first, each on the core with the least load.
pub fn by_load(task: &Task, cores: usize) -> Placed {
    let mut heaviest: Vec<usize> = (0..task.loads.len()).collect();
    heaviest.sort_by_key(|&partner| (Reverse(task.loads[partner]), partner));
    let mut loads = vec![0u64; cores.max(1)];
    let mut core = vec![0; task.loads.len()];
    for partner in heaviest {
        let least = (0..loads.len()).min_by_key(|&core| (loads[core], core)).unwrap_or(0);
        core[partner] = least;
        loads[least] += task.loads[partner];
    }
    let cut = cut(task, &core);
    Placed { core, loads, cut }
}

/// Places so that few bytes are cut, with a bound on the load of each core. The bound is `(1 + imbalance)` times the
/// mean load, or the greatest load of [`by_load`] if that is more.
pub fn by_communication(task: &Task, cores: usize, imbalance: f64) -> Placed {
    let plain = by_load(task, cores);
    let total: u64 = task.loads.iter().sum();
    let wanted = (total as f64 / cores.max(1) as f64 * (1.0 + imbalance.max(0.0))) as u64;
    let bound = wanted.max(plain.loads.iter().copied().max().unwrap_or(0).min(total));
    let neighbours = neighbours(task);
    let thorough = task.loads.len() * task.loads.len() * cores <= THOROUGH;
    let mut starts = vec![plain];
    starts.extend(clustered(task, cores, bound));
    starts.extend(
        (0..if thorough { GROWN } else { 1 }).filter_map(|first| grown(task, &neighbours, cores, bound, first)),
    );
    let improved = starts.into_iter().map(|start| improve(task, &neighbours, start, bound, thorough));
    let best = improved.min_by_key(|placed| (placed.cut, placed.loads.iter().copied().max()));
    best.unwrap_or(Placed { core: Vec::new(), loads: vec![0; cores.max(1)], cut: 0 })
}

fn cut(task: &Task, core: &[usize]) -> u64 {
    task.bytes.iter().filter(|(a, b, _)| core[*a] != core[*b]).map(|(_, _, bytes)| bytes).sum()
}

/// Lists for each partner the bytes to each other partner.
fn neighbours(task: &Task) -> Vec<Vec<(usize, u64)>> {
    let mut all = vec![Vec::new(); task.loads.len()];
    for &(a, b, bytes) in task.bytes.iter().filter(|(a, b, _)| a != b) {
        all[a].push((b, bytes));
        all[b].push((a, bytes));
    }
    all
}

/// Clusters partners with many bytes between them, as far as the bound allows, and places the clusters by load. Returns
/// `None` if the bound is not met.
fn clustered(task: &Task, cores: usize, bound: u64) -> Option<Placed> {
    let mut root: Vec<usize> = (0..task.loads.len()).collect();
    let mut loads = task.loads.clone();
    let mut edges: Vec<_> = task.bytes.iter().filter(|(a, b, _)| a != b).collect();
    edges.sort_by_key(|(a, b, bytes)| (Reverse(*bytes), *a, *b));
    for &&(a, b, _) in &edges {
        let (a, b) = (find(&mut root, a), find(&mut root, b));
        if a != b && loads[a] + loads[b] <= bound {
            root[b] = a;
            loads[a] += loads[b];
        }
    }
    let clusters: Vec<usize> = (0..root.len()).filter(|&partner| root[partner] == partner).collect();
    let of_clusters = Task { loads: clusters.iter().map(|&root| loads[root]).collect(), bytes: Vec::new() };
    let placed = by_load(&of_clusters, cores);
    let mut core = vec![0; root.len()];
    for (partner, core) in core.iter_mut().enumerate() {
        let cluster = find(&mut root, partner);
        *core = placed.core[clusters.binary_search(&cluster).unwrap_or(0)];
    }
    within(Placed { cut: cut(task, &core), core, loads: placed.loads }, bound)
}

fn find(root: &mut [usize], mut at: usize) -> usize {
    while root[at] != at {
        root[at] = root[root[at]];
        at = root[at];
    }
    at
}

/// Fills one core after the other with the partners that communicate most with those already there. `first` chooses the
/// first partner. Returns `None` if not all partners fit.
fn grown(task: &Task, neighbours: &[Vec<(usize, u64)>], cores: usize, bound: u64, first: usize) -> Option<Placed> {
    let count = task.loads.len();
    let (mut core, mut free) = (vec![usize::MAX; count], count);
    let mut loads = vec![0u64; cores.max(1)];
    for (number, load) in loads.iter_mut().enumerate() {
        let mut attraction = vec![0u64; count];
        if number == 0 && first > 0 {
            *attraction.get_mut(first - 1)? = 1;
        }
        while free > 0 {
            let fits = |&p: &usize| core[p] == usize::MAX && *load + task.loads[p] <= bound;
            let next = (0..count).filter(fits).max_by_key(|&p| (attraction[p], task.loads[p], Reverse(p)));
            let Some(partner) = next else { break };
            core[partner] = number;
            *load += task.loads[partner];
            free -= 1;
            neighbours[partner].iter().for_each(|&(other, bytes)| attraction[other] += bytes);
        }
    }
    if free > 0 {
        return None;
    }
    within(Placed { cut: cut(task, &core), core, loads }, bound)
}

fn within(placed: Placed, bound: u64) -> Option<Placed> {
    placed.loads.iter().all(|&load| load <= bound).then_some(placed)
}

/// Improves a placement as long as a pass saves bytes.
fn improve(task: &Task, neighbours: &[Vec<(usize, u64)>], start: Placed, bound: u64, thorough: bool) -> Placed {
    let mut best = start;
    for _ in 0..PASSES {
        let mut state = State::new(task, neighbours, best.clone());
        state.settle(bound);
        let next = if thorough { state.pass(bound) } else { state.placed };
        if next.cut >= best.cut {
            break;
        }
        best = next;
    }
    best
}

/// A placement that is being changed.
struct State<'t> {
    task: &'t Task,
    neighbours: &'t [Vec<(usize, u64)>],
    placed: Placed,
    /// Bytes from each partner to each core.
    to_core: Vec<Vec<u64>>,
}

impl<'t> State<'t> {
    fn new(task: &'t Task, neighbours: &'t [Vec<(usize, u64)>], placed: Placed) -> Self {
        let mut to_core = vec![vec![0u64; placed.loads.len()]; task.loads.len()];
        for (partner, others) in neighbours.iter().enumerate() {
            others.iter().for_each(|&(other, bytes)| to_core[partner][placed.core[other]] += bytes);
        }
        Self { task, neighbours, placed, to_core }
    }

    /// Returns the bytes that a move saves; negative if it costs.
    fn gain(&self, partner: usize, to: usize) -> i128 {
        i128::from(self.to_core[partner][to]) - i128::from(self.to_core[partner][self.placed.core[partner]])
    }

    fn fits(&self, partner: usize, to: usize, bound: u64) -> bool {
        to != self.placed.core[partner] && self.placed.loads[to] + self.task.loads[partner] <= bound
    }

    fn go(&mut self, partner: usize, to: usize) {
        let gain = self.gain(partner, to);
        let placed = &mut self.placed;
        let from = std::mem::replace(&mut placed.core[partner], to);
        placed.loads[from] -= self.task.loads[partner];
        placed.loads[to] += self.task.loads[partner];
        placed.cut = (i128::from(placed.cut) - gain) as u64;
        for &(other, bytes) in &self.neighbours[partner] {
            self.to_core[other][from] -= bytes;
            self.to_core[other][to] += bytes;
        }
    }

    /// Makes single moves that save bytes and keep the bound.
    fn settle(&mut self, bound: u64) {
        for _ in 0..PASSES {
            let before = self.placed.cut;
            for partner in 0..self.task.loads.len() {
                let cores = (0..self.placed.loads.len()).filter(|&core| self.fits(partner, core, bound));
                let best = cores.max_by_key(|&core| (self.gain(partner, core), Reverse(core)));
                if let Some(to) = best.filter(|&core| self.gain(partner, core) > 0) {
                    self.go(partner, to);
                }
            }
            if self.placed.cut == before {
                return;
            }
        }
    }

    /// Makes one pass, and returns the best state within the bound.
    fn pass(mut self, bound: u64) -> Placed {
        let loose = bound + self.task.loads.iter().copied().max().unwrap_or(0);
        let mut best = self.placed.clone();
        let mut free: Vec<usize> = (0..self.task.loads.len()).collect();
        while let Some((at, to)) = self.best_move(&free, loose) {
            let partner = free.swap_remove(at);
            self.go(partner, to);
            if self.placed.cut < best.cut && self.placed.loads.iter().all(|&load| load <= bound) {
                best.clone_from(&self.placed);
            }
        }
        best
    }

    /// Returns the move that saves most, as position among the free partners and core.
    fn best_move(&self, free: &[usize], bound: u64) -> Option<(usize, usize)> {
        let moves = free.iter().enumerate().flat_map(|(at, &partner)| {
            let cores = (0..self.placed.loads.len()).filter(move |&core| self.fits(partner, core, bound));
            cores.map(move |core| (self.gain(partner, core), Reverse(partner), Reverse(core), at))
        });
        moves.max().map(|(_, _, core, at)| (at, core.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Two groups that communicate internally, with one thin edge between them.
    #[test]
    fn groups_stay_together() {
        let mut bytes = vec![(0, 4, 1)];
        for group in [[0, 1, 2, 3], [4, 5, 6, 7]] {
            bytes.extend(group.iter().flat_map(|&a| group.iter().filter(move |&&b| a < b).map(move |&b| (a, b, 100))));
        }
        let task = Task { loads: vec![10; 8], bytes };
        assert!(by_load(&task, 2).cut > 100);
        let placed = by_communication(&task, 2, 0.1);
        assert_eq!((placed.cut, placed.loads), (1, vec![40, 40]));
    }

    fn best(task: &Task, cores: usize, bound: u64) -> u64 {
        let count = task.loads.len() as u32;
        let all = (0..cores.pow(count)).filter_map(|code| {
            let core: Vec<usize> = (0..count).map(|at| code / cores.pow(at) % cores).collect();
            let fits = (0..cores)
                .all(|c| (0..core.len()).filter(|&p| core[p] == c).map(|p| task.loads[p]).sum::<u64>() <= bound);
            fits.then(|| cut(task, &core))
        });
        all.min().unwrap_or(u64::MAX)
    }

    prop_compose! {
        fn tasks()(loads in prop::collection::vec(1u64..20, 2..8))
            (bytes in prop::collection::vec((0..loads.len(), 0..loads.len(), 1u64..100), 0..16), loads in Just(loads))
            -> Task { Task { loads, bytes } }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn bounds_are_kept_and_nothing_gets_worse(task in tasks(), cores in 1usize..4, imbalance in 0.0..0.5) {
            let plain = by_load(&task, cores);
            let placed = by_communication(&task, cores, imbalance);
            let mut loads = vec![0; cores];
            placed.core.iter().zip(&task.loads).for_each(|(&core, load)| loads[core] += load);
            prop_assert_eq!(&loads, &placed.loads);
            prop_assert_eq!(placed.cut, cut(&task, &placed.core));
            prop_assert!(placed.cut <= plain.cut);
            let mean = task.loads.iter().sum::<u64>() as f64 / cores as f64;
            let bound = ((mean * (1.0 + imbalance)) as u64).max(*plain.loads.iter().max().unwrap());
            prop_assert!(placed.loads.iter().all(|&load| load <= bound));
            prop_assert!(placed.cut >= best(&task, cores, bound));
        }
    }

    /// Compares cuts with the smallest possible ones, over random problems.
    #[test]
    fn cuts_are_near_the_smallest() {
        let mut state = 1u64;
        let mut next = |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % end
        };
        let (mut found, mut smallest, mut plain) = (0, 0, 0);
        for _ in 0..200 {
            let loads: Vec<u64> = (0..8).map(|_| 1 + next(20)).collect();
            let bytes = (0..14).map(|_| (next(8) as usize, next(8) as usize, 1 + next(100))).collect();
            let task = Task { loads, bytes };
            let unaware = by_load(&task, 2);
            let bound =
                ((task.loads.iter().sum::<u64>() as f64 / 2.0 * 1.1) as u64).max(*unaware.loads.iter().max().unwrap());
            plain += unaware.cut;
            found += by_communication(&task, 2, 0.1).cut;
            smallest += best(&task, 2, bound);
        }
        assert!(found * 100 <= smallest * 105, "{found} bytes cut, at best {smallest}, by load alone {plain}");
        assert!(found * 3 < plain * 2, "{found} bytes cut, by load alone {plain}");
    }
}
