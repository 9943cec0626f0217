//! Simulations from recorded nodes, by the rules of `docs/simulation.md`: one candidate on one machine at a time.

use std::collections::HashMap;

use paratrace_analyzer::limits::{REGION_TASKS, VECTOR_SPEED};
use paratrace_analyzer::listing::{Location, Region};
use paratrace_analyzer::model::{Freed, SimulatedKind, Simulation, Simulations, Via, ViaKind};
use paratrace_jvm::opcodes;
use paratrace_traceformat::map::{Accessed, INDUCTION, InstructionId, MethodId, Op, PEI, ProgramMap, Site};

use crate::dependences::{Numbers, Step, is_named};

/// A step of an execution, with all accesses of a node at the node.
enum Item {
    Node { insn: InstructionId, reads: Vec<Location>, writes: Vec<Location> },
    Moved(Location),
    Enter(Region),
    Exit,
}

fn items(steps: &[Step]) -> Vec<Item> {
    let mut items = Vec::new();
    for step in steps {
        match step {
            Step::Node { insn, reads, writes } => {
                items.push(Item::Node { insn: *insn, reads: reads.clone(), writes: writes.clone() });
            }
            Step::Vertex { reads: more, writes: others } => {
                let Some(Item::Node { reads, writes, .. }) = items.last_mut() else { panic!("a vertex of no node") };
                reads.extend(more);
                writes.extend(others);
            }
            // What a call has made of elements is there when it ends; only an exception waits to be handled.
            Step::Moved { from: Some(Location::Call(_)), to: Location::Entry { .. } } => {}
            Step::Moved { to, .. } => items.push(Item::Moved(*to)),
            Step::Enter(region) => items.push(Item::Enter(*region)),
            Step::Exit => items.push(Item::Exit),
            Step::Arrive(_) | Step::Counted(_) => {}
        }
    }
    items
}

/// The dependences that do not count.
#[derive(Debug, Clone, Default)]
struct Freedom {
    counters: bool,
    copies: bool,
    removed: Vec<(Via, Option<(InstructionId, InstructionId)>)>,
    /// Locations, whatever the ends are; elements all have the same.
    freed: Vec<Via>,
}

/// Sums of one candidate on one machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sums {
    instances: u64,
    tasks: u64,
    serial: u64,
    time: u64,
    stalled: u64,
}

struct Machine<'a> {
    map: &'a ProgramMap,
    kind: SimulatedKind,
    number: u32,
    recursive: bool,
    freedom: &'a Freedom,
    cores: Option<u32>,
    /// Iterations of a task, or the depth of a recursion down to which calls are tasks.
    grain: u64,
    /// Cost of each iteration before the next task can be created.
    stage: u64,
    cost: u64,
}

/// Times of accesses that later ones may have to wait for, and the clock of the task that runs.
#[derive(Default)]
struct State {
    clock: u64,
    stalled: u64,
    written: HashMap<Location, (u64, InstructionId, usize)>,
    read: HashMap<Location, Vec<(u64, InstructionId)>>,
    /// The call that runs, and for each call when it ended; 0 while it is open. Number 0 is no call.
    call: usize,
    ends: Vec<u64>,
}

impl State {
    /// When something that was written is there: a call's only when it has ended.
    fn there(&self, time: u64, call: usize) -> u64 {
        let end = if call == self.call { 0 } else { self.ends.get(call).copied().unwrap_or(0) };
        time.max(end)
    }
}

