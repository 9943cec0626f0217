//! The same for a run on a traced JDK, whose methods count as well. What does not have to be alike in two runs is left out on both sides:
//!
//! * class initialisers, with all that they call: the tracing runtime initialises classes of the JDK before the program does, and the JVM
//!   reports no steps of those that run while it resolves a constant;
//! * what the JDK calls for `java.lang.invoke`: it depends on the method types that all code, untraced and of the JVM, has used before;
//! * what the JVM's own threads do.

use super::{Comparison, Nodes, compare, replayed, reported};
use paratrace_analyzer::listing::{Location, Node, NodeSink, Region};
use paratrace_traceformat::map::{InstructionId, Method, MethodId, ProgramMap, Untraced};
use paratrace_traceformat::trace::TraceDir;
use paratrace_witness::{Event, MethodName, Record, Step, Thread};
use rustc_hash::FxHashSet;

/// Threads that the JVM starts before the program, or after its end.
const OF_THE_JVM: [&str; 5] =
    ["Reference Handler", "Finalizer", "Signal Dispatcher", "Common-Cleaner", "DestroyJavaVM"];

const INITIALISER: &str = "<clinit>";

/// The thread that is there before the program begins: what it does until then is not traced.
const FIRST: &str = "main";

/// Compares thread by thread, the methods of the JDK included.
///
/// # Errors
/// As [`super::compare_order`].
pub fn compare_with_jdk(dir: &TraceDir, record: &Record) -> anyhow::Result<Comparison> {
    let map = dir.map();
    let cut = Cut::new(map, record);
    let mut jvm = reported(map, record, |thread| cut.steps(thread))?;
    let mut replay = replayed(dir, || WithoutInitialisers::new(map))?;
    let handles = Handles::new(map);
    for threads in [&mut jvm, &mut replay] {
        threads.retain(|name, _| !OF_THE_JVM.contains(&name.as_str()));
        threads.values_mut().flatten().for_each(|thread| handles.cut(&mut thread.insns));
    }
    Ok(compare(map, jvm, replay))
}

/// Knows which calls are those of `java.lang.invoke`, such as variable handles.
struct Handles<'m> {
    map: &'m ProgramMap,
    /// Of each instruction: its method.
    methods: Vec<MethodId>,
}

impl<'m> Handles<'m> {
    fn new(map: &'m ProgramMap) -> Self {
        let mut methods = vec![MethodId::NONE; map.insns.pc.len()];
        for (method, id) in map.methods.iter().zip(MethodId::all()) {
            method.instructions().for_each(|insn| methods[insn.index()] = id);
        }
        Self { map, methods }
    }

    /// Leaves out what follows such a call until its method goes on, or code of the program does.
    fn cut(&self, insns: &mut Vec<InstructionId>) {
        let mut caller = None;
        insns.retain(|&insn| {
            let method = self.methods[insn.index()];
            let goes_on = caller.is_none_or(|caller| caller == method || !self.is_of_jdk(method));
            if goes_on {
                caller = self.is_call(insn).then_some(method);
            }
            goes_on
        });
    }

    fn is_call(&self, insn: InstructionId) -> bool {
        self.map.call_at(insn).is_some_and(|site| site.class.starts_with("java/lang/invoke/"))
    }

    fn is_of_jdk(&self, method: MethodId) -> bool {
        self.map.classes[self.map.methods[method.index()].class.index()].is_of_jdk()
    }
}

/// What of a record is left out. Methods are those of the record.
struct Cut {
    /// Of each method: whether it belongs to the program.
    own: Vec<bool>,
    /// Of each method: whether it is left out, with what it calls. An initialiser that is not traced calls what is.
    left_out: Vec<bool>,
}

impl Cut {
    fn new(map: &ProgramMap, record: &Record) -> Self {
        let classes = map.classes.iter().filter(|class| !class.is_of_jdk());
        let own: FxHashSet<&str> = classes.map(|class| class.name.as_str()).collect();
        let initialises = |method: &&Method| {
            method.name == INITIALISER && matches!(method.untraced, None | Some(Untraced::CalledByJvm))
        };
        let initialisers = map.methods.iter().filter(initialises);
        let initialised: FxHashSet<&str> =
            initialisers.map(|method| map.classes[method.class.index()].name.as_str()).collect();
        let is_initialiser = |method: &MethodName| method.name == INITIALISER && initialised.contains(&*method.class);
        Self {
            own: record.methods.iter().map(|method| own.contains(&*method.class)).collect(),
            left_out: record.methods.iter().map(is_initialiser).collect(),
        }
    }

    /// A thread's steps from the first one of the program's own methods on, but for those of class initialisers and pauses.
    fn steps(&self, thread: &Thread) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut begun = thread.name != FIRST;
        // Of each open activation whose end is marked: whether it is left out.
        let mut open = Vec::new();
        let mut events = thread.events.iter().peekable();
        while let Some(event) = events.next() {
            match event {
                Event::PauseBegins => open.push(true),
                Event::InitialiserBegins => open.push(self.leaves_out(events.peek())),
                Event::PauseEnds | Event::InitialiserEnds => drop(open.pop()),
                Event::Step(step) => {
                    begun |= self.own[usize::from(step.method)];
                    if begun && !open.contains(&true) {
                        steps.push(step);
                    }
                }
            }
        }
        steps
    }

    /// Whether the activation that begins with this event is left out.
    fn leaves_out(&self, first: Option<&Event>) -> bool {
        matches!(first, Some(Event::Step(step)) if self.left_out[usize::from(step.method)])
    }
}

/// Takes the nodes outside of class initialisers.
struct WithoutInitialisers {
    nodes: Nodes,
    /// Of each method: whether it initialises a class.
    initialises: Vec<bool>,
    /// Of each open region: whether it is such a method.
    open: Vec<bool>,
    depth: usize,
}

impl WithoutInitialisers {
    fn new(map: &ProgramMap) -> Self {
        let initialises = map.methods.iter().map(|method| method.name == INITIALISER).collect();
        Self { nodes: Nodes::default(), initialises, open: Vec::new(), depth: 0 }
    }
}

impl From<WithoutInitialisers> for Nodes {
    fn from(sink: WithoutInitialisers) -> Self {
        sink.nodes
    }
}

impl NodeSink for WithoutInitialisers {
    fn node(&mut self, node: Node<'_>) {
        if self.depth == 0 {
            self.nodes.node(node);
        }
    }

    fn vertex(&mut self, _: &[Location], _: &[Location]) {}

    fn moved(&mut self, _: Option<Location>, _: Location) {}

    fn enter(&mut self, region: Region) {
        let is_initialiser = matches!(region, Region::Method(method) if self.initialises[method.index()]);
        self.depth += usize::from(is_initialiser);
        self.open.push(is_initialiser);
    }

    fn exit(&mut self) {
        self.depth -= usize::from(self.open.pop() == Some(true));
    }
}
