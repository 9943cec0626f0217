//! Rewritten classes pass the JVM's verifier: small programs at two class-file levels, and a sample of the JDK's own
//! classes. `cargo xtask corpus` does the same with everything.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use paratrace_instrumenter::{Options, Output, Summary, instrument};
use paratrace_verifier::{FIXED_LAYOUT, Jdk, Request, Verdict, Verifier};

/// Every so many classes of a JDK are rewritten.
const STEP: usize = 60;

fn rewrite(input: &Path, output: &Path, options: &Options) -> Summary {
    let summary = instrument(&[input.to_owned()], &Output::Directory(output.to_owned()), None, options, &|_, _| {});
    let summary = summary.unwrap();
    let reasons: BTreeSet<_> = summary.untraced.keys().copied().collect();
    let harmless = BTreeSet::from(["abstract", "native", "excluded", "called-by-jvm"]);
    assert!(reasons.is_subset(&harmless), "{summary:?}");
    summary
}

fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "java")).collect()
}

/// Binary names of the classes in a directory without packages.
fn classes(directory: &Path) -> Vec<String> {
    let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(".class").map(str::to_owned)).collect()
}

#[test]
fn programs_verify() {
    let jdk = Jdk::find().unwrap();
    let verifier = Verifier::new(&jdk).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let groups = [("classfile/tests/suite/fixtures", "8"), ("tests/programs", "17"), ("tests/programs/open", "17")];
    for (folder, release) in groups {
        let (input, output) = (dir.path().join(folder), dir.path().join("traced").join(folder));
        jdk.javac(&["--release", release], &sources(folder), &input).unwrap();
        let summary = rewrite(&input, &output, &Options::default());
        let traced = output.join(input.file_name().unwrap());
        let mut request = Request::default();
        request.loader("traced", [traced.as_path()]);
        classes(&traced).iter().for_each(|class| request.link("traced", class));
        let verdict = verifier.link(&jdk, &request, &[]).unwrap();
        assert_all_linked(&verdict);
        assert_eq!(verdict.linked, summary.classes);
    }
}

/// An initialiser of 64,000 bytes has no room for a probe at each of its 8,000 stores, and needs none: they cannot fail.
#[test]
fn large_tables_are_traced() {
    let jdk = Jdk::find().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let (source, input, output) = (dir.path().join("Table.java"), dir.path().join("in"), dir.path().join("out"));
    let values: Vec<String> = (0..8000).map(|i| (i * 4).to_string()).collect();
    fs::write(&source, format!("public class Table {{ static final int[] VALUES = {{ {} }}; }}", values.join(", ")))
        .unwrap();
    jdk.javac(&[], &[source], &input).unwrap();
    let summary = rewrite(&input, &output, &Options::default());
    assert_eq!(summary.traced, 2);
    let mut request = Request::default();
    request.loader("traced", [output.join("in").as_path()]);
    request.link("traced", "Table");
    assert_all_linked(&Verifier::new(&jdk).unwrap().link(&jdk, &request, &[]).unwrap());
}

/// A sample of the classes that a JVM needs to start, and of all others.
#[test]
fn classes_of_the_platform_verify() {
    let verifier = Verifier::new(&Jdk::find().unwrap()).unwrap();
    for jdk in Jdk::all().unwrap() {
        let dir = tempfile::tempdir().unwrap();
        let input = dir.path().join("jdk");
        jdk.extract_modules(&input, STEP, &[]).unwrap();
        let trace_except = FIXED_LAYOUT.map(str::to_owned).to_vec();
        let options = Options { platform: true, trace_except, ..Options::default() };
        let summary = rewrite(&input, &dir.path().join("out"), &options);
        let verdict = verifier.link_platform(&jdk, &dir.path().join("out/jdk")).unwrap();
        assert_all_linked(&verdict);
        assert!(verdict.linked > 300 && verdict.linked <= summary.classes, "{} linked", verdict.linked);
    }
}

fn assert_all_linked(verdict: &Verdict) {
    assert!(verdict.rejected.is_empty() && verdict.unresolved.is_empty(), "{verdict:?}");
}
