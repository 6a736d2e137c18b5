//! KPuzzle definitions in a plain implementation: patterns as lists, moves made one by one, breadth-first search
//! with a hash set. Nothing of the engine is used here.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use serde_json::{Value, json};

/// Name, number of pieces and number of orientations.
type Orbit = (String, usize, u8);

/// Piece, orientation and modulus by place.
type Places = Vec<(u8, u8, u8)>;

/// For every place of an orbit, the place its piece comes from and the change of its orientation.
type Sources = (Vec<usize>, Vec<u8>);

/// The places of every orbit.
pub type State = Vec<Places>;

/// The effect on every orbit.
pub type Transform = Vec<Sources>;

/// A puzzle.
pub struct Model {
    orbits: Vec<Orbit>,
    pub start: State,
    pub moves: BTreeMap<String, Transform>,
    derived: BTreeMap<String, String>,
    /// Places and the pieces that must not be there, of the first orbit.
    pub illegal: Vec<(usize, u8)>,
}

impl Model {
    pub fn read(definition: &Value) -> Model {
        let text = |value: &Value| value.as_str().expect("a text").to_string();
        let number = |value: &Value| value.as_i64().expect("a number");
        let orbits: Vec<Orbit> = definition["orbits"]
            .as_array()
            .expect("orbits")
            .iter()
            .map(|orbit| {
                let [pieces, orientations] = ["numPieces", "numOrientations"].map(|key| number(&orbit[key]));
                (text(&orbit["orbitName"]), pieces as usize, orientations as u8)
            })
            .collect();
        let list =
            |value: &Value| -> Vec<i64> { value.as_array().expect("numbers").iter().map(number).collect() };
        let start = orbits
            .iter()
            .map(|(name, n, most)| {
                let pattern = &definition["defaultPattern"][name];
                let moduli = match &pattern["orientationMod"] {
                    Value::Null => vec![0; *n],
                    moduli => list(moduli),
                };
                let places =
                    list(&pattern["pieces"]).into_iter().zip(list(&pattern["orientation"])).zip(moduli);
                places
                    .map(|((piece, orientation), modulus)| {
                        let modulus = if modulus == 0 { *most } else { modulus as u8 };
                        (piece as u8, orientation as u8 % modulus, modulus)
                    })
                    .collect()
            })
            .collect();
        let mut moves = BTreeMap::new();
        for (name, blocks) in definition["moves"].as_object().expect("moves") {
            let orbit = |(orbit, n, most): &(String, usize, u8)| match &blocks[orbit] {
                Value::Null => ((0..*n).collect(), vec![0; *n]),
                block => {
                    let turns = list(&block["orientationDelta"]).into_iter();
                    (
                        list(&block["permutation"]).into_iter().map(|source| source as usize).collect(),
                        turns.map(|turn| turn.rem_euclid(i64::from(*most)) as u8).collect(),
                    )
                }
            };
            moves.insert(name.clone(), orbits.iter().map(orbit).collect());
        }
        let derived = definition["derivedMoves"].as_object().into_iter().flatten();
        let derived: BTreeMap<String, String> =
            derived.map(|(name, moves)| (name.clone(), text(moves))).collect();
        let mut model = Model { orbits, start, moves, derived, illegal: Vec::new() };
        for name in model.derived.keys().cloned().collect::<Vec<_>>() {
            let transform = model.transform(&name);
            model.moves.insert(name, transform);
        }
        model
    }

    pub fn identity(&self) -> Transform {
        self.orbits.iter().map(|(_, n, _)| ((0..*n).collect(), vec![0; *n])).collect()
    }

    pub fn then(&self, first: &Transform, second: &Transform) -> Transform {
        let orbits = self.orbits.iter().zip(first).zip(second);
        let join = |(((_, _, most), first), second): ((&Orbit, &Sources), &Sources)| {
            let sources = second.0.iter().map(|&source| first.0[source]).collect();
            let turns = second.0.iter().zip(&second.1).map(|(&source, turn)| (first.1[source] + turn) % most);
            (sources, turns.collect())
        };
        orbits.map(join).collect()
    }

    pub fn inverse(&self, transform: &Transform) -> Transform {
        let mut inverse = self.identity();
        for ((orbit, (_, _, most)), to) in transform.iter().zip(&self.orbits).zip(&mut inverse) {
            for (place, (&source, &turn)) in orbit.0.iter().zip(&orbit.1).enumerate() {
                to.0[source] = place;
                to.1[source] = (most - turn) % most;
            }
        }
        inverse
    }

    pub fn apply(&self, transform: &Transform, state: &State) -> State {
        let turned = |(orbit, from): (&Sources, &Places)| {
            let places = orbit.0.iter().zip(&orbit.1);
            let piece = |(&source, &turn): (&usize, &u8)| {
                let (piece, orientation, modulus) = from[source];
                (piece, (orientation + turn) % modulus, modulus)
            };
            places.map(piece).collect()
        };
        transform.iter().zip(state).map(turned).collect()
    }

    pub fn is_legal(&self, state: &State) -> bool {
        self.illegal.iter().all(|&(place, piece)| state[0][place].0 != piece)
    }

