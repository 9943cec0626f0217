//! Patterns for packages, classes and methods: `com.acme`, `com.acme.Foo`; `*` stands for any text.

/// Returns whether a pattern is the class, a package of it, or a class that it is nested in. Names have dots.
#[must_use]
pub fn covers(pattern: &str, class: &str) -> bool {
    let inside = class.strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '$']));
    inside || glob(pattern.as_bytes(), class.as_bytes())
}

/// Returns whether a pattern stands for a whole text.
#[must_use]
pub fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t, mut star) = (0, 0, None);
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&c) if c == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((place, from)) => {
                    star = Some((place, from + 1));
                    p = place + 1;
                    t = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::{covers, glob};

    #[test]
    fn packages_cover_what_is_in_them() {
        assert!(covers("com.acme", "com.acme.Foo") && covers("com.acme.Foo", "com.acme.Foo$Bar") && covers("*", "Foo"));
        assert!(!covers("com.acme", "com.acmes.Foo"));
        assert!(glob(b"com.*.Foo", b"com.a.b.Foo") && !glob(b"com.*.Foo", b"com.Foo"));
    }
}
