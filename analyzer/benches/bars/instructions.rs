//! Instructions that an analysis executes for each node, which does not depend on the load of the machine.
//!
//! They are counted by callgrind (`valgrind` must be there) on the beginning of a trace, less those on a sixteenth of it: reading
//! the map of a program takes the same for both.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::process::Command;

/// Returns the instructions a node of a kind of analysis, on this many bytes of the first segment.
pub(crate) fn of(trace: &str, kind: &str, bytes: u64) -> f64 {
    let (nodes, all) = counted(Path::new(trace), kind, bytes);
    let (few, fixed) = counted(Path::new(trace), kind, bytes / 16);
    (all - fixed) / (nodes - few)
}

/// Counts nodes and instructions of an analysis.
fn counted(trace: &Path, kind: &str, bytes: u64) -> (f64, f64) {
    let slice = tempfile::tempdir().unwrap();
    fs::copy(trace.join("program.map"), slice.path().join("program.map")).unwrap();
    let name = "segment-00000.trace";
    let mut first = File::open(trace.join(name)).unwrap().take(bytes);
    io::copy(&mut first, &mut File::create(slice.path().join(name)).unwrap()).unwrap();
    let counts = slice.path().join("counts");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet", &format!("--callgrind-out-file={}", counts.display())])
        .arg(std::env::current_exe().unwrap())
        .args(["--one", kind])
        .arg(slice.path())
        .output()
        .expect("valgrind is needed to count instructions");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let nodes = text.split_whitespace().next().unwrap().parse().unwrap();
    // The file ends with the sum over all functions.
    let counts = fs::read_to_string(counts).unwrap();
    let sum = counts.lines().find_map(|line| line.strip_prefix("totals: ").or(line.strip_prefix("summary: ")));
    (nodes, sum.unwrap().trim().parse().unwrap())
}
