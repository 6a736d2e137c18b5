//! Pattern database of two projections: chooses the projections and stores the distance of every combination of them
//! from the goal. More combinations give larger distances, and symmetry reduction leaves few entries; so it takes the
//! most combinations whose entries can be filled in seconds. For the 3x3x3 that finds automatically what experts chose:
//! corners in their tetrads with their twists, edges in their slices.

use puzzle::definition::{Generator, Pattern};
use rayon::prelude::*;
use search::coordinate::{Coordinate, enumerate};
use search::simd::{Kernel, Simd, at_best};
use search::sym_table::{Combination, Sweep, SymCombination, SymTable, SymTableFill, Symmetries};
use search::{Control, Move};

use super::canonical::{PackedSymmetry, kind_images};
use super::compiled_puzzle::{CompiledPuzzle, layout};
use super::inverse_coords::{InverseCoords, InverseProjection};
use super::pdb_problem::MAX_MOVES;
use super::projection::{Projection, projections};
use super::state_layout::Layout;
use super::symmetry::Automorphism;
use crate::TwistyQuery;

/// Maximum number of values of the row coordinate, and of the column coordinate: both are enumerated.
const MAX_ROWS: f64 = 400_000.0;
const MAX_COLS: f64 = 65_536.0;

/// The limits of a database's size.
#[derive(Clone, Copy, Debug)]
pub struct PdbBudget {
    /// Entries, a byte each during the build.
    pub max_entries: f64,
    /// With fewer combinations the prune table is as good.
    pub min_combinations: f64,
}

impl PdbBudget {
    /// Returns limits that allow a build in seconds, in half of the memory.
    pub fn within(max_memory: u64) -> PdbBudget {
        PdbBudget { max_entries: f64::from(1 << 27).min(max_memory as f64 / 2.0), min_combinations: 1e8 }
    }
}

/// A pattern database of two projections.
pub struct Pdb<const N: usize> {
    row: ProjectionIndex<N>,
    col: ProjectionIndex<N>,
    table: SymTable,
    /// The same projections of the inverse position.
    inverse: Option<InverseCoords>,
}

/// A projection as a coordinate.
struct ProjectionIndex<const N: usize> {
    projection: Projection,
    layout: Layout,
    coordinate: Coordinate<[u8; N]>,
}

/// Two projections and the symmetries that preserve both.
pub struct PdbChoice {
    row: Projection,
    col: Projection,
    symmetries: Vec<usize>,
    n_entries: f64,
}

/// Chooses the projections; None if there are none within the budget, or the moves do not allow it.
pub fn choose<const N: usize>(
    query: &TwistyQuery,
    whole: &Layout,
    automorphisms: &[Automorphism],
    budget: PdbBudget,
    goes_on: &dyn Fn() -> bool,
) -> Option<PdbChoice> {
    if query.moves.len() > MAX_MOVES || !has_inverse_moves(query) {
        return None;
    }
    let mut candidates: Vec<(Projection, f64, u128)> = Vec::new();
    for (i, part) in
        whole.parts().iter().enumerate().filter(|(_, part)| part.kinds.len() > 1 || part.kinds[0].1 > 1)
    {
        let images: Vec<Vec<u8>> = automorphisms
            .iter()
            .filter_map(|automorphism| kind_images(&query.goals[0], whole, i, automorphism))
            .collect();
        for projection in projections(i, part, &images, goes_on) {
            if !goes_on() {
                return None;
            }
            let size = projection.size(whole, query);
            if size > 1.0 && size <= MAX_ROWS {
                let projected = projection.query(whole, query);
                let preserving = preserving::<N>(&projected, automorphisms);
                candidates.push((projection, size, preserving));
            }
        }
    }
    let mut best: Option<(f64, PdbChoice)> = None;
    for (row, n_rows, row_kept) in &candidates {
        if !goes_on() {
            return None;
        }
        for (col, n_cols, col_kept) in candidates.iter().filter(|(_, n_cols, _)| *n_cols <= MAX_COLS) {
            let symmetries: Vec<usize> =
                (0..automorphisms.len()).filter(|&i| (row_kept & col_kept) >> i & 1 == 1).collect();
            // Rows with a nontrivial stabilizer make classes smaller than the group.
            let n_entries = n_rows / symmetries.len() as f64 * n_cols * 1.1;
            let n = n_rows * n_cols;
            let fits = n_entries <= budget.max_entries;
            let is_other = row.part() != col.part() || row != col;
            if fits
                && is_other
                && n >= budget.min_combinations
                && best.as_ref().is_none_or(|(most, _)| n > *most)
                && products(&symmetries, automorphisms).is_some()
            {
                best = Some((n, PdbChoice { row: row.clone(), col: col.clone(), symmetries, n_entries }));
            }
        }
    }
    best.map(|(_, choice)| choice)
}

