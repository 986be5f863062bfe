//! Patterns as they stand in a file.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::settings::Squash;
use super::shapes::{Shapes, Window};
use super::steps::global_inputs;
use super::weights::{Patterns, TaperedWeight};
use crate::board::Square;
use crate::features::Catalogue;
use crate::models::model::{Stored, ValueFunction};
use crate::models::parameters::ParameterGroup;
use crate::models::tensors::{Tensor, Tensors};

impl Stored for Patterns {
    const KIND: &'static str = "patterns";

    fn card(&self) -> Map<String, Value> {
        let catalogue = Catalogue::embedded();
        let names: Vec<&str> = match self.globals().is_empty() {
            true => Vec::new(),
            false => global_inputs().iter().map(|&i| &*catalogue.entries()[i].name).collect(),
        };
        let card = json!({
            "windows": self.shapes.windows(),
            "stages": self.stages,
            "squash": self.squash,
            "kings": !self.kings().is_empty(),
            "globals": names,
            "fingerprint": catalogue.fingerprint(),
        });
        card.as_object().expect("an object").clone()
    }

    fn tensors(&self) -> Vec<Tensor> {
        self.groups().iter().map(ParameterGroup::tensor).collect()
    }

    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<Patterns, String> {
        let card: PatternCard = serde_json::from_value(Value::Object(card.clone()))
            .map_err(|error| format!("its card: {error}"))?;
        card.check()?;
        let shapes = Shapes::of(card.windows).map_err(|error| error.to_string())?;
        let add =
            |pairs: &mut Vec<TaperedWeight>, name: &str, count: usize| -> Result<(), String> {
                let weights = tensors.floats(name, &[count, card.stages as usize])?;
                let stages = weights.chunks_exact(card.stages as usize);
                pairs.extend(stages.map(|pair| [pair[0], pair.get(1).copied().unwrap_or(0.0)]));
                Ok(())
            };
        let mut weights = Vec::with_capacity(shapes.cases());
        for window in shapes.windows() {
            add(&mut weights, &format!("window.{}", window.name), window.cases())?;
        }
        let kings = if card.kings { Square::COUNT } else { 0 };
        let king_range = weights.len()..weights.len() + kings;
        for (name, count) in [("kings", kings), ("globals", card.globals.len())] {
            if count > 0 {
                add(&mut weights, name, count)?;
            }
        }
        let (stages, squash) = (card.stages, card.squash);
        Ok(Patterns { weights, king_range, stages, squash, shapes: Arc::new(shapes) })
    }
}

/// The part of the card that is the patterns' own.
#[derive(Deserialize)]
struct PatternCard {
    windows: Vec<Window>,
    stages: u32,
    squash: Squash,
    kings: bool,
    globals: Vec<String>,
    fingerprint: String,
}

impl PatternCard {
    fn check(&self) -> Result<(), String> {
        if !(1..=2).contains(&self.stages) {
            return Err(format!("it has {} stages; it may have 1 or 2", self.stages));
        }
        let own = Catalogue::embedded();
        let names = global_inputs().into_iter().map(|index| own.entries()[index].name.as_str());
        let is_known = own.fingerprint() == self.fingerprint && names.eq(self.globals.iter());
        if self.globals.is_empty() || is_known {
            return Ok(());
        }
        Err(own.refusal(&self.fingerprint))
    }
}
