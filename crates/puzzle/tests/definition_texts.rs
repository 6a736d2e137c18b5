//! Definitions as text: printed definitions parse to the same definition, in both formats, and no text makes a parser
//! of definitions or positions panic.

use deepen_puzzle::Definition;
use deepen_puzzle::definition::print::PrintError;
use deepen_puzzle::definition::{Given, Scramble};
use deepen_puzzle::parse::alg::alg;
use deepen_puzzle::parse::definition::DefinitionError;
use deepen_puzzle::parse::{kpuzzle, scramble, tws};
use testkit::XorShift;

/// Definitions of this project, and one with everything that both formats can express.
const SOUND: [&str; 4] = [
    include_str!("../../../testdata/definitions/2x2x2.tws"),
    include_str!("../../../testdata/definitions/3x3x3.tws"),
    include_str!("../../../testdata/definitions/pyraminx.tws"),
    "Name all # of it\n\u{9}\nSet A 3 2\r\nSet B 2 6\rSet µ 1 1\nStartState\nA\n0 0 1\n1 ? 0\nEnd\nMove 2-3Rw2'\nB\n2 1\n5 0\nEnd\n\
     Move UR_3+\nA\n2 3 1\nEnd\nMoveTransformation B++\nA\n2 0 1\n0 1 1\nEnd\nMoveAlias X UR_3-\n\
     MoveSequence Y X2 B-- Z\nMoveSequence Z X' UR_3+\n# comment\n",
];

/// The last of them without comments.
fn sound(text: &str) -> Definition {
    tws::definition(&text.replace(" # of it", "")).expect("a sound definition")
}

#[test]
fn printed_definitions_parse_to_the_same() {
    for text in SOUND {
        let definition = sound(text);
        let tws_text = definition.to_tws().expect("tws");
        assert_eq!(tws::definition(&tws_text).as_ref(), Ok(&definition), "{tws_text}");
        assert_eq!(tws::definition(&tws_text).map(|again| again.to_tws()), Ok(Ok(tws_text)));
        let json = definition.to_kpuzzle().expect("KPuzzle JSON");
        assert_eq!(kpuzzle::definition(&json).as_ref(), Ok(&definition), "{json}");
    }
}

/// Names in quotes may have any characters that are printed, moduli may be any divisors, and sequences may have brackets.
#[test]
fn json_can_express_more() {
    let text = r#"{"$schema": [null, true, -1.5e+3, {}], "name": "a \"b\" \\ \u0041\ud83d\ude00 é",
        "orbits": [{"orbitName": "1 2", "numPieces": 2, "numOrientations": 6, "more": 0}],
        "defaultPattern": {"1 2": {"pieces": [1, 1], "orientation": [5, 4], "orientationMod": [3, 0]}},
        "moves": {"R": {"1 2": {"permutation": [1, 0], "orientationDelta": [0, 5]}}, "U": {}},
        "derivedMoves": {"L": "[R: U]2 (R . [R, U]')3'"}}"#;
    let definition = kpuzzle::definition(text).expect("a sound definition");
    assert_eq!(definition.name(), "a \"b\" \\ A😀 é");
    assert_eq!(definition.start().orbits[0].orientations, [2, 4]);
    assert_eq!(definition.start().orbits[0].moduli, [3, 6]);
    let json = definition.to_kpuzzle().expect("KPuzzle JSON");
    assert_eq!(kpuzzle::definition(&json), Ok(definition), "{json}");
}

#[test]
fn what_a_format_cannot_express_is_an_error() {
    let json = |name: &str, orbit: &str, modulus: u8, alg: &str| {
        let text = format!(
            r#"{{"name": "{name}", "orbits": [{{"orbitName": "{orbit}", "numPieces": 1, "numOrientations": 4}}],
            "defaultPattern": {{"{orbit}": {{"pieces": [0], "orientation": [0], "orientationMod": [{modulus}]}}}},
            "moves": {{"R": {{}}}}, "derivedMoves": {{"L": "{alg}"}}}}"#
        );
        kpuzzle::definition(&text).expect("a sound definition").to_tws()
    };
    assert!(json("a", "A", 1, "R").is_ok());
    let name = |what, name: &str| Err(PrintError::Name { what, name: name.to_string() });
    assert_eq!(json("a b", "A", 1, "R"), name("the name", "a b"));
    for orbit in ["A B", "1", "?", "End", "#", "Move"] {
        assert_eq!(json("a", orbit, 1, "R"), name("the orbit", orbit));
    }
    let modulus = PrintError::Modulus { orbit: "A".to_string(), modulus: 2, n_orientations: 4 };
    assert_eq!(json("a", "A", 2, "R"), Err(modulus));
    let length = |length| Err(PrintError::Sequence { name: "L".to_string(), length, max: 10_000 });
    assert_eq!(json("a", "A", 1, "."), length(0));
    assert_eq!(json("a", "A", 1, "(R)10001"), length(10_001));
    // Groups are expanded, so the moves differ but their effect is the same.
    let text = json("a", "A", 1, "[R2, L3'] R'".replace("L3'", "R").as_str()).expect("tws");
    assert!(text.ends_with("\nMoveSequence L R2 R R2' R' R'\n"), "{text}");
    let rules = "Set A 2 1\nSolved\nEnd\nMove R\nEnd\nIllegal A 1 2\n";
    let definition = tws::definition(rules).expect("a sound definition");
    assert_eq!(definition.to_kpuzzle(), Err(PrintError::Forbidden));
    assert_eq!(tws::definition(&definition.to_tws().expect("tws")), Ok(definition));
}

