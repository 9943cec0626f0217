//! Calls of a method that access memory: which place each accesses, as its arguments show.

use paratrace_classfile::{Constant, Instruction, opcodes as op};
use paratrace_traceformat::map::{Access, Accessed, Effect};
use rustc_hash::{FxHashMap, FxHashSet};

use super::operand::{CallUse, FieldUse, Operand, OperandId, Operands};
use super::shape;
use super::steps::{self, Around, CastType, Probe, Step};
use super::values::{ValueId, Values};
use crate::accessors::{Accessor, Denoted, Holder};

/// The memory that a call accesses.
#[derive(Debug, Clone)]
pub(crate) struct AccessUse<'c> {
    /// The field, unless it is an element or an address.
    pub(crate) field: Option<FieldUse<'c>>,
}

impl<'c> Operands<'c> {
    /// Tells calls of one method apart by the places that they access.
    pub(super) fn tell_accesses(&mut self, insns: &[Instruction], ids: &mut [OperandId]) {
        let mut targets = None;
        for call in 0..insns.len() {
            let Some(accessor) = self.accessor(ids[call]) else { continue };
            let targets = targets.get_or_insert_with(|| insns.iter().flat_map(Instruction::targets).collect());
            let holder = self.holder((insns, ids), call, accessor, targets);
            ids[call] = self.accessing(ids[call], accessor, holder).unwrap_or(ids[call]);
        }
    }

    fn accessor(&self, id: OperandId) -> Option<Accessor> {
        if let Some(Operand::Call(call)) = self.get(id) { call.known.accessor } else { None }
    }

    /// The constant that holds the offset or handle of a call, if the instructions before it show that plainly.
    fn holder(
        &self,
        (insns, ids): (&[Instruction], &[OperandId]),
        call: usize,
        accessor: Accessor,
        targets: &FxHashSet<u32>,
    ) -> Option<OperandId> {
        let Some(Operand::Call(called)) = self.get(ids[call]) else { return None };
        let place = match accessor.holder {
            Holder::Receiver => 0,
            Holder::Offset => OFFSET,
            Holder::Reflection => return None,
        };
        let arguments = called.args.len().checked_sub(place + 1)?;
        let mut above = arguments;
        for at in (0..call).rev() {
            if targets.contains(&insns[at + 1].pc) {
                return self.holder_before_joins((insns, ids), (at + 1, call), arguments);
            }
            let (pops, pushes) = self.entries((insns, ids), at)?;
            if pushes > above {
                return (insns[at].opcode == op::GETSTATIC).then_some(ids[at]);
            }
            above = above - pushes + pops;
        }
        None
    }

    /// The same if control joins among the instructions before the call, as behind a conditional expression: the last constant that stays
    /// below the arguments, whatever way control takes from it to the call.
    fn holder_before_joins(
        &self,
        code: (&[Instruction], &[OperandId]),
        (join, call): (usize, usize),
        arguments: usize,
    ) -> Option<OperandId> {
        let (insns, ids) = code;
        let first = join.saturating_sub(MAX_CONDITIONAL);
        let loads = (first..join).rev().filter(|&at| insns[at].opcode == op::GETSTATIC);
        let holds = |&load: &usize| self.height_at(code, (load, call)) == Some(1 + arguments);
        loads.take(MAX_LOADS).find(holds).map(|load| ids[load])
    }

    /// The number of entries, at a call, from the one on that an instruction before it pushed; `None` if control may come to the
    /// call without that instruction, or that entry may be gone.
    fn height_at(&self, (insns, ids): (&[Instruction], &[OperandId]), (load, call): (usize, usize)) -> Option<usize> {
        let region = insns[load].pc + 1..=insns[call].pc;
        let outside = insns[..=load].iter().chain(&insns[call..]);
        if outside.flat_map(Instruction::targets).any(|target| region.contains(&target)) {
            return None;
        }
        let mut joins: FxHashMap<u32, usize> = FxHashMap::default();
        let mut height = Some(1);
        for at in load + 1..call {
            let insn = &insns[at];
            let here = joins.get(&insn.pc).copied().or(height)?;
            let (pops, pushes) = match insn.branch_target() {
                Some(_) => (branch_pops(insn.opcode)?, 0),
                None => self.entries((insns, ids), at)?,
            };
            let after = here.checked_sub(pops).filter(|&left| left >= 1)? + pushes;
            for target in insn.targets() {
                if target <= insn.pc || *joins.entry(target).or_insert(after) != after {
                    return None;
                }
            }
            height = insn.falls_through().then_some(after);
        }
        joins.get(&insns[call].pc).copied().or(height)
    }

