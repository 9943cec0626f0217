//! The platform that traced runs are simulated on, if none is named.

use paratrace_cost::{Access, Buffer, Burst, Platform, Processor, Task};

/// A processor of today, roughly (docs/scaling.md): a first-level cache for each core, and behind it what has the mean speed of further
/// caches and the memory.
pub(crate) fn default_platform() -> Platform {
    Platform {
        access: Access { random_ns: 20.0, page_ns: 4.0 },
        task: Task { creation_us: 50.0 },
        processor: Processor { ns_per_node: 0.25 },
        burst: Some(Burst { length: 8, first_ns: 20.0, next_ns: 0.25 }),
        cache: Some(Buffer { size_bytes: 32 << 10, line_bytes: 64, ways: Some(8), hit_ns: 0.0 }),
        ..Platform::default()
    }
}

/// What it is, in a few words.
pub(super) fn told(platform: &Platform) -> String {
    let cache = match platform.buffer() {
        Some(buffer) => {
            let size = match buffer.size_bytes {
                whole if whole % 1024 == 0 => format!("{} KiB", whole / 1024),
                bytes => format!("{bytes} bytes"),
            };
            format!("a cache of {size} with lines of {} bytes for each thread", buffer.line_bytes)
        }
        None => "no caches".to_owned(),
    };
    let (node, random) = (platform.processor.ns_per_node, platform.access.random_ns);
    format!("{node} ns an instruction, {cache}, {random} ns to the memory behind it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platforms_in_words() {
        let default = "0.25 ns an instruction, a cache of 32 KiB with lines of 64 bytes for each thread, 20 ns to the memory behind it";
        assert_eq!(told(&default_platform()), default);
        assert!(told(&Platform::default()).contains("no caches"));
    }

    /// docs/scaling.md shows it as a file.
    #[test]
    fn the_documentation_has_the_default() {
        let docs = include_str!("../../../docs/scaling.md");
        let file = docs.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
        assert_eq!(Platform::from_toml(file).ok(), Some(default_platform()));
    }
}
