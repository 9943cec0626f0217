//! Permissions of the files and directories that are written.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::path::{Path, PathBuf};

use super::loadable_classes;

/// Permissions of outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// The permissions of the input, as far as the user's umask allows.
    AsInput,
    /// Only the user who runs this process: a private input stays private wherever its copy lies.
    Owner,
}

impl Access {
    /// Options to open a new file for writing; `model` is the input that it comes from. The file has its permissions
    /// from the start.
    pub(crate) fn files(self, model: Option<&Metadata>) -> OpenOptions {
        let mut options = File::options();
        options.write(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
            options.mode(match self {
                Access::Owner => 0o600,
                Access::AsInput => model.map_or(0o666, |model| model.mode() & 0o777),
            });
        }
        options
    }

    /// A builder of directories; files can be put into them whatever the model's permissions are.
    pub(crate) fn directories(self, model: Option<&Metadata>) -> DirBuilder {
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::{DirBuilderExt, MetadataExt};
            builder.mode(match self {
                Access::Owner => 0o700,
                Access::AsInput => model.map_or(0o777, |model| model.mode() & 0o777 | 0o300),
            });
        }
        builder
    }
}

/// Returns whether everybody on the system may read all classes of these jars and directories. What cannot be looked at is not for everybody.
#[must_use]
pub fn everybody_may_read<'p>(inputs: impl Iterator<Item = &'p Path>) -> bool {
    let mut inputs = inputs;
    inputs.all(|input| may_read_input(input).unwrap_or(false))
}

fn may_read_input(input: &Path) -> Option<bool> {
    let input = input.canonicalize().ok()?;
    let mut above = input.ancestors().skip(1);
    if !above.all(may_pass) {
        return Some(false);
    }
    if !input.is_dir() {
        return Some(may_read(&input));
    }
    let classes = loadable_classes(&input).ok()?;
    let mut folders: Vec<PathBuf> =
        classes.iter().filter_map(|class| input.join(class).parent().map(Path::to_owned)).collect();
    folders.dedup();
    let may_pass_below =
        |folder: &PathBuf| folder.ancestors().take_while(|above| above.starts_with(&input)).all(may_pass);
    Some(folders.iter().all(may_pass_below) && classes.iter().all(|class| may_read(&input.join(class))))
}

/// Everybody may open what they know the name of.
fn may_pass(folder: &Path) -> bool {
    has_mode(folder, 0o001)
}

fn may_read(file: &Path) -> bool {
    has_mode(file, 0o004)
}

#[cfg(unix)]
fn has_mode(path: &Path, bits: u32) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).is_ok_and(|found| found.mode() & bits == bits)
}

/// Other systems have no such bits.
#[cfg(not(unix))]
fn has_mode(path: &Path, _: u32) -> bool {
    fs::metadata(path).is_ok()
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn one_private_class_makes_all_private() {
        let dir = tempfile::tempdir().unwrap();
        let set = |name: &str, mode| {
            fs::set_permissions(dir.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
            everybody_may_read([dir.path()].into_iter())
        };
        fs::create_dir_all(dir.path().join("a/b")).unwrap();
        fs::write(dir.path().join("a/b/C.class"), "").unwrap();
        let public = set("", 0o755);
        // The folder for temporary files may itself be private.
        let above = dir.path().canonicalize().unwrap().ancestors().skip(1).all(may_pass);
        assert_eq!([set("a", 0o755), set("a/b", 0o755), set("a/b/C.class", 0o644), public], [above; 4]);
        assert!(!set("a/b/C.class", 0o640) && set("a/b/C.class", 0o604) == above);
        assert!(!set("a", 0o750) && set("a", 0o711) == above);
        assert!(!set("", 0o700));
    }
}
