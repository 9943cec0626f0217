//! Chains of constructs, each kept once.

use paratrace_replay::base::compacting_pool::{CompactingPool, Item};
use paratrace_replay::program::ConstructId;
use rustc_hash::FxHashMap;

use super::methods::Methods;

/// The empty chain.
pub(super) const ROOT: u32 = 0;

/// Least and greatest number of chains, as a power of two, that are found without a look into the map: as many as a large program
/// opens again and again. It grows with the chains, as there may be many threads with few.
const FEWEST_RECENT: u32 = 8;
const MOST_RECENT: u32 = 16;

/// A construct inside of those of another chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub(super) parent: u32,
    pub(super) construct: ConstructId,
    /// The innermost class initialiser of the whole chain; `NONE` if there is none.
    pub(super) initializer: ConstructId,
}

impl Item for Context {
    fn parent(&mut self) -> Option<&mut u32> {
        Some(&mut self.parent)
    }
}

/// Chains of constructs, by number.
#[derive(Debug, Clone)]
pub(super) struct Chains(CompactingPool<Context>);

impl Chains {
    #[inline]
    pub(super) fn get(&self, number: u32) -> Context {
        self.0.get(number)
    }

    /// Lists the constructs of a chain, the innermost first.
    pub(super) fn outwards(&self, number: u32) -> impl Iterator<Item = Context> {
        let mut at = number;
        std::iter::from_fn(move || {
            let context = (at != ROOT).then(|| self.0.get(at))?;
            at = context.parent;
            Some(context)
        })
    }
}

/// Numbers for chains of constructs.
#[derive(Debug)]
pub(super) struct Contexts<'m> {
    methods: Methods<'m>,
    pub(super) all: Chains,
    numbers: FxHashMap<(u32, ConstructId), u32>,
    /// A chain that was asked for lately: parent, construct, number.
    recent: Vec<(u32, ConstructId, u32)>,
    /// Number of bits of a hash that are none of a place among them.
    shift: u32,
}

impl<'m> Contexts<'m> {
    pub(super) fn new(methods: Methods<'m>) -> Self {
        let none = ConstructId::NONE;
        Self {
            methods,
            all: Chains(CompactingPool::new(Context { parent: ROOT, construct: none, initializer: none })),
            numbers: FxHashMap::default(),
            recent: nothing_recent(FEWEST_RECENT),
            shift: u64::BITS - FEWEST_RECENT,
        }
    }

    /// Returns the chain of a construct inside of another chain.
    #[inline]
    pub(super) fn inside(&mut self, parent: u32, construct: ConstructId) -> u32 {
        let key = u64::from(parent) << 32 | u64::from(construct.number());
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (known_parent, known_construct, number) = self.recent[(hash >> self.shift) as usize];
        if (known_parent, known_construct) == (parent, construct) {
            return number;
        }
        let number = self.find(parent, construct);
        self.recent[(hash >> self.shift) as usize] = (parent, construct, number);
        number
    }

    #[inline(never)]
    fn find(&mut self, parent: u32, construct: ConstructId) -> u32 {
        let bits = u64::BITS - self.shift;
        if self.all.0.len() >> bits > 0 && bits < MOST_RECENT {
            self.shift -= 2;
            self.recent = nothing_recent(bits + 2);
        }
        let Self { methods, all, numbers, .. } = self;
        *numbers.entry((parent, construct)).or_insert_with(|| {
            let begins = methods.is_initializer(construct);
            let initializer = if begins { construct } else { all.get(parent).initializer };
            all.0.push(Context { parent, construct, initializer })
        })
    }

    /// Returns a chain for the last construct of another one, all by itself, and the number of constructs in it, of which that is the
    /// outermost. An innermost class initialiser around a head that the construct is around is in the chain, too; so edges from it are told apart.
    pub(super) fn single(&mut self, of: u32, head: u32) -> (u32, u32) {
        let Context { construct, initializer: within, .. } = self.get(of);
        let initializer = self.get(head).initializer;
        let single = self.inside(ROOT, construct);
        match within.is_none() && !initializer.is_none() {
            true => (self.inside(single, initializer), 2),
            false => (single, 1),
        }
    }

    #[inline]
    pub(super) fn get(&self, number: u32) -> Context {
        self.all.get(number)
    }

    /// Lists the constructs of a chain, the innermost first.
    pub(super) fn outwards(&self, number: u32) -> impl Iterator<Item = Context> {
        self.all.outwards(number)
    }

    /// Returns whether there are so many chains that forgetting the unused ones is worthwhile.
    pub(super) fn is_full(&self) -> bool {
        self.all.0.is_full()
    }

    /// Keeps the chains that `refer` visits, and gives them new numbers; it is called twice. `references` is their number.
    pub(super) fn collect(&mut self, references: usize, refer: impl FnMut(&mut dyn FnMut(&mut u32))) {
        self.all.0.collect(references, refer);
        let chains = (1..self.all.0.len() as u32).map(|number| (number, self.all.get(number)));
        self.numbers = chains.map(|(number, context)| ((context.parent, context.construct), number)).collect();
        self.recent = nothing_recent(u64::BITS - self.shift);
    }
}

/// No chain is inside of one with the number of `parent` here.
fn nothing_recent(bits: u32) -> Vec<(u32, ConstructId, u32)> {
    vec![(u32::MAX, ConstructId::NONE, ROOT); 1 << bits]
}

#[cfg(test)]
mod tests {
    use super::*;
    use paratrace_traceformat::map::ProgramMap;

    #[test]
    fn chains_keep_their_constructs_when_others_are_forgotten() {
        let map = ProgramMap::default();
        let mut contexts = Contexts::new(Methods::new(&map));
        let chain = |contexts: &mut Contexts, constructs: &[u32]| {
            let add = |parent, &construct: &u32| contexts.inside(parent, ConstructId::new(construct));
            constructs.iter().fold(ROOT, add)
        };
        let told = |contexts: &Contexts, number| -> Vec<u32> {
            contexts.outwards(number).map(|context| context.construct.number()).collect()
        };
        chain(&mut contexts, &[1, 2, 3]);
        let mut kept = [chain(&mut contexts, &[4, 2]), chain(&mut contexts, &[4, 2, 1, 1])];
        chain(&mut contexts, &[4, 5]);
        contexts.collect(2, |each| kept.iter_mut().for_each(each));
        assert_eq!(kept.map(|number| told(&contexts, number)), [vec![2, 4], vec![1, 1, 2, 4]]);
        assert_eq!([chain(&mut contexts, &[4, 2]), chain(&mut contexts, &[4, 2, 1, 1])], kept);
        let again = chain(&mut contexts, &[1, 2, 3]);
        assert_eq!(told(&contexts, again), [3, 2, 1]);
    }
}
