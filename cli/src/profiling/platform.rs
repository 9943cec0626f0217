//! The platform that traced runs are simulated on, if none is named.

use paratrace_cost::{Access, Buffer, Burst, Coherence, Level, Platform, Processor, Sdram, Task};

/// A processor of today, roughly (docs/scaling.md): two caches for each core, and one that all share.
pub(crate) fn default_platform() -> Platform {
    Platform {
        access: Access { random_ns: 80.0, page_ns: 20.0 },
        task: Task { creation_us: 50.0 },
        processor: Processor { ns_per_node: 0.25 },
        burst: Some(Burst { length: 8, first_ns: 80.0, next_ns: 0.25 }),
        cache: Some(Buffer { size_bytes: 32 << 10, line_bytes: 64, ways: Some(8), hit_ns: 0.0 }),
        levels: vec![
            Level { size_bytes: 1 << 20, ways: Some(16), hit_ns: 4.0, shared: false },
            Level { size_bytes: 32 << 20, ways: Some(16), hit_ns: 12.0, shared: true },
        ],
        coherence: Some(Coherence { transfer_ns: 70.0 }),
        sdram: Sdram { banks: 16, row_bytes: 8192 },
        ..Platform::default()
    }
}

/// What it is, in a few words.
pub(super) fn told(platform: &Platform) -> String {
    let cache = match platform.buffer() {
        Some(buffer) => {
            let size = size(buffer.size_bytes);
            format!("a cache of {size} with lines of {} bytes for each thread", buffer.line_bytes)
        }
        None => "no caches".to_owned(),
    };
    let levels: String = platform.levels.iter().map(level).collect();
    let (node, random) = (platform.processor.ns_per_node, platform.access.random_ns);
    let changed = match platform.coherence {
        Some(coherence) => format!(", {} ns to what another thread has changed", coherence.transfer_ns),
        None => String::new(),
    };
    format!("{node} ns an instruction, {cache}{levels}, {random} ns to the memory behind it{changed}")
}

fn level(level: &Level) -> String {
    let whose = if level.shared { "all" } else { "each" };
    format!(", one of {} for {whose} ({} ns)", size(level.size_bytes), level.hit_ns)
}

fn size(bytes: u64) -> String {
    match bytes {
        _ if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platforms_in_words() {
        let default = "0.25 ns an instruction, a cache of 32 KiB with lines of 64 bytes for each thread, one of 1 MiB for each (4 ns), \
                       one of 32 MiB for all (12 ns), 80 ns to the memory behind it, 70 ns to what another thread has changed";
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
