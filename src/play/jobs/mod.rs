//! Work in numbered tasks that do not depend on each other, and what runs it: threads, workers that share a folder, processes.
//!
//! | file | what it is |
//! | --- | --- |
//! | `job` | a job, and the order of its results |
//! | `threads` | runs a job on the threads of this process |
//! | [`folder`] | runs a job together with the workers that share a folder |

pub mod folder;
pub mod job;
pub mod threads;

pub use job::{InOrder, Job};
pub use threads::Threads;
