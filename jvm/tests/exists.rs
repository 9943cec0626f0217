//! Everything that the table of the library names exists in the JDK at hand.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

#[test]
fn the_jdk_has_what_the_table_names() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let check = |table: &Path| {
        let output = Command::new("java").arg(here.join("tests/Exists.java")).arg(table).output();
        output.ok().map(|output| {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        })
    };
    let Some(missing) = check(&here.join("src/library.txt")) else {
        println!("skipped: there is no java");
        return;
    };
    assert_eq!(missing, "");
    let wrong = check(&here.join("tests/wrong.txt")).unwrap();
    assert_eq!(wrong.lines().count(), 6, "{wrong}");
}
