//! The JVM's verifier judges rewritten classes.
//!
//! Every run begins with classes that it must reject: a frame that promises a local nobody assigned, and code that pops
//! from an empty stack. A JVM that lets them pass fails the test.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use paratrace_classfile::{
    ClassEditor, ClassFile, Code, CodeBody, CodeEditor, ConstantValue, Error, Frame, VerificationType, opcodes as op,
};

use crate::fixtures;
use crate::jdk::{ClassPath, Jdk, full, jars, run, sources, write};
use crate::noop::{Counts, Density, rewrite};

/// Both verifiers, for classes of every loader; spelled so that all versions from 8 on know it.
const VERIFY_ALL: [&str; 3] =
    ["-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal", "-XX:+BytecodeVerificationRemote"];

/// What the JVM said.
#[derive(Debug, Default)]
struct Verdict {
    linked: usize,
    rejected: BTreeSet<String>,
    unresolved: usize,
    text: String,
}

#[test]
fn rewritten_fixtures_verify_and_behave() {
    let jdk = Jdk::find();
    let dir = tempfile::tempdir().unwrap();
    for density in [Density::Everything, Density::Branches, Density::Middle] {
        let mut counts = Counts::default();
        let mut list = String::new();
        for class in fixtures::compiled() {
            let root = dir.path().join(format!("{density:?}")).join(&class.group);
            write(&root.join(&class.path), &rewrite(&class.bytes, density, &mut counts).unwrap());
            writeln!(list, "dir\t{}\t{}", root.display(), class.binary_name()).unwrap();
        }
        assert!(counts.refused.values().sum::<usize>() < 10, "{counts:?}");
        let verdict = verify(&jdk, dir.path(), &list, &[]);
        assert!(verdict.rejected.is_empty(), "{}", verdict.text);
        assert_eq!(verdict.linked, counts.classes);
        println!("fixtures, {density:?}: {counts:?}, all verified");
        compare_output(&jdk, &dir.path().join(format!("{density:?}")));
    }
}

/// A new field with a constant and a new method with a frame; the JVM links the class.
#[test]
fn added_members_verify() {
    let jdk = Jdk::find();
    let dir = tempfile::tempdir().unwrap();
    let class = fixtures::compiled().into_iter().find(|class| class.path.ends_with("Switches.class")).unwrap();
    let parsed = ClassFile::parse(&class.bytes).unwrap();
    let mut editor = ClassEditor::new(&parsed);
    editor.add_field(0x101A, "$limit", "J", Some(ConstantValue::Long(42))).unwrap();
    let field = editor.pool().field_ref("Switches", "$limit", "J").unwrap().to_be_bytes();
    // while (limit != arg) arg++; return arg
    let code = [
        op::LLOAD_0,
        op::GETSTATIC,
        field[0],
        field[1],
        op::LCMP,
        op::IFEQ,
        0,
        10,
        op::LLOAD_0,
        op::LCONST_1,
        op::LADD,
        op::LSTORE_0,
        op::GOTO,
        0xFF,
        0xF4,
        op::LLOAD_0,
        op::LRETURN,
    ];
    let frame = |pc| Frame { pc, locals: vec![VerificationType::Long], stack: Vec::new() };
    let body = CodeBody::build(editor.pool(), 4, 2, &code, &[frame(0), frame(15)]).unwrap();
    editor.add_method(0x1009, "$count", "(J)J", body).unwrap();
    let bytes = editor.finish().unwrap();
    let again = ClassFile::parse(&bytes).unwrap();
    assert_eq!(again.fields.len(), parsed.fields.len() + 1);
    assert_eq!(again.methods.len(), parsed.methods.len() + 1);
    write(&dir.path().join("new/Switches.class"), &bytes);
    let list = format!("dir\t{}\tSwitches\n", dir.path().join("new").display());
    let verdict = verify(&jdk, dir.path(), &list, &[]);
    assert_eq!(verdict.linked, 1, "{}", verdict.text);
}

