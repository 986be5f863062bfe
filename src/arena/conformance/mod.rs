//! Conformance checks for authors of other programs: tables of steps to send and to expect, and a report of the faults of a
//! program.
//!
//! | file | holds |
//! | --- | --- |
//! | [`check`] | a table of checks, the report |
//! | [`hub`] | the checks of a Hub engine |
//! | `hub_engine` | a Hub engine under test |
//! | [`dxp_follower`], [`dxp_initiator`] | the checks of a DXP program that listens, and of one that asks for games |
//! | `dxp_steps` | the steps of both |
//! | `dxp_program` | a DXP program under test |

pub mod check;
pub mod dxp_follower;
pub mod dxp_initiator;
mod dxp_program;
mod dxp_steps;
pub mod hub;
mod hub_engine;
