//! Classes of one name: versions in a multi-release jar, doubles on the class path. Which of them is loaded is not known.

use paratrace_traceformat::map::Untraced;
use rustc_hash::FxHashMap;

use super::{Name, World};

impl World {
    /// The class that stands for all of its name.
    pub(crate) fn first(&self, class: usize) -> usize {
        self.named(self.classes[class].name).unwrap_or(class)
    }

    /// All classes of a class's name.
    pub(super) fn variants(&self, class: usize) -> impl Iterator<Item = usize> {
        let name = self.classes[class].name;
        let all = if self.classes[class].ambiguous { 0..self.classes.len() } else { class..class + 1 };
        all.filter(move |&class| self.classes[class].name == name)
    }

    /// True if the class or a super type is one of several: another method may be selected than the one that is found.
    pub(crate) fn is_unsettled(&self, class: usize) -> bool {
        self.unsettled[class]
    }

    /// Rewrites all classes of one name or none: a reference by name may meet any of them.
    pub(super) fn unify_variants(&mut self) {
        let mut left: FxHashMap<usize, Untraced> = FxHashMap::default();
        for (index, class) in self.classes.iter().enumerate().filter(|(_, class)| class.ambiguous) {
            if let Some(reason) = class.untraced {
                left.entry(self.first(index)).or_insert(reason);
            }
        }
        for (first, reason) in left {
            self.mark_class_untraced(first, reason);
        }
    }

    /// Marks a class as untraced, with all others of its name.
    pub(super) fn mark_class_untraced(&mut self, class: usize, reason: Untraced) {
        for class in self.variants(class).collect::<Vec<_>>() {
            let class = &mut self.classes[class];
            class.untraced.get_or_insert(reason);
            for method in &mut class.methods {
                if method.untraced.is_none_or(|left| left == Untraced::CalledByJvm) {
                    method.untraced = Some(reason);
                }
            }
        }
    }

    pub(super) fn find_unsettled(&mut self) {
        let mut below: FxHashMap<Name, Vec<usize>> = FxHashMap::default();
        for (index, class) in self.classes.iter().enumerate() {
            for &parent in class.super_name.iter().chain(&class.interfaces) {
                below.entry(parent).or_default().push(index);
            }
        }
        let mut unsettled: Vec<bool> = self.classes.iter().map(|class| class.ambiguous).collect();
        let mut todo: Vec<usize> = (0..unsettled.len()).filter(|&class| unsettled[class]).collect();
        while let Some(class) = todo.pop() {
            for &child in below.get(&self.classes[class].name).into_iter().flatten() {
                if !std::mem::replace(&mut unsettled[child], true) {
                    todo.push(child);
                }
            }
        }
        self.unsettled = unsettled;
    }
}
