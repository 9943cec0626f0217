//! Methods that have most of a part.

use super::Evidence;
use crate::measurements::Version;
use crate::model::{MethodShare, Places, Point};
use crate::profile::{Method, PartSelection, Profile, Selection, ThreadSelection, inclusive, innermost};

/// A method with this share of a part is worth a look by itself.
const WORTH_A_LOOK: f64 = 0.2;

/// Methods of the sequential part.
pub(super) fn sequential(evidence: Evidence, point: &Point) -> Option<Places> {
    of_part(evidence, point, PartSelection::Sequential)
}

/// Methods that spin.
pub(super) fn spinning(evidence: Evidence, point: &Point) -> Option<Places> {
    of_part(evidence, point, PartSelection::Spinning)
}

fn of_part(evidence: Evidence, point: &Point, part: PartSelection) -> Option<Places> {
    let selection = Selection {
        version: Version::Parallel,
        threads: point.threads,
        metric: evidence.metrics.work?,
        part,
        of: ThreadSelection::All,
    };
    let profile = Profile::of(evidence.measured, evidence.classes, &selection)?;
    let total = profile.total();
    if total <= 0.0 {
        return None;
    }
    let shares = |methods: Vec<Method>| methods.into_iter().map(|method| share(&method, total)).collect::<Vec<_>>();
    let (mut innermost, mut inclusive) = (shares(innermost(&profile)), shares(inclusive(&profile)));
    let first = first(&innermost, &inclusive);
    innermost.truncate(evidence.settings.listed);
    inclusive.truncate(evidence.settings.listed);
    Some(Places::Methods { first, innermost, inclusive })
}

fn share(method: &Method, total: f64) -> MethodShare {
    MethodShare {
        method: method.name.to_owned(),
        share: method.count / total,
        within: method.within.map(str::to_owned),
    }
}

/// An innermost method that has a fifth of the part. If none has, the work is spread (figure 23): the deepest method that
/// has as much with what it calls.
fn first(innermost: &[MethodShare], inclusive: &[MethodShare]) -> Option<MethodShare> {
    let enough = |method: &&MethodShare| method.share >= WORTH_A_LOOK;
    let hottest = innermost.first().filter(enough);
    hottest.or_else(|| inclusive.iter().rfind(enough)).or(innermost.first()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(of: &[(&str, f64)]) -> Vec<MethodShare> {
        of.iter().map(|&(method, share)| MethodShare { method: method.into(), share, within: None }).collect()
    }

    #[test]
    fn the_method_to_look_at_first() {
        let inclusive = shares(&[("all", 0.9), ("m2", 0.6), ("part", 0.1)]);
        let of = |innermost: &[(&str, f64)]| first(&shares(innermost), &inclusive).unwrap().method;
        assert_eq!(of(&[("m1", 0.3), ("m3", 0.2)]), "m1");
        assert_eq!(of(&[("m1", 0.1)]), "m2");
        assert_eq!(first(&shares(&[("m1", 0.1)]), &[]).unwrap().method, "m1");
        assert_eq!(first(&[], &[]), None);
    }
}
