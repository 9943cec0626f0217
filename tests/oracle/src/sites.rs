//! Random call sites.

use paratrace_jvm::opcodes;
use paratrace_traceformat::map::{Access, Accessed, Effect, Filled, MethodId, Mode, Ranges, Site};

use crate::program::{FIELDS, STATIC_FIELDS, field_name};
use crate::random::Random;

/// Classes of the program: `C0` to `C2` extend each other, `Lib` is outside, `I` is an interface.
pub const CLASSES: [(&str, Option<&str>, &[&str]); 5] = [
    ("C0", Some("Lib"), &[]),
    ("C1", Some("C0"), &["I"]),
    ("C2", Some("C1"), &[]),
    ("I", Some("java/lang/Object"), &[]),
    ("K", Some("java/lang/Object"), &["I"]),
];

/// Classes that a receiver may have: by class index, 0 is null.
pub const DYNAMIC: [&str; 11] = [
    "",
    "C0",
    "C1",
    "C2",
    "K",
    "lib/Other",
    "[I",
    "C1$$Lambda/0x12",
    "C0$$Lambda.0x13()Ljava/util/function/F;",
    "C0$$Lambda.0x14(J)Ljava/util/function/F;",
    "C0$$Lambda.0x15(JLx;)Ljava/util/function/F;",
];

/// Descriptor of what makes a lambda of that class; `None` if it is none.
pub fn made_by(class: u32) -> Option<&'static str> {
    let (_, hidden) = DYNAMIC[class as usize].split_once('.')?;
    Some(&hidden[hidden.find('(')?..])
}

/// A method's shape.
#[derive(Debug, Clone)]
pub struct Shape {
    pub class: usize,
    pub name: &'static str,
    pub desc: String,
    pub is_static: bool,
    pub traced: bool,
}

impl Shape {
    pub fn args(&self) -> u8 {
        types(&self.desc).len() as u8 + u8::from(!self.is_static)
    }

    pub fn has_result(&self) -> bool {
        !self.desc.ends_with('V')
    }
}

/// Parameter types of a descriptor made by [`random_desc`].
fn types(desc: &str) -> Vec<char> {
    let inner = desc[1..desc.find(')').unwrap_or(1)].to_owned();
    inner.replace("[Lx;", "A").replace("Lx;", "L").replace("[J", "A").chars().collect()
}

/// Local-variable slots of a method's arguments.
pub fn slots(desc: &str, is_static: bool) -> Vec<u32> {
    let mut next = u32::from(!is_static);
    let mut slots: Vec<u32> = (0..next).collect();
    for kind in types(desc) {
        slots.push(next);
        next += if matches!(kind, 'J' | 'D') { 2 } else { 1 };
    }
    slots
}

/// Whether a parameter is an array of references.
pub fn is_array_of_references(desc: &str, parameter: u8) -> bool {
    let marked = desc.replace("[Lx;", "R");
    types(&marked).get(usize::from(parameter)) == Some(&'R')
}

pub fn random_desc(random: &mut Random) -> String {
    let count = random.below(4);
    let params: String = (0..count).map(|_| random.pick(&["I", "J", "Lx;", "[J", "[Lx;", "D"])).collect();
    format!("({params}){}", random.pick(&["V", "I"]))
}

/// A site that calls a given method directly.
pub fn traced(random: &mut Random, shapes: &[Shape], callee: usize) -> Site {
    let shape = &shapes[callee];
    let virtual_ = !shape.is_static && random.chance(50);
    let mode = if virtual_ { Mode::TracedVirtual } else { Mode::Traced };
    // The ranges that a call of a traced JDK is told with concern only who does not follow it.
    let has_ranges = !virtual_ && shape.args() > 0 && random.chance(5);
    let effect = if has_ranges { Effect::Elements(told_before(random)) } else { Effect::State };
    Site {
        opcode: if shape.is_static { opcodes::INVOKESTATIC } else { opcodes::INVOKEVIRTUAL },
        class: CLASSES[shape.class].0.to_owned(),
        name: shape.name.to_owned(),
        desc: shape.desc.clone(),
        mode,
        effect,
        callee: if virtual_ { MethodId::NONE } else { MethodId::new(callee as u32) },
        args: shape.args(),
        has_result: shape.has_result(),
        class_recorded: false,
        state_args: Vec::new(),
        post_receiver: false,
    }
}

/// A virtual call whose receiver's class is recorded.
pub fn open(random: &mut Random, shapes: &[Shape]) -> Site {
    let virtuals: Vec<&Shape> = shapes.iter().filter(|s| !s.is_static).collect();
    let shape = random.pick(&virtuals);
    let effect = random_effect(random);
    let mut site = library(random, &shape.desc, effect);
    site.name = shape.name.to_owned();
    site.class = random.pick(&["C0", "C1", "I"]).to_owned();
    site.opcode = random.pick(&[opcodes::INVOKEVIRTUAL, opcodes::INVOKEINTERFACE]);
    site.args = shape.args();
    site.class_recorded = true;
    site.state_args = random_states(random, site.args);
    site.mode = Mode::Open;
    site
}

