//! Without a change the bytes stay the same.

use std::time::Instant;

use paratrace_classfile::{ClassEditor, ClassFile, Code, CodeEditor, Error};
use paratrace_verifier::Jdk;

use crate::fixtures;
use crate::jdk::{self, ClassPath, full, jars};
use crate::noop::{Counts, Density, rewrite};

#[test]
fn no_change_is_byte_identical() {
    let mut classes = fixtures::compiled();
    for jdk in jdk::all() {
        classes.extend(if full() { jdk::classes(&jdk, 1, &[]) } else { jdk::classes(&jdk, 20, &["java.base"]) });
    }
    let jars = if full() { jars() } else { Vec::new() };
    classes.extend(jdk::jar_classes(
        &Jdk::find().unwrap(),
        &jars.iter().map(|jar| jar.to_str().unwrap()).collect::<Vec<_>>(),
    ));
    assert!(classes.len() > 200, "only {} classes found", classes.len());
    for class in &classes {
        check(class);
    }
    report_speed(&classes);
}

fn check(class: &ClassPath) {
    let ClassPath { group, path, bytes } = class;
    let parsed = match ClassFile::parse(bytes) {
        Ok(parsed) => parsed,
        Err(error) => panic!("{group}/{}: {error}", path.display()),
    };
    let mut editor = ClassEditor::new(&parsed);
    for index in 0..parsed.methods.len() {
        match CodeEditor::new(&parsed, index).and_then(|code| code.finish(editor.pool())) {
            Ok(body) => editor.set_code(index, body).unwrap(),
            Err(Error::NoCode { .. } | Error::JsrRet { .. }) => {}
            Err(error) => panic!("{group}/{} method {index}: {error}", path.display()),
        }
    }
    assert!(editor.finish().unwrap() == *bytes, "{group}/{} changed", path.display());
}

/// How fast classes are read, decoded and rewritten.
fn report_speed(classes: &[ClassPath]) {
    let bytes: usize = classes.iter().map(|class| class.bytes.len()).sum();
    let measure = |what: &str, work: &mut dyn FnMut(&[u8])| {
        let start = Instant::now();
        classes.iter().for_each(|class| work(&class.bytes));
        let rate = bytes as f64 / 1e6 / start.elapsed().as_secs_f64();
        println!("{} classes, {bytes} bytes: {what} at {rate:.0} MB/s", classes.len());
    };
    measure("parsed", &mut |bytes| drop(ClassFile::parse(bytes).unwrap()));
    let mut instructions = 0;
    measure("parsed with all instructions", &mut |bytes| {
        let parsed = ClassFile::parse(bytes).unwrap();
        for method in &parsed.methods {
            instructions += Code::of(&parsed, method).unwrap().map_or(0, |code| code.instructions().count());
        }
    });
    println!("{instructions} instructions");
    let mut counts = Counts::default();
    measure("rewritten", &mut |bytes| drop(rewrite(bytes, Density::Branches, &mut counts).unwrap()));
}
