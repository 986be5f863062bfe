//! Settings by name: from TOML, under the names of earlier releases, out of range.

use serde_json::{Value, json};

use super::*;
use crate::dataset::Results;
use crate::features::{Group, Subset};
use crate::learning::{Hyperparams, OptimiserKind};
use crate::models::KINDS;
use crate::models::network::NetworkSettings;
use crate::models::patterns::PatternSettings;
use crate::models::separated::SeparatedSettings;

fn parse(text: &str) -> Result<LearnSettings, RunError> {
    Ok(read_toml(text)?)
}

fn checked(text: &str) -> Result<Hyperparams<NetworkSettings>, RunError> {
    let settings = parse(text)?;
    let network = settings.hyperparams.network()?;
    Ok(settings.check(network)?.settings().clone())
}

#[test]
fn nothing_set_is_nn4_by_adam_with_mirrored_games() {
    let paper = Hyperparams::of(NetworkSettings::for_inputs(Subset::Nn4));
    assert_eq!(checked("optimizer = \"sgd\"").expect("defaults"), paper);
    let defaults = Hyperparams {
        model: NetworkSettings { lr: 0.003, beta_lr: 0.003, beta: 1.0, ..paper.model.clone() },
        optimizer: OptimiserKind::Adam,
        batch_games: 8,
        shuffle: true,
        lr_final: 0.03,
        ..paper
    };
    assert_eq!(checked("").expect("defaults"), defaults);
    let settings = parse("").expect("defaults");
    assert_eq!(
        settings.hyperparams.patterns(&read_pattern_file).expect("defaults"),
        PatternSettings::default()
    );
    assert_eq!(settings.hyperparams.separated().expect("defaults"), SeparatedSettings::default());
}

#[test]
fn patterns_have_defaults_of_their_own_and_a_flag_goes_before() {
    let set = |text: &str| {
        let settings = parse(text).expect("toml");
        let patterns = settings.hyperparams.patterns(&read_pattern_file).expect("patterns");
        let checked = settings.check(patterns).expect("in range");
        (checked.mirror, checked.lr_final)
    };
    assert_eq!(set("model = \"patterns\""), (false, 0.03));
    assert_eq!(set("model = \"patterns\"\nmirror = \"on\"\nlr-final = 1.0"), (true, 1.0));
}

#[test]
fn paper_switches_mirror_and_extra_inputs_off_and_a_flag_goes_before() {
    let paper = checked("paper = true").expect("paper");
    assert_eq!((paper.mirror, paper.model.extra_inputs), (false, false));
    let mirrored = checked("paper = true\nmirror = \"on\"").expect("paper, mirrored");
    assert_eq!((mirrored.mirror, mirrored.model.extra_inputs), (true, false));
}

#[test]
fn nn5_is_nn4_in_three_phases_and_any_borders_may_be_given() {
    let nn5 = checked("model = \"nn5\"").expect("nn5");
    assert_eq!((nn5.model.inputs, nn5.model.borders), (Subset::Nn4, vec![25, 15]));
    let own = checked("phases = [30, 20, 10]").expect("own borders");
    assert_eq!(own.model.borders, [30, 20, 10]);
}

#[test]
fn the_rate_of_the_sensitivities_follows_the_rate_of_the_weights() {
    let sgd = "optimizer = \"sgd\"\nrate = 0.25";
    assert_eq!(checked(sgd).expect("rate").model.beta_lr, 2.5);
    assert_eq!(checked("rate = 0.25").expect("rate").model.beta_lr, 0.25);
    assert_eq!(checked("rate = 0.25\nbeta-rate = 0.5").expect("rates").model.beta_lr, 0.5);
}

#[test]
fn groups_left_out_are_named_and_sorted() {
    let settings = checked("without = [\"raw\", \"kings\"]").expect("groups");
    assert_eq!(settings.model.dropped_inputs, [Group::Kings, Group::Raw]);
    assert!(checked("without = [\"hek\"]").is_err());
}

#[test]
fn the_filter_is_a_table_of_its_own() {
    let settings = checked("[filter]\nwindow = 4\nquiet-only = true").expect("filter");
    assert_eq!((settings.filter.window, settings.filter.unquiet), (4, true));
}

