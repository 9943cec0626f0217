//! Where the JDK lies whose `java` a command names.

use super::boot_jar::{boot_jar, home_of_machine};
use crate::failure::{Failure, Kind};
use crate::search_path::on_path;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The home of the JDK whose `java` a command names.
pub(crate) fn home_of(java: &OsStr) -> Result<PathBuf, Failure> {
    let found = if Path::new(java).components().count() > 1 { Some(java.into()) } else { on_path(java) };
    let found = found.ok_or_else(|| Failure::usage(format!("there is no {} on PATH", java.display())))?;
    let real = found.canonicalize().map_err(|cause| Failure::io("find", &found, cause))?;
    let above = real.parent().and_then(Path::parent).map(home_of_machine);
    match above {
        Some(home) if home.join("lib/modules").is_file() || boot_jar(&home).is_some() => Ok(home),
        // A script that starts the `java` of another place.
        above => told_by(&found)
            .or(above)
            .ok_or_else(|| Failure::new(Kind::Input, format!("{} lies in no JDK", real.display()))),
    }
}

/// The home that a `java` itself names.
fn told_by(java: &Path) -> Option<PathBuf> {
    let output = Command::new(java).args(["-XshowSettings:properties", "-version"]).output().ok()?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    told.lines().find_map(|line| line.trim().strip_prefix("java.home = ").map(PathBuf::from))
}
