//! Traces a JDK that no copy can be made of, most often as it has no `jlink`: its own `java` starts with a patch of `java.base`, which has
//! the rewritten classes. The JVM's archive of classes does not fit them, so programs start later than on a copy.

use super::boot_jar::{self, boot_jar};
use super::classes::{remove_made_by_jlink, write_jar};
use super::make::{record, work_in};
use super::{patch_options, tools};
use crate::backend;
use crate::cache::JdkRecord;
use crate::failure::Failure;
use crate::jdk_layout::{CLASSES, PATCH};
use crate::room::refuse_less_than;
use crate::terminal::Progress;
use paratrace_instrumenter::OtherModules;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::Instant;

/// The program that copies the classes of `java.base` out of the JDK that it runs on.
const TAKE_OUT: (&str, &[u8]) = ("TakeOut", include_bytes!(concat!(env!("OUT_DIR"), "/TakeOut.class")));

/// Most bytes that the parts take on the disk together.
const ROOM: u64 = 1 << 28;

/// Makes it in an empty directory: [`CLASSES`] and [`PATCH`]. `why` there is no copy.
pub(super) fn make(home: &Path, directory: &Path, why: &Failure) -> Result<JdkRecord, Failure> {
    let began = Instant::now();
    refuse_less_than(ROOM, directory)?;
    let progress = Progress::new();
    let step = |number: u32, what: &str| {
        progress.at(|| format!("tracing java.base of {}, once ({number} of 3: {what})", home.display()));
    };
    let work = work_in(directory)?;
    step(1, "taking out its classes");
    let (original, traced) = (work.join("classes"), work.join("traced"));
    match boot_jar(home) {
        Some(jar) => boot_jar::take_out(&jar, &original)?,
        None => take_out(home, &work, &original)?,
    }
    let classes = directory.join(CLASSES);
    write_jar(&original, &classes, &|_| true)?;
    step(2, "rewriting its classes");
    let made = backend::instrument_jdk(&original, &traced, OtherModules::PackedAnew)?;
    step(3, "trying it");
    let patch = directory.join(PATCH);
    write_jar(&traced, &patch, &|name| is_patch(name, &original, &traced))?;
    tools::run(home, "java", patch_options(home, &patch).into_iter().chain([OsString::from("-version")]))?;
    Ok(JdkRecord { no_copy: Some(why.summary()), ..record(home, &made, began, &work)? })
}

/// Copies all classes of `java.base` but those that `jlink` made for the modules of the image.
fn take_out(home: &Path, work: &Path, to: &Path) -> Result<(), Failure> {
    let (name, bytes) = TAKE_OUT;
    let program = work.join(format!("{name}.class"));
    fs::write(&program, bytes).map_err(|cause| Failure::io("write", &program, cause))?;
    tools::run(home, "java", ["-cp".as_ref(), work.as_os_str(), name.as_ref(), to.as_os_str()])?;
    remove_made_by_jlink(to).map_err(|cause| Failure::io("remove from", to, cause))
}

/// A patch has the classes that differ. The JVM takes no descriptor of a module from it.
fn is_patch(name: &str, original: &Path, traced: &Path) -> bool {
    let same =
        || fs::read(original.join(name)).is_ok_and(|old| fs::read(traced.join(name)).is_ok_and(|new| old == new));
    name != "module-info.class" && !same()
}
