//! Outputs that would destroy an input, or each other, are refused before anything is done.
//!
//! Files are compared by what they are, not by how their paths are written: links, hard links and `.` make no difference.

use super::Place;
use crate::failure::Failure;
use paratrace_traceformat::trace::MAP_NAME;
use std::fs;
use std::path::{Path, PathBuf};

/// Files that a command reads and writes.
#[derive(Debug, Default)]
pub(crate) struct Files<'f> {
    inputs: Vec<&'f Path>,
    outputs: Vec<&'f Path>,
}

/// The identity of a file, to see that two paths lead to the same one.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Identity {
    /// Device and number.
    Number(u64, u64),
    /// The place of a file that is not there yet, without links.
    Place(PathBuf),
}

impl<'f> Files<'f> {
    /// Files and directories that are read.
    pub(crate) fn read(inputs: impl IntoIterator<Item = &'f (impl AsRef<Path> + ?Sized + 'f)>) -> Files<'f> {
        Files { inputs: inputs.into_iter().map(AsRef::as_ref).collect(), outputs: Vec::new() }
    }

    /// More of them.
    pub(crate) fn read_too(
        mut self,
        inputs: impl IntoIterator<Item = &'f (impl AsRef<Path> + ?Sized + 'f)>,
    ) -> Files<'f> {
        self.inputs.extend(inputs.into_iter().map(AsRef::as_ref));
        self
    }

    /// Files that are written.
    pub(crate) fn written(
        mut self,
        outputs: impl IntoIterator<Item = &'f (impl AsRef<Path> + ?Sized + 'f)>,
    ) -> Files<'f> {
        self.outputs.extend(outputs.into_iter().map(AsRef::as_ref));
        self
    }

    /// No output is an input, part of one, or another output.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        for (index, output) in self.outputs.iter().enumerate() {
            let Some(own) = identity(output) else { continue };
            if self.inputs.iter().any(|input| holds(input, output, &own)) {
                return Err(Failure::usage(format!("{} is an input: it would be overwritten", output.display()))
                    .advise("Name another file for the output."));
            }
            if self.outputs[..index].iter().any(|other| identity(other).as_ref() == Some(&own)) {
                return Err(Failure::usage(format!("{} is named for two outputs", output.display()))
                    .advise("Name a file of its own for each of them."));
            }
        }
        Ok(())
    }
}

/// `output` is the input, or a file of the input, if that is a trace or a directory of classes.
fn holds(input: &Path, output: &Path, own: &Identity) -> bool {
    if identity(input).as_ref() == Some(own) {
        return true;
    }
    let Place::File(output) = Place::of(output) else { return false };
    let Some(name) = output.file_name().map(|name| name.to_string_lossy().into_owned()) else { return false };
    let parts_of_trace = fs::read_dir(input).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut parts =
        parts_of_trace.filter(|path| path.file_name().is_some_and(|name| is_trace(&name.to_string_lossy())));
    if parts.any(|part| identity(&part).as_ref() == Some(own)) {
        return true;
    }
    // A file that does not exist yet would be taken for a part of the trace.
    let parent = output.parent().map(|parent| if parent.as_os_str().is_empty() { Path::new(".") } else { parent });
    let inside = parent.is_some_and(|parent| identity(parent).is_some() && identity(parent) == identity(input));
    let class = || name.ends_with(".class") && output.exists() && below(&output, input);
    inside && is_trace(&name) || class()
}

fn is_trace(name: &str) -> bool {
    name == MAP_NAME || name.starts_with("segment-") && name.ends_with(".trace")
}

fn below(file: &Path, directory: &Path) -> bool {
    match (file.canonicalize(), directory.canonicalize()) {
        (Ok(file), Ok(directory)) => file.starts_with(directory),
        _ => false,
    }
}

/// `None` for what takes everything, such as `/dev/null`: any number of outputs may go there.
fn identity(path: &Path) -> Option<Identity> {
    match Place::of(path) {
        Place::Stdout => Some(Identity::Place("-".into())),
        Place::Through(target) if target == Path::new("/dev/null") => None,
        Place::Through(target) | Place::File(target) => number(&target).or_else(|| place(&target)),
    }
}

#[cfg(unix)]
fn number(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|found| Identity::Number(found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn number(path: &Path) -> Option<Identity> {
    path.canonicalize().ok().map(Identity::Place)
}

fn place(path: &Path) -> Option<Identity> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let parent = parent.canonicalize().or_else(|_| std::path::absolute(parent)).ok()?;
    Some(Identity::Place(parent.join(path.file_name()?)))
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn spellings_and_links_of_one_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        for name in
            ["in.jar", "trace/program.map", "trace/segment-00000.trace", "trace/report.json", "classes/a/X.class"]
        {
            fs::create_dir_all(path(name).parent().unwrap()).unwrap();
            fs::write(path(name), name).unwrap();
        }
        symlink("in.jar", path("link.jar")).unwrap();
        symlink("new.json", path("link.json")).unwrap();
        fs::hard_link(path("in.jar"), path("hard.jar")).unwrap();
        fs::hard_link(path("trace/segment-00000.trace"), path("hard.trace")).unwrap();
        let inputs = ["in.jar", "trace", "classes"].map(path);
        let refused = |outputs: &[&str]| {
            let outputs: Vec<PathBuf> = outputs.iter().map(|name| path(name)).collect();
            Files::read(&inputs).written(&outputs).check().is_err()
        };
        for output in ["in.jar", "trace/../in.jar", "link.jar", "hard.jar", "hard.trace", "trace", "classes"] {
            assert!(refused(&[output]), "{output}");
        }
        for output in
            ["trace/program.map", "trace/segment-00000.trace", "trace/segment-00001.trace", "classes/a/X.class"]
        {
            assert!(refused(&[output]), "{output}");
        }
        for output in ["trace/report.json", "new.json", "classes/report.json", "/dev/null"] {
            assert!(!refused(&[output]), "{output}");
        }
        assert!(refused(&["new.json", "link.json"]) && refused(&["new.json", "trace/../new.json"]));
        assert!(!refused(&["new.json", "other.json"]) && !refused(&["/dev/null", "/dev/null"]));
    }
}
