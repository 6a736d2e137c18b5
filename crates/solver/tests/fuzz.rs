//! Fuzz target of input as shells and other programs deliver it: JSON arrays, moves by name, names with typing errors.

use deepen_solver::input_text::{join_args, json_to_text, moves_from_json, nearest, parse_moves};
use search::Move;
use testkit::fuzz::{Target, assert_message, check_hostile_texts, shape};

fn moves(names: &[&str]) -> Vec<(Move, String)> {
    (0..).map(Move).zip(names.iter().map(ToString::to_string)).collect()
}

fn check(text: &str) -> u64 {
    // Only a JSON array or string is changed.
    let texts = [true, false]
        .map(|may_be_several| json_to_text(text, &|value| moves_from_json(value, may_be_several)));
    let mut shapes = shape(if texts[0] == text { "unchanged" } else { "changed" });
    let is_json = |c: char| c == '[' || c == '"';
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    assert!(texts[0] == text || start.starts_with(is_json), "{text:?}");
    let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
    let joined = join_args(&words, |word| word.len() < 4);
    assert_eq!(joined.join(" "), words.join(" "), "no word is lost");
    for (names, tells_case) in [(moves(&["U", "R", "F2", "F'"]), true), (moves(&["L", "R", "U", "D"]), false)]
    {
        shapes = shapes.rotate_left(5)
            ^ match parse_moves(&texts[0], &names, tells_case) {
                Err(error) => {
                    assert_message(&error.to_string());
                    shape(&error.to_string())
                }
                Ok(read) => {
                    let name = |mv: &Move| names[usize::from(mv.0)].1.clone();
                    let printed = read.iter().map(name).collect::<Vec<_>>().join(" ");
                    assert_eq!(
                        parse_moves(&printed, &names, tells_case).ok(),
                        Some(read.clone()),
                        "{printed}"
                    );
                    read.len().min(20) as u64
                }
            };
    }
    let known = ["eo", "dr", "htr", "cross", "f2l"];
    nearest(text, known.into_iter()).inspect(|name| assert!(known.contains(name)));
    shapes
}

const WORDS: [&str; 12] =
    ["[", "]", "\"R\"", "\"U2 F'\"", ",", "[[\"R\"],[\"U\"]]", "F2", "F’", "u", "cros", "null", "1e999"];

#[test]
fn input_texts() {
    let samples = [
        r#"["R","U2","F'"]"#,
        r#"["R U2", "F' L"]"#,
        r#"[["R"],["U", "F2"]]"#,
        "\"R U\"",
        "R,U F2 F'",
        "LRUD u",
        "cros",
    ];
    Target::new("input text", &WORDS).samples(samples).check_texts(check);
}

#[test]
fn hostile_input_texts() {
    check_hostile_texts("input text", &WORDS, |text| {
        check(text);
    });
}
