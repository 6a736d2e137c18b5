//! Of symmetric tasks one is enough for one solution, and none is skipped if all solutions are searched for.

use deepen_search::{Blind, Deepening, Limits, Sequential, Split, Want, ida_star};

use crate::reference;
use crate::toy_problems::{Keyed, Pancakes};
use crate::under;

#[test]
fn fewer_tasks_the_same_cost() {
    let (pancakes, named) = (Pancakes::<6>::new(), Keyed(Pancakes::<6>::new()));
    let (whole, named) = (Blind::new(&pancakes), Blind::new(&named));
    let split = Split { grain: 1, max_tasks: 1 << 20 };
    let mut n_fewer = 0;
    for (start, cost) in reference::distances(&pancakes, &Pancakes::<6>::sorted()) {
        let [(all, fewer), (list, same_list)] = [Want::First, Want::All].map(|want| {
            let options = Deepening { want, split, ..Deepening::default() };
            under(Limits::default(), |control| {
                (
                    ida_star(&whole, &start, &options, &Sequential, control),
                    ida_star(&named, &start, &options, &Sequential, control),
                )
            })
        });
        assert_eq!((all.cost, fewer.cost), (Some(cost), Some(cost)), "{start:?}");
        assert!(fewer.is_optimal(), "{start:?}");
        let generated = |answer: &deepen_search::Answer| {
            answer.rounds.iter().map(|round| round.counts.generated).sum::<u64>()
        };
        assert!(generated(&fewer) <= generated(&all), "{start:?}");
        n_fewer += usize::from(generated(&fewer) < generated(&all));
        assert_eq!(same_list, list, "{start:?}");
    }
    assert!(n_fewer > 100, "{n_fewer} of 720 piles were searched in fewer nodes");
}
