//! Estimates of what tasks share contain what they do share, instruction by instruction.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use paratrace_analyzer::listing::{Location, Node, NodeSink, Object, Region, replay_merged_nodes};
use paratrace_analyzer::thread_inputs;
use paratrace_classfile::opcodes as op;
use paratrace_instrumenter::Estimate;
use paratrace_traceformat::map::{InstructionId, MethodId, Op, ProgramMap};
use paratrace_traceformat::trace::TraceDir;
use rustc_hash::FxHashMap;

/// An instruction that accesses data: `pkg/Class.name(desc)ret`, offset in the class file, whether it writes.
type Place = (String, u16, bool);

/// A measured task beside its estimate.
#[derive(Debug, Default)]
pub struct Containment {
    /// Instances of the task.
    pub instances: u64,
    /// Instructions that read or wrote shared data; one that copies counts once for reading and once for writing.
    pub measured: usize,
    /// Accesses to shared data that they made.
    pub accesses: u64,
    /// Instructions that may, by the estimate.
    pub estimated: usize,
    /// Measured instructions that the estimate lacks, each with the number of accesses that it made.
    pub missing: BTreeMap<Place, u64>,
    /// Methods that ran within the task and that the estimate lacks.
    pub unreached: BTreeSet<String>,
}

impl fmt::Display for Containment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Containment { instances, measured, accesses, estimated, missing, unreached } = self;
        let left = missing.values().sum::<u64>();
        writeln!(f, "{instances} instances; {measured} instructions made {accesses} shared accesses, {estimated} may")?;
        writeln!(f, "{} instructions with {left} accesses are not in the estimate", missing.len())?;
        for ((method, pc, write), count) in missing {
            writeln!(f, "  {method} pc {pc} {}: {count}", if *write { "wr" } else { "rd" })?;
        }
        writeln!(f, "{} methods are not in the estimate", unreached.len())?;
        unreached.iter().try_for_each(|method| writeln!(f, "  {method}"))
    }
}

/// Compares the estimate of a task, `pkg.Class.name` with or without a descriptor, with a trace of the same program:
/// the estimate must have everything that the trace has. Data is shared as `docs/shared.md` says. Class initialisers
/// are left out, as in estimates.
///
/// # Errors
/// Fails if the trace cannot be read.
pub fn contained(dir: &TraceDir, estimate: &Estimate, task: &str) -> anyhow::Result<Containment> {
    let map = dir.map();
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    let names: Vec<String> = (0..map.methods.len()).map(|method| name(map, method)).collect();
    let tasks = names.iter().map(|name| task == readable(name) || task == dotted(name)).collect();
    let quiet = map.methods.iter().map(|method| method.name == "<clinit>").collect();
    let all = Rc::new(RefCell::new(Shared { tasks, quiet, ..Shared::default() }));
    let follower = |thread| Follower {
        map,
        thread,
        all: Rc::clone(&all),
        open: None,
        regions: Vec::new(),
        at: (MethodId::NONE, InstructionId::NONE),
    };
    replay_merged_nodes(map, &class_name, thread_inputs(dir), follower)?;
    let estimated: BTreeSet<Place> = estimate.methods.iter().flat_map(places).collect();
    let reached: BTreeSet<&str> = estimate.methods.iter().map(|method| method.method.as_str()).collect();
    let found = all.borrow();
    let mut result = Containment {
        instances: found.instances,
        measured: found.accesses.len(),
        accesses: found.accesses.values().sum(),
        estimated: estimated.len(),
        ..Containment::default()
    };
    for (&(method, insn, write), &count) in &found.accesses {
        let place = (names[method.index()].clone(), map.insns.pc[insn.index()], write);
        if !estimated.contains(&place) {
            result.missing.insert(place, count);
        }
    }
    let ran = found.ran.iter().map(|&method| &names[method.index()]);
    result.unreached = ran.filter(|name| !reached.contains(name.as_str())).cloned().collect();
    Ok(result)
}

/// The methods that threads begin with, or that these call: `pkg.Class.name(desc)ret`.
///
/// # Errors
/// Fails if the trace cannot be read.
pub fn outer_methods(dir: &TraceDir, depth: usize) -> anyhow::Result<BTreeSet<String>> {
    let map = dir.map();
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    let found = Rc::new(RefCell::new(BTreeSet::new()));
    let outer = |_| Outer { depth, open: Vec::new(), found: Rc::clone(&found) };
    replay_merged_nodes(map, &class_name, thread_inputs(dir), outer)?;
    let found = found.borrow();
    let usable = found.iter().filter(|&&method| !map.methods[method.index()].name.starts_with('<'));
    Ok(usable.map(|&method| dotted(&name(map, method.index()))).collect())
}

fn name(map: &ProgramMap, method: usize) -> String {
    let method = &map.methods[method];
    format!("{}.{}{}", map.classes[method.class.index()].name, method.name, method.desc)
}

/// `pkg.Class.name`.
fn readable(method: &str) -> String {
    method.split('(').next().unwrap_or_default().replace('/', ".")
}

