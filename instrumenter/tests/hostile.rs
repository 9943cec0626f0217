//! Classes that no compiler emits, valid or nearly so: rewritten in time and in memory that the size bounds, or left with a reason.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use paratrace_classfile::opcodes::{IFEQ, IFNE, ILOAD, ISTORE, RETURN};
use paratrace_instrumenter::{Options, Output, estimate, instrument};

/// A class file of one method: `static void m(int)`. Of version 49, whose methods need no stack map frames.
struct Class {
    name: String,
    max_stack: u16,
    max_locals: u16,
    code: Vec<u8>,
    /// Start, end and handler.
    handlers: Vec<(u16, u16, u16)>,
    methods: u16,
}

impl Class {
    fn new(name: &str, max_locals: u16) -> Class {
        let (code, handlers) = Default::default();
        Class { name: name.to_owned(), max_stack: 8, max_locals, code, handlers, methods: 1 }
    }

    fn here(&self) -> usize {
        self.code.len()
    }

    fn op(&mut self, bytes: &[u8]) -> &mut Class {
        self.code.extend(bytes);
        self
    }

    /// `wide` and a local.
    fn local(&mut self, opcode: u8, local: usize) -> &mut Class {
        self.op(&[0xc4, opcode]);
        self.op(&u16::try_from(local).unwrap().to_be_bytes())
    }

    fn iinc(&mut self, local: usize) -> &mut Class {
        self.local(0x84, local).op(&[0, 1])
    }

    /// A branch to a place that is known. The JVM reaches 32 kB.
    fn branch(&mut self, opcode: u8, to: usize) -> &mut Class {
        let offset = i16::try_from(to as i64 - self.here() as i64).unwrap();
        self.op(&[opcode]).op(&offset.to_be_bytes())
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 49, 0, 8];
        for text in [self.name.as_str(), "java/lang/Object", "m", "(I)V", "Code"] {
            out.push(1);
            out.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
            out.extend(text.as_bytes());
        }
        out.extend([7, 0, 1, 7, 0, 2, 0, 0x21, 0, 6, 0, 7, 0, 0, 0, 0]);
        out.extend(self.methods.to_be_bytes());
        (0..self.methods).for_each(|_| self.method(&mut out));
        out.extend([0, 0]);
        out
    }

    fn method(&self, out: &mut Vec<u8>) {
        out.extend([0, 9, 0, 3, 0, 4, 0, 1, 0, 5]);
        let length = self.code.len() + 8 * self.handlers.len() + 12;
        out.extend(u32::try_from(length).unwrap().to_be_bytes());
        out.extend(self.max_stack.to_be_bytes());
        out.extend(self.max_locals.to_be_bytes());
        out.extend(u32::try_from(self.code.len()).unwrap().to_be_bytes());
        out.extend(&self.code);
        out.extend(u16::try_from(self.handlers.len()).unwrap().to_be_bytes());
        for (start, end, handler) in &self.handlers {
            [start, end, handler].into_iter().for_each(|pc| out.extend(pc.to_be_bytes()));
            out.extend([0, 0]);
        }
        out.extend([0, 0]);
    }
}

/// Loops inside of each other, with a counter for each or one for all.
fn nest(name: &str, depth: usize, counters: usize) -> Class {
    let mut class = Class::new(name, u16::try_from(counters + 1).unwrap());
    let mut heads = Vec::new();
    for local in 0..counters {
        class.op(&[3]).local(ISTORE, 1 + local);
    }
    for level in 0..depth {
        heads.push(class.here());
        class.local(ILOAD, 1 + level % counters).op(&[0x57]);
    }
    for (level, head) in heads.into_iter().enumerate().rev() {
        class.iinc(1 + level % counters).op(&[0x1a]).branch(IFNE, head);
    }
    class.op(&[RETURN]);
    class
}

/// Branches from anywhere to anywhere.
fn random(name: &str, count: usize, locals: usize) -> Class {
    let mut class = Class::new(name, u16::try_from(locals + 1).unwrap());
    let mut seed = 1u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for local in 0..locals {
        class.op(&[3]).local(ISTORE, 1 + local);
    }
    let (first, size) = (class.here(), 10);
    for index in 0..count {
        let reach = 32_000 / size;
        let to = (index + next(2 * reach)).saturating_sub(reach).min(count);
        class.iinc(1 + next(locals)).op(&[0x1a]).branch(IFEQ, first + size * to);
    }
    class.op(&[RETURN]);
    class
}

