//! The network as it stands in a file.

use serde_json::{Map, Value, json};

use super::network::Logistic;
use crate::models::{ParameterGroup, Stored, Tensor, Tensors, ValueFunction};

/// The most units and inputs that a file may ask for.
const MOST: u64 = 100_000;

/// A network with the name of the inputs that it was learned with.
#[derive(Clone, Debug, PartialEq)]
pub struct LogisticFile {
    /// Which inputs, in which order.
    pub inputs: String,
    /// The network.
    pub network: Logistic,
}

impl Stored for LogisticFile {
    const KIND: &'static str = "logistic";

    fn card(&self) -> Map<String, Value> {
        let network = &self.network;
        let card = json!({
            "inputs": self.inputs,
            "shape": [network.inputs(), network.hidden()],
            "offsets": network.has_offsets(),
        });
        card.as_object().expect("an object").clone()
    }

    fn tensors(&self) -> Vec<Tensor> {
        self.network.groups().iter().map(ParameterGroup::tensor).collect()
    }

    fn restore(card: &Map<String, Value>, tensors: &Tensors) -> Result<LogisticFile, String> {
        let size = |index: usize| {
            let size = card.get("shape").and_then(|shape| shape.get(index)).and_then(Value::as_u64);
            size.filter(|size| (1..=MOST).contains(size)).ok_or("its card tells no shape")
        };
        let (inputs, hidden) = (size(0)? as usize, size(1)? as usize);
        let name = card.get("inputs").and_then(Value::as_str).ok_or("its card names no inputs")?;
        let has_offsets = card.get("offsets").and_then(Value::as_bool).unwrap_or(true);
        // The tensors are read before memory is taken: a card can claim more than a file holds.
        let parts = [
            tensors.floats("hidden.weight", &[inputs, hidden])?,
            tensors.floats("hidden.bias", &[hidden])?,
            tensors.floats("output.weight", &[hidden])?,
            tensors.floats("output.bias", &[1])?,
        ];
        let mut network = Logistic::zeros(inputs, hidden, has_offsets);
        network.parameters_mut().zip(parts.concat()).for_each(|(to, from)| *to = from);
        Ok(LogisticFile { inputs: name.into(), network })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::models::{WeightsFile, file};

    #[test]
    fn a_network_reads_back_from_its_file_to_the_bit() {
        for (hidden, has_offsets) in [(5, true), (16, false)] {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
            let network = Logistic::random(7, hidden, has_offsets, 0.1, &mut random);
            let stored = LogisticFile { inputs: "seven".into(), network };
            let bytes = file::encode(&stored, "test", Value::Null).expect("bytes");
            let file = WeightsFile::of(Path::new("net"), bytes).expect("a file");
            assert_eq!(file.form::<LogisticFile>().expect("a network"), stored);
        }
    }

    #[test]
    fn a_card_without_a_shape_is_refused() {
        let stored = LogisticFile { inputs: "x".into(), network: Logistic::zeros(2, 3, true) };
        let bytes =
            file::without_checksum(file::encode(&stored, "test", Value::Null).expect("bytes"));
        let shape = b"shape\\\":[2,3]";
        let at = bytes.windows(shape.len()).position(|part| part == shape).expect("a shape");
        let at = at + shape.len() - 5;
        for wrong in [b"[0,3]", b"[9,3]", b"[2,9]"] {
            let mut bytes = bytes.clone();
            bytes[at..at + 5].copy_from_slice(wrong);
            let file = WeightsFile::of(Path::new("net"), bytes).expect("a file");
            assert!(file.form::<LogisticFile>().is_err());
        }
    }
}
