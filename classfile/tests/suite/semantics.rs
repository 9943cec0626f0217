//! Inserted code runs exactly when it should.
//!
//! Every place of every method of the fixtures gets a counting probe. Then the numbers must agree with each other: an
//! instruction is reached as often as control falls through to it or branches to it. Methods that would become too large
//! get probes around their branches only.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use paratrace_classfile::{BranchSlot, ClassEditor, ClassFile, CodeEditor, Error, PoolBuilder, opcodes as op};

use crate::fixtures;
use paratrace_verifier::{Jdk, run};

use crate::jdk::{helper, write};
use crate::noop::slots;

/// The probes of one method, by number.
#[derive(Default)]
struct Probes {
    name: String,
    fallthrough: Vec<Option<u32>>,
    before: Vec<Option<u32>>,
    branches: Vec<(usize, usize, u32)>,
    /// For each instruction its opcode.
    opcodes: Vec<u8>,
    handlers: Vec<usize>,
}

#[test]
fn probes_agree() {
    let jdk = Jdk::find().unwrap();
    let dir = tempfile::tempdir().unwrap();
    helper(&jdk, "Probe.java", &dir.path().join("probe"));
    let mut checked = 0;
    for program in fixtures::PROGRAMS {
        let (mut next, mut probes) = (0, Vec::new());
        for class in fixtures::compiled().into_iter().filter(|class| class.group == "8") {
            let bytes = instrument(&class.bytes, &mut next, &mut probes);
            write(&dir.path().join("classes").join(&class.path), &bytes);
        }
        let counts = run_probed(&jdk, dir.path(), program);
        assert!(counts.len() > 50, "{program} hit {} probes", counts.len());
        checked += probes.iter().map(|probes| check(probes, &counts)).sum::<usize>();
    }
    assert!(checked > 2000, "only {checked} instructions were reached");
    println!("{checked} reached instructions agree");
}

fn run_probed(jdk: &Jdk, dir: &Path, program: &str) -> HashMap<u32, u64> {
    let path = format!("{}:{}", dir.join("probe").display(), dir.join("classes").display());
    let text = run(jdk.tool("java").args(["-cp", &path, "Probe", program])).unwrap();
    let plain = run(jdk.tool("java").arg("-cp").arg(fixtures::directory().join("8")).arg(program)).unwrap();
    assert!(text.starts_with(&plain), "{program} prints something else");
    let lines = text.lines().filter_map(|line| line.strip_prefix("PROBE ")?.split_once(' '));
    lines.map(|(id, count)| (id.parse().unwrap(), count.parse().unwrap())).collect()
}

