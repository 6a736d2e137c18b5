//! A declared phase ready for search: its views are enumerated as coordinates, with move tables and prune tables over
//! combinations of coordinates.

use std::sync::Arc;

use puzzle::definition::{Generator, Phase as Declared};
use rayon::prelude::*;
use search::multi_coord::{CoordArray, Encoder, MAX_COORDS, MultiCoord, SymPruneTable, TableLimits, Tables};
use search::simd::Plain;
use search::sym_table::{SymTableFill, Symmetries};
use search::{Control, Coordinate, Cost, Move, MoveOrder, MoveTable, Workers, enumerate_from};

use super::super::canonical::PackedSymmetry;
use super::super::compiled_puzzle::CompiledPuzzle;
use super::super::pdb::fill;
use super::view_encoder::{EncodedView, ViewEncoder};
use crate::TwistyError;
use crate::TwistyQuery;

/// Maximum number of values of one coordinate. More take too much time and memory.
const MAX_VIEWS: usize = 20_000_000;

/// Maximum number of combinations in one prune table: a nibble each.
const MAX_COMBINATIONS: usize = 1 << 26;

/// Maximum number of prune tables of a phase.
const MAX_TABLES: usize = 4;

/// Maximum number of rows of a symmetry-reduced table times moves: four bytes each during the build.
const MAX_ROW_MOVES: usize = 1 << 25;

/// Maximum number of entries of a symmetry-reduced table: a byte each during the build.
const MAX_ENTRIES: f64 = (1_u64 << 28) as f64;

/// A phase of the chain.
pub(super) struct DeclaredPhase<const N: usize> {
    pub name: String,
    /// The moves of the phase, by their numbers, with their costs.
    pub moves: Vec<(Move, Cost)>,
    tables: Tables,
    encode: Encoder<[u8; N]>,
    longest: Cost,
    /// True if all its goals have the coordinates of the solved position.
    pub leads_to_solved: bool,
    encoders: Vec<ViewEncoder>,
    coordinates: Arc<Vec<Coordinate<EncodedView<N>>>>,
    /// By view and coordinate, a position with that coordinate.
    states: Vec<Vec<[u8; N]>>,
}

/// The data that all phases share.
pub(super) struct PhaseContext<'a, const N: usize> {
    pub query: &'a TwistyQuery,
    pub compiled: &'a Arc<CompiledPuzzle<N>>,
    pub order: Arc<MoveOrder>,
    pub control: &'a Control<'a>,
}

impl<const N: usize> PhaseContext<'_, N> {
    fn is_stopped(&self) -> bool {
        self.control.stopped().is_some()
    }
}

impl<const N: usize> DeclaredPhase<N> {
    /// Enumerates the coordinates and builds the prune tables. None if it was stopped.
    ///
    /// # Errors
    /// Returns an error if a coordinate has too many values.
    pub fn new(
        context: &PhaseContext<'_, N>,
        declared: &Declared,
    ) -> Result<Option<DeclaredPhase<N>>, TwistyError> {
        let PhaseContext { query, compiled, control, .. } = context;
        let moves: Vec<(Move, Cost)> = (0..)
            .zip(query.moves.iter().zip(query.costs.iter()))
            .filter(|(_, (mv, _))| {
                let has =
                    |allowed: &Vec<Generator>| allowed.iter().any(|other| other.transform == mv.transform);
                declared.moves.as_ref().is_none_or(has)
            })
            .map(|(i, (_, &cost))| (Move(i), cost))
            .collect();
        let goals: Vec<[u8; N]> =
            declared.goals.iter().filter_map(|goal| compiled.pack(&goal.apply(&query.goals[0]))).collect();
        let name = format!("phase {}", declared.name);
        control.observer.table_started(&name, 0);
        let n_threads = rayon::current_num_threads();
        let (mut encoders, mut coordinates, mut states) = (Vec::new(), Vec::new(), Vec::new());
        for view in &declared.views {
            let encoder = ViewEncoder::new(&compiled.layout, view);
            let should_stop = |n_views: usize| {
                control.observer.table_progress(&name, n_views as u64, 0);
                n_views > MAX_VIEWS || context.is_stopped()
            };
            let numbered = enumerate_from(
                goals.clone(),
                moves.len(),
                |state| Some(encoder.encode(&compiled.layout, state)),
                |state, nth| Some(compiled.after(Plain, state, moves[usize::from(nth.0)].0)),
                &Workers { n_threads, on_progress: &should_stop },
            );
            match numbered {
                Some((coordinate, reached)) => {
                    coordinates.push(coordinate);
                    states.push(reached);
                }
                None if context.is_stopped() => return Ok(None),
                None => {
                    return Err(TwistyError::PhaseTooLarge { phase: declared.name.clone(), most: MAX_VIEWS });
                }
            }
            encoders.push(encoder);
        }
        let coordinates = Arc::new(coordinates);
        let encode = encode(compiled, &encoders, &coordinates);
        let at_goal: Vec<CoordArray> = goals.iter().filter_map(|goal| encode(goal)).collect();
        let tables = Tables::new(
            coordinates.iter().map(|coordinate| coordinate.moves().clone()).collect(),
            moves.clone(),
            at_goal,
            context.order.clone(),
            query.moves.len(),
            TableLimits { max_combinations: MAX_COMBINATIONS, max_tables: MAX_TABLES },
            &Workers { n_threads, on_progress: &|_| context.is_stopped() },
        );
        control.observer.table_finished(&name);
        let Some(tables) = tables else { return Ok(None) };
        let longest = declared.longest.or(tables.farthest()).unwrap_or(Cost::MAX);
        let solved = &query.goals[0];
        let leads_to_solved =
            declared.goals.iter().all(|goal| declared.is_equivalent(&goal.apply(solved), solved));
        let name = declared.name.clone();
        Ok(Some(DeclaredPhase {
            name,
            moves,
            tables,
            encode,
            longest,
            leads_to_solved,
            encoders,
            coordinates,
            states,
        }))
    }

