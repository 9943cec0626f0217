//! Upper bounds of what probes add to a class: cheap to know, and for nearly all classes enough to know that they fit.

use crate::method::{Plan, is_cut_call};

/// Bytes of code. Loads and stores take at most 4, calls of the runtime 3, `wide iinc` 6, a `goto_w` 5.
mod bytes {
    /// Prologue and handler of a method.
    pub(super) const METHOD: usize = 96;
    /// A step: the number of an object, and a call of the runtime with it and the buffer, is the longest.
    pub(super) const STEP: usize = 10;
    /// Counting that an instruction did not throw.
    pub(super) const COUNT: usize = 6;
    /// The end of a path and the begin of the next.
    pub(super) const CUT: usize = 32;
    /// An increment in front of the target, jumps around it, and a branch that gets long.
    pub(super) const EDGE: usize = 6 + 5 + 5 + 5;
}

/// Entries of the constant pool.
mod constants {
    /// Names and members of the runtime, synthetic members, `serialVersionUID`.
    pub(super) const CLASS: usize = 256;
    /// A method with name and descriptor, and the constants of methods that number objects of one more class.
    pub(super) const STEP: usize = 12;
    /// A class by its name, for a frame.
    pub(super) const FRAME_TYPE: usize = 2;
}

/// Longest code whose branches all reach, so that no frame has to be derived.
const SHORT_CODE: usize = 0x7fff;
/// Largest length of code and of the constant pool (JVMS §4.7.3, §4.1).
const LARGEST: usize = 0xffff;

/// Largest sizes of one class.
#[derive(Debug)]
pub(crate) struct Growth {
    constants: usize,
    /// The longest method.
    code: usize,
}

impl Growth {
    /// The growth of a class with so many constants, before any method is added.
    pub(crate) fn of(constants: u16) -> Growth {
        Growth { constants: usize::from(constants) + constants::CLASS, code: 0 }
    }

    /// Adds a method.
    pub(crate) fn add(&mut self, plan: &Plan) {
        let insns = &plan.body.insns;
        let cuts = plan.facts.iter().flatten().filter(|fact| is_cut_call(fact) || !fact.falls_through).count();
        let code = insns.last().map_or(0, |last| last.end() as usize)
            + bytes::METHOD
            + bytes::STEP * plan.steps.len()
            + bytes::COUNT * insns.len()
            + bytes::CUT * (cuts + plan.starts.len())
            + bytes::EDGE * plan.edges.len();
        self.code = self.code.max(code);
        let derived = if code > SHORT_CODE { insns.len() } else { 0 };
        let types = usize::from(plan.body.max_locals) + derived;
        self.constants += plan.starts.len() + constants::STEP * plan.steps.len() + constants::FRAME_TYPE * types;
    }

    /// Adds a method that pauses the recording, with its attribute of so many bytes: each may be a return.
    pub(crate) fn add_pauses(&mut self, code: usize) {
        self.code = self.code.max(bytes::METHOD + (1 + bytes::STEP) * code);
    }

    /// True if the rewritten class might exceed the limits of the class file format.
    pub(crate) fn is_doubtful(&self) -> bool {
        self.constants > LARGEST || self.code > LARGEST
    }
}
