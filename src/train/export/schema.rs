//! The columns of an export as Parquet declares them.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::errors::Result;
use parquet::schema::types::{Type, TypePtr};

use super::column::{Cell, Column, columns};
use super::plan::Content;

/// The schema of this content.
pub(super) fn of(content: &Content) -> Result<TypePtr> {
    let mut fields = columns(content).map(field).collect::<Result<Vec<_>>>()?;
    match content {
        Content::Boards => {}
        Content::Sparse(_) => {
            let index = Some(LogicalType::integer(16, false));
            fields.push(list("input_indices", Physical::INT32, index)?);
            fields.push(list("input_values", Physical::FLOAT, None)?);
        }
        Content::Dense(catalogue) => {
            for name in catalogue.names() {
                fields.push(required(name, Physical::FLOAT, None)?);
            }
        }
    }
    Ok(Arc::new(Type::group_type_builder("positions").with_fields(fields).build()?))
}

fn field(column: &Column) -> Result<TypePtr> {
    let integer = |bits, is_signed| Some(LogicalType::integer(bits, is_signed));
    let (physical, logical) = match column.cell {
        Cell::Word(_) => (Physical::INT64, integer(64, false)),
        Cell::Count(_) => (Physical::INT32, integer(32, false)),
        Cell::Sign(_) => (Physical::INT32, integer(8, true)),
        Cell::Flag(_) => (Physical::BOOLEAN, None),
        Cell::File(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Cell::Maybe(_) => {
            let builder = Type::primitive_type_builder(column.name, Physical::FLOAT);
            return Ok(Arc::new(builder.with_repetition(Repetition::OPTIONAL).build()?));
        }
    };
    required(column.name, physical, logical)
}

fn required(name: &str, physical: Physical, logical: Option<LogicalType>) -> Result<TypePtr> {
    let builder = Type::primitive_type_builder(name, physical).with_logical_type(logical);
    Ok(Arc::new(builder.with_repetition(Repetition::REQUIRED).build()?))
}

/// A list without gaps, in the three levels that the format asks for.
fn list(name: &str, physical: Physical, logical: Option<LogicalType>) -> Result<TypePtr> {
    let element = required("element", physical, logical)?;
    let repeated = Type::group_type_builder("list").with_repetition(Repetition::REPEATED);
    let repeated = Arc::new(repeated.with_fields(vec![element]).build()?);
    let list = Type::group_type_builder(name).with_repetition(Repetition::REQUIRED);
    let list = list.with_logical_type(Some(LogicalType::List));
    Ok(Arc::new(list.with_fields(vec![repeated]).build()?))
}
