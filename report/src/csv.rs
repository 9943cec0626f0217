//! Comma-separated values (RFC 4180).

use std::io;

use paratrace_analyzer::model::{ArrayData, ScalarData, SharedData};
use paratrace_analyzer::plain;

/// Columns of the CSV.
const COLUMNS: [&str; 14] = [
    "task",
    "thread",
    "id",
    "type",
    "length",
    "reads",
    "writes",
    "elements_read",
    "elements_written",
    "first",
    "last",
    "created_in",
    "file",
    "line",
];

/// Comma-separated values with a heading: a line for each task's scalars, and for each of its arrays. Every record is one
/// line: line breaks and whatever else is not plain in a name become `\u001b`.
///
/// # Errors
/// None in practice: it writes to memory.
pub fn shared(data: &SharedData) -> io::Result<String> {
    let mut out = ::csv::Writer::from_writer(Vec::new());
    out.write_record(COLUMNS)?;
    for task in &data.tasks {
        let thread = data.threads.get(task.thread).map_or(0, |thread| thread.id).to_string();
        let name = plain::escaped(&task.task);
        out.write_record(scalars(&name, &thread, &task.scalars).iter().map(String::as_str))?;
        for array in &task.arrays {
            out.write_record(elements(&name, &thread, array).iter().map(String::as_str))?;
        }
    }
    let bytes = out.into_inner().map_err(::csv::IntoInnerError::into_error)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

fn scalars(task: &str, thread: &str, scalars: &ScalarData) -> [String; COLUMNS.len()] {
    let mut record = [const { String::new() }; COLUMNS.len()];
    record[..3].clone_from_slice(&[task.to_owned(), thread.to_owned(), "0".to_owned()]);
    record[5..7].clone_from_slice(&[scalars.reads, scalars.writes].map(|number| number.to_string()));
    record[9..11].clone_from_slice(&[scalars.first, scalars.last].map(optional));
    record
}

fn elements(task: &str, thread: &str, array: &ArrayData) -> [String; COLUMNS.len()] {
    let origin = &array.created;
    let text = |text: Option<&str>| plain::escaped(text.unwrap_or_default()).into_owned();
    [
        task.to_owned(),
        thread.to_owned(),
        array.id.to_string(),
        text(Some(&array.kind)),
        optional(array.length),
        array.reads.to_string(),
        array.writes.to_string(),
        array.read.elements.to_string(),
        array.written.elements.to_string(),
        array.first.to_string(),
        array.last.to_string(),
        text(origin.method.as_deref()),
        text(origin.file.as_deref()),
        origin.line.to_string(),
    ]
}

fn optional(number: Option<impl ToString>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}
