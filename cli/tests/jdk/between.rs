//! Untraced code that runs traced methods where nobody calls it is expected.

use std::fs;
use std::process::Command;

use crate::common::{parsed, root, succeed};
use crate::{command, compiled};

#[test]
fn what_runs_between_the_calls_of_a_program_is_expected() {
    let dir = compiled(&root().join("cli/tests/jdk/Between.java"));
    let plain = succeed(Command::new("java").args(["-cp", "classes", "Between"]).current_dir(dir.path()));
    for options in [&[][..], &["--app-only"]] {
        let words = [&["run"], options, &["--json", "report.json", "java", "-cp", "classes", "Between"]].concat();
        assert_eq!(succeed(&mut command(dir.path(), &words)).stdout, plain.stdout);
        let report = parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap());
        let completeness = &report["completeness"];
        assert!(completeness["complete"] == true && completeness["unexpected_entries"] == 0, "{completeness}");
    }
}
