//! Jars that start an agent of their own (`Launcher-Agent-Class`). `java` does so only with `-jar`: such a program is started by a jar that has
//! nothing but the original's manifest, with the traced copies as its class path.

use crate::failure::Failure;
use crate::java::manifest::Manifest;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};

use paratrace_zip::{Writer, pack};

/// Bytes of a line of a manifest, without its end.
const LINE: usize = 70;

/// Writes the substitute for `jar`, in a directory `below` another one: a jar of the same name.
pub(super) fn starter(
    jar: &Path,
    manifest: &Manifest,
    class_path: &[PathBuf],
    below: &Path,
) -> Result<OsString, Failure> {
    let directory = below.join("start");
    let file = directory.join(jar.file_name().unwrap_or("start.jar".as_ref()));
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(&directory)?;
        let mut zip = Writer::new(File::create(&file)?);
        zip.add("META-INF/MANIFEST.MF", &pack(text(jar, manifest, class_path).as_bytes())?)?;
        zip.finish(&[]).map(drop)
    };
    write().map_err(|cause| Failure::io("write", &file, cause))?;
    Ok(file.into())
}

fn text(jar: &Path, manifest: &Manifest, class_path: &[PathBuf]) -> String {
    let urls: Vec<String> = class_path.iter().map(|place| url(place)).collect();
    let mut text = "Manifest-Version: 1.0\r\n".to_owned();
    for (name, value) in &manifest.attributes {
        let value = match name.to_ascii_lowercase().as_str() {
            "manifest-version" | "class-path" => continue,
            "boot-class-path" => boot_class_path(jar, value),
            _ => value.clone(),
        };
        add(&mut text, &format!("{name}: {value}"));
    }
    add(&mut text, &format!("Class-Path: {}", urls.join(" ")));
    text + "\r\n"
}

/// Relative paths are meant from the original jar.
fn boot_class_path(jar: &Path, value: &str) -> String {
    let directory = std::path::absolute(jar).ok().and_then(|jar| Some(jar.parent()?.to_owned())).unwrap_or_default();
    let paths: Vec<String> =
        value.split(' ').filter(|path| !path.is_empty()).map(|path| encoded(&directory.join(path), "%")).collect();
    paths.join(" ")
}

/// A directory's URL ends with a slash.
fn url(place: &Path) -> String {
    format!("file:{}{}", encoded(place, ""), if place.is_dir() { "/" } else { "" })
}

/// A path as URLs have it; what is in `kept` is so already.
fn encoded(path: &Path, kept: &str) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) || kept.as_bytes().contains(&byte);
    let bytes = absolute.as_os_str().as_encoded_bytes().iter();
    bytes.map(|&byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// Adds an attribute; what is too long for a line goes on behind a blank.
fn add(text: &mut String, attribute: &str) {
    let mut length = 0;
    for c in attribute.chars() {
        if length + c.len_utf8() > LINE {
            text.push_str("\r\n ");
            length = 1;
        }
        text.push(c);
        length += c.len_utf8();
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_that_starts_traced_copies() {
        let attributes = [
            ("Manifest-Version", "1.0"),
            ("Main-Class", "a.Main"),
            ("Launcher-Agent-Class", "a.Agent"),
            ("Class-Path", "lib/x.jar"),
            ("Boot-Class-Path", "b%20.jar /c.jar"),
        ];
        let attributes = attributes.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let manifest = Manifest { attributes, ..Manifest::default() };
        let long = format!("/{}", "é".repeat(30));
        let text = text(Path::new("/d/app.jar"), &manifest, &["/t/a b.jar".into(), long.clone().into()]);
        assert!(text.lines().all(|line| line.len() <= LINE) && text.ends_with("\r\n\r\n"), "{text}");
        let whole = text.replace("\r\n ", "");
        let lines: Vec<&str> = whole.lines().collect();
        let class_path = format!("Class-Path: file:/t/a%20b.jar file:/{}", "%C3%A9".repeat(30));
        let others = [
            "Manifest-Version: 1.0",
            "Main-Class: a.Main",
            "Launcher-Agent-Class: a.Agent",
            "Boot-Class-Path: /d/b%20.jar /c.jar",
        ];
        assert_eq!(lines[..4], others);
        assert_eq!(lines[4], class_path);
    }
}
