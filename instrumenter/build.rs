//! Compiles `runtime-java` and `profiler-java` with `javac` and lists their class files for `src/runtime.rs`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-env-changed=JAVAC");
    compile("runtime-java", "runtime");
    compile("profiler-java", "profiler");
}

/// Compiles a folder of the repository, and lists its classes in `NAME.in`.
fn compile(folder: &str, name: &str) {
    let manifest = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    let sources = manifest.join("..").join(folder);
    println!("cargo::rerun-if-changed={}", sources.join("src").display());
    println!("cargo::rerun-if-changed={}", sources.join("build.sh").display());
    let classes = out.join(format!("{name}-classes"));
    let _ = fs::remove_dir_all(&classes);
    let status = Command::new("sh").arg(sources.join("build.sh")).arg(&classes).status();
    match status {
        Ok(status) if status.success() => {}
        other => {
            eprintln!("cannot compile {folder} ({other:?}): javac 17 or newer must be on the PATH; see ./dev setup");
            std::process::exit(1);
        }
    }
    let mut list: Vec<(String, PathBuf)> = Vec::new();
    collect(&classes, "", &mut list);
    list.sort();
    let mut text = String::from("&[\n");
    for (entry, path) in list {
        text.push_str(&format!("    ({entry:?}, include_bytes!({:?}).as_slice()),\n", path.display().to_string()));
    }
    text.push(']');
    fs::write(out.join(format!("{name}.in")), text).expect("OUT_DIR is writable");
}

fn collect(directory: &Path, prefix: &str, list: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(directory).expect("javac made it") {
        let entry = entry.expect("readable");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), list);
        } else {
            list.push((name, entry.path()));
        }
    }
}
