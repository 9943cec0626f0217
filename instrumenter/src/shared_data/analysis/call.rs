//! Calls: what each goes to, and what flows along it.

use std::sync::Arc;

use paratrace_classfile::descriptor::MethodDescriptor;
use paratrace_classfile::opcodes as op;
use rustc_hash::FxHashSet;

use crate::shared_data::bits::Bits;
use crate::shared_data::dispatch::Family;
use crate::shared_data::flow::{Call, NULL, name_of};
use crate::shared_data::library::{Known, known};
use crate::shared_data::objects::{MethodId, Object};
use crate::shared_data::solver::{Node, Slot};

use super::{Analysis, Site};

impl Analysis<'_> {
    pub(super) fn call(&mut self, caller: MethodId, base: Node, call: Arc<Call>) {
        let site = u32::try_from(self.sites.len()).unwrap_or(u32::MAX);
        let receiver = call.args.first().copied();
        let special = known(&call.class, &call.name, &call.desc);
        self.sites.push(Site {
            caller,
            call: Arc::clone(&call),
            targets: FxHashSet::default(),
            opaque: false,
            open: false,
        });
        if let Some(special) = special {
            return self.known(site, base, special);
        }
        match call.opcode {
            op::INVOKEVIRTUAL | op::INVOKEINTERFACE => {
                let Some(receiver) = receiver.filter(|&receiver| receiver > NULL) else { return };
                let receivers = self.solver.receiver(base + receiver, site);
                if !receivers.is_empty() {
                    self.dispatch(site, &receivers);
                }
            }
            op::INVOKEDYNAMIC => {
                self.opaque(site);
                if call.is_lambda {
                    call.bodies.iter().for_each(|body| self.enter_named(body));
                }
            }
            _ => match self.bound_target(site) {
                Some(target) => self.link(site, target, None),
                None => self.opaque(site),
            },
        }
    }

    fn bound_target(&self, site: u32) -> Option<MethodId> {
        let call = &self.sites[site as usize].call;
        let start = self.world.find(&call.class)?;
        self.world.usable(start, self.world.method(&call.class, &call.name, &call.desc))
    }

    /// Methods whose effect is known.
    fn known(&mut self, site: u32, base: Node, effect: Known) {
        let Site { caller, call, .. } = &self.sites[site as usize];
        let (caller, at, args, result) = (*caller, call.at, call.args.clone(), base + call.result);
        let class = match effect {
            Known::Clone => call.class.clone(),
            _ => MethodDescriptor::parse(&call.desc).ok().and_then(|d| name_of(&d.return_type?)).unwrap_or_default(),
        };
        let argument = |index: usize| args.get(index).copied().filter(|&arg| arg > NULL).map(|arg| base + arg);
        match effect {
            Known::NewArray => self.create(caller, result, &class, 1, at),
            Known::Clone => {
                self.create(caller, result, &class, 1, at);
                self.copy_elements(argument(0), Some(result));
            }
            Known::CopyElements => self.copy_elements(argument(0), argument(2)),
            Known::Identity => argument(0).into_iter().for_each(|from| self.solver.copy(from, result)),
            Known::Forgets if call.result > NULL => {
                let class = self.solver.types.id(&class);
                self.solver.add(result, Object::Library(class));
            }
            Known::Forgets => {}
        }
    }

    fn copy_elements(&mut self, from: Option<Node>, to: Option<Node>) {
        if let (Some(from), Some(to)) = (from, to) {
            let element = self.solver.node();
            self.solver.load(from, Slot::Elements, element);
            self.solver.store(to, Slot::Elements, element);
        }
    }

    /// The family of methods that receivers of a virtual call select from; `None` if no class of the program declares
    /// such a method.
    pub(in crate::shared_data) fn family_of(&mut self, site: u32) -> Option<usize> {
        let call = Arc::clone(&self.sites[site as usize].call);
        let signature = self.world.names.signature(&call.name, &call.desc)?;
        let class = self.solver.types.id(&call.class);
        if let Some(&known) = self.family_numbers.get(&(class, signature)) {
            return Some(known);
        }
        let named = (class, &*call.class);
        let family = Family::new(self.world, &self.hierarchy, &self.program.instantiated, named, signature);
        self.families.push(family);
        self.family_numbers.insert((class, signature), self.families.len() - 1);
        Some(self.families.len() - 1)
    }

    /// A call goes to a method that can be followed.
    pub(in crate::shared_data) fn link(&mut self, site: u32, target: MethodId, receivers: Option<&Bits>) {
        let Some((base, parameters)) = self.reach(target) else { return self.opaque(site) };
        if let (Some(receivers), Some(&this)) = (receivers, parameters.first()) {
            self.solver.hand(receivers, base + this);
        }
        let Site { caller, call, targets, .. } = &mut self.sites[site as usize];
        if !targets.insert(target) {
            return;
        }
        let (caller, call) = (*caller, Arc::clone(call));
        let from = self.methods.get_mut(&caller).map_or(0, |reached| {
            reached.callees.insert(target);
            reached.base
        });
        let returns = self.methods.get_mut(&target).map_or(0, |reached| {
            reached.called = true;
            reached.returns
        });
        for (&arg, &parameter) in call.args.iter().zip(&parameters).skip(usize::from(receivers.is_some())) {
            if arg > NULL && parameter != 0 {
                self.solver.copy(from + arg, base + parameter);
            }
        }
        if call.result > NULL {
            self.solver.copy(returns, from + call.result);
        }
    }
}
