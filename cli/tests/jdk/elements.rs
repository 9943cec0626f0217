//! Elements of arrays that methods read and write which no instruction of a traced JDK accesses.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::common::{parsed, root, succeed, text};
use super::{command, compiled, marked, verdicts};

/// A chain of `next` alone has a parallelism of 3. The rest of an iteration adds to that, and a lost dependence multiplies it by hundreds.
const SERIAL: f64 = 20.0;

#[test]
fn elements_are_followed_through_what_works_on_many() {
    let source = root().join("cli/tests/jdk/Elements.java");
    let dir = compiled(&source);
    let source = fs::read_to_string(source).unwrap();
    let plain = succeed(Command::new("java").args(["-cp", "classes", "Elements"]).current_dir(dir.path()));
    let words = ["run", "--json", "report.json", "--full", "java", "-Xverify:all", "-cp", "classes", "Elements"];
    let ran = succeed(&mut command(dir.path(), &words));
    assert_eq!(ran.stdout, plain.stdout);
    let report = parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap());
    let completeness = &report["completeness"];
    assert!(completeness["complete"] == true && completeness["unexpected_entries"] == 0, "{completeness}");
    let (serial, independent) = (marked(&source, "serial"), marked(&source, "independent"));
    assert_eq!((serial.len(), independent.len()), (9, 2));
    let texts = of_lines(&report, &marked(&source, "serial through texts"));
    // In newer JDKs what makes strings calls so much that it is no leaf.
    let release = text(&succeed(Command::new("java").arg("-version")).stderr);
    assert!(!release.contains("\"17") || texts.iter().all(|&(_, parallelism)| parallelism < SERIAL), "{texts:?}");
    let (of_serial, of_independent) = (of_lines(&report, &serial), of_lines(&report, &independent));
    assert!(of_serial.iter().all(|&(_, parallelism)| parallelism < SERIAL), "{of_serial:?}");
    assert!(of_independent.iter().all(|&(_, parallelism)| parallelism > 5.0 * SERIAL), "{of_independent:?}");
    assert!(
        verdicts(&report, &serial).iter().all(|&verdict| verdict != "independent"),
        "{:?}",
        verdicts(&report, &serial)
    );
}

fn of_lines(report: &Value, lines: &[u64]) -> Vec<(u64, f64)> {
    lines.iter().map(|&line| (line, parallelism(report, line))).collect()
}

fn parallelism(report: &Value, line: u64) -> f64 {
    let is_it = |one: &&Value| one["file"] == "Elements.java" && one["line"] == line;
    report["loops"].as_array().unwrap().iter().find(is_it).map_or(f64::NAN, |one| one["parallelism"].as_f64().unwrap())
}
