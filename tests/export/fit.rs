//! What another tool learns from the files is what the games say: least squares over all inputs, by Polars and NumPy from the
//! files, and here from the games.

use draughts_td::features::Inputs;
use ndarray::{Array1, Array2};

use crate::twin::{Kept, kept};
use crate::{SAMPLE, json, python, shown};

const GAMES: usize = 1000;

/// What is added to the diagonal, in Python too: some inputs are sums of others.
const RIDGE: f64 = 1.0;

const POLARS: &str = "
import json, sys
import numpy as np
import polars as pl

def read(part):
    path = f'{sys.argv[1]}/{part}.parquet'
    names = json.loads(pl.read_parquet_metadata(path)['draughts-td'])['input_names']
    table = pl.read_parquet(path)
    inputs = table.select(names).to_numpy().astype(np.float64)
    return np.c_[inputs, np.ones(len(table))], table['result'].to_numpy().astype(np.float64)

inputs, results = read('train')
ridge = float(sys.argv[2]) * np.eye(inputs.shape[1])
weights = np.linalg.solve(inputs.T @ inputs + ridge, inputs.T @ results)
inputs, results = read('held_out')
print(np.square(inputs @ weights - results).mean(), len(results))
";

/// Inputs with a constant, and results.
fn table<'a>(rows: impl Iterator<Item = &'a Kept>) -> (Array2<f64>, Array1<f64>) {
    let (mut inputs, mut results) = (Vec::new(), Vec::new());
    for row in rows {
        inputs.extend(Inputs::of(&row.position).dense().map(f64::from));
        inputs.push(1.0);
        results.push(f64::from(row.result));
    }
    let shape = (results.len(), inputs.len() / results.len());
    (Array2::from_shape_vec(shape, inputs).expect("a table"), results.into())
}

/// Solves a x = b for a symmetric positive matrix: Cholesky's method.
fn solved(a: &Array2<f64>, b: &Array1<f64>) -> Array1<f64> {
    let n = b.len();
    let mut l = Array2::<f64>::zeros((n, n));
    for i in 0..n {
        for j in 0..=i {
            let rest = a[[i, j]] - (0..j).map(|k| l[[i, k]] * l[[j, k]]).sum::<f64>();
            l[[i, j]] = if i == j { rest.sqrt() } else { rest / l[[j, j]] };
        }
    }
    let mut x = b.clone();
    for i in 0..n {
        x[i] = (x[i] - (0..i).map(|k| l[[i, k]] * x[k]).sum::<f64>()) / l[[i, i]];
    }
    for i in (0..n).rev() {
        x[i] = (x[i] - (i + 1..n).map(|k| l[[k, i]] * x[k]).sum::<f64>()) / l[[i, i]];
    }
    x
}

/// The mean squared error on held-out positions of what least squares makes of the others, and their number.
fn held_out_error() -> (f64, usize) {
    let rows = kept(SAMPLE, GAMES, 1, 0.1);
    let (inputs, results) = table(rows.iter().filter(|row| !row.is_held_out));
    let mut normal = inputs.t().dot(&inputs);
    normal.diag_mut().map_inplace(|x| *x += RIDGE);
    let weights = solved(&normal, &inputs.t().dot(&results));
    let (inputs, results) = table(rows.iter().filter(|row| row.is_held_out));
    let errors = inputs.dot(&weights) - &results;
    (errors.dot(&errors) / results.len() as f64, results.len())
}

#[test]
fn least_squares_over_the_files_has_the_held_out_error_of_least_squares_over_the_games() {
    let Some(python) = python::python("import numpy, polars") else { return };
    let folder = tempfile::tempdir().expect("folder");
    let (tables, games) = (shown(folder.path()), GAMES.to_string());
    json(&[
        "export",
        SAMPLE,
        "--parquet",
        &tables,
        "--games",
        &games,
        "--inputs",
        "dense",
        "--json",
    ]);
    let told = python::output(&python, POLARS, &[&tables, &RIDGE.to_string()]);
    let (error, positions) = told.split_once(' ').expect("two numbers");
    let found: f64 = error.parse().expect("a number");
    let (expected, count) = held_out_error();
    assert_eq!(positions, count.to_string());
    assert!((found - expected).abs() < 1e-6, "{found} from the files, {expected} from the games");
    // Better than the mean result: the inputs are beside the results that belong to them.
    assert!(expected < 0.45, "{expected}");
}

#[test]
fn the_lines_of_the_guide_print_its_error() {
    let Some(python) = python::python("import numpy, polars") else { return };
    let page = std::fs::read_to_string("docs/python.md").expect("the page");
    let section = page.split_once("\n## Tables for other tools").expect("a section").1;
    let code = section.split_once("```python\n").and_then(|rest| rest.1.split_once("```"));
    let code = code.expect("lines of Python").0;
    let told = section.split_once("an error of ").expect("an error").1;
    let told: f64 =
        told.split_once(' ').and_then(|(error, _)| error.parse().ok()).expect("a number");
    let folder = tempfile::tempdir().expect("folder");
    let rows = shown(&folder.path().join("rows"));
    json(&["export", SAMPLE, "--parquet", &rows, "--inputs", "dense", "--json"]);
    let code = code.replace("\"rows/", &format!("\"{rows}/"));
    let printed = python::output(&python, &code, &[]);
    let found: f64 = printed.parse().expect("a number");
    assert!((found - told).abs() < 5.5e-4, "{printed}");
}
