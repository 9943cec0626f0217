//! Makes a traced copy of a JDK: takes it apart, rewrites `java.base`, and links all modules again.

use super::boot_jar::boot_jar;
use super::classes::write_jar;
use super::{tools, unlinked};
use crate::backend;
use crate::cache::JdkRecord;
use crate::failure::Failure;
use crate::farm::create_directory;
use crate::jdk_layout::{CLASSES, HOME};
use crate::room::refuse_less_than;
use crate::terminal::Progress;
use paratrace_instrumenter::{OtherModules, Summary};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The file of `java.base` among packed modules.
const BASE: &str = "java.base.jmod";

/// The modules whose hashes `java.base` has in every JDK: all that cannot be replaced by others. By those hashes a JDK knows its own modules, and stack
/// traces leave out their versions.
const HASHED: &str =
    r"^(?!(java\.compiler|jdk\.(jsobject|graal\.compiler|internal\.vm\.compiler)(\.management)?)$)(java|jdk)\..*$";

/// Folders of a module as `jmod` packs it, and the options for them.
const FOLDERS: [(&str, &str); 6] = [
    ("--cmds", "bin"),
    ("--config", "conf"),
    ("--libs", "lib"),
    ("--legal-notices", "legal"),
    ("--header-files", "include"),
    ("--man-pages", "man"),
];

/// Most bytes that the parts and the copy take on the disk together, of any JDK that was tried.
const ROOM: u64 = 1 << 30;

/// Makes it in an empty directory: [`CLASSES`] and [`HOME`].
pub(super) fn make(home: &Path, directory: &Path) -> Result<JdkRecord, Failure> {
    let began = Instant::now();
    if boot_jar(home).is_some() {
        return Err(Failure::input(format!("{} has no modules", home.display())));
    }
    let tools: &[&str] = if is_packed(home) { &["jlink", "jmod"] } else { &["jlink", "jmod", "jimage"] };
    tools.iter().try_for_each(|tool| tools::refuse_without(home, tool))?;
    refuse_less_than(ROOM, directory)?;
    let progress = Progress::new();
    let step = |number: u32, what: &str| {
        progress.at(|| format!("making a traced copy of {}, once ({number} of 5: {what})", home.display()));
    };
    let work = work_in(directory)?;
    step(1, "taking it apart");
    let parts = Parts::of(home, &work)?;
    step(2, "packing its classes");
    let classes = directory.join(CLASSES);
    write_jar(&parts.base.join("classes"), &classes, &|_| true)?;
    step(3, "rewriting its classes");
    let traced = work.join("traced");
    let made = backend::instrument_jdk(&parts.base.join("classes"), &traced, parts.kind)?;
    step(4, "linking its modules");
    let image = directory.join(HOME);
    parts.link(home, (&traced, &work), &image)?;
    step(5, "archiving its classes");
    share(&image)?;
    record(home, &made, began, &work)
}

/// The folder for what is only needed while it is made.
pub(super) fn work_in(directory: &Path) -> Result<PathBuf, Failure> {
    let work = directory.join("work");
    create_directory(&work).map_err(|cause| Failure::io("create", &work, cause))?;
    Ok(work)
}

/// Removes that folder, and says what was made.
pub(super) fn record(home: &Path, made: &Summary, began: Instant, work: &Path) -> Result<JdkRecord, Failure> {
    fs::remove_dir_all(work).map_err(|cause| Failure::io("remove", work, cause))?;
    Ok(JdkRecord {
        home: home.to_path_buf(),
        methods: made.methods,
        traced: made.traced,
        seconds: began.elapsed().as_secs(),
        ..JdkRecord::default()
    })
}

/// Whether a JDK has its modules packed.
fn is_packed(home: &Path) -> bool {
    home.join("jmods").join(BASE).is_file()
}

/// A JDK in parts.
struct Parts {
    /// `java.base`, in the folders that `jmod` knows.
    base: PathBuf,
    /// Where `jlink` finds all other modules, packed.
    others: PathBuf,
    /// Whether they are as they were.
    kind: OtherModules,
}

impl Parts {
    fn of(home: &Path, work: &Path) -> Result<Parts, Failure> {
        let base = work.join("base");
        if is_packed(home) {
            let others = home.join("jmods");
            tools::run(home, "jmod", words(&["extract", "--dir"], &[&base, &others.join(BASE)]))?;
            return Ok(Parts { base, others, kind: OtherModules::Packed });
        }
        let (image, others) = (work.join("image"), work.join("others"));
        tools::run(home, "jimage", words(&["extract", "--dir"], &[&image, &home.join("lib").join("modules")]))?;
        unlinked::gather(home, &image, &base).map_err(|cause| Failure::io("copy", home, cause))?;
        unlinked::pack(&image, &others)?;
        Ok(Parts { base, others, kind: OtherModules::PackedAnew })
    }

    /// Packs the traced classes with the rest of `java.base`, and links all modules.
    fn link(&self, home: &Path, (traced, work): (&Path, &Path), image: &Path) -> Result<(), Failure> {
        let modules = work.join("modules");
        create_directory(&modules).map_err(|cause| Failure::io("create", &modules, cause))?;
        let mut pack = words(&["create", "--class-path"], &[traced]);
        for (option, folder) in FOLDERS {
            let folder = self.base.join(folder);
            if folder.is_dir() {
                pack.extend([option.into(), folder.into_os_string()]);
            }
        }
        if self.kind == OtherModules::PackedAnew {
            pack.extend(words(&["--hash-modules", HASHED, "--module-path"], &[&self.others]));
        }
        pack.push(modules.join(BASE).into_os_string());
        tools::run(home, "jmod", pack)?;
        backend::write_stand_in(&modules)?;
        let mut path = modules.into_os_string();
        path.push(if cfg!(windows) { ";" } else { ":" });
        path.push(&self.others);
        let link = ["--add-modules", "ALL-MODULE-PATH", "--module-path"].map(OsString::from);
        tools::run(home, "jlink", link.into_iter().chain([path, "--output".into(), image.as_os_str().to_owned()]))
    }
}

fn words(options: &[&str], paths: &[&Path]) -> Vec<OsString> {
    options.iter().map(OsString::from).chain(paths.iter().map(|path| path.as_os_str().to_owned())).collect()
}

/// Has the JVM archive the classes that every program needs. Without the archive, programs start later, and that is all.
fn share(image: &Path) -> Result<(), Failure> {
    tools::run(image, "java", ["-Xshare:dump", "-Xlog:disable", "-Xlog:all=off"])
}
