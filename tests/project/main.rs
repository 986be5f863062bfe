//! The sources themselves: which file may know which, and the checks that run before a change lands.

mod architecture;
#[cfg(unix)]
mod checks;
mod circles;
mod dependencies;
mod links;
mod prose;
mod sources;
mod vocabulary;
