//! Names of arrays: the variables and fields that hold them where elements are accessed.

use paratrace_replay::program::{has_receiver, parameter_slots, parameters, variable};
use paratrace_traceformat::map::{Effect, InstructionId, Op};

use super::{Points, passed_object};
use crate::model::{Holders, Via, ViaKind};

impl Points<'_> {
    /// Returns the location of some dependences, each with its head and tail, with the names of the arrays if it is an
    /// array element. No array is named unless the code shows a name for each of the dependences.
    pub(crate) fn with_arrays(&self, via: Via, ends: impl Iterator<Item = (InstructionId, InstructionId)>) -> Via {
        if via.kind != ViaKind::Element {
            return via;
        }
        let all: Vec<Holders> = ends.map(|(head, tail)| self.holders(head, tail)).collect();
        Via { arrays: Holders::joined(all.iter()), ..via }
    }

    /// Returns the names that the ends of a dependence have for the array.
    fn holders(&self, head: InstructionId, tail: InstructionId) -> Holders {
        [head, tail].into_iter().filter_map(|end| self.array(end)).collect()
    }

    /// Returns the variable or field that holds the array of which an instruction accesses an element: `u` of
    /// `u[i] = 0`, and of `u[i][j] = 0`. `None` if the code does not show it plainly.
    pub(crate) fn array(&self, access: InstructionId) -> Option<String> {
        let above = match self.op(access) {
            Op::ArrayLoad => 1,
            Op::ArrayStore => 2,
            _ => self.only_array(access)?,
        };
        let method = self.method_of(access);
        let producer = passed_object::producer(self.map, method, access, above)?;
        let arg = self.map.insns.arg[producer.index()];
        match self.op(producer) {
            Op::Load => variable(self.map, method, producer, arg),
            Op::GetField | Op::GetStatic => {
                let field = self.map.fields.get(arg as usize)?;
                Some(format!("{}.{}", field.class.rsplit('/').next()?, field.name))
            }
            Op::ArrayLoad => self.array(producer),
            _ => None,
        }
    }

    /// Returns how many stack entries are above the only array that a call is given, if it works on elements.
    fn only_array(&self, call: InstructionId) -> Option<u32> {
        let site = self.call(call).filter(|site| matches!(site.effect, Effect::Elements(_)))?;
        let mut arrays = parameters(&site.desc).enumerate().filter(|(_, parameter)| parameter.starts_with('['));
        match (arrays.next(), arrays.next()) {
            (Some((at, _)), None) => u32::from(site.args).checked_sub(u32::from(has_receiver(site)) + at as u32 + 1),
            _ => None,
        }
    }

    /// Returns the first letter of the descriptor of the elements that an instruction accesses.
    pub(super) fn element_type(&self, access: InstructionId) -> Option<u8> {
        if matches!(self.op(access), Op::ArrayLoad | Op::ArrayStore) {
            return u8::try_from(self.map.insns.arg[access.index()]).ok();
        }
        let site = self.call(access)?;
        match site.effect {
            Effect::Elements(_) => parameters(&site.desc).find_map(element),
            Effect::ArrayCopy => [COPIED_TO, COPIED_FROM].into_iter().find_map(|above| self.copied_type(access, above)),
            _ => site.access(self.map).map(|(_, descriptor)| descriptor),
        }
    }

    /// Returns the same of an array that is copied from or to, if the code names its type.
    fn copied_type(&self, copy: InstructionId, above: u32) -> Option<u8> {
        let method = self.method_of(copy);
        let pushed = passed_object::producer(self.map, method, copy, above)?;
        let arg = self.map.insns.arg[pushed.index()];
        match self.op(pushed) {
            Op::GetField | Op::GetStatic => element(&self.map.fields.get(arg as usize)?.desc),
            Op::Invoke => element(self.call(pushed)?.desc.rsplit_once(')')?.1),
            Op::Load => {
                let method = &self.map.methods[method.index()];
                let slots = parameter_slots(method);
                let receiver = slots.len() - parameters(&method.desc).count();
                let at = slots.into_iter().position(|slot| slot == arg)?.checked_sub(receiver)?;
                parameters(&method.desc).nth(at).and_then(element)
            }
            _ => None,
        }
    }
}

/// Stack entries above the arrays that `System.arraycopy` is given.
const COPIED_FROM: u32 = 4;
const COPIED_TO: u32 = 2;

/// Returns the first letter of the descriptor of an array's elements.
fn element(array: &str) -> Option<u8> {
    array.strip_prefix('[')?.bytes().next()
}
