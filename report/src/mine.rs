//! Own code and libraries.

use std::collections::{BTreeSet, HashMap};

use crate::lists::{Cut, Top, cut, more_text};
use crate::names;
use crate::numbers::{plural, whole_percent};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::JDK_ORIGIN;
use paratrace_analyzer::patterns::covers;

/// Names of jars that a line spells out.
const JARS_SHOWN: usize = 3;

/// Tells own code from libraries: by patterns, else own code is what directories hold. If they hold nothing that was executed, all but
/// a traced JDK is own code.
pub(crate) struct Mine<'r> {
    patterns: &'r [String],
    /// The jars of classes, if own code is what is not in them.
    jars: HashMap<&'r str, &'r str>,
    has_directories: bool,
}

impl<'r> Mine<'r> {
    pub(crate) fn of(report: &'r Report, patterns: &'r [String]) -> Mine<'r> {
        let jar = |method: &'r paratrace_analyzer::model::MethodFigures| {
            Some((names::class(&method.method), method.jar.as_deref()?))
        };
        let has_directories = report.methods.iter().any(|method| method.jar.is_none());
        Mine { patterns, jars: report.methods.iter().filter_map(jar).collect(), has_directories }
    }

    /// Returns whether a method is own code.
    pub(crate) fn has(&self, method: &str) -> bool {
        let class = names::class(method);
        match self.patterns {
            [] => match self.jars.get(class) {
                Some(jar) => !self.has_directories && !jar.starts_with(JDK_ORIGIN),
                None => true,
            },
            patterns => patterns.iter().any(|pattern| covers(&pattern.replace('/', "."), &class.replace('/', "."))),
        }
    }

    /// Says how many loops or other things there are in libraries: the methods of those that are hidden, with their shares of
    /// the run.
    pub(crate) fn hidden(&self, what: [&str; 2], hidden: &[(&str, f64)], top: Top) -> Option<String> {
        let largest = hidden.iter().map(|(_, share)| *share).fold(0.0, f64::max);
        let jars: BTreeSet<&str> =
            hidden.iter().filter_map(|(method, _)| self.jars.get(names::class(method)).copied()).map(shown).collect();
        let jars: Vec<&str> = jars.into_iter().collect();
        let Cut { shown, more } = cut(&jars, top, JARS_SHOWN);
        let places = if jars.is_empty() { String::new() } else { format!(" in {}", shown.join(", ")) };
        let more = more_text(more as u64).map_or_else(String::new, |text| format!(" {text}"));
        let number = plural(hidden.len() as u64, what[0], what[1]);
        let share = match hidden.len() {
            1 => whole_percent(largest),
            _ => format!("the largest {}", whole_percent(largest)),
        };
        let them = if hidden.len() == 1 { "it" } else { "them" };
        (!hidden.is_empty())
            .then(|| format!("libraries: {number}{places}{more}, {share} of the run; --library shows {them}"))
    }
}

/// Returns how the jar is called in texts.
fn shown(jar: &str) -> &str {
    if jar.starts_with(JDK_ORIGIN) { "the JDK" } else { jar }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use serde_json::{Value, json};

    fn method(name: &str, jar: Option<&str>) -> Value {
        json!({
            "method": name, "file": null, "line": 1, "jar": jar, "activations": 1, "nodes": 10, "own_nodes": 10,
            "critical_path": 1, "parallelism": 10.0, "influence": 0.5, "gain": 1.0, "amdahl": 1.0, "self_parallelism": 1.0
        })
    }

    fn report(methods: &[Value]) -> Report {
        let mut report: Value = serde_json::from_str(include_str!("../tests/golden/empty.json")).unwrap();
        report["methods"] = json!(methods);
        serde_json::from_value(report).unwrap()
    }

    const OWN: &str = "app/Main.main()V";
    const LIBRARY: &str = "lib/Parser.parse()V";

    #[test]
    fn directories_come_before_jars() {
        let both = report(&[method(OWN, None), method(LIBRARY, Some("lib.jar"))]);
        let mine = Mine::of(&both, &[]);
        assert_eq!([mine.has(OWN), mine.has(LIBRARY)], [true, false]);
        let jars = report(&[method(OWN, Some("app.jar")), method(LIBRARY, Some("lib.jar"))]);
        let mine = Mine::of(&jars, &[]);
        assert_eq!([mine.has(OWN), mine.has(LIBRARY)], [true, true]);
    }

    #[test]
    fn a_traced_jdk_is_nobodys_own() {
        let jars = report(&[method(OWN, Some("app.jar")), method(LIBRARY, Some("jrt:/java.base"))]);
        let mine = Mine::of(&jars, &[]);
        assert_eq!([mine.has(OWN), mine.has(LIBRARY)], [true, false]);
        let one = "libraries: 1 more loop in the JDK, 12 % of the run; --library shows it";
        let hidden = [(LIBRARY, 0.12)];
        assert_eq!(mine.hidden(["more loop", "more loops"], &hidden, Top::default()).as_deref(), Some(one));
    }

    #[test]
    fn patterns_say_what_is_own() {
        let both = report(&[method(OWN, None), method(LIBRARY, Some("lib.jar"))]);
        let has = |pattern: &str| {
            let patterns = [pattern.to_owned()];
            let mine = Mine::of(&both, &patterns);
            [mine.has(OWN), mine.has(LIBRARY)]
        };
        assert_eq!([has("lib"), has("app.Main"), has("*")], [[false, true], [true, false], [true, true]]);
    }

    #[test]
    fn libraries_are_one_line() {
        let both = report(&[method(OWN, None), method(LIBRARY, Some("lib.jar"))]);
        let mine = Mine::of(&both, &[]);
        let hidden = |all: &[(&str, f64)]| mine.hidden(["more loop", "more loops"], all, Top::default());
        assert_eq!(hidden(&[]), None);
        let one = "libraries: 1 more loop in lib.jar, 12 % of the run; --library shows it";
        assert_eq!(hidden(&[(LIBRARY, 0.12)]).as_deref(), Some(one));
        let two = "libraries: 2 more loops in lib.jar, the largest 12 % of the run; --library shows them";
        assert_eq!(hidden(&[(LIBRARY, 0.05), (LIBRARY, 0.12)]).as_deref(), Some(two));
    }
}
