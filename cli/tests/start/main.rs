//! `paratrace run`: every way to start a program.
#![allow(clippy::unwrap_used, clippy::panic)]

mod children;
#[cfg(unix)]
mod commands;
#[path = "../common/mod.rs"]
mod common;
#[cfg(unix)]
mod gradle;
mod images;
mod last_line;
mod maven;
mod refused;
mod source;
mod sources;
mod words;

use common::{javac, paratrace, text};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Says how it was started, and does a little.
const SHOW: &str = r#"
package show;
public class Show {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 20; i++) sum += i;
        System.out.println(sum + " " + System.getProperty("k") + " " + String.join("|", args));
    }
}
"#;

/// A directory with classes in `classes`, for commands that are started there.
struct Folder {
    dir: TempDir,
}

impl Folder {
    fn new() -> Folder {
        let folder = Folder { dir: tempfile::tempdir().unwrap() };
        folder.write("Show.java", SHOW);
        javac([folder.path("Show.java")], &folder.path("classes"));
        fs::create_dir(folder.path("tmp")).unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, name: &str, contents: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }

    /// `paratrace run` with words that blanks part; the report is in `report.json`.
    fn command(&self, line: &str) -> Command {
        let mut command = paratrace();
        command.args(["run", "--app-only", "--json", "report.json"]).args(line.split_whitespace());
        command.current_dir(self.dir.path()).env("TMPDIR", self.path("tmp"));
        command
    }

    fn run(&self, line: &str) -> Output {
        let _ = fs::remove_file(self.path("report.json"));
        self.command(line).output().unwrap()
    }

    fn json(&self) -> serde_json::Value {
        common::parsed(&fs::read_to_string(self.path("report.json")).unwrap())
    }

    /// True if no file of this tool is left in the folder for temporary files.
    fn is_clean(&self) -> bool {
        let names = fs::read_dir(self.path("tmp")).unwrap().map(|file| file.unwrap().file_name());
        names.into_iter().all(|name| !name.to_string_lossy().starts_with("paratrace-"))
    }
}

/// It ended with 0, printed this, and there is a whole report.
fn assert_traced(folder: &Folder, output: &Output, stdout: &str) {
    let err = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), stdout), "{err}");
    let report = folder.json();
    assert_eq!(report["completeness"]["complete"], true, "{}", report["completeness"]);
    assert!(report["nodes"].as_u64().unwrap() > 100, "{report}");
    assert!(folder.is_clean());
}
