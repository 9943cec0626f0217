//! Partners as people name them.

use paratrace_analyzer::model::Granularity;
use paratrace_analyzer::names::{class_of, package_label};

/// The word for partners, in the plural.
pub(super) fn plural(granularity: Granularity) -> &'static str {
    match granularity {
        Granularity::Activation => "activations",
        Granularity::CallPath => "call paths",
        Granularity::Loop => "loops",
        Granularity::Method => "methods",
        Granularity::Class => "classes",
        Granularity::Package => "packages",
        Granularity::Thread => "threads",
    }
}

/// The partner that a method belongs to, if the granularity has one for it.
pub(super) fn of_method(granularity: Granularity, method: &str) -> Option<String> {
    match granularity {
        Granularity::Method | Granularity::Loop => Some(method.to_owned()),
        Granularity::Class => Some(class_of(method).to_owned()),
        Granularity::Package => Some(package_label(class_of(method)).to_owned()),
        Granularity::Activation | Granularity::CallPath | Granularity::Thread => None,
    }
}

/// The shorter name of a partner. A thread has the name that the program gave it, whatever looks like a method in it.
pub(super) fn short_partner(granularity: Granularity, name: &str) -> String {
    if granularity == Granularity::Thread { name.to_owned() } else { short(name) }
}

/// A shorter name: methods without package and descriptor; of a call path the last two methods.
pub(super) fn short(name: &str) -> String {
    let mut methods: Vec<&str> = name.split(" > ").collect();
    let left_out = methods.len() > 2;
    if left_out {
        methods.drain(..methods.len() - 2);
    }
    let shown: Vec<String> = methods.into_iter().map(short_method).collect();
    format!("{}{}", if left_out { "… > " } else { "" }, shown.join(" > "))
}

fn short_method(name: &str) -> String {
    // Only methods have a dot before the descriptor; names of threads may have parentheses, too.
    let Some((method, rest)) = name.split_once('(').filter(|(before, _)| before.contains('.')) else {
        return name.to_owned();
    };
    let method = method.rsplit('/').next().unwrap_or(method);
    // The suffix follows the descriptor: the number of an activation, the place of a loop.
    let suffix = rest.find(['#', ' ']).map_or("", |at| &rest[at..]);
    format!("{method}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names() {
        for (name, expected) in [
            ("a/b/C.run([Ljava/lang/String;)V", "C.run"),
            ("a/b/C.run(I)V#12", "C.run#12"),
            ("a/b/C.run(I)Lx/Y; loop@7", "C.run loop@7"),
            ("a/A.a()V > a/B.b()V > a/C.c()V", "… > B.b > C.c"),
            ("main (1)", "main (1)"),
            ("org/acme", "org/acme"),
        ] {
            assert_eq!(short(name), expected);
        }
    }

    #[test]
    fn names_of_threads_stay_apart() {
        for name in ["http-nio-127.0.0.1-exec-1 (23)", "pool.main-1 (24)", "a/b.c (25) > d"] {
            assert_eq!(short_partner(Granularity::Thread, name), name);
        }
        assert_eq!(short_partner(Granularity::Method, "a/b/C.run(I)V"), "C.run");
    }
}
