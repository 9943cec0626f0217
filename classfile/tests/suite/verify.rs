//! The JVM's verifier judges rewritten classes.
//!
//! Every run begins with classes that it must reject: a frame that promises a local nobody assigned, and code that pops
//! from an empty stack. A JVM that lets them pass fails the test.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use paratrace_classfile::{
    ClassEditor, ClassFile, Code, CodeBody, CodeEditor, ConstantValue, Error, Frame, VerificationType, opcodes as op,
};
use paratrace_verifier::{Fault, Jdk, Request, Verdict, Verifier, run};

use crate::fixtures;
use crate::jdk::{self, ClassPath, full, jars, write};
use crate::noop::{Counts, Density, rewrite};

#[test]
fn rewritten_fixtures_verify_and_behave() {
    let jdk = Jdk::find().unwrap();
    let dir = tempfile::tempdir().unwrap();
    for density in [Density::Everything, Density::Branches, Density::Middle] {
        let mut counts = Counts::default();
        let mut places = Vec::new();
        for class in fixtures::compiled() {
            let root = dir.path().join(format!("{density:?}")).join(&class.group);
            write(&root.join(&class.path), &rewrite(&class.bytes, density, &mut counts).unwrap());
            places.push((root, class.binary_name()));
        }
        assert!(counts.refused.values().sum::<usize>() < 10, "{counts:?}");
        let verdict = verify(&jdk, &places);
        assert!(verdict.rejected.is_empty(), "{verdict:?}");
        assert_eq!(verdict.linked, counts.classes);
        println!("fixtures, {density:?}: {counts:?}, all verified");
        compare_output(&jdk, &dir.path().join(format!("{density:?}")));
    }
}

/// A new field with a constant and a new method with a frame; the JVM links the class.
#[test]
fn added_members_verify() {
    let jdk = Jdk::find().unwrap();
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
    let verdict = verify(&jdk, &[(dir.path().join("new"), "Switches".to_owned())]);
    assert_eq!(verdict.linked, 1, "{verdict:?}");
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
                let start = |dir: &Path| run(jdk.tool("java").arg("-cp").arg(dir).arg(program));
                assert_eq!(start(&new).unwrap(), start(&old).unwrap(), "{program} in {}", new.display());
            }
        }
    }
}

/// Classes of the JDK, put in front of its own by `--patch-module`: java.base too, which the JVM needs to start.
#[test]
fn rewritten_jdk_classes_verify() {
    for jdk in jdk::all() {
        let classes = if full() { jdk::classes(&jdk, 1, &[]) } else { jdk::classes(&jdk, 20, &["java.base"]) };
        check_patched(&jdk, &classes, Density::Everything);
    }
}

/// The same with all jumps across the middle too long, so that the frames behind inverted branches are judged. These
/// classes are only linked, not run.
#[test]
fn inverted_branches_in_jdk_classes_verify() {
    for jdk in jdk::all() {
        let classes = jdk::classes(&jdk, if full() { 8 } else { 80 }, &["java.xml", "java.desktop"]);
        check_patched(&jdk, &classes, Density::Middle);
    }
}

fn check_patched(jdk: &Jdk, classes: &[ClassPath], density: Density) {
    let dir = tempfile::tempdir().unwrap();
    let (mut counts, mut request) = (Counts::default(), Request::default());
    let mut groups = BTreeSet::from(["java.base".to_owned()]);
    for class in classes.iter().filter(|class| !class.path.ends_with("module-info.class")) {
        let new = match rewrite(&class.bytes, density, &mut counts) {
            Ok(new) => new,
            Err(error) => panic!("{}/{}: {error}", class.group, class.path.display()),
        };
        write(&dir.path().join(&class.group).join(&class.path), &new);
        groups.insert(class.group.clone());
        request.link_system(&class.binary_name());
    }
    // The boot loader's classes are verified as well.
    let canary = verifier().canary(Fault::Frame, "java/util/").unwrap();
    write(&dir.path().join("java.base/java/util/ParatraceCanary.class"), &canary);
    request.reject_system("java.util.ParatraceCanary");
    let mut options = vec!["--add-modules".to_owned(), "ALL-SYSTEM".to_owned()];
    for group in &groups {
        options.extend(["--patch-module".to_owned(), format!("{group}={}", dir.path().join(group).display())]);
    }
    let verdict = verifier().link(jdk, &request, &options).unwrap();
    let home = jdk.home().display();
    println!("{home} {density:?}: {counts:?}: {} linked, {} unresolved", verdict.linked, verdict.unresolved.len());
    assert!(verdict.rejected.is_empty(), "{:?}", verdict.rejected);
    assert!(verdict.linked * 10 > counts.classes * 9, "too few classes link: {:?}", verdict.unresolved);
}

/// Classes of jars, many of them older than stack map frames. What does not even verify unchanged does not count.
#[test]
fn rewritten_jar_classes_verify() {
    let jdk = Jdk::find().unwrap();
    let mut total = Counts::default();
    let (mut linked, mut unresolved, mut bad_before) = (0, 0, 0);
    for jar in if full() { jars() } else { Vec::new() } {
        let classes = jdk::jar_classes(&jdk, &[jar.to_str().unwrap()]);
        let dir = tempfile::tempdir().unwrap();
        let (old, new) = (dir.path().join("old"), dir.path().join("new"));
        let (mut old_places, mut new_places) = (Vec::new(), Vec::new());
        for class in classes.iter().filter(|class| is_loadable(class)) {
            let bytes = match rewrite(&class.bytes, Density::Everything, &mut total) {
                Ok(bytes) => bytes,
                Err(error) => panic!("{}/{}: {error}", class.group, class.path.display()),
            };
            write(&old.join(&class.path), &class.bytes);
            write(&new.join(&class.path), &bytes);
            old_places.push((old.clone(), class.binary_name()));
            new_places.push((new.clone(), class.binary_name()));
        }
        let (before, after) = (verify(&jdk, &old_places), verify(&jdk, &new_places));
        let worse: Vec<_> = after.rejected.iter().filter(|(class, _)| !before.rejected.contains_key(*class)).collect();
        assert!(worse.is_empty(), "{}: {worse:?}", jar.display());
        linked += after.linked;
        unresolved += after.unresolved.len();
        bad_before += before.rejected.len();
    }
    println!("jars: {total:?}: {linked} linked, {unresolved} unresolved, {bad_before} bad before");
}

/// Multi-release copies and packages of the JDK cannot be loaded under their own names.
fn is_loadable(class: &ClassPath) -> bool {
    let path = class.path.to_str().unwrap();
    !path.starts_with("java/") && !path.ends_with("module-info.class") && !path.contains("package-info")
}

/// Links classes of directories, each class by a loader of its directory.
fn verify(jdk: &Jdk, places: &[(PathBuf, String)]) -> Verdict {
    let mut request = Request::default();
    let mut known = BTreeSet::new();
    for (root, class) in places {
        let name = root.to_str().unwrap();
        if known.insert(name) {
            request.loader(name, [root.as_path()]);
        }
        request.link(name, class);
    }
    verifier().link(jdk, &request, &[]).unwrap()
}

fn verifier() -> &'static Verifier {
    static VERIFIER: OnceLock<Verifier> = OnceLock::new();
    VERIFIER.get_or_init(|| Verifier::new(&Jdk::find().unwrap()).unwrap())
}