impl Machine<'_> {
    fn op(&self, insn: InstructionId) -> u8 {
        self.map.insns.op[insn.index()]
    }

    fn is_own_counter(&self, insn: InstructionId) -> bool {
        let looped =
            |block: &paratrace_traceformat::map::Block| block.contains(insn) && block.loop_.number() == self.number;
        self.kind == SimulatedKind::Loop
            && self.map.insns.flags[insn.index()] & INDUCTION != 0
            && self.map.blocks.iter().any(looped)
    }

    fn via(
        &self,
        location: Location,
        head: InstructionId,
        tail: InstructionId,
    ) -> (Via, Option<(InstructionId, InstructionId)>) {
        let named = |insn: InstructionId| match self.map.call_at(insn).map(Site::accessed) {
            Some(Some(Accessed::Field(field))) => Some(field),
            Some(Some(Accessed::Reflected)) => None,
            _ => Some(self.map.insns.arg[insn.index()]),
        };
        // By reflection, the other end names it.
        let Some(arg) = named(tail).or_else(|| named(head)).map(|arg| arg as usize) else {
            return (Via::new(ViaKind::Field, "a field (by reflection)"), None);
        };
        let (kind, name) = match location {
            Location::Local { slot, .. } if self.op(head) != Op::ReturnValue as u8 => {
                (ViaKind::Local, format!("local {slot}"))
            }
            Location::Static(_) => (ViaKind::Static, format!("C0.{}", self.map.fields[arg].name)),
            Location::Field(..) => (ViaKind::Field, format!("C0.{}", self.map.fields[arg].name)),
            Location::State(_) => (ViaKind::Object, passed_class(&self.map.sites[arg])),
            Location::Entry { .. } | Location::Local { .. } => {
                let method = self.map.methods.iter().position(|m| m.insns.contains(&head.number())).unwrap();
                (ViaKind::Return, self.map.method_name(MethodId::new(method as u32)))
            }
            // Elements have no name that matters: they are told by their ends.
            _ => (ViaKind::Element, String::new()),
        };
        (Via::new(kind, name), (kind == ViaKind::Element).then_some((head, tail)))
    }

    fn node(&self, state: &mut State, insn: InstructionId, reads: &[Location], writes: &[Location]) {
        let free = self.freedom;
        let is_state = |location: &Location| {
            matches!(location, Location::State(_)) && reads.contains(location) && writes.contains(location)
        };
        let counts = |location: &Location| is_named(*location) || is_state(location);
        let mut start = state.clock;
        let mut kept = None;
        for location in reads {
            let Some(&(written, head, call)) = state.written.get(location) else { continue };
            let time = state.there(written, call);
            let returned = matches!(location, Location::Entry { .. }) && self.op(head) == Op::ReturnValue as u8;
            // A local that gets the result of a call is a future: a load of it waits.
            // So is what arithmetic makes of it while another call runs.
            let waits = self.op(insn) != Op::Store as u8 && !self.is_held(insn, *location);
            if returned && self.kind == SimulatedKind::Method && !waits {
                kept = Some((written, head, call));
                continue;
            }
            if !(counts(location) || returned) || (free.counters && self.is_own_counter(head)) || time <= start {
                continue;
            }
            let via = self.via(*location, head, insn);
            if !free.removed.contains(&via) && !free.freed.contains(&via.0) {
                start = time;
            }
        }
        let own = |location: &Location| {
            (free.counters || self.kind == SimulatedKind::Method) && matches!(location, Location::Local { .. })
        };
        for location in writes.iter().filter(|location| counts(location) && !own(location) && !free.copies) {
            let tail_counts = free.counters && self.is_own_counter(insn);
            let readers = state.read.get(location).map_or(&[][..], |all| all).iter().filter(|_| !tail_counts);
            let writer = state
                .written
                .get(location)
                .filter(|(_, head, _)| !(tail_counts || (free.counters && self.is_own_counter(*head))))
                .map(|&(time, _, call)| state.there(time, call));
            start = readers.map(|(time, _)| *time).chain(writer).fold(start, u64::max);
        }
        state.stalled += start - state.clock;
        state.clock = start + 1;
        for location in reads {
            state.read.entry(*location).or_default().push((state.clock, insn));
        }
        // Contents of a new object that a constructor leaves are known to nobody else yet.
        let stays = |location: &&Location| !matches!(location, Location::State(_)) || is_state(location);
        for location in writes.iter().filter(stays) {
            state.read.remove(location);
            state.written.insert(*location, kept.unwrap_or((state.clock, insn, state.call)));
        }
    }

    /// Does the instruction take a result at this place for a value that stays on the stack while another call runs?
    fn is_held(&self, insn: InstructionId, location: Location) -> bool {
        let map = self.map;
        let arithmetic = [opcodes::IADD..=opcodes::LXOR, opcodes::I2L..=opcodes::I2S];
        let is_arithmetic = arithmetic.iter().any(|some| some.contains(&map.insns.opcode[insn.index()]));
        if self.op(insn) != Op::Compute as u8 || !is_arithmetic || map.insns.flags[insn.index()] & PEI != 0 {
            return false;
        }
        let block = map.blocks.iter().find(|block| block.contains(insn)).unwrap();
        let follows = map.blocks.iter().any(|next| Some(next.after_call) == block.instructions().last());
        let call = block.after_call;
        if call.is_none() || !follows || !map.sites[map.insns.arg[call.index()] as usize].has_result {
            return false;
        }
        // The stack, by what has put each entry there; 0 for what was there before.
        let (result, value) = (1, 2);
        let mut stack = vec![0; usize::from(block.height)];
        *stack.last_mut().unwrap() = result;
        for at in block.instructions() {
            let (pops, pushes) = map.stack_effect(at).unwrap();
            let taken = stack.split_off(stack.len() - pops as usize);
            let is_shuffle = (Op::Pop as u8..=Op::Swap as u8).contains(&self.op(at));
            if is_shuffle || (at == insn) != taken.contains(&result) || taken.contains(&value) {
                return false;
            }
            stack.extend(vec![if at == insn { value } else { 0 }; pushes as usize]);
        }
        stack.contains(&value)
            && matches!(location, Location::Entry { entry, .. } if entry + 1 == u32::from(block.height))
    }

    fn run(&self, items: &[Item]) -> Sums {
        match self.kind {
            SimulatedKind::Loop | SimulatedKind::Stream => self.run_loop(items),
            SimulatedKind::Method => self.run_method(items),
        }
    }

    fn run_loop(&self, items: &[Item]) -> Sums {
        let mut sums = Sums::default();
        let (mut at, mut depth) = (0, 0u32);
        while at < items.len() {
            if let Item::Enter(Region::Loop(looped)) = items[at]
                && looped.number() == self.number
            {
                let begin = at;
                // The instance ends at its exit, or with the thread.
                while at < items.len() {
                    match items[at] {
                        Item::Enter(_) => depth += 1,
                        Item::Exit => depth -= 1,
                        _ => {}
                    }
                    at += 1;
                    if depth == 0 {
                        break;
                    }
                }
                depth = 0;
                self.instance(&items[begin + 1..at], &mut sums);
            } else {
                at += 1;
            }
        }
        sums
    }

    /// Simulates an instance of the loop.
    fn instance(&self, items: &[Item], sums: &mut Sums) {
        let mut state = State::default();
        let (mut created, mut last) = (REGION_TASKS * self.cost, 0);
        // Iterations of the current chunk that have begun.
        let mut begun = 0;
        let mut ends: Vec<u64> = Vec::new();
        let mut depth = 0;
        let mut end = |state: &State, ends: &mut Vec<u64>| {
            last = last.max(state.clock);
            ends.push(state.clock);
        };
        for item in items {
            match item {
                Item::Enter(_) => {
                    if depth == 0 {
                        sums.tasks += 1;
                        begun += 1;
                    }
                    if depth == 0 && begun == 1 {
                        // A core is free when all but `cores - 1` of the tasks so far have ended.
                        let mut sorted = ends.clone();
                        sorted.sort_unstable_by(|a, b| b.cmp(a));
                        let busy = self.cores.and_then(|cores| sorted.get(cores as usize - 1).copied()).unwrap_or(0);
                        created = (created + self.stage * self.grain).max(busy) + self.cost;
                        state.clock = created;
                    }
                    depth += 1;
                }
                Item::Exit => {
                    depth -= 1;
                    if depth == 0 && begun == self.grain {
                        end(&state, &mut ends);
                        begun = 0;
                    }
                }
                Item::Node { insn, reads, writes } => {
                    sums.serial += 1;
                    self.node(&mut state, *insn, reads, writes);
                }
                Item::Moved(to) => {
                    state.written.remove(to);
                    state.read.remove(to);
                }
            }
        }
        if begun > 0 {
            end(&state, &mut ends);
        }
        sums.instances += 1;
        sums.time += last;
        sums.stalled += state.stalled;
    }

    fn run_method(&self, items: &[Item]) -> Sums {
        let mut state = State::default();
        let mut sums = Sums::default();
        let mut free: Vec<u64> = vec![0; self.cores.map_or(0, |cores| cores as usize - 1)];
        // Open regions; of a call that is a task, when its caller goes on.
        let mut open: Vec<(Option<usize>, Option<u64>)> = Vec::new();
        let mut depth = 0;
        state.ends.push(0);
        let (mut begin, mut latest, mut last_node, mut nodes) = (None, 0, 0, 0);
        for item in items {
            match item {
                Item::Enter(Region::Method(method)) if method.number() == self.number => {
                    begin.get_or_insert((nodes, state.clock));
                    sums.tasks += 1;
                    let idle: Vec<u64> = free.iter().copied().filter(|&core| core <= state.clock).collect();
                    let by_caller = self.recursive && (depth == 0 || depth > self.grain);
                    depth += 1;
                    let given = !by_caller && (self.cores.is_none() || !idle.is_empty());
                    if let Some(core) = idle.iter().max().filter(|_| given) {
                        let at = free.iter().position(|free| free == core).unwrap();
                        free.remove(at);
                    }
                    state.clock += if given { self.cost } else { 0 };
                    open.push((Some(state.call), given.then_some(state.clock)));
                    state.call = state.ends.len();
                    state.ends.push(0);
                }
                Item::Enter(_) => open.push((None, None)),
                Item::Exit => {
                    let (own, caller) = open.pop().unwrap();
                    if let Some(around) = own {
                        depth -= 1;
                        state.ends[state.call] = state.clock;
                        state.call = around;
                    }
                    latest = latest.max(state.clock);
                    if let Some(caller) = caller {
                        free.push(state.clock);
                        state.clock = caller;
                    }
                }
                Item::Node { insn, reads, writes } => {
                    nodes += 1;
                    self.node(&mut state, *insn, reads, writes);
                    last_node = state.clock;
                }
                Item::Moved(to) => {
                    state.written.remove(to);
                    state.read.remove(to);
                    if matches!(to, Location::Entry { .. }) && last_node > state.clock {
                        state.stalled += last_node - state.clock;
                        state.clock = last_node;
                    }
                }
            }
        }
        latest = latest.max(state.clock);
        while let Some((_, call)) = open.pop() {
            latest = latest.max(state.clock);
            state.clock = call.unwrap_or(state.clock);
        }
        if let Some((nodes_before, clock)) = begin {
            sums.instances += 1;
            sums.serial += nodes - nodes_before;
            sums.time += latest.max(state.clock) - clock;
        }
        sums.stalled = state.stalled;
        sums
    }
}

