//! JSON Schemas of what commands write, made from the types that are written: `docs/schema/NAME.schema.json`. They are compared
//! with these files; `BLESS=1` writes the files anew.
#![allow(clippy::unwrap_used)]

use super::{cache, estimate, jdk, run};
use crate::backend::Figures;
use paratrace_analyzer::model::{CriticalPath, Report, SharedData, Simulations, Why};
use paratrace_compare::{Diff, Merged};
use paratrace_report::communication::Graph;
use paratrace_report::cost::CostReport;
use paratrace_report::terms::Terms;
use paratrace_scaling::model::Scaling;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A document: its name, as in `paratrace.NAME/1`, and its schema.
type Document = (&'static str, Schema);

fn documents() -> impl Iterator<Item = Document> {
    let documents = [
        ("cache", schema::<cache::Contents<'static>>()),
        ("jdks", schema::<jdk::Jdks<'static>>()),
        ("communication", schema::<Graph>()),
        ("cost", schema::<CostReport>()),
        ("critical-path", schema::<CriticalPath>()),
        ("diff", schema::<Diff>()),
        ("estimate", schema::<estimate::Document<'static>>()),
        ("info", schema::<Figures>()),
        ("merged", schema::<Merged>()),
        ("report", schema::<Report>()),
        ("runs", schema::<run::Runs>()),
        ("scaling", schema::<Scaling>()),
        ("shared", schema::<SharedData>()),
        ("simulations", schema::<Simulations>()),
        ("terms", schema::<Terms>()),
        ("why", schema::<Why>()),
    ];
    documents.into_iter().map(titled)
}

fn titled((name, mut schema): Document) -> Document {
    schema.insert("title".to_owned(), format!("paratrace {name}").into());
    (name, schema)
}

/// The schema of what is written, not of what is read: fields that are always there are required.
fn schema<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(without_links).transform(&mut schema);
    RecursiveTransform(absent_or_not_null).transform(&mut schema);
    schema
}

/// Names in descriptions are links of rustdoc, which lead nowhere in a schema.
fn without_links(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace("[`", "`").replace("`]", "`");
    }
}

/// A field that is left out where there is no value is never `null`, though its type is an `Option`.
fn absent_or_not_null(schema: &mut Schema) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &String| required.as_array().is_some_and(|required| required.iter().any(|r| r == name));
    let Some(Value::Object(fields)) = schema.get_mut("properties") else { return };
    for (_, field) in fields.iter_mut().filter(|(name, _)| !is_required(name)) {
        remove_null(field);
    }
}

/// Of `"type": [T, "null"]` and of `"anyOf": [T, {"type": "null"}]` leaves `T`.
fn remove_null(field: &mut Value) {
    let Some(field) = field.as_object_mut() else { return };
    if let Some(Value::Array(types)) = field.get_mut("type") {
        types.retain(|name| name != "null");
    }
    if let Some(Value::Array(types)) = field.get_mut("anyOf") {
        types.retain(|schema| *schema != json!({"type": "null"}));
    }
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/schema/{name}.schema.json"))
}

#[test]
fn schemas_are_those_of_the_types() {
    let failed: Vec<_> = documents().filter(differs).map(|(name, _)| name).collect();
    assert!(failed.is_empty(), "BLESS=1 accepts the new schemas of {}", failed.join(", "));
}

fn differs((name, schema): &Document) -> bool {
    let text = format!("{:#}\n", schema.as_value());
    if env::var_os("BLESS").is_some() {
        fs::write(file(name), &text).unwrap();
    }
    fs::read_to_string(file(name)).ok().as_deref() != Some(&text)
}
