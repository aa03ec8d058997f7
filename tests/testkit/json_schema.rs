//! Checks a value against a JSON Schema, as far as ours go.

use serde_json::{Value, json};

/// Checks a value against the keywords that our schemas use; any other keyword is an error, so
/// that nothing passes unchecked.
pub fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let Some(schema) = schema.as_object() else {
        return if schema == &json!(true) {
            Ok(())
        } else {
            Err(format!("{at}: refused"))
        };
    };
    for (keyword, rule) in schema {
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "default" | "format" => {}
            "$ref" => {
                let pointer = rule.as_str().unwrap().trim_start_matches('#');
                check(root, root.pointer(pointer).unwrap(), value, at)?;
            }
            "type" => {
                let types = rule
                    .as_array()
                    .cloned()
                    .unwrap_or_else(|| vec![rule.clone()]);
                if !types.iter().any(|t| has_type(value, t.as_str().unwrap())) {
                    return Err(format!("{at}: not {rule}: {value}"));
                }
            }
            "const" if value != rule => return Err(format!("{at}: not {rule}")),
            "enum" if !rule.as_array().unwrap().contains(value) => {
                return Err(format!("{at}: {value} is none of {rule}"));
            }
            "const" | "enum" => {}
            "required" => {
                for name in rule.as_array().unwrap() {
                    if value.is_object() && value.get(name.as_str().unwrap()).is_none() {
                        return Err(format!("{at}: {name} is missing"));
                    }
                }
            }
            "properties" => {
                for (name, part) in rule.as_object().unwrap() {
                    if let Some(v) = value.get(name) {
                        check(root, part, v, &format!("{at}.{name}"))?;
                    }
                }
            }
            "additionalProperties" => assert_eq!(rule, &json!(true), "{at}"),
            "items" => {
                for (i, v) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, rule, v, &format!("{at}[{i}]"))?;
                }
            }
            "prefixItems" => {
                for (part, v) in rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .zip(value.as_array().into_iter().flatten())
                {
                    check(root, part, v, at)?;
                }
            }
            "minItems" | "maxItems" => {
                let n = value.as_array().map_or(0, |a| a.len() as u64);
                let limit = rule.as_u64().unwrap();
                if value.is_array()
                    && (if keyword == "minItems" {
                        n < limit
                    } else {
                        n > limit
                    })
                {
                    return Err(format!("{at}: {n} items"));
                }
            }
            "minimum" | "maximum" => {
                let (v, limit) = (value.as_f64().unwrap_or(0.0), rule.as_f64().unwrap());
                if value.is_number()
                    && (if keyword == "minimum" {
                        v < limit
                    } else {
                        v > limit
                    })
                {
                    return Err(format!("{at}: {v} is out of range"));
                }
            }
            "anyOf" | "oneOf" => {
                let fits = |s: &&Value| check(root, s, value, at).is_ok();
                let n = rule.as_array().unwrap().iter().filter(fits).count();
                if n == 0 || (keyword == "oneOf" && n > 1) {
                    return Err(format!("{at}: {n} of {keyword} fit {value}"));
                }
            }
            other => panic!("the test does not know the keyword {other} at {at}"),
        }
    }
    Ok(())
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        _ => false,
    }
}
