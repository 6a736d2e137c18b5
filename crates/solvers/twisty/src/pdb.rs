//! Chooses two projections of a puzzle and makes the table of how far every combination of them is from looking solved. The
//! more combinations, the farther they are, and symmetries leave few of many; so it takes the most that there are with as
//! few entries as can be filled in seconds. Of the 3x3x3 that finds by itself what others chose by insight: corners in their
//! tetrads with their twists, edges in their slices.

use puzzle::definition::{Generator, Pattern};
use rayon::prelude::*;
use search::coordinate::{Coordinate, enumerate};
use search::simd::{Kernel, Simd, at_best};
use search::sym_table::{Combination, Sweep, SymCombination, SymTable, SymTableFill, Symmetries};
use search::{Control, Move};

use super::canonical::{Symmetry, kind_images};
use super::compiled::{Compiled, layout};
use super::layout::Layout;
use super::pdb_problem::MOST_MOVES;
use super::projection::{Projection, projections};
use super::reverse::{Reverse, Sum};
use super::symmetry::Renaming;
use crate::Defined;

/// What may be seen in a row, and in a column: they are numbered one by one.
const MOST_ROWS: f64 = 400_000.0;
const MOST_COLS: f64 = 65_536.0;

/// How large a table may be.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Entries, a byte each while the table is filled.
    pub most_entries: f64,
    /// Fewer combinations are no help beside the positions near the goal.
    pub least_combinations: f64,
}

impl Budget {
    /// Filled in seconds, and in half of the memory.
    pub fn within(max_memory: u64) -> Budget {
        Budget { most_entries: f64::from(1 << 27).min(max_memory as f64 / 2.0), least_combinations: 1e8 }
    }
}

/// Two projections with the distances of all their combinations.
pub struct Pdb<const N: usize> {
    row: View<N>,
    col: View<N>,
    folded: SymTable,
    /// The same projections of what undoes a position.
    reverse: Option<Reverse>,
}

/// A projection and the numbers of what it sees.
struct View<const N: usize> {
    projection: Projection,
    layout: Layout,
    numbers: Coordinate<[u8; N]>,
}

/// Two projections and the symmetries of both.
pub struct Choice {
    row: Projection,
    col: Projection,
    symmetries: Vec<usize>,
    n_entries: f64,
}

/// Which projections to take; None if there are none worth it within the budget, or moves are not made for it.
pub fn choose<const N: usize>(
    question: &Defined,
    whole: &Layout,
    renamings: &[Renaming],
    budget: Budget,
    goes_on: &dyn Fn() -> bool,
) -> Option<Choice> {
    if question.moves.len() > MOST_MOVES || !is_plain(question) {
        return None;
    }
    let mut candidates: Vec<(Projection, f64, u128)> = Vec::new();
    for (i, part) in
        whole.parts().iter().enumerate().filter(|(_, part)| part.kinds.len() > 1 || part.kinds[0].1 > 1)
    {
        let images: Vec<Vec<u8>> = renamings
            .iter()
            .filter_map(|renaming| kind_images(&question.goals[0], whole, i, renaming))
            .collect();
        for projection in projections(i, part, &images, goes_on) {
            if !goes_on() {
                return None;
            }
            let size = projection.size(whole);
            if size > 1.0 && size <= MOST_ROWS {
                let seen = projection.question(whole, question);
                let kept = kept::<N>(&seen, renamings);
                candidates.push((projection, size, kept));
            }
        }
    }
    let mut best: Option<(f64, Choice)> = None;
    for (row, n_rows, row_kept) in &candidates {
        if !goes_on() {
            return None;
        }
        for (col, n_cols, col_kept) in candidates.iter().filter(|(_, n_cols, _)| *n_cols <= MOST_COLS) {
            let symmetries: Vec<usize> =
                (0..renamings.len()).filter(|&i| (row_kept & col_kept) >> i & 1 == 1).collect();
            // A row that is its own image counts fully.
            let n_entries = n_rows / symmetries.len() as f64 * n_cols * 1.1;
            let n = n_rows * n_cols;
            let fits = n_entries <= budget.most_entries;
            let is_other = row.part() != col.part() || row != col;
            if fits
                && is_other
                && n >= budget.least_combinations
                && best.as_ref().is_none_or(|(most, _)| n > *most)
                && products(&symmetries, renamings).is_some()
            {
                best = Some((n, Choice { row: row.clone(), col: col.clone(), symmetries, n_entries }));
            }
        }
    }
    best.map(|(_, choice)| choice)
}

impl Choice {
    /// Bytes that its making takes, about.
    pub fn bytes(&self) -> u64 {
        self.n_entries as u64 * 5 / 4
    }
}

