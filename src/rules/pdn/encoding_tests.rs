//! Texts of usual length in the code pages of the world, and short ones of the west, are read as they were written.

use super::*;
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, GBK, IBM866, ISO_8859_2, ISO_8859_5, KOI8_R, SHIFT_JIS, WINDOWS_1250,
    WINDOWS_1253, WINDOWS_1254, WINDOWS_1257,
};

const RUSSIAN: &str = "[White \"Белов И.\"]\n[Black \"Чернов П.\"]\n";

fn again(text: &str, encoding: &'static Encoding) -> String {
    let (bytes, _, unmappable) = encoding.encode(text);
    assert!(!unmappable, "{text}");
    String::from_utf8(to_utf8(&bytes).into_owned()).expect("UTF-8")
}

#[test]
fn two_names_tell_the_code_page_of_russian() {
    for encoding in [WINDOWS_1251, KOI8_R, IBM866, ISO_8859_5] {
        assert_eq!(again(RUSSIAN, encoding), RUSSIAN, "{}", encoding.name());
    }
    let decoded = |bytes: &[u8]| String::from_utf8(to_utf8(bytes).into_owned()).expect("UTF-8");
    // As a Macintosh writes it: encoding_rs reads it and does not write it.
    assert_eq!(
        decoded(b"[White \"\x81\xE5\xEB\xEE\xE2\"]\n[Black \"\x97\xE5\xF0\xED\xEE\xE2\"]\n"),
        "[White \"Белов\"]\n[Black \"Чернов\"]\n"
    );
}

#[test]
fn names_of_the_west_and_of_the_centre_of_europe_are_read() {
    for text in ["[White \"Müller\"]\n[Black \"Brière\"]\n", "[White \"François Noël\"]\n"] {
        assert_eq!(again(text, WINDOWS_1252), text);
    }
    let text = "[White \"Łukasz Żółtowski\"]\n[Black \"Świątek\"]\n";
    assert_eq!(again(text, WINDOWS_1250), text);
    let mac = to_utf8(b"[White \"M\x9Fller\"]\n[Black \"Bri\x8Fre\"]\n").into_owned();
    assert_eq!(String::from_utf8(mac).expect("UTF-8"), "[White \"Müller\"]\n[Black \"Brière\"]\n");
}

#[test]
fn a_line_of_utf_8_stays_among_others() {
    let mixed = b"[White \"M\xC3\xBCller\"]\n[Black \"M\xFCller\"]\n";
    let text = String::from_utf8(to_utf8(mixed).into_owned()).expect("UTF-8");
    assert_eq!(text, "[White \"Müller\"]\n[Black \"Müller\"]\n");
}

/// Texts with one sign of the west each, by themselves and beside a name with letters of the west.
#[test]
fn a_few_signs_are_those_of_the_west() {
    let comments = [
        "remise ½",
        "½",
        "½ punt",
        "1½ – ½",
        "§",
        "§ 12",
        "art. 5 §",
        "²",
        "m²",
        "ß",
        "´",
        "28x19 ±",
        "28x19±",
        "± goed",
        "°",
        "21°",
        "€ 100",
        "100 €",
        "£ 100",
        "“slow”",
        "“Slow”",
        "‘slow’",
        "„langsam“",
        "John’s",
        "‘s avonds",
        "l’été",
        "17–22",
        "17 – 22",
        "so — it is",
        "hm… yes",
        "hm…",
        "…hm",
        "“slow” – and John’s",
        "«x»",
        "« x »",
        "«slow»",
        "«Le coup»",
        "»slow«",
        "«passé»",
        "«joué»…",
        "«à»",
        "¿",
        "¿por?",
        "¡",
        "¡Bien!",
        "ø",
        "é",
        "à",
        "ü",
        "ë",
        "ñ",
        "1ª",
        "nº 1",
        "© 2003",
        "®",
        "µ",
        "·",
        "¼ ¾",
        "×",
        "÷",
        "¬",
        "¶",
        "¨",
        "¹³",
        "½½",
        "°°",
        "passé°",
        "café ½",
        "à «café»… naïve ±",
        "één schijf",
        "ideeën, coördinatie, reëel",
        "Größe, schön, spät",
        "está así, señor ¿no?",
        "perché è già più",
        "não é",
        "på brædt",
        "c’est joué !",
    ];
    for comment in comments {
        for text in [
            format!("1. 32-28 {{{comment}}} 19-23 *\n"),
            format!("1. 32-28 {{ {comment} }} 19-23 *\n"),
            format!("[White \"Müller\"]\n1. 32-28 {{{comment}}} *\n"),
            format!("1. 32-28 {{{comment}}} *\n").repeat(100),
        ] {
            assert_eq!(again(&text, WINDOWS_1252), text);
        }
    }
}