fn dotted(method: &str) -> String {
    let desc = method.find('(').map_or("", |at| &method[at..]);
    readable(method) + desc
}

fn places(method: &paratrace_instrumenter::EstimatedMethod) -> impl Iterator<Item = Place> + '_ {
    let counted = method.accesses.iter().filter(|access| access.kind != "reference");
    counted.filter_map(|access| Some((method.method.clone(), u16::try_from(access.pc).ok()?, access.write)))
}

/// The facts known of all threads.
#[derive(Default)]
struct Shared {
    tasks: Vec<bool>,
    /// Class initialisers.
    quiet: Vec<bool>,
    clock: u64,
    /// When, and in which thread, an object occurred first, and whether it was created there.
    born: FxHashMap<Object, (u64, usize, bool)>,
    /// Shared accesses by method, instruction and way.
    accesses: FxHashMap<(MethodId, InstructionId, bool), u64>,
    ran: BTreeSet<MethodId>,
    instances: u64,
}

/// Follows a thread.
struct Follower<'m> {
    map: &'m ProgramMap,
    thread: usize,
    all: Rc<RefCell<Shared>>,
    /// When the open instance began, and how many regions were around it.
    open: Option<(u64, usize)>,
    /// Open regions: whether they or one around them is a class initialiser.
    regions: Vec<bool>,
    /// Method and instruction of the last node.
    at: (MethodId, InstructionId),
}

impl Follower<'_> {
    fn count(&self, locations: &[Location], write: bool) {
        let Some((since, _)) = self.open.filter(|_| self.regions.last() == Some(&false)) else { return };
        let mut all = self.all.borrow_mut();
        for location in locations {
            let object = match location {
                Location::Static(_) => None,
                Location::Field(object, _) | Location::Element(object, _) => Some(object),
                _ => continue,
            };
            let born = object.and_then(|object| all.born.get(object));
            // An object that another thread met first, after the task began, may have been created by the task all the same.
            if born.is_none_or(|&(clock, thread, created)| clock <= since || created && thread != self.thread) {
                *all.accesses.entry((self.at.0, self.at.1, write)).or_default() += 1;
            }
        }
    }

    /// The instruction reads or writes a value of a primitive type.
    fn is_of_primitive(&self, insn: InstructionId) -> bool {
        match self.map.insns.opcode[insn.index()] {
            op::AALOAD | op::AASTORE => false,
            op::IALOAD..=op::SALOAD | op::IASTORE..=op::SASTORE => true,
            op::GETSTATIC..=op::PUTFIELD => {
                let field = self.map.fields.get(self.map.insns.arg[insn.index()] as usize);
                field.is_some_and(|field| !field.desc.starts_with(['L', '[']))
            }
            _ => false,
        }
    }
}

impl NodeSink for Follower<'_> {
    fn node(&mut self, node: Node<'_>) {
        self.all.borrow_mut().clock += 1;
        self.at = (node.method, node.insn);
        if self.is_of_primitive(node.insn) {
            self.count(node.reads, false);
            self.count(node.writes, true);
        }
    }

    fn vertex(&mut self, reads: &[Location], writes: &[Location]) {
        if Op::from_byte(self.map.insns.op[self.at.1.index()]) == Some(Op::Invoke) {
            self.count(reads, false);
            self.count(writes, true);
        }
    }

    fn moved(&mut self, _: Option<Location>, _: Location) {}

    fn occurs(&mut self, object: Object, created: bool) {
        let mut all = self.all.borrow_mut();
        all.clock += 1;
        let now = (all.clock, self.thread, created);
        all.born.entry(object).or_insert(now);
    }

    fn enter(&mut self, region: Region) {
        let mut all = self.all.borrow_mut();
        all.clock += 1;
        let mut quiet = self.regions.last() == Some(&true);
        if let Region::Method(method) = region {
            quiet |= all.quiet[method.index()];
            if all.tasks[method.index()] && self.open.is_none() {
                all.instances += 1;
                self.open = Some((all.clock, self.regions.len()));
            }
            if self.open.is_some() && !quiet {
                all.ran.insert(method);
            }
        }
        self.regions.push(quiet);
    }

    fn exit(&mut self) {
        self.regions.pop();
        self.open = self.open.filter(|&(_, depth)| depth < self.regions.len());
    }
}

/// Notes the methods that are entered first.
struct Outer {
    depth: usize,
    /// Open regions: whether they are methods.
    open: Vec<bool>,
    found: Rc<RefCell<BTreeSet<MethodId>>>,
}

impl NodeSink for Outer {
    fn node(&mut self, _: Node<'_>) {}

    fn vertex(&mut self, _: &[Location], _: &[Location]) {}

    fn moved(&mut self, _: Option<Location>, _: Location) {}

    fn enter(&mut self, region: Region) {
        if let Region::Method(method) = region
            && self.open.iter().filter(|is_method| **is_method).count() < self.depth
        {
            self.found.borrow_mut().insert(method);
        }
        self.open.push(matches!(region, Region::Method(_)));
    }

    fn exit(&mut self) {
        self.open.pop();
    }
}
