//! Patterns for packages, classes and methods: `com.acme`, `com.acme.Foo`, `com.acme.Foo.bar`; `*` stands for any text.

/// Returns a pattern with dots between all parts: users also write `com/acme/Foo#bar`.
#[must_use]
pub fn dotted(pattern: &str) -> String {
    pattern.replace(['/', '#'], ".")
}

/// Returns whether a pattern is the method, or covers its class. Names have dots; the method's has no descriptor.
#[must_use]
pub fn covers_method(pattern: &str, class: &str, method: &str) -> bool {
    covers(pattern, class) || glob(pattern.as_bytes(), format!("{class}.{method}").as_bytes())
}

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
    use super::{covers, covers_method, dotted, glob};

    #[test]
    fn methods_are_covered_by_name_and_by_class() {
        for pattern in ["com.acme", "com.acme.Foo", "com.acme.Foo.bar", "*.bar", "com/acme/Foo#bar"] {
            assert!(covers_method(&dotted(pattern), "com.acme.Foo", "bar"), "{pattern}");
        }
        for pattern in ["bar", "Foo.bar", "com.acme.Foo.ba", "com.acme.Foo.bar.x", "com.acme.Foo$Bar"] {
            assert!(!covers_method(&dotted(pattern), "com.acme.Foo", "bar"), "{pattern}");
        }
    }

    #[test]
    fn packages_cover_what_is_in_them() {
        assert!(covers("com.acme", "com.acme.Foo") && covers("com.acme.Foo", "com.acme.Foo$Bar") && covers("*", "Foo"));
        assert!(!covers("com.acme", "com.acmes.Foo"));
        assert!(glob(b"com.*.Foo", b"com.a.b.Foo") && !glob(b"com.*.Foo", b"com.Foo"));
    }
}