/// An instruction that makes a lambda, which captures the first parameters of the method that it runs; `None` if there is no fit one.
pub fn lambda(random: &mut Random, shapes: &[Shape]) -> Option<Site> {
    let virtuals: Vec<&Shape> = shapes.iter().filter(|s| !s.is_static).collect();
    let implemented = random.pick(&virtuals);
    let captured = random.below(3);
    let takes = |s: &&Shape| u32::from(s.args()) == captured + u32::from(implemented.args()) - 1;
    let returns = |s: &&Shape| s.has_result() || !implemented.has_result();
    let fit: Vec<&Shape> = shapes.iter().filter(|s| s.name == "s").filter(takes).filter(returns).collect();
    let runs = (!fit.is_empty()).then(|| random.pick(&fit))?;
    let mut site = library(random, "()V", Effect::Pure);
    site.opcode = opcodes::INVOKEDYNAMIC;
    site.class = match random.chance(10) {
        true => "lib/L.f()V".to_owned(),
        false => format!("{}.{}{}", CLASSES[runs.class].0, runs.name, runs.desc),
    };
    site.name = implemented.name.to_owned();
    let first = DYNAMIC.len() as u32 - 3;
    site.desc = made_by(first + captured)?.to_owned();
    (site.args, site.has_result) = (captured as u8, true);
    site.state_args = Vec::new();
    Some(site)
}

fn random_effect(random: &mut Random) -> Effect {
    if random.chance(75) { Effect::State } else { Effect::Pure }
}

fn random_states(random: &mut Random, args: u8) -> Vec<u8> {
    (0..args).filter(|_| random.chance(60)).collect()
}

fn library(random: &mut Random, desc: &str, effect: Effect) -> Site {
    let shape = Shape { class: 0, name: "f", desc: desc.to_owned(), is_static: true, traced: false };
    let args = shape.args();
    Site {
        opcode: opcodes::INVOKESTATIC,
        class: "lib/L".to_owned(),
        name: random.pick(&["f", "g"]).to_owned(),
        desc: desc.to_owned(),
        mode: Mode::Leaf,
        effect,
        callee: MethodId::NONE,
        args,
        has_result: shape.has_result(),
        class_recorded: false,
        state_args: random_states(random, args),
        post_receiver: false,
    }
}

/// A call of untraced code, cut or not.
pub fn untraced(random: &mut Random, cut: bool) -> Site {
    if cut && random.chance(15) {
        return ending(random);
    }
    let desc = random_desc(random);
    let effect = random_effect(random);
    let mut site = library(random, &desc, effect);
    if cut {
        site.mode = Mode::Open;
    }
    if random.chance(30) {
        access(random, &mut site);
        return site;
    }
    match random.below(4) {
        0 => {
            site.opcode = 183;
            site.name = "<init>".to_owned();
            site.desc = desc.replace(")I", ")V");
            site.has_result = false;
            site.args += 1;
            site.post_receiver = true;
            site.state_args = site.state_args.iter().map(|arg| arg + 1).collect();
        }
        1 => site.opcode = opcodes::INVOKEDYNAMIC,
        2 if !cut => {
            site.opcode = opcodes::INVOKEVIRTUAL;
            site.args += 1;
            site.class_recorded = true;
        }
        _ => {}
    }
    site
}

/// Makes a call of untraced code, if it is given its first argument, one of a lock, or of a monitor. Of `is_tidy` locks it is known who has them.
pub fn of_lock(random: &mut Random, site: &mut Site, is_tidy: bool) {
    let is_static = site.opcode == opcodes::INVOKESTATIC && &*site.class == "lib/L";
    if !is_static || site.effect != Effect::State || site.state_args.first() != Some(&0) {
        return;
    }
    let (class, name) = match random.below(12) {
        0 if &*site.desc == "(J)V" => ("java/lang/Object", random.pick(&["wait", "notify"])),
        0 => (CONDITION, random.pick(&["await", "awaitNanos", "signal"])),
        1 if !is_tidy => (random.pick(&LOCKS), random.pick(&["tryLock", "lock", "unlock"])),
        _ => (LOCKS[0], random.pick(&["lock", "lock", "unlock", "unlock", "lockInterruptibly"])),
    };
    (site.class, site.name) = (class.to_owned(), name.to_owned());
}

