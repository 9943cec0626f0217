//! Stacks as trees of calls: what a flame graph draws.

use super::{Selection, by_thread, names};
use crate::Classes;
use crate::measurements::Measurements;
use serde::Serialize;

/// A call, or a thread as the root of its calls.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Node {
    /// The method, or the thread.
    pub name: String,
    /// What was counted in it and in what it called.
    pub total: f64,
    /// What was counted in itself.
    pub own: f64,
    /// What it called, in the order of names.
    pub children: Vec<Node>,
}

/// A tree for each thread that has any of the selected stacks, in the order of names.
#[must_use]
pub fn trees(measured: &Measurements, classes: &Classes, selection: &Selection) -> Vec<Node> {
    let mut roots = Vec::new();
    for (thread, profile) in by_thread(measured, classes, selection) {
        let mut root = Node { name: thread.to_owned(), ..Node::default() };
        for (&stack, &value) in &profile.stacks {
            root.add(names(measured, stack), value);
        }
        if root.total > 0.0 {
            roots.push(root);
        }
    }
    roots
}

impl Node {
    fn add<'n>(&mut self, stack: impl Iterator<Item = &'n str>, value: f64) {
        self.total += value;
        let mut node = self;
        for name in stack {
            node = node.child(name);
            node.total += value;
        }
        node.own += value;
    }

    fn child(&mut self, name: &str) -> &mut Self {
        let found = self.children.binary_search_by(|child| child.name.as_str().cmp(name));
        let index = found.unwrap_or_else(|index| {
            self.children.insert(index, Self { name: name.to_owned(), ..Self::default() });
            index
        });
        &mut self.children[index]
    }
}
