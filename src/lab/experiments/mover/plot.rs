//! The plot of the report.

use super::figures::{Figures, Kind};
use super::orders::MoveOrder;
use crate::results::plot::{Axis, IntervalPanel, IntervalPlot, PlotEstimate, Reference};
use crate::results::{Figure, Summary};

const TITLE: &str = "How often an order has the best move in front";

/// How often every order has the best move in front.
pub(super) fn shares(figures: &Figures) -> Figure {
    let panel = |first: u8| IntervalPanel {
        title: format!("in the top {first}"),
        estimates: MoveOrder::ALL
            .map(|order| Some(estimate(&figures.share(Kind::All, order, first))))
            .to_vec(),
        references: vec![Reference {
            label: "chance".into(),
            at: 100.0 * figures.chance(Kind::All, first).mean,
        }],
    };
    let plot = IntervalPlot {
        title: format!("Figure 1. {TITLE}"),
        command: figures.command.into(),
        interval: "share, 95 % interval".into(),
        points: String::new(),
        elsewhere: String::new(),
        x: Axis::new("positions, %"),
        rows: MoveOrder::ALL.map(|order| order.name().to_owned()).to_vec(),
        panels: vec![panel(1), panel(3)],
    };
    Figure { number: 1, title: TITLE.into(), svg: plot.to_svg() }
}

fn estimate(share: &Summary) -> PlotEstimate {
    let (low, high) = share.interval();
    let is_known = low.is_finite();
    PlotEstimate {
        mean: 100.0 * share.mean,
        low: 100.0 * if is_known { low } else { share.mean },
        high: 100.0 * if is_known { high } else { share.mean },
        points: Vec::new(),
        elsewhere: None,
    }
}
