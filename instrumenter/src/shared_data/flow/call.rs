//! Calls, and the methods behind the lambdas that they make.

use std::sync::Arc;

use paratrace_classfile::descriptor::MethodDescriptor;
use paratrace_classfile::{ClassFile, Constant, MemberRef, opcodes as op};

use super::Walker;
use super::event::{Call, Event, MethodName};
use crate::shared_data::stack::{Stack, Value};

impl<'c> Walker<'c> {
    pub(super) fn dynamic(&mut self, at: usize, index: u16, state: &mut Stack) -> Option<()> {
        let pool = &self.class.constant_pool;
        let Constant::InvokeDynamic { bootstrap, name_and_type } = pool.get(index).ok()? else { return None };
        let (name, descriptor) = pool.name_and_type(name_and_type).ok()?;
        let kind = paratrace_classfile::MemberKind::Method;
        let target = MemberRef { kind, class: "".into(), name, descriptor, is_interface: false };
        let (bodies, is_lambda) = lambda_bodies(self.class, bootstrap);
        self.call(at, op::INVOKEDYNAMIC, &target, bodies, is_lambda, state)
    }

    pub(super) fn call(
        &mut self,
        at: usize,
        opcode: u8,
        target: &MemberRef<'c>,
        bodies: Vec<MethodName>,
        is_lambda: bool,
        state: &mut Stack,
    ) -> Option<()> {
        let parsed = MethodDescriptor::parse(&*target.descriptor).ok()?;
        let mut args = Vec::with_capacity(parsed.parameters.len() + 1);
        for parameter in parsed.parameters.iter().rev() {
            if parameter.slots() == 2 {
                state.drop(1)?;
            }
            args.push(state.pop()?.reference);
        }
        if !matches!(opcode, op::INVOKESTATIC | op::INVOKEDYNAMIC) {
            args.push(state.pop()?.reference);
        }
        args.reverse();
        let mut result = 0;
        if let Some(kind) = &parsed.return_type {
            let value = self.of_type(kind);
            result = value.reference;
            state.push(value);
            if kind.slots() == 2 {
                state.push(Value::PAD);
            }
        }
        self.flow.events.push(Event::Call(Arc::new(Call {
            at,
            opcode,
            class: target.class.to_string(),
            name: target.name.to_string(),
            desc: target.descriptor.to_string(),
            args,
            result,
            named_in: self.class.name().ok()?.into_owned(),
            bodies,
            is_lambda,
        })));
        Some(())
    }
}

/// Methods behind the handles that a bootstrap method is given, and whether it makes lambdas.
pub(crate) fn lambda_bodies(class: &ClassFile<'_>, bootstrap: u16) -> (Vec<MethodName>, bool) {
    let pool = &class.constant_pool;
    let target = |handle: u16| match pool.get(handle) {
        Ok(Constant::MethodHandle { reference, .. }) => {
            let target = pool.member_ref(reference).ok()?;
            Some(MethodName {
                class: target.class.into_owned(),
                name: target.name.into_owned(),
                desc: target.descriptor.into_owned(),
            })
        }
        _ => None,
    };
    let Some(row) = class.bootstrap_methods().nth(usize::from(bootstrap)) else { return (Vec::new(), false) };
    let factory = target(row.method).is_some_and(|method| method.class == "java/lang/invoke/LambdaMetafactory");
    (row.arguments().filter_map(target).collect(), factory)
}
