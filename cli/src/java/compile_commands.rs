//! What a command line tells the JIT compilers about single methods.

use std::ffi::OsStr;
use std::fs;

/// Lists the methods whose arguments the JIT compilers are told to take as they are (`blackhole`), as patterns in Java notation. The JVM wants
/// such a method to be empty, so it must stay as it is. Files of commands that cannot be read are left to the JVM, which says so.
pub(crate) fn blackholes<'w>(words: impl Iterator<Item = &'w OsStr>) -> Vec<String> {
    let mut found = Vec::new();
    for word in words.filter_map(OsStr::to_str) {
        if let Some(command) = word.strip_prefix("-XX:CompileCommand=") {
            found.extend(blackhole(command));
        } else if let Some(file) = word.strip_prefix("-XX:CompileCommandFile=") {
            let commands = fs::read_to_string(file).unwrap_or_default();
            found.extend(commands.lines().filter_map(blackhole));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Reads one command: its name, a comma or a space, and a method as `package/Class.method(I)V` or `package.Class::method`.
fn blackhole(command: &str) -> Option<String> {
    let (name, method) = command.trim().split_once([',', ' '])?;
    if !name.eq_ignore_ascii_case("blackhole") {
        return None;
    }
    let method = method.trim().split(['(', ',', ' ']).next().unwrap_or_default();
    let is_whole = method.contains("::") || method.contains('.');
    if is_whole { Some(method.replace("::", ".").replace('/', ".")) } else { None }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn found(words: &[&str]) -> Vec<String> {
        blackholes(words.iter().map(OsStr::new))
    }

    #[test]
    fn blackholes_of_options_and_files() {
        let commands = [
            "-XX:CompileCommand=blackhole,Sink$Hole.sink",
            "-XX:CompileCommand=blackhole,acme.Hole::take*",
            "-XX:CompileCommand=dontinline,acme.Work::run",
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=blackhole,nothing",
            "-Xmx1g",
        ];
        assert_eq!(found(&commands), ["Sink$Hole.sink", "acme.Hole.take*"]);
        let file = tempfile::NamedTempFile::new().unwrap();
        let lines =
            "inline,acme/Hole.run\nblackhole,acme/Hole.consume(Ljava/lang/Object;)V\n blackhole acme/Hole.consume\n\n";
        fs::write(file.path(), lines).unwrap();
        assert_eq!(found(&[&format!("-XX:CompileCommandFile={}", file.path().display())]), ["acme.Hole.consume"]);
        assert!(found(&["-XX:CompileCommandFile=/none/there"]).is_empty());
    }
}
