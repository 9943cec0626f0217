//! Applications inside a runtime image, as `jlink` makes them: their modules are taken out by `jimage`, traced, and put in the place of
//! those in the image.

use crate::failure::Failure;
use crate::java::class_path::{Entry, Kind};
use crate::jdk::home_of;
use crate::search_path::on_path;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Beginnings of the names of modules that come with a JDK or a distribution of one.
const PLATFORM: [&str; 7] = ["java.", "jdk.", "javafx.", "oracle.", "com.azul.", "com.ibm.", "openj9."];

/// A runtime image with an application in it.
struct Image {
    home: PathBuf,
    /// The application's modules.
    modules: Vec<String>,
}

/// The application's modules, taken out of the image of `jvm`, if `main` (a module, perhaps with a class) is one of them.
pub(super) fn modules(jvm: &OsStr, main: &OsStr, below: &Path) -> Result<Vec<Entry>, Failure> {
    let main = main.to_string_lossy();
    let module = main.split('/').next().unwrap_or_default();
    let image = Image::of(jvm).filter(|image| image.modules.iter().any(|name| name == module));
    image.map_or_else(|| Ok(Vec::new()), |image| image.take_out(&below.join("image")))
}

impl Image {
    fn of(jvm: &OsStr) -> Option<Image> {
        let home = home_of(jvm).ok()?;
        let release = fs::read_to_string(home.join("release")).ok()?;
        let all = release.lines().find_map(|line| line.strip_prefix("MODULES="))?.trim_matches('"');
        let own = |name: &&str| !PLATFORM.iter().any(|start| name.starts_with(start));
        let mut modules: Vec<String> = all.split_whitespace().filter(own).map(str::to_owned).collect();
        modules.sort();
        Some(Image { home, modules })
    }

    /// Writes the modules to a directory each.
    fn take_out(&self, place: &Path) -> Result<Vec<Entry>, Failure> {
        let file = self.home.join("lib/modules");
        let tool = self.tool().ok_or_else(|| self.cannot("there is no jimage on PATH or in JAVA_HOME"))?;
        let wanted: Vec<String> =
            self.modules.iter().map(|name| format!("regex:/{}/.*", name.replace('.', "\\."))).collect();
        let mut command = Command::new(&tool);
        command.arg("extract").arg("--dir").arg(place).args(["--include", &wanted.join(",")]).arg(&file);
        let output = command.output().map_err(|cause| Failure::io("run", &tool, cause))?;
        let places: Vec<PathBuf> = self.modules.iter().map(|name| place.join(name)).collect();
        if !output.status.success() || !places.iter().all(|place| place.join("module-info.class").is_file()) {
            let said = [output.stdout, output.stderr].concat();
            return Err(self.cannot(String::from_utf8_lossy(&said).lines().next().unwrap_or("jimage fails")));
        }
        Ok(places.into_iter().map(|path| Entry { path, kind: Kind::Directory }).collect())
    }

    /// `jimage` is part of a JDK, and seldom of an image.
    fn tool(&self) -> Option<PathBuf> {
        let name = if cfg!(windows) { "jimage.exe" } else { "jimage" };
        let named = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(name));
        let known = std::iter::once(self.home.join("bin").join(name)).chain(named).find(|tool| tool.is_file());
        known.or_else(|| on_path(OsStr::new(name)))
    }

    fn cannot(&self, why: &str) -> Failure {
        let modules = self.modules.join(", ");
        Failure::input(format!("{modules} cannot be taken out of the runtime image {}", self.home.display()))
            .with_causes(vec![why.to_owned()])
            .advise("Put the bin directory of a JDK on PATH. Or start the application's jars: -p JARS -m MODULE/CLASS.")
    }
}
