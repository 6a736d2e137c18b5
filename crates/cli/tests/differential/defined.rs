//! A twisty puzzle by its definition: pieces and orientations in places, moves as permutations. Reads what `deepen convert`
//! writes, and writes definitions in both formats.

use serde_json::{Value, json};

use super::model::{Model, State};

/// An orientation that does not count.
pub const ANY: u8 = 255;

/// Pieces that can change places with each other.
#[derive(Clone)]
pub struct Orbit {
    pub name: String,
    pub n_pieces: usize,
    pub n_orientations: u8,
    /// The solved position.
    pub pieces: Vec<u8>,
    pub orientations: Vec<u8>,
}

/// The effect of a move on each orbit: for every place, the place its piece comes from and the change of its orientation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transform(pub Vec<(Vec<u8>, Vec<u8>)>);

/// A puzzle with the moves that are made once.
#[derive(Clone)]
pub struct Definition {
    pub orbits: Vec<Orbit>,
    pub moves: Vec<(String, Transform)>,
    /// Orbit, place and pieces that must not be there.
    pub illegal: Vec<(usize, usize, Vec<u8>)>,
}

impl Definition {
    pub fn identity(&self) -> Transform {
        let of = |orbit: &Orbit| ((0..orbit.n_pieces as u8).collect(), vec![0; orbit.n_pieces]);
        Transform(self.orbits.iter().map(of).collect())
    }

    /// First one, then the other.
    pub fn then(&self, a: &Transform, b: &Transform) -> Transform {
        let both = |(i, orbit): (usize, &Orbit)| {
            let ((pa, da), (pb, db)) = (&a.0[i], &b.0[i]);
            let permutation = pb.iter().map(|&j| pa[usize::from(j)]).collect();
            let delta = |k: usize| (da[usize::from(pb[k])] + db[k]) % orbit.n_orientations;
            (permutation, (0..orbit.n_pieces).map(delta).collect())
        };
        Transform(self.orbits.iter().enumerate().map(both).collect())
    }

    /// A move made 1, 2, … times, until everything is back.
    pub fn powers(&self, mv: &Transform) -> Vec<Transform> {
        let (mut powers, mut power) = (Vec::new(), mv.clone());
        while power != self.identity() {
            powers.push(power.clone());
            power = self.then(&power, mv);
        }
        powers
    }

    pub fn start(&self) -> State {
        self.orbits.iter().flat_map(|orbit| orbit.pieces.iter().chain(&orbit.orientations).copied()).collect()
    }

    /// Places of all orbits in a state: where the pieces begin.
    fn offsets(&self) -> impl Iterator<Item = (usize, &Orbit)> {
        let mut at = 0;
        self.orbits.iter().map(move |orbit| {
            let offset = at;
            at += 2 * orbit.n_pieces;
            (offset, orbit)
        })
    }

    pub fn is_legal(&self, state: &[u8]) -> bool {
        let offsets: Vec<usize> = self.offsets().map(|(offset, _)| offset).collect();
        self.illegal.iter().all(|(orbit, place, pieces)| !pieces.contains(&state[offsets[*orbit] + place]))
    }

    pub fn applied(&self, state: &[u8], transform: &Transform) -> State {
        let mut next = Vec::with_capacity(state.len());
        for ((at, orbit), (permutation, delta)) in self.offsets().zip(&transform.0) {
            next.extend(permutation.iter().map(|&from| state[at + usize::from(from)]));
            next.extend(permutation.iter().zip(delta).map(|(&from, turn)| {
                match state[at + orbit.n_pieces + usize::from(from)] {
                    ANY => ANY,
                    orientation => (orientation + turn) % orbit.n_orientations,
                }
            }));
        }
        next
    }

