//! Traced programs whose classes other agents change as well, when they are loaded and while they run: same output, and the
//! replay has the instructions of the plain run, one by one.
#![allow(clippy::unwrap_used, clippy::panic)]

use paratrace_classfile::{ClassEditor, ClassFile, CodeEditor, Constant, Error, opcodes};
use paratrace_exact::{Batch, Outcome};
use paratrace_verifier::{Jdk, published, run};
use std::ffi::OsString;
use std::fs;
use std::path::Path;

fn agent(jar: &Path, arguments: &Path) -> OsString {
    format!("-javaagent:{}={}", jar.display(), arguments.display()).into()
}

/// Asserts that nothing differs although an agent was there.
fn assert_exact(outcome: &Outcome) {
    assert!(outcome.comparison.instructions > 100_000, "{}", outcome.comparison.instructions);
    let differences = outcome.differences();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn jacoco_changes_classes_at_load() {
    let jar = match published::jar(published::JACOCO, &published::cache()) {
        Ok(jar) => jar,
        Err(error) => return eprintln!("skipped: no {}: {error:#}", published::JACOCO),
    };
    let dir = tempfile::tempdir().unwrap();
    let covered = dir.path().join("covered");
    let batch = Batch::random(&dir.path().join("batch"), 7_000..7_060).unwrap();
    let options = |_: &Path| Ok(vec![agent(&jar, Path::new(&format!("destfile={}", covered.display())))]);
    assert_exact(&batch.run_with(Path::new("java"), options).unwrap());
    let covered = String::from_utf8_lossy(&fs::read(covered).unwrap()).into_owned();
    for name in ["Programs", "P7000", "B7059", "paratrace/rt/Probe"] {
        assert!(covered.contains(name), "JaCoCo has not seen {name}");
    }
}

#[test]
fn an_agent_redefines_running_classes() {
    let dir = tempfile::tempdir().unwrap();
    let jar = redefiner(dir.path());
    let batch = Batch::random(&dir.path().join("batch"), 8_000..8_060).unwrap();
    let options = |traced: &Path| {
        change_all(traced, &dir.path().join("changed"))?;
        Ok(vec![agent(&jar, dir.path())])
    };
    assert_exact(&batch.run_with(Path::new("java"), options).unwrap());
    let done = fs::read_to_string(dir.path().join("done")).unwrap();
    let counts: Vec<u64> = done.split(' ').map(|count| count.parse().unwrap()).collect();
    assert!(counts[0] >= 10 && counts[1] > 10_000, "redefinitions, inserted calls: {counts:?}");
}

/// The agent of `agents/Redefiner.java`.
fn redefiner(dir: &Path) -> std::path::PathBuf {
    let (jdk, classes) = (Jdk::find().unwrap(), dir.join("agent"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents/Redefiner.java");
    jdk.javac(&["--release", "17"], &[source], &classes).unwrap();
    let (jar, manifest) = (dir.join("redefiner.jar"), dir.join("manifest"));
    fs::write(&manifest, "Premain-Class: Redefiner\nCan-Redefine-Classes: true\n").unwrap();
    run(jdk.tool("jar").arg("cfm").arg(&jar).arg(&manifest).arg("-C").arg(classes).arg(".")).unwrap();
    jar
}

/// Writes changed versions of the classes of one directory to another.
fn change_all(classes: &Path, changed: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(changed)?;
    for entry in fs::read_dir(classes)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        if path.extension().is_some_and(|extension| extension == "class")
            && let Some(bytes) = with_calls(&fs::read(&path)?)?
        {
            fs::write(changed.join(name), bytes)?;
        }
    }
    Ok(())
}

/// The class with a call before each instruction. Not one with dynamic constants: the JVM would compute them anew.
fn with_calls(bytes: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    let class = ClassFile::parse(bytes)?;
    if class.constant_pool.iter().any(|(_, constant)| matches!(constant, Constant::Dynamic { .. })) {
        return Ok(None);
    }
    let mut editor = ClassEditor::new(&class);
    for index in (0..class.methods.len()).filter(|&index| class.methods[index].code_attribute().is_some()) {
        let [high, low] = editor.pool().method_ref("Redefiner", "hit", "()V")?.to_be_bytes();
        let mut code = CodeEditor::new(&class, index)?;
        for at in 0..code.instructions().len() {
            code.insert_before(at, [opcodes::INVOKESTATIC, high, low]);
        }
        match code.finish(editor.pool()) {
            Ok(body) => editor.set_code(index, body)?,
            Err(Error::CodeTooLarge { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    editor.finish().map(Some)
}