#[test]
fn a_name_of_the_west_is_read_by_itself() {
    let names = "Müller Schröder Jäger Größe Weiß Gößl Brière François Noël Hélène André Étienne Éric Bœuf Benoît \
        Chloé Loïc Raphaël Daniël Côté Muñoz Peña Gómez Íñigo Jesús Ángel Óscar Úrsula João Simões Conceição \
        Antônio Inês Patrício Niccolò Forlì Mondovì Cantù Tromsø Bodø Sørensen Ørsted Åström Öberg Håkon Bjørn \
        Møller Kjær Växjö Örebro Þór Guðmundur Árni België Curaçao Maïté Genève Zürich Saint-Étienne Málaga \
        N’Diaye L’Étoile";
    for name in names.split_whitespace() {
        for text in [
            format!("[White \"{name}\"]\n"),
            format!("[White \"{name}\"]\n\n1. 32-28 *\n\n").repeat(100),
        ] {
            assert_eq!(again(&text, WINDOWS_1252), text);
        }
    }
}

#[test]
fn texts_of_usual_length_say_their_code_page() {
    let russian =
        "[White \"Чижов Алексей\"]\n[Black \"Георгиев Александр\"]\n[Event \"Чемпионат мира\"]\n";
    let polish = "[White \"Jakub Różański\"]\n[Black \"Michał Wójcik\"]\n[Event \"Mistrzostwa Polski, Łódź\"]\n";
    for (encoding, text) in [
        (WINDOWS_1251, russian),
        (KOI8_R, russian),
        (IBM866, russian),
        (ISO_8859_5, russian),
        (WINDOWS_1251, "{лучший ход — 32-28 «слабо»}\n"),
        (WINDOWS_1251, "{«слабо», и это № 1…}\n"),
        (WINDOWS_1251, "[White \"Іваненко\"]\n[Black \"Їжакевич\"]\n"),
        (WINDOWS_1250, polish),
        (ISO_8859_2, polish),
        (WINDOWS_1250, "{białe wygrywają, ponieważ czarne nie mogą}\n"),
        (WINDOWS_1250, "[White \"Białek\"]\n"),
        (WINDOWS_1250, "[White \"Paweł\"]\n"),
        (WINDOWS_1250, "[White \"Novotný Jiří\"]\n[Black \"Dvořák Tomáš\"]\n[Site \"Třebíč\"]\n"),
        (
            WINDOWS_1257,
            "[White \"Raimonds Vīpulis\"]\n[Black \"Jānis Bērziņš\"]\n[Event \"Rīga, Latvijas čempionāts\"]\n",
        ),
        (
            WINDOWS_1257,
            "[White \"Kazlauskas Žydrūnas\"]\n[Event \"Lietuvos šaškių čempionatas\"]\n",
        ),
        (WINDOWS_1254, "[White \"Güneş\"]\n[Black \"Yıldız\"]\n[Event \"Türkiye şampiyonası\"]\n"),
        (WINDOWS_1253, "[White \"Παπαδόπουλος\"]\n[Black \"Γεωργίου\"]\n"),
        (GBK, "[White \"王宇航\"]\n[Black \"李明\"]\n"),
        (BIG5, "[White \"陳大文\"]\n[Black \"許功蓋\"]\n"),
        // The second bytes of some of these letters are braces and brackets.
        (SHIFT_JIS, "{マーマー}\n[White \"マリオ\"]\n[Black \"田中太郎\"]\n"),
        (EUC_JP, "[White \"田中太郎\"]\n[Black \"山田\"]\n"),
        (EUC_KR, "[White \"김철수\"]\n[Black \"박영희\"]\n"),
    ] {
        assert_eq!(again(text, encoding), text, "{}", encoding.name());
    }
}
