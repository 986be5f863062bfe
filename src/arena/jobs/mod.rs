//! Work in numbered tasks that do not depend on each other, and what runs it: threads, workers that share a folder, processes.
//!
//! | file | what it is |
//! | --- | --- |
//! | `job` | a job, and the order of its results |
//! | `threads` | runs a job on the threads of this process |
//! | `coordinator`, `remote_worker`, `transport` | run a job on many processes: the first, the others, their messages |
//! | [`folder`] | runs a job together with the workers that share a folder |

pub(super) mod coordinator;
pub mod folder;
pub(crate) mod job;
pub(super) mod remote_worker;
pub mod threads;
pub(crate) mod transport;

pub(crate) use job::{InOrder, Job};
pub(crate) use threads::ThreadPool;
pub use transport::Transport;
