//! Permissions of the files and directories that are written.

use std::fs::{DirBuilder, File, Metadata, OpenOptions};

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
