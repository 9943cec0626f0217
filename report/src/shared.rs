//! Shared data of tasks as a table.

use paratrace_analyzer::model::{Accesses, ArrayData, Creation, Indices, SharedData, TaskData};

use crate::canvas::{Canvas, Style, right};
use crate::communication::TableOptions;
use crate::lists::{Cut, Top, cut, more, more_by};
use crate::names::short;
use crate::numbers::{count, plural};
use crate::text::doubts;

/// Rows of each list.
const SHOWN: usize = 20;
const NUMBER: usize = 15;
const ID: usize = 6;
/// Ranges of indices that a row shows.
const RANGES: usize = 3;

/// The table, ending with a line break.
pub fn table(data: &SharedData, options: &TableOptions) -> String {
    let mut canvas = Canvas::new(options.width.clamp(60, 200), options.color, options.unicode);
    doubts::draw(&mut canvas, "the trace", &data.completeness, options.top);
    heading(&mut canvas);
    let Cut { shown, more: left } = cut(&data.tasks, options.top, SHOWN);
    shown.iter().for_each(|task| summary(&mut canvas, data, task));
    more(&mut canvas, 2, left as u64);
    for task in shown.iter().filter(|task| !task.arrays.is_empty()) {
        arrays(&mut canvas, data, task, options.top);
    }
    canvas.finish()
}

fn heading(canvas: &mut Canvas) {
    canvas.paragraph(Style::Strong, "Shared data of tasks");
    canvas.paragraph(
        Style::Plain,
        "Values of primitive types that a task reads and writes in what was created outside of it: scalars are fields and \
         static fields, elements are those of arrays.",
    );
    canvas.gap();
    let heading = right("scalars read", NUMBER)
        + &right("written", NUMBER)
        + &right("elements read", NUMBER)
        + &right("written", NUMBER)
        + &right("arrays", 8)
        + &right("nodes", NUMBER)
        + "  task";
    canvas.line(&[(Style::Faint, &heading)]);
}

fn summary(canvas: &mut Canvas, data: &SharedData, task: &TaskData) {
    let all = task.shared();
    let numbers =
        [task.scalars.reads, task.scalars.writes, all.reads - task.scalars.reads, all.writes - task.scalars.writes];
    let numbers: String = numbers.iter().map(|number| right(&count(*number), NUMBER)).collect();
    let arrays = task.arrays.len() as u64 + task.left_out.arrays;
    let figures = right(&count(arrays), 8) + &right(&count(task.nodes), NUMBER);
    let name = format!("  {}", name(data, task));
    canvas.line(&[(Style::Plain, &numbers), (Style::Plain, &figures), (Style::Strong, &name)]);
}

/// A task; of a method, with its thread and how often it ran.
fn name(data: &SharedData, task: &TaskData) -> String {
    match task.kind {
        paratrace_analyzer::model::TaskKind::Thread => task.task.clone(),
        paratrace_analyzer::model::TaskKind::Method => {
            let thread = data.threads.get(task.thread).map_or("", |thread| thread.name.as_str());
            let times = plural(task.instances, "time", "times");
            format!("{} in {thread}, {times}", short(&task.task))
        }
    }
}

fn arrays(canvas: &mut Canvas, data: &SharedData, task: &TaskData, top: Top) {
    canvas.gap();
    canvas.line(&[(Style::Strong, &format!("Arrays of {}", name(data, task)))]);
    let heading = right("id", ID) + &right("read", NUMBER) + &right("written", NUMBER) + "  array, elements, created";
    canvas.line(&[(Style::Faint, &heading)]);
    let Cut { shown, more: left } = cut(&task.arrays, top, SHOWN);
    for array in shown {
        let numbers =
            right(&count(array.id), ID) + &right(&count(array.reads), NUMBER) + &right(&count(array.writes), NUMBER);
        let elements = [("reads ", &array.read), ("writes ", &array.written)]
            .into_iter()
            .filter(|(_, indices)| indices.elements > 0)
            .map(|(what, indices)| format!("{what}{}", ranges(indices, top)))
            .collect::<Vec<_>>()
            .join(", ");
        let text = format!("  {} {elements}; {}", java_type(array), created(data, array));
        canvas.line(&[(Style::Plain, &numbers), (Style::Plain, &text)]);
    }
    match task.left_out.arrays {
        0 => more(canvas, 2, left as u64),
        hidden => {
            let text = more_by(left as u64 + hidden, "", "--top and --arrays show");
            canvas.indented(Style::Faint, 2, &text.unwrap_or_default());
        }
    }
    let Accesses { reads, writes } = task.untyped;
    if reads + writes > 0 {
        let text = format!(
            "{} copied from and to arrays of unknown type are not counted.",
            plural(reads + writes, "element", "elements")
        );
        canvas.paragraph(Style::Faint, &text);
    }
}

fn java_type(array: &ArrayData) -> String {
    match array.length {
        Some(length) => array.kind.replace("[]", &format!("[{length}]")),
        None => array.kind.clone(),
    }
}

fn ranges(indices: &Indices, top: Top) -> String {
    let range =
        |&(first, last): &(u32, u32)| if first == last { first.to_string() } else { format!("{first}–{last}") };
    let shown: Vec<String> = cut(&indices.ranges, top, RANGES).shown.iter().map(range).collect();
    let all = indices.ranges.len() as u64 + indices.ranges_left_out;
    let more = match all.saturating_sub(shown.len() as u64) {
        0 => String::new(),
        more => {
            let ranges = plural(more, "more range", "more ranges");
            format!(" … {ranges}, {} in all", plural(indices.elements, "element", "elements"))
        }
    };
    format!("{}{more}", shown.join(" "))
}

fn created(data: &SharedData, array: &ArrayData) -> String {
    let origin = &array.created;
    let place = match (&origin.file, origin.line) {
        (Some(file), line) if line >= 0 => format!("{file}:{line}"),
        _ => origin.method.as_deref().map_or_else(|| "an unknown place".to_owned(), |method| short(method).to_owned()),
    };
    let thread = data.threads.get(origin.thread).map_or("", |thread| thread.name.as_str());
    match origin.how {
        Creation::New => format!("new at {place} in {thread}"),
        Creation::Clone => format!("clone at {place} in {thread}"),
        Creation::Unseen => format!("first seen at {place} in {thread}"),
    }
}
