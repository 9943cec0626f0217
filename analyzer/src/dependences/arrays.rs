//! Names of arrays: the variables and fields that hold them where elements are accessed.

use paratrace_replay::program::variable;
use paratrace_traceformat::map::{InstructionId, Op};

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
    fn array(&self, access: InstructionId) -> Option<String> {
        let above = match self.op(access) {
            Op::ArrayLoad => 1,
            Op::ArrayStore => 2,
            _ => return None,
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
}