    /// Returns the effect of a sequence: moves, `[A: B]` and `[A, B]`.
    pub fn transform(&self, moves: &str) -> Transform {
        let mut left: VecDeque<char> = moves.chars().collect();
        let whole = self.sequence(&mut left);
        assert!(left.is_empty(), "{moves}");
        whole
    }

    fn sequence(&self, left: &mut VecDeque<char>) -> Transform {
        let mut whole = self.identity();
        loop {
            match left.front() {
                Some(' ' | '.') => drop(left.pop_front()),
                Some('[') => {
                    left.pop_front();
                    let first = self.sequence(left);
                    let kind = left.pop_front().expect("a colon or a comma");
                    let second = self.sequence(left);
                    assert_eq!(left.pop_front(), Some(']'));
                    let back = self.inverse(&first);
                    let mut part = self.then(&self.then(&first, &second), &back);
                    if kind == ',' {
                        part = self.then(&part, &self.inverse(&second));
                    }
                    whole = self.then(&whole, &part);
                }
                Some(c) if c.is_alphanumeric() || *c == '_' => {
                    let mut name = String::new();
                    while let Some(&c) =
                        left.front().filter(|c| c.is_alphanumeric() || **c == '_' || **c == '\'')
                    {
                        name.push(c);
                        left.pop_front();
                    }
                    whole = self.then(&whole, &self.named(&name));
                }
                _ => return whole,
            }
        }
    }

    fn named(&self, name: &str) -> Transform {
        let known = |name: &str| match (self.moves.get(name), self.derived.get(name)) {
            (Some(transform), _) => Some(transform.clone()),
            (None, Some(moves)) => Some(self.transform(moves)),
            (None, None) => None,
        };
        let (unprimed, is_primed) = name.strip_suffix('\'').map_or((name, false), |name| (name, true));
        let family = unprimed.trim_end_matches(|c: char| c.is_ascii_digit());
        let times: usize = unprimed[family.len()..].parse().unwrap_or(1);
        let once = match known(family) {
            Some(single) => (0..times).fold(self.identity(), |whole, _| self.then(&whole, &single)),
            None => known(unprimed).unwrap_or_else(|| panic!("no move {name}")),
        };
        if is_primed { self.inverse(&once) } else { once }
    }

    /// All powers of moves, each once and without the identity. A name with an amount is taken as it is.
    pub fn powers(&self, names: &[String]) -> Vec<Transform> {
        let mut all = Vec::new();
        let mut seen = HashSet::from([self.identity()]);
        for name in names {
            let single = &self.moves[name];
            let mut power = single.clone();
            while power != self.identity() {
                if seen.insert(power.clone()) {
                    all.push(power.clone());
                }
                if name.ends_with(|c: char| c.is_ascii_digit()) {
                    break;
                }
                power = self.then(&power, single);
            }
        }
        all
    }

    /// The start in all orientations of the whole puzzle.
    pub fn held(&self, rotations: &[String]) -> HashSet<State> {
        let moves: Vec<Transform> = rotations.iter().map(|name| self.moves[name].clone()).collect();
        self.distances(&HashSet::from([self.start.clone()]), &moves).into_keys().collect()
    }

    /// Returns the distance of every position from which moves lead to a goal, by a search back from the goals.
    pub fn distances(&self, goals: &HashSet<State>, moves: &[Transform]) -> HashMap<State, usize> {
        let back: Vec<Transform> = moves.iter().map(|mv| self.inverse(mv)).collect();
        let mut distances: HashMap<State, usize> = goals.iter().map(|goal| (goal.clone(), 0)).collect();
        let mut open: VecDeque<State> = goals.iter().cloned().collect();
        while let Some(state) = open.pop_front() {
            let next = distances[&state] + 1;
            for before in back.iter().map(|mv| self.apply(mv, &state)) {
                if self.is_legal(&before) && !distances.contains_key(&before) {
                    distances.insert(before.clone(), next);
                    open.push_back(before);
                }
            }
        }
        distances
    }

    /// Returns the distance of a position from the goals, if it is at most `most`.
    pub fn distance(
        &self,
        from: &State,
        goals: &HashSet<State>,
        moves: &[Transform],
        most: usize,
    ) -> Option<usize> {
        let mut seen = HashSet::from([from.clone()]);
        let mut level = vec![from.clone()];
        for depth in 0..=most {
            if level.iter().any(|state| goals.contains(state)) {
                return Some(depth);
            }
            let after = level.iter().flat_map(|state| moves.iter().map(|mv| self.apply(mv, state)));
            level = match depth == most {
                true => Vec::new(),
                false => after.filter(|state| self.is_legal(state) && seen.insert(state.clone())).collect(),
            };
        }
        None
    }

    /// A position as cubing.js writes it.
    pub fn pattern(&self, state: &State) -> Value {
        let orbit = |((name, _, most), places): (&Orbit, &Places)| {
            let moduli: Vec<u8> = places.iter().map(|&(.., m)| if m == *most { 0 } else { m }).collect();
            let pieces: Vec<u8> = places.iter().map(|&(piece, ..)| piece).collect();
            let orientations: Vec<u8> = places.iter().map(|&(_, orientation, _)| orientation).collect();
            (name.clone(), json!({"pieces": pieces, "orientation": orientations, "orientationMod": moduli}))
        };
        Value::Object(self.orbits.iter().zip(state).map(orbit).collect())
    }
}
