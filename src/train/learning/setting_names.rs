//! The flags that set what files of weights and checkpoints store: their keys are older than the names of the flags.

/// The flag of a stored setting, by its key or its path such as `filter.window`; its last word where both have the same name.
pub(crate) fn flag_of(path: &str) -> String {
    let key = path.rsplit('.').next().unwrap_or(path);
    let flag = match key {
        "rate" => "lr",
        "beta_rate" => "beta-lr",
        "rest_rate" => "rest-lr",
        "hidden_rate" => "hidden-lr",
        "hidden_method" => "hidden-optimizer",
        "decay" => "lr-decay",
        "fall" => "lr-final",
        "inputs" => "net",
        "without" => "drop-inputs",
        "borders" => "phases",
        "additions" => "paper",
        "apart" => "feature-layers",
        "squash" => "output-activation",
        "kings" => "king-squares",
        "targets" => "target-source",
        "forced_captures" => "keep-captures",
        "unquiet" => "quiet-only",
        "rule" => "algorithm",
        "update" => "batch-games",
        "method" => "optimizer",
        "scale" | "Man" | "man" => "man-value",
        "unearned" => "unearned-gains",
        "last" => "terminal-update",
        "pace" => "nodes or --depth",
        "count" | "checksum" => "openings",
        "starts" => "random-plies",
        "plies" => "max-plies",
        "identities" => "against",
        "tt_mib" => "hash",
        "endgame_pieces" => "endgame",
        key => return key.replace('_', "-"),
    };
    flag.into()
}