/// Subroutines are refused by name, and the rest of the class can still be edited.
#[test]
fn subroutines_are_refused() {
    let class = fixtures::compiled().into_iter().find(|class| class.path.ends_with("Switches.class")).unwrap();
    let parsed = ClassFile::parse(&class.bytes).unwrap();
    let is_loops = |index: &usize| parsed.methods[*index].name(&parsed.constant_pool).unwrap() == "loops";
    let index = (0..parsed.methods.len()).find(is_loops).unwrap();
    let start = parsed.methods[index].code_attribute().unwrap().offset + 8;
    let mut bytes = class.bytes.clone();
    // It begins with iconst_0, istore_1, iconst_0.
    bytes[start..start + 3].copy_from_slice(&[op::JSR, 0, 3]);
    let patched = ClassFile::parse(&bytes).unwrap();
    let refusal = CodeEditor::new(&patched, index).map(drop).unwrap_err();
    assert_eq!(refusal, Error::JsrRet { pc: 0 });
    assert!(refusal.is_refusal());
    let mut counts = Counts::default();
    rewrite(&bytes, Density::Everything, &mut counts).unwrap();
    assert_eq!(counts.refused["jsr"], 1);
    assert_eq!(counts.methods + 1, patched.methods.len());
}

/// In a method of some 16 KB, `nop`s everywhere make the branch over its largest block too long: it must be inverted. The
/// block is followed by a frame that `javac` did not write.
#[test]
fn long_conditional_branches_are_inverted() {
    let is_wanted = |class: &ClassPath| class.group == "8" && class.path.ends_with("LongJumps.class");
    let class = fixtures::compiled().into_iter().find(is_wanted).unwrap();
    let bytes = rewrite(&class.bytes, Density::Everything, &mut Counts::default()).unwrap();
    let wide_before = count_opcode(&class.bytes, "grows", op::GOTO_W);
    let wide_after = count_opcode(&bytes, "grows", op::GOTO_W);
    assert_eq!(wide_before, 0);
    assert!(count_opcode(&class.bytes, "isLong", op::GOTO_W) > 0);
    assert!(wide_after >= 3, "{wide_after} wide jumps");
}

fn count_opcode(bytes: &[u8], method: &str, opcode: u8) -> usize {
    let class = ClassFile::parse(bytes).unwrap();
    let method = class.methods.iter().find(|at| at.name(&class.constant_pool).unwrap() == method).unwrap();
    let code = Code::of(&class, method).unwrap().unwrap();
    code.instructions().filter(|instruction| instruction.as_ref().unwrap().opcode == opcode).count()
}

/// Programs print the same before and after.
fn compare_output(jdk: &Jdk, root: &Path) {
    for release in fs::read_dir(fixtures::directory()).unwrap() {
        let old = release.unwrap().path();
        let new = root.join(old.file_name().unwrap());
        for program in fixtures::PROGRAMS {
            if old.join(program).with_extension("class").exists() {
                let start = |dir: &Path| run(jdk.tool("java").args(VERIFY_ALL).arg("-cp").arg(dir).arg(program));
                assert_eq!(start(&new), start(&old), "{program} in {}", new.display());
            }
        }
    }
}

/// Classes of the JDK, put in front of its own by `--patch-module`: java.base too, which the JVM needs to start.
#[test]
fn rewritten_jdk_classes_verify() {
    for jdk in Jdk::all() {
        let classes = if full() { jdk.classes(1, &[]) } else { jdk.classes(20, &["java.base"]) };
        check_patched(&jdk, &classes, Density::Everything);
    }
}

/// The same with all jumps across the middle too long, so that the frames behind inverted branches are judged. These
/// classes are only linked, not run.
#[test]
fn inverted_branches_in_jdk_classes_verify() {
    for jdk in Jdk::all() {
        let classes = jdk.classes(if full() { 8 } else { 80 }, &["java.xml", "java.desktop"]);
        check_patched(&jdk, &classes, Density::Middle);
    }
}