/// Many locals, each used in a block of its own.
fn locals(name: &str, count: usize, max_locals: u16) -> Class {
    let mut class = Class::new(name, max_locals);
    for index in 0..count {
        let local = 1 + index * (usize::from(max_locals) - 2) / count;
        class.op(&[3]).local(ISTORE, local).op(&[0x1a]);
        let to = class.here() + 3;
        class.branch(IFEQ, to);
    }
    class.op(&[RETURN]);
    class
}

/// Switches with thousands of targets.
fn switches(name: &str, count: usize, cases: usize) -> Class {
    let mut class = Class::new(name, 1);
    for _ in 0..count {
        class.op(&[0x1a, 0xaa]);
        let at = class.here() - 1;
        while !class.here().is_multiple_of(4) {
            class.op(&[0]);
        }
        let behind = class.here() + 12 + 4 * cases - at;
        class.op(&u32::try_from(behind).unwrap().to_be_bytes()).op(&[0; 4]);
        class.op(&u32::try_from(cases - 1).unwrap().to_be_bytes());
        for case in 0..cases {
            class.op(&u32::try_from(behind + case).unwrap().to_be_bytes());
        }
        class.op(&vec![0; cases]);
    }
    class.op(&[RETURN]);
    class
}

/// Protected ranges inside of each other, or all alike, each with a handler of its own.
fn handlers(name: &str, count: usize, blocks: usize, nested: bool) -> Class {
    let mut class = Class::new(name, 2);
    for _ in 0..blocks {
        class.op(&[0x1a, 0x1a, 0x6c, 0x3c, 0x1a]);
        let to = class.here() + 3;
        class.branch(IFEQ, to);
    }
    let end = class.here();
    class.op(&[RETURN]);
    for handler in 0..count {
        let from = if nested { handler * 8 % (end / 2) } else { 0 };
        let to = if nested { end - from } else { end };
        let here = class.here();
        let pc = |place: usize| u16::try_from(place).unwrap();
        class.handlers.push((pc(from / 8 * 8), pc(to.div_ceil(8) * 8).min(pc(end)), pc(here)));
        class.op(&[0x57, RETURN]);
    }
    class
}

/// Straight code of 65,535 bytes.
fn long(name: &str) -> Class {
    let mut class = Class::new(name, 2);
    while class.here() < 65_530 {
        class.op(&[0x1a, 0x3c]);
    }
    class.code.resize(65_534, 0);
    class.op(&[RETURN]);
    class
}

fn classes() -> Vec<Class> {
    vec![
        nest("NestShared", 2_100, 1),
        nest("NestOwn", 2_000, 2_000),
        nest("NestSome", 2_100, 20),
        random("Random", 4_700, 1),
        random("RandomLocals", 4_500, 200),
        locals("Locals", 2_700, u16::MAX),
        locals("LocalsLong", 6_000, u16::MAX),
        switches("Switch", 1, 10_000),
        switches("Switches", 40, 300),
        handlers("Handlers", 4_000, 2_000, false),
        handlers("HandlersNested", 3_000, 2_000, true),
        handlers("HandlersOne", 60, 6_000, false),
        long("Long"),
        nest("NestTraced", 600, 20),
        nest("NestOwnTraced", 300, 300),
        random("RandomTraced", 900, 30),
        locals("LocalsTraced", 900, 30_000),
        switches("SwitchTraced", 3, 700),
        handlers("HandlersTraced", 40, 300, true),
    ]
}

/// Loads all classes of a folder with the verifier on; what it refuses.
fn refused(folder: &Path) -> String {
    let source = r#"public class Load { public static void main(String[] a) {
        for (String name : a) try { Class.forName(name); } catch (Throwable e) { System.out.println(name + ": " + e); } } }"#;
    fs::write(folder.join("Load.java"), source).unwrap();
    let mut javac = Command::new("javac");
    assert!(javac.arg("-d").arg(folder).arg(folder.join("Load.java")).status().unwrap().success());
    let names: Vec<String> = classes().into_iter().map(|class| class.name).collect();
    let output =
        Command::new("java").arg("-Xverify:all").arg("-cp").arg(folder).arg("Load").args(names).output().unwrap();
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| line.chars().take(200).collect::<String>() + "\n")
        .collect()
}

