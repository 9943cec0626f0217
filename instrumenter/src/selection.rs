//! `--include` and `--exclude`: which classes and methods are traced.

use paratrace_traceformat::map::Untraced;
use paratrace_traceformat::patterns::{covers, glob};
use serde::{Deserialize, Serialize};

use crate::run::Options;
use crate::world::World;

const ACC_MODULE: u16 = 0x8000;

/// Patterns in Java notation: a package (`com.foo`), class (`com.foo.Bar`, nested ones included) or method
/// (`com.foo.Bar.run`); `*` stands for any text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Selection {
    include: Vec<String>,
    exclude: Vec<String>,
    platform: bool,
}

impl Selection {
    pub(crate) fn new(options: &Options) -> Selection {
        let normal = |patterns: &[String]| patterns.iter().map(|p| p.replace(['/', '#'], ".")).collect();
        Selection { include: normal(&options.include), exclude: normal(&options.exclude), platform: options.platform }
    }

    /// Why a class is left as it is.
    pub(crate) fn class(&self, name: &str, access: u16) -> Option<Untraced> {
        if self.is_foreign(name) || access & ACC_MODULE != 0 {
            return Some(Untraced::Runtime);
        }
        let name = name.replace('/', ".");
        let included =
            self.include.is_empty() || self.include.iter().any(|p| covers(p, &name) || names_member(p, &name));
        let excluded = self.exclude.iter().any(|p| covers(p, &name));
        (!included || excluded).then_some(Untraced::Excluded)
    }

    /// Patterns do not count for these classes.
    fn is_foreign(&self, name: &str) -> bool {
        !self.platform && paratrace_jvm::platform::owns(name) || name.starts_with("paratrace/rt/")
    }

    /// The patterns that no class and no method of the program has.
    pub(crate) fn unmatched(&self, world: &World) -> Unmatched {
        let mut left = Unmatched { include: self.include.clone(), exclude: self.exclude.clone() };
        for class in &world.classes {
            if left.include.is_empty() && left.exclude.is_empty() {
                break;
            }
            let name = world.names.text(class.name);
            if self.is_foreign(name) {
                continue;
            }
            let name = name.replace('/', ".");
            let names_method = |pattern: &str| {
                let mut methods = class.methods.iter().map(|method| world.names.member(method.signature).0);
                may_begin(pattern, &name)
                    && methods.any(|method| glob(pattern.as_bytes(), format!("{name}.{method}").as_bytes()))
            };
            left.retain(|pattern| !covers(pattern, &name) && !names_method(pattern));
        }
        left
    }

    /// Why a method of a traced class is left as it is.
    pub(crate) fn method(&self, class: &str, method: &str) -> Option<Untraced> {
        let class = class.replace('/', ".");
        let full = format!("{class}.{method}");
        let hit = |p: &String| covers(p, &class) || glob(p.as_bytes(), full.as_bytes());
        let included = self.include.is_empty() || self.include.iter().any(hit);
        (!included || self.exclude.iter().any(hit)).then_some(Untraced::Excluded)
    }
}

/// Patterns without effect.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmatched {
    /// Patterns of those that say what is traced.
    pub include: Vec<String>,
    /// Patterns of those that say what is not traced.
    pub exclude: Vec<String>,
}

impl Unmatched {
    fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.include.retain(|pattern| keep(pattern));
        self.exclude.retain(|pattern| keep(pattern));
    }
}

/// True if the pattern may name a method of the class.
fn names_member(pattern: &str, class: &str) -> bool {
    pattern.rsplit_once('.').is_some_and(|(owner, _)| owner == class || glob(owner.as_bytes(), class.as_bytes()))
}

/// True if the pattern may stand for a text with this beginning.
fn may_begin(pattern: &str, text: &str) -> bool {
    let exact = pattern.split('*').next().unwrap_or_default();
    text.starts_with(exact) || exact.starts_with(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traced(include: &[&str], exclude: &[&str], class: &str, method: &str) -> bool {
        let own = |list: &[&str]| list.iter().map(|&p| p.to_owned()).collect::<Vec<_>>();
        let options = Options { include: own(include), exclude: own(exclude), ..Options::default() };
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
}
