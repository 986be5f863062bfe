//! The flags of a verb, declared when the verb is called.

use std::ops::Deref;

use clap::builder::Resettable;
use clap::error::Result;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::user_settings;

/// The arguments of one verb of many. clap declares them when the command line names the verb: to declare those of all verbs takes
/// more than a millisecond, a tenth of `db explore`.
#[derive(Debug)]
pub(crate) struct Deferred<A>(Box<A>);

impl<A> Deref for Deferred<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: Command) -> Command {
        command.defer(declare::<A>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<A: Args> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self> {
        A::from_arg_matches(matches).map(Box::new).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<()> {
        self.0.update_from_arg_matches(matches)
    }
}

/// Declares the arguments; the text about the verb stays as the enum of the verbs has it.
fn declare<A: Args>(verb: Command) -> Command {
    let [about, long_about] =
        [verb.get_about(), verb.get_long_about()].map(|text| Resettable::from(text.cloned()));
    let command = user_settings::applied(A::augment_args(verb));
    with_negative_numbers(command).about(about).long_about(long_about)
}

/// Lets flags take negative numbers; the parser of the value refuses them with the range.
fn with_negative_numbers(command: Command) -> Command {
    let takes_value = |flag: &Arg| {
        let is_switch = flag.get_num_args().is_some_and(|values| !values.takes_values());
        !flag.is_positional() && flag.get_action().takes_values() && !is_switch
    };
    let command = command.mut_args(|flag| match takes_value(&flag) {
        true => flag.allow_negative_numbers(true),
        false => flag,
    });
    command.mut_subcommands(with_negative_numbers)
}
