//! Studies as a user writes them, good and bad, and those of `results/`.

use std::borrow::Cow;
use std::path::PathBuf;

use draughts_td_results::{notes, studies};
use serde_json::json;

use super::super::lab::{
    Context, ExperimentSize, LabResults, Learner, MatchResult, Rows, StudyFolder, TrainingResult,
    run,
};
use super::Study;
use super::fault::StudyError;
use crate::learning::Metrics;
use crate::results::{Description, RunFolder};

fn read(text: &str) -> Result<Study, StudyError> {
    Study::parse(text, "own", "own.toml", StudyFolder::default(), Cow::Borrowed(notes::STUDY))
}

/// Two arms, of which one plays the other.
const TWO: &str = r#"title = "Two"
[[arm]]
name = "a"
[[arm]]
name = "b"
lambda = 0.5
"#;

#[test]
fn every_study_of_results_has_arms_that_differ_and_notes_whose_claims_rest_on_its_matches() {
    for (name, ..) in studies::ALL {
        let study = Study::built_in(name);
        let plan = study.plan(&study.full(1));
        for (number, recipe) in plan.recipes.iter().enumerate() {
            let is_same = |other: &&super::super::lab::Recipe| {
                (&other.settings, &other.start) == (&recipe.settings, &recipe.start)
            };
            let same = plan.recipes[..number].iter().find(is_same).map(|other| &other.name);
            assert_eq!(same, None, "{name}: {}", recipe.name);
        }
        let played = |(pair, seed): (&super::super::lab::Pairing, u64)| {
            MatchResult::of_pairs(&pair.a, &pair.b, seed, [0, 0, 5, 20, 10])
        };
        let matches = plan.matches().into_iter().map(played).collect();
        let rows = Rows { matches, ..Rows::default() };
        let run = Description::default();
        let results = LabResults::of(&plan, &rows, &run);
        let report = study.report(&results).to_markdown();
        assert!(!report.contains(": Elo –"), "{name}: {report}");
        assert!(!report.contains("{{"), "{name}: {report}");
    }
}

/// A study in few letters: `^` is a title and an arm a, `;` ends a line.
fn written(text: &str) -> String {
    text.replace('^', "title = 'x';[[arm]];name = 'a';").replace(';', "\n")
}