/// Whether every move is undone by a move, and there is one goal. What moves cost and where they are illegal is not looked at:
/// in fewer moves, or by moves that are illegal, nothing gets farther away.
fn is_plain(question: &Defined) -> bool {
    let undone = |mv: &Generator| {
        let inverse = mv.transform.inverse();
        question.moves.iter().any(|other| other.transform == inverse)
    };
    question.goals.len() == 1 && question.moves.iter().all(undone)
}

/// The symmetries that keep what a projection sees of the goal, as bits.
fn kept<const N: usize>(seen: &Defined, renamings: &[Renaming]) -> u128 {
    let Ok(layout) = layout(seen) else { return 0 };
    let keeps = |renaming: &Renaming| Symmetry::<N>::new(seen, &layout, renaming).is_some();
    let bits = renamings.iter().take(128).enumerate().filter(|(_, renaming)| keeps(renaming));
    bits.fold(0, |kept, (i, _)| kept | 1 << i)
}

/// By two of some symmetries, the one of them that is the first and then the second; None if they are no group.
pub(super) fn products(symmetries: &[usize], renamings: &[Renaming]) -> Option<Vec<u8>> {
    let moves = |i: usize| &renamings[symmetries[i]].moves;
    let n = symmetries.len();
    let product = |a: usize, b: usize| {
        let both: Vec<usize> = moves(a).iter().map(|&mv| moves(b)[mv]).collect();
        (0..n).position(|c| *moves(c) == both).map(|c| c as u8)
    };
    (0..n * n).map(|pair| product(pair / n, pair % n)).collect()
}

impl<const N: usize> View<N> {
    /// Numbers what a projection sees; with what symmetries make of it. Of no use if `goes_on` said false.
    fn new<S: Simd>(
        simd: S,
        projection: &Projection,
        whole: &Layout,
        question: &Defined,
        goes_on: impl Fn() -> bool + Sync,
    ) -> View<N> {
        let seen = projection.question(whole, question);
        let layout = layout(&seen).expect("less is seen than there is");
        let compiled: Compiled<N> =
            Compiled::new(&seen, layout.clone(), &[], &|| true).expect("nothing stops it");
        let step = |state: &[u8; N], mv: Move| goes_on().then(|| compiled.after(simd, state, mv));
        let numbers = enumerate(compiled.goals[0], compiled.n_moves(), step);
        View { projection: projection.clone(), layout, numbers }
    }

    fn symmetries(&self, whole: &Layout, question: &Defined, renamings: &[&Renaming]) -> Vec<Symmetry<N>> {
        let seen = self.projection.question(whole, question);
        let symmetry = |renaming: &&Renaming| Symmetry::new(&seen, &self.layout, renaming);
        renamings.iter().map(|renaming| symmetry(renaming).expect("chosen because it is one")).collect()
    }

    fn image(&self, symmetry: &Symmetry<N>, number: u32) -> u32 {
        let image = symmetry.apply(self.numbers.view(number));
        self.numbers.number(&image).expect("symmetries make what can be seen something that can be seen")
    }

    /// The number of what is seen of a position, if it can be reached.
    fn number(&self, whole: &Layout, position: &Pattern) -> Option<u32> {
        let seen = self.projection.see(whole, position);
        self.numbers.number(&self.layout.pack(&seen)?)
    }
}

