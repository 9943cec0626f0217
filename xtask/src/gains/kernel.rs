//! Kernels: programs with one loop, or one recursion, that two threads share.

use anyhow::{Context, Result, ensure};
use paratrace_analyzer::simulation::Name;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = "examples/parallel";

/// A program of `examples/parallel`.
pub(super) struct Kernel {
    /// Name of its class.
    pub(super) name: String,
    /// The loop, or the method, that its parallel version runs on two threads.
    pub(super) candidate: Name,
}

/// All sources of the folder, by name.
pub(super) fn sources() -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(FOLDER).context(FOLDER)?;
    let mut sources = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "java"));
    sources.sort();
    Ok(sources)
}

/// The kernels whose names contain one of the words.
pub(super) fn kernels(words: &[String]) -> Result<Vec<Kernel>> {
    let mut kernels = Vec::new();
    for path in sources()? {
        kernels.extend(kernel(&path, &fs::read_to_string(&path)?));
    }
    kernels.retain(|kernel| words.is_empty() || words.iter().any(|word| kernel.name.contains(word)));
    ensure!(!kernels.is_empty(), "no kernel has such a name");
    Ok(kernels)
}

/// The kernel of a source file: a comment ends the first line of what its threads share.
fn kernel(path: &Path, source: &str) -> Option<Kernel> {
    let name = path.file_stem()?.to_str()?.to_owned();
    let marked = |(line, text): (i32, &str)| Some((line, text.split_once(" { // in parallel")?.1.to_owned()));
    let (line, said) = (1..).zip(source.lines()).find_map(marked)?;
    let candidate = match said.strip_prefix(": calls of ") {
        Some(method) => Name::Method(method.to_owned()),
        None => Name::Loop { file: format!("{name}.java"), line },
    };
    Some(Kernel { name, candidate })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marked_line_names_the_candidate() {
        let found = |source| kernel(Path::new("examples/parallel/Sum.java"), source).map(|kernel| kernel.candidate);
        let loops = found("class Sum {\n    for (;;) { // in parallel\n");
        assert_eq!(loops, Some(Name::Loop { file: "Sum.java".to_owned(), line: 2 }));
        let calls = found("void sort() { // in parallel: calls of Sum.sort\n");
        assert_eq!(calls, Some(Name::Method("Sum.sort".to_owned())));
        assert_eq!(found("// in parallel\n"), None);
    }
}