fn instrument(bytes: &[u8], next: &mut u32, probes: &mut Vec<Probes>) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    let mut editor = ClassEditor::new(&class);
    for index in 0..class.methods.len() {
        let mut result = instrument_method(&class, index, true, editor.pool(), next);
        if let Err(Error::CodeTooLarge { .. }) = result {
            result = instrument_method(&class, index, false, editor.pool(), next);
        }
        match result {
            Ok((body, method)) => {
                editor.set_code(index, body).unwrap();
                probes.push(method);
            }
            Err(Error::NoCode { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    editor.finish().unwrap()
}

fn instrument_method(
    class: &ClassFile<'_>,
    index: usize,
    everywhere: bool,
    pool: &mut PoolBuilder<'_>,
    next: &mut u32,
) -> Result<(Vec<u8>, Probes), Error> {
    let mut probes = Probes::default();
    let mut editor = CodeEditor::new(class, index)?;
    let name = class.methods[index].name(&class.constant_pool)?;
    probes.name = format!("{}.{name}", class.name()?);
    editor.grow_stack(1);
    let handlers = editor.code().exception_table.iter().map(|entry| u32::from(entry.handler_pc));
    probes.handlers = handlers.filter_map(|pc| editor.index_at(pc)).collect();
    let instructions = editor.instructions().to_vec();
    let places = around_branches(&editor);
    for (i, instruction) in instructions.iter().enumerate() {
        probes.opcodes.push(instruction.opcode);
        let here = everywhere || places.contains(&i);
        probes.fallthrough.push(here.then_some(*next));
        probes.before.push(here.then_some(*next + 1));
        if here {
            editor.insert_on_fallthrough(i, probe(pool, next)?);
            editor.insert_before(i, probe(pool, next)?);
        }
        for (_, slot) in slots(i, instruction) {
            let target = match slot {
                BranchSlot::Target => instruction.branch_target(),
                BranchSlot::Case(case) => instruction.switch().map(|switch| switch.cases[case].1),
                BranchSlot::Default => instruction.switch().map(|switch| switch.default),
            };
            let target = target.and_then(|pc| editor.index_at(pc)).unwrap();
            probes.branches.push((i, target, *next));
            editor.insert_on_branch(i, slot, probe(pool, next)?);
        }
    }
    Ok((editor.finish(pool)?, probes))
}

/// Branches, the instructions below them, and their targets.
fn around_branches(editor: &CodeEditor<'_>) -> HashSet<usize> {
    let branches = editor.instructions().iter().enumerate().filter(|(_, at)| at.targets().next().is_some());
    branches.flat_map(|(i, at)| at.targets().filter_map(|pc| editor.index_at(pc)).chain([i, i + 1])).collect()
}

/// `ldc id; invokestatic Probe.hit`
fn probe(pool: &mut PoolBuilder<'_>, next: &mut u32) -> Result<Vec<u8>, Error> {
    let id = *next;
    *next += 1;
    let hit = pool.method_ref("Probe", "hit", "(I)V")?;
    let mut code = match i16::try_from(id) {
        Ok(id) => [vec![op::SIPUSH], id.to_be_bytes().to_vec()].concat(),
        Err(_) => [vec![op::LDC_W], pool.integer(id.cast_signed())?.to_be_bytes().to_vec()].concat(),
    };
    code.push(op::INVOKESTATIC);
    code.extend(hit.to_be_bytes());
    Ok(code)
}

/// Compares the numbers of one method; returns how many of its instructions were reached.
fn check(probes: &Probes, counts: &HashMap<u32, u64>) -> usize {
    let count = |id: u32| counts.get(&id).copied().unwrap_or(0);
    let mut reached = 0;
    for (i, &opcode) in probes.opcodes.iter().enumerate() {
        let Some((before, fallen)) = probes.before[i].zip(probes.fallthrough[i]) else { continue };
        let before = count(before);
        let incoming: u64 = probes.branches.iter().filter(|branch| branch.1 == i).map(|branch| count(branch.2)).sum();
        let arrived = incoming + count(fallen);
        let place = format!("{} instruction {i} ({})", probes.name, op::name(opcode).unwrap());
        if probes.handlers.contains(&i) {
            assert!(before >= arrived, "{place}: reached {before} times, {arrived} without exceptions");
        } else {
            assert_eq!(before, arrived, "{place}");
        }
        let outgoing: u64 = probes.branches.iter().filter(|branch| branch.0 == i).map(|branch| count(branch.2)).sum();
        let Some(fallen) = probes.fallthrough.get(i + 1).map_or(Some(0), |id| id.map(count)) else { continue };
        if !may_throw(opcode) && !matches!(opcode, op::IRETURN..=op::RETURN) {
            assert_eq!(before, outgoing + fallen, "{place}: all that came must go on");
        }
        reached += usize::from(before > 0);
    }
    reached
}

fn may_throw(opcode: u8) -> bool {
    matches!(opcode, op::IALOAD..=op::SALOAD | op::IASTORE..=op::SASTORE | op::IDIV | op::LDIV | op::IREM | op::LREM)
        || matches!(opcode, op::GETSTATIC..=op::MONITOREXIT | op::MULTIANEWARRAY | op::LDC..=op::LDC2_W)
}
