//! Whether JSON is as the schema says that is published for it: `docs/schema/NAME.schema.json`.

use boon::{Compiler, Schemas};
use serde_json::{Value, json};

use super::root;

/// Panics if a document is not as its schema says.
pub fn check(document: &Value) {
    let name = name(document);
    violation(document).inspect(|found| panic!("docs/schema/{name}.schema.json: {found}"));
}

/// What of a document is not as its schema says. Fields that the schema does not know count, too: users may find more, but
/// the commands may not write more.
pub fn violation(document: &Value) -> Option<String> {
    let file = root().join(format!("docs/schema/{}.schema.json", name(document)));
    let mut schema: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    close(&mut schema);
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("schema.json", schema).unwrap();
    let schema = compiler.compile("schema.json", &mut schemas).unwrap();
    schemas.validate(document, schema).err().map(|found| format!("{found:#}"))
}

/// The name of its schema: that of `info` has none in the document.
fn name(document: &Value) -> &str {
    let Some(schema) = document["schema"].as_str() else { return "info" };
    schema.strip_prefix("paratrace.").and_then(|schema| schema.strip_suffix("/1")).unwrap()
}

/// Has objects consist of the known fields only.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(close);
            if fields.get("properties").is_some_and(Value::is_object) {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}
