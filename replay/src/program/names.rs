//! Names of methods, `pkg/Class.name(desc)ret`, and their parts.

/// Returns `pkg/Class.name` of a method, without the descriptor.
pub fn without_descriptor(method: &str) -> &str {
    method.split('(').next().unwrap_or_default()
}

/// Returns `pkg/Class` of a method.
pub fn class_of(method: &str) -> &str {
    let name = without_descriptor(method);
    name.rsplit_once('.').map_or(name, |(class, _)| class)
}

/// Returns `Class.name` of a method.
pub fn short(method: &str) -> &str {
    without_descriptor(method).rsplit('/').next().unwrap_or_default()
}

/// Returns `pkg` of a class; empty for the default package.
pub fn package_of(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

/// Returns the package of a class as a report names it.
pub fn package_label(class: &str) -> &str {
    match package_of(class) {
        "" => "(default)",
        package => package,
    }
}

/// Returns whether a user's name for a method means `pkg/Class.name(desc)ret`.
pub fn is_called(method: &str, name: &str) -> bool {
    let wanted = without_descriptor(name).replace('/', ".");
    let known = without_descriptor(method).replace(['/', '$'], ".");
    let ends = known.strip_suffix(&wanted.replace('$', ".")).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    ends && name.find('(').is_none_or(|at| method.ends_with(&name[at..]))
}

#[cfg(test)]
mod tests {
    use super::{class_of, is_called, package_label, package_of, short, without_descriptor};

    #[test]
    fn parts() {
        let method = "demo/Scene$Ray.trace(Ldemo/Ray;)V";
        assert_eq!([without_descriptor(method), class_of(method)], ["demo/Scene$Ray.trace", "demo/Scene$Ray"]);
        assert_eq!([short(method), package_of(class_of(method))], ["Scene$Ray.trace", "demo"]);
        assert_eq!([package_of("Main"), package_label("Main"), package_label("a/b/C")], ["", "(default)", "a/b"]);
    }

    #[test]
    fn names_are_matched_from_the_end() {
        let method = "demo/Scene$Ray.trace(I)V";
        for name in ["trace", "Ray.trace", "Scene$Ray.trace", "demo.Scene$Ray.trace", "demo/Scene$Ray.trace(I)V"] {
            assert!(is_called(method, name), "{name}");
        }
        for name in ["race", "y.trace", "Ray", "trace(J)V", "trace(I"] {
            assert!(!is_called(method, name), "{name}");
        }
    }
}
