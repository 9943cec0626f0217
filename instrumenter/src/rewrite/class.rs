//! Rewrites one class.

use paratrace_classfile::{ClassEditor, Error, Member, Result};
use paratrace_traceformat::map::Untraced;

use super::emit::{Constants, Emitter, owner};
use super::fences::insert_fences;
use super::insert::{EarlyNumber, insert_probes};
use super::pauses::insert_pauses;
use super::{identity, serial};
use crate::growth;
use crate::jdk;
use crate::method::{self, Operands, Plan};
use crate::world::MethodDecl;

/// The changes to a class besides tracing its methods.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ClassPlan {
    /// The class gets the field for the object numbers of its hierarchy.
    pub(crate) number_field: bool,
    /// The class gets the method that clears the number of a copied object.
    pub(crate) copies: bool,
    /// Constructors of its hierarchy store into fields before the super class is initialised.
    pub(crate) early_numbers: bool,
    /// Its first path id.
    pub(crate) path_base: u32,
}

impl ClassPlan {
    /// The plan that takes the most room in a class file.
    pub(crate) const LARGEST: ClassPlan =
        ClassPlan { number_field: true, copies: true, early_numbers: true, path_base: 1 << 31 };

    fn adds_members(&self) -> bool {
        self.number_field || self.copies
    }
}

/// A method (or, without one, a whole class) that cannot be rewritten, and the reason.
pub(crate) type Refusal = (Option<usize>, Untraced);

/// The new bytes, or everything that cannot be rewritten. `None`: there is nothing to do. `plans` are those of the
/// traced methods in order.
pub(crate) fn rewrite(
    operands: &mut Operands<'_>,
    plan: ClassPlan,
    plans: Option<&[Plan]>,
) -> Result<Option<Vec<u8>>, Vec<Refusal>> {
    let (class, described) = (operands.class, &operands.world.classes[operands.index]);
    let changed = described.methods.iter().any(MethodDecl::is_rewritten);
    if !described.rewritten() || !(changed || plan.adds_members()) {
        return Ok(None);
    }
    let (mut editor, class_frames) = (ClassEditor::new(class), class.has_frames());
    let whole = |error: Error| vec![(None, reason(&error))];
    add_members(&mut editor, operands, plan).map_err(whole)?;
    let mut probes = MethodRewriter {
        constants: Constants::default(),
        plan,
        plans: plans.map(<[Plan]>::iter),
        next_path: plan.path_base,
    };
    let mut refused = Vec::new();
    for (index, (method, declared)) in class.methods.iter().zip(&described.methods).enumerate() {
        let rewritten = match declared.untraced {
            None => probes.trace(operands, &mut editor, index, method).and_then(|()| {
                let renamed = described.of_jdk.then(|| rename(&mut editor, operands, index, method));
                renamed.unwrap_or(Ok(())).map_err(|error| reason(&error))
            }),
            Some(_) if declared.pauses() => probes.change(insert_pauses, operands, &mut editor, index),
            Some(Untraced::Runtime) if described.of_jdk && jdk::changes_current_thread(class, method) => {
                probes.change(insert_fences, operands, &mut editor, index)
            }
            Some(_) => Ok(()),
        };
        refused.extend(rewritten.err().map(|reason| (Some(index), reason)));
    }
    for class in &probes.constants.numbered {
        let world = operands.world;
        let copied = world.find(class).and_then(|class| world.identity_holder(class));
        let copied = copied.is_some_and(|holder| world.may_be_copied(holder));
        identity::add_number_methods(&mut editor, owner(operands), class, class_frames, copied).map_err(whole)?;
    }
    if refused.is_empty() { editor.finish().map(Some).map_err(whole) } else { Err(refused) }
}

/// Gives a method of a JDK the name by which no JIT compiler knows it.
fn rename(editor: &mut ClassEditor<'_>, operands: &Operands<'_>, index: usize, method: &Member<'_>) -> Result<()> {
    let name = method.name(&operands.class.constant_pool)?;
    match jdk::new_name(operands.class, method, operands.world.name(operands.index), &name) {
        Some(new) => editor.rename_method(index, &new),
        None => Ok(()),
    }
}

struct MethodRewriter<'p> {
    constants: Constants,
    plan: ClassPlan,
    plans: Option<std::slice::Iter<'p, Plan>>,
    next_path: u32,
}

impl MethodRewriter<'_> {
    /// Changes a method that is not traced.
    fn change(
        &mut self,
        insert: fn(Emitter<'_, '_, '_>, usize) -> Result<Vec<u8>>,
        operands: &Operands<'_>,
        editor: &mut ClassEditor<'_>,
        index: usize,
    ) -> Result<(), Untraced> {
        let emitter = Emitter::new(editor.pool(), operands, &mut self.constants);
        let body = insert(emitter, index);
        body.and_then(|body| editor.set_code(index, body)).map_err(|error| reason(&error))
    }

    fn trace(
        &mut self,
        operands: &mut Operands<'_>,
        editor: &mut ClassEditor<'_>,
        index: usize,
        method: &Member<'_>,
    ) -> Result<(), Untraced> {
        let planned = match self.plans.as_mut().and_then(Iterator::next) {
            Some(planned) => planned,
            None => &method::plan(operands, method)?,
        };
        let early = early_number(operands, self.plan, method, planned);
        let path_base = self.next_path;
        self.next_path = path_base.saturating_add(planned.path_count);
        let emitter = Emitter::new(editor.pool(), operands, &mut self.constants);
        let body = insert_probes(emitter, index, planned, path_base, &early);
        debug_assert!(body.as_ref().is_ok_and(|body| code_length(body) <= growth::code(planned)) || body.is_err());
        body.and_then(|body| editor.set_code(index, body)).map_err(|error| reason(&error))
    }
}

/// Length of the code in the contents of a Code attribute (JVMS §4.7.3).
fn code_length(body: &[u8]) -> usize {
    body[4..].first_chunk().map_or(0, |&length| u32::from_be_bytes(length) as usize)
}

fn add_members(editor: &mut ClassEditor<'_>, operands: &Operands<'_>, plan: ClassPlan) -> Result<()> {
    let (world, class, index) = (operands.world, operands.class, operands.index);
    let name = world.name(index);
    let frames = class.has_frames();
    if plan.number_field {
        identity::add_number_field(editor)?;
        if world.may_be_copied(world.first(index)) {
            identity::add_owner_field(editor)?;
        }
    }
    if plan.copies {
        identity::add_fresh_method(editor, name, frames)?;
    }
    if plan.adds_members() {
        serial::keep(editor, class, world, index)?;
    }
    Ok(())
}

fn early_number(operands: &Operands<'_>, class: ClassPlan, method: &Member<'_>, plan: &Plan) -> EarlyNumber {
    let is_constructor = || method.name(&operands.class.constant_pool).is_ok_and(|name| name == "<init>");
    if !class.early_numbers || !is_constructor() {
        return EarlyNumber::default();
    }
    let name = operands.world.name(operands.index);
    // A constructor that calls another one of its class leaves the number to that.
    let holder = (class.number_field && !plan.frame.delegates).then(|| name.to_owned());
    EarlyNumber { needed: true, holder }
}

fn reason(error: &Error) -> Untraced {
    match error {
        Error::CodeTooLarge { .. } => Untraced::CodeTooLarge,
        Error::PoolFull => Untraced::PoolFull,
        Error::JsrRet { .. } => Untraced::Subroutine,
        Error::FramesTooLarge { .. } | Error::AttributeTooLarge { .. } | Error::TooMany { .. } => Untraced::TooComplex,
        _ => Untraced::Malformed,
    }
}
