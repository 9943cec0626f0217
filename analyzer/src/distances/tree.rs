//! The execution index tree (Alchemist, section III.B): instances of constructs that some location still remembers.
//!
//! An instance is kept as long as a record of a location or an open instance refers to it or to one inside it; the others
//! are found by marking from time to time. So no ancestor is lost that a dependence may still have to be counted for.

use super::constructs::Construct;
use paratrace_traceformat::map::NONE;

/// End of an instance that is open.
pub(crate) const OPEN: u64 = u64::MAX;

/// Collections happen at this many instances at the earliest.
const FIRST_COLLECTION: usize = 1 << 18;

/// One instance of a construct: nodes `start..end` of its thread. Instances of whole loops, which are no constructs, are
/// here, too, with `NONE` as their construct.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Instance {
    pub(crate) parent: u32,
    pub(crate) construct: Construct,
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Of an iteration its number, of a loop that of its last iteration.
    pub(crate) index: u32,
}

/// Instances, parents before children. Instance 0 is the thread.
#[derive(Debug)]
pub(crate) struct Tree {
    instances: Vec<Instance>,
    collect_at: usize,
}

impl Tree {
    pub(crate) fn new() -> Self {
        let thread = Instance { parent: 0, construct: NONE, start: 0, end: OPEN, index: 0 };
        Self { instances: vec![thread], collect_at: FIRST_COLLECTION }
    }

    #[inline]
    pub(crate) fn open(&mut self, parent: u32, construct: Construct, start: u64) -> u32 {
        self.instances.push(Instance { parent, construct, start, end: OPEN, index: 0 });
        (self.instances.len() - 1) as u32
    }

    /// The next iteration of a loop's instance.
    #[inline]
    pub(crate) fn next(&mut self, looped: u32, construct: Construct, start: u64) -> u32 {
        let index = self.instances[looped as usize].index.saturating_add(1);
        self.instances[looped as usize].index = index;
        self.instances.push(Instance { parent: looped, construct, start, end: OPEN, index });
        (self.instances.len() - 1) as u32
    }

    #[inline]
    pub(crate) fn close(&mut self, instance: u32, end: u64) -> u64 {
        let instance = &mut self.instances[instance as usize];
        instance.end = end;
        end - instance.start
    }

    #[inline]
    pub(crate) fn get(&self, instance: u32) -> Instance {
        self.instances[instance as usize]
    }

    /// Has the tree grown enough to look for what nobody needs?
    pub(crate) fn is_full(&self) -> bool {
        self.instances.len() >= self.collect_at
    }

    /// Keeps what `refer` names and what is around it. `refer` is called twice: to read the numbers and to write the new
    /// ones; `records` says how many it visits.
    pub(crate) fn collect(&mut self, records: usize, mut refer: impl FnMut(&mut dyn FnMut(&mut u32))) {
        let mut kept = vec![false; self.instances.len()];
        kept[0] = true;
        refer(&mut |instance| {
            let mut at = *instance as usize;
            while !kept[at] {
                kept[at] = true;
                at = self.instances[at].parent as usize;
            }
        });
        let mut moved = vec![0; self.instances.len()];
        let mut next = 0;
        for at in 0..self.instances.len() {
            if kept[at] {
                let instance = self.instances[at];
                moved[at] = next;
                self.instances[next as usize] = Instance { parent: moved[instance.parent as usize], ..instance };
                next += 1;
            }
        }
        self.instances.truncate(next as usize);
        refer(&mut |instance| *instance = moved[*instance as usize]);
        self.collect_at = FIRST_COLLECTION.max(2 * self.instances.len()).max(self.instances.len() + records / 4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collecting_keeps_ancestors_and_renumbers() {
        let mut tree = Tree::new();
        let a = tree.open(0, 1, 0);
        let lost = tree.open(a, 2, 1);
        tree.close(lost, 3);
        let b = tree.open(a, 3, 3);
        tree.close(b, 5);
        let mut held = [b];
        tree.collect(1, |each| held.iter_mut().for_each(each));
        let kept = tree.get(held[0]);
        assert_eq!((kept.construct, kept.start, kept.end), (3, 3, 5));
        assert_eq!(tree.get(kept.parent).construct, 1);
        assert_eq!(tree.instances.len(), 3);
    }
}