impl<const N: usize> Pdb<N> {
    /// Makes the table. None if it was stopped.
    pub fn new(
        question: &Defined,
        whole: &Layout,
        renamings: &[Renaming],
        choice: &Choice,
        control: &Control<'_>,
    ) -> Option<Pdb<N>> {
        struct Number<'a, const N: usize>(&'a Projection, &'a Layout, &'a Defined, &'a Control<'a>);
        impl<const N: usize> Kernel for Number<'_, N> {
            type Output = View<N>;
            #[inline(always)]
            fn run<S: Simd>(self, simd: S) -> View<N> {
                View::new(simd, self.0, self.1, self.2, || self.3.stopped().is_none())
            }
        }
        let (row, col): (View<N>, View<N>) = rayon::join(
            || at_best(Number(&choice.row, whole, question, control)),
            || at_best(Number(&choice.col, whole, question, control)),
        );
        control.stopped().is_none().then_some(())?;
        // The one that changes nothing first.
        let is_first = |i: &usize| renamings[*i].moves.iter().enumerate().all(|(mv, &to)| mv == to);
        let mut symmetries = choice.symmetries.clone();
        symmetries.sort_by_key(|i| !is_first(i));
        let products = products(&symmetries, renamings).expect("chosen because they are a group");
        let chosen: Vec<&Renaming> = symmetries.iter().map(|&i| &renamings[i]).collect();
        let row_symmetries = row.symmetries(whole, question, &chosen);
        let col_symmetries = col.symmetries(whole, question, &chosen);
        let mut folding = SymTableFill::new(
            row.numbers.moves(),
            col.numbers.moves(),
            &Symmetries {
                n: chosen.len(),
                products: &products,
                row: &|symmetry, number| row.image(&row_symmetries[symmetry], number),
                col: &|symmetry, number| col.image(&col_symmetries[symmetry], number),
                mv: &|symmetry, mv| Move(chosen[symmetry].moves[usize::from(mv.0)] as u16),
            },
        );
        fill(&mut folding, "combinations of two looks", control, false)?;
        let folded = folding.finish();
        let reverse =
            is_invertible(whole, question).then(|| reverse(question, whole, &row, &col, &folded)).flatten();
        Some(Pdb { row, col, folded, reverse })
    }

    /// Where a position is; None if it can never look solved.
    pub fn place(&self, whole: &Layout, position: &Pattern) -> Option<SymCombination> {
        let (row, col) = (self.row.number(whole, position)?, self.col.number(whole, position)?);
        Some(self.folded.locate(Combination { row, col }))
    }

    /// The table.
    #[inline(always)]
    pub fn folded(&self) -> &SymTable {
        &self.folded
    }

    /// The projections of what undoes a position, if positions can be undone.
    #[inline(always)]
    pub fn reverse(&self) -> Option<&Reverse> {
        self.reverse.as_ref()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.folded.bytes() + self.reverse.as_ref().map_or(0, Reverse::bytes)
    }
}

/// The same projections of what undoes positions, if there are not too many sums.
fn reverse<const N: usize>(
    question: &Defined,
    whole: &Layout,
    row: &View<N>,
    col: &View<N>,
    folded: &SymTable,
) -> Option<Reverse> {
    let goal = &question.goals[0];
    let sum = |view: &View<N>, number: &dyn Fn(u32) -> u32| {
        let numbered = view.numbers.views().iter().zip(0..);
        let views = numbered.map(|(view, i)| (&view[..], number(i)));
        Sum::new(whole, goal, &view.projection, &view.layout, views)
    };
    let place = |row: u32| folded.locate(Combination { row, col: 0 }).sym_row;
    let key = |position: &Pattern| (row.number(whole, position), col.number(whole, position));
    Some(Reverse::new(question, sum(row, &place)?, sum(col, &|col| col)?, key))
}

/// Finds distances level by level until what is left is less than the largest level, or a level is, so that two bits are spent on
/// the most frequent distances; nearer positions are known by other means. Or to the end. None if it was stopped.
pub(super) fn fill(
    folding: &mut SymTableFill,
    name: &str,
    control: &Control<'_>,
    to_the_end: bool,
) -> Option<()> {
    let len = folding.len() as u64;
    control.observer.table_started(name, len);
    let (mut last, mut largest) = (1, 1);
    // Not all combinations need be possible.
    while last > 0 && (to_the_end || last == largest && len - folding.n_reached() >= largest) {
        // Looking back ends with the first neighbour on the level; looking forwards tries all moves.
        let sweep = if 4 * last > len - folding.n_reached() { Sweep::Backwards } else { Sweep::Forwards };
        let filling = &*folding;
        (0..folding.n_classes()).into_par_iter().filter(|_| control.stopped().is_none()).for_each(|class| {
            filling.sweep(class, sweep);
        });
        control.stopped().is_none().then_some(())?;
        last = folding.advance();
        largest = largest.max(last);
        control.observer.table_progress(name, folding.n_reached(), len);
    }
    control.observer.table_finished(name);
    Some(())
}

