//! Upper bounds of what probes add to a class: cheap to know, and for nearly all classes enough to know that they fit.

use paratrace_traceformat::map::{Op, PEI, StartKind};

use crate::method::{Fact, Plan, Probe, Step, is_cut_call, scratch_slots};

/// Bytes of code, where the locals have short numbers and where they may not have them. Calls of the runtime take 3.
struct Bytes {
    /// A load or store.
    local: usize,
    /// Counting that an instruction did not throw.
    count: usize,
}

const SHORT: Bytes = Bytes { local: 2, count: 3 };
const WIDE: Bytes = Bytes { local: 4, count: 6 };

mod bytes {
    /// Prologue and handler of a method.
    pub(super) const METHOD: usize = 96;
    /// Whatever is inserted around an instruction besides its steps, and padding.
    pub(super) const INSTRUCTION: usize = 64;
    /// The end of a path and the begin of the next.
    pub(super) const START: usize = 26;
    /// A call of the runtime or of a synthetic member, or a cast.
    pub(super) const CALL: usize = 3;
    /// The number of an object, and a call of the runtime with it and the buffer: the longest step.
    pub(super) const STEP: usize = 10;
    /// What comes before a return of a method that pauses the recording: locals, two calls of the runtime.
    pub(super) const RESUMES: usize = 1 + 4 * 3 + 4 + 2 * CALL;
    /// An `int` that is not in the constant pool.
    pub(super) const NUMBER: usize = 10;
    /// An increment in front of the target, and jumps around it.
    pub(super) const INCREMENT: usize = 6 + 5 + 5;
    /// A switch that moves.
    pub(super) const PADDING: usize = 3;
    /// A branch that gets long.
    pub(super) const BRANCH: usize = 5;
}

/// Entries of the constant pool.
mod constants {
    /// Names and members of the runtime, synthetic members, `serialVersionUID`.
    pub(super) const CLASS: usize = 256;
    /// A method with name and descriptor, and the constants of methods that number objects of one more class.
    pub(super) const NUMBERED: usize = 12;
    /// A class by its name, or a method of it.
    pub(super) const STEP: usize = 6;
    /// A class by its name, for a frame.
    pub(super) const FRAME_TYPE: usize = 2;
}

/// Locals whose numbers fit into a byte.
const SHORT_LOCALS: usize = 256;
/// Locals that probes use besides those of steps: buffer, path number, number of the object.
const LOCALS: usize = 3;
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
        let code = code(plan);
        self.code = self.code.max(code);
        let derived = if code > SHORT_CODE { plan.body.insns.len() } else { 0 };
        let types = usize::from(plan.body.max_locals) + derived;
        let steps = plan.steps.iter().filter(|step| matches!(step, Step::Cast(_) | Step::Fresh(_))).count();
        self.constants += plan.starts.len() + constants::STEP * steps + constants::FRAME_TYPE * types;
    }

    /// Adds a method that pauses the recording, with its attribute of so many bytes: each may be a return.
    pub(crate) fn add_pauses(&mut self, code: usize) {
        self.code = self.code.max(bytes::METHOD + (1 + bytes::RESUMES) * code);
    }

    /// True if the rewritten class, which records the numbers of objects of so many classes, might exceed the limits of the
    /// class file format.
    pub(crate) fn is_doubtful(&self, numbered: usize) -> bool {
        self.constants + constants::NUMBERED * numbered > LARGEST || self.code > LARGEST
    }
}

/// Most bytes that the code of a method takes with its probes, or a higher bound of what is short.
pub(crate) fn code(plan: &Plan) -> usize {
    let length = plan.body.insns.last().map_or(0, |last| last.end() as usize);
    let more = bytes::STEP * plan.steps.len() + bytes::INSTRUCTION * plan.body.insns.len();
    let rough = length + bytes::METHOD + more + bytes::START * plan.starts.len() + bytes::INCREMENT * plan.edges.len();
    if rough <= SHORT_CODE { rough } else { exact_code(plan, length) }
}

fn exact_code(plan: &Plan, length: usize) -> usize {
    let insns = &plan.body.insns;
    let locals = usize::from(plan.body.max_locals) + LOCALS + usize::from(scratch_slots(&plan.steps));
    let form = if locals <= SHORT_LOCALS { SHORT } else { WIDE };
    let code = length
        + bytes::METHOD
        + plan.steps.iter().map(|step| form.step(step)).sum::<usize>()
        + plan.facts.iter().flatten().map(|fact| form.fact(fact)).sum::<usize>()
        + plan.starts.iter().map(|start| form.start(start.kind)).sum::<usize>()
        + bytes::INCREMENT * plan.edges.iter().filter(|edge| edge.inc > 0).count()
        + bytes::PADDING * insns.iter().filter(|insn| insn.switch().is_some()).count();
    if code <= SHORT_CODE { code } else { code + bytes::BRANCH * plan.edges.len() }
}

impl Bytes {
    fn step(&self, step: &Step) -> usize {
        match step {
            Step::Plain(_) => 1,
            Step::Load(..) | Step::StoreScratch(..) | Step::LoadScratch(..) | Step::EarlyNumber => self.local,
            Step::Probe(Probe::Region) => self.local + 4 * bytes::CALL,
            Step::Probe(_) => self.local + bytes::CALL,
            Step::Int(_) | Step::Field(..) | Step::ClassConstant(_) => bytes::CALL,
            Step::Record(_) => bytes::CALL + self.local + bytes::CALL,
            Step::Cast(_) | Step::Fresh(_) | Step::OwnFields | Step::OwnMethods => bytes::CALL,
        }
    }

    /// What is inserted around an instruction besides its steps.
    fn fact(&self, fact: &Fact) -> usize {
        match () {
            // A constructor may announce a number; a method without code of ours may have let other threads run.
            () if is_cut_call(fact) => self.end() + self.begin() + self.end() + self.count + self.tell(),
            () if matches!(fact.op, Op::Return | Op::ReturnValue) => self.end() + self.tell(),
            () if fact.acquires || fact.trigger => self.count + self.tell(),
            () if fact.flags & PEI != 0 => self.count,
            () => 0,
        }
    }

    /// What is inserted in front of a block with which paths begin.
    fn start(&self, kind: StartKind) -> usize {
        match kind {
            StartKind::Entry | StartKind::AfterCall => 0,
            _ => 1 + self.end() + self.begin(),
        }
    }

    /// The runtime gets buffer and path number.
    fn end(&self) -> usize {
        2 * self.local + bytes::CALL
    }

    fn begin(&self) -> usize {
        bytes::NUMBER + self.local
    }

    /// The runtime gets the buffer.
    fn tell(&self) -> usize {
        self.local + bytes::CALL
    }
}
