//! Larger tables for a batch that has proved large. Boards go on with those there are while the larger ones are made beside them, and
//! whatever is begun afterwards is searched with these alone. Whether that pays is for whoever knows how many boards are to come; what
//! it costs and what was spent is counted here, in nodes, since nothing here knows a clock.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use puzzle::Board;
use search::{Control, Limits};

use super::{Any, Cells, Chosen, Key, Prepare, Recipes, Stage, stages};
use solver::Cancelled;
use solver::Outlay;
use solver::{Algorithm, Method};

/// What is known of them.
#[derive(Default)]
pub(super) struct Upgrades {
    /// By goal: nodes searched with tables that larger ones come after.
    spent: Mutex<HashMap<Board, u64>>,
    /// Held by whoever makes them.
    making: Mutex<()>,
}

impl Upgrades {
    /// A board has taken so many nodes.
    pub fn spend(&self, goal: &Board, nodes: u64) {
        let mut spent = self.spent.lock().expect("counting does not panic");
        match spent.get_mut(goal) {
            Some(spent) => *spent += nodes,
            None => drop(spent.insert(goal.clone(), nodes)),
        }
    }

    fn spent(&self, goal: &Board) -> u64 {
        self.spent.lock().expect("counting does not panic").get(goal).copied().unwrap_or(0)
    }
}

impl Recipes {
    /// What larger tables would cost and what was spent without them. None if there are none, if they could not be kept, or if there is
    /// no batch. Nor on more than 16 cells: what is hard there comes to the largest tables within seconds, by its own rounds.
    pub fn outlay(&self, goal: &Board, method: &Method, limits: &Limits) -> Option<Outlay> {
        let stage = self.largest(goal, method, limits)?;
        Some(Outlay { spent: self.upgrades.spent(goal), cost: stages::cost(goal, stage.parts) })
    }

    /// Makes them beside whatever else is done. Whether searches that begin now use them.
    pub fn upgrade(&self, goal: &Board, method: &Method, control: &Control<'_>) -> bool {
        let Some(stage) = self.largest(goal, method, &control.limits) else { return false };
        let Ok(_alone) = self.upgrades.making.try_lock() else { return false };
        let chosen = Chosen { is_aside: true, ..Chosen::new(self, goal, method, Some(stage), control) };
        let is_made = matches!(chosen.give_to(Prepare), Ok(Ok(())));
        if is_made {
            let mut known = self.stages.lock().expect("choosing does not panic");
            known.insert((goal.clone(), true, control.limits.max_memory), vec![stage]);
        }
        is_made
    }

    /// The last stage, if it is not the first. It fits the memory.
    fn largest(&self, goal: &Board, method: &Method, limits: &Limits) -> Option<Stage> {
        let is_batch = self.has_many.load(Ordering::Relaxed)
            && self.store.folder().is_some()
            && goal.n_cells() <= <u64 as Cells>::ROOM;
        // Groups that were asked for stay as they are, and only rounds have stages.
        if !is_batch || method.parts.is_some() || method.algorithm != Algorithm::IdaStar {
            return None;
        }
        let mut stages = self.stages(goal, method, limits.max_memory).ok()?;
        let last = stages.pop()?;
        if stages.is_empty() { None } else { last }
    }

    /// The problem of a kind, built if it is the first time while others use what there is.
    pub(super) fn problem_aside<P: Any + Send + Sync>(
        &self,
        key: Key,
        build: impl FnOnce() -> Result<P, Cancelled>,
    ) -> Result<Arc<P>, Cancelled> {
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let built = build()?;
        // Another thread may have been faster. What is known stays so.
        Ok(self.known(&key).unwrap_or_else(|| self.file(key, built)))
    }
}

#[cfg(test)]
mod tests {
    use puzzle::Goal;
    use search::{Observer, Sequential, Silent, Stop, StopReason};

    use super::super::super::pattern::partition::Parts;
    use super::*;
    use solver::Store;

    const BOARDS: [&str; 4] =
        ["8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1", "1 2 3/4 5 6/0 7 8", "2 3 0/1 5 6/4 7 8"];
    const LENGTHS: [u32; 4] = [31, 31, 2, 6];

    fn goal() -> Board {
        Goal::Last.board(3, 3).expect("a legal size")
    }

    fn parts(text: &str) -> Parts {
        text.parse().expect("sizes")
    }

    /// A batch of small boards that begin with small tables. Nothing this small is kept, so the folder is never made.
    fn batch() -> Recipes {
        let recipes = Recipes::kept_in(&Store::at("never-made"));
        recipes.has_many.store(true, Ordering::Relaxed);
        let stages = vec![
            Stage { parts: parts("4-4"), patience: 1_000_000_000 },
            Stage { parts: parts("8+blank"), patience: u64::MAX },
        ];
        let key = (goal(), true, Limits::default().max_memory);
        recipes.stages.lock().unwrap().insert(key, stages);
        recipes
    }