    /// Converts it to a search problem.
    pub fn problem(self) -> MultiCoord<[u8; N]> {
        MultiCoord::new(Arc::new(self.tables), self.encode, self.longest)
    }

    /// Forbids moves of the next phase as the last move of this one.
    pub fn bar_last_moves_of(&mut self, next: &[(Move, Cost)]) {
        self.tables.exclude_last_moves(|mv| next.iter().any(|&(other, _)| other == mv));
    }

    /// Number of values of each coordinate.
    pub fn n_views(&self) -> Vec<usize> {
        self.coordinates.iter().map(|coordinate| coordinate.views().len()).collect()
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> u64 {
        self.tables.bytes()
    }

    /// True if a symmetry preserves its moves and its coordinates.
    pub fn is_preserved_by(&self, symmetry: &PackedSymmetry<N>, moves: &[usize]) -> bool {
        self.preserves_moves(moves) && self.encoders.iter().all(|encoder| encoder.is_preserved_by(symmetry))
    }

    /// True if a symmetry maps its moves to its moves.
    pub fn preserves_moves(&self, moves: &[usize]) -> bool {
        let has = |mv: usize| self.moves.iter().any(|&(other, _)| usize::from(other.0) == mv);
        self.moves.iter().all(|&(mv, _)| has(moves[usize::from(mv.0)]))
    }

    /// Returns the coordinate of a position in one view.
    pub fn number(&self, compiled: &CompiledPuzzle<N>, view: usize, state: &[u8; N]) -> Option<u32> {
        self.coordinates[view].number(&self.encoders[view].encode(&compiled.layout, state))
    }

    /// Positions with each value of one coordinate, in ascending order.
    pub fn positions(&self, view: usize) -> &[[u8; N]] {
        &self.states[view]
    }

    /// The move table of one coordinate.
    pub fn table(&self, view: usize) -> &MoveTable {
        self.coordinates[view].moves()
    }

    /// Adds a symmetry-reduced prune table if it has more combinations than the others and moves have unit cost;
    /// worthwhile for many positions. `symmetries` are a group. Returns false if it was stopped.
    pub fn add_sym_table(
        &mut self,
        context: &PhaseContext<'_, N>,
        symmetries: &PhaseSymmetries<'_, N>,
    ) -> bool {
        let is_plain = self.moves.iter().all(|&(_, cost)| cost == 1)
            && self.has_inverse_moves(context.query)
            && self.coordinates.iter().all(|coordinate| coordinate.moves().is_total())
            && self.coordinates.len() >= 2;
        if !is_plain || self.tables.farthest().is_some() {
            return true;
        }
        let Some((rows, col)) = self.choose_sym_table(symmetries.list.len()) else { return true };
        let images = |view: usize, symmetry: usize, number: u32| {
            let image = symmetries.list[symmetry].apply(&self.states[view][number as usize]);
            self.number(context.compiled, view, &image)
                .expect("symmetries map reachable views to reachable ones")
        };
        // By view and symmetry, the images of all coordinates.
        let image = |view: usize| -> Vec<Vec<u32>> {
            let n = self.coordinates[view].views().len() as u32;
            let of = |symmetry| (0..n).into_par_iter().map(|number| images(view, symmetry, number)).collect();
            (0..symmetries.list.len()).map(of).collect()
        };
        let row_images: Vec<Vec<Vec<u32>>> = rows.iter().map(|&view| image(view)).collect();
        let col_images = image(col);
        let lens: Vec<u32> = rows.iter().map(|&view| self.coordinates[view].views().len() as u32).collect();
        let n_rows = lens.iter().product::<u32>();
        // A row combines several coordinates; each is mapped on its own.
        let changed = |row: u32, change: &dyn Fn(usize, u32) -> u32| {
            let mut rest = row;
            let mut numbers = [0; MAX_COORDS];
            for (i, len) in lens.iter().enumerate().rev() {
                (numbers[i], rest) = (rest % len, rest / len);
            }
            lens.iter().enumerate().fold(0, |row, (i, len)| row * len + change(i, numbers[i]))
        };
        let row_table = MoveTable::from_fn(n_rows as usize, self.moves.len(), |row, mv| {
            let after = |i: usize, view: u32| self.table(rows[i]).after(view, mv).expect("moves are total");
            Some(changed(row, &after))
        });
        let local = |symmetry: usize, mv: Move| {
            let image = symmetries.moves[symmetry][usize::from(self.moves[usize::from(mv.0)].0.0)];
            let at = self.moves.iter().position(|&(other, _)| usize::from(other.0) == image);
            Move(at.expect("symmetries permute the moves of the phase") as u16)
        };
        let mut filling = SymTableFill::new(
            &row_table,
            self.table(col),
            &Symmetries {
                n: symmetries.list.len(),
                products: symmetries.products,
                row: &|symmetry, row| changed(row, &|i, view| row_images[i][symmetry][view as usize]),
                col: &|symmetry, col| col_images[symmetry][col as usize],
                mv: &local,
            },
        );
        drop(row_table);
        let is_all = rows.len() + 1 == self.coordinates.len() && self.tables.n_goals() == 1;
        filling.store_exact();
        if fill(&mut filling, &format!("combinations of phase {}", self.name), context.control, true)
            .is_none()
        {
            return false;
        }
        self.tables.add_sym_table(SymPruneTable { rows, col, table: filling.finish(), covers_all: is_all });
        true
    }

    /// True if every move has an inverse among the moves.
    fn has_inverse_moves(&self, query: &TwistyQuery) -> bool {
        let transform = |mv: Move| &query.moves[usize::from(mv.0)].transform;
        self.moves.iter().all(|&(mv, _)| {
            let inverse = transform(mv).inverse();
            self.moves.iter().any(|&(other, _)| *transform(other) == inverse)
        })
    }

    /// Chooses the coordinates for rows and for columns: the most combinations that fit.
    fn choose_sym_table(&self, n_symmetries: usize) -> Option<(Vec<usize>, usize)> {
        let lens = self.n_views();
        let mut best: Option<(f64, Vec<usize>, usize)> = None;
        for col in (0..lens.len()).filter(|&col| lens[col] <= 1 << 16) {
            for set in 1..1_usize << lens.len() {
                let rows: Vec<usize> = (0..lens.len()).filter(|i| set >> i & 1 == 1).collect();
                let n_rows = rows.iter().map(|&i| lens[i] as f64).product::<f64>();
                let n = n_rows * lens[col] as f64;
                let fits = !rows.contains(&col)
                    && n_rows * self.moves.len() as f64 <= MAX_ROW_MOVES as f64
                    && n / n_symmetries as f64 * 1.1 <= MAX_ENTRIES
                    && n > MAX_COMBINATIONS as f64;
                if fits && best.as_ref().is_none_or(|(most, ..)| n > *most) {
                    best = Some((n, rows, col));
                }
            }
        }
        best.map(|(_, rows, col)| (rows, col))
    }
}

/// The symmetries that preserve a phase.
pub(super) struct PhaseSymmetries<'a, const N: usize> {
    pub list: Vec<&'a PackedSymmetry<N>>,
    /// By symmetry, the images of moves.
    pub moves: Vec<&'a [usize]>,
    pub products: &'a [u8],
}

/// Returns the encoder of all coordinates of a position.
fn encode<const N: usize>(
    compiled: &Arc<CompiledPuzzle<N>>,
    encoders: &[ViewEncoder],
    coordinates: &Arc<Vec<Coordinate<EncodedView<N>>>>,
) -> Encoder<[u8; N]> {
    let (compiled, encoders, coordinates) = (compiled.clone(), encoders.to_vec(), coordinates.clone());
    Arc::new(move |state: &[u8; N]| {
        let mut numbers = [0; MAX_COORDS];
        for (number, (encoder, coordinate)) in numbers.iter_mut().zip(encoders.iter().zip(coordinates.iter()))
        {
            *number = coordinate.number(&encoder.encode(&compiled.layout, state))?;
        }
        Some(numbers)
    })
}
