//! Methods of a JDK that change the current thread stay untraced, with a fence before they do.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use paratrace_classfile::{ClassFile, Code};
use paratrace_instrumenter::{OtherModules, instrument_jdk};

const ANNOTATION: &str = "
package jdk.internal.vm.annotation;
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface ChangesCurrentThread {}";

const SWITCHES: &str = "
package java.lang;
import java.lang.annotation.*;
import jdk.internal.vm.annotation.ChangesCurrentThread;
class Switches {
    @Retention(RetentionPolicy.RUNTIME) @interface Other {}
    native void setCurrentThread(Thread thread);

    @ChangesCurrentThread void mount(Thread thread) { setCurrentThread(thread); }
    @Other @ChangesCurrentThread void either(Thread a, Thread b, boolean first) { setCurrentThread(first ? a : b); }
    @ChangesCurrentThread void run() { mount(null); }
    @Other void other() { either(null, null, true); }
}";

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

/// Names of the methods that a method calls, one after the other; `probe` are those of the runtime.
fn calls(class: &ClassFile<'_>, name: &str) -> Vec<String> {
    let pool = &class.constant_pool;
    let method = class.methods.iter().find(|method| method.name(pool).unwrap() == name).unwrap();
    let code = Code::of(class, method).unwrap().unwrap().decode().unwrap();
    let called = code.iter().filter_map(|insn| pool.member_ref(insn.constant()?).ok());
    let names = called.map(|called| match called.class.starts_with("paratrace/rt/") {
        true => "probe".to_owned(),
        false => called.name.into_owned(),
    });
    names.collect()
}

#[test]
fn they_stay_untraced_with_a_fence() {
    let dir = tempfile::tempdir().unwrap();
    let sources =
        [write(dir.path(), "ChangesCurrentThread.java", ANNOTATION), write(dir.path(), "Switches.java", SWITCHES)];
    let (classes, traced) = (dir.path().join("classes"), dir.path().join("traced"));
    let patch = format!("java.base={}", dir.path().display());
    let mut javac = Command::new("javac");
    assert!(javac.args(["--patch-module", &patch, "-d"]).arg(&classes).args(&sources).status().unwrap().success());
    instrument_jdk(&classes, &traced, OtherModules::PackedAnew, 1, &|_, _| {}).unwrap();
    let bytes = fs::read(traced.join("java/lang/Switches.class")).unwrap();
    let class = ClassFile::parse(&bytes).unwrap();
    for name in ["mount", "either"] {
        assert_eq!(calls(&class, name), ["getUnsafe", "storeFence", "setCurrentThread"], "{name}");
    }
    assert_eq!(calls(&class, "run"), ["mount"]);
    assert!(calls(&class, "other").contains(&"probe".to_owned()));
}
