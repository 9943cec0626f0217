//! Archives of classes (CDS, AOT caches) of the original program: the JVM would refuse them for its traced copy, and say so
//! on standard output, or end.

use crate::java::argfile::variable_words;
use std::env;
use std::ffi::OsString;

/// Variables whose options the JVM takes.
pub(super) const VARIABLES: [&str; 3] = ["JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"];

/// Beginnings of the options that name such an archive, or make one.
const OPTIONS: [&str; 10] = [
    "-XX:SharedArchiveFile=",
    "-XX:ArchiveClassesAtExit=",
    "-XX:+AutoCreateSharedArchive",
    "-XX:SharedClassListFile=",
    "-XX:SharedArchiveConfigFile=",
    "-XX:AOTCache=",
    "-XX:AOTCacheOutput=",
    "-XX:AOTConfiguration=",
    "-XX:AOTMode=",
    "-XX:+RecordDynamicDumpInfo",
];

/// The options without such; each that was dropped is noted.
pub(super) fn without(options: &[OsString], notes: &mut Vec<String>) -> Vec<OsString> {
    let mut kept = options.to_vec();
    kept.retain(|option| {
        let text = option.to_string_lossy();
        let dropped = names_archive(&text);
        if dropped {
            notes.push(note(&text));
        }
        !dropped
    });
    kept
}

/// The variables that contain such options, without them.
pub(super) fn environment(notes: &mut Vec<String>) -> Vec<(OsString, OsString)> {
    let changed = |name: &str| {
        let value = env::var(name).ok()?;
        let words = variable_words(&value)?;
        let dropped = words.iter().filter(|word| names_archive(word));
        let before = notes.len();
        notes.extend(dropped.map(|word| note(word)));
        (notes.len() > before).then(|| (name.into(), kept(&words).into()))
    };
    VARIABLES.into_iter().filter_map(changed).collect()
}

fn kept(words: &[String]) -> String {
    let kept: Vec<String> = words.iter().filter(|word| !names_archive(word)).map(|word| quoted(word)).collect();
    kept.join(" ")
}

fn quoted(word: &str) -> String {
    match word {
        _ if word.contains('"') => format!("'{word}'"),
        _ if word.is_empty() || word.contains([' ', '\t', '\'']) => format!("\"{word}\""),
        _ => word.to_owned(),
    }
}

fn names_archive(option: &str) -> bool {
    OPTIONS.iter().any(|known| option.starts_with(known))
}

fn note(option: &str) -> String {
    format!("without {option}: an archive of the original classes does not fit the traced ones")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_dropped_and_noted() {
        let mut notes = Vec::new();
        let options = ["-Xmx1g", "-XX:SharedArchiveFile=a.jsa", "-XX:+UseSerialGC"].map(OsString::from);
        assert_eq!(without(&options, &mut notes), ["-Xmx1g", "-XX:+UseSerialGC"]);
        assert_eq!(notes.len(), 1);
    }

    #[test]
    fn what_is_kept_of_a_variable_is_read_alike() {
        let words = ["-Da=b c", "-XX:AOTCache=x", "", "-Dq='\"".trim_end_matches('"'), "-Dd=\""].map(String::from);
        let text = kept(&words);
        assert_eq!(variable_words(&text), Some(["-Da=b c", "", "-Dq='", "-Dd=\""].map(String::from).to_vec()));
    }
}