    /// A position in the short form of twsearch.
    pub fn cpos(&self, state: &[u8]) -> String {
        const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let mut text = "CPOS ".to_string();
        for (at, orbit) in self.offsets() {
            for i in at..at + orbit.n_pieces {
                let value = usize::from(state[i] * orbit.n_orientations + state[i + orbit.n_pieces]);
                match orbit.n_pieces * usize::from(orbit.n_orientations) <= 62 {
                    true => text.push(char::from(DIGITS[value])),
                    false => text.extend([value / 62, value % 62].map(|digit| char::from(DIGITS[digit]))),
                }
            }
        }
        text
    }

    /// In lines of text, as twsearch reads it.
    pub fn to_tws(&self) -> String {
        let line = |values: &mut dyn Iterator<Item = String>| values.collect::<Vec<_>>().join(" ") + "\n";
        let mut text = "Name drawn\n".to_string();
        for orbit in &self.orbits {
            text += &format!("Set {} {} {}\n", orbit.name, orbit.n_pieces, orbit.n_orientations);
        }
        text += "Solved\n";
        for orbit in &self.orbits {
            text += &format!("{}\n", orbit.name);
            text += &line(&mut orbit.pieces.iter().map(|piece| (piece + 1).to_string()));
            let orientation = |&o: &u8| if o == ANY { "?".to_string() } else { o.to_string() };
            text += &line(&mut orbit.orientations.iter().map(orientation));
        }
        text += "End\n";
        for (name, transform) in &self.moves {
            text += &format!("Move {name}\n");
            for (orbit, (permutation, delta)) in self.orbits.iter().zip(&transform.0) {
                text += &format!("{}\n", orbit.name);
                text += &line(&mut permutation.iter().map(|from| (from + 1).to_string()));
                // Turns are listed by the place that a piece comes from.
                let mut by_source = vec![0; orbit.n_pieces];
                permutation.iter().zip(delta).for_each(|(&from, &turn)| by_source[usize::from(from)] = turn);
                text += &line(&mut by_source.iter().map(u8::to_string));
            }
            text += "End\n";
        }
        for (orbit, place, pieces) in &self.illegal {
            let values: Vec<String> = pieces.iter().map(|piece| (piece + 1).to_string()).collect();
            text += &format!("Illegal {} {} {}\n", self.orbits[*orbit].name, place + 1, values.join(" "));
        }
        text
    }

    /// In JSON, as cubing.js reads it.
    pub fn to_kpuzzle(&self) -> String {
        let orbit = |orbit: &Orbit| json!({"orbitName": orbit.name, "numPieces": orbit.n_pieces, "numOrientations": orbit.n_orientations});
        let pattern = |orbit: &Orbit| {
            let zeroed: Vec<u8> = orbit.orientations.iter().map(|&o| if o == ANY { 0 } else { o }).collect();
            let modulus: Vec<u8> = orbit.orientations.iter().map(|&o| u8::from(o == ANY)).collect();
            (
                orbit.name.clone(),
                json!({"pieces": orbit.pieces, "orientation": zeroed, "orientationMod": modulus}),
            )
        };
        let transform = |(name, transform): &(String, Transform)| {
            let of = |(orbit, (p, d)): (&Orbit, &(Vec<u8>, Vec<u8>))| {
                (orbit.name.clone(), json!({"permutation": p, "orientationDelta": d}))
            };
            let orbits: serde_json::Map<String, Value> =
                self.orbits.iter().zip(&transform.0).map(of).collect();
            (name.clone(), Value::Object(orbits))
        };
        json!({
            "name": "drawn",
            "orbits": self.orbits.iter().map(orbit).collect::<Vec<_>>(),
            "defaultPattern": self.orbits.iter().map(pattern).collect::<serde_json::Map<_, _>>(),
            "moves": self.moves.iter().map(transform).collect::<serde_json::Map<_, _>>(),
        })
        .to_string()
    }

