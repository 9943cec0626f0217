//! Edits that the report proposes for loops: patterns with them must compile, and do what they did.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use paratrace_analyzer::model::{Candidate, CandidateKind};

use crate::java::{run, sources};

/// Rounds of each pattern with its edits.
const ROUNDS: u32 = 5;

/// The first line of a loop, and what stands in its place if the loop runs in parallel.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    line: i32,
    text: String,
}

/// Lists the edits that candidates propose for loops.
pub(crate) fn loop_edits(candidates: &[Candidate]) -> Vec<Edit> {
    let loops = candidates.iter().filter(|candidate| candidate.kind == CandidateKind::Loop);
    let edits = loops.filter_map(|candidate| Some(Edit { line: candidate.line, text: candidate.edit.clone()? }));
    edits.filter(|edit| edit.text.ends_with("-> …)")).collect()
}

/// Compiles patterns with their edits and runs them some rounds. Returns those that print something else than they do plain.
///
/// # Errors
/// One does not compile, or an edit has no loop.
pub fn differing(edits: &BTreeMap<PathBuf, Vec<Edit>>) -> Result<Vec<String>> {
    let dir = tempfile::tempdir()?;
    let mut command = Command::new("javac");
    command.args(["-J-XX:TieredStopAtLevel=1", "-nowarn", "-d"]).arg(dir.path().join("classes"));
    let mut words = Vec::new();
    for (number, (source, edits)) in edits.iter().enumerate() {
        let package = format!("edited{number}");
        let class = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = edited(&fs::read_to_string(source)?, edits).with_context(|| source.display().to_string())?;
        let place = dir.path().join(&package).join(format!("{class}.java"));
        fs::create_dir_all(dir.path().join(&package))?;
        fs::write(&place, format!("package {package}; {text}"))?;
        command.arg(source).arg(&place);
        words.extend([class.clone(), format!("{package}.{class}")]);
    }
    run(command.args(sources("executed")?))?;
    let mut java = Command::new("java");
    java.arg("-Djava.util.concurrent.ForkJoinPool.common.parallelism=3").arg("-cp").arg(dir.path().join("classes"));
    let told = run(java.arg("executed.EditedRunner").arg(ROUNDS.to_string()).args(words))?;
    ensure!(told.lines().last() == Some("done"), "the runner ends early: {told}");
    Ok(told.lines().filter(|line| *line != "done").map(str::to_owned).collect())
}

/// Returns a source with its edits.
fn edited(source: &str, edits: &[Edit]) -> Result<String> {
    let mut edits = edits.to_vec();
    edits.sort_unstable();
    edits.dedup();
    let mut text = source.to_owned();
    // From the last one on: what comes before stays in its place.
    for edit in edits.iter().rev() {
        text = with_edit(&text, edit).with_context(|| format!("line {}", edit.line))?;
    }
    Ok(text)
}

fn with_edit(text: &str, edit: &Edit) -> Result<String> {
    let line = usize::try_from(edit.line)?;
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let head = start + text[start..].find("for (").context("there is no `for`")?;
    let head_end = closing(text, head + "for ".len()).context("its head does not end")? + 1;
    let body = head_end + text[head_end..].find(|c: char| !c.is_whitespace()).context("it has no body")?;
    ensure!(text[body..].starts_with('{'), "its body is no block");
    let end = closing(text, body).context("its body does not end")?;
    let call = edit.text.strip_suffix("…)").context("it is no call")?;
    let call = call.replace("IntStream.", "java.util.stream.IntStream.").replace("Arrays.", "java.util.Arrays.");
    let inside = as_lambda(&text[body..end]);
    Ok([&text[..head], &call, &inside, "});", &text[end + 1..]].concat())
}

/// Returns the body of a loop as that of a lambda: `continue` becomes `return`, if there is no other loop that it could be of.
fn as_lambda(body: &str) -> String {
    let has_loops = ["for (", "while (", "do {"].iter().any(|&begin| body.contains(begin));
    if has_loops { body.to_owned() } else { body.replace("continue;", "return;") }
}

/// Returns where the bracket ends that opens at a place of a Java source.
fn closing(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0, open);
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => at = end_of_literal(bytes, at, quote)?,
            b'/' if bytes.get(at + 1) == Some(&b'/') => at += text[at..].find('\n')?,
            b'/' if bytes.get(at + 1) == Some(&b'*') => at += text[at..].find("*/")? + 1,
            b'(' | b'{' => depth += 1,
            b')' | b'}' if depth == 1 => return Some(at),
            b')' | b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns where a literal ends that begins at a place.
fn end_of_literal(bytes: &[u8], start: usize, quote: u8) -> Option<usize> {
    let mut at = start + 1;
    while *bytes.get(at)? != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_becomes_a_stream() {
        let source = "int n;\nfor (int i = 0; i < n(')'); i++) { // a }\n    o[i] = \"}\" + '{';\n}\nend";
        let edit = Edit { line: 2, text: "IntStream.range(0, n).parallel().forEach(i -> …)".to_owned() };
        let expected = "int n;\njava.util.stream.IntStream.range(0, n).parallel().forEach(i -> { // a }\n    o[i] = \"}\" + '{';\n});\nend";
        assert_eq!(edited(source, &[edit.clone(), edit]).expect("it can be edited"), expected);
    }
}
