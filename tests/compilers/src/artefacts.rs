//! Published artefacts that tests need, fetched by Maven into `target/artefacts`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The jars of an artefact (`group:name:version`) and of what it depends on. `None`, with a line that says why, where Maven
/// or the artefact cannot be had.
#[must_use]
pub fn artefacts(coordinates: &str) -> Option<Vec<PathBuf>> {
    let folder = target().join("artefacts").join(coordinates.replace(':', "-"));
    let fetched = if folder.is_dir() { Ok(()) } else { fetch(coordinates, &folder) };
    if let Err(why) = fetched {
        println!("skipped: {coordinates} cannot be had: {why}");
        return None;
    }
    let files = fs::read_dir(&folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut jars: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "jar")).collect();
    jars.sort();
    Some(jars)
}

/// Entries of a class path as one word.
#[must_use]
pub fn class_path<P: AsRef<Path>>(entries: &[P]) -> OsString {
    let mut all = OsString::new();
    for entry in entries {
        if !all.is_empty() {
            all.push(":");
        }
        all.push(entry.as_ref());
    }
    all
}

/// The folder of what is built.
fn target() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Fetches into a folder beside the one that is asked for: that one is there only if it is whole.
fn fetch(coordinates: &str, folder: &Path) -> Result<(), String> {
    let parent = folder.parent().ok_or("no folder")?;
    fs::create_dir_all(parent).map_err(|e| e.to_string())?;
    let work = tempfile::tempdir_in(parent).map_err(|e| e.to_string())?;
    fs::write(work.path().join("pom.xml"), project(coordinates)?).map_err(|e| e.to_string())?;
    let mut maven = Command::new("mvn");
    maven.args(["-q", "-B", "dependency:copy-dependencies", "-DincludeScope=runtime"]);
    maven.args(["-DoutputDirectory=jars", "-Daether.connector.connectTimeout=10000"]);
    let output = maven.current_dir(work.path()).stdin(Stdio::null()).output().map_err(|e| format!("mvn: {e}"))?;
    let jars = work.path().join("jars");
    if !output.status.success() || !jars.is_dir() {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        return Err(text.lines().next().unwrap_or("mvn fails").to_owned());
    }
    // Another test may have been faster.
    fs::rename(jars, folder).or_else(|e| if folder.is_dir() { Ok(()) } else { Err(e.to_string()) })
}

/// A Maven project that depends on the artefact.
fn project(coordinates: &str) -> Result<String, String> {
    let [group, name, version] = coordinates.split(':').collect::<Vec<_>>()[..] else {
        return Err("not of the form group:name:version".to_owned());
    };
    Ok(format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>t</groupId><artifactId>t</artifactId><version>1</version>\
         <dependencies><dependency><groupId>{group}</groupId><artifactId>{name}</artifactId>\
         <version>{version}</version></dependency></dependencies></project>"
    ))
}
