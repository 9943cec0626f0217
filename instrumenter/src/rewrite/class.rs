//! Rewrites one class.

use paratrace_classfile::{ClassEditor, ClassFile, Error, Result};
use paratrace_traceformat::map::Untraced;

use super::identity::{self, Recorder};
use super::insert::{EarlyNumber, insert_probes};
use super::serial;
use crate::method::Plan;
use crate::world::World;

/// A traced method of a class.
pub(crate) struct MethodCode<'p> {
    /// Index in the class.
    pub(crate) index: usize,
    pub(crate) plan: &'p Plan,
    pub(crate) path_base: u32,
    pub(crate) is_constructor: bool,
}

/// What is done to a class.
#[derive(Default)]
pub(crate) struct ClassPlan<'p> {
    pub(crate) methods: Vec<MethodCode<'p>>,
    /// It holds the object numbers of its hierarchy.
    pub(crate) number_field: bool,
    /// Classes whose objects' numbers it records.
    pub(crate) records: Vec<String>,
    /// It takes numbers of copies away.
    pub(crate) copies: bool,
    /// Constructors of its hierarchy store into fields before the super class is initialised.
    pub(crate) early_numbers: bool,
}

/// What cannot be rewritten (a method, or the class) and why.
pub(crate) type Refusal = (Option<usize>, Untraced);

/// The new bytes, or all that cannot be rewritten.
pub(crate) fn rewrite(
    class: &ClassFile<'_>,
    world: &World,
    index: usize,
    plan: &ClassPlan<'_>,
) -> Result<Vec<u8>, Vec<Refusal>> {
    let mut editor = ClassEditor::new(class);
    let whole = |error: Error| vec![(None, reason(&error))];
    if !plan.records.is_empty() && !identity::has_static_methods(class) {
        return Err(plan.methods.iter().map(|method| (Some(method.index), Untraced::Version)).collect());
    }
    add_members(&mut editor, class, world, index, plan).map_err(whole)?;
    let mut refused = Vec::new();
    for method in &plan.methods {
        let early = early_number(world, index, plan, method);
        let body = insert_probes(class, editor.pool(), method.index, method.plan, method.path_base, &early);
        if let Err(error) = body.and_then(|body| editor.set_code(method.index, body)) {
            refused.push((Some(method.index), reason(&error)));
        }
    }
    if refused.is_empty() { editor.finish().map_err(whole) } else { Err(refused) }
}

fn add_members(
    editor: &mut ClassEditor<'_>,
    class: &ClassFile<'_>,
    world: &World,
    index: usize,
    plan: &ClassPlan<'_>,
) -> Result<()> {
    let name = &world.classes[index].name;
    let frames = class.has_frames();
    if plan.number_field {
        identity::add_number_field(editor)?;
    }
    for recorded in &plan.records {
        identity::add_record_methods(editor, &Recorder::of(class)?, recorded, frames)?;
    }
    if plan.copies {
        identity::add_fresh_method(editor, name, frames)?;
    }
    if plan.number_field || !plan.records.is_empty() || plan.copies {
        serial::keep(editor, class, world, index)?;
    }
    Ok(())
}

fn early_number(world: &World, index: usize, plan: &ClassPlan<'_>, method: &MethodCode<'_>) -> EarlyNumber {
    if !plan.early_numbers || !method.is_constructor {
        return EarlyNumber::default();
    }
    let class = &world.classes[index];
    // A constructor that calls another one of its class leaves the number to that.
    let calls = method
        .plan
        .facts
        .iter()
        .zip(&method.plan.operands)
        .filter(|(f, _)| f.as_ref().is_some_and(|fact| fact.initializes_this));
    let delegates = calls.into_iter().any(|(_, operand)| match operand {
        crate::method::Operand::Call(call) => call.class == class.name,
        _ => false,
    });
    let holder = (plan.number_field && !delegates).then(|| class.name.clone());
    EarlyNumber { needed: true, holder }
}

fn reason(error: &Error) -> Untraced {
    match error {
        Error::CodeTooLarge { .. } => Untraced::CodeTooLarge,
        Error::PoolFull => Untraced::PoolFull,
        Error::JsrRet { .. } => Untraced::Subroutine,
        _ => Untraced::Malformed,
    }
}
