//! Settings of a TOML file: errors name the line.

use serde_json::{Number, Value};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::settings::{Settings, SettingsError, present_name, set};

type Key<'i> = Spanned<DeString<'i>>;

/// The largest file of settings in bytes; a real one has a few hundred.
pub const LARGEST_SETTINGS: u64 = 1 << 20;

/// The settings of a TOML text; those that it does not name have their defaults.
///
/// # Errors
/// An unknown name or a value of another kind, with its line.
pub fn read_toml<S: Settings>(text: &str) -> Result<S, SettingsError> {
    let mut reader = Reader { text, settings: S::default(), read: Vec::new() };
    let table = DeTable::parse(text).map_err(|error| SettingsError::Toml(error.to_string()))?;
    let tables = S::tables();
    for (key, value) in table.into_inner() {
        let table = tables.iter().find(|(name, _)| key.get_ref() == name);
        match (table, value.get_ref()) {
            (Some((_, members)), DeValue::Table(entries)) => {
                entries.iter().try_for_each(|(key, value)| reader.add(key, value, Some(members)))
            }
            _ => reader.add(&key, &value, None),
        }?;
    }
    Ok(reader.settings)
}

struct Reader<'a, S> {
    text: &'a str,
    settings: S,
    /// The settings that were read.
    read: Vec<String>,
}

impl<S: Settings> Reader<'_, S> {
    /// Reads a setting, which may be in the table of these settings.
    fn add(
        &mut self,
        key: &Key,
        value: &Spanned<DeValue>,
        table: Option<&Vec<String>>,
    ) -> Result<(), SettingsError> {
        let name = key.get_ref();
        let in_line = |fault| at(format!("line {}", line(self.text, key.span().start)), fault);
        let present = present_name::<S>(name).map_err(in_line)?;
        if table.is_some_and(|members| !members.contains(&present)) {
            return Err(in_line(SettingsError::Misplaced { name: name.to_string() }));
        }
        if self.read.contains(&present) {
            return Err(in_line(SettingsError::Repeated { name: name.to_string() }));
        }
        let place = self.place(value.span().start);
        let value = json(value.get_ref())
            .ok_or(SettingsError::Value { name: name.to_string(), reason: NO_VALUE.into() });
        let done = value.and_then(|value| set(&mut self.settings, name, value));
        done.map_err(|fault| at(place, fault))?;
        self.read.push(present);
        Ok(())
    }

    fn place(&self, offset: usize) -> String {
        let start = self.text[..offset].rfind('\n').map_or(0, |end| end + 1);
        let column = self.text[start..offset].chars().count() + 1;
        format!("line {}, column {column}", line(self.text, offset))
    }
}

const NO_VALUE: &str = "a table, a date or an infinite number is not a value of a setting";

fn at(place: String, fault: SettingsError) -> SettingsError {
    SettingsError::At { place, fault: Box::new(fault) }
}

fn line(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

/// The value as JSON has it; `None` for what JSON has not.
fn json(value: &DeValue) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok()?.into()
        }
        DeValue::Float(number) => Value::Number(Number::from_f64(number.as_str().parse().ok()?)?),
        DeValue::Boolean(is_on) => (*is_on).into(),
        DeValue::Array(items) => {
            Value::Array(items.iter().map(|item| json(item.get_ref())).collect::<Option<_>>()?)
        }
        DeValue::Datetime(_) | DeValue::Table(_) => return None,
    })
}
