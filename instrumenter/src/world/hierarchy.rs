//! Super classes, subclasses and implementors within the world.

use rustc_hash::FxHashMap;

use super::{Signature, World};

/// Super classes, interfaces and their inverse, by class index.
#[derive(Debug, Default)]
pub(super) struct Hierarchy {
    parents: Vec<Option<usize>>,
    /// Direct super interfaces that are in the world.
    interfaces: Vec<Box<[usize]>>,
    /// Classes (no interfaces) that implement each interface, in whatever way.
    implementors: Vec<Vec<usize>>,
    /// Interfaces that lambdas may stand behind.
    of_lambda: Vec<bool>,
    tree: Tree,
    /// Places in the tree of the classes that declare a method with untraced code, ascending, by signature.
    untraced: FxHashMap<Signature, Vec<u32>>,
    /// Initialising the class itself, or its interfaces, may run traced code.
    initializes: Vec<bool>,
}

/// The classes by subclassing, in depth-first order: the subclasses of a class follow it without gap.
#[derive(Debug, Default)]
struct Tree {
    /// Place of each class; `None` in or below cycles, which no JVM loads.
    place: Vec<Option<u32>>,
    /// For each class, the place behind its last subclass.
    end: Vec<u32>,
}

impl Tree {
    fn of(parents: &[Option<usize>]) -> Tree {
        let mut children = vec![Vec::new(); parents.len()];
        for (class, parent) in parents.iter().enumerate() {
            if let Some(parent) = parent {
                children[*parent].push(class);
            }
        }
        let mut tree = Tree { place: vec![None; parents.len()], end: vec![0; parents.len()] };
        let mut next = 0;
        let mut todo: Vec<(usize, bool)> =
            (0..parents.len()).filter(|&class| parents[class].is_none()).map(|root| (root, false)).collect();
        while let Some((class, done)) = todo.pop() {
            if done {
                tree.end[class] = next;
                continue;
            }
            tree.place[class] = Some(next);
            next += 1;
            todo.push((class, true));
            todo.extend(children[class].iter().map(|&child| (child, false)));
        }
        tree
    }
}

impl Hierarchy {
    pub(super) fn link(world: &World) -> Hierarchy {
        let classes = &world.classes;
        let parents: Vec<_> = classes.iter().map(|c| c.super_name.and_then(|name| world.named(name))).collect();
        let direct = |names: &[super::Name]| names.iter().filter_map(|&name| world.named(name)).collect();
        let mut hierarchy = Hierarchy {
            tree: Tree::of(&parents),
            parents,
            interfaces: classes.iter().map(|class| direct(&class.interfaces)).collect(),
            implementors: vec![Vec::new(); classes.len()],
            ..Hierarchy::default()
        };
        let mut seen = vec![usize::MAX; classes.len()];
        for index in (0..classes.len()).filter(|&class| !classes[class].is_interface()) {
            hierarchy.implement(index, &mut seen);
        }
        hierarchy.of_lambda = hierarchy.closure(world.lambda_interfaces.iter().filter_map(|&name| world.named(name)));
        hierarchy
    }

    /// Enters a class with all interfaces above it. `seen` holds the last class that met an interface.
    fn implement(&mut self, class: usize, seen: &mut [usize]) {
        let mut todo: Vec<usize> = self.supers(class).collect();
        while let Some(above) = todo.pop() {
            for &interface in &self.interfaces[above] {
                if seen[interface] != class {
                    seen[interface] = class;
                    self.implementors[interface].push(class);
                    todo.push(interface);
                }
            }
        }
    }

    /// Marks interfaces and those they extend.
    fn closure(&self, of: impl Iterator<Item = usize>) -> Vec<bool> {
        let mut marked = vec![false; self.parents.len()];
        let mut todo: Vec<usize> = of.collect();
        while let Some(interface) = todo.pop() {
            if !std::mem::replace(&mut marked[interface], true) {
                todo.extend_from_slice(&self.interfaces[interface]);
            }
        }
        marked
    }

    fn supers(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        let limit = self.parents.len() + 1;
        std::iter::successors(Some(class), |&current| self.parents[current]).take(limit)
    }
}

