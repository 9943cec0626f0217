//! Others read the same class files and must see the same.

use std::fs;
use std::path::PathBuf;

use cafebabe::attributes::AttributeData;
use paratrace_classfile::{ClassFile, Code, Instruction, Operands, line_numbers};

use crate::fixtures;
use paratrace_verifier::{Jdk, run};

use crate::jdk::{self, ClassPath};

fn sample() -> Vec<ClassPath> {
    let mut classes = fixtures::compiled();
    classes.extend(jdk::classes(&Jdk::find().unwrap(), 40, &["java.base"]));
    classes
}

/// The `cafebabe` crate decodes the same members and the same instructions at the same places.
#[test]
fn cafebabe_agrees() {
    let mut instructions = 0;
    for class in sample() {
        let ours = ClassFile::parse(&class.bytes).unwrap();
        let mut options = cafebabe::ParseOptions::default();
        options.parse_bytecode(true);
        let theirs = cafebabe::parse_class_with_options(&class.bytes, &options).unwrap();
        assert_eq!(ours.name().unwrap(), theirs.this_class.to_string());
        assert_eq!(ours.fields.len(), theirs.fields.len());
        assert_eq!(ours.methods.len(), theirs.methods.len());
        for (our, their) in ours.methods.iter().zip(&theirs.methods) {
            assert_eq!(our.name(&ours.constant_pool).unwrap(), their.name);
            let code = Code::of(&ours, our).unwrap();
            let pcs: Vec<_> = code.iter().flat_map(Code::instructions).map(|at| at.unwrap().pc as usize).collect();
            let their_code = their.attributes.iter().find_map(|attribute| match &attribute.data {
                AttributeData::Code(code) => code.bytecode.as_ref(),
                _ => None,
            });
            let their_pcs: Vec<_> = their_code.iter().flat_map(|code| &code.opcodes).map(|(pc, _)| *pc).collect();
            assert_eq!(pcs, their_pcs, "{} {}", class.path.display(), their.name);
            instructions += pcs.len();
        }
    }
    println!("cafebabe agrees on {instructions} instructions");
}

/// `javap` prints the same mnemonics, branch targets and line numbers.
#[test]
fn javap_agrees() {
    let jdk = Jdk::find().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut files = Vec::<PathBuf>::new();
    for (number, class) in sample().into_iter().enumerate() {
        let file = dir.path().join(format!("{number:04}.class"));
        fs::write(&file, &class.bytes).unwrap();
        files.push(file);
    }
    let mut lines = 0;
    for file in &files {
        let text = run(jdk.tool("javap").args(["-c", "-l", "-p"]).arg(file)).unwrap();
        let theirs = javap_lines(&text);
        let bytes = fs::read(file).unwrap();
        let ours = our_lines(&bytes);
        assert_eq!(ours, theirs, "{text}");
        lines += ours.len();
        if lines > 40_000 {
            break;
        }
    }
    println!("javap agrees on {lines} lines");
}

/// `PC MNEMONIC [TARGET]` and `line LINE PC`, method by method.
fn javap_lines(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        match words.as_slice() {
            ["line", number, pc] => lines.push(format!("line {} {pc}", number.trim_end_matches(':'))),
            [pc, mnemonic, rest @ ..] if is_pc(pc) && !is_switch_row(words[1]) => {
                let name = mnemonic.trim_end_matches("_w").to_owned();
                let keeps = ["ldc_w", "ldc2_w", "goto_w", "jsr_w"].contains(mnemonic);
                let name = if keeps { (*mnemonic).to_owned() } else { name };
                let target = rest.first().filter(|_| name.starts_with("if") || name.starts_with("goto"));
                lines.push(format!(
                    "{} {name}{}",
                    pc.trim_end_matches(':'),
                    target.map_or(String::new(), |to| format!(" {to}"))
                ));
            }
            _ => {}
        }
    }
    lines
}

fn is_pc(word: &str) -> bool {
    word.strip_suffix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Rows of switches are `KEY: TARGET`.
fn is_switch_row(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn our_lines(bytes: &[u8]) -> Vec<String> {
    let class = ClassFile::parse(bytes).unwrap();
    let mut lines = Vec::new();
    for method in &class.methods {
        let Some(code) = Code::of(&class, method).unwrap() else { continue };
        for instruction in code.instructions() {
            lines.push(our_line(&instruction.unwrap()));
        }
        let numbers = line_numbers(&code).unwrap();
        lines.extend(numbers.iter().map(|(pc, line)| format!("line {line} {pc}")));
    }
    lines
}

fn our_line(instruction: &Instruction) -> String {
    let target = match instruction.operands {
        Operands::Branch(target) => format!(" {target}"),
        _ => String::new(),
    };
    format!("{} {}{target}", instruction.pc, instruction.name())
}
