//! Small functions of the library: how much they execute at most.

use paratrace_replay::program::parameters;
use paratrace_traceformat::map::Site;

/// Functions of `Math` that are a few instructions.
const FEW: [&str; 10] =
    ["abs", "max", "min", "signum", "addExact", "subtractExact", "negateExact", "floorMod", "floorDiv", "clamp"];

/// Most nodes that other functions of `Math` execute, as `sin` and `pow`.
const ELEMENTARY: u64 = 256;

/// Boxes, and what makes and opens them.
const BOXES: [&str; 8] = ["Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double"];

/// Returns how many nodes a pure function executes at most; `None` if that depends on what it is given.
pub(super) fn nodes_inside(site: &Site) -> Option<u64> {
    let class = site.class.strip_prefix("java/lang/")?;
    let is_primitive = |described: &str| described.len() == 1;
    let gets_numbers = parameters(&site.desc).all(is_primitive);
    let is_math = matches!(class, "Math" | "StrictMath");
    let is_opened = site.name.ends_with("Value") && gets_numbers;
    let is_boxed = &*site.name == "valueOf" && gets_numbers;
    match () {
        () if is_math && FEW.contains(&&*site.name) => Some(0),
        () if is_math && gets_numbers => Some(ELEMENTARY),
        () if BOXES.contains(&class) && (is_opened || is_boxed) => Some(0),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependences::effects::tests::call;

    #[test]
    fn only_arithmetic_is_known_to_be_short() {
        let nodes = |class: &str, name, desc| nodes_inside(&call(&format!("java/lang/{class}"), name, desc));
        assert_eq!(nodes("Math", "min", "(II)I"), Some(0));
        assert_eq!(nodes("Math", "sin", "(D)D"), Some(ELEMENTARY));
        assert_eq!(nodes("Integer", "valueOf", "(I)Ljava/lang/Integer;"), Some(0));
        assert_eq!(nodes("Integer", "intValue", "()I"), Some(0));
        assert_eq!(nodes("Double", "parseDouble", "(Ljava/lang/String;)D"), None);
        assert_eq!(nodes("Double", "toString", "(D)Ljava/lang/String;"), None);
        assert_eq!(nodes("String", "length", "()I"), None);
    }
}
