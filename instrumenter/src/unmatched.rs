//! Patterns of a selection that name nothing of the program.

use paratrace_traceformat::patterns::{covers, glob};
use serde::{Deserialize, Serialize};

use crate::selection::Selection;
use crate::world::World;

/// Patterns without effect.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmatched {
    /// Patterns of those that say what is traced.
    pub trace_only: Vec<String>,
    /// Patterns of those that say what is not traced.
    pub trace_except: Vec<String>,
}

impl Unmatched {
    /// The patterns that no class and no method of the program has.
    pub(crate) fn of_selection(selection: &Selection, world: &World) -> Unmatched {
        let mut left =
            Unmatched { trace_only: selection.trace_only.clone(), trace_except: selection.trace_except.clone() };
        for class in &world.classes {
            if left.trace_only.is_empty() && left.trace_except.is_empty() {
                break;
            }
            let name = world.names.text(class.name);
            if selection.is_foreign(name) {
                continue;
            }
            let name = name.replace('/', ".");
            let names_method = |pattern: &str| {
                let mut methods = class.methods.iter().map(|method| world.names.member(method.signature).0);
                may_begin(pattern, &name)
                    && methods.any(|method| glob(pattern.as_bytes(), format!("{name}.{method}").as_bytes()))
            };
            left.retain(|pattern| !covers(pattern, &name) && !names_method(pattern));
        }
        left
    }

    fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.trace_only.retain(|pattern| keep(pattern));
        self.trace_except.retain(|pattern| keep(pattern));
    }
}

/// True if the pattern may stand for a text with this beginning.
fn may_begin(pattern: &str, text: &str) -> bool {
    let exact = pattern.split('*').next().unwrap_or_default();
    text.starts_with(exact) || exact.starts_with(text)
}