#[test]
fn unlikely_classes_take_no_time() {
    let dir = tempfile::tempdir().unwrap();
    let (plain, traced) = (dir.path().join("plain"), dir.path().join("traced"));
    fs::create_dir(&plain).unwrap();
    for class in classes() {
        let alone = dir.path().join(&class.name);
        fs::create_dir(&alone).unwrap();
        for folder in [&plain, &alone] {
            fs::write(folder.join(&class.name).with_extension("class"), class.bytes()).unwrap();
        }
        let began = Instant::now();
        let out = Output::Directory(dir.path().join(format!("{}.out", class.name)));
        let summary = instrument(&[alone], &out, None, &Options::default(), &|_, _| {}).unwrap();
        let took = began.elapsed();
        println!("{:16} {:6} bytes {took:?} {:?}", class.name, class.code.len(), summary.untraced);
        let traced = class.name.ends_with("Traced");
        assert!(!traced || summary.untraced.is_empty(), "{}: {:?}", class.name, summary.untraced);
        // The bar is 2 s on an idle machine, with optimised code.
        assert!(took < Duration::from_secs(10), "{}: {took:?}", class.name);
        assert!(!summary.untraced.contains_key("malformed"), "{} is not malformed", class.name);
    }
    assert_eq!(refused(&plain), "", "the test's own classes");
    instrument(&[plain], &Output::Directory(traced.clone()), None, &Options::default(), &|_, _| {}).unwrap();
    assert_eq!(refused(&traced.join("plain")), "", "rewritten");
}

/// The most memory that this process has taken so far, in bytes, where the system tells it.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

/// Conditions one after the other.
fn conditions(name: &str, count: usize, methods: u16) -> Class {
    let mut class = Class { methods, ..Class::new(name, 1) };
    for _ in 0..count {
        class.op(&[0x1a]);
        let behind = class.here() + 6;
        class.branch(IFEQ, behind).op(&[0x84, 0, 1]);
    }
    class.op(&[RETURN]);
    class
}

/// Names a folder with a class to the process that is measured.
const MEASURED: &str = "PARATRACE_MEASURED";

/// Instruments a class in a process of its own, as the memory is the most that a process has ever taken.
#[test]
fn a_large_class_takes_memory_by_its_size() {
    let out = |folder: &Path| Output::Directory(folder.with_extension("out"));
    if let Some(folder) = env::var_os(MEASURED).map(PathBuf::from) {
        let summary =
            instrument(std::slice::from_ref(&folder), &out(&folder), None, &Options::default(), &|_, _| {}).unwrap();
        println!("untraced {:?}\npeak {}\n", summary.untraced, peak().unwrap_or_default());
        return;
    }
    for (count, methods) in [(9000, 20), (3000, 60)] {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("large");
        fs::create_dir(&folder).unwrap();
        let class = conditions("Conditions", count, methods).bytes();
        fs::write(folder.join("Conditions.class"), &class).unwrap();
        let mut own = Command::new(env::current_exe().unwrap());
        own.args(["--exact", "a_large_class_takes_memory_by_its_size", "--nocapture"]).env(MEASURED, &folder);
        let said = String::from_utf8(own.output().unwrap().stdout).unwrap();
        let peak: usize = said.lines().find_map(|line| line.strip_prefix("peak ")).unwrap().parse().unwrap();
        assert!(peak <= (64 << 20) + 8 * class.len(), "{said}for {} bytes", class.len());
        println!("{count} conditions in each of {methods} methods: {} bytes, {peak} at most", class.len());
    }
}

#[test]
fn unlikely_tasks_take_neither_time_nor_memory() {
    let dir = tempfile::tempdir().unwrap();
    for class in classes() {
        let folder = dir.path().join(&class.name);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(&class.name).with_extension("class"), class.bytes()).unwrap();
        let began = Instant::now();
        let estimated = estimate(&[folder], &[format!("{}.m", class.name)]);
        let took = began.elapsed();
        println!("{:16} {:6} bytes {took:?} {:?} MB", class.name, class.code.len(), peak().map(|bytes| bytes >> 20));
        match estimated {
            Err(error) => assert!(error.to_string().contains("cannot be followed"), "{}: {error}", class.name),
            Ok(_) => assert!(class.name != "Locals", "its locals are too many"),
        }
        assert!(took < Duration::from_secs(10), "{}: {took:?}", class.name);
        assert!(peak().is_none_or(|bytes| bytes < 1 << 30), "{}: {:?}", class.name, peak());
    }
}
