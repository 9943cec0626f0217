//! Names of local variables, as in the source.

use paratrace_traceformat::map::{InstructionId, Method, MethodId, Op, ProgramMap};

/// Returns the name of the local that an instruction of a method reads or writes.
///
/// It comes from the class file's table. Without an entry there, parameters are called `this` and `parameter N`,
/// counted from 1. Other locals have no name.
pub fn variable(map: &ProgramMap, method: MethodId, insn: InstructionId, slot: u32) -> Option<String> {
    let (described, slot) = (&map.methods[method.index()], u16::try_from(slot).ok()?);
    let pc = map.insns.pc[insn.index()];
    // A variable begins behind the store of its first value.
    let stores = map.insns.op[insn.index()] == Op::Store as u8;
    let behind = Some(insn.index() + 1).filter(|&next| stores && next < described.insns.end as usize);
    let behind = behind.and_then(|next| map.variable_name(method, slot, map.insns.pc[next]));
    let named = behind.or_else(|| map.variable_name(method, slot, pc));
    named.map(str::to_owned).or_else(|| parameter(described, slot))
}

fn parameter(method: &Method, slot: u16) -> Option<String> {
    let receiver = u16::from(!method.is_static());
    if slot < receiver {
        return Some("this".to_owned());
    }
    let mut first = receiver;
    for (number, slots) in (1..).zip(parameter_sizes(&method.desc)) {
        if slot == first {
            return Some(format!("parameter {number}"));
        }
        first = first.saturating_add(slots);
    }
    None
}

/// Lists the number of locals that each parameter of a method descriptor takes.
pub(super) fn parameter_sizes(descriptor: &str) -> impl Iterator<Item = u16> {
    parameters(descriptor).map(|parameter| if matches!(parameter, "J" | "D") { 2 } else { 1 })
}

/// The descriptors of the parameters that a method's descriptor has.
pub fn parameters(descriptor: &str) -> impl Iterator<Item = &str> {
    let mut rest = descriptor.strip_prefix('(').unwrap_or_default();
    std::iter::from_fn(move || {
        let element = rest.trim_start_matches('[');
        // A class name may contain a parenthesis.
        let kind = element.chars().next().filter(|&kind| kind != ')')?;
        let after = if kind == 'L' { element.split_once(';')?.1 } else { &element[kind.len_utf8()..] };
        let parameter = &rest[..rest.len() - after.len()];
        rest = after;
        Some(parameter)
    })
}

#[cfg(test)]
mod tests {
    use super::parameter_sizes;

    #[test]
    fn sizes_of_parameters() {
        let slots = |descriptor| parameter_sizes(descriptor).collect::<Vec<_>>();
        assert_eq!(slots("(IJLa/J;[J[[La/D;DZ)V"), [1, 2, 1, 1, 1, 2, 1]);
        assert_eq!(slots("(La(b)c;J)V"), [1, 2]);
        assert!(["()V", "", "(", "no", "(L"].into_iter().all(|descriptor| slots(descriptor).is_empty()));
    }
}
