//! Names of subcommands in other tools, and the subcommands that they suggest here.

use clap::error::{ContextKind, ContextValue};

/// Other names, and the subcommands to suggest for them.
const NAMES: [(&str, &[&str]); 8] = [
    ("compare", &["diff", "merge"]),
    ("profile", &["run"]),
    ("record", &["run", "instrument"]),
    ("trace", &["run", "instrument"]),
    ("report", &["analyze"]),
    ("analyse", &["analyze"]),
    ("check", &["verify"]),
    ("show", &["info", "dump"]),
];

/// Adds suggestions to an error about an unknown subcommand.
pub(crate) fn suggest(error: &mut clap::Error) {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let Some((_, names)) = NAMES.iter().find(|(name, _)| name == word) else { return };
    let names = names.iter().map(ToString::to_string).collect();
    error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(names));
}
