//! The runtime calls nothing of a traced JDK that is traced itself, while the thread that it runs on records.
//!
//! A method of the runtime that clears `Buffer.recording` is followed up to there: what it calls then finds no buffer. Initialisers are left
//! out: those of the runtime run once, and `Outside.java` sees to those of the JDK.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use paratrace_classfile::{ClassFile, Code, MemberRef, Operands, opcodes as op};

use super::{Bodies, Method, Use};
use crate::archive::Input;
use crate::jdk::Member;
use crate::options::Options;
use crate::runtime;
use crate::selection::Selection;
use crate::source::Sources;
use crate::world::World;

/// Classes of the runtime whose methods rewritten code calls.
const CALLED: [&str; 2] = ["paratrace/rt/Probe", "paratrace/rt/Members"];

/// What may be called although it, or what it calls, is traced, and why nothing is recorded of it all the same.
const ALLOWED: [(&str, &str); 3] = [
    ("java/io/FileOutputStream.<init>", NOTICE),
    ("java/io/FileOutputStream.write", NOTICE),
    ("java/lang/String.getBytes", NOTICE),
];

/// The runtime prints only what keeps it from tracing.
const NOTICE: &str = "a notice: tracing has not begun, or has ended";

/// The runtime's classes, by name.
fn runtime_classes() -> BTreeMap<String, ClassFile<'static>> {
    let parsed =
        runtime::CLASSES.iter().filter(|(entry, _)| entry.ends_with(".class") && *entry != runtime::DESCRIPTOR);
    let named = parsed.filter_map(|(_, bytes)| {
        let class = ClassFile::parse(bytes).ok()?;
        Some((class.name().ok()?.into_owned(), class))
    });
    named.collect()
}

/// The methods that a method of the runtime calls while its thread records.
fn called_while_recording(class: &ClassFile<'_>, name: &str, desc: &str) -> Vec<Member> {
    let pool = &class.constant_pool;
    let is_it = |method: &&paratrace_classfile::Member<'_>| {
        method.name(pool).is_ok_and(|it| it == name) && method.descriptor(pool).is_ok_and(|it| it == desc)
    };
    let Some(Ok(Some(code))) = class.methods.iter().find(is_it).map(|method| Code::of(class, method)) else {
        return Vec::new();
    };
    let mut called = Vec::new();
    for insn in code.instructions().flatten() {
        let Operands::Constant(index) = insn.operands else { continue };
        let Ok(MemberRef { class: of, name, descriptor, .. }) = pool.member_ref(index) else { continue };
        match insn.opcode {
            op::PUTFIELD if of == "paratrace/rt/Buffer" && name == "recording" => break,
            op::INVOKESTATIC | op::INVOKESPECIAL | op::INVOKEVIRTUAL | op::INVOKEINTERFACE => {
                called.push((of.into_owned(), name.into_owned(), descriptor.into_owned()));
            }
            _ => {}
        }
    }
    called
}

/// The methods of the JDK that the runtime calls while a thread records, each with the method that calls it.
fn called_of_jdk() -> BTreeMap<Member, String> {
    let classes = runtime_classes();
    let mut todo: Vec<Member> = Vec::new();
    for class in CALLED.iter().filter_map(|&name| classes.get(name)) {
        let pool = &class.constant_pool;
        for method in class.methods.iter().filter(|method| method.access_flags & crate::access_flags::ACC_PUBLIC != 0) {
            let (Ok(name), Ok(desc)) = (method.name(pool), method.descriptor(pool)) else { continue };
            todo.push((class.name().unwrap_or_default().into_owned(), name.into_owned(), desc.into_owned()));
        }
    }
    let (mut seen, mut found) = (BTreeSet::new(), BTreeMap::new());
    while let Some(member) = todo.pop() {
        let Some(class) = classes.get(&member.0).filter(|_| seen.insert(member.clone())) else { continue };
        for called in called_while_recording(class, &member.1, &member.2) {
            if called.0.starts_with("paratrace/") {
                todo.push(called);
            } else if !called.0.starts_with('[') {
                found.entry(called).or_insert_with(|| format!("{}.{}", member.0, member.1));
            }
        }
    }
    found
}

/// What is recorded if a method of the JDK is called.
fn traced_within(bodies: &mut Bodies<'_, Sources<'_>>, world: &World, called: &Member) -> Vec<String> {
    let first = bodies.resolve(&called.0, &called.1, &called.2);
    let (mut seen, mut todo, mut found) = (BTreeSet::new(), vec![first], Vec::new());
    while let Some(method) = todo.pop() {
        if !seen.insert(format!("{method:?}")) {
            continue;
        }
        if let Method::World(class, number) = method {
            let declared = &world.classes[class].methods[number];
            let (name, desc) = world.names.member(declared.signature);
            match declared.untraced {
                None => {
                    found.push(format!("{}.{name}{desc}", world.name(class)));
                    continue;
                }
                Some(_) if declared.pauses() => continue,
                Some(_) => {}
            }
        }
        for used in bodies.uses(&method).to_vec() {
            match used {
                Use::Call(called) => todo.push(called),
                Use::Initializer(..) => {}
                Use::Open => found.push(format!("any method that {method:?} may call")),
            }
        }
    }
    found
}

/// The classes of the JDK at hand, if its image can be taken apart.
fn java_base() -> Option<(tempfile::TempDir, PathBuf)> {
    let java =
        std::env::split_paths(&std::env::var_os("PATH")?).map(|path| path.join("java")).find(|java| java.exists())?;
    let home = java.canonicalize().ok()?.parent()?.parent()?.to_path_buf();
    let folder = tempfile::tempdir().ok()?;
    let mut taking = Command::new(home.join("bin/jimage"));
    taking.args(["extract", "--include", "regex:/java.base/.*", "--dir"]).arg(folder.path());
    let is_taken = taking.arg(home.join("lib/modules")).status().is_ok_and(|status| status.success());
    let classes = folder.path().join("java.base");
    is_taken.then_some((folder, classes))
}

#[test]
fn the_runtime_calls_nothing_that_is_traced() {
    let Some((_folder, classes)) = java_base() else {
        println!("skipped: there is no JDK whose classes can be taken out");
        return;
    };
    let inputs = [Input::open(&classes, None).expect("the JDK's classes are readable")];
    let mut notes = Vec::new();
    let (sources, world) = Sources::read(&inputs, true, &Selection::new(&Options::default()), &mut notes);
    let called = called_of_jdk();
    assert!(called.len() > 5, "the walk finds little: {called:?}");
    let mut bodies = Bodies::new(&world, &sources);
    let mut wrong = Vec::new();
    for (member, by) in &called {
        let named = format!("{}.{}", member.0, member.1);
        let traced = traced_within(&mut bodies, &world, member);
        if !traced.is_empty() && !ALLOWED.iter().any(|(allowed, _)| *allowed == named) {
            wrong.push(format!("{by} calls {named}{}: {traced:?}", member.2));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (allowed, _) in ALLOWED {
        let is_called = called.keys().any(|member| format!("{}.{}", member.0, member.1) == allowed);
        assert!(is_called, "nothing calls {allowed} any more");
    }
}
