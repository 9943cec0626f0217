//! One-line changes in words: of streams, or of plain loops. For streams also what is in the way.

use paratrace_analyzer::model::{Candidate, Obstacle, ObstacleKind, Pipeline, Verdict};

/// The way in which tasks can run if one line is changed, or the elements of a stream; `None` if the words for all tasks will do.
pub(super) fn how(c: &Candidate) -> Option<String> {
    if let Some(edit) = &c.edit {
        return Some(format!("independent: {edit} is safe{}", c.pipeline.as_ref().map_or("", but)));
    }
    let pipeline = c.pipeline.as_ref()?;
    match (c.verdict, &pipeline.obstacle) {
        (Verdict::Independent, None) => in_place(pipeline).map(str::to_owned),
        (Verdict::Serial, Some(obstacle @ Obstacle { kind: ObstacleKind::Iterates, .. })) => {
            Some(format!("must run one after the other: {}", reason(obstacle)))
        }
        (Verdict::NotKnown, Some(obstacle)) => Some(format!("may need each other: {}: not known", reason(obstacle))),
        (Verdict::Search, Some(Obstacle { call, .. })) => {
            Some(format!("run until {call} has what it looks for: in parallel, the ones after it are run in vain"))
        }
        _ => None,
    }
}

/// Returns how elements may be changed where they are, if the last call does so.
fn in_place(pipeline: &Pipeline) -> Option<&'static str> {
    match pipeline.calls.last()?.as_str() {
        "replaceAll" => Some("independent: compute the new values in parallel, and then set them"),
        "removeIf" => Some("independent: decide in parallel which elements go, and then remove them"),
        _ => None,
    }
}

/// What another result may be, though it is as right.
fn but(pipeline: &Pipeline) -> &'static str {
    match pipeline {
        Pipeline { rounds: true, .. } => ", but floating point numbers are rounded otherwise",
        Pipeline { reorders: true, .. } => ", but a HashSet or HashMap may list its elements in another order",
        _ => "",
    }
}

/// Why a stream cannot run in parallel, or nobody knows whether it can.
fn reason(obstacle: &Obstacle) -> String {
    let call = &obstacle.call;
    match obstacle.kind {
        ObstacleKind::Source => format!("what {call} runs over is not made in the same expression"),
        ObstacleKind::Iterates => format!("{call} makes each element from the one before"),
        ObstacleKind::SourceUsed => format!("functions use what {call} runs over"),
        ObstacleKind::Call => format!("{call} may handle elements together or in order"),
        ObstacleKind::Function => format!("a function that {call} runs is not traced"),
        ObstacleKind::Operator => {
            format!("the function of {call} is not proved associative, or its first value neutral")
        }
        ObstacleKind::Results => "functions give out objects that they may change".to_owned(),
        ObstacleKind::StopsEarly => format!("{call} may end before the last element"),
    }
}
