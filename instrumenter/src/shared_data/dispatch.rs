//! Which methods a virtual call selects, found out once for all calls of one method through one class, and for many receivers at
//! once.

use std::collections::BTreeMap;

use super::analysis::Analysis;
use super::bits::Bits;
use super::hierarchy::Hierarchy;
use super::library::is_closed;
use super::objects::MethodId;
use super::solver::ObjectNumber;
use super::types::{TypeId, is_subtype};
use crate::world::{Signature, World};

/// All calls of a method through a class.
#[derive(Debug)]
pub(super) struct Family {
    class: TypeId,
    signature: Signature,
    /// Methods that classes with instances select, and these classes; `None`: code that cannot be followed.
    selected: Vec<(Option<MethodId>, Bits)>,
    /// Receivers whose selected methods are known.
    known: Bits,
    targets: Vec<(MethodId, Bits)>,
    /// Receivers that may select code that cannot be followed.
    opaque: Bits,
    /// Lambdas may stand behind the class.
    lambdas: Option<bool>,
}

impl Family {
    pub(super) fn new(
        world: &World,
        hierarchy: &Hierarchy,
        instantiated: &[usize],
        class: (TypeId, &str),
        signature: Signature,
    ) -> Family {
        let mut selected: BTreeMap<Option<MethodId>, Bits> = BTreeMap::new();
        for position in hierarchy.may_be(world, class.1).iter() {
            let candidate = instantiated[position as usize];
            let target = world.usable(candidate, world.method_of(candidate, signature));
            selected.entry(target).or_default().insert(position);
        }
        Family {
            class: class.0,
            signature,
            selected: selected.into_iter().collect(),
            known: Bits::default(),
            targets: Vec::new(),
            opaque: Bits::default(),
            lambdas: None,
        }
    }

    fn selects(&mut self, target: MethodId, receiver: ObjectNumber) {
        match self.targets.iter_mut().find(|(known, _)| *known == target) {
            Some((_, receivers)) => receivers.insert(receiver),
            None => self.targets.push((target, Bits::from_iter([receiver]))),
        }
    }
}

impl Analysis<'_> {
    /// Enters the methods that a virtual call selects for new receivers.
    pub(super) fn dispatch(&mut self, site: u32, receivers: &Bits) {
        let Some(family) = self.family_of(site) else { return self.opaque(site) };
        for receiver in receivers.without(&self.families[family].known).iter() {
            self.families[family].known.insert(receiver);
            self.classify(family, receiver);
        }
        let family = &self.families[family];
        let met = family.targets.iter().map(|(target, of)| (*target, of.common(receivers)));
        let met: Vec<_> = met.filter(|(_, receivers)| !receivers.is_empty()).collect();
        let opaque = family.opaque.meets(receivers);
        for (target, receivers) in met {
            self.link(site, target, Some(&receivers));
        }
        if opaque {
            self.opaque(site);
        }
    }

    /// Finds the methods that a receiver selects: that of its very class if it was created within the task, else those
    /// of all classes with instances.
    fn classify(&mut self, family: usize, receiver: ObjectNumber) {
        let (class, signature) = (self.families[family].class, self.families[family].signature);
        let object = self.solver.object(receiver);
        let own = self.solver.types.name(object.class()).to_owned();
        if object.is_created() {
            let start = self.world.find(&own);
            match start.and_then(|start| self.world.usable(start, self.world.method_of(start, signature))) {
                Some(target) => self.families[family].selects(target, receiver),
                None => self.families[family].opaque.insert(receiver),
            }
            return;
        }
        let class = self.solver.types.name(class).to_owned();
        let mut opaque = self.world.find(&class).is_none();
        if !is_closed(&own) {
            let held = self.hierarchy.may_be(self.world, &own);
            let selected = self.families[family].selected.iter().filter(|(_, classes)| classes.meets(&held));
            for target in selected.map(|(target, _)| *target).collect::<Vec<_>>() {
                let Some(target) = target else {
                    opaque = true;
                    continue;
                };
                self.families[family].selects(target, receiver);
                self.given_receiver(target, &own);
            }
            let lambdas = self.families[family].lambdas.unwrap_or_else(|| self.enter_lambdas(&class));
            self.families[family].lambdas = Some(lambdas);
            opaque |= lambdas;
        }
        if opaque {
            self.families[family].opaque.insert(receiver);
        }
    }

    /// Lets the receiver be any object that the library was given, if it fits: the library may hand one out as an
    /// object of its own class.
    fn given_receiver(&mut self, target: MethodId, class: &str) {
        if self.world.find(class).is_some() {
            return;
        }
        let Some((base, parameters)) = self.reach(target) else { return };
        if let Some(this) = parameters.first() {
            let owner = self.world.name(self.world.method_at(target).0).to_owned();
            self.handed_out(base + this, &owner);
        }
    }

    /// Enters the bodies of lambdas that may implement an interface; `false` if there are none.
    pub(super) fn enter_lambdas(&mut self, class: &str) -> bool {
        let program = self.program;
        let mut found = false;
        let mut interfaces: Vec<_> = program.lambdas.iter().collect();
        interfaces.sort_unstable_by_key(|(interface, _)| *interface);
        for (interface, bodies) in interfaces {
            if is_subtype(self.world, interface, class) == Some(true) {
                bodies.iter().for_each(|body| self.enter_named(body));
                found = true;
            }
        }
        found
    }
}