    /// Reads a KPuzzle without its rotations.
    pub fn from_kpuzzle(puzzle: &Value) -> Option<Definition> {
        let bytes = |value: &Value| -> Option<Vec<u8>> {
            value.as_array()?.iter().map(|n| n.as_u64().map(|n| n as u8)).collect()
        };
        let mut orbits = Vec::new();
        for orbit in puzzle["orbits"].as_array()? {
            let name = orbit["orbitName"].as_str()?.to_string();
            let pattern = &puzzle["defaultPattern"][&name];
            orbits.push(Orbit {
                n_pieces: orbit["numPieces"].as_u64()? as usize,
                n_orientations: orbit["numOrientations"].as_u64()? as u8,
                pieces: bytes(&pattern["pieces"])?,
                orientations: bytes(&pattern["orientation"])?,
                name,
            });
        }
        let mut moves = Vec::new();
        for (name, mv) in puzzle["moves"].as_object()? {
            if ["x", "y", "z"].contains(&&name[..]) || name.ends_with('v') {
                continue;
            }
            let of = |orbit: &Orbit| {
                let part = &mv[&orbit.name];
                Some((bytes(&part["permutation"])?, bytes(&part["orientationDelta"])?))
            };
            moves.push((name.clone(), Transform(orbits.iter().map(of).collect::<Option<_>>()?)));
        }
        Some(Definition { orbits, moves, illegal: Vec::new() })
    }
}

/// A move that may be made: its name, what it does, what undoes it, and its cost.
#[derive(Clone)]
pub struct Turn {
    pub name: String,
    pub transform: Transform,
    pub back: Transform,
    pub cost: u32,
}

/// A defined puzzle in some moves with its goals.
pub struct Twisty {
    pub definition: Definition,
    pub turns: Vec<Turn>,
    pub goals: Vec<State>,
    commutes: Vec<bool>,
    combines: Vec<bool>,
}

impl Twisty {
    pub fn new(definition: Definition, turns: Vec<Turn>, goals: Vec<State>) -> Twisty {
        let n = turns.len();
        let (mut commutes, mut combines) = (vec![false; n * n], vec![false; n * n]);
        for (i, a) in turns.iter().enumerate() {
            for (j, b) in turns.iter().enumerate() {
                let both = definition.then(&a.transform, &b.transform);
                commutes[i * n + j] = both == definition.then(&b.transform, &a.transform);
                let is_one = |turn: &Turn| turn.transform == both && turn.cost <= a.cost + b.cost;
                combines[i * n + j] = both == definition.identity() || turns.iter().any(is_one);
            }
        }
        Twisty { definition, turns, goals, commutes, combines }
    }

    /// True if two moves in a row are one move that costs no more, or none.
    pub fn combine(&self, a: usize, b: usize) -> bool {
        self.combines[a * self.turns.len() + b]
    }
}

impl Model for Twisty {
    fn n_moves(&self) -> usize {
        self.turns.len()
    }
    fn cost(&self, mv: usize) -> u32 {
        self.turns[mv].cost
    }
    fn apply(&self, state: &[u8], mv: usize) -> Option<State> {
        let next = self.definition.applied(state, &self.turns[mv].transform);
        self.definition.is_legal(&next).then_some(next)
    }
    fn unapply(&self, state: &[u8], mv: usize) -> Option<State> {
        let before = self.definition.applied(state, &self.turns[mv].back);
        self.definition.is_legal(&before).then_some(before)
    }
    fn may_follow(&self, last: usize, next: usize) -> bool {
        // With illegal positions one of two orders may be impossible.
        let swaps = self.definition.illegal.is_empty() && next < last && self.commute(last, next);
        !(swaps || self.combine(last, next) && last == next)
    }
    fn is_goal(&self, state: &[u8]) -> bool {
        self.goals.iter().any(|goal| goal == state)
    }
    fn goals(&self) -> Vec<State> {
        self.goals.clone()
    }
    fn commute(&self, a: usize, b: usize) -> bool {
        self.commutes[a * self.turns.len() + b]
    }
}
