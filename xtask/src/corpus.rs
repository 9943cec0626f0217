//! To be written.

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {}

/// Runs the check.
///
/// # Errors
/// When the check fails.
pub(crate) fn run(_options: &Options) -> anyhow::Result<()> {
    anyhow::bail!("to be written")
}
