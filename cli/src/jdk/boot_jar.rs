//! JDKs of version 8, which have no modules: the classes of the platform lie in one jar, and others can be put before them on the boot
//! class path.

use crate::failure::Failure;
use paratrace_zip::{Archive, Source};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The packages that are traced, with those in them: what `java.base` has of them in later versions.
const TRACED: [&str; 20] = [
    "java/io/",
    "java/lang/",
    "java/math/",
    "java/net/",
    "java/nio/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/",
    "javax/net/",
    "jdk/internal/",
    "sun/invoke/",
    "sun/launcher/",
    "sun/misc/",
    "sun/net/",
    "sun/nio/",
    "sun/reflect/",
    "sun/security/",
    "sun/text/",
    "sun/util/",
];

/// Packages among them that other modules have.
const OTHERS: [&str; 8] = [
    "java/lang/instrument/",
    "java/lang/management/",
    "java/util/logging/",
    "java/util/prefs/",
    "sun/net/httpserver/",
    "sun/security/jgss/",
    "sun/security/krb5/",
    "sun/security/smartcardio/",
];

/// Most bytes of a class: far more than any has.
const LIMIT: u64 = 1 << 26;

/// The jar, if a directory is the home of such a JDK's virtual machine (`jre`).
pub(super) fn boot_jar(home: &Path) -> Option<PathBuf> {
    Some(home.join("lib").join("rt.jar")).filter(|jar| jar.is_file())
}

/// The home of the virtual machine of a JDK; that of later versions is the JDK's own.
pub(super) fn home_of_machine(home: &Path) -> PathBuf {
    let inner = home.join("jre");
    if boot_jar(&inner).is_some() { inner } else { home.to_owned() }
}

/// Options with which a `java` takes classes from a patch first.
pub(super) fn options(patch: &Path) -> Vec<OsString> {
    let mut option = OsString::from("-Xbootclasspath/p:");
    option.push(patch);
    vec![option]
}

/// Copies the classes that are traced out of the jar.
pub(super) fn take_out(jar: &Path, to: &Path) -> Result<(), Failure> {
    let source = File::open(jar).and_then(Source::new).map_err(|cause| Failure::io("read", jar, cause))?;
    let unreadable = |cause: &dyn std::fmt::Display| Failure::input(format!("cannot read {}: {cause}", jar.display()));
    let archive = Archive::open(source).map_err(|cause| unreadable(&cause))?;
    for entry in &archive.entries {
        let name = archive.name(entry);
        if is_traced(&name) {
            let bytes = archive.bytes(entry, LIMIT).map_err(|cause| unreadable(&cause))?;
            let place = to.join(&*name);
            write(&place, &bytes).map_err(|cause| Failure::io("write", &place, cause))?;
        }
    }
    Ok(())
}

fn is_traced(name: &str) -> bool {
    let is_in = |packages: &[&str]| packages.iter().any(|package| name.starts_with(package));
    name.ends_with(".class") && !name.contains("..") && is_in(&TRACED) && !is_in(&OTHERS)
}

fn write(place: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(place, bytes)
}

#[cfg(test)]
mod tests {
    use super::is_traced;

    #[test]
    fn what_later_versions_have_in_their_base_is_traced() {
        assert!(["java/util/ArrayList.class", "sun/misc/Launcher.class"].iter().all(|name| is_traced(name)));
        let others = ["java/util/logging/Level.class", "java/awt/Point.class", "java/lang/x.txt", "java/io/../A.class"];
        assert!(!others.iter().any(|name| is_traced(name)));
    }
}