/// A call of a lock, which may call back if it is cut.
pub fn lock(name: &str, cut: bool) -> Site {
    let shape = Shape { class: 0, name: "f", desc: "(Lx;)V".to_owned(), is_static: true, traced: false };
    Site {
        opcode: opcodes::INVOKESTATIC,
        class: LOCKS[0].to_owned(),
        name: name.to_owned(),
        args: shape.args(),
        desc: shape.desc,
        mode: if cut { Mode::Open } else { Mode::Leaf },
        effect: Effect::State,
        callee: MethodId::NONE,
        has_result: false,
        class_recorded: false,
        state_args: vec![0],
        post_receiver: false,
    }
}

const CONDITION: &str = "java/util/concurrent/locks/Condition";

const LOCKS: [&str; 4] = [
    "java/util/concurrent/locks/ReentrantLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
    "java/util/concurrent/locks/Lock",
];

/// Makes a call read or write what an instruction could.
fn access(random: &mut Random, site: &mut Site) {
    let (reads, writes) = random.pick(&[(true, false), (false, true), (true, true)]);
    let field = random.below(FIELDS as u32);
    let (place, objects) = match random.below(4) {
        _ if site.args > 0 && random.chance(25) => (Accessed::Reflected, 1),
        0 if site.args > 0 => (Accessed::Element, 1),
        1 if site.args > 0 => (Accessed::Memory(random.pick(&[1, 2, 4, 8])), 1),
        _ if field < STATIC_FIELDS as u32 => (Accessed::Field(field), 0),
        _ if site.args > 0 => (Accessed::Field(field), 1),
        _ => (Accessed::Field(0), 0),
    };
    site.effect = Effect::Access(Access { place, reads, writes });
    site.state_args = (0..objects).map(|_| random.below(site.args.into()) as u8).collect();
}

/// A call that reads and writes ranges of elements.
fn ranges(random: &mut Random) -> Site {
    let desc = format!("(Lx;ILx;II){}", random.pick(&["V", "I"]));
    let [reads, updates, writes] = [(); 3].map(|()| random.below(3) as u8);
    let mut site = library(random, &desc, Effect::State);
    let result = match site.has_result {
        true => random.pick(&[Filled::Nothing, Filled::New, Filled::Found]),
        false => Filled::Nothing,
    };
    let (updates, writes) = if result == Filled::Found { (0, 0) } else { (updates, writes) };
    site.effect = Effect::Elements(Ranges { reads, updates, writes, result });
    site.post_receiver = !site.has_result && random.chance(50);
    site.state_args.retain(|&arg| arg != 0 || !site.post_receiver);
    site
}

/// Ranges that are recorded before a call, and nothing behind it.
fn told_before(random: &mut Random) -> Ranges {
    let [reads, updates, writes] = [(); 3].map(|()| random.below(3) as u8);
    Ranges { reads, updates, writes, result: Filled::Nothing }
}

/// A call at the end of a path that reads ranges of elements, and may write some.
fn ending(random: &mut Random) -> Site {
    let mut site = ranges(random);
    site.mode = Mode::Open;
    let writes = random.chance(50);
    if let Effect::Elements(ranges) = &mut site.effect {
        let (updates, written) = if writes { (ranges.updates, ranges.writes) } else { (0, 0) };
        *ranges = Ranges { updates, writes: written, result: Filled::Nothing, ..*ranges };
    }
    site
}

/// `System.arraycopy`, `clone` of an array, or what works on elements otherwise.
pub fn elements(random: &mut Random) -> Site {
    if random.chance(40) {
        return ranges(random);
    }
    let mut site = library(random, "(Lx;ILx;II)V", Effect::ArrayCopy);
    site.class = "java/lang/System".to_owned();
    site.name = "arraycopy".to_owned();
    site.state_args = Vec::new();
    if random.chance(40) {
        site.opcode = opcodes::INVOKEVIRTUAL;
        site.class = "[I".to_owned();
        site.name = "clone".to_owned();
        site.desc = "()I".to_owned();
        site.effect = Effect::Clone;
        site.args = 1;
        site.has_result = true;
    }
    site
}

/// The least number of a field that is accessed by reflection: those of the program first, then one that each object has and a static one,
/// which no instruction accesses.
pub const FIRST_FIELD: u32 = 100;

/// The class or the field that an event names; 0 is none.
pub fn class_name(index: u32) -> Option<String> {
    if let Some(field) = index.checked_sub(FIRST_FIELD) {
        return match field.checked_sub(FIELDS as u32) {
            Some(0) => Some("C0;unknown;I".to_owned()),
            Some(_) => Some("C0;;unknown;I".to_owned()),
            None => Some(format!("C0{}{};I", if field < STATIC_FIELDS as u32 { ";;" } else { ";" }, field_name(field))),
        };
    }
    DYNAMIC.get(index as usize).filter(|_| index != 0).map(|&name| name.to_owned())
}