impl World {
    /// The super class, if it is in the world.
    pub(crate) fn super_of(&self, class: usize) -> Option<usize> {
        self.hierarchy.parents[class]
    }

    /// The class and its super classes within the world, from the class upwards. Ends on cyclic (invalid) hierarchies.
    pub(crate) fn supers(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        self.hierarchy.supers(class)
    }

    /// Direct super interfaces within the world.
    pub(crate) fn interfaces(&self, class: usize) -> &[usize] {
        &self.hierarchy.interfaces[class]
    }

    /// All classes behind an interface of the world, if no lambda or proxy can stand behind it as well.
    pub(crate) fn only_implementors(&self, interface: usize) -> Option<&[usize]> {
        let class = &self.classes[interface];
        // A lambda of a sub-interface implements it, too.
        let hidden = self.makes_classes || self.hierarchy.of_lambda[interface];
        (class.is_interface() && !self.is_unsettled(interface) && !hidden)
            .then_some(&self.hierarchy.implementors[interface])
    }

    /// True if every method that a virtual call of this declaration may select in subclasses is traced or abstract.
    pub(crate) fn all_overriders_traced(&self, class: usize, signature: Signature) -> bool {
        let tree = &self.hierarchy.tree;
        let Some(first) = tree.place[class] else { return false };
        let untraced = self.hierarchy.untraced.get(&signature).map_or(&[][..], Vec::as_slice);
        let next = untraced.partition_point(|&place| place < first);
        untraced.get(next).is_none_or(|&place| place >= tree.end[class])
    }

    /// True if class initialisation of `class` may run traced code: it or a super class has an initialiser, or a super class is not known.
    pub(crate) fn has_initializer(&self, class: usize) -> bool {
        self.is_unsettled(class) || self.supers(class).any(|class| self.hierarchy.initializes[class])
    }

    /// True if a class outside of the world that is right above one may have an initialiser which calls a traced JDK.
    fn is_below_initializer(&self, class: usize) -> bool {
        let described = &self.classes[class];
        let mut above = described.super_name.iter().chain(&described.interfaces).map(|&name| self.names.text(name));
        above.any(|name| self.find(name).is_none() && self.may_initialize(name))
    }

    /// Finds the untraced methods of each signature and forgets answers that depended on them. It has to be called
    /// whenever methods became untraced.
    pub(crate) fn find_untraced(&mut self) {
        let mut untraced: FxHashMap<Signature, Vec<u32>> = FxHashMap::default();
        for (class, place) in self.classes.iter().zip(&self.hierarchy.tree.place) {
            for method in class.methods.iter().filter(|method| method.runs_untraced()) {
                untraced.entry(method.signature).or_default().extend(place);
            }
        }
        untraced.values_mut().for_each(|places| places.sort_unstable());
        self.hierarchy.untraced = untraced;
        self.hierarchy.initializes = self.initializes();
        self.implementations = Default::default();
    }

    fn initializes(&self) -> Vec<bool> {
        let Some(clinit) = self.names.signature("<clinit>", "()V") else { return vec![false; self.classes.len()] };
        let own = |class: usize| {
            let found = &self.classes[class];
            if !found.of_jdk && self.is_below_initializer(class) {
                return true;
            }
            let Some(method) = self.declared(class, clinit).map(|method| &found.methods[method]) else { return false };
            // One that is not traced may call what is, but in a JDK those run before the first path.
            method.untraced.is_none() && found.rewritten() || !found.of_jdk && !method.pauses()
        };
        let mut marked: Vec<bool> = (0..self.classes.len()).map(own).collect();
        // From interfaces to what extends or implements them.
        let mut below = vec![Vec::new(); self.classes.len()];
        for (class, interfaces) in self.hierarchy.interfaces.iter().enumerate() {
            interfaces.iter().for_each(|&interface| below[interface].push(class));
        }
        let mut todo: Vec<usize> = (0..marked.len()).filter(|&class| marked[class]).collect();
        while let Some(class) = todo.pop() {
            let new = below[class].iter().copied().filter(|&b| !std::mem::replace(&mut marked[b], true));
            todo.extend(new.collect::<Vec<_>>());
        }
        marked
    }
}
