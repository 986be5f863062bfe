//! The names that other languages and sites have for the usual tags.

/// The tags that say when a game was played, the surest first.
pub(super) const DATE_TAGS: [&str; 7] =
    ["Date", "UTCDate", "GameDate", "StartDate", "LocalDate", "EndDate", "EventDate"];

/// Names in small letters that stand for a tag where a game has none of that name.
pub(super) fn foreign_names(name: &str) -> &'static [&'static str] {
    match name {
        "White" => &[
            "p1", "player1", "whiteplayer", "wit", "witspeler", "blancs", "blanc", "bianco", "weiß", "weiss",
            "белые", "белыми", "blancas", "brancas", "białe", "baltie", "baltieji",
        ],
        "Black" => &[
            "p2", "player2", "blackplayer", "zwart", "zwartspeler", "noirs", "noir", "nero", "schwarz",
            "черные", "чёрные", "черными", "чёрными", "negras", "pretas", "czarne", "melnie", "juodieji",
        ],
        "Result" => &[
            "uitslag", "resultaat", "résultat", "resultat", "risultato", "ergebnis", "результат",
            "resultado", "wynik", "rezultāts", "rezultatas",
        ],
        "Date" => &["datum", "data", "дата", "fecha", "datums"],
        "Site" => &["plaats", "lieu", "luogo", "ort", "место", "lugar", "miejsce", "vieta"],
        "Event" => &[
            "toernooi", "tournoi", "événement", "evénement", "torneo", "evento", "turnier", "турнир",
            "соревнование", "tournament", "turniej", "turnīrs", "turnyras",
        ],
        "Round" => &["ronde", "tour", "turno", "runde", "тур", "раунд", "ronda", "rodada", "runda", "kārta"],
        "WhiteRating" => &["p1elo", "p1rating", "witrating", "witelo"],
        "BlackRating" => &["p2elo", "p2rating", "zwartrating", "zwartelo"],
        _ => &[],
    }
}
