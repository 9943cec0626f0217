//! Speed of decoding columns and of loading maps; prints figures. `cargo bench -p paratrace-traceformat`.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};

use common::{Random, maps};
use paratrace_traceformat::map::{MapHash, ProgramMap};
use paratrace_traceformat::trace::{ColumnDecoder, ColumnEncoder, Encoding};

/// Values of a chunk.
const VALUES: usize = 64 * 1024;
const ROUNDS: usize = 100;

/// Time that this thread ran: other load on the machine counts less than with a clock.
struct Cpu(u64);

impl Cpu {
    fn now() -> Cpu {
        let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        Cpu(stat.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or(0))
    }

    fn elapsed(&self) -> Duration {
        Duration::from_nanos(Cpu::now().0 - self.0)
    }
}

fn main() {
    let mut r = Random(1);
    column("constant", &vec![7; VALUES]);
    column("stride", &(0..VALUES as u32).map(|i| 1000 + 24 * i).collect::<Vec<_>>());
    column(
        "nested loops (period 40)",
        &(0..VALUES).map(|i| [3, 4, 3, 9][i % 40 / 10] + (i % 40 == 0) as u32).collect::<Vec<_>>(),
    );
    let mostly = |r: &mut Random, one_in: usize| -> Vec<u32> {
        (0..VALUES).map(|i| if r.one_in(one_in) { r.below(500) as u32 } else { 3 + i as u32 % 4 }).collect()
    };
    column("pattern, 1 of 100 random", &mostly(&mut r, 100));
    column("pattern, 1 of 10 random", &mostly(&mut r, 10));
    column("random of 500", &(0..VALUES).map(|_| r.below(500) as u32).collect::<Vec<_>>());
    column("random", &(0..VALUES).map(|_| r.next() as u32).collect::<Vec<_>>());
    map();
}

fn column(name: &str, values: &[u32]) {
    let (mut encoder, mut decoder) = (ColumnEncoder::default(), ColumnDecoder::default());
    for encoding in Encoding::ALL {
        let mut bytes = Vec::new();
        let begin = Cpu::now();
        for _ in 0..ROUNDS {
            bytes.clear();
            encoder.encode(encoding, values, &mut bytes).unwrap();
        }
        let encoded = begin.elapsed();
        let mut out = Vec::new();
        let begin = Cpu::now();
        for _ in 0..ROUNDS {
            out.clear();
            decoder.decode(encoding as u8, values.len() as u32, black_box(&bytes), &mut out).unwrap();
        }
        let decoded = begin.elapsed();
        let mb = (values.len() * 4 * ROUNDS) as f64 / 1e6;
        println!(
            "{name:26} {encoding:?}: encode {:5.0} MB/s, decode {:5.0} MB/s, {:.3} bytes a value",
            mb / encoded.as_secs_f64(),
            mb / decoded.as_secs_f64(),
            bytes.len() as f64 / values.len() as f64
        );
    }
}

fn map() {
    let map = maps::random(1, 72_000);
    let bytes = map.to_bytes().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("program.map");
    std::fs::write(&path, &bytes).unwrap();
    let best = |what: &str, run: &dyn Fn()| {
        let times = (0..7).map(|_| {
            let begin = Cpu::now();
            run();
            begin.elapsed()
        });
        let cpu = times.min().unwrap_or_default();
        let wall = (0..7).map(|_| {
            let begin = Instant::now();
            run();
            begin.elapsed()
        });
        let wall = wall.min().unwrap_or_default();
        println!("map of {:.1} MB: {what} in {wall:?}, this thread {cpu:?}", bytes.len() as f64 / 1e6);
    };
    best("read, validate, hash", &|| drop(black_box(ProgramMap::read(&path).unwrap())));
    best("from_bytes", &|| drop(black_box(ProgramMap::from_bytes(&bytes).unwrap())));
    best("validate", &|| map.validate().unwrap());
    best("hash", &|| drop(black_box(MapHash::of(&bytes).to_string())));
    best("write", &|| drop(black_box(map.to_bytes().unwrap())));
}
