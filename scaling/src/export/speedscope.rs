//! The format of speedscope: <https://www.speedscope.app/file-format-schema.json>.

use super::{Selection, by_thread};
use crate::Classes;
use crate::measurements::{Measurements, Metric};
use crate::profile::Profile;
use serde_json::{Value, json};

/// A document with a profile for each thread.
#[must_use]
pub fn speedscope(measured: &Measurements, classes: &Classes, selection: &Selection, name: &str) -> Value {
    let threads = by_thread(measured, classes, selection);
    let profiles: Vec<Value> =
        threads.iter().map(|(name, threads)| profile(measured, name, threads, selection.metric)).collect();
    let frames: Vec<Value> = measured.frames.iter().map(|name| json!({ "name": name })).collect();
    json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "name": name,
        "exporter": "paratrace",
        "activeProfileIndex": 0,
        "shared": { "frames": frames },
        "profiles": profiles,
    })
}

fn profile(measured: &Measurements, name: &str, profile: &Profile, metric: Metric) -> Value {
    let known = |(&stack, &value): (&u32, &f64)| Some((&measured.stacks.get(stack as usize)?.frames, value));
    let (samples, weights): (Vec<_>, Vec<f64>) = profile.stacks.iter().filter_map(known).unzip();
    json!({
        "type": "sampled",
        "name": name,
        "unit": if is_time(metric) { "nanoseconds" } else { "none" },
        "startValue": 0,
        "endValue": weights.iter().sum::<f64>(),
        "samples": samples,
        "weights": weights,
    })
}

fn is_time(metric: Metric) -> bool {
    matches!(metric, Metric::CpuTime | Metric::WallTime | Metric::LockTime)
}