#[test]
fn an_unknown_setting_is_named_with_its_line() {
    let refused = |text: &str| parse(text).expect_err(text).to_string();
    let typo = refused("seed = 1\nlamda = 0.9");
    assert_eq!(typo, "line 2: there is no setting 'lamda'; did you mean lambda?");
    assert!(refused("epoch = 2").contains("did you mean epochs?"));
    assert!(refused("beta_rate = 2").contains("did you mean beta-lr?"));
    assert!(
        refused("[filter]\nwindo = 2")
            .contains("line 2: there is no setting 'windo'; did you mean window?")
    );
    assert!(refused("[filter]\nepochs = 2").contains("epochs belongs above the tables"));
    assert!(refused("zzz = 2").contains("long names of flags"));
}

#[test]
fn a_setting_may_come_once_with_a_value_of_its_kind() {
    let refused = |text: &str| parse(text).expect_err(text).to_string();
    assert!(refused("window = 4\n[filter]\nwindow = 8").contains("line"));
    let kind = refused("seed = 1\nepochs = \"two\"");
    assert!(kind.contains("line 2") && kind.contains("two"), "{kind}");
    let kind = refused("seed = 1\n\nwindow = \"two\"");
    assert!(kind.contains("line 3, column 10"), "{kind}");
}

#[test]
fn a_file_sets_how_the_run_is_carried_out() {
    let text = "out = \"my.net\"\nthreads = 3\ncheckpoint = 1.5\nstrict = true";
    let settings = parse(text).expect("toml");
    assert_eq!(settings.outputs().checkpoint(), std::path::PathBuf::from("my.net.checkpoint"));
    assert_eq!((settings.checkpoint.as_millis(), settings.strict), (1500, true));
    assert_eq!(settings.threads.map(usize::from), Some(3));
    for wrong in ["threads = 0", "checkpoint = -1"] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_setting_may_be_set_under_its_name_and_comes_back_as_it_was() {
    fn unchanged<S: Settings + PartialEq + std::fmt::Debug>() {
        let mut settings = S::default();
        for (name, value) in by_name(&S::default()) {
            set(&mut settings, &name, value).expect("its own value");
        }
        assert_eq!(settings, S::default());
    }
    unchanged::<LearnSettings>();
    unchanged::<TrainSettings>();
    let text = "unique = true\nmin-rating = 1800\nresults = \"decided\"\nwindow = 4";
    let settings = checked(text).expect("names of flags");
    assert_eq!((settings.selection.unique, settings.selection.min_rating), (true, 1800));
    assert_eq!((settings.selection.results, settings.filter.window), (Results::Decided, 4));
}

#[test]
fn a_text_without_quotes_is_answered_by_the_remedy() {
    let refused = parse("model = nn4\n").expect_err("no quotes").to_string();
    assert!(refused.contains("line 1") && refused.ends_with("model = \"nn4\""), "{refused}");
}

#[test]
fn settings_of_earlier_releases_mean_the_same() {
    let old = "net = \"nnue\"\nrate = 0.25\nbeta-rate = 0.5\ndecay = 0.5\nfall = 1\nwithout = [\"raw\", \"kings\"]
targets = \"scores\"\nhidden-method = \"plain\"\nhidden-rate = 0.1\npatience = 3.5
[patterns]\nwindows = \"own.toml\"\nsquash = \"linear\"\nrest-rate = 0.01
[separated]\napart = [1, 2, 3]\n[filter]\nwindow = 4\n[selection]\nunique = true\n";
    let new = "model = \"nnue\"\nlr = 0.25\nbeta-lr = 0.5\nlr-decay = 0.5\nlr-final = 1.0
drop-inputs = [\"raw\", \"kings\"]\ntarget-source = \"scores\"\nhidden-optimizer = \"sgd\"
hidden-lr = 0.1\nsilence = 3.5\npattern-file = \"own.toml\"\noutput-activation = \"linear\"
rest-lr = 0.01\nfeature-layers = [1, 2, 3]\nwindow = 4\nunique = true\n";
    assert_eq!(parse(old).expect("old"), parse(new).expect("new"));
    assert_ne!(parse(old).expect("old"), LearnSettings::default());
    let train = |text: &str| read_toml::<TrainSettings>(text).expect("settings");
    let old = "rule = \"td\"\nstart = \"random\"\nblunders = \"rule\"\nlast = \"losses\"\ntt = 8
optimiser = \"plain\"\nupdate = 4\nplies = 12\nmeasure = 0\nmeasure-games = 20\nfall = 0.1\n";
    let new = "algorithm = \"td\"\ninit = \"random\"\nunearned-gains = \"rule\"\nhash = 8
terminal-update = \"losses\"\noptimizer = \"sgd\"\nbatch-games = 4\nmax-plies = 12
eval-every = 0\neval-games = 20\nlr-final = 0.1\n";
    assert_eq!(train(old), train(new));
    assert_ne!(train(old), train(""));
}

#[test]
fn a_number_that_no_setting_can_have_is_refused_and_not_left_out() {
    for text in ["lr = nan", "lr = inf", "seed = 99999999999999999999"] {
        let refused = parse(text).expect_err(text).to_string();
        assert!(refused.contains("line 1"), "{refused}");
    }
}

/// Values that some setting or other does not take.
const WRONG: [f64; 3] = [-1.0, 0.0, 5e6];
const MODELS: [&str; 4] = ["nn4", "patterns", "nnue", "separated"];

fn learn(settings: &LearnSettings) -> Result<(), RunError> {
    match settings.hyperparams.kind() {
        ModelKind::Patterns => {
            settings.check(settings.hyperparams.patterns(&read_pattern_file)?).map(drop)
        }
        ModelKind::Nnue => settings.check(settings.hyperparams.nnue(&read_pattern_file)?).map(drop),
        ModelKind::Separated => settings.check(settings.hyperparams.separated()?).map(drop),
        _ => settings.check(settings.hyperparams.network()?).map(drop),
    }
}

fn train(settings: &TrainSettings) -> Result<(), RunError> {
    let observe = &mut |_: RunEvent<'_>| std::ops::ControlFlow::Continue(());
    settings.self_play(PROGRAM, observe).map(drop)
}

/// All settings that errors name when each is given wrong values.
fn named_by<S: Settings>(check: fn(&S) -> Result<(), RunError>) -> Vec<&'static str> {
    let mut found = Vec::new();
    // The kind of model is set apart; a folder of tables would be made.
    for name in names::<S>().iter().filter(|name| !["model", "endgame"].contains(&name.as_str())) {
        for (model, wrong) in MODELS.iter().flat_map(|model| WRONG.map(|wrong| (model, wrong))) {
            let mut settings = S::default();
            set(&mut settings, "model", json!(model)).expect("a kind");
            let whole = json!(wrong as i64);
            let is_set = [json!(wrong), whole, json!([wrong as i64])]
                .into_iter()
                .any(|value| set(&mut settings, name, value).is_ok());
            let error = if is_set { check(&settings).err() } else { None };
            found.extend(error.as_ref().and_then(RunError::setting).map(|error| error.name));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn the_kinds_that_an_error_knows_are_those_of_the_setting() {
    let kind = |name: &&str| serde_json::from_value::<ModelKind>(json!(name)).is_ok();
    assert!(KINDS.iter().all(kind), "{KINDS:?}");
}

#[test]
fn every_setting_that_an_error_names_is_a_setting_of_the_run() {
    let (of_learn, of_train) = (named_by(learn), named_by(train));
    for name in &of_learn {
        assert!(names::<LearnSettings>().iter().any(|known| known == name), "no --{name}");
    }
    for name in &of_train {
        assert!(names::<TrainSettings>().iter().any(|known| known == name), "no --{name}");
    }
    // The test reaches the checks: settings that were once called rate, beta-rate, fall, apart, update.
    let expected = ["beta-lr", "feature-layers", "hidden-lr", "lr", "lr-final", "rest-lr"];
    assert!(expected.iter().all(|name| of_learn.contains(name)), "{of_learn:?}");
    let expected = ["batch-games", "lr-final", "max-plies", "past-every", "dxp-minutes", "hash"];
    assert!(expected.iter().all(|name| of_train.contains(name)), "{of_train:?}");
}

#[test]
fn one_opponent_or_several_may_be_named() {
    let mut settings = TrainSettings::default();
    set(&mut settings, "against", json!("hub:./engine a,b")).expect("one");
    assert_eq!(settings.against, ["hub:./engine a,b"]);
    set(&mut settings, "against", json!(["self", "past"])).expect("two");
    assert_eq!(settings.against, ["self", "past"]);
    set(&mut settings, "man-value", Value::from(0.3)).expect("a number");
    assert_eq!(settings.man_value.as_deref(), Some("0.3"));
}
