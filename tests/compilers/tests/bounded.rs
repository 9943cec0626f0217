//! The test programs as the newest javac emits them, and programs in other languages: what runs in every test run.
//! `cargo xtask compilers` has all compilers and releases.
#![allow(clippy::unwrap_used, clippy::panic)]

use paratrace_compilers::{
    Compiler, Matrix, NEWEST, compilers, java_sources, javacs, language_sources, newest_sources,
};
use paratrace_instrumenter::{Options, Output, instrument};
use paratrace_traceformat::map::{MethodId, ProgramMap};
use std::fs;
use std::path::Path;

/// A compiler for the release that the other tests compile for.
fn javac(newest: bool) -> Option<Compiler> {
    let mut all: Vec<Compiler> = javacs().unwrap().into_iter().filter(|javac| javac.release == 17).collect();
    let at = if newest { all.len().checked_sub(1) } else { Some(0) };
    at.map(|at| all.swap_remove(at))
}

fn assert_right(matrix: &Matrix) {
    matrix.skipped.iter().for_each(|line| println!("not compiled by {line}"));
    println!("{} programs compiled, {} run", matrix.compiled, matrix.run);
    assert!(matrix.wrong.is_empty(), "{} of {}:\n{}", matrix.wrong.len(), matrix.run, matrix.wrong.join("\n"));
}

/// Programs whose code a newer javac changes: interface calls of what `Object` declares, outer objects that are checked
/// before `super()`, switches over enums and strings.
#[test]
fn newest_javac() {
    let (Some(oldest), Some(newest)) = (javac(false), javac(true)) else { return };
    if oldest.name == newest.name {
        println!("skipped: no JDK newer than that of {} (PARATRACE_JDKS)", oldest.name);
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut matrix = Matrix::new(Path::new("java"), dir.path());
    for sources in [java_sources(false).unwrap(), java_sources(true).unwrap()] {
        matrix.know(&oldest, &sources).unwrap();
        matrix.check(&newest, &sources).unwrap();
    }
    assert!(matrix.run > 5, "{matrix:?}");
    assert_right(&matrix);
}

/// Programs that older releases have no words for: statements before `super()`, patterns.
#[test]
fn newest_release() {
    let Some(javac) = javacs().unwrap().into_iter().find(|javac| javac.release == NEWEST) else {
        return println!("skipped: no JDK {NEWEST} (PARATRACE_JDKS)");
    };
    let dir = tempfile::tempdir().unwrap();
    let mut matrix = Matrix::new(&javac.java, dir.path());
    matrix.check(&javac, &newest_sources().unwrap()).unwrap();
    assert_eq!(matrix.skipped, [""; 0]);
    assert_right(&matrix);
}

/// Programs in Kotlin, Scala and Groovy, and those in Java by the compiler of Eclipse.
#[test]
fn other_languages() {
    let dir = tempfile::tempdir().unwrap();
    let mut matrix = Matrix::new(Path::new("java"), dir.path());
    for compiler in compilers().unwrap().iter().filter(|compiler| compiler.language != "java") {
        matrix.check(compiler, &language_sources(compiler.language).unwrap()).unwrap();
    }
    assert_right(&matrix);
}

/// Code that Kotlin has inlined lies where it was written, in this file or another one.
#[test]
fn lines_of_inlined_functions() {
    let all = compilers().unwrap();
    let Some(kotlin) = all.iter().find(|compiler| compiler.language == "kt") else { return };
    let dir = tempfile::tempdir().unwrap();
    let (classes, map) = (dir.path().join("classes"), dir.path().join("map"));
    let sources: Vec<_> =
        language_sources("kt").unwrap().into_iter().filter(|path| path.ends_with("Inlined.kt")).collect();
    kotlin.compile(&sources, &classes).unwrap();
    let traced = Output::Directory(dir.path().join("traced"));
    instrument(&[classes], &traced, Some(&map), &Options::default(), &|_, _| {}).unwrap();
    let map = ProgramMap::read(&map).unwrap().0;
    let source = fs::read_to_string(&sources[0]).unwrap();
    let main =
        MethodId::all().zip(&map.methods).find(|(_, method)| method.name == "main" && method.desc == "()V").unwrap().0;
    let place = |pc| (map.file_of(main, pc).unwrap(), usize::from(map.line_of(main, pc).unwrap()));
    let own = &map.methods[main.index()];
    let lines: Vec<_> =
        map.lines[own.lines.start as usize..own.lines.end as usize].iter().map(|line| place(line.pc)).collect();
    assert!(lines.iter().all(|&(file, line)| file != "Inlined.kt" || line <= source.lines().count()), "{lines:?}");
    let headers = map.loops[own.loops.start as usize..own.loops.end as usize].iter().map(|found| {
        let first = map.blocks[found.header.index()].instructions().next().unwrap();
        place(map.insns.pc[first.index()])
    });
    let headers: Vec<_> = headers.collect();
    let marked = source.lines().zip(1usize..).filter(|(line, _)| line.ends_with("// loop"));
    for (_, line) in marked {
        assert!(headers.contains(&("Inlined.kt", line)), "{line}: {headers:?}");
    }
    assert!(headers.iter().any(|&(file, _)| file == "_Collections.kt"), "{headers:?}");
}