fn check_patched(jdk: &Jdk, classes: &[ClassPath], density: Density) {
    let dir = tempfile::tempdir().unwrap();
    let (mut counts, mut list) = (Counts::default(), String::new());
    let mut groups = BTreeSet::from(["java.base".to_owned()]);
    for class in classes.iter().filter(|class| !class.path.ends_with("module-info.class")) {
        let new = match rewrite(&class.bytes, density, &mut counts) {
            Ok(new) => new,
            Err(error) => panic!("{}/{}: {error}", class.group, class.path.display()),
        };
        write(&dir.path().join(&class.group).join(&class.path), &new);
        groups.insert(class.group.clone());
        writeln!(list, "system\t{}", class.binary_name()).unwrap();
    }
    add_boot_canary(jdk, dir.path(), &mut list);
    let mut options = vec!["--add-modules".to_owned(), "ALL-SYSTEM".to_owned()];
    for group in &groups {
        options.extend(["--patch-module".to_owned(), format!("{group}={}", dir.path().join(group).display())]);
    }
    let verdict = verify(jdk, dir.path(), &list, &options);
    let head: String = verdict.text.lines().take(60).collect::<Vec<_>>().join("\n");
    println!(
        "{} {density:?}: {counts:?}: {} linked, {} unresolved",
        jdk.home().display(),
        verdict.linked,
        verdict.unresolved
    );
    assert!(verdict.rejected.is_empty(), "{} rejected:\n{head}", verdict.rejected.len());
    assert!(verdict.linked * 10 > counts.classes * 9, "too few classes link:\n{head}");
}

/// Classes of jars, many of them older than stack map frames. What does not even verify unchanged does not count.
#[test]
fn rewritten_jar_classes_verify() {
    let jdk = Jdk::find();
    let mut total = Counts::default();
    let (mut linked, mut unresolved, mut bad_before) = (0, 0, 0);
    for jar in if full() { jars() } else { Vec::new() } {
        let classes = jdk.jar_classes(&[jar.to_str().unwrap()]);
        let dir = tempfile::tempdir().unwrap();
        let (old, new) = (dir.path().join("old"), dir.path().join("new"));
        let (mut old_list, mut new_list) = (String::new(), String::new());
        for class in classes.iter().filter(|class| is_loadable(class)) {
            let bytes = match rewrite(&class.bytes, Density::Everything, &mut total) {
                Ok(bytes) => bytes,
                Err(error) => panic!("{}/{}: {error}", class.group, class.path.display()),
            };
            write(&old.join(&class.path), &class.bytes);
            write(&new.join(&class.path), &bytes);
            writeln!(old_list, "dir\t{}\t{}", old.display(), class.binary_name()).unwrap();
            writeln!(new_list, "dir\t{}\t{}", new.display(), class.binary_name()).unwrap();
        }
        let before = verify(&jdk, dir.path(), &old_list, &[]);
        let after = verify(&jdk, dir.path(), &new_list, &[]);
        let worse: Vec<_> = after.rejected.difference(&before.rejected).collect();
        assert!(worse.is_empty(), "{}: {worse:?}\n{}", jar.display(), after.text);
        linked += after.linked;
        unresolved += after.unresolved;
        bad_before += before.rejected.len();
    }
    println!("jars: {total:?}: {linked} linked, {unresolved} unresolved, {bad_before} bad before");
}

/// Multi-release copies and packages of the JDK cannot be loaded under their own names.
fn is_loadable(class: &ClassPath) -> bool {
    let path = class.path.to_str().unwrap();
    !path.starts_with("java/") && !path.ends_with("module-info.class") && !path.contains("package-info")
}

