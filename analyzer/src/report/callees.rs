//! Names of callees outside of the traced code.

use paratrace_jvm::opcodes::{INVOKEDYNAMIC, INVOKESPECIAL, INVOKESTATIC};
use paratrace_replay::program::{Index, Selected};
use paratrace_traceformat::map::Site;

/// Returns the name of the method that an opaque call runs: `class.name(desc)ret`. The class is the first one outside
/// of the map on the way up from the receiver's, or the class of the map that declares the (untraced) method.
pub(crate) fn opaque_callee(index: &Index<'_>, site: &Site, class: Option<u32>) -> String {
    if site.opcode == INVOKEDYNAMIC {
        return format!("invokedynamic.{}{}", site.name, site.desc);
    }
    format!("{}.{}{}", owner(index, site, class), site.name, site.desc)
}

/// Returns the class whose method an opaque call runs.
pub(crate) fn owner(index: &Index<'_>, site: &Site, class: Option<u32>) -> String {
    let bound = matches!(site.opcode, INVOKESTATIC | INVOKESPECIAL);
    if !bound && site.class.starts_with('[') {
        return "[array".to_owned();
    }
    let dynamic =
        class.filter(|_| !bound && site.class_recorded).and_then(index.class_name).filter(|name| !is_hidden(name));
    if dynamic.as_ref().is_some_and(|name| name.starts_with('[')) {
        return "java/lang/Object".to_owned();
    }
    let from = dynamic.as_deref().unwrap_or(&site.class);
    match index.select(from, site) {
        Some(Selected::Method(method)) => {
            let class = index.map.methods[method.index()].class;
            index.map.classes[class.index()].name.clone()
        }
        Some(Selected::Outside(class)) => class.to_owned(),
        None => from.to_owned(),
    }
}

/// Returns whether the JVM makes up the class at run time: such names differ from run to run.
fn is_hidden(name: &str) -> bool {
    let is_hidden = name.contains('.') || name.contains("$$Lambda") || name.contains("/0x");
    is_hidden || name.contains("$Proxy")
}