    fn control(stop: &Stop) -> Control<'_> {
        Control::new(Limits::default(), &Silent, stop)
    }

    /// Nodes and length of each board.
    fn solve_all(recipes: &Recipes, method: &Method) -> Vec<(u64, Option<u32>)> {
        let solve = |line: &&str| {
            let (board, goal) = (puzzle::parse::board::only_board(line).expect("a board"), goal());
            let stop = Stop::default();
            let found = recipes.solve((&board, &goal), method, &Sequential, &control(&stop));
            let answer = found.expect("a sound request").answer;
            (answer.counts.generated, answer.cost)
        };
        BOARDS.iter().map(solve).collect()
    }

    fn outlay(recipes: &Recipes) -> Option<Outlay> {
        recipes.outlay(&goal(), &Method::default(), &Limits::default())
    }

    #[test]
    fn boards_begun_afterwards_use_the_larger_tables() {
        let recipes = batch();
        let before = solve_all(&recipes, &Method::default());
        let spent = before.iter().map(|(nodes, _)| nodes).sum();
        assert_eq!(outlay(&recipes), Some(Outlay { spent, cost: stages::cost(&goal(), parts("8+blank")) }));
        assert!(recipes.upgrade(&goal(), &Method::default(), &control(&Stop::default())));
        let after = solve_all(&recipes, &Method::default());
        // As those who ask for these tables, or for the first ones, and as short.
        let by = |text| Method { parts: Some(parts(text)), ..Method::default() };
        assert_eq!(before, solve_all(&batch(), &by("4-4")));
        assert_eq!(after, solve_all(&batch(), &by("8+blank")));
        assert!(after.iter().map(|(_, length)| *length).eq(LENGTHS.map(Some)));
        assert!(before.iter().map(|(_, length)| *length).eq(LENGTHS.map(Some)));
        assert!(after[0].0 < before[0].0);
        // There is nothing more to be had.
        assert_eq!(outlay(&recipes), None);
        assert!(!recipes.upgrade(&goal(), &Method::default(), &control(&Stop::default())));
    }

    #[test]
    fn who_is_stopped_changes_nothing() {
        let recipes = batch();
        let before = solve_all(&recipes, &Method::default());
        let stop = Stop::default();
        stop.raise(StopReason::Cancelled);
        assert!(!recipes.upgrade(&goal(), &Method::default(), &control(&stop)));
        assert_eq!(solve_all(&recipes, &Method::default()), before);
        assert!(recipes.upgrade(&goal(), &Method::default(), &control(&Stop::default())));
    }

    #[test]
    fn nobody_is_given_what_was_not_asked_for() {
        let asked = Method { parts: Some(parts("4-4")), ..Method::default() };
        assert_eq!(batch().outlay(&goal(), &asked, &Limits::default()), None);
        let remembering = Method { algorithm: Algorithm::AStar, ..Method::default() };
        assert_eq!(batch().outlay(&goal(), &remembering, &Limits::default()), None);
        let nowhere = Recipes { store: Store::nowhere(), ..batch() };
        assert_eq!(outlay(&nowhere), None);
        let one = batch();
        one.has_many.store(false, Ordering::Relaxed);
        assert_eq!(outlay(&one), None);
        // The usual stages of a 15-puzzle, with memory for the larger tables and without.
        let goal = Goal::Last.board(4, 4).expect("a legal size");
        let recipes = Recipes::kept_in(&Store::at("never-made"));
        recipes.has_many.store(true, Ordering::Relaxed);
        let outlay = |max_memory| {
            recipes.outlay(&goal, &Method::default(), &Limits { max_memory, ..Limits::default() })
        };
        assert_eq!(outlay(2 << 30), Some(Outlay { spent: 0, cost: 576_576_000 }));
        assert_eq!(outlay(500 << 20), None);
        let large = Goal::Last.board(5, 5).expect("a legal size");
        assert_eq!(recipes.outlay(&large, &Method::default(), &Limits::default()), None);
    }

    /// Tries what others may do while tables are made.
    struct Meanwhile<'a>(&'a Recipes, Mutex<usize>);

    impl Observer for Meanwhile<'_> {
        fn table_started(&self, _name: &str, _bytes: u64) {
            assert!(self.0.problems.try_lock().is_ok(), "boards wait for the tables");
            assert!(
                !self.0.upgrade(&goal(), &Method::default(), &control(&Stop::default())),
                "two make tables"
            );
            *self.1.lock().unwrap() += 1;
        }
    }

    #[test]
    fn others_go_on_while_one_makes_tables() {
        let recipes = batch();
        let before = solve_all(&recipes, &Method::default());
        let meanwhile = Meanwhile(&recipes, Mutex::new(0));
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &meanwhile, &stop);
        assert!(recipes.upgrade(&goal(), &Method::default(), &control));
        assert_eq!(*meanwhile.1.lock().unwrap(), 1);
        assert_ne!(solve_all(&recipes, &Method::default()), before);
    }
}
