//! Stacks for other tools: flame graphs, speedscope.
//!
//! A [`Selection`] says which: of a version, with a number of threads, of one metric, of all or one part. Counts are means
//! over the runs.

mod collapsed;
mod profiles;
mod speedscope;

pub use crate::profile::{PartSelection, Selection, ThreadSelection};
pub use collapsed::collapsed;
pub use profiles::{Profiles, RunProfile, ThreadSamples, profiles};
pub use speedscope::speedscope;

use crate::Classes;
use crate::measurements::{Measurements, ThreadProfile};
use crate::profile::Profile;
use std::collections::BTreeMap;

/// Stacks of each thread by its name: threads of the same name are one.
fn by_thread<'m>(
    measured: &'m Measurements,
    classes: &Classes,
    selection: &Selection,
) -> BTreeMap<&'m str, Profile<'m>> {
    let name = |thread: &'m ThreadProfile| thread.name.as_str();
    Profile::by_thread(measured, classes, selection, name).unwrap_or_default()
}

/// The names of a stack's frames, from the outermost.
fn names(measured: &Measurements, stack: u32) -> impl Iterator<Item = &str> {
    let frames = measured.stacks.get(stack as usize).map_or(&[][..], |stack| &stack.frames);
    frames.iter().filter_map(|&frame| measured.frames.get(frame as usize)).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measurements::{Metric, RegionPattern, Run, Sample, Stack, ThreadKind, Version};
    use crate::{Settings, profile};

    pub(super) fn measured() -> Measurements {
        let thread = |name: &str, samples: &[(u32, f64)]| ThreadProfile {
            name: name.into(),
            id: 0,
            kind: ThreadKind::Application,
            samples: samples.iter().map(|&(stack, value)| Sample { stack, value, time: None }).collect(),
        };
        let run = |iteration, work| Run {
            version: Version::Parallel,
            threads: 2,
            iteration,
            metric: Metric::Cycles,
            elapsed_ns: 1,
            profiles: vec![thread("main", &[(0, 4.0)]), thread("w;1", &[(1, work), (2, 1.0)])],
        };
        let pattern = "work".to_owned();
        Measurements {
            regions: vec![RegionPattern { name: "r".into(), sequential: pattern.clone(), parallel: pattern }],
            frames: ["A.main", "A.work", "A.part"].map(str::to_owned).into(),
            stacks: [&[0][..], &[1], &[1, 2]].map(|frames| Stack { frames: frames.to_vec() }).into(),
            runs: vec![run(0, 2.0), run(1, 4.0)],
            ..Measurements::default()
        }
    }

    pub(super) fn selection(part: profile::PartSelection) -> Selection {
        Selection { version: Version::Parallel, threads: 2, metric: Metric::Cycles, part, of: ThreadSelection::All }
    }

    #[test]
    fn exports() {
        let measured = measured();
        let classes = Classes::of(&measured, &Settings::default()).unwrap();
        let all = collapsed(&measured, &classes, &selection(PartSelection::All));
        assert_eq!(all, "main;A.main 4\nw:1;A.work 3\nw:1;A.work;A.part 1\n");
        let sequential = collapsed(&measured, &classes, &selection(PartSelection::Sequential));
        assert_eq!(sequential, "main;A.main 4\n");
        let json = speedscope(&measured, &classes, &selection(PartSelection::All), "demo");
        assert_eq!(json["profiles"][1]["name"], "w;1");
        assert_eq!(json["profiles"][1]["weights"], serde_json::json!([3.0, 1.0]));
        assert_eq!(json["shared"]["frames"][2]["name"], "A.part");
        let all = profiles(&measured, &classes);
        assert_eq!((&all.sequential_parts[..], &all.parallel_parts[..]), (&[0, 1, 1][..], &[0, 1, 1][..]));
        assert_eq!(all.profiles[0].by_thread[1].samples, [(1, 3.0), (2, 1.0)]);
    }
}
