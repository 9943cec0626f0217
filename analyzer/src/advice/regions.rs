//! Control dependence: the code that a branch decides about.

use paratrace_traceformat::map::{BlockId, Method, ProgramMap};
use rustc_hash::FxHashSet;

/// Most blocks that are looked at behind a branch.
const MAX_BLOCKS: usize = 256;

/// Code of one method: a loop, or all of it.
pub(super) struct Code<'m> {
    pub(super) map: &'m ProgramMap,
    pub(super) blocks: FxHashSet<BlockId>,
    /// Where it begins; a way that comes here again ends.
    pub(super) entry: BlockId,
}

/// The code that a branch decides about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) blocks: FxHashSet<BlockId>,
    /// The block where all ways from the branch meet; `None` if some leave the code before.
    pub(super) meet: Option<BlockId>,
}

impl<'m> Code<'m> {
    /// Returns all code of a method.
    pub(super) fn of_method(map: &'m ProgramMap, method: &Method) -> Self {
        let blocks = method.blocks.clone().map(BlockId::new).collect();
        Self { map, blocks, entry: BlockId::new(method.blocks.start) }
    }

    /// Returns the blocks that control goes to from a block, those outside of the code included.
    pub(super) fn next(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.map.blocks[block.index()].edges.clone().map(|edge| self.map.edges[edge as usize].to)
    }

    /// Returns whether a way to this block goes on inside the code.
    pub(super) fn goes_on(&self, to: BlockId) -> bool {
        to != self.entry && self.blocks.contains(&to)
    }

    /// Returns the code that the branch at the end of a block decides about; `None` if that is too much.
    pub(super) fn region(&self, branch: BlockId) -> Option<Region> {
        let behind = self.reached(branch, |_| false)?;
        let met: FxHashSet<BlockId> = behind.iter().copied().filter(|&block| !self.is_avoided(branch, block)).collect();
        let reached = self.reached(branch, |block| met.contains(&block))?;
        let (meets, blocks) = reached.into_iter().partition::<FxHashSet<_>, _>(|block| met.contains(block));
        Some(Region { blocks, meet: meets.into_iter().next() })
    }

    /// Returns the blocks behind a branch, not following those at which a way ends.
    fn reached(&self, branch: BlockId, ends: impl Fn(BlockId) -> bool) -> Option<FxHashSet<BlockId>> {
        let (mut seen, mut todo) = (FxHashSet::default(), vec![branch]);
        while let Some(block) = todo.pop() {
            todo.extend(self.next(block).filter(|&to| self.goes_on(to) && seen.insert(to) && !ends(to)));
            if seen.len() > MAX_BLOCKS {
                return None;
            }
        }
        Some(seen)
    }

    /// Returns whether control can come from a branch to the end of the code without passing a block.
    fn is_avoided(&self, branch: BlockId, avoided: BlockId) -> bool {
        let (mut seen, mut todo) = (FxHashSet::default(), vec![branch]);
        while let Some(block) = todo.pop() {
            let mut next = self.next(block).peekable();
            if next.peek().is_none() {
                return true;
            }
            for to in next {
                if !self.goes_on(to) {
                    return true;
                }
                todo.extend((to != avoided && seen.insert(to)).then_some(to));
            }
        }
        false
    }
}
