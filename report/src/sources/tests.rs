#![allow(clippy::unwrap_used)]

use super::*;
use std::fs;
use std::io::Write;

/// A directory with these files; each says its own name, in its second line.
fn folder(files: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for file in files {
        let path = dir.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("one\n   {file}  \n\n")).unwrap();
    }
    dir
}

fn found(finder: &SourceFinder, class: &str, file: &str) -> Option<String> {
    finder.line(class, file, 2)
}

#[test]
fn finds_lines_in_given_and_usual_folders() {
    let dir = folder(&["src/main/java/a/b/C.java"]);
    let finder = SourceFinder::new(&[dir.path().join("none")], &[], dir.path());
    assert_eq!(found(&finder, "a/b/C$Inner", "C.java").as_deref(), Some("src/main/java/a/b/C.java"));
    assert_eq!(finder.line("a/b/C", "C.java", 3), None);
    assert_eq!(finder.line("a/b/C", "C.java", 0), None);
    assert_eq!(finder.line("a/b/C", "C.java", u64::MAX), None);
    assert_eq!(finder.line("C", "C.java", 1), None);
}

#[test]
fn every_language_and_source_set_is_found_and_main_first() {
    let files = [
        "src/test/java/A.java",
        "src/main/kotlin/B.kt",
        "src/main/scala/C.scala",
        "src/jmh/groovy/D.groovy",
        "src/E.java",
    ];
    let dir = folder(&[&files[..], &["src/main/java/A.java", "target/generated-sources/annotations/F.java"]].concat());
    let finder = SourceFinder::new(&[], &[], dir.path());
    assert_eq!(found(&finder, "A", "A.java").as_deref(), Some("src/main/java/A.java"));
    for file in &files[1..] {
        assert_eq!(found(&finder, "X", file.rsplit('/').next().unwrap()).as_deref(), Some(*file));
    }
    assert!(found(&finder, "F", "F.java").is_some());
}

#[test]
fn class_directories_and_jars_lead_to_their_module() {
    let dir =
        folder(&["m/src/main/java/a/A.java", "g/src/main/kotlin/a/B.kt", "j/src/main/java/a/J.java", "elsewhere/x"]);
    for (entry, file) in [
        ("m/target/classes", "A.java"),
        ("m/target/test-classes", "A.java"),
        ("g/build/classes/kotlin/main", "B.kt"),
        ("j/build/libs/j-1.0.jar", "J.java"),
    ] {
        let entry = dir.path().join(entry);
        if entry.extension().is_none() {
            fs::create_dir_all(&entry).unwrap();
        }
        let finder = SourceFinder::new(&[], std::slice::from_ref(&entry), &dir.path().join("elsewhere"));
        assert!(found(&finder, "a/X", file).is_some(), "{}", entry.display());
    }
}

#[test]
fn modules_of_a_build_are_found_from_its_root() {
    let dir =
        folder(&["core/src/main/java/a/A.java", "apps/web/src/main/java/a/W.java", "apps/web/src/main/java/a/A2.java"]);
    fs::create_dir_all(dir.path().join("target/x/src/main/java/a")).unwrap();
    fs::write(dir.path().join("target/x/src/main/java/a/T.java"), "1\n2\n").unwrap();
    let finder = || SourceFinder::new(&[], &[], dir.path());
    assert_eq!(found(&finder(), "a/A", "A.java"), None, "that is no build");
    fs::write(dir.path().join("pom.xml"), "").unwrap();
    assert!(found(&finder(), "a/A", "A.java").is_some());
    assert!(found(&finder(), "a/W", "W.java").is_some());
    assert_eq!(found(&finder(), "a/T", "T.java"), None);
    fs::create_dir_all(dir.path().join("other/src/main/java/a")).unwrap();
    fs::write(dir.path().join("other/src/main/java/a/A.java"), "another\n   file\n").unwrap();
    assert_eq!(found(&finder(), "a/A", "A.java"), None, "whose it is, is not known");
    let own = SourceFinder::new(&[], &[dir.path().join("other/target/classes")], dir.path());
    assert_eq!(found(&own, "a/A", "A.java").as_deref(), Some("file"));
}

#[test]
fn source_jars_lie_beside_their_jars() {
    let dir = folder(&["repository/a/x/1.0/x-1.0.jar"]);
    let jar = dir.path().join("repository/a/x/1.0/x-1.0.jar");
    let sources = jar.with_file_name("x-1.0-sources.jar");
    let mut zip = zip::ZipWriter::new(fs::File::create(&sources).unwrap());
    zip.start_file("a/x/X.java", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(b"first\n  second\n").unwrap();
    zip.finish().unwrap();
    let beside = SourceFinder::new(&[], &[jar], dir.path());
    assert_eq!(found(&beside, "a/x/X", "X.java").as_deref(), Some("second"));
    let given = SourceFinder::new(&[sources], &[], dir.path());
    assert_eq!(found(&given, "a/x/X", "X.java").as_deref(), Some("second"));
}

#[test]
fn names_cannot_leave_the_folders() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("secret"), "secret\n").unwrap();
    let inner = dir.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let finder = SourceFinder::new(&[], &[], &inner);
    assert_eq!(finder.line("C", "../secret", 1), None);
    assert_eq!(finder.line("C", dir.path().join("secret").to_str().unwrap(), 1), None);
    assert_eq!(finder.line("../C", "secret", 1), None);
}