#[test]
fn what_is_wrong_with_a_study_is_named_with_its_line_and_a_remedy() {
    let cases = [
        ("titel = 'x'", 1, "unknown field 'titel'"),
        ("title = 'x'", 1, "add [[arm]]"),
        ("title = 'x';[[arm]];lambda = 0.5", 2, "add name"),
        ("title = 'x';[[arm]];name = 'a/b'", 3, "letters, digits"),
        ("^lamda = 0.5", 4, "'lamda' is no setting of an arm; did you mean 'lambda'?"),
        ("^lambda = 'much'", 4, "lambda: invalid type"),
        ("^lambda = 1.5", 4, "between 0 and 1"),
        ("^model = 'nn6'", 4, "unknown variant 'nn6'"),
        ("^model = 'patterns';hidden = 20", 5, "hidden is a setting of networks"),
        ("^[[arm]];name = 'a'", 5, "two arms are called a; rename one"),
        ("^like = 'b'", 4, "no arm 'b' comes before a"),
        ("^model = 'patterns';pattern-file = 'none.toml'", 5, "none.toml"),
        (
            "^[[table]];name = 't';rows = ['a'];cells = ['mean eror $1 4']",
            7,
            "table t: a cell asks for 'mean eror $1 4'",
        ),
        ("^init = 'b'", 4, "init names 'b', which is no arm"),
        (
            "^init = 'b';[[arm]];name = 'b';init = 'a'",
            4,
            "arm a needs an arm that needs it in turn",
        ),
        ("title = 'x';seeds = 0;[[arm]];name = 'a'", 2, "seeds must be from 1 to 100"),
        (
            "title = 'x';match-games = 1000;[[arm]];name = 'a'",
            2,
            "match-games must be from 2 to 664",
        ),
        ("title = 'x';base = 'c';[[arm]];name = 'a'", 2, "'c' is no arm of this study"),
        ("title = 'x';[defaults];lamda = 1;[[arm]];name = 'a'", 3, "did you mean 'lambda'?"),
        ("^lr = nan", 4, "lr: not a finite number"),
        ("^lr = 0.1;rate = 0.1", 5, "under two names"),
        (
            "title = 'x';[defaults];hidden-optimizer = 'adam';[[arm]];name = 'a';model = 'nnue';batch-games = 8",
            3,
            "leave out it or batch-games",
        ),
    ];
    for (text, line, part) in cases {
        let error = read(&written(text)).expect_err(text).to_string();
        assert!(error.starts_with(&format!("own.toml line {line}: ")), "{text}: {error}");
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn what_is_wrong_with_a_table_a_plot_or_a_comparison_is_named_with_its_own_line() {
    let cases = [
        ("|base = 'aa'", 9, "a comparison names 'aa', which is no arm"),
        (
            "|base = 'a';[[comparison.groups]];heading = 'h';arms = [;'b',;'c']",
            14,
            "a comparison names 'c'",
        ),
        (
            "[[table]];name = 't';rows = ['a'];cells = [;'label $1',;'men $1']",
            12,
            "a cell asks for 'men $1'",
        ),
        (
            "#{ title = 'p', of = 'gain' },;{ title = 'q', of = 'gan' }]",
            13,
            "figure 1: a panel shows 'gan'",
        ),
        (
            "#{ title = 'p', of = 'gain', arms = ['c'] }]",
            12,
            "figure 1: a panel shows 'c', which is no arm",
        ),
        (
            "#{ title = 'p', of = 'gain', line = ['l', 'error c'] }]",
            12,
            "figure 1: a line is at 'c', which is no arm",
        ),
    ];
    for (more, line, part) in cases {
        let text = more.replace('|', "[[comparison]];name = 'c';");
        let text = text.replace('#', "[[plot]];figure = 1;title = 't';values = 'v';panels = [;");
        let error = read(&format!("{TWO}{}", written(&text))).expect_err(more).to_string();
        assert!(error.starts_with(&format!("own.toml line {line}: ")), "{more}: {error}");
        assert!(error.contains(part), "{more}: {error}");
    }
}

#[test]
fn a_setting_that_an_arm_inherits_and_its_model_does_not_have_is_left_out() {
    let text = "title = \"x\"\n[defaults]\npaper = true\nhidden = 20\n[[arm]]\nname = \"a\"\n\
                [[arm]]\nname = \"b\"\nlike = \"a\"\nmodel = \"patterns\"\n";
    let study = read(text).expect("a study");
    let words = study.plan(&study.full(1)).recipes;
    let words = words.iter().map(|arm| (arm.settings.word(), arm.settings.hidden()));
    assert!(words.eq([("network", Some(20)), ("evaluation", None)]));
}

#[test]
fn what_is_wrong_with_a_match_or_a_claim_is_named_with_its_line() {
    let cases = [
        ("[[match]]\narms = [\"b\"]\n", "without an opponent; add against"),
        ("[[match]]\nagainst = \"aa\"\n", "'aa' is no arm of this study"),
        (
            "[[match]]\narms = [\"b without castling\"]\nagainst = \"a\"\n",
            "no technique 'castling'",
        ),
        ("[[match]]\narms = [\"a\", \"b\"]\nagainst = \"a\"\n", "a is to play itself"),
        ("[[match]]\nagainst = \"a\"\ntime = -1.0\n", "seconds a move"),
        ("[[claim]]\nbetter = [\"a\", \"c\"]\n", "a claim about an unknown arm: 'c'"),
        ("[[claim]]\nbetter = [\"a\", \"material\"]\n", "no match between a and material"),
        ("[[claim]]\ntext = \"x\"\n", "one of better, worse and equal"),
        ("[[claim]]\nequal = [\"a\", \"b\"]\n", "Add within = 25"),
        ("[[claim]]\nbetter = [\"a\", \"b\"]\nby = \"eror\"\n", "did you mean 'error'?"),
        ("[[claim]]\nbetter = [\"a\", \"material\"]\nby = \"error\"\n", "'material' is not one"),
        ("[[claim]]\nequal = [\"a\", \"b\"]\nwithin = -3.0\n", "above 0"),
    ];
    for (more, part) in cases {
        let error = read(&format!("{TWO}{more}")).expect_err(more).to_string();
        assert!(error.starts_with("own.toml line 7: "), "{more}: {error}");
        assert!(error.contains(part), "{more}: {error}");
    }
}

/// A study whose arms play, with a line for more.
fn play(more: &str) -> Result<Study, StudyError> {
    read(&format!(
        "title = \"x\"\n[play]\nfull = {{ games = 3000, nodes = 500, match-nodes = 2000, measure-games = 20 }}\n\
         quick = {{ games = 16, nodes = 30, match-nodes = 30, measure-games = 2 }}\n\
         [[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\n{more}\n"
    ))
}

#[test]
fn an_arm_that_plays_has_the_settings_of_train_and_numbers_of_the_study() {
    let more = "init = \"a\"\ngames = \"games / 10 max 2\"\nnodes = \"10 * nodes\"\nalgorithm = \"td-directed\"\n";
    let study = play(more).expect("a study");
    let of = |size: &ExperimentSize| match &study.plan(size).recipes[1].settings {
        Learner::Play(arm) => (arm.settings.games, arm.settings.nodes, arm.needs.clone()),
        other => panic!("{other:?}"),
    };
    assert_eq!(of(&study.full(1)), (300, Some(5000), vec!["a".to_owned()]));
    assert_eq!(of(&study.quick(1)).0, 2);
    let none = ExperimentSize { games: 0, ..study.quick(1) };
    let error = study.check_size(&none).expect_err("no game").to_string();
    assert!(error.starts_with("own.toml line ") && error.contains("games is 0"), "{error}");
}

#[test]
fn what_is_wrong_with_an_arm_that_plays_is_named_with_its_line() {
    let cases = [
        ("lamda = 0.5", "did you mean 'lambda'? Settings have the names of the flags of `train`"),
        ("seed = 3", "'seed' is no setting of an arm"),
        ("lambda = 1.5", "lambda is 1.5"),
        ("model = \"nn4\"", "trains patterns or nnue"),
        ("games = \"half\"", "cannot be reckoned"),
        ("games = \"games / 0\"", "cannot be reckoned"),
        ("begin = \"end\"", "begin: unknown variant 'end'"),
        ("init = \"c\"", "'c' is no arm of this study"),
        ("init = \"b\"", "arm b needs an arm that needs it in turn"),
        ("against = [\"self\", \"c\"]", "'c' is no arm of this study"),
        ("against = \"past\"", "keeps no earlier weights"),
        ("positions-of = \"c\"", "positions-of names 'c'"),
    ];
    for (more, part) in cases {
        let error = play(more).expect_err(more).to_string();
        assert!(error.starts_with("own.toml line 9: "), "{more}: {error}");
        assert!(error.contains(part), "{more}: {error}");
    }
    let group = "[[group]]\nheading = \"h\"\nbase = \"a\"\narms = [\"c\"]";
    let error = play(group).expect_err("unknown").to_string();
    assert!(error.contains("line 12: 'c' is no arm"), "{error}");
    let itself = group.replace("\"c\"", "\"a\"");
    let error = play(&itself).expect_err("itself").to_string();
    assert!(error.contains("line 12: a is to play itself"), "{error}");
    let error = read(&format!("{TWO}{group}")).expect_err("no play").to_string();
    assert!(error.contains("line 9: [[group]] is for arms that play"), "{error}");
    let claim = "[[claim]]\nbetter = [\"b\", \"a\"]\nby = \"error\"";
    let error = play(claim).expect_err("by error").to_string();
    assert!(error.contains("line 9: arms that play have no held-out error"), "{error}");
}

#[test]
fn files_of_a_study_are_beside_it_and_a_stored_run_does_not_need_them() {
    let place = tempfile::tempdir().expect("folder");
    let path = place.path().join("own.toml");
    let numbers = "{ games = 4, nodes = 9, match-nodes = 9, measure-games = 2 }";
    let numbers = format!("[play]\nfull = {numbers}\nquick = {numbers}\n");
    let arm = "[[arm]]\nname = \"a\"\nmodel = \"patterns\"\npattern-file = \"own-windows.toml\"\n";
    let rival = "[[match]]\nagainst = \"net:rival.safetensors\"\n";
    for (kind, first) in [("", ""), (&*numbers, "init = \"rival.safetensors\"\n")] {
        let text = format!("title = \"x\"\n{kind}{arm}{first}{rival}");
        std::fs::write(&path, &text).expect("written");
        let refused = |part: &str| {
            let error = Study::read(&path).expect_err(part).to_string();
            assert!(error.contains(part), "{error}");
        };
        refused("own-windows.toml");
        let windows = place.path().join("own-windows.toml");
        std::fs::write(&windows, "pattern = 1").expect("written");
        refused("own-windows.toml");
        std::fs::write(&windows, draughts_td_features::windows::SQUARES).expect("written");
        refused("rival.safetensors");
        let weights = place.path().join("rival.safetensors");
        std::fs::write(&weights, "").expect("written");
        let study = Study::read(&path).expect("a study");
        let found = study.folder().player("net:rival.safetensors without lmr").expect("a player");
        assert!(found.to_string().contains(&*weights.to_string_lossy()), "{found}");
        std::fs::remove_file(windows).expect("removed");
        std::fs::remove_file(weights).expect("removed");
        assert!(Study::read_stored(&path).is_ok());
    }
}

#[test]
fn settings_come_from_the_defaults_the_arm_it_is_like_and_its_own() {
    let text = "title = \"x\"\n[defaults]\nlambda = 0.5\nepochs = 2\n[[arm]]\nname = \"a\"\nepochs = 3\n\
                [[arm]]\nname = \"b\"\nlike = \"a\"\nlambda = 0.25\nquick = { lambda = 0.75 }\n";
    let study = read(text).expect("a study");
    let of = |size: &ExperimentSize| {
        let plan = study.plan(size);
        plan.recipes
            .iter()
            .map(|arm| (arm.settings.lambda(), arm.settings.epochs()))
            .collect::<Vec<_>>()
    };
    assert_eq!(of(&study.full(1)), [(0.5, 3), (0.25, 3)]);
    assert_eq!(of(&study.quick(1)), [(0.5, 3), (0.75, 3)]);
    let meanings = study.plan(&study.full(1)).recipes.into_iter().map(|arm| arm.meaning);
    assert_eq!(meanings.collect::<Vec<_>>(), ["epochs = 3", "lambda = 0.25"]);
}

#[test]
fn notes_that_ask_for_what_there_is_not_are_refused_with_their_line() {
    let place = tempfile::tempdir().expect("folder");
    let study = place.path().join("study.toml");
    std::fs::write(&study, TWO).expect("written");
    let cases = [
        ("{{titel}}", "{{titel}} is no part of the report; did you mean 'title'?"),
        ("{{elo b c}}", "'c' is no arm"),
        ("{{elo b material}}", "no match between b and material"),
        ("{{error a c}}", "'c' is no arm"),
        ("{{mean eror a 4}}", "asks for something unknown"),
    ];
    for (notes, part) in cases {
        std::fs::write(place.path().join("notes.md"), format!("# {{{{title}}}}\n\n{notes}\n"))
            .expect("written");
        let error = Study::read(&study).expect_err(notes).to_string();
        assert!(error.contains("notes.md line 3: ") && error.contains(part), "{notes}: {error}");
    }
    std::fs::write(
        place.path().join("notes.md"),
        "{{title}} {{elo b a}} {{mean error a 4}} {{/seeds}} {{figure-1}}\n",
    )
    .expect("written");
    assert!(Study::read(&study).is_ok());
}

#[test]
fn a_match_that_is_named_twice_is_played_once() {
    let more = "[[match]]\narms = [\"b\"]\nagainst = [\"a\", \"material\"]\n[[match]]\nround-robin = [\"a\", \"b\"]\n[[match]]\narms = [\"a\"]\nagainst = \"b\"\n";
    let study = read(&format!("{TWO}{more}")).expect("a study");
    let pairs = study.plan(&study.full(1)).pairings;
    let names: Vec<_> = pairs.iter().map(|pair| (pair.a.as_str(), pair.b.as_str())).collect();
    assert_eq!(names, [("b", "a"), ("b", "material")]);
}

/// A training with this error on all positions.
fn trained(recipe: &str, seed: u64, mse: f64) -> TrainingResult {
    let figures = vec![Metrics { mse, ..Metrics::default() }; 4];
    let row = json!({
        "recipe": recipe, "seed": seed, "games": [10, 10, 1], "positions": [0, 0], "balances": [], "own": figures,
        "paper": figures, "all": figures, "worth": [], "curve": [], "diverged": false,
    });
    serde_json::from_value(row).expect("a row")
}

fn report(study: &Study, rows: &Rows) -> String {
    report_beside(study, rows, &[])
}

/// The report beside other runs, whose claims have these p-values.
fn report_beside(study: &Study, rows: &Rows, other_claims: &[f64]) -> String {
    let plan = study.plan(&study.full(1));
    let run = Description::default();
    let results = LabResults::of(&plan, rows, &run);
    study.report(&LabResults { other_claims, ..results }).to_markdown()
}

#[test]
fn a_claim_comes_out_better_worse_equal_or_undecided() {
    let claims = "[[claim]]\nbetter = [\"b\", \"a\"]\n[[claim]]\nworse = [\"b\", \"a\"]\ntext = \"as expected\"\n\
                  [[claim]]\nequal = [\"a\", \"b\"]\nwithin = 25\n[[claim]]\nbetter = [\"b\", \"a\"]\nby = \"error\"\n";
    let study = read(&format!("{TWO}{claims}")).expect("a study");
    let errors = (1..=5)
        .flat_map(|seed| [trained("a", seed, 0.31), trained("b", seed, 0.30 + seed as f64 / 1e4)]);
    let with = |pairs: [u64; 5]| {
        let matches = (1..=5).map(|seed| {
            MatchResult::of_pairs(
                "b",
                "a",
                seed,
                [pairs[0], pairs[1] + seed, pairs[2], pairs[3] + seed, pairs[4]],
            )
        });
        report(
            &study,
            &Rows {
                trained: errors.clone().collect(),
                matches: matches.collect(),
                ..Rows::default()
            },
        )
    };
    let clear = with([0, 5, 20, 60, 80]);
    assert!(clear.contains("| lambda = 0.5 is better than a | **better** | Elo +"), "{clear}");
    assert!(clear.contains("| as expected | **better** |"), "{clear}");
    assert!(clear.contains("| a is equal to lambda = 0.5 within 25 Elo | **worse** |"), "{clear}");
    assert!(clear.contains("| **better** | error lower by 0.009"), "{clear}");
    assert!(clear.contains("Of 4 claims 4 are decided"), "{clear}");
    let even = with([10, 100, 800, 100, 10]);
    assert!(even.contains("| lambda = 0.5 is better than a | **undecided** |"), "{even}");
    assert!(even.contains("within 25 Elo | **equal** within 25 Elo |"), "{even}");
    let few = with([1, 1, 1, 1, 1]);
    assert!(few.contains("within 25 Elo | **undecided** |"), "{few}");
}

#[test]
fn a_claim_is_decided_by_the_false_discovery_rate_over_the_claims_of_all_runs() {
    let study = read(TWO).expect("a study");
    let matches = vec![MatchResult::of_pairs("b", "a", 1, [0, 4, 15, 16, 0])];
    let trained = vec![trained("a", 1, 0.3), trained("b", 1, 0.2)];
    let rows = Rows { trained, matches, ..Rows::default() };
    let by_itself = report(&study, &rows);
    assert!(by_itself.contains("is better than a | **better** |"), "{by_itself}");
    let beside = report_beside(&study, &rows, &[1.0; 5000]);
    assert!(beside.contains("is better than a | **undecided** |"), "{beside}");
    let counts = "Of 1 claims 1 are decided at 5 % each. At a false-discovery rate of 5 % over them and the 5000 claims";
    assert!(beside.contains(counts), "{beside}");
    assert!(beside.contains("(Benjamini–Hochberg) 0 are."), "{beside}");
}

#[test]
fn a_study_without_claims_has_one_for_every_match() {
    let study = read(TWO).expect("a study");
    let matches = vec![MatchResult::of_pairs("b", "a", 1, [0, 0, 5, 20, 20])];
    let text = report(
        &study,
        &Rows {
            trained: vec![trained("a", 1, 0.3), trained("b", 1, 0.2)],
            matches,
            ..Rows::default()
        },
    );
    assert!(text.contains("| lambda = 0.5 is better than a | **better** |"), "{text}");
    assert!(text.starts_with("# Two\n") && !text.contains("{{"), "{text}");
}

#[test]
fn matches_decide_about_patterns_and_the_error_is_beside_them() {
    let study = Study::built_in("patterns");
    let rows = Rows {
        trained: vec![
            trained("base", 1, 0.35),
            trained("lambda-0.95", 1, 0.34),
            trained("wide", 1, 0.36),
        ],
        matches: vec![
            MatchResult::of_pairs("lambda-0.95", "base", 1, [30, 40, 100, 20, 10]),
            MatchResult::of_pairs("wide", "base", 1, [5, 5, 80, 5, 5]),
        ],
        ..Rows::default()
    };
    let text = report(&study, &rows);
    for part in [
        "**λ = 0.95**: loses against the base: 42.5 % of the points in 400 games, Elo −53",
        "games is 0.3400, 0.0100 below that of the base. By its error the change would have been taken.",
        "cannot be told from the base: 50.0 %",
        "**the sum itself, no tanh**: diverged",
        "1 (λ = 0.95) lose",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn an_arm_that_diverged_plays_no_match_and_stops_no_other() {
    let text = "title = \"x\"\n[defaults]\npaper = true\n[[arm]]\nname = \"base\"\n\
                [[arm]]\nname = \"wild\"\nlr = 1e30\n[[arm]]\nname = \"calm\"\nlr = 0.0002\n";
    let study = read(text).expect("a study");
    let plan = study.plan(&ExperimentSize { games: 30, ..study.quick(1) });
    let place = tempfile::tempdir().expect("folder");
    let description =
        Description { experiment: "test".into(), settings: json!({}), ..Description::default() };
    let folder = RunFolder::open(place.path(), description, false).expect("open");
    let files = [PathBuf::from("../../pdn/sample.pdn.zst")];
    let context = Context::new(&files, Vec::new(), place.path(), "test");
    std::fs::create_dir(&context.nets).expect("folder");
    let rows = run(&plan, &context, &folder, &|_, _| {}).expect("figures");
    let diverged = rows.trained.iter().filter(|training| training.diverged);
    assert!(diverged.map(|training| training.recipe.as_str()).eq(["wild", "wild"]));
    assert!(rows.matches.iter().map(|result| result.a.as_str()).eq(["calm", "calm"]));
    assert_eq!(rows.lines().len(), 8);
}
