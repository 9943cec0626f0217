//! Calls of code that cannot be followed: what it may be given, and what it may hand out.

use std::sync::Arc;

use paratrace_classfile::descriptor::MethodDescriptor;
use paratrace_classfile::{MemberKind, MemberRef, opcodes as op};
use paratrace_traceformat::map::{Effect, Mode};

use crate::shared_data::flow::{NULL, name_of};
use crate::shared_data::objects::Object;
use crate::shared_data::solver::Node;
use crate::world::{Caller, classify};

use super::{Analysis, Site};

impl Analysis<'_> {
    /// A call goes to code that cannot be followed.
    pub(in crate::shared_data) fn opaque(&mut self, site: u32) {
        let Site { caller, call, opaque, .. } = &mut self.sites[site as usize];
        if std::mem::replace(opaque, true) {
            return;
        }
        let (caller, call) = (*caller, Arc::clone(call));
        let target = MemberRef {
            kind: MemberKind::Method,
            class: (&*call.class).into(),
            name: (&*call.name).into(),
            descriptor: (&*call.desc).into(),
            is_interface: call.opcode == op::INVOKEINTERFACE,
        };
        let bootstrap = call.is_lambda.then_some(("java/lang/invoke/LambdaMetafactory", "metafactory"));
        let calling = Caller { class_of_jdk: None, names_classes: false };
        let kind =
            classify(self.world, call.opcode, (&target, self.world.find(&target.class)), bootstrap, true, calling);
        let Some(reached) = self.methods.get_mut(&caller) else { return };
        let open = kind.mode != Mode::Leaf;
        reached.open |= open;
        let base = reached.base;
        self.sites[site as usize].open = open;
        if kind.effect == Effect::State || call.is_lambda {
            for &arg in call.args.iter().filter(|&&arg| arg > NULL) {
                self.solver.copy(base + arg, self.solver.library);
            }
        }
        let returned = MethodDescriptor::parse(&call.desc).ok().and_then(|d| name_of(&d.return_type?));
        if let (Some(class), true) = (returned, call.result > NULL) {
            self.handed_out(base + call.result, &class);
        }
        if call.name == "clone" && call.desc == "()Ljava/lang/Object;" {
            // The object may be of a subclass, so it counts as one from outside as well.
            let class = if self.world.find(&call.class).is_some() { &call.class } else { &call.named_in };
            self.create(caller, base + call.result, class, 1, call.at);
        }
    }

    /// Adds the objects that the library may hand out as this class. For the library's own classes this waits until
    /// they are cast or called: sets would be large otherwise.
    pub(in crate::shared_data) fn handed_out(&mut self, to: Node, name: &str) {
        let class = self.solver.types.id(name);
        self.solver.add(to, Object::Library(class));
        if self.world.find(name).is_some() || name.starts_with('[') {
            self.solver.filter(self.solver.library, class, to);
        }
    }
}
