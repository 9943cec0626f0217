//! All programs by all compilers: what is new in its code is run.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use paratrace_exact::Batch;
use rayon::prelude::*;

use crate::{Compiled, Compiler, fingerprint, main_class};

/// The classes that were compiled and run so far.
#[derive(Debug)]
pub struct Matrix {
    java: PathBuf,
    dir: PathBuf,
    /// Per program the code of all its classes.
    seen: HashSet<(String, Vec<u64>)>,
    /// How many programs were compiled, and how many run.
    pub compiled: usize,
    /// See [`Matrix::compiled`].
    pub run: usize,
    /// The differences, a line each.
    pub wrong: Vec<String>,
    /// Programs that compilers did not understand, a line each.
    pub skipped: Vec<String>,
}

impl Matrix {
    /// Runs programs with this JVM; works below a folder.
    #[must_use]
    pub fn new(java: &Path, dir: &Path) -> Matrix {
        Matrix {
            java: java.to_owned(),
            dir: dir.to_owned(),
            seen: HashSet::new(),
            compiled: 0,
            run: 0,
            wrong: Vec::new(),
            skipped: Vec::new(),
        }
    }

    /// Compiles programs without running them: their code counts as seen.
    ///
    /// # Errors
    /// Fails if the compiler fails.
    pub fn know(&mut self, compiler: &Compiler, sources: &[PathBuf]) -> Result<()> {
        self.fresh(compiler, sources, &self.dir.join("known")).map(drop)
    }

    /// Compiles programs and runs those whose code was not seen before.
    ///
    /// # Errors
    /// Fails if the compiler or the JVM cannot be run.
    pub fn check(&mut self, compiler: &Compiler, sources: &[PathBuf]) -> Result<()> {
        let dir = self.dir.join("work");
        let fresh = self.fresh(compiler, sources, &dir)?;
        if fresh.is_empty() {
            return Ok(());
        }
        let compiled = Compiled::new(&dir, &compiler.library)?;
        let found = fresh.par_iter().map(|main| compiled.differs(&self.java, main)).collect::<Result<Vec<_>>>()?;
        for (main, found) in fresh.iter().zip(found) {
            self.wrong.extend(found.map(|why| format!("{}: {main}: {why}", compiler.name)));
        }
        self.run += fresh.len();
        fs::remove_dir_all(&dir)?;
        Ok(())
    }

    /// Compiles random programs and runs them, if their code was not seen before.
    ///
    /// # Errors
    /// Fails if the compiler or the JVM cannot be run.
    pub fn check_generated(&mut self, compiler: &Compiler, seeds: std::ops::Range<u64>) -> Result<()> {
        let Some(javac) = compiler.javac() else { return Ok(()) };
        let dir = self.dir.join("generated");
        let batch = Batch::random_by(&dir, seeds, javac, compiler.release)?;
        let code = class_files(&batch.classes())?.into_iter().map(|file| fingerprint(&fs::read(file)?));
        if self.seen.insert(("generated".to_owned(), code.collect::<Result<_>>()?)) {
            let outcome = batch.run(&self.java)?;
            self.run += outcome.programs;
            self.wrong.extend(outcome.differences().iter().map(|found| format!("{}: {found}", compiler.name)));
        }
        fs::remove_dir_all(&dir)?;
        Ok(())
    }

    /// The programs (main classes) whose code was not seen before, compiled to `plain` in a folder.
    fn fresh(&mut self, compiler: &Compiler, sources: &[PathBuf], dir: &Path) -> Result<Vec<String>> {
        let done = compiler.compile(sources, &dir.join("plain"))?;
        let name = |source: &PathBuf| source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let left: Vec<_> = sources.iter().filter(|source| !done.contains(source)).map(name).collect();
        if !left.is_empty() {
            self.skipped.push(format!("{}: {}", compiler.name, left.join(", ")));
        }
        self.compiled += done.len();
        let programs = by_program(&dir.join("plain"), &done)?;
        Ok(programs.into_iter().filter(|found| self.seen.insert(found.clone())).map(|(main, _)| main).collect())
    }
}

/// The code of each program: of the classes that have its name, or begin with it and `$`.
fn by_program(classes: &Path, sources: &[PathBuf]) -> Result<BTreeMap<String, Vec<u64>>> {
    let mut programs: BTreeMap<String, Vec<u64>> = sources.iter().map(|s| (main_class(s), Vec::new())).collect();
    for file in &class_files(classes)? {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let program = stem.split_once('$').map_or(&*stem, |(outer, _)| outer);
        if let Some(code) = programs.get_mut(program) {
            code.push(fingerprint(&fs::read(file)?)?);
        }
    }
    Ok(programs)
}

fn class_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|e| e == "class"));
    files.sort();
    Ok(files)
}