impl PdbChoice {
    /// Approximate memory of the build in bytes.
    pub fn bytes(&self) -> u64 {
        self.n_entries as u64 * 5 / 4
    }
}

/// True if every move has an inverse among the moves, and there is one goal. Costs of at least 1 and illegal moves are
/// ignored, which keeps the bound admissible: ignoring them never makes a distance larger.
fn has_inverse_moves(query: &TwistyQuery) -> bool {
    let has_inverse = |mv: &Generator| {
        let inverse = mv.transform.inverse();
        query.moves.iter().any(|other| other.transform == inverse)
    };
    query.goals.len() == 1 && query.moves.iter().all(has_inverse)
}

/// Returns the automorphisms that preserve the projected goal, as bits.
fn preserving<const N: usize>(projected: &TwistyQuery, automorphisms: &[Automorphism]) -> u128 {
    let Ok(layout) = layout(projected) else { return 0 };
    let keeps =
        |automorphism: &Automorphism| PackedSymmetry::<N>::new(projected, &layout, automorphism).is_some();
    let bits = automorphisms.iter().take(128).enumerate().filter(|(_, automorphism)| keeps(automorphism));
    bits.fold(0, |preserving, (i, _)| preserving | 1 << i)
}

/// Returns the multiplication table of some symmetries: by two of them, the index of the first followed by the second.
/// None if they are no group.
pub(super) fn products(symmetries: &[usize], automorphisms: &[Automorphism]) -> Option<Vec<u8>> {
    let moves = |i: usize| &automorphisms[symmetries[i]].moves;
    let n = symmetries.len();
    let product = |a: usize, b: usize| {
        let both: Vec<usize> = moves(a).iter().map(|&mv| moves(b)[mv]).collect();
        (0..n).position(|c| *moves(c) == both).map(|c| c as u8)
    };
    (0..n * n).map(|pair| product(pair / n, pair % n)).collect()
}

impl<const N: usize> ProjectionIndex<N> {
    /// Enumerates the projected positions. The result is unusable if `goes_on` returned false.
    fn new<S: Simd>(
        simd: S,
        projection: &Projection,
        whole: &Layout,
        query: &TwistyQuery,
        goes_on: impl Fn() -> bool + Sync,
    ) -> ProjectionIndex<N> {
        let projected = projection.query(whole, query);
        let layout = layout(&projected).expect("a projection has fewer kinds than the puzzle");
        let compiled: CompiledPuzzle<N> =
            CompiledPuzzle::new(&projected, layout.clone(), &[], &|| true).expect("nothing stops it");
        let step = |state: &[u8; N], mv: Move| goes_on().then(|| compiled.after(simd, state, mv));
        let coordinate = enumerate(compiled.goals[0], compiled.n_moves(), step);
        ProjectionIndex { projection: projection.clone(), layout, coordinate }
    }

    fn symmetries(
        &self,
        whole: &Layout,
        query: &TwistyQuery,
        automorphisms: &[&Automorphism],
    ) -> Vec<PackedSymmetry<N>> {
        let projected = self.projection.query(whole, query);
        let symmetry =
            |automorphism: &&Automorphism| PackedSymmetry::new(&projected, &self.layout, automorphism);
        automorphisms
            .iter()
            .map(|automorphism| symmetry(automorphism).expect("chosen because it is one"))
            .collect()
    }

    fn image(&self, symmetry: &PackedSymmetry<N>, number: u32) -> u32 {
        let image = symmetry.apply(self.coordinate.view(number));
        self.coordinate.number(&image).expect("symmetries map reachable projections to reachable ones")
    }