fn verify(jdk: &Jdk, dir: &Path, list: &str, options: &[String]) -> Verdict {
    let (tools, canaries) = tools();
    let lines = format!("{canaries}{list}");
    let file = dir.join("list");
    fs::write(&file, &lines).unwrap();
    let mut java = jdk.tool("java");
    java.args(VERIFY_ALL).args(options).arg("-cp").arg(tools).args(["Verify"]).arg(&file);
    let text = run(&mut java);
    let mut verdict = Verdict::default();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("REJECTED ") {
            verdict.rejected.insert(name.split(':').next().unwrap().to_owned());
        } else if let Some(summary) = line.strip_prefix("SUMMARY ") {
            let numbers: Vec<usize> = summary.split(' ').map(|number| number.parse().unwrap()).collect();
            let bad = lines.lines().filter(|line| line.starts_with("bad")).count();
            assert!(bad >= 3 && numbers[3] == bad, "{bad} canaries: {line}");
            (verdict.linked, verdict.unresolved) = (numbers[0], numbers[2]);
        }
    }
    verdict.text = text;
    verdict
}

/// The directory of the judging program, and the list of its canaries.
fn tools() -> &'static (PathBuf, String) {
    static TOOLS: OnceLock<(PathBuf, String)> = OnceLock::new();
    TOOLS.get_or_init(|| {
        let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap().keep();
        let jdk = Jdk::find();
        jdk.javac(&["--release", "8"], &[sources().join("java/Verify.java")], &dir);
        let canaries = loader_canaries(&jdk, &dir);
        (dir, canaries)
    })
}

/// How a canary is broken.
#[derive(Clone, Copy)]
enum Fault {
    /// Frames name a local that was never assigned.
    Frame,
    /// A pop from an empty stack.
    Stack,
}

fn broken(bytes: &[u8], fault: Fault) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    let is_sum = |index: &usize| class.methods[*index].name(&class.constant_pool).unwrap() == "sum";
    let index = (0..class.methods.len()).find(is_sum).unwrap();
    let mut code = CodeEditor::new(&class, index).unwrap();
    match fault {
        Fault::Frame => drop(code.add_locals(&[VerificationType::Integer])),
        Fault::Stack => code.insert_before(0, [op::POP]),
    }
    let body = code.finish(editor.pool()).unwrap();
    editor.set_code(index, body).unwrap();
    editor.finish().unwrap()
}

fn canary_source(dir: &Path, package: &str) -> PathBuf {
    let text = fs::read_to_string(sources().join("java/Canary.java")).unwrap();
    let file = dir.join("ParatraceCanary.java");
    fs::write(&file, text.replace("package java.util;", package)).unwrap();
    file
}

/// Broken classes for the loader of the test: of a version with frames, and of one without (its version number is
/// patched, and then the table of frames is ignored).
fn loader_canaries(jdk: &Jdk, dir: &Path) -> String {
    let out = dir.join("canary");
    jdk.javac(&["--release", "8"], &[canary_source(dir, "")], &out);
    let bytes = fs::read(out.join("ParatraceCanary.class")).unwrap();
    let mut old = bytes.clone();
    old[7] = 49;
    let mut list = String::new();
    let variants = [
        ("frame", broken(&bytes, Fault::Frame)),
        ("stack", broken(&bytes, Fault::Stack)),
        ("inferred", broken(&old, Fault::Stack)),
    ];
    for (name, bytes) in variants {
        write(&dir.join(name).join("ParatraceCanary.class"), &bytes);
        writeln!(list, "bad\tdir\t{}\tParatraceCanary", dir.join(name).display()).unwrap();
    }
    list
}

/// A broken class in java.base: the boot loader's classes are verified as well.
fn add_boot_canary(jdk: &Jdk, dir: &Path, list: &mut String) {
    let (source, out) = (canary_source(dir, "package java.util;"), dir.join("boot-canary"));
    let patch = format!("java.base={}", dir.display());
    jdk.javac(&["--patch-module", &patch], &[source], &out);
    let bytes = fs::read(out.join("java/util/ParatraceCanary.class")).unwrap();
    write(&dir.join("java.base/java/util/ParatraceCanary.class"), &broken(&bytes, Fault::Frame));
    list.push_str("bad\tsystem\tjava.util.ParatraceCanary\n");
}