    /// Entries that an instruction pops and pushes; `None` if control may go elsewhere, or that is not known.
    fn entries(&self, (insns, ids): (&[Instruction], &[OperandId]), at: usize) -> Option<(usize, usize)> {
        let is_wide = || self.leaves_wide(insns.get(at.checked_sub(1)?)?, *ids.get(at - 1)?);
        Some(match (self.get(ids[at]), insns[at].opcode) {
            (Some(Operand::Call(call)), _) => (call.args.len(), usize::from(call.result.is_some())),
            (_, op::GETSTATIC) => (0, 1),
            (_, op::GETFIELD | op::CHECKCAST | op::INSTANCEOF | op::ANEWARRAY | op::NEWARRAY) => (1, 1),
            (_, op::PUTSTATIC) => (1, 0),
            (_, op::PUTFIELD) => (2, 0),
            (_, op::NEW) => (0, 1),
            (_, op::DUP) => (1, 2),
            (_, op::DUP_X1) => (2, 3),
            (_, op::DUP2) if is_wide()? => (1, 2),
            (_, op::DUP2) => (2, 4),
            (_, op::POP) => (1, 0),
            (_, op::POP2) if is_wide()? => (1, 0),
            (_, op::POP2) => (2, 0),
            (_, op::SWAP) => (2, 2),
            (_, op::IINC) => (0, 0),
            (Some(Operand::Constant(..) | Operand::Integer(_) | Operand::Fraction(_)), _) => (0, 1),
            (_, opcode) => match (shape::compute(opcode), shape::array_access(opcode), shape::local_access(opcode)) {
                (Some((pops, _)), ..) => (pops, 1),
                (_, Some((.., true)), _) => (3, 0),
                (_, Some(_), _) => (2, 1),
                (.., Some(true)) => (1, 0),
                (.., Some(false)) => (0, 1),
                _ => shape::constant(opcode).map(|_| (0, 1))?,
            },
        })
    }

    /// Whether the entry that an instruction leaves on top of the stack has two slots; `None` if it leaves none, or one that was there before.
    fn leaves_wide(&self, insn: &Instruction, id: OperandId) -> Option<bool> {
        let kind = match (self.get(id), insn.opcode) {
            (Some(Operand::Call(call)), _) => call.result?,
            (Some(Operand::Field(field)), op::GETFIELD | op::GETSTATIC) => field.kind,
            (Some(Operand::Constant(kind, _)), _) => *kind,
            (Some(Operand::Integer(_)), _) => b'I',
            (Some(Operand::Fraction(_)), _) => b'D',
            (Some(Operand::Class(_)), op::NEW | op::ANEWARRAY | op::CHECKCAST) => b'A',
            (_, opcode) => match (shape::compute(opcode), shape::array_access(opcode)) {
                (Some((_, kind)), _) | (_, Some((_, kind, false))) => kind,
                _ => shape::loaded_kind(opcode).or_else(|| shape::constant(opcode))?,
            },
        };
        Some(matches!(kind, b'J' | b'D'))
    }

    /// The operand of calls that access the place that a constant holds, or any memory if none does.
    fn accessing(&mut self, call: OperandId, accessor: Accessor, holder: Option<OperandId>) -> Option<OperandId> {
        if let Some(&known) = self.accesses.get(&(call, holder)) {
            return known;
        }
        let made = self.access(call, accessor, holder).map(|operand| self.another(call, Operand::Call(operand)));
        self.accesses.insert((call, holder), made.flatten());
        made.flatten()
    }