/// Random numbers from a seed.
struct Random(XorShift);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() >> 16) as usize % n
    }
}

/// The place of an error must be in the text or just after it.
fn check_place(error: &DefinitionError, text: &str) {
    let (place, n_lines) = (error.place, text.split(['\n', '\r']).count());
    assert!(place.line >= 1 && place.line <= n_lines && place.column >= 1, "{error}: {text:?}");
    assert!(error.to_string().contains("expected"), "{error}");
}

/// Parses a text in both formats. The place of an error must be in the text or just after it, and a valid definition is
/// printed and parsed again.
fn read(text: &str) {
    for (name, read) in [("tws", tws::definition(text)), ("kpuzzle", kpuzzle::definition(text))] {
        match read {
            Ok(definition) => {
                let json = definition.to_kpuzzle().map(|json| kpuzzle::definition(&json));
                assert!(json.is_err() || json == Ok(Ok(definition)), "{name}: {text:?}");
            }
            Err(error) => check_place(&error, text),
        }
    }
}

/// Parses a text as positions, as one position, and as a mask. Valid ones are printed and parsed again.
fn read_positions(text: &str, definition: &Definition) {
    match scramble::read(text, definition) {
        Ok(scrambles) => {
            for scramble in scrambles {
                let again = definition.to_scramble(&scramble).map(|text| scramble::one(&text, definition));
                assert!(again.is_err() || again == Ok(Ok(scramble)), "{text:?}");
            }
        }
        Err(error) => check_place(&error, text),
    }
    let (one, mask) = (scramble::position(text, definition), scramble::mask(text, definition));
    one.err().iter().chain(mask.err().iter()).for_each(|error| check_place(error, text));
}

/// A part of a text exchanged, removed, doubled or overwritten by bytes that mean something.
fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    const BYTES: &[u8] = b"0123456789 \n\t\r?#'\"\\{}[]:,.-+/()RUA\xc3\xa9\xff\0";
    let n = bytes.len();
    let (from, length) = (random.below(n), 1 + random.below(12));
    let range = from..(from + length).min(n);
    match random.below(4) {
        0 => bytes[from] = BYTES[random.below(BYTES.len())],
        1 => drop(bytes.drain(range)),
        2 => bytes.insert(from, BYTES[random.below(BYTES.len())]),
        _ => {
            let copy = bytes[range].to_vec();
            let to = random.below(n);
            bytes.splice(to..to, copy);
        }
    }
    if bytes.is_empty() {
        bytes.push(b' ');
    }
}

fn random() -> Random {
    let seed = std::env::var("DEEPEN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0x5eed);
    println!("DEEPEN_SEED={seed}");
    Random(XorShift::new(seed))
}

/// Parses texts that are nearly valid, end too early, or are noise.
fn try_to_break(texts: &[String], random: &mut Random, read: impl Fn(&str)) {
    for text in texts {
        for _ in 0..1500 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=random.below(4) {
                mutate(&mut bytes, random);
            }
            read(&String::from_utf8_lossy(&bytes));
        }
        // Every prefix of a text ends too early.
        (0..text.len()).step_by(7).for_each(|end| read(&String::from_utf8_lossy(&text.as_bytes()[..end])));
    }
    for _ in 0..5000 {
        let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
        read(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn no_text_makes_a_reader_panic() {
    let mut texts: Vec<String> = SOUND.iter().map(|text| (*text).to_string()).collect();
    texts.extend(SOUND.map(|text| sound(text).to_kpuzzle().expect("KPuzzle JSON")));
    try_to_break(&texts, &mut random(), read);
}

#[test]
fn no_text_makes_a_reader_of_positions_panic() {
    let rules = "Set A 3 2\nSet B 4 3\nSolved\nB\n1 1 2 3\n0 0 ? 0\nEnd\nMove R\nA\n2 3 1\nEnd\nMove U\nB\n2 3 4 1\n1 2 0 0\n\
                 End\nIllegal A 1 3\n";
    for definition in [sound(rules), sound(SOUND[3]), sound(SOUND[1])] {
        let first = definition.moves()[0].name.to_string();
        let moves = alg(&format!("{first} ({first})' . ({first})1")).expect("moves");
        let position = definition.position_of(&moves).expect("a position");
        let given = [Given::Pattern(position.clone()), Given::Alg(moves)];
        let blocks =
            given.map(|given| definition.to_scramble(&Scramble { name: None, given }).expect("a block"));
        let lines = format!("{first}\n{first} // comment\n# comment\n({first} ({first})')2 {first}");
        let cpos =
            definition.to_cpos(&position).unwrap_or("# pieces that digits cannot tell apart".to_string());
        let texts = [blocks.concat(), lines, cpos, definition.to_pattern_json(&position)];
        texts.iter().for_each(|text| assert!(scramble::read(text, &definition).is_ok(), "{text}"));
        try_to_break(&texts, &mut random(), |text| read_positions(text, &definition));
    }
}
