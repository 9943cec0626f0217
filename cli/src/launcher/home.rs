//! Mirrors of Java homes, in which `java` is ours and all else is theirs.

use super::absolute;
use crate::search_path::on_path;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file that makes a directory a mirror.
const FILE: &str = "paratrace.json";
/// Names a mirror to a launcher that cannot tell by its own name where it is.
const VARIABLE: &str = "PARATRACE_LAUNCHER";
/// Variables that name Java homes.
const HOMES: [&str; 3] = ["JAVA_HOME", "JDK_HOME", "JRE_HOME"];
/// Variables that name a `java`.
const COMMANDS: [&str; 1] = ["JAVACMD"];

/// A mirror.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Home {
    /// Its directory.
    pub(crate) mirror: PathBuf,
    /// The `java` that it stands for.
    pub(crate) real: PathBuf,
    /// The directory with the settings of the run.
    pub(crate) session: PathBuf,
}

impl Home {
    /// The mirror that a launcher was started from, by the word that it was called by.
    pub(super) fn of(name: &OsStr) -> Option<Home> {
        let called = match Path::new(name).parent() {
            Some(parent) if !parent.as_os_str().is_empty() => Home::above(Path::new(name)),
            _ => on_path(name).and_then(|java| Home::above(&java)),
        };
        called.or_else(|| Home::read(Path::new(&env::var_os(VARIABLE)?)))
    }

    /// The mirror that has this `bin/java`.
    fn above(java: &Path) -> Option<Home> {
        Home::read(absolute(java.as_os_str()).parent()?.parent()?)
    }

    fn read(mirror: &Path) -> Option<Home> {
        serde_json::from_slice(&fs::read(mirror.join(FILE)).ok()?).ok()
    }

    pub(crate) fn java(&self) -> PathBuf {
        self.mirror.join("bin/java")
    }

    /// Mirrors the home of `real`: links to everything but `bin/java`.
    fn make(mirror: PathBuf, real: PathBuf, session: &Path, ours: &Path) -> io::Result<Home> {
        let bin = mirror.join("bin");
        fs::create_dir_all(&bin)?;
        if let Some(home) = real.parent().and_then(Path::parent).filter(|home| home.join("lib").exists()) {
            link_all(home, &mirror, "bin")?;
            link_all(&home.join("bin"), &bin, "java")?;
        }
        link(ours, &bin.join("java"))?;
        let made = Home { mirror, real, session: session.to_owned() };
        fs::write(made.mirror.join(FILE), serde_json::to_vec(&made)?)?;
        Ok(made)
    }
}

fn link_all(from: &Path, to: &Path, except: &str) -> io::Result<()> {
    for file in fs::read_dir(from)? {
        let name = file?.file_name();
        if name != except && name != FILE {
            link(&from.join(&name), &to.join(&name))?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn link(to: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, link)
}

#[cfg(not(unix))]
fn link(to: &Path, link: &Path) -> io::Result<()> {
    if to.is_dir() { std::os::windows::fs::symlink_dir(to, link) } else { std::os::windows::fs::symlink_file(to, link) }
}

/// The `java` that lies beside a command, if that is in the `bin` of a Java home: an image of `jlink` with its launchers.
pub(crate) fn java_of(command: &OsStr) -> Option<PathBuf> {
    let file = if Path::new(command).components().count() > 1 { absolute(command) } else { on_path(command)? };
    let real = file.canonicalize().ok()?;
    let java = real.with_file_name("java");
    let home = real.parent()?.parent()?;
    (java.is_file() && java != real && home.join("release").is_file()).then_some(java)
}

/// The settings with which a command finds our `java`.
pub(crate) struct Offer {
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// The mirror of the home that the command itself lies in.
    pub(crate) own: Option<PathBuf>,
    /// The `java`s that it stands for.
    pub(crate) javas: Vec<PathBuf>,
}

/// Makes mirrors in `below` of every Java that a command may find: the one on the path, those that variables name, and
/// `own`. There must be one.
pub(crate) fn offer(below: &Path, session: &Path, own: Option<PathBuf>) -> io::Result<Offer> {
    let mut mirrors = Mirrors { below, session, ours: env::current_exe()?, made: HashMap::new() };
    let mut environment = Vec::new();
    let first = on_path(OsStr::new("java")).map(|java| java.canonicalize()).transpose()?;
    for variable in HOMES {
        let named = env::var_os(variable).map(|home| Path::new(&home).join("bin/java")).filter(|java| java.is_file());
        if let Some(java) = named {
            environment.push((variable.into(), mirrors.of(&java.canonicalize()?)?.into()));
        }
    }
    for variable in COMMANDS {
        let named = env::var_os(variable).map(PathBuf::from).filter(|java| java.is_file());
        if let Some(java) = named.filter(|java| java.file_stem().is_some_and(|stem| stem == "java")) {
            environment.push((variable.into(), mirrors.of(&java.canonicalize()?)?.join("bin/java").into()));
        }
    }
    if let Some(java) = &first {
        let mirror = mirrors.of(java)?;
        if !environment.iter().any(|(name, _)| name == "JAVA_HOME") {
            environment.push(("JAVA_HOME".into(), mirror.clone().into()));
        }
        environment.push((VARIABLE.into(), mirror.clone().into()));
        environment.push(("PATH".into(), before_path(&mirrors.alone(java)?.join("bin"))?));
    }
    let own = own.map(|java| mirrors.of(&java)).transpose()?;
    let mut javas: Vec<PathBuf> = mirrors.made.into_keys().collect();
    javas.sort();
    Ok(Offer { environment, own, javas })
}

fn before_path(directory: &Path) -> io::Result<OsString> {
    let path = env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(directory.to_owned()).chain(env::split_paths(&path));
    env::join_paths(all).map_err(io::Error::other)
}

struct Mirrors<'p> {
    below: &'p Path,
    session: &'p Path,
    ours: PathBuf,
    made: HashMap<PathBuf, PathBuf>,
}

impl Mirrors<'_> {
    /// The mirror of the home of this `java`.
    fn of(&mut self, java: &Path) -> io::Result<PathBuf> {
        if let Some(mirror) = self.made.get(java) {
            return Ok(mirror.clone());
        }
        let mirror = self.below.join(format!("home-{}", self.made.len() + 1));
        Home::make(mirror.clone(), java.to_owned(), self.session, &self.ours)?;
        self.made.insert(java.to_owned(), mirror.clone());
        Ok(mirror)
    }

    /// A directory with this `java` only: on the path, no other tool may come before those that were found there.
    fn alone(&self, java: &Path) -> io::Result<PathBuf> {
        let place = self.below.join("path");
        fs::create_dir_all(place.join("bin"))?;
        link(&self.ours, &place.join("bin/java"))?;
        let home = self.made.get(java).cloned().unwrap_or_else(|| place.clone());
        let made = Home { mirror: home, real: java.to_owned(), session: self.session.to_owned() };
        fs::write(place.join(FILE), serde_json::to_vec(&made)?)?;
        Ok(place)
    }
}