    /// Returns the coordinate of a position, if it can be reached.
    fn encode(&self, whole: &Layout, position: &Pattern) -> Option<u32> {
        let projected = self.projection.project(whole, position);
        self.coordinate.number(&self.layout.pack(&projected)?)
    }
}

impl<const N: usize> Pdb<N> {
    /// Builds the database. None if it was stopped.
    pub fn new(
        query: &TwistyQuery,
        whole: &Layout,
        automorphisms: &[Automorphism],
        choice: &PdbChoice,
        control: &Control<'_>,
    ) -> Option<Pdb<N>> {
        struct Number<'a, const N: usize>(&'a Projection, &'a Layout, &'a TwistyQuery, &'a Control<'a>);
        impl<const N: usize> Kernel for Number<'_, N> {
            type Output = ProjectionIndex<N>;
            #[inline(always)]
            fn run<S: Simd>(self, simd: S) -> ProjectionIndex<N> {
                ProjectionIndex::new(simd, self.0, self.1, self.2, || self.3.stopped().is_none())
            }
        }
        let (row, col): (ProjectionIndex<N>, ProjectionIndex<N>) = rayon::join(
            || at_best(Number(&choice.row, whole, query, control)),
            || at_best(Number(&choice.col, whole, query, control)),
        );
        control.stopped().is_none().then_some(())?;
        // The identity first.
        let is_first = |i: &usize| automorphisms[*i].moves.iter().enumerate().all(|(mv, &to)| mv == to);
        let mut symmetries = choice.symmetries.clone();
        symmetries.sort_by_key(|i| !is_first(i));
        let products = products(&symmetries, automorphisms).expect("chosen because they are a group");
        let chosen: Vec<&Automorphism> = symmetries.iter().map(|&i| &automorphisms[i]).collect();
        let row_symmetries = row.symmetries(whole, query, &chosen);
        let col_symmetries = col.symmetries(whole, query, &chosen);
        let mut filling = SymTableFill::new(
            row.coordinate.moves(),
            col.coordinate.moves(),
            &Symmetries {
                n: chosen.len(),
                products: &products,
                row: &|symmetry, number| row.image(&row_symmetries[symmetry], number),
                col: &|symmetry, number| col.image(&col_symmetries[symmetry], number),
                mv: &|symmetry, mv| Move(chosen[symmetry].moves[usize::from(mv.0)] as u16),
            },
        );
        fill(&mut filling, "pattern database", control, false)?;
        let table = filling.finish();
        let inverse =
            is_invertible(whole, query).then(|| inverse(query, whole, &row, &col, &table)).flatten();
        Some(Pdb { row, col, table, inverse })
    }

    /// Returns the location of a position; None if its projections cannot reach the goal.
    pub fn locate(&self, whole: &Layout, position: &Pattern) -> Option<SymCombination> {
        let (row, col) = (self.row.encode(whole, position)?, self.col.encode(whole, position)?);
        Some(self.table.locate(Combination { row, col }))
    }

    /// The symmetry-reduced table of distances.
    #[inline(always)]
    pub fn table(&self) -> &SymTable {
        &self.table
    }

    /// The inverse coordinates, if positions have inverses.
    #[inline(always)]
    pub fn inverse(&self) -> Option<&InverseCoords> {
        self.inverse.as_ref()
    }

    /// Bytes of memory used.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.inverse.as_ref().map_or(0, InverseCoords::bytes)
    }
}

/// Returns the inverse coordinates of both projections, if there are not too many sums.
fn inverse<const N: usize>(
    query: &TwistyQuery,
    whole: &Layout,
    row: &ProjectionIndex<N>,
    col: &ProjectionIndex<N>,
    table: &SymTable,
) -> Option<InverseCoords> {
    let goal = &query.goals[0];
    let sum = |view: &ProjectionIndex<N>, code: &dyn Fn(u32) -> u32| {
        let numbered = view.coordinate.views().iter().zip(0..);
        let views = numbered.map(|(view, i)| (&view[..], code(i)));
        InverseProjection::new(whole, goal, &view.projection, &view.layout, views)
    };
    let place = |row: u32| table.locate(Combination { row, col: 0 }).sym_row;
    let key = |position: &Pattern| (row.encode(whole, position), col.encode(whole, position));
    Some(InverseCoords::new(query, sum(row, &place)?, sum(col, &|col| col)?, key))
}

