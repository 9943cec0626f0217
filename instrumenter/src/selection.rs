//! `--trace-only` and `--trace-except`: which classes and methods are traced.

use paratrace_traceformat::map::Untraced;
use paratrace_traceformat::patterns::{covers, covers_method, dotted, glob};

use crate::access_flags::ACC_MODULE;
use crate::options::Options;

/// Patterns in Java notation: a package (`com.foo`), class (`com.foo.Bar`, with its nested ones) or method
/// (`com.foo.Bar.run`); `*` stands for any text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Selection {
    pub(crate) trace_only: Vec<String>,
    pub(crate) trace_except: Vec<String>,
    platform: bool,
    /// The classes are those of a JDK that is going to be traced.
    pub(crate) is_jdk: bool,
}

/// Returns whether a pattern may name classes of a JDK: with `*` in it, what is before that says so.
#[must_use]
pub fn may_name_jdk(pattern: &str) -> bool {
    let name = dotted(pattern).replace('.', "/");
    match name.split_once('*') {
        Some((begin, _)) => paratrace_jvm::platform::may_begin(begin),
        None => paratrace_jvm::platform::is_of_jdk(&format!("{name}/")),
    }
}

impl Selection {
    pub(crate) fn new(options: &Options) -> Selection {
        let all = |patterns: &[String]| patterns.iter().map(|pattern| dotted(pattern)).collect();
        let (trace_only, trace_except) = (all(&options.trace_only), all(&options.trace_except));
        Selection { trace_only, trace_except, platform: options.platform, is_jdk: false }
    }

    /// Everything in a JDK.
    pub(crate) fn of_jdk() -> Selection {
        Selection { platform: true, is_jdk: true, ..Selection::default() }
    }

    /// Why a class is left as it is.
    pub(crate) fn class(&self, name: &str, access: u16) -> Option<Untraced> {
        if self.is_foreign(name) || access & ACC_MODULE != 0 {
            return Some(Untraced::Runtime);
        }
        let name = name.replace('/', ".");
        let may_name = |pattern: &String| covers(pattern, &name) || names_member(pattern, &name);
        let is_wanted = self.trace_only.is_empty() || self.trace_only.iter().any(may_name);
        let is_excepted = self.trace_except.iter().any(|pattern| covers(pattern, &name));
        (!is_wanted || is_excepted).then_some(Untraced::Excluded)
    }

    /// Patterns do not count for these classes.
    pub(crate) fn is_foreign(&self, name: &str) -> bool {
        !self.platform && paratrace_jvm::platform::owns(name) || name.starts_with("paratrace/rt/")
    }

    /// Why a method of a traced class is left as it is.
    pub(crate) fn method(&self, class: &str, method: &str) -> Option<Untraced> {
        let class = class.replace('/', ".");
        let hit = |pattern: &String| covers_method(pattern, &class, method);
        let is_wanted = self.trace_only.is_empty() || self.trace_only.iter().any(hit);
        (!is_wanted || self.trace_except.iter().any(hit)).then_some(Untraced::Excluded)
    }
}

/// True if the pattern may name a method of the class.
fn names_member(pattern: &str, class: &str) -> bool {
    pattern.rsplit_once('.').is_some_and(|(owner, _)| owner == class || glob(owner.as_bytes(), class.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traced(only: &[&str], except: &[&str], class: &str, method: &str) -> bool {
        let own = |list: &[&str]| list.iter().map(|&p| p.to_owned()).collect::<Vec<_>>();
        let options = Options { trace_only: own(only), trace_except: own(except), ..Options::default() };
        let selection = Selection::new(&options);
        selection.class(class, 0).is_none() && selection.method(class, method).is_none()
    }

    #[test]
    fn packages_classes_and_methods() {
        assert!(traced(&[], &[], "a/B", "m"));
        assert!(traced(&["a"], &[], "a/B", "m"));
        assert!(!traced(&["a"], &[], "ab/C", "m"));
        assert!(traced(&["a.B"], &[], "a/B$C", "m"));
        assert!(traced(&["a.B.m"], &[], "a/B", "m"));
        assert!(!traced(&["a.B.m"], &[], "a/B", "n"));
        assert!(!traced(&[], &["a.B.m"], "a/B", "m"));
        assert!(traced(&[], &["a.B.m"], "a/B", "n"));
        assert!(!traced(&["a"], &["*.test.*"], "a/test/T", "m"));
        assert!(!traced(&[], &[], "java/lang/Object", "wait"));
    }

    #[test]
    fn patterns_that_may_name_classes_of_a_jdk() {
        for pattern in
            ["java", "java.util", "java/util/ArrayList#add", "sun.nio.ch", "*", "*List", "ja*", "java.util.*", "jdk*"]
        {
            assert!(may_name_jdk(pattern), "{pattern}");
        }
        for pattern in ["com.acme", "com.acme.*", "Main", "Main.main", "javax.servlet", "org.w3c.tidy", "javaland.*"] {
            assert!(!may_name_jdk(pattern), "{pattern}");
        }
    }
}
