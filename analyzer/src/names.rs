//! Names of methods, as users write them.

/// Is `pkg/Class.name(desc)ret` what a user means by a name?
pub(crate) fn is_called(method: &str, name: &str) -> bool {
    let wanted = name.split('(').next().unwrap_or_default().replace('/', ".");
    let known = method.split('(').next().unwrap_or_default().replace(['/', '$'], ".");
    let ends = known.strip_suffix(&wanted.replace('$', ".")).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    ends && name.find('(').is_none_or(|at| method.ends_with(&name[at..]))
}

#[cfg(test)]
mod tests {
    use super::is_called;

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