/// Fills a table level by level. Without `to_the_end` it stops when the remaining entries are fewer than the largest
/// level, or a level is, so that two bits are spent on the most frequent distances; the prune table covers nearer
/// positions. None if it was stopped.
pub(super) fn fill(
    filling: &mut SymTableFill,
    name: &str,
    control: &Control<'_>,
    to_the_end: bool,
) -> Option<()> {
    let len = filling.len() as u64;
    control.observer.table_started(name, len);
    let (mut last, mut largest) = (1, 1);
    // Some combinations may be impossible.
    while last > 0 && (to_the_end || last == largest && len - filling.n_reached() >= largest) {
        // A backward sweep ends at the first successor on the level; a forward sweep tries all moves.
        let sweep = if 4 * last > len - filling.n_reached() { Sweep::Backwards } else { Sweep::Forwards };
        let shared = &*filling;
        (0..shared.n_classes()).into_par_iter().filter(|_| control.stopped().is_none()).for_each(|class| {
            shared.sweep(class, sweep);
        });
        control.stopped().is_none().then_some(())?;
        last = filling.advance();
        largest = largest.max(last);
        control.observer.table_progress(name, filling.n_reached(), len);
    }
    control.observer.table_finished(name);
    Some(())
}

/// True if all pieces are distinct in all their orientations, so that positions have inverses.
fn is_invertible(whole: &Layout, query: &TwistyQuery) -> bool {
    whole.parts().iter().all(|part| {
        let n_orientations = query.puzzle.orbits()[part.orbit].n_orientations;
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
    use search::{Cost, Limits, Silent, Stop};
    use testkit::Lcg;

    use super::super::symmetry::symmetries;
    use super::*;

    /// Every move turns a piece that stays in its place.
    const TURNED_IN_PLACE: &str = "Set A 5 3\nSolved\nEnd\n\
        Move R\nA\n2 3 1 4 5\n1 2 0 1 0\nEnd\nMove U\nA\n1 2 4 5 3\n0 1 1 1 1\nEnd\n";

    /// The same with so many pieces that orientations make too many columns: no sum of orientations is constant.
    const SEVEN_TURNED_IN_PLACE: &str = "Set A 7 3\nSolved\nEnd\n\
        Move R\nA\n2 3 1 4 5 6 7\n1 2 0 1 0 0 0\nEnd\n\
        Move U\nA\n1 2 4 5 3 6 7\n0 1 1 1 1 0 0\nEnd\n\
        Move F\nA\n1 2 3 4 6 7 5\n0 0 1 0 0 0 0\nEnd\n";

    fn query(text: &str) -> TwistyQuery {
        let puzzle = Arc::new(tws::definition(text).expect("a definition"));
        let solved = puzzle.start().clone();
        TwistyQuery::new(puzzle, solved)
    }

    fn cube3() -> TwistyQuery {
        query(include_str!("../../../../testdata/definitions/3x3x3.tws"))
    }

    /// Deterministic random walks.
    fn walks(query: &TwistyQuery) -> impl Iterator<Item = Vec<usize>> {
        let n_moves = query.moves.len();
        let mut random = Lcg::new(7);
        (0..300).map(move |i| (0..i % 13).map(|_| random.below(n_moves)).collect())
    }

    /// The bounds of a position and of its inverse never exceed the number of moves that made it, and the inverse
    /// coordinates equal the projections of the constructed inverse.
    #[test]
    fn bounds_of_positions_and_inverses() {
        let budget = PdbBudget { max_entries: 3e5, min_combinations: 1e5 };
        check_bounds(&cube3(), 48, budget, 6);
        let mut is_oriented = false;
        for max_entries in [3e3, 3e4, 3e5] {
            let budget = PdbBudget { max_entries, min_combinations: 1e3 };
            is_oriented |= check_bounds(&query(TURNED_IN_PLACE), 2, budget, 0);
            check_bounds(&query(SEVEN_TURNED_IN_PLACE), 1, budget, 0);
        }
        assert!(is_oriented, "no projection has orientations");
    }

    /// Returns true if a projection has orientations.
    fn check_bounds(query: &TwistyQuery, n_symmetries: usize, budget: PdbBudget, least: Cost) -> bool {
        let whole = layout(query).expect("it fits");
        let automorphisms = symmetries(query, &whole, &|| true).expect("nothing stops it");
        assert_eq!(automorphisms.len(), n_symmetries);
        let choice = choose::<32>(query, &whole, &automorphisms, budget, &|| true).expect("there are some");
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let pdb: Pdb<32> =
            Pdb::new(query, &whole, &automorphisms, &choice, &control).expect("it is not stopped");
        let inverse = pdb.inverse().expect("all pieces are different");
        let table = pdb.table();
        let compiled: CompiledPuzzle<32> =
            CompiledPuzzle::new(query, whole.clone(), &automorphisms, &|| true).expect("nothing stops it");
        let goal = &query.goals[0];
        let mut most = 0;
        for walk in walks(query) {
            let identity = Transform::identity(query.puzzle.orbits());
            let made = walk.iter().fold(identity, |made, &mv| made.then(&query.moves[mv].transform));
            let bytes = walk
                .iter()
                .fold(compiled.goals[0], |state, &mv| compiled.after(Plain, &state, Move(mv as u16)));
            assert_eq!(compiled.pack(&made.apply(goal)), Some(bytes));
            let at = pdb.locate(&whole, &made.apply(goal)).expect("moves lead there");
            // Following the moves gives the same column, and a row of the same distance.
            let (mut by_moves, mut index) =
                (pdb.locate(&whole, goal).expect("solved"), inverse.index(&compiled.goals[0]));
            let mut state = compiled.goals[0];
            for mv in walk.iter().map(|&mv| Move(mv as u16)) {
                by_moves = table.after(by_moves, mv);
                index = inverse.class_of(mv).map_or(index, |class| inverse.after(index, &state, class));
                state = compiled.after(Plain, &state, mv);
            }
            let bound_at = |at: SymCombination| table.bound(table.index(at));
            assert_eq!((by_moves.col, bound_at(by_moves)), (at.col, bound_at(at)), "{walk:?}");
            assert_eq!(index, inverse.index(&bytes), "{walk:?}");
            let inverse_at = inverse.locate(index);
            assert_eq!(pdb.locate(&whole, &made.inverse().apply(goal)), Some(inverse_at), "{walk:?}");
            let bound = bound_at(at).max(bound_at(inverse_at));
            assert!(bound as usize <= walk.len(), "{walk:?} has the bound {bound}");
            most = most.max(bound);
        }
        assert!(most >= least, "no bound exceeds {most}");
        choice.row.is_oriented() || choice.col.is_oriented()
    }

    /// For the 3x3x3 the choice is that of experts: tetrads with twists, and slices.
    #[test]
    fn the_choice_for_the_cube() {
        let query = cube3();
        let whole = layout(&query).expect("it fits");
        let automorphisms = symmetries(&query, &whole, &|| true).expect("nothing stops it");
        let choice =
            choose::<32>(&query, &whole, &automorphisms, PdbBudget::within(1 << 30), &|| true).expect("one");
        assert_eq!((choice.row.size(&whole, &query), choice.col.size(&whole, &query)), (153_090.0, 34_650.0));
        assert_eq!(choice.symmetries.len(), 48);
    }

    /// Positions of one symmetry class have the same canonical form, which is one of them.
    #[test]
    fn one_canonical_form_per_symmetry_class() {
        let query = cube3();
        let whole = layout(&query).expect("it fits");
        let automorphisms = symmetries(&query, &whole, &|| true).expect("nothing stops it");
        let compiled: CompiledPuzzle<32> =
            CompiledPuzzle::new(&query, whole.clone(), &automorphisms, &|| true).expect("nothing stops it");
        for walk in walks(&query).skip(5).take(60) {
            let states: Vec<[u8; 32]> = automorphisms
                .iter()
                .map(|automorphism| {
                    let moves = walk.iter().map(|&mv| Move(automorphism.moves[mv] as u16));
                    moves.fold(compiled.goals[0], |state, mv| compiled.after(Plain, &state, mv))
                })
                .collect();
            let canonical = compiled.canonicalizer.canonical(&states[0]);
            assert!(states.contains(&canonical), "{walk:?}");
            assert!(
                states.iter().all(|state| compiled.canonicalizer.canonical(state) == canonical),
                "{walk:?}"
            );
        }
    }
}