/// Does a method execute a node within a call within a call?
fn is_recursive(items: &[Item], number: u32) -> bool {
    let mut open: Vec<bool> = Vec::new();
    items.iter().any(|item| {
        match item {
            Item::Enter(region) => open.push(*region == Region::Method(MethodId::new(number))),
            Item::Exit => drop(open.pop()),
            _ => {}
        }
        matches!(item, Item::Node { .. }) && open.iter().filter(|own| **own).count() > 1
    })
}

/// The first difference between simulations and what the nodes say, in words.
pub fn difference(map: &ProgramMap, threads: &[&[Step]], found: &Simulations) -> Option<String> {
    let numbers = Numbers::new(map);
    let threads: Vec<Vec<Item>> = threads.iter().map(|steps| items(steps)).collect();
    found.simulations.iter().find_map(|one| candidate(map, &numbers, &threads, one, found.task_cost))
}

fn candidate(
    map: &ProgramMap,
    numbers: &Numbers,
    threads: &[Vec<Item>],
    found: &Simulation,
    cost: u64,
) -> Option<String> {
    let number = match found.kind {
        SimulatedKind::Loop => numbers.loops[&(found.method.clone(), found.header_pc)],
        SimulatedKind::Method => numbers.methods[&found.method].number(),
        SimulatedKind::Stream => return None,
    };
    let recursive = threads.iter().any(|items| is_recursive(items, number));
    let mut freedom = Freedom::default();
    let mut is_vector_code = None;
    for rung in &found.ladder {
        match rung.frees {
            Freed::AsIs => {}
            // The ladder goes on from here.
            Freed::Advised => {
                let nameless = |via: &Via| match via.kind {
                    ViaKind::Element => Via::new(via.kind, String::new()),
                    _ => Via::new(via.kind, via.name.clone()),
                };
                freedom.freed = rung.through.iter().map(nameless).collect();
            }
            Freed::Counters => freedom.counters = true,
            Freed::PrivateCopies => freedom.copies = true,
            Freed::Dependence => {
                let insn = |point: &paratrace_analyzer::model::Point| numbers.insns[&(point.method.clone(), point.pc)];
                let ends = rung.ends.as_ref().map(|(head, tail)| (insn(head), insn(tail)));
                let [via] = &rung.through[..] else { return Some(format!("{rung:?}: one dependence")) };
                let name = if ends.is_some() { String::new() } else { via.name.clone() };
                freedom.removed.push((Via::new(via.kind, name), ends));
            }
        }
        for run in &rung.runs {
            let machine = Machine {
                map,
                kind: found.kind,
                number,
                recursive,
                freedom: &freedom,
                cores: run.cores,
                grain: run.grain,
                stage: rung.stage,
                cost,
            };
            let mut sums = Sums::default();
            for one in threads.iter().map(|items| machine.run(items)) {
                sums.instances += one.instances;
                sums.tasks += one.tasks;
                sums.serial += one.serial;
                sums.time += one.time * rung.passes;
                sums.stalled += one.stalled;
            }
            let Simulation { instances, tasks, serial, .. } = *found;
            let reported = Sums { instances, tasks, serial, time: run.time, stalled: run.stalled };
            // Of vector code more instructions run in the time that a task costs. Which loops are compiled to it is a guess that no
            // definition gives, but all runs of a candidate have the same answer.
            let creations = tasks / run.grain + instances * (1 + REGION_TASKS);
            let beside_vector_code = creations * cost * (VECTOR_SPEED - 1) * rung.passes;
            if beside_vector_code > 0 && *is_vector_code.get_or_insert(sums != reported) {
                sums.time += beside_vector_code;
            }
            if sums != reported {
                let place = (found.kind, &found.method, found.header_pc, rung.frees, run.cores);
                return Some(format!("{place:?}: by definition {sums:?}, simulated {reported:?}"));
            }
        }
    }
    None
}

/// The class of the only object that a call passes, else the class that a call of an instance method names.
fn passed_class(site: &Site) -> String {
    let is_static = matches!(site.opcode, opcodes::INVOKESTATIC | opcodes::INVOKEDYNAMIC);
    let mut types = if is_static { Vec::new() } else { vec![site.class.clone()] };
    let mut rest = site.desc.trim_start_matches('(');
    while !rest.starts_with(')') {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let length = match rest[dimensions..].starts_with('L') {
            true => rest.find(';').unwrap() + 1,
            false => dimensions + 1,
        };
        let (whole, after) = rest.split_at(length);
        types.push(whole.strip_prefix('L').map_or(whole, |class| class.trim_end_matches(';')).to_owned());
        rest = after;
    }
    match site.state_args[..] {
        [only] => types[usize::from(only)].clone(),
        _ if is_static => String::new(),
        _ => site.class.clone(),
    }
}
