//! Chains `x = h(x)` through each structure of the JDK that programs hand values on with, and the same structure without a chain.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::common::{parsed, root, succeed};
use super::{command, compiled, marked, verdicts};

/// `h` alone has a parallelism of 1.6. A dependence that is lost lets all of its hundred rounds run at once.
const SERIAL: f64 = 2.3;
const PARALLEL: f64 = 100.0;

#[test]
fn chains_are_told_from_loops_that_use_the_same_structure() {
    let source = root().join("cli/tests/jdk/Relay.java");
    let dir = compiled(&source);
    let source = fs::read_to_string(source).unwrap();
    let plain = succeed(Command::new("java").args(["-cp", "classes", "Relay"]).current_dir(dir.path()));
    let words = ["run", "--json", "report.json", "--full", "java", "-cp", "classes", "Relay"];
    assert_eq!(succeed(&mut command(dir.path(), &words)).stdout, plain.stdout);
    let report = parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap());
    let completeness = &report["completeness"];
    assert!(completeness["complete"] == true && completeness["unexpected_entries"] == 0, "{completeness}");

    let serial = marked(&source, "serial");
    assert_eq!(verdicts(&report, &serial), ["serial"; 23]);
    let of_serial = parallelism(&report, &serial);
    assert!(of_serial.iter().all(|&(_, parallelism)| parallelism < SERIAL), "{of_serial:?}");

    let independent = marked(&source, "independent");
    assert_eq!(verdicts(&report, &independent), ["independent"; 21]);
    let of_independent = parallelism(&report, &independent);
    assert!(of_independent.iter().all(|&(_, parallelism)| parallelism > PARALLEL), "{of_independent:?}");

    // A map of the library has an iterator, whose rounds follow one another.
    let behind_iterator = marked(&source, "independent, behind an iterator");
    assert_eq!(verdicts(&report, &behind_iterator), ["independent"]);
    // Another thread has another content: tasks get a copy of this one's.
    let with_copies = marked(&source, "each task with a copy");
    assert_eq!(verdicts(&report, &with_copies), ["private-copies"]);
    let both = [behind_iterator, with_copies].concat();
    assert!(parallelism(&report, &both).iter().all(|&(_, parallelism)| parallelism > PARALLEL));
}

fn parallelism(report: &Value, lines: &[u64]) -> Vec<(u64, f64)> {
    let loops = report["loops"].as_array().unwrap();
    let of = |line: &u64| {
        let one = loops.iter().find(|one| one["file"] == "Relay.java" && one["line"] == *line).unwrap();
        (*line, one["parallelism"].as_f64().unwrap())
    };
    lines.iter().map(of).collect()
}
