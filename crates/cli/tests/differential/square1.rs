//! Square-1 as two rings of twelve wedges, and random questions about it.

use super::compare::{Ask, Judged, Oracle, Truth};
use super::model::{Ball, Model, State};
use super::rng::Rng;
use super::{Group, enumerated, option};

/// Turns of the upper layer by 1 to 11 twelfths, of the lower layer, and the slash.
const SLASH: usize = 22;

/// All positions of Square-1: the upper ring clockwise from the back end of the cut, the lower one clockwise as seen from
/// below from its front end, so that the first six wedges of both are to the right of the cut. Then the middle layer.
pub struct Square1 {
    /// Turns cost nothing.
    pub is_twist: bool,
}

/// Every piece at home. The upper ring begins with a corner, the lower one with an edge.
pub fn solved() -> State {
    let corner_first = [0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7];
    let edge_first = [8, 9, 9, 10, 11, 11, 12, 13, 13, 14, 15, 15];
    corner_first.into_iter().chain(edge_first).chain([0]).collect()
}

impl Square1 {
    fn turned(ring: &[u8], twelfths: usize) -> impl Iterator<Item = u8> + '_ {
        (0..12).map(move |i| ring[(i + 12 - twelfths) % 12])
    }

    fn can_be_cut(ring: &[u8]) -> bool {
        ring[11] != ring[0] && ring[5] != ring[6]
    }
}

impl Model for Square1 {
    fn n_moves(&self) -> usize {
        SLASH + 1
    }
    fn cost(&self, mv: usize) -> u32 {
        u32::from(mv == SLASH || !self.is_twist)
    }
    fn apply(&self, state: &[u8], mv: usize) -> Option<State> {
        let (upper, lower, middle) = (&state[..12], &state[12..24], state[24]);
        let mut next = Vec::with_capacity(25);
        match mv {
            SLASH if Square1::can_be_cut(upper) && Square1::can_be_cut(lower) => {
                next.extend(&lower[..6]);
                next.extend(&upper[6..]);
                next.extend(&upper[..6]);
                next.extend(&lower[6..]);
                next.push(1 - middle);
            }
            SLASH => return None,
            0..11 => {
                next.extend(Square1::turned(upper, mv + 1));
                next.extend(lower);
                next.push(middle);
            }
            _ => {
                next.extend(upper);
                next.extend(Square1::turned(lower, mv - 10));
                next.push(middle);
            }
        }
        Some(next)
    }
    fn unapply(&self, state: &[u8], mv: usize) -> Option<State> {
        let back = match mv {
            SLASH => SLASH,
            0..11 => 10 - mv,
            _ => 32 - mv,
        };
        self.apply(state, back)
    }
    fn may_follow(&self, last: usize, next: usize) -> bool {
        // Upper, lower, slash.
        let kind = |mv: usize| if mv == SLASH { 2 } else { mv / 11 };
        if last == SLASH { next != SLASH } else { kind(next) > kind(last) }
    }
    fn is_goal(&self, state: &[u8]) -> bool {
        state == solved()
    }
    fn goals(&self) -> Vec<State> {
        vec![solved()]
    }
}

struct SquareOracle {
    square1: Square1,
    ball: Ball,
    starts: Vec<State>,
}

/// `(1,-3) / (0,6)` as moves.
fn parse(text: &str) -> Option<Vec<u16>> {
    let mut moves = Vec::new();
    let spaced = text.replace('/', " / ").replace([' ', '('], "").replace(')', " ").replace('/', " / ");
    for word in spaced.split_whitespace() {
        if word == "/" {
            moves.push(SLASH as u16);
            continue;
        }
        let (upper, lower) = word.split_once(',')?;
        for (first, amount) in [(0, upper), (11, lower)] {
            let twelfths = amount.parse::<i32>().ok()?.rem_euclid(12) as u16;
            moves.extend((twelfths > 0).then(|| first + twelfths - 1));
        }
    }
    Some(moves)
}

impl Oracle for SquareOracle {
    fn truth(&self, input: usize, ask: &Ask) -> Truth {
        let most = if self.square1.is_twist { 4 } else { 9 };
        enumerated(&self.square1, &self.ball, &self.starts[input], ask, most)
    }

    fn judge(&self, input: usize, solution: &str, _label: &str) -> Result<Judged, String> {
        let sequence = parse(solution).ok_or("no moves of Square-1")?;
        let mut state = self.starts[input].clone();
        for &mv in &sequence {
            state = self.square1.apply(&state, usize::from(mv)).ok_or("a corner is in the way of a slash")?;
        }
        let cost = sequence.iter().map(|&mv| self.square1.cost(usize::from(mv))).sum();
        match self.square1.is_goal(&state) {
            true => Ok(Judged { key: (String::new(), sequence), cost }),
            false => Err("does not lead to the goal".to_string()),
        }
    }
}

/// A group of scrambles with few slashes.
pub fn group(rng: &mut Rng) -> Group {
    let is_twist = rng.chance(60);
    let mut options = Vec::new();
    options.extend(
        (!is_twist || rng.chance(30))
            .then(|| option("--metric", if is_twist { "twist" } else { "face-turn" }))
            .into_iter()
            .flatten(),
    );
    let mut ask = Ask::default();
    match rng.below(4) {
        0 if is_twist => {}
        1 => options.push("--optimal".to_string()),
        2 => options.extend(option("--heuristic", rng.pick(&["none", "hashed"]))),
        _ => {
            ask.all = true;
            options.push("--all".to_string());
            options.extend(option("--max-solutions", 100_000));
            options.extend(rng.chance(40).then(|| option("--heuristic", "none")).into_iter().flatten());
        }
    }
    ask.is_proof = !options.is_empty() && options != option("--metric", "twist");
    if rng.chance(15) {
        let most = rng.within(1, 6) as u32;
        ask.max_length = Some(most);
        options.extend(option("--max-length", most));
        ask.may_miss = !ask.is_proof;
    }
    let square1 = Square1 { is_twist };
    let (mut inputs, mut starts) = (Vec::new(), Vec::new());
    let n_slashes = if is_twist { 3 } else { 2 };
    for _ in 0..rng.within(6, 12) {
        let (mut state, mut words) = (solved(), Vec::new());
        for _ in 0..rng.within(1, n_slashes) {
            loop {
                let amounts = [rng.below(12), rng.below(12)];
                let mut next = state.clone();
                for (first, twelfths) in [(0, amounts[0]), (11, amounts[1])] {
                    if twelfths > 0 {
                        next = square1.apply(&next, first + twelfths - 1).expect("layers turn freely");
                    }
                }
                if let Some(slashed) = square1.apply(&next, SLASH) {
                    let signed = amounts.map(|n| if n > 6 { n as i32 - 12 } else { n as i32 });
                    words.push(format!("({},{}) /", signed[0], signed[1]));
                    state = slashed;
                    break;
                }
            }
        }
        if rng.chance(50) {
            let twelfths = rng.within(1, 6);
            state = square1.apply(&state, twelfths - 1).expect("layers turn freely");
            words.push(format!("({twelfths},0)"));
        }
        inputs.push(words.join(" "));
        starts.push(state);
    }
    let ball = Ball::around(&square1, 30_000);
    let oracle = Box::new(SquareOracle { square1, ball, starts });
    Group { family: "square-1", puzzle: "square-1".to_string(), options, inputs, ask, oracle }
}
