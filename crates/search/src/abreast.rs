//! Many searches at once on one thread, each in a lane of its own: while one waits for memory the others go on, and none of
//! them searches more than it would alone. For many small questions about one problem; a single large one is cut into tasks
//! instead ([`crate::deepen`]).

use std::array;

use crate::control::{Control, StopReason};
use crate::dive::{Event, Lane};
use crate::levels::walk_at_best;
use crate::node::{MAX_DEPTH, Node, UNBOUNDED, mv_of};
use crate::outcome::{Answer, Counts, End, Round};
use crate::problem::{Cost, Problem, cheapest_move};

/// IDA* from each of the starts, for its first solution: the answers in their order, the same as each alone would get. A search
/// begins no round after one of more nodes than `patience`. The limit of cost holds for each, that of nodes and the stop flag for
/// all together, and nobody hears of their rounds.
pub fn ida_star_each<P: Problem>(
    problem: &P,
    starts: &[P::State],
    patience: u64,
    control: &Control<'_>,
) -> Vec<Answer> {
    match P::LANES {
        1 => each::<P, 1>(problem, starts, patience, control),
        2 => each::<P, 2>(problem, starts, patience, control),
        4 => each::<P, 4>(problem, starts, patience, control),
        8 => each::<P, 8>(problem, starts, patience, control),
        16 => each::<P, 16>(problem, starts, patience, control),
        32 => each::<P, 32>(problem, starts, patience, control),
        n => unreachable!("a problem asks for {n} lanes; see Problem::LANES"),
    }
}

fn each<P: Problem, const N: usize>(
    problem: &P,
    starts: &[P::State],
    patience: u64,
    control: &Control<'_>,
) -> Vec<Answer> {
    let mut answers: Vec<Answer> =
        starts.iter().map(|start| Answer::unknown(problem.lower_bound(start))).collect();
    let Some(&filler) = starts.first() else { return answers };
    let cheapest = cheapest_move(problem);
    let depth = |bound: Cost| (bound / cheapest) as usize;
    let max_cost = control.limits.max_cost.min(cheapest.saturating_mul(MAX_DEPTH as Cost)).min(UNBOUNDED);
    let mut lanes: [Lane<P>; N] = array::from_fn(|_| Lane::with_room(Node::root(filler), problem.n_moves()));
    // By lane: what its round has taken up to now.
    let mut rounds = [Counts::default(); N];
    let mut waiting = 0..starts.len();
    let mut active = 0;
    // Puts the next round of a search on a lane, or that of the next search. False if none is left.
    let mut begin = |lane: &mut Lane<P>, answers: &mut [Answer], this: Option<usize>| {
        for i in this.into_iter().chain(waiting.by_ref()) {
            let bound = answers[i].lower_bound;
            if bound <= max_cost {
                lane.put(i, Node { left: bound, ..Node::root(starts[i]) }, depth(bound));
                return true;
            }
            answers[i].end = End::Stopped(StopReason::Cost);
        }
        false
    };
    while active < N && begin(&mut lanes[active], &mut answers, None) {
        active += 1;
    }
    while active > 0 {
        let (i, event) = walk_at_best(problem, &mut lanes, active, false);
        let this = lanes[i].task();
        if let Event::Full = event {
            lanes[i].grow();
            continue;
        }
        let counts = lanes[i].take_counts();
        rounds[i] += counts;
        let stopped = control.poll(counts.generated);
        let answer = &mut answers[this];
        answer.counts += counts;
        let next = match event {
            _ if stopped.is_some() => None,
            Event::Full | Event::LookAround => continue,
            Event::Goal => {
                let (node, tags) = lanes[i].here();
                answer.cost = Some(answer.lower_bound - node.left);
                answer.solutions = vec![tags.iter().map(|&tag| mv_of(tag)).collect()];
                (answer.n_solutions, answer.end) = (1, End::Solved);
                lanes[i].clear();
                None
            }
            Event::Empty => {
                answer.rounds.push(Round { bound: answer.lower_bound, counts: rounds[i] });
                let excess = lanes[i].least_excess();
                answer.lower_bound += excess.unwrap_or(0);
                // Nothing was turned away, or there is a round to come, which may not be begun.
                answer.end = if excess.is_none() { End::Exhausted } else { End::Stopped(StopReason::Cost) };
                (excess.is_some() && rounds[i].generated <= patience).then_some(this)
            }
        };
        if let Some(reason) = stopped {
            // Those under way, and those that have not begun.
            let under_way = lanes[..active].iter().map(Lane::task);
            under_way.chain(waiting).for_each(|i| answers[i].end = End::Stopped(reason));
            return answers;
        }
        rounds[i] = Counts::default();
        lanes[i].forget_excess();
        if !begin(&mut lanes[i], &mut answers, next) {
            active -= 1;
            lanes.swap(i, active);
            rounds.swap(i, active);
        }
    }
    answers
}