    fn access(&self, call: OperandId, accessor: Accessor, holder: Option<OperandId>) -> Option<Box<CallUse<'c>>> {
        let Some(Operand::Call(call)) = self.get(call) else { return None };
        if accessor.holder == Holder::Offset
            && self.world.memory.as_ref().is_none_or(|memory| memory.class != call.class)
        {
            return None;
        }
        let denoted = holder.and_then(|holder| self.denoted(holder));
        let (place, object, field) = match (denoted, accessor.holder) {
            (Some(Denoted::Field { class, name }), _) => {
                let field = self.field_named(class, name)?;
                (Accessed::Field(0), (!field.is_static).then_some(OBJECT), Some(field))
            }
            (Some(Denoted::Elements), Holder::Receiver) => (Accessed::Element, Some(OBJECT), None),
            (Some(Denoted::Bytes), Holder::Receiver) => (Accessed::Memory(accessor.width?), Some(OBJECT), None),
            (_, Holder::Reflection) => (Accessed::Reflected, Some(OBJECT), None),
            (None, Holder::Offset) => (accessor.width.map_or(Accessed::Element, Accessed::Memory), Some(OBJECT), None),
            _ => return None,
        };
        if object.is_some_and(|object| usize::from(object) >= call.args.len()) {
            return None;
        }
        let mut made = call.clone();
        let Accessor { reads, writes, .. } = accessor;
        made.kind.effect = Effect::Access(Access { place, reads, writes });
        made.kind.state_args = object.into_iter().collect();
        made.kind.class_recorded = false;
        made.access = Some(Box::new(AccessUse { field }));
        Some(made)
    }

    fn denoted(&self, holder: OperandId) -> Option<&Denoted> {
        let Some(Operand::Field(field)) = self.get(holder) else { return None };
        self.world.denoted(self.world.find(&field.class)?, &field.name, &field.desc)
    }

    /// The field of the world that a class names to get an offset or a handle. Its objects must be known by a constant of this class.
    fn field_named(&self, class: &str, name: &str) -> Option<FieldUse<'c>> {
        let world = self.world;
        let (owner, position) = world.field_by_name(world.find(class)?, name)?;
        let pool = &self.class.constant_pool;
        let is_it = |index: u16| pool.class_name(index).is_ok_and(|named| named == class);
        let named_at = pool.iter().find(|&(index, constant)| matches!(constant, Constant::Class(_)) && is_it(index));
        self.declared_field((owner, position), named_at?.0)
    }
}

/// Instructions, and constants among them, that are looked at for a holder before a conditional expression.
const MAX_CONDITIONAL: usize = 64;
const MAX_LOADS: usize = 8;

/// Entries that a branch pops.
fn branch_pops(opcode: u8) -> Option<usize> {
    match opcode {
        op::GOTO | op::GOTO_W => Some(0),
        op::IFEQ..=op::IFLE | op::IFNULL | op::IFNONNULL => Some(1),
        op::IF_ICMPEQ..=op::IF_ACMPNE => Some(2),
        _ => None,
    }
}

/// The argument that is the object, behind what gives the access.
const OBJECT: u8 = 1;
/// The argument that is the offset within the object.
const OFFSET: usize = 2;

/// Records the place that a call accesses. The arguments are the values from `base` upwards.
pub(super) fn record(
    call: &CallUse<'_>,
    access: &AccessUse<'_>,
    (values, base): (&Values, usize),
    around: &mut Around,
) -> Option<()> {
    let args: &[ValueId] = values.stack.get(base..)?;
    let Effect::Access(Access { place, .. }) = call.kind.effect else { return None };
    let before = &mut around.before;
    match (place, call.kind.state_args.first()) {
        (Accessed::Field(_), Some(&object)) => {
            let field = access.field.as_ref()?;
            let number = match field.traced {
                true => vec![Step::Cast(CastType::Is(field.named_at)), Step::Record(field.named_at)],
                false => vec![Step::Probe(Probe::Identity)],
            };
            steps::record_copies(values, args, &[usize::from(object)], &number, before);
        }
        (Accessed::Field(_), None) => {}
        (Accessed::Reflected, _) => {
            let place = [0, usize::from(OBJECT)];
            steps::record_copies(values, args, &place, &[Step::Probe(Probe::Field)], before);
        }
        (Accessed::Element | Accessed::Memory(_), _) => {
            let (first, probe) = match (call.known.accessor?.holder, place) {
                (Holder::Receiver, Accessed::Memory(width)) => (usize::from(OBJECT), Probe::View(width)),
                (Holder::Receiver, _) => (usize::from(OBJECT), Probe::Element),
                (_, Accessed::Memory(width)) => (0, Probe::Bytes(width)),
                (_, _) => (0, Probe::Memory),
            };
            let address: Vec<usize> = (first..=OFFSET).collect();
            steps::record_copies(values, args, &address, &[Step::Probe(probe)], before);
        }
    }
    Some(())
}
