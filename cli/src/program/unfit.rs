//! Programs that cannot run on a traced JDK.

use super::Program;
use super::archives::VARIABLES;
use crate::java::argfile::variable_words;
use crate::java::command::JavaCommand;
use std::env;

/// Beginnings of options that do not go with it. Agents see and change the JDK's classes, which are not what they expect, and the JVM
/// calls them in the middle of instructions; boot classes are loaded before there could be a trace; a JVM that must have an
/// archive of classes ends if it has another layout; in variables, patches of `java.base` are no paths that were parsed.
const OPTIONS: [&str; 6] =
    ["-javaagent:", "-agentlib:", "-agentpath:", "-Xbootclasspath", "-Xshare:on", "--patch-module=java.base="];

/// Why the program runs on its JDK as that is, in words; `None` if it need not.
pub(super) fn unfit(program: &Program, java: &JavaCommand) -> Option<String> {
    if program.in_image {
        return Some("the program is part of a runtime image".to_owned());
    }
    if java.paths.patches.iter().any(|(module, _)| module == "java.base") {
        return Some("--patch-module changes java.base".to_owned());
    }
    if program.with_agent.is_some() {
        return Some("the program's jar starts an agent".to_owned());
    }
    let given = java.options.iter().chain(&java.inherited).map(|option| option.to_string_lossy().into_owned());
    let option = given.chain(of_variables()).find(|word| OPTIONS.iter().any(|known| word.starts_with(known)));
    option.map(|option| format!("{} does not go with that", option.split([':', '=']).next().unwrap_or_default()))
}

fn of_variables() -> impl Iterator<Item = String> {
    let values = VARIABLES.into_iter().filter_map(|name| env::var(name).ok());
    values.flat_map(|value| variable_words(&value).unwrap_or_default())
}
