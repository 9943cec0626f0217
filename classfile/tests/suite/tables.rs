//! The tables of a method say the same about each instruction before and after.
//!
//! With one `nop` in front of every instruction, the n-th other instruction afterwards is the n-th before.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use paratrace_classfile::{
    ClassEditor, ClassFile, Code, CodeEditor, Error, ExceptionEntry, Instruction, line_numbers, opcodes as op,
};

use crate::fixtures;
use paratrace_verifier::{Jdk, run};

/// A `nop` in front of everything; places with one already are rare enough to be left out.
fn spread(bytes: &[u8]) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    for index in 0..class.methods.len() {
        let mut code = match CodeEditor::new(&class, index) {
            Ok(code) => code,
            Err(Error::NoCode { .. }) => continue,
            Err(error) => panic!("{error}"),
        };
        (0..code.instructions().len()).for_each(|i| code.insert_before(i, [op::NOP]));
        let body = code.finish(editor.pool()).unwrap();
        editor.set_code(index, body).unwrap();
    }
    editor.finish().unwrap()
}

fn instructions(code: &Code<'_>) -> Vec<Instruction> {
    code.instructions().map(Result::unwrap).filter(|at| at.opcode != op::NOP).collect()
}

/// The facts that the tables give for a pc: its line, the variables in scope, the handlers that cover it.
type Facts = (Option<u16>, BTreeSet<Vec<u8>>, Vec<(usize, u16)>);

fn facts(code: &Code<'_>, numbers: &HashMap<u32, usize>, pc: u32) -> Facts {
    let lines = line_numbers(code).unwrap();
    let line = lines.iter().rev().find(|(start, _)| u32::from(*start) <= pc).map(|(_, line)| *line);
    let mut variables = BTreeSet::new();
    for name in ["LocalVariableTable", "LocalVariableTypeTable"] {
        for row in code.attribute(name).iter().flat_map(|table| table.data[2..].chunks(10)) {
            let word = |at: usize| u32::from(u16::from_be_bytes([row[at], row[at + 1]]));
            if (word(0)..word(0) + word(2)).contains(&pc) {
                variables.insert(row[4..].to_vec());
            }
        }
    }
    let covering =
        code.exception_table.iter().filter(|entry| (u32::from(entry.start_pc)..u32::from(entry.end_pc)).contains(&pc));
    // A handler begins at the `nop` in front of its first instruction.
    let number = |pc: u16| numbers.get(&u32::from(pc)).or_else(|| numbers.get(&(u32::from(pc) + 1))).copied().unwrap();
    (line, variables, covering.map(|entry| (number(entry.handler_pc), entry.catch_type)).collect())
}

#[test]
fn lines_variables_and_handlers_stay_with_their_instructions() {
    let mut checked = 0;
    for class in fixtures::compiled().iter().filter(|class| !class.path.ends_with("LongJumps.class")) {
        let bytes = spread(&class.bytes);
        let (old_class, new_class) = (ClassFile::parse(&class.bytes).unwrap(), ClassFile::parse(&bytes).unwrap());
        for (old, new) in old_class.methods.iter().zip(&new_class.methods) {
            let Some(old) = Code::of(&old_class, old).unwrap() else { continue };
            let new = Code::of(&new_class, new).unwrap().unwrap();
            checked += compare(&old, &new);
        }
    }
    println!("{checked} instructions keep their lines, variables and handlers");
    assert!(checked > 5000);
}

fn compare(old: &Code<'_>, new: &Code<'_>) -> usize {
    let (old_list, new_list) = (instructions(old), instructions(new));
    assert_eq!(old_list.len(), new_list.len());
    let numbers = |list: &[Instruction]| list.iter().enumerate().map(|(number, at)| (at.pc, number)).collect();
    let (old_numbers, new_numbers): (HashMap<_, _>, HashMap<_, _>) = (numbers(&old_list), numbers(&new_list));
    for (before, after) in old_list.iter().zip(&new_list) {
        assert_eq!((before.opcode, before.wide), (after.opcode, after.wide));
        assert_eq!(facts(old, &old_numbers, before.pc), facts(new, &new_numbers, after.pc), "{before:?}");
        let old_targets: Vec<_> = before.targets().map(|pc| old_numbers[&pc]).collect();
        let new_targets: Vec<_> = after.targets().map(|pc| new_numbers[&(pc + 1)]).collect();
        assert_eq!(old_targets, new_targets);
    }
    old_list.len()
}

/// Inserted code that fails at the beginning of a handler must not be run again for ever.
#[test]
fn no_handler_protects_what_is_inserted_at_its_beginning() {
    let covers_itself = |entry: &&ExceptionEntry| (entry.start_pc..entry.end_pc).contains(&entry.handler_pc);
    let count = |bytes: &[u8]| {
        let class = ClassFile::parse(bytes).unwrap();
        let codes: Vec<_> = class.methods.iter().filter_map(|method| Code::of(&class, method).unwrap()).collect();
        codes.iter().map(|code| code.exception_table.iter().filter(covers_itself).count()).sum::<usize>()
    };
    let classes = fixtures::compiled();
    let small = || classes.iter().filter(|class| !class.path.ends_with("LongJumps.class"));
    assert!(small().map(|class| count(&class.bytes)).sum::<usize>() > 0);
    assert_eq!(small().map(|class| count(&spread(&class.bytes))).sum::<usize>(), 0);
}

/// `javap` prints the same type annotations, at the moved offsets.
#[test]
fn type_annotations_move_with_their_instructions() {
    let jdk = Jdk::find().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut checked = 0;
    for class in fixtures::compiled().iter().filter(|class| class.path.ends_with("TypeAnnotations.class")) {
        let bytes = spread(&class.bytes);
        let (old_file, new_file) = (dir.path().join("Old.class"), dir.path().join("New.class"));
        fs::write(&old_file, &class.bytes).unwrap();
        fs::write(&new_file, &bytes).unwrap();
        let moved = all_positions(&class.bytes, &bytes);
        let (old, new) = (annotation_lines(&jdk, &old_file), annotation_lines(&jdk, &new_file));
        assert_eq!(old.len(), new.len());
        for ((old_text, old_offset), (new_text, new_offset)) in old.iter().zip(&new) {
            assert_eq!(old_text, new_text);
            assert!(moved.contains(&(*old_offset, *new_offset)), "{old_text}: {old_offset} became {new_offset}");
        }
        checked += old.len();
    }
    assert!(checked >= 18, "{checked} annotations");
}

/// The old and new offsets of the instructions of all methods.
fn all_positions(old: &[u8], new: &[u8]) -> BTreeSet<(u32, u32)> {
    let pcs = |bytes: &[u8]| -> Vec<u32> {
        let class = ClassFile::parse(bytes).unwrap();
        let codes = class.methods.iter().filter_map(|method| Code::of(&class, method).unwrap());
        codes.flat_map(|code| instructions(&code)).map(|at| at.pc).collect()
    };
    pcs(old).into_iter().zip(pcs(new)).collect()
}

/// Lines of `javap -v` with `offset=`, and the number behind it.
fn annotation_lines(jdk: &Jdk, file: &Path) -> Vec<(String, u32)> {
    let text = run(jdk.tool("javap").args(["-v", "-p"]).arg(file)).unwrap();
    let lines = text.lines().filter_map(|line| line.split_once("offset="));
    lines
        .map(|(head, tail)| {
            let digits: String = tail.chars().take_while(char::is_ascii_digit).collect();
            (head.to_owned() + &tail[digits.len()..], digits.parse().unwrap())
        })
        .collect()
}
