//! Accesses of fields and elements.

use paratrace_classfile::descriptor::parse_field;
use paratrace_classfile::{MemberRef, opcodes as op};

use super::Walker;
use super::event::{Access, Event, FieldName, Index, Place, Source};
use crate::shared_data::stack::{Stack, Value};

impl<'c> Walker<'c> {
    pub(super) fn field(
        &mut self,
        at: usize,
        opcode: u8,
        index: u16,
        field: &MemberRef<'c>,
        state: &mut Stack,
    ) -> Option<()> {
        let kind = parse_field(&*field.descriptor).ok()?;
        let name = FieldName {
            class: field.class.to_string(),
            name: field.name.to_string(),
            desc: field.descriptor.to_string(),
        };
        let write = matches!(opcode, op::PUTSTATIC | op::PUTFIELD);
        let mut stored = Value::default();
        if write {
            stored = state.peek(usize::from(kind.slots()) - 1)?;
            state.drop(usize::from(kind.slots()))?;
        }
        let base = if matches!(opcode, op::GETFIELD | op::PUTFIELD) { Some(state.pop()?) } else { None };
        let place = match base {
            Some(base) => Place::Field(name.clone(), base.id, base.reference),
            None => Place::Static(name.clone()),
        };
        let of_reference = kind.is_reference();
        self.flow.accesses.push(Access { at, write, of_reference, place });
        let object = base.map(|base| base.reference);
        if write {
            if of_reference {
                self.flow.events.push(Event::Store { base: object, field: name, from: stored.reference });
            }
            return Some(());
        }
        let mut value = self.of_type(&kind);
        if of_reference {
            self.flow.events.push(Event::Load { base: object, field: name, to: value.reference });
            let own = self.has_this && base.is_some_and(|base| base.source == Source::Local(0));
            value.source = if own { Source::OwnField(index) } else { Source::Other };
        }
        state.push(value);
        if kind.slots() == 2 {
            state.push(Value::PAD);
        }
        Some(())
    }

    pub(super) fn load_element(&mut self, at: usize, opcode: u8, state: &mut Stack) -> Option<()> {
        let (index, array) = (state.pop()?, state.pop()?);
        let of_reference = opcode == op::AALOAD;
        let place = Place::Element(array.reference, array.source, Index { value: index.id, offset: index.offset });
        self.flow.accesses.push(Access { at, write: false, of_reference, place });
        let id = self.value();
        let mut value = Value { id, ..Value::default() };
        if of_reference {
            value.reference = self.new_reference();
            self.flow.events.push(Event::LoadElement { base: array.reference, to: value.reference });
        }
        state.push(value);
        if matches!(opcode, op::LALOAD | op::DALOAD) {
            state.push(Value::PAD);
        }
        Some(())
    }

    pub(super) fn store_element(&mut self, at: usize, opcode: u8, state: &mut Stack) -> Option<()> {
        if matches!(opcode, op::LASTORE | op::DASTORE) {
            state.drop(1)?;
        }
        let (value, index, array) = (state.pop()?, state.pop()?, state.pop()?);
        let of_reference = opcode == op::AASTORE;
        let place = Place::Element(array.reference, array.source, Index { value: index.id, offset: index.offset });
        self.flow.accesses.push(Access { at, write: true, of_reference, place });
        if of_reference {
            self.flow.events.push(Event::StoreElement { base: array.reference, from: value.reference });
        }
        Some(())
    }
}
