//! The test programs as the newest javac emits them, and programs in other languages: what runs in every test run.
//! `cargo xtask compilers` has all compilers and releases.
#![allow(clippy::unwrap_used, clippy::panic)]

use paratrace_compilers::{
    Compiler, Matrix, NEWEST, compilers, java_sources, javacs, language_sources, newest_sources,
};
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
