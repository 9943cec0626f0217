//! Races: what threads access without order, and what was looked at.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::TextOptions;
use super::advice::{RANK, point, row};
use super::threads::{RACES, is_shown, pair_text};
use crate::canvas::{Canvas, Style};
use crate::lists::{Cut, cut, more};
use crate::locations::through;
use crate::mine::Mine;
use crate::names::point_at;
use crate::numbers::count;
use paratrace_analyzer::Report;
use paratrace_analyzer::model::{ObjectRace, Point};

/// Rows that are shown.
const SHOWN: usize = 5;

/// What is looked at, and what is not.
const CHECKED: &str = "Checked: the fields and array elements that the program's own code accesses, and its calls of collections, builders \
    and formats of java.base. Not checked: native methods and code that is not traced. Another run may have other races.";
const OBJECTS_CHECKED: &str = "Checked: calls of collections, builders and formats of java.base that the program has made. Not checked: fields and \
    array elements, because the JDK is not traced, and calls of it may order threads. Another run may have other races.";
const NOT_CHECKED: &str = "Races were not checked: what orders threads is not known, because events were lost, methods of the program are not \
    traced, or there are too many threads.";

/// Methods that change an object, and what they do to it.
const VERBS: [(&str, &[&str]); 4] = [
    ("add to", &["add", "addAll", "addFirst", "addLast", "offer", "offerFirst", "offerLast", "push"]),
    ("append to", &["append", "insert"]),
    ("put into", &["put", "putAll", "putIfAbsent", "merge", "compute", "computeIfAbsent"]),
    ("remove from", &["remove", "removeIf", "removeFirst", "removeLast", "poll", "pop", "clear"]),
];

/// One row: what races, where, and how often.
struct Race {
    what: String,
    places: String,
    count: u64,
    /// Whether an initialiser is one end: others only read what that writes, as a rule.
    is_initial: bool,
}

pub(super) fn draw(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    if report.threads.iter().filter(|thread| thread.own_nodes > 0).count() < 2 {
        return;
    }
    let Some(races) = races(report, options) else {
        canvas.gap();
        canvas.paragraph(Style::Plain, NOT_CHECKED);
        return;
    };
    canvas.gap();
    if races.is_empty() {
        canvas.paragraph(Style::Strong, "Races: none found in this run");
    } else {
        canvas.paragraph(Style::Strong, "Races: no lock, join or volatile field orders these accesses");
    }
    let Cut { shown, more: left } = cut(&races, options.top, SHOWN);
    for race in shown {
        row(canvas, &race.what, &format!("{} ×", count(race.count)));
        point(canvas, &race.places);
    }
    more(canvas, RANK + 1, left as u64);
    canvas.indented(Style::Faint, RANK + 1, if report.races.is_some() { CHECKED } else { OBJECTS_CHECKED });
}

/// Lists all races, the most frequent first; nothing if they are not known.
fn races(report: &Report, options: &TextOptions) -> Option<Vec<Race>> {
    let mine = Mine::of(report, &options.mine);
    // A line may have several instructions.
    let mut lines: BTreeMap<(String, String), Race> = BTreeMap::new();
    let mut add = |race: Race| {
        let key = (race.what.clone(), race.places.clone());
        lines.entry(key).and_modify(|before| before.count += race.count).or_insert(race);
    };
    let objects = report.object_races.as_ref()?;
    for race in report.races.iter().flatten().filter(|race| is_shown(&mine, options, [&race.head, &race.tail])) {
        if let Some(places) = pair_text(race, &RACES) {
            let is_initial = race.head.method.contains(".<");
            add(Race { what: through(&race.via), places, count: race.count, is_initial });
        }
    }
    for race in objects {
        if is_shown(&mine, options, [&race.head, &race.tail]) {
            add(object_race(race));
        }
    }
    let mut races: Vec<Race> = lines.into_values().collect();
    races.sort_by_key(|race| (race.is_initial, Reverse(race.count)));
    Some(races)
}

fn object_race(race: &ObjectRace) -> Race {
    let [first, second] = [&race.head_calls, &race.tail_calls].map(|name| verb(name));
    let verb = first.filter(|_| first == second).unwrap_or("use");
    let class = race.class.rsplit('.').next().unwrap_or(&race.class);
    let [head, tail] = [called(&race.head, &race.head_calls), called(&race.tail, &race.tail_calls)];
    Race {
        what: format!("two threads {verb} one {class}"),
        places: format!("{head} and {tail}: nothing orders them"),
        count: race.count,
        is_initial: false,
    }
}

/// Returns what calls of a method do to their object.
fn verb(method: &str) -> Option<&'static str> {
    VERBS.iter().find(|(_, methods)| methods.contains(&method)).map(|(verb, _)| *verb)
}

fn called(at: &Point, method: &str) -> String {
    if method == "<init>" { format!("made at {}", point_at(at)) } else { format!("{method} at {}", point_at(at)) }
}