/// Whether all pieces can be told apart in all their orientations, so that positions can be undone.
fn is_invertible(whole: &Layout, question: &Defined) -> bool {
    whole.parts().iter().all(|part| {
        let n_orientations = question.puzzle.orbits()[part.orbit].n_orientations;
        let is_whole = part.kinds.iter().all(|&(_, modulus)| modulus == n_orientations);
        part.kinds.len() == part.places.len() && is_whole
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use puzzle::definition::Transform;
    use puzzle::parse::tws;
    use search::simd::Plain;
    use search::{Limits, Silent, Stop};
    use testkit::Lcg;

    use super::super::symmetry::symmetries;
    use super::*;

    fn cube3() -> Defined {
        let text = include_str!("../../../../testdata/definitions/3x3x3.tws");
        let puzzle = Arc::new(tws::definition(text).expect("a definition"));
        let solved = puzzle.start().clone();
        Defined::new(puzzle, solved)
    }

    /// Some moves one after the other, always the same.
    fn walks(question: &Defined) -> impl Iterator<Item = Vec<usize>> {
        let n_moves = question.moves.len();
        let mut random = Lcg::new(7);
        (0..300).map(move |i| (0..i % 13).map(|_| random.below(n_moves)).collect())
    }

    /// What is seen of a position and of the one that undoes it is never farther away than the moves that made it, and the
    /// second is what is seen of that position itself.
    #[test]
    fn looks_at_both_ends() {
        let question = cube3();
        let whole = layout(&question).expect("it fits");
        let renamings = symmetries(&question, &whole, &|| true).expect("nothing stops it");
        assert_eq!(renamings.len(), 48);
        let budget = Budget { most_entries: 3e5, least_combinations: 1e5 };
        let choice = choose::<32>(&question, &whole, &renamings, budget, &|| true).expect("there are some");
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let views: Pdb<32> =
            Pdb::new(&question, &whole, &renamings, &choice, &control).expect("it is not stopped");
        let reverse = views.reverse().expect("all pieces are different");
        let folded = views.folded();
        let compiled: Compiled<32> =
            Compiled::new(&question, whole.clone(), &renamings, &|| true).expect("nothing stops it");
        let goal = &question.goals[0];
        let mut most = 0;
        for walk in walks(&question) {
            let identity = Transform::identity(question.puzzle.orbits());
            let made = walk.iter().fold(identity, |made, &mv| made.then(&question.moves[mv].transform));
            let bytes = walk
                .iter()
                .fold(compiled.goals[0], |state, &mv| compiled.after(Plain, &state, Move(mv as u16)));
            assert_eq!(compiled.pack(&made.apply(goal)), Some(bytes));
            let at = views.place(&whole, &made.apply(goal)).expect("it was made by moves");
            // By moves one comes to the same column, and to a row that is as far away.
            let (mut by_moves, mut sums) =
                (views.place(&whole, goal).expect("solved"), reverse.sums(&compiled.goals[0]));
            let mut state = compiled.goals[0];
            for mv in walk.iter().map(|&mv| Move(mv as u16)) {
                by_moves = folded.after(by_moves, mv);
                sums = reverse.turn(mv).map_or(sums, |turn| reverse.after(sums, &state, turn));
                state = compiled.after(Plain, &state, mv);
            }
            let bound_at = |at: SymCombination| folded.bound(folded.index(at));
            assert_eq!((by_moves.col, bound_at(by_moves)), (at.col, bound_at(at)), "{walk:?}");
            assert_eq!(sums, reverse.sums(&bytes), "{walk:?}");
            let undone = reverse.located(sums);
            assert_eq!(views.place(&whole, &made.inverse().apply(goal)), Some(undone), "{walk:?}");
            let bound = bound_at(at).max(bound_at(undone));
            assert!(bound as usize <= walk.len(), "{walk:?} is said to need {bound}");
            most = most.max(bound);
        }
        assert!(most >= 6, "the projections see no more than {most}");
    }

    /// The 3x3x3 is looked at as those do who know it: tetrads with twists, and slices.
    #[test]
    fn the_choice_for_the_cube() {
        let question = cube3();
        let whole = layout(&question).expect("it fits");
        let renamings = symmetries(&question, &whole, &|| true).expect("nothing stops it");
        let choice =
            choose::<32>(&question, &whole, &renamings, Budget::within(1 << 30), &|| true).expect("one");
        assert_eq!((choice.row.size(&whole), choice.col.size(&whole)), (153_090.0, 34_650.0));
        assert_eq!(choice.symmetries.len(), 48);
    }

    /// Positions that are alike have the same least, which is one of them.
    #[test]
    fn alike_is_alike() {
        let question = cube3();
        let whole = layout(&question).expect("it fits");
        let renamings = symmetries(&question, &whole, &|| true).expect("nothing stops it");
        let compiled: Compiled<32> =
            Compiled::new(&question, whole.clone(), &renamings, &|| true).expect("nothing stops it");
        for walk in walks(&question).skip(5).take(60) {
            let states: Vec<[u8; 32]> = renamings
                .iter()
                .map(|renaming| {
                    let moves = walk.iter().map(|&mv| Move(renaming.moves[mv] as u16));
                    moves.fold(compiled.goals[0], |state, mv| compiled.after(Plain, &state, mv))
                })
                .collect();
            let least = compiled.canonical.least(&states[0]);
            assert!(states.contains(&least), "{walk:?}");
            assert!(states.iter().all(|state| compiled.canonical.least(state) == least), "{walk:?}");
        }
    }
}
