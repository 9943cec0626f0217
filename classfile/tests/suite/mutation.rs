//! Damaged class files end in errors, never in panics, and never in much memory or time.

use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::sample::Index;

use paratrace_classfile::{ClassFile, Code, descriptor, line_numbers, mutf8};

use crate::fixtures;
use crate::noop::{Counts, Density, rewrite};

/// Reads and rewrites everything there is, whatever comes of it.
fn exercise(bytes: &[u8]) {
    let Ok(class) = ClassFile::parse(bytes) else { return };
    let _ = (class.name(), class.super_name(), class.interface_names().count());
    for (index, _) in class.constant_pool.iter() {
        let _ = (class.constant_pool.member_ref(index), class.constant_pool.utf8(index));
    }
    for method in &class.methods {
        let _ = method.descriptor(&class.constant_pool);
        if let Ok(Some(code)) = Code::of(&class, method) {
            let _ = (line_numbers(&code), code.instructions().count());
        }
    }
    for density in [Density::Branches, Density::Everything] {
        let _ = rewrite(bytes, density, &mut Counts::default());
    }
}

/// Small classes of every kind. (The generated long methods would only make the test slow.)
fn seeds() -> &'static [Vec<u8>] {
    static SEEDS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    SEEDS.get_or_init(|| {
        let classes = fixtures::compiled().into_iter().map(|class| class.bytes);
        classes.filter(|bytes| bytes.len() < 12_000).collect()
    })
}

/// One piece of damage.
#[derive(Debug, Clone)]
enum Damage {
    Set(Index, u8),
    SetWord(Index, u16),
    Truncate(Index),
    Remove(Index, u8),
    Copy(Index, Index, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    let words = prop_oneof![any::<u16>(), 0u16..64, Just(u16::MAX), Just(0x8000)];
    prop_oneof![
        8 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        8 => (any::<Index>(), words).prop_map(|(at, word)| Damage::SetWord(at, word)),
        1 => any::<Index>().prop_map(Damage::Truncate),
        2 => (any::<Index>(), 1u8..9).prop_map(|(at, count)| Damage::Remove(at, count)),
        2 => (any::<Index>(), any::<Index>(), 1u8..40).prop_map(|(from, to, count)| Damage::Copy(from, to, count)),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    if bytes.len() < 16 {
        return;
    }
    let length = bytes.len();
    match *damage {
        Damage::Set(at, byte) => bytes[at.index(length)] = byte,
        Damage::SetWord(at, word) => {
            let at = at.index(length - 1);
            bytes[at..at + 2].copy_from_slice(&word.to_be_bytes());
        }
        Damage::Truncate(at) => bytes.truncate(at.index(length)),
        Damage::Remove(at, count) => {
            let at = at.index(length);
            bytes.drain(at..length.min(at + usize::from(count)));
        }
        Damage::Copy(from, to, count) => {
            let from = from.index(length);
            let piece = bytes[from..length.min(from + usize::from(count))].to_vec();
            let to = to.index(length - piece.len() + 1);
            bytes[to..to + piece.len()].copy_from_slice(&piece);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_classes_do_not_panic(seed in any::<Index>(), damages in prop::collection::vec(damage(), 1..5)) {
        let mut bytes = seed.get(seeds()).clone();
        damages.iter().for_each(|damage| apply(&mut bytes, damage));
        exercise(&bytes);
    }

    #[test]
    fn strings_survive_modified_utf8(text in any::<String>()) {
        let encoded = mutf8::encode(&text);
        prop_assert_eq!(mutf8::decode(&encoded).unwrap(), text.as_str());
    }

    #[test]
    fn descriptors_do_not_panic(text in "[\\[\\(\\)LIJV;/a]{0,12}") {
        let _ = (descriptor::parse_field(&text), descriptor::MethodDescriptor::parse(&text));
    }
}
