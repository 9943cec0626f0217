//! The calling-context tree: one node for all activations with the same methods on the stack.

use paratrace_traceformat::map::{MethodId, NONE};
use rustc_hash::FxHashMap;

use super::figures::Figures;
use crate::limits;

/// The context below all activations.
pub(crate) const ROOT: u32 = 0;

/// The caller of all contexts that came when the tree was full.
pub(crate) const FURTHER: u32 = 1;

#[derive(Debug)]
struct Context {
    parent: u32,
    method: MethodId,
    /// Cache of the last callee and its context, because calls repeat.
    last: (MethodId, u32),
    figures: Figures,
}

/// The tree; callers come before callees.
#[derive(Debug)]
pub(crate) struct Contexts {
    contexts: Vec<Context>,
    children: FxHashMap<(u32, MethodId), u32>,
    limit: usize,
}

impl Contexts {
    pub(crate) fn new() -> Self {
        Self::with_limit(limits::MAX_CONTEXTS)
    }

    fn with_limit(limit: usize) -> Self {
        let base = || Context {
            parent: ROOT,
            method: MethodId::NONE,
            last: (MethodId::NONE, NONE),
            figures: Figures::default(),
        };
        Self { contexts: vec![base(), base()], children: FxHashMap::default(), limit }
    }

    /// Returns the context of a method called from a context, a new one if need be.
    #[inline]
    pub(crate) fn callee(&mut self, caller: u32, method: MethodId) -> u32 {
        let (last, context) = self.contexts[caller as usize].last;
        if last == method {
            return context;
        }
        let context = self.find(caller, method);
        self.contexts[caller as usize].last = (method, context);
        context
    }

    fn find(&mut self, caller: u32, method: MethodId) -> u32 {
        if let Some(&known) = self.children.get(&(caller, method)) {
            return known;
        }
        if caller != FURTHER && self.contexts.len() >= self.limit {
            return self.find(FURTHER, method);
        }
        let number = self.contexts.len() as u32;
        self.contexts.push(Context {
            parent: caller,
            method,
            last: (MethodId::NONE, NONE),
            figures: Figures::default(),
        });
        self.children.insert((caller, method), number);
        number
    }

    /// Returns the sums of a context, to be changed.
    #[inline]
    pub(crate) fn figures(&mut self, context: u32) -> &mut Figures {
        &mut self.contexts[context as usize].figures
    }

    /// Returns the number of contexts; they are numbered from 0.
    pub(crate) fn len(&self) -> u32 {
        self.contexts.len() as u32
    }

    /// Returns the sums of a context.
    pub(crate) fn sums(&self, context: u32) -> &Figures {
        &self.contexts[context as usize].figures
    }

    /// Returns the methods of a context, outermost first. `NONE` stands for callers that are not told apart.
    pub(crate) fn methods(&self, context: u32) -> Vec<MethodId> {
        let mut methods = Vec::new();
        let mut at = context;
        while at != ROOT {
            methods.push(self.contexts[at as usize].method);
            at = self.contexts[at as usize].parent;
        }
        methods.reverse();
        methods
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_calls_are_one_context() {
        let mut contexts = Contexts::new();
        let main = contexts.callee(ROOT, MethodId::new(5));
        let (a, b) = (contexts.callee(main, MethodId::new(7)), contexts.callee(main, MethodId::new(8)));
        assert_eq!(contexts.callee(main, MethodId::new(7)), a);
        assert_ne!(a, b);
        assert_ne!(contexts.callee(a, MethodId::new(8)), b);
        assert_eq!(contexts.methods(b), [5, 8].map(MethodId::new));
    }

    #[test]
    fn a_full_tree_tells_only_methods_apart() {
        let mut contexts = Contexts::with_limit(4);
        let main = contexts.callee(ROOT, MethodId::new(1));
        let known = contexts.callee(main, MethodId::new(2));
        let further = contexts.callee(known, MethodId::new(3));
        assert_eq!(contexts.methods(further), [MethodId::NONE, MethodId::new(3)]);
        assert_eq!(contexts.callee(main, MethodId::new(3)), further);
        let deeper = contexts.callee(further, MethodId::new(1));
        assert_eq!(contexts.methods(deeper).len(), 2, "it grows by methods only");
        assert_eq!(contexts.callee(main, MethodId::new(2)), known);
    }
}
